//! What differs between the games: the [`Rules`] trait, and one file a game.
//!
//! Everything else in the crate is written once, over `R: Rules`. A constant stands here only if both games read it;
//! a rule sees the board and the move just made, never a whole position.

mod castling;
mod chess;
mod makruk;

pub(crate) use castling::span;
pub use castling::{CastlingRights, CastlingSide};
pub(crate) use chess::chess960_start;
pub use chess::{ChessRules, ChessState};
pub use makruk::{Count, CountError, Honour, MakrukRules, MakrukState};
pub(crate) use makruk::{bia, is_bare};

use core::fmt::{self, Debug};
use core::hash::Hash;

use crate::board::{Board0x88, Planes};
use crate::game::{Claim, DrawReason, Outcome};
use crate::geometry::{Rank, Square};
use crate::moves::Move;
use crate::notation::{FenError, FenReader};
use crate::packed::PackedError;
use crate::piece::{Color, Piece, Role};
use crate::position::{Setup, Violations};

mod sealed {
    /// Keeps [`Rules`](super::Rules) to the games of this crate, so that it can grow.
    pub trait Sealed {}
}

/// The rules of one game. Sealed: the games are [`ChessRules`] and [`MakrukRules`], and nothing outside this crate can
/// add one.
pub trait Rules: sealed::Sealed + Copy + Debug + Eq + Hash + Send + Sync + 'static {
    /// What a position of this game remembers besides pieces, turn and clocks.
    type State: Copy + Debug + Default + Eq + Hash + Send + Sync;

    /// The pieces the game is played with.
    const ROLES: &'static [Role];
    /// The rank, as the pawn's side counts, on and beyond which a pawn becomes something else.
    const PROMOTION_RANK: Rank;
    /// What a pawn may become.
    const PROMOTIONS: &'static [Role];
    /// Whether a pawn on its second rank may go two squares at once.
    const DOUBLE_STEP: bool;
    /// Whether king and rook may castle.
    const CASTLING: bool;
    /// The draws a player may claim.
    const CLAIMS: &'static [Claim];
    /// The plies without a capture or pawn move that draw the game, claimed or not; `None` if nobody counts.
    const MOVE_LIMIT: Option<u32>;
    /// Whether the game is drawn as soon as neither side has the pieces to mate with.
    const MATERIAL_DRAWS: bool;
    /// How often a position must occur to draw the game, claimed or not, and the name of that draw.
    #[doc(hidden)]
    const REPETITION_LIMIT: (u32, DrawReason);
    /// The letter of each role in FEN and SAN, in upper case, in the order of [`Role::ALL`].
    const LETTERS: [u8; Role::ALL.len()];

    /// The letter of a role in FEN and SAN, in upper case.
    #[must_use]
    fn letter(role: Role) -> u8 {
        letter::<Self>(role)
    }

    /// What the tag `Variant` of a PGN file calls the game: lower case, letters and digits only.
    #[doc(hidden)]
    const VARIANTS: &'static [&'static str];

    /// What to write in that tag for a game with this start, if it takes a tag to read the game again.
    #[doc(hidden)]
    fn variant(start: &Setup<Self>) -> Option<&'static str>;

    /// The position a game starts from.
    fn start() -> Setup<Self>;

    /// The rights to castle.
    fn castling(state: &Self::State) -> CastlingRights;

    /// The square a pawn has just passed over.
    fn en_passant(state: &Self::State) -> Option<Square>;

    /// Brings the state up to date after a move.
    #[doc(hidden)]
    fn after_move(state: &mut Self::State, played: &Played<'_>);

    /// The state after a move that is none: the turn passes.
    #[doc(hidden)]
    fn after_null(state: &mut Self::State);

    /// The state after the colours are swapped and the board is turned top to bottom.
    #[doc(hidden)]
    fn flip_colors(state: &mut Self::State);

    /// The state after left and right are swapped.
    #[doc(hidden)]
    fn mirror(state: &mut Self::State);

    /// Reads the fields of a FEN after the side to move.
    #[doc(hidden)]
    fn read_fen_state(reader: &mut FenReader<'_>, setup: &mut Setup<Self>) -> Result<(), FenError>;

    /// What FEN writes in place of the en passant square and the clock while a count runs: its limit and itself, in
    /// plies.
    #[doc(hidden)]
    fn fen_count(state: &Self::State) -> Option<(u32, u32)>;

    /// Writes the last eight bytes of a packed position: clocks, and counts if the game has them. `None` when they are
    /// too large for that.
    #[doc(hidden)]
    fn pack_counters(setup: &Setup<Self>) -> Option<[u8; 8]>;

    /// Sets the state and the clocks from what a packed position marks on its pieces and from its last eight bytes.
    #[doc(hidden)]
    fn unpack_state(
        setup: &mut Setup<Self>,
        castling: CastlingRights,
        en_passant: Option<Square>,
        counters: [u8; 8],
    ) -> Result<(), PackedError>;

    /// Whether this side has no way to mate, whatever both sides play, as far as the material tells.
    #[doc(hidden)]
    fn has_insufficient_material(board: &Board0x88, color: Color) -> bool;

    /// How the game ends here by a rule that this game alone has, such as Makruk's counting. It goes before every other
    /// end, mate included; `mated` says whether the side to move is checkmated.
    #[doc(hidden)]
    fn special_outcome(_board: &Board0x88, _turn: Color, _state: &Self::State, _mated: bool) -> Option<Outcome> {
        None
    }

    /// What people should know of the state besides the board, each piece of it on a line of its own.
    #[doc(hidden)]
    fn write_state(_state: &Self::State, _f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }

    /// What is wrong with the state, and with the material, of a setup that has one king a side.
    #[doc(hidden)]
    fn violations(setup: &Setup<Self>, planes: &Planes) -> Violations;
}

/// [`Rules::letter`] for constants.
pub(crate) const fn letter<R: Rules>(role: Role) -> u8 {
    R::LETTERS[role.number()]
}

/// A move just made, as a rule may want to know it.
#[derive(Debug)]
pub struct Played<'a> {
    /// The board after the move.
    pub(crate) board: &'a Board0x88,
    /// The side that moved.
    pub(crate) color: Color,
    /// The move.
    pub(crate) mv: Move,
    /// The piece that moved, as it was before.
    pub(crate) piece: Option<Piece>,
    /// The piece that was captured.
    pub(crate) captured: Option<Piece>,
}

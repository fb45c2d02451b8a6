//! The differences between the games: the [`Rules`] trait, and one file a game.
//!
//! Everything else in the crate is written once, over `R: Rules`. A constant stands here only if both games read it;
//! a rule sees the board and the move just made, never a whole position.

mod army;
mod castling;
mod chess;
mod examine;
mod kinds;
mod last_move;
mod makruk;
mod outcome;
mod pawns;
mod places;
mod setup;
mod violations;

pub use castling::CastlingRights;
pub(crate) use castling::outermost_rook;
pub use chess::ChessState;
pub(crate) use chess::{chess960_number, chess960_start};
pub(crate) use examine::{Examined, examine};
pub(crate) use last_move::LastMoves;
pub use makruk::{Count, CountError, Honour, MakrukState};
pub(crate) use makruk::{bia, is_bare};
pub use outcome::{Claim, DrawReason, NoWinReason, Outcome, WinReason};
pub(crate) use pawns::{PawnRules, promotes, promotion_zone};
pub use setup::Setup;
pub use violations::{Violation, Violations};

use core::fmt::Debug;
use core::hash::Hash;

use crate::board::Board0x88;
use crate::geometry::{Rank, Square};
use crate::moves::Move;
use crate::piece::{Color, Piece, PieceNames, PieceSet, Role};

mod sealed {
    /// Keeps [`Rules`](super::Rules) to the games of this crate, so that it can grow.
    pub trait Sealed {}
}

/// The rules of one game. Sealed: the games are [`ChessRules`] and [`MakrukRules`], and nothing outside this crate can
/// add one.
pub trait Rules: sealed::Sealed + Copy + Debug + Eq + Hash + Send + Sync + 'static {
    /// The state of a position besides pieces, turn and clocks.
    type State: Copy + Debug + Default + Eq + Hash + Send + Sync;

    /// The game. Other constants follow from it, and a `const fn` asks for it, since such a function cannot call those of
    /// a trait.
    #[doc(hidden)]
    const GAME: Variant;

    /// The name of the game: `Chess` or `Makruk`.
    ///
    /// ```
    /// use chess0x88::{ChessRules, MakrukRules, Position, Rules};
    /// fn title<R: Rules>(position: &Position<R>) -> String {
    ///     format!("{}, ply {}", R::NAME, position.ply())
    /// }
    /// assert_eq!(title(&Position::<ChessRules>::startpos()), "Chess, ply 0");
    /// assert_eq!(title(&Position::<MakrukRules>::startpos()), "Makruk, ply 0");
    /// ```
    const NAME: &'static str;
    /// The pieces the game is played with.
    const ROLES: &'static [Role];
    /// The rank, as the pawn's side counts, on and beyond which a pawn becomes something else.
    const PROMOTION_RANK: Rank;
    /// The kinds that a pawn may become.
    const PROMOTIONS: &'static [Role];
    /// `true` if a pawn on its second rank may go two squares at once.
    const DOUBLE_STEP: bool = matches!(Self::GAME, Variant::Chess);
    /// `true` if king and rook may castle.
    const CASTLING: bool = matches!(Self::GAME, Variant::Chess);
    /// `true` if moves are counted towards a draw once no pawn is left.
    const COUNTING: bool = matches!(Self::GAME, Variant::Makruk);
    /// The draws a player may claim.
    const CLAIMS: &'static [Claim];
    /// The plies without a capture or pawn move that draw the game, claimed or not, and the name of that draw; `None` if
    /// there is no such rule.
    const MOVE_LIMIT: Option<(u32, DrawReason)>;
    /// `true` if the game is drawn as soon as neither side can mate.
    const MATERIAL_DRAWS: bool = matches!(Self::GAME, Variant::Chess);
    /// The number of occurrences of a position that draws the game, claimed or not, and the name of that draw.
    #[doc(hidden)]
    const REPETITION_LIMIT: (u32, DrawReason);
    /// The names of the pieces.
    const NAMES: PieceNames = match Self::GAME {
        Variant::Chess => PieceNames::Chess,
        Variant::Makruk => PieceNames::Makruk,
    };

    /// The position a game starts from.
    const START: Setup<Self>;

    /// The rights to castle.
    #[inline]
    fn castling(state: &Self::State) -> CastlingRights {
        Self::parts(state).castling
    }

    /// The square a pawn has just passed over.
    #[inline]
    fn en_passant(state: &Self::State) -> Option<Square> {
        Self::parts(state).en_passant
    }

    /// The count that is running.
    #[inline]
    fn count(state: &Self::State) -> Option<Count> {
        Self::parts(state).count
    }

    /// Brings the state up to date after a move.
    #[doc(hidden)]
    fn after_move(state: &mut Self::State, played: &Played<'_>);

    /// Updates the state after a null move: the turn passes.
    #[doc(hidden)]
    fn after_null(state: &mut Self::State);

    /// The state in parts, for code that writes or changes single parts.
    #[doc(hidden)]
    fn parts(state: &Self::State) -> Parts;

    /// The state made of these parts. Parts that the game does not have are ignored.
    #[doc(hidden)]
    fn from_parts(parts: Parts) -> Self::State;

    /// Returns `true` if the material shows that this side can never mate, whatever both sides play.
    #[doc(hidden)]
    fn has_insufficient_material(board: &Board0x88, color: Color) -> bool;

    /// Returns the outcome by a rule that only this game has, such as Makruk's counting. It takes precedence over every
    /// other end, mate included. `mated` says whether the side to move is checkmated.
    #[doc(hidden)]
    fn special_outcome(_board: &Board0x88, _turn: Color, _state: &Self::State, _mated: bool) -> Option<Outcome> {
        None
    }
}

/// The rules of chess. [`Chess`](crate::Chess) is the position that follows them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChessRules {}

/// The rules of Makruk. [`Makruk`](crate::Makruk) is the position that follows them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MakrukRules {}

/// The games of this crate.
#[derive(Clone, Copy, Debug)]
pub enum Variant {
    /// The game of [`ChessRules`].
    Chess,
    /// The game of [`MakrukRules`].
    Makruk,
}

/// The parts of a state, in one form for both games: formats write them and symmetries transform them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Parts {
    /// The rooks that may still castle.
    pub(crate) castling: CastlingRights,
    /// The square a pawn has just passed over.
    pub(crate) en_passant: Option<Square>,
    /// The count that is running.
    pub(crate) count: Option<Count>,
    /// `true` if counting has been stopped.
    pub(crate) stopped: bool,
}

impl Parts {
    /// Nothing to remember.
    pub(crate) const NONE: Parts =
        Parts { castling: CastlingRights::NONE, en_passant: None, count: None, stopped: false };
}

impl<R: Rules> PieceSet for R {
    const MAKRUK_LEAPERS: bool = matches!(R::GAME, Variant::Makruk);
}

/// A move just made, as the rules need to know it.
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

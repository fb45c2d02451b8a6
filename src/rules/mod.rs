//! The differences between the games: the [`Rules`] trait, and one file per game.
//!
//! All other code in the crate is generic over `R: Rules`. A constant stands here only if both games use it. A rule sees the board
//! and the last move, never a whole position.

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
    /// Seals [`Rules`](super::Rules), so that the trait can grow.
    pub trait Sealed {}
}

/// The rules of one game. The trait is sealed: its only types are [`ChessRules`] and [`MakrukRules`].
pub trait Rules: sealed::Sealed + Copy + Debug + Eq + Hash + Send + Sync + 'static {
    /// The state of a position besides pieces, turn and clocks.
    type State: Copy + Debug + Default + Eq + Hash + Send + Sync;

    /// The game. Other constants follow from this one. A `const fn` matches on it, since it cannot call trait functions.
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
    /// The roles of the game.
    const ROLES: &'static [Role];
    /// The relative rank from which on a pawn promotes.
    const PROMOTION_RANK: Rank;
    /// The roles that a pawn may promote to.
    const PROMOTIONS: &'static [Role];
    /// `true` if a pawn on its second rank may make a double step.
    const DOUBLE_STEP: bool = matches!(Self::GAME, Variant::Chess);
    /// `true` if king and rook may castle.
    const CASTLING: bool = matches!(Self::GAME, Variant::Chess);
    /// `true` if the game counts moves towards a draw after the last pawn has gone.
    const COUNTING: bool = matches!(Self::GAME, Variant::Makruk);
    /// The draws that a player may claim.
    const CLAIMS: &'static [Claim];
    /// The number of plies without a capture or pawn move that draws the game without a claim, and the name of the draw; `None` if
    /// there is no such rule.
    const MOVE_LIMIT: Option<(u32, DrawReason)>;
    /// `true` if the game is drawn as soon as neither side can mate.
    const MATERIAL_DRAWS: bool = matches!(Self::GAME, Variant::Chess);
    /// The number of occurrences of a position that draws the game without a claim, and the name of the draw.
    #[doc(hidden)]
    const REPETITION_LIMIT: (u32, DrawReason);
    /// The names of the pieces.
    const NAMES: PieceNames = match Self::GAME {
        Variant::Chess => PieceNames::Chess,
        Variant::Makruk => PieceNames::Makruk,
    };

    /// The start position of the game.
    const START: Setup<Self>;

    /// The castling rights.
    #[inline]
    fn castling(state: &Self::State) -> CastlingRights {
        Self::parts(state).castling
    }

    /// The square that the last double step passed.
    #[inline]
    fn en_passant(state: &Self::State) -> Option<Square> {
        Self::parts(state).en_passant
    }

    /// The running count.
    #[inline]
    fn count(state: &Self::State) -> Option<Count> {
        Self::parts(state).count
    }

    /// Updates the state after a move.
    #[doc(hidden)]
    fn after_move(state: &mut Self::State, played: &Played<'_>);

    /// Updates the state after a null move: the turn passes.
    #[doc(hidden)]
    fn after_null(state: &mut Self::State);

    /// The parts of the state, for code that writes or changes single parts.
    #[doc(hidden)]
    fn parts(state: &Self::State) -> Parts;

    /// Builds a state of parts. Parts that the game does not have are ignored.
    #[doc(hidden)]
    fn from_parts(parts: Parts) -> Self::State;

    /// Returns `true` if the material shows that this side can never mate, whatever both sides play.
    #[doc(hidden)]
    fn has_insufficient_material(board: &Board0x88, color: Color) -> bool;

    /// Returns the outcome by a rule of this game alone, such as Makruk's count. It takes precedence over every other end, mate
    /// included. `mated` is `true` if the side to move is checkmated.
    #[doc(hidden)]
    fn special_outcome(_board: &Board0x88, _turn: Color, _state: &Self::State, _mated: bool) -> Option<Outcome> {
        None
    }
}

/// The rules of chess, for [`Chess`](crate::Chess).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChessRules {}

/// The rules of Makruk, for [`Makruk`](crate::Makruk).
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

/// The parts of a state in one form for both games. Formats write them and symmetries transform them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Parts {
    /// The rooks that may still castle.
    pub(crate) castling: CastlingRights,
    /// The square that the last double step passed.
    pub(crate) en_passant: Option<Square>,
    /// The running count.
    pub(crate) count: Option<Count>,
    /// `true` if a side has stopped counting.
    pub(crate) stopped: bool,
}

impl Parts {
    /// The parts of an empty state.
    pub(crate) const NONE: Parts =
        Parts { castling: CastlingRights::NONE, en_passant: None, count: None, stopped: false };
}

impl<R: Rules> PieceSet for R {
    const MAKRUK_LEAPERS: bool = matches!(R::GAME, Variant::Makruk);
}

/// A move that has been played, with all that the rules need.
#[derive(Debug)]
pub struct Played<'a> {
    /// The board after the move.
    pub(crate) board: &'a Board0x88,
    /// The side that moved.
    pub(crate) color: Color,
    pub(crate) mv: Move,
    /// The piece that moved, before a promotion.
    pub(crate) piece: Option<Piece>,
    pub(crate) captured: Option<Piece>,
}

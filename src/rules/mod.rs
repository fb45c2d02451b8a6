//! The differences between the games: a table for each game ([`RuleSet`]), and the functions of the [`Rules`] trait. One file per
//! game has both.
//!
//! All other code in the crate is generic over `R: Rules` and reads the table by its constants, which the compiler sees through.
//! Where code stands once for each game, it matches on [`Variant`]. A rule sees the board and the last move, never a whole position.

mod castling;
mod chess;
mod examine;
mod kinds;
mod last_move;
mod makruk;
mod outcome;
mod setup;
mod violations;

pub use castling::CastlingRights;
pub(crate) use castling::outermost_rook;
pub use chess::ChessState;
pub(crate) use chess::{chess960_number, chess960_start};
pub(crate) use examine::{Examined, examine};
pub use makruk::{Count, CountError, Honour, MakrukState};
pub(crate) use makruk::{bia, is_bare};
pub use outcome::{Claim, DrawReason, NoWinReason, Outcome, WinReason};
pub use setup::Setup;
pub use violations::{Violation, Violations};

use core::fmt::Debug;
use core::hash::Hash;

use crate::board::Board0x88;
use crate::geometry::{Rank, Square, SquareSet};
use crate::moves::Move;
use crate::name::named;
use crate::piece::{Color, Piece, PieceSet, Role};

mod sealed {
    /// Seals [`Rules`](super::Rules), so that the trait can grow.
    pub trait Sealed {}
}

named! {
    /// The games of this crate. An error holds its game, since a pawn and a Bia are the same role.
    ///
    /// ```
    /// use chess0x88::{ChessRules, MakrukRules, Role, Rules, Variant};
    /// assert_eq!((ChessRules::GAME, MakrukRules::NAME), (Variant::Chess, "Makruk"));
    /// assert_eq!(Variant::Chess.piece_name(Role::Knight), "knight");
    /// assert_eq!(Variant::Makruk.piece_name(Role::Knight), "Ma");
    /// ```
    #[non_exhaustive]
    pub enum Variant {
        /// The game of [`ChessRules`].
        Chess = "Chess",
        /// The game of [`MakrukRules`].
        Makruk = "Makruk",
    }
}

impl Variant {
    /// Returns the rules of the game.
    pub(crate) const fn rules(self) -> &'static RuleSet {
        match self {
            Variant::Chess => chess::RULES,
            Variant::Makruk => makruk::RULES,
        }
    }

    /// Returns the name of a piece in this game.
    #[must_use]
    #[inline(never)]
    pub const fn piece_name(self, role: Role) -> &'static str {
        self.rules().words.pieces[role.index()]
    }
}

/// The rules of a game in one table. Each game writes out every entry; [`Rules`] says what an entry means.
#[derive(Debug)]
pub struct RuleSet {
    pub(crate) roles: &'static [Role],
    pub(crate) pawns: &'static PawnRules,
    pub(crate) castling: bool,
    pub(crate) counting: bool,
    pub(crate) claims: &'static [Claim],
    pub(crate) move_limit: Option<(u32, DrawReason)>,
    /// The number of occurrences of a position that draws the game without a claim, and the name of the draw.
    pub(crate) repetition_limit: (u32, DrawReason),
    pub(crate) material_draws: bool,
    pub(crate) words: Words,
}

/// The rules for pawns: a table that small programs keep without the rest.
#[derive(Debug)]
pub(crate) struct PawnRules {
    pub(crate) promotion_rank: Rank,
    pub(crate) promotions: &'static [Role],
    /// The relative rank from which a pawn may make a double step.
    pub(crate) double_step: Option<Rank>,
}

/// The words of a game.
#[derive(Debug)]
pub(crate) struct Words {
    /// The names of the pieces by role. A role of another game has its name there.
    pieces: [&'static str; Role::COUNT],
    /// The ending of the plural.
    pub(crate) plural: &'static str,
    /// The rule of promotion as a sentence.
    pub(crate) promotion: &'static str,
}

/// The rules of one game. The trait is sealed: its only types are [`ChessRules`] and [`MakrukRules`].
pub trait Rules: sealed::Sealed + Copy + Debug + Eq + Hash + Send + Sync + 'static {
    /// The state of a position besides pieces, turn and clocks.
    type State: Copy + Debug + Default + Eq + Hash + Send + Sync;

    /// The game. (A `const fn` matches on it, since it cannot call trait functions.)
    const GAME: Variant;

    /// The start position of the game.
    const START: Setup<Self>;

    /// The rules of the game in one table. The constants below show its entries.
    #[doc(hidden)]
    const RULES: &'static RuleSet = Self::GAME.rules();

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
    const NAME: &'static str = Self::GAME.as_str();
    /// The roles of the game, the king last.
    const ROLES: &'static [Role] = Self::RULES.roles;
    /// The relative rank from which on a pawn promotes.
    const PROMOTION_RANK: Rank = Self::RULES.pawns.promotion_rank;
    /// The roles that a pawn may promote to.
    const PROMOTIONS: &'static [Role] = Self::RULES.pawns.promotions;
    /// `true` if a pawn on its second rank may make a double step.
    const DOUBLE_STEP: bool = Self::RULES.pawns.double_step.is_some();
    /// `true` if king and rook may castle.
    const CASTLING: bool = Self::RULES.castling;
    /// `true` if the game counts moves towards a draw after the last pawn has gone.
    const COUNTING: bool = Self::RULES.counting;
    /// The draws that a player may claim.
    const CLAIMS: &'static [Claim] = Self::RULES.claims;
    /// The number of plies without a capture or pawn move that draws the game without a claim, and the name of the draw; `None` if
    /// there is no such rule.
    const MOVE_LIMIT: Option<(u32, DrawReason)> = Self::RULES.move_limit;
    /// `true` if the game is drawn as soon as neither side can mate.
    const MATERIAL_DRAWS: bool = Self::RULES.material_draws;

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
    fn special_outcome(board: &Board0x88, turn: Color, state: &Self::State, mated: bool) -> Option<Outcome>;
}

/// The rules of chess, for [`Chess`](crate::Chess).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChessRules {}

/// The rules of Makruk, for [`Makruk`](crate::Makruk).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MakrukRules {}

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
    const MAKRUK_LEAPERS: bool = contains(R::ROLES, Role::Met) || contains(R::ROLES, Role::Khon);
}

/// `roles.contains(&role)`, for a `const fn`.
const fn contains(roles: &[Role], role: Role) -> bool {
    let mut n = 0;
    while n < roles.len() {
        if roles[n] as u8 == role as u8 {
            return true;
        }
        n += 1;
    }
    false
}

impl PawnRules {
    /// Returns `true` if a pawn of this colour promotes on a square.
    #[inline]
    pub(crate) fn promotes(&self, color: Color, to: Square) -> bool {
        color.relative_rank(to.rank()) >= self.promotion_rank
    }
}

/// The squares on which a pawn of this colour promotes: the promotion rank and all ranks beyond.
#[inline]
pub(crate) const fn promotion_zone<R: Rules>(color: Color) -> u64 {
    let (mut zone, mut n) = (0, R::PROMOTION_RANK as usize);
    while n < Rank::COUNT {
        zone |= color.relative_rank(Rank::ALL[n]).squares().bits();
        n += 1;
    }
    zone
}

/// The first and the eighth rank, where no pawn can stand.
const BACK_RANKS: SquareSet = SquareSet::from_bits(Rank::First.squares().bits() | Rank::Eighth.squares().bits());

const fn is_back_rank(square: Square) -> bool {
    matches!(square.rank(), Rank::First | Rank::Eighth)
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

//! The rules of Makruk: its setup, its promotion and its two counts.
//!
//! The moves need no code here: Met and Khon are unions of movement atoms (see `geometry/reach.rs`), and a Bia is a pawn without a
//! double step that promotes on the sixth rank. Only Makruk has the *count*, which ends a game without Bia. [The
//! guide](crate::makruk) explains it to players.
//!
//! The count is kept in plies, as in Fairy-Stockfish, so that all numbers can be compared with this reference:
//!
//! ```text
//!    N = pieces on the board, both Khun included          limit (side) = 64 moves if the side is not bare, else by the
//!    bare = only the Khun is left                         opponent's pieces; none if a Bia is on the board or the
//!                                                         opponent is bare
//!    after each move, by `us`, `them` to move now:
//!    1  a running count grows by one
//!    2  a bare Khun took the last Bia:    pieces' honour for us, at 2N - 1 (this move is its N-th)
//!    3  no count runs, or material has
//!       changed and they are bare:        they are bare: pieces' honour for them, at 2N
//!                                         else:          board's honour for them, at 0
//! ```
//!
//! Nothing else changes a limit, and only the counting side can stop a count. No rule "freezes" the limit after a later capture:
//! steps 2 and 3 do not change it.
//!
//! Sources: those of the guide; and Fairy-Stockfish, the reference implementation. All numbers in
//! `tests/it/makruk_counting.rs` come from its runs.

use core::fmt;

use super::setup::arrayed;
use super::{
    CastlingRights, DrawReason, MakrukRules, Outcome, Parts, PawnRules, Played, RuleSet, Rules, Setup, Variant, Words,
    sealed,
};
use crate::board::Board0x88;
use crate::geometry::{Rank, Square, SquareSet};
use crate::name::{errors, named};
use crate::piece::{Color, Piece, Role};

/// The state of a Makruk position that the board does not show.
///
/// ```
/// use chess0x88::Makruk;
/// assert_eq!(Makruk::startpos().to_setup().state.count, None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct MakrukState {
    /// The running count.
    pub count: Option<Count>,
    /// `true` if a side has stopped its board's honour count. Then no count starts automatically.
    pub stopped: bool,
}

impl MakrukState {
    #[inline]
    pub(crate) const fn from_parts(parts: Parts) -> MakrukState {
        MakrukState { count: parts.count, stopped: parts.stopped }
    }
}

named! {
    /// One of Makruk's two counts.
    #[repr(u8)]
    pub enum Honour {
        /// No Bia is on the board and neither side is bare. The other side must mate within 64 moves of the counting side.
        Board = "board's honour",
        /// One side has only its Khun. The other side must mate within a number of moves that depends on its pieces.
        Pieces = "pieces' honour",
    }
}

/// A running count: the side that counts, the first number, the plies so far, and the limit.
///
/// Players count aloud the moves of the counting side. This count is in plies, two per move, because a game ends right after the
/// counting side's move. The number is even when the counting side is to move.
///
/// ```
/// use chess0x88::makruk::Honour;
/// use chess0x88::{Color, Makruk, makruk};
/// let mut position: Makruk = "8/8/4k3/r7/8/2K2R2/8/R7 w - - 0 40".parse()?;
/// position.play(position.parse_uci("a1a5")?)?;
/// let count = makruk::count(&position).expect("Black has been bared");
/// assert_eq!(
///     (count.honour, count.side, count.plies, count.limit),
///     (Honour::Pieces, Color::Black, 8, 16)
/// );
/// assert_eq!(count.to_string(), "pieces' honour: Black has counted 4 of 8");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Count {
    /// The kind of count.
    pub honour: Honour,
    /// The counting side, which claims the draw.
    pub side: Color,
    /// The number that the counting side says with its first move. In board's honour it is 1. In pieces' honour it is the number of
    /// pieces on the board plus 1, or that number if the counting side captured the last Bia with that move. (A FEN does not hold
    /// it.)
    pub first: u32,
    /// The plies counted so far. The number saturates.
    pub plies: u32,
    /// The last ply before the draw, at least 1. The game is drawn on the next ply.
    pub limit: u32,
    /// `true` if the side counts by its own choice ([`makruk::start_counting`](crate::makruk::start_counting)). Such a side cannot
    /// win by mate while it counts.
    pub by_choice: bool,
}

impl Count {
    /// The last number that the counting side has said: before its first move, its first number minus 1.
    #[must_use]
    pub const fn moves(&self) -> u32 {
        self.plies.div_ceil(2)
    }

    /// The last number before the draw.
    pub(crate) const fn limit_moves(&self) -> u32 {
        self.limit.div_ceil(2)
    }

    /// Returns `true` if the count has passed its limit.
    #[must_use]
    pub const fn is_exceeded(&self) -> bool {
        self.plies > self.limit
    }

    /// Board's honour for the side to move, with nothing counted yet.
    pub(crate) const fn board(side: Color, by_choice: bool) -> Count {
        Count { honour: Honour::Board, side, first: 1, plies: 0, limit: 2 * BOARD_LIMIT, by_choice }
    }

    /// Builds the count of two numbers in a FEN. An even count means that the counting side is to move. A bare side means pieces'
    /// honour.
    pub(crate) const fn resumed(board: &Board0x88, turn: Color, plies: u32, limit: u32) -> Count {
        let bare = is_bare(board, Color::White) || is_bare(board, Color::Black);
        let (honour, first) = if bare { (Honour::Pieces, piece_count(board) + 1) } else { (Honour::Board, 1) };
        let side = if plies.is_multiple_of(2) { turn } else { turn.other() };
        Count { honour, side, first, plies, limit, by_choice: false }
    }
}

/// `board's honour: White has counted 3 of 64`.
impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} has counted {} of {}", self.honour, self.side, self.moves(), self.limit_moves())
    }
}

errors! {
    /// The reason why a count cannot be started or stopped.
    pub enum CountError {
        /// A Bia is on the board, so there is nothing to count.
        BiaOnBoard {
            /// The square of a Bia.
            square: Square,
        } => 170 ("there is nothing to count while a Bia stands on {square}"),
        /// One side has only its Khun, so there is no board's honour.
        Bare {
            /// The bare side.
            side: Color,
        } => 171 ("there is no board's honour to count: {side} has only its Khun"),
        /// A count is running already.
        AlreadyCounting {
            /// The side that counts.
            side: Color,
        } => 172 ("{side} is counting already"),
        /// No count is running.
        NotCounting => 173 ("neither side is counting"),
        /// Pieces' honour starts automatically and cannot be stopped.
        PiecesHonour => 174 ("pieces' honour cannot be stopped"),
        /// The wrong side wants to start or stop the count. A side starts a count when it is to move, and stops only its own count.
        WrongSide {
            /// The side that may start or stop the count.
            expected: Color,
            /// The side that asked.
            found: Color,
        } => 175 ("only {expected} can start or stop this count, not {found}"),
    }
}

/// The number of moves of board's honour.
const BOARD_LIMIT: u32 = 64;

/// Returns the number of moves that a bare Khun must survive against these pieces. The first row that fits counts.
fn pieces_limit(board: &Board0x88, stronger: Color) -> u32 {
    let number = |role| board.squares_of(Piece::new(stronger, role)).len();
    match (number(Role::Rook), number(Role::Khon), number(Role::Knight)) {
        (2.., _, _) => 8,
        (1, _, _) => 16,
        (_, 2.., _) => 22,
        (_, _, 2..) => 32,
        (_, 1, _) => 44,
        _ => 64,
    }
}

/// The squares of all Bia, of either side.
pub(crate) fn bia(board: &Board0x88) -> SquareSet {
    board.squares_of(Piece::new(Color::White, Role::Pawn)) | board.squares_of(Piece::new(Color::Black, Role::Pawn))
}

/// Returns `true` if a side has only its Khun. (A Bia counts as a piece.)
pub(crate) const fn is_bare(board: &Board0x88, side: Color) -> bool {
    board.colored(side).len() == 1
}

const fn piece_count(board: &Board0x88) -> u32 {
    board.occupied().len() as u32
}

pub(super) const RULES: &RuleSet = &RuleSet {
    roles: &[Role::Pawn, Role::Knight, Role::Khon, Role::Rook, Role::Met, Role::King],
    pawns: &PawnRules { promotion_rank: Rank::Sixth, promotions: &[Role::Met], double_step: None },
    castling: false,
    counting: true,
    claims: &[],
    move_limit: None,
    repetition_limit: (3, DrawReason::ThreefoldRepetition),
    material_draws: false,
    words: Words {
        pieces: ["Bia", "Ma", "bishop", "Rua", "queen", "Khun", "Met", "Khon"],
        plural: "",
        promotion: "Bia promote on the sixth rank, to Met",
    },
};

impl sealed::Sealed for MakrukRules {}

impl Rules for MakrukRules {
    type State = MakrukState;

    const GAME: Variant = Variant::Makruk;
    const START: Setup<MakrukRules> = start();

    #[inline]
    fn after_move(state: &mut MakrukState, played: &Played<'_>) {
        if let Some(count) = &mut state.count {
            count.plies = count.plies.saturating_add(1);
        }
        let material_changed = played.captured.is_some() || played.mv.promotion().is_some();
        // Mostly one test for Bia is enough, or none when a count runs.
        if (state.count.is_none() || material_changed) && bia(played.board).is_empty() {
            recount(state, played);
        }
    }

    fn after_null(state: &mut MakrukState) {
        if let Some(count) = &mut state.count {
            count.plies = count.plies.saturating_add(1);
        }
    }

    #[inline]
    fn parts(state: &MakrukState) -> Parts {
        Parts { castling: CastlingRights::NONE, en_passant: None, count: state.count, stopped: state.stopped }
    }

    fn from_parts(parts: Parts) -> MakrukState {
        MakrukState::from_parts(parts)
    }

    /// As in the reference implementation, for servers that decide flag falls. A Rua or a Khon is enough. A Ma needs one more piece
    /// of either side that takes a square from the Khun. A Bia becomes at best a Met, and needs one more piece too. A Met needs one
    /// more piece that is not a Met on the same colour of squares.
    fn has_insufficient_material(board: &Board0x88, color: Color) -> bool {
        let bitboards = board.bitboards();
        let own = bitboards.side::<MakrukRules>(color);
        if own.majors() != 0 {
            return false;
        }
        // After an illegal unchecked move a Khun may be missing.
        let pieces = board.occupied() - bitboards.role(Role::King);
        if own.knights | own.pawns != 0 {
            return pieces.len() == 1;
        }
        let met = bitboards.role(Role::Met);
        let on_light = met & SquareSet::LIGHT;
        own.mets == 0 || pieces == met && (on_light.is_empty() || on_light == met)
    }

    fn special_outcome(_: &Board0x88, turn: Color, state: &MakrukState, mated: bool) -> Option<Outcome> {
        let count = state.count?;
        let reason = match count.honour {
            _ if mated && count.by_choice && count.side != turn => DrawReason::MateWhileCounting,
            _ if mated || !count.is_exceeded() => return None,
            Honour::Board => DrawReason::BoardHonour,
            Honour::Pieces => DrawReason::PiecesHonour,
        };
        Some(Outcome::Draw(reason))
    }
}

impl<R: Rules> Setup<R> {
    /// Sets the count of Makruk. Games without a count ignore this.
    ///
    /// ```
    /// use chess0x88::{MakrukRules, Setup, makruk};
    /// let mut setup: Setup<MakrukRules> = "8/3k4/6M~1/2K1S3/8/8/8/8 b - 88 8 1".parse()?;
    /// assert_eq!(makruk::count(&setup.to_position()?).unwrap().moves(), 4);
    /// setup.set_count(None);
    /// assert_eq!(makruk::count(&setup.to_position()?), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn set_count(&mut self, count: Option<Count>) {
        self.state = R::from_parts(Parts { count, ..R::parts(&self.state) });
    }
}

/// The start position of both sides. Black's array is White's rotated by 180 degrees: each Khun faces the enemy's Met.
const fn start() -> Setup<MakrukRules> {
    use Role::{Khon, King, Knight, Met, Rook};
    let (white, black) =
        ([Rook, Knight, Khon, King, Met, Khon, Knight, Rook], [Rook, Knight, Khon, Met, King, Khon, Knight, Rook]);
    let state = MakrukState { count: None, stopped: false };
    let board = arrayed(white, black, Rank::Third);
    Setup { board, turn: Color::White, state, halfmove_clock: 0, fullmove_number: 1 }
}

/// Steps 2 and 3 of the count, on a board without Bia, if no count runs or material has changed.
fn recount(state: &mut MakrukState, played: &Played<'_>) {
    let (board, us) = (played.board, played.color);
    let bare = |side| is_bare(board, side);
    let pieces_honour = |side: Color, first, plies| Count {
        honour: Honour::Pieces,
        side,
        first,
        plies,
        limit: 2 * pieces_limit(board, !side),
        by_choice: false,
    };
    let took_bia = played.captured.is_some_and(|piece| piece.role() == Role::Pawn);
    let pieces = piece_count(board);
    let next = if bare(us) {
        if !took_bia || bare(!us) {
            return;
        }
        pieces_honour(us, pieces, 2 * pieces - 1)
    } else if bare(!us) {
        pieces_honour(!us, pieces + 1, 2 * pieces)
    } else {
        if state.count.is_some() || state.stopped {
            return;
        }
        Count::board(!us, false)
    };
    *state = MakrukState { count: Some(next), stopped: false };
}

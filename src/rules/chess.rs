//! The rules of chess. Chess960 is the same game with 959 other starts.
//!
//! Source: FIDE Laws of Chess, articles 3 and 9, Guidelines II.

use super::castling::outermost_rook;
use super::kinds::{LIGHT_BISHOP, bit, kinds_of};
use super::setup::arrayed;
use super::{
    CastlingRights, ChessRules, Claim, DrawReason, Outcome, Parts, PawnRules, Played, RuleSet, Rules, Setup, Variant,
    Words, sealed,
};
use crate::board::Board0x88;
use crate::geometry::{File, Rank, Square, SquareSet};
use crate::moves::{CastlingSide, DOUBLE_STEP_FROM, MoveKind, ahead};
use crate::piece::{Color, Piece, Role};

/// The state of a chess position that the board does not show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ChessState {
    /// The rooks that may still castle.
    pub castling: CastlingRights,
    /// The square that the last double step passed. A capture there need not be possible.
    pub en_passant: Option<Square>,
}

impl ChessState {
    #[inline]
    pub(crate) const fn from_parts(parts: Parts) -> ChessState {
        ChessState { castling: parts.castling, en_passant: parts.en_passant }
    }
}

/// The number of the standard start in Chess960.
pub(crate) const STANDARD_START: u16 = 518;

pub(super) const RULES: &RuleSet = &RuleSet {
    roles: &[Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King],
    pawns: &PawnRules {
        promotion_rank: Rank::Eighth,
        promotions: &[Role::Queen, Role::Rook, Role::Bishop, Role::Knight],
        double_step: Some(DOUBLE_STEP_FROM),
    },
    castling: true,
    counting: false,
    claims: &[Claim::FiftyMoves, Claim::ThreefoldRepetition],
    move_limit: Some((150, DrawReason::SeventyFiveMoves)),
    repetition_limit: (5, DrawReason::FivefoldRepetition),
    material_draws: true,
    words: Words {
        pieces: ["pawn", "knight", "bishop", "rook", "queen", "king", "Met", "Khon"],
        plural: "s",
        promotion: "pawns promote on the last rank, to queen, rook, bishop or knight",
    },
};

impl sealed::Sealed for ChessRules {}

impl Rules for ChessRules {
    type State = ChessState;

    const GAME: Variant = Variant::Chess;
    const START: Setup<ChessRules> = chess960_start(STANDARD_START);

    #[inline]
    fn after_move(state: &mut ChessState, played: &Played<'_>) {
        state.en_passant = match played.mv.kind() {
            MoveKind::DoubleStep => ahead(played.color, played.mv.from()),
            _ => None,
        };
        state.castling.lose_by(played.color, played.mv, played.piece, played.captured);
    }

    fn after_null(state: &mut ChessState) {
        state.en_passant = None;
    }

    #[inline]
    fn parts(state: &ChessState) -> Parts {
        Parts { castling: state.castling, en_passant: state.en_passant, count: None, stopped: false }
    }

    fn from_parts(parts: Parts) -> ChessState {
        ChessState::from_parts(parts)
    }

    #[inline]
    fn has_insufficient_material(board: &Board0x88, color: Color) -> bool {
        const KING: u32 = bit(Role::King as usize);
        const QUEEN: u32 = bit(Role::Queen as usize);
        const KNIGHT: u32 = bit(Role::Knight as usize);
        const PAWN: u32 = bit(Role::Pawn as usize);
        const BISHOPS: u32 = bit(Role::Bishop as usize) | bit(LIGHT_BISHOP);
        // A pawn may become a queen. Nearly always there is a pawn, and the function ends here.
        if !board.squares_of(Piece::new(color, Role::Pawn)).is_empty() {
            return false;
        }
        let (us, number) = kinds_of(board, color);
        if us & !(KING | KNIGHT | BISHOPS) != 0 {
            return false;
        }
        let (them, _) = kinds_of(board, !color);
        if us & KNIGHT != 0 {
            // A lone knight can mate only a king that is blocked by its own pieces. A queen can always move away or capture.
            return number == 2 && them & !(KING | QUEEN) == 0;
        }
        // Bishops of one square colour never attack squares of the other colour. A mate then needs another piece to block a square
        // of the other colour beside the king.
        let one_color = (us | them) & BISHOPS != BISHOPS;
        us & BISHOPS == 0 || one_color && them & (PAWN | KNIGHT) == 0
    }

    fn special_outcome(_: &Board0x88, _: Color, _: &ChessState, _: bool) -> Option<Outcome> {
        None
    }
}

/// Builds one of the 960 starts by Scharnagl's number, modulo 960.
///
/// The number is a mixed-radix code: the light-square bishop, the dark-square bishop, the queen among the six squares left, and the
/// pair of knights among the five squares left. Rook, king and rook fill the rest in this order.
pub(crate) const fn chess960_start(number: u16) -> Setup<ChessRules> {
    let number = (number % 960) as usize;
    let (light, dark, queen, knights) = (number % 4, number / 4 % 4, number / 16 % 6, number / 96);
    // Rooks and king fill the squares left over.
    let mut rank = [Role::King; 8];
    rank[2 * light + 1] = Role::Bishop;
    rank[2 * dark] = Role::Bishop;
    rank = place(rank, queen, Role::Queen);
    let (first, second) = KNIGHT_PAIRS[knights];
    rank = place(rank, second, Role::Knight);
    rank = place(rank, first, Role::Knight);
    rank = place(rank, 2, Role::Rook);
    rank = place(rank, 0, Role::Rook);

    let (board, mut castling) = (arrayed(rank, rank, DOUBLE_STEP_FROM), CastlingRights::NONE);
    let mut n = 0;
    while n < 4 {
        let (color, side) = (Color::ALL[n / 2], CastlingSide::ALL[n % 2]);
        castling.set(color, side, outermost_rook(&board, color, side));
        n += 1;
    }
    let state = ChessState { castling, en_passant: None };
    Setup { board, turn: Color::White, state, halfmove_clock: 0, fullmove_number: 1 }
}

/// Returns the number of the start with White's first rank, by the inverse of [`chess960_start`]. The rest of the board and the
/// order of king and rooks are not tested.
pub(crate) fn chess960_number(board: &Board0x88) -> Option<u16> {
    let home = |role| board.squares_of(Piece::new(Color::White, role)) & Rank::First.squares();
    let place = |square: Square, taken: SquareSet| {
        let before = File::ALL.into_iter().take(square.file().index()).map(|file| Square::new(file, Rank::First));
        before.filter(|&square| !taken.contains(square)).count()
    };
    let bishops = home(Role::Bishop);
    let light = (bishops & SquareSet::LIGHT).first()?.file().index() / 2;
    let dark = (bishops - SquareSet::LIGHT).first()?.file().index() / 2;
    let queen = place(home(Role::Queen).first()?, bishops);
    let knights = [home(Role::Knight).first()?, home(Role::Knight).last()?];
    let pair = knights.map(|knight| place(knight, bishops | home(Role::Queen)));
    let knights = KNIGHT_PAIRS.iter().position(|&(first, second)| [first, second] == pair)?;
    Some((light + 4 * (dark + 4 * (queen + 6 * knights))) as u16)
}

/// The ten pairs of five squares in order.
const KNIGHT_PAIRS: [(usize, usize); 10] =
    [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];

/// Puts a role on the n-th square that is free or holds the king.
const fn place(mut rank: [Role; 8], mut n: usize, role: Role) -> [Role; 8] {
    let mut at = 0;
    while at < rank.len() {
        if matches!(rank[at], Role::King) {
            if n == 0 {
                rank[at] = role;
                break;
            }
            n -= 1;
        }
        at += 1;
    }
    rank
}

/// The start position of chess, as in the default of [`Position`](crate::Position). [`Setup::empty`] has an empty board.
///
/// Only chess has a default: with one for each game, `Setup::default()` would need a type annotation.
///
/// ```
/// use chess0x88::{Chess, Setup};
/// let setup = Setup::default();
/// assert_eq!(setup, Chess::startpos().to_setup());
/// ```
impl Default for Setup {
    fn default() -> Setup {
        ChessRules::START
    }
}

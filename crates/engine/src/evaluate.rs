//! The static evaluation of a position, in hundredths of a pawn, for the side to move.
//!
//! Each piece has a value, and a bonus for its square. A king belongs in a corner while there are queens, and in the middle when
//! they are gone. So there are two sums, one for the *middle* game and one for the *end* game. The evaluation moves from one to
//! the other as pieces leave the board (CPW, "Tapered Eval").
//!
//! A move changes few squares, so the search updates the sums in a [`Tally`] with each move. At a leaf only a multiplication is
//! left.
//!
//! The pieces of Makruk are slow, and their mobility matters much: there the number of moves counts too.

#![expect(clippy::cast_possible_wrap, reason = "lines and moves are few")]

pub mod activity;

use chess0x88::offsets::Difference;
use chess0x88::see::PieceValues;
use chess0x88::{ChessRules, Color, MakrukRules, Move, Piece, Position, Role, Rules, Square, makruk};

/// The value of having the move.
const TEMPO: i32 = 25;
/// The largest evaluation. Scores above it are mates, even if a setup has many queens.
const MOST: i32 = 30_000;

/// The values of the two phases: middle game, then end game.
type Pair = [i16; 2];

/// The sums for the middle game and for the end game.
type Sums = [i32; 2];

/// The value of one kind of piece on each square: ranks one to four in the middle game, ranks five to eight in the middle game,
/// then the same for the end game. A rank is four numbers, from the edge of the board to its middle, since left and right are
/// equal.
type Worth = [[i16; 16]; 4];

const NOTHING: Worth = [[0; 16]; 4];

/// The value of every role on every square, for White.
pub type Worths = [[Pair; Square::COUNT]; Role::COUNT];

const fn spread(roles: &[Worth; Role::COUNT]) -> Worths {
    let mut table = [[[0; 2]; Square::COUNT]; Role::COUNT];
    let mut at = 0;
    while at < Role::COUNT * Square::COUNT {
        let (role, square) = (at / Square::COUNT, at % Square::COUNT);
        let (half, file) = (square / 32, square % 8);
        let place = square / 8 % 4 * 4 + if file < 4 { file } else { 7 - file };
        table[role][square] = [roles[role][half][place], roles[role][2 + half][place]];
        at += 1;
    }
    table
}

/// The facts of a game that the engine needs. The library has all others.
pub trait Play: Rules {
    /// The values of the pieces, by [`Role::index`].
    const WORTHS: &'static Worths;
    /// The weights of the pieces in the phase of the game, by [`Role::index`].
    const PHASES: [i32; Role::COUNT];
    /// The weight of all pieces at the start of the game.
    const PHASE: i32;
    /// The values for exchanges.
    const VALUES: PieceValues;

    /// Evaluates everything but the pieces and their squares, for White.
    fn other(position: &Position<Self>) -> Sums;
}

impl Play for ChessRules {
    const WORTHS: &'static Worths = &spread(&[
        // Pawn, knight, bishop, rook, queen, king, and Makruk's two.
        [
            [0, 0, 0, 0, 83, 99, 92, 77, 88, 94, 96, 84, 89, 89, 108, 107],
            [104, 106, 113, 120, 119, 107, 109, 117, 137, 114, 103, 98, 0, 0, 0, 0],
            [0, 0, 0, 0, 90, 94, 104, 112, 84, 87, 95, 96, 95, 100, 91, 93],
            [98, 103, 96, 91, 103, 129, 116, 116, 94, 123, 117, 124, 0, 0, 0, 0],
        ],
        [
            [275, 305, 306, 317, 307, 327, 319, 337, 310, 331, 334, 344, 327, 335, 350, 344],
            [330, 346, 348, 358, 305, 335, 339, 345, 293, 279, 313, 316, 222, 253, 274, 294],
            [327, 329, 335, 332, 335, 345, 324, 329, 323, 336, 335, 339, 331, 342, 333, 346],
            [318, 325, 349, 350, 332, 313, 338, 330, 334, 337, 345, 344, 323, 326, 341, 337],
        ],
        [
            [320, 322, 305, 306, 324, 330, 325, 324, 311, 331, 335, 318, 306, 320, 323, 328],
            [326, 328, 329, 331, 312, 324, 326, 330, 269, 282, 302, 300, 265, 262, 283, 273],
            [346, 335, 346, 343, 349, 332, 337, 343, 354, 349, 344, 353, 339, 343, 357, 344],
            [331, 351, 342, 349, 339, 342, 352, 342, 360, 361, 356, 349, 378, 355, 352, 354],
        ],
        [
            [426, 427, 449, 452, 402, 426, 436, 437, 412, 430, 432, 423, 419, 416, 435, 432],
            [426, 428, 435, 458, 434, 445, 458, 448, 449, 452, 470, 473, 434, 452, 446, 441],
            [529, 530, 520, 519, 530, 522, 514, 527, 543, 541, 539, 541, 537, 546, 549, 544],
            [556, 558, 555, 542, 558, 554, 547, 543, 547, 546, 541, 539, 557, 548, 553, 549],
        ],
        [
            [970, 968, 967, 970, 966, 974, 986, 982, 967, 972, 971, 967, 968, 968, 969, 967],
            [979, 976, 977, 965, 970, 971, 975, 968, 975, 959, 976, 953, 952, 970, 989, 979],
            [854, 859, 857, 848, 860, 851, 841, 846, 884, 887, 898, 892, 896, 910, 911, 921],
            [897, 909, 916, 937, 898, 898, 913, 925, 886, 889, 902, 910, 888, 908, 887, 891],
        ],
        [
            [6, 30, 0, 5, 10, 0, -17, -35, -18, 0, -20, -48, -64, -32, -25, -43],
            [-47, -50, -22, -13, -44, -36, -17, -22, -44, -27, -24, -36, -31, -35, -56, -70],
            [-24, -38, -26, -33, -15, -3, 7, 8, -6, -4, 7, 19, 1, 12, 14, 13],
            [-2, 22, 16, 9, 2, 18, 11, 15, 25, 35, 28, 22, 0, -13, -24, -3],
        ],
        NOTHING,
        NOTHING,
    ]);
    const PHASES: [i32; Role::COUNT] = [0, 1, 1, 2, 4, 0, 0, 0];
    const PHASE: i32 = 24;
    const VALUES: PieceValues =
        PieceValues { pawn: 100, knight: 320, bishop: 330, rook: 500, queen: 950, met: 0, khon: 0 };

    fn other(position: &Position<Self>) -> Sums {
        activity::activity(position)
    }
}

impl Play for MakrukRules {
    const WORTHS: &'static Worths = &spread(&[
        // The Bia starts on the third rank and becomes a Met on the sixth.
        [
            [79, 85, 89, 91, 79, 89, 93, 95, 79, 89, 97, 99, 83, 93, 101, 107],
            [101, 111, 119, 125, 79, 89, 97, 99, 79, 89, 93, 95, 79, 85, 89, 91],
            [90, 90, 92, 94, 90, 92, 94, 96, 90, 92, 96, 98, 102, 104, 108, 112],
            [130, 132, 136, 140, 90, 92, 96, 98, 90, 92, 94, 96, 90, 90, 92, 94],
        ],
        [
            [278, 290, 298, 300, 286, 304, 312, 314, 296, 314, 328, 330, 304, 322, 336, 344],
            [308, 326, 340, 348, 304, 322, 336, 338, 294, 312, 320, 322, 278, 290, 298, 300],
            [294, 302, 308, 310, 302, 316, 322, 324, 310, 324, 336, 338, 316, 330, 342, 350],
            [316, 330, 342, 350, 314, 328, 340, 342, 306, 320, 326, 328, 296, 304, 310, 312],
        ],
        NOTHING,
        [
            [516, 520, 523, 525, 516, 520, 523, 525, 516, 520, 523, 525, 516, 520, 523, 525],
            [520, 524, 527, 529, 524, 528, 531, 533, 528, 532, 535, 537, 524, 528, 531, 533],
            [560, 560, 560, 560, 560, 560, 560, 560, 560, 560, 560, 560, 562, 562, 562, 562],
            [564, 564, 564, 564, 566, 566, 566, 566, 566, 566, 566, 566, 564, 564, 564, 564],
        ],
        NOTHING,
        [
            [-12, 4, 8, 8, -6, 10, 14, 14, -16, 0, 4, 4, -30, -14, -10, -10],
            [-36, -20, -16, -16, -40, -24, -20, -20, -46, -30, -26, -26, -56, -40, -36, -36],
            [-76, -48, -34, -28, -48, -10, 4, 10, -32, 6, 30, 36, -24, 14, 38, 54],
            [-22, 16, 40, 56, -26, 12, 36, 42, -44, -6, 8, 14, -72, -44, -30, -24],
        ],
        [
            [152, 160, 166, 168, 160, 172, 178, 180, 166, 178, 188, 190, 168, 180, 190, 196],
            [168, 180, 190, 196, 166, 178, 188, 190, 160, 172, 178, 180, 152, 160, 166, 168],
            [170, 178, 182, 184, 178, 192, 196, 198, 182, 196, 206, 208, 186, 200, 210, 218],
            [188, 202, 212, 220, 186, 200, 210, 212, 180, 194, 198, 200, 172, 180, 184, 186],
        ],
        // Pieces that step straight ahead should advance, since they cannot step straight back.
        [
            [233, 243, 249, 251, 241, 255, 261, 263, 249, 263, 273, 275, 253, 267, 277, 283],
            [255, 269, 279, 285, 251, 265, 275, 277, 243, 257, 263, 265, 233, 243, 249, 251],
            [255, 263, 267, 269, 263, 277, 281, 283, 269, 283, 293, 295, 273, 287, 297, 305],
            [275, 289, 299, 307, 271, 285, 295, 297, 265, 279, 283, 285, 255, 263, 267, 269],
        ],
    ]);
    const PHASES: [i32; Role::COUNT] = [0, 2, 0, 4, 0, 0, 1, 2];
    const PHASE: i32 = 34;
    const VALUES: PieceValues =
        PieceValues { pawn: 90, knight: 310, bishop: 0, rook: 530, queen: 0, met: 180, khon: 260 };

    fn other(position: &Position<Self>) -> Sums {
        // In check the number of moves does not show mobility, and a null move is illegal.
        let mut passed = *position;
        let Ok(_) = passed.make_null() else { return Sums::default() };
        let sign = if position.turn() == Color::White { 3 } else { -3 };
        [sign * (position.legal_move_count() as i32 - passed.legal_move_count() as i32); 2]
    }
}

/// The sums over all pieces, for White.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    sums: Sums,
    /// The phase weights of both sides, without pawns.
    phases: [i32; 2],
}

impl Tally {
    /// Adds up a whole board.
    pub fn of<R: Play>(position: &Position<R>) -> Tally {
        let mut tally = Tally::default();
        for (square, piece) in position.board().pieces() {
            tally.count::<R>(piece, square, 1);
        }
        tally
    }

    /// Returns the sums after a legal move.
    #[inline]
    pub fn after<R: Play>(mut self, position: &Position<R>, mv: Move) -> Tally {
        let Some(piece) = position.board().piece_at(mv.from()) else { return self };
        self.count::<R>(piece, mv.from(), -1);
        if let Some(castling) = mv.castling() {
            let rook = Piece::new(piece.color(), Role::Rook);
            self.count::<R>(piece, castling.king_to, 1);
            self.count::<R>(rook, castling.rook, -1);
            self.count::<R>(rook, castling.rook_to, 1);
            return self;
        }
        if let Some((square, victim)) = position.captured_piece(mv) {
            self.count::<R>(victim, square, -1);
        }
        let becomes = mv.promotion().map_or(piece, |role| Piece::new(piece.color(), role));
        self.count::<R>(becomes, mv.to(), 1);
        self
    }

    #[inline]
    fn count<R: Play>(&mut self, piece: Piece, square: Square, times: i32) {
        let sign = if piece.color() == Color::White { times } else { -times };
        let [middle, end] = worths::<R>(piece, square);
        self.sums[0] += sign * i32::from(middle);
        self.sums[1] += sign * i32::from(end);
        self.phases[piece.color().index()] += times * R::PHASES[piece.role().index()];
    }

    /// Returns `true` if a side has a piece other than king and pawns.
    pub fn has_pieces(&self, side: Color) -> bool {
        self.phases[side.index()] > 0
    }
}

/// Returns the value of a piece on its square, for its own side.
#[inline]
fn worths<R: Play>(piece: Piece, square: Square) -> Pair {
    let square = if piece.color() == Color::White { square } else { square.flip_rank() };
    R::WORTHS[piece.role().index()][square.index()]
}

/// Returns the largest gain from capturing a piece.
#[inline]
pub fn worth<R: Play>(piece: Piece, square: Square) -> i32 {
    let [middle, end] = worths::<R>(piece, square);
    middle.max(end).into()
}

/// Evaluates the position for the side to move.
pub fn evaluate<R: Play>(position: &Position<R>, tally: &Tally) -> i32 {
    let phase = (tally.phases[0] + tally.phases[1]).min(R::PHASE);
    // With so few pieces neither side may be able to win.
    if R::MATERIAL_DRAWS && phase <= 2 && position.is_insufficient_material() {
        return 0;
    }
    let other = R::other(position);
    let (middle, end) = (tally.sums[0] + other[0], tally.sums[1] + other[1]);
    let mut white = (middle * phase + end * (R::PHASE - phase)) / R::PHASE;
    // Against a lone king the other king must come near.
    let (stronger, sign) = if white > 0 { (Color::White, 1) } else { (Color::Black, -1) };
    if white.abs() > 150 && !tally.has_pieces(!stronger) {
        let apart = Difference::between(position.king(stronger), position.king(!stronger)).manhattan();
        white += sign * 5 * (14 - i32::from(apart));
    }
    let own = if position.turn() == Color::White { white } else { -white };
    let score = (own + TEMPO).clamp(-MOST, MOST);
    // While a count runs, the advantage shrinks with the moves that are left.
    match makruk::count(position) {
        Some(count) => {
            let left = i64::from(count.limit.saturating_sub(count.plies));
            (i64::from(score) * (left + 8) / (i64::from(count.limit) + 8)) as i32
        }
        None => score,
    }
}

/// A random error of the evaluation, for weaker play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blur {
    /// The largest error, in hundredths of a pawn.
    pub most: i32,
    /// Equal seeds give equal errors.
    pub seed: u64,
}

impl Blur {
    /// Adds the error to a score. `key` is that of the position.
    pub fn see(self, score: i32, key: u64) -> i32 {
        // The upper half of the product is in 0..=2 * most, uniformly.
        let share = u128::from(mix(key ^ self.seed)) * (2 * i128::from(self.most) + 1).unsigned_abs();
        (score + (share >> 64) as i32 - self.most).clamp(-MOST, MOST)
    }
}

/// Mixes the bits of a number (the last step of the generator `SplitMix64`).
pub fn mix(mut bits: u64) -> u64 {
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}

//! What the pieces of chess do where they stand.
//!
//! A table of squares cannot see that a bishop is shut in, that a pawn has nothing before it, or that a king has no cover. So three
//! things are looked at anew in each position:
//!
//! - *Mobility*: how many squares a piece attacks that are neither its own side's nor held by an enemy pawn.
//! - *King safety*: how many attacks there are on the squares around a king. The more, the more each counts.
//! - *Pawns*: passed, doubled, isolated, covered; and rooks on files without pawns.
//!
//! Sets of squares are numbers of 64 bits here, a1 the lowest. Those of Black are turned upside down, so that forward is the
//! same for both (CPW, "Mobility", "King Safety", "Passed Pawn").

use chess0x88::{ChessRules, Color, Piece, Position, Role, SquareSet};

use super::Sums;

const A_FILE: u64 = 0x0101_0101_0101_0101;
const NOT_A: u64 = !A_FILE;
const NOT_H: u64 = !(A_FILE << 7);

/// What the moves of a piece are worth.
struct Freedom {
    role: Role,
    /// How many squares such a piece usually attacks, and what each more is worth in the middle game and in the end.
    usual: i32,
    square: [i32; 2],
    /// What an attack on a square beside the enemy king weighs.
    attack: i32,
}

const FREEDOMS: [Freedom; 4] = [
    Freedom { role: Role::Knight, usual: 4, square: [4, 4], attack: 2 },
    Freedom { role: Role::Bishop, usual: 6, square: [4, 4], attack: 2 },
    Freedom { role: Role::Rook, usual: 7, square: [2, 4], attack: 3 },
    Freedom { role: Role::Queen, usual: 13, square: [1, 3], attack: 4 },
];

/// What a pair of bishops is worth: each lacks what the other has.
const BISHOPS: [i32; 2] = [25, 40];
/// A rook on a file without own pawns, and on one without any.
const HALF_OPEN: [i32; 2] = [12, 6];
const OPEN: [i32; 2] = [14, 4];
/// A passed pawn, by its rank; and what the end game adds where nothing stands in front of it.
const PASSED: [[i32; 8]; 2] = [[0, 0, 0, 8, 20, 40, 60, 0], [0, 8, 12, 25, 45, 75, 110, 0]];
const FREE: [i32; 8] = [0, 0, 2, 6, 14, 26, 40, 0];
const DOUBLED: [i32; 2] = [-8, -18];
const ISOLATED: [i32; 2] = [-12, -12];
const COVERED: [i32; 2] = [7, 4];
/// A pawn before its king, on the second or third rank.
const SHIELD: i32 = 9;

/// What is done on both sides, from White's.
pub(super) fn activity(position: &Position<ChessRules>) -> Sums {
    let [white, black] = [Color::White, Color::Black].map(|side| one_side(position, side));
    [white[0] - black[0], white[1] - black[1]]
}

fn one_side(position: &Position<ChessRules>, us: Color) -> Sums {
    let board = position.board();
    let of = |color, role| board.squares_of(Piece::new(color, role));
    let turned = |bits: u64| if us == Color::White { bits } else { bits.swap_bytes() };
    let (pawns, theirs) = (of(us, Role::Pawn).bits(), of(!us, Role::Pawn).bits());
    let (pawns, theirs) = (turned(pawns), turned(theirs));
    let (king, enemy) = (position.king(us), position.king(!us));
    let mut sums = Sums::default();
    let mut add = |worth: [i32; 2], times: i32| {
        sums[0] += worth[0] * times;
        sums[1] += worth[1] * times;
    };

    let held = SquareSet::from_bits(turned(beside(theirs) >> 8));
    let free = !(held | board.colored(us));
    let around = Piece::new(us, Role::King).attacks(enemy, SquareSet::default());
    let (mut attackers, mut attacks) = (0, 0);
    for freedom in &FREEDOMS {
        for square in of(us, freedom.role) {
            let attacked = board.attacks(square);
            add(freedom.square, (attacked & free).len() as i32 - freedom.usual);
            let hits = (attacked & around & !held).len() as i32;
            attackers += i32::from(hits > 0);
            attacks += freedom.attack * hits;
        }
    }
    if attackers > 1 {
        add([attacks * attackers, 0], 1);
    }
    add(BISHOPS, i32::from(of(us, Role::Bishop).len() > 1));
    for rook in of(us, Role::Rook) {
        let file = A_FILE << rook.file().index();
        add(HALF_OPEN, i32::from(pawns & file == 0));
        add(OPEN, i32::from((pawns | theirs) & file == 0));
    }

    let home = turned(1 << king.index());
    let front = (home | beside(home)) << 8;
    add([SHIELD, 0], (pawns & (front | front << 8)).count_ones() as i32);
    add(DOUBLED, (pawns & forward(pawns)).count_ones() as i32);
    add(COVERED, (pawns & beside(pawns) << 8).count_ones() as i32);
    let files = forward(pawns) | pawns | backward(pawns);
    add(ISOLATED, (pawns & !beside(files)).count_ones() as i32);
    // Those that no enemy pawn is in front of, or beside the way of; of two on a file the foremost.
    let stoppers = backward(theirs);
    let mut passed = pawns & !(stoppers | beside(stoppers) | backward(pawns));
    let occupied = turned(board.occupied().bits());
    while passed != 0 {
        let pawn = passed & passed.wrapping_neg();
        passed ^= pawn;
        let rank = pawn.trailing_zeros() as usize / 8;
        add([PASSED[0][rank], PASSED[1][rank]], 1);
        add([0, FREE[rank]], i32::from(pawn << 8 & occupied == 0));
        // In the end it matters which king is nearer to the square in front of it.
        let ahead = turned(pawn << 8).trailing_zeros() as usize;
        if let Some(ahead) = chess0x88::Square::from_index(ahead).filter(|_| rank >= 3) {
            let nearer = i32::from(enemy.distance(ahead)) * 2 - i32::from(king.distance(ahead));
            add([0, nearer], rank as i32 - 2);
        }
    }
    sums
}

/// The squares to the left and right.
fn beside(bits: u64) -> u64 {
    (bits & NOT_A) >> 1 | (bits & NOT_H) << 1
}

/// All squares farther on.
fn forward(mut bits: u64) -> u64 {
    bits <<= 8;
    bits |= bits << 8;
    bits |= bits << 16;
    bits | bits << 32
}

/// All squares farther back.
fn backward(bits: u64) -> u64 {
    forward(bits.swap_bytes()).swap_bytes()
}

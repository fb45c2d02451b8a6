//! What the pieces of chess do where they stand.
//!
//! A table of squares cannot see that a bishop is shut in, that a pawn has nothing before it, or that a king has no cover. So these
//! things are counted anew in each position:
//!
//! - *Mobility*: how many squares a piece attacks that are neither its own side's nor held by an enemy pawn.
//! - *King safety*: how many attacks there are on the squares around a king, its cover of pawns, and the pawns that storm it.
//! - *Threats*: attacks on pieces that are worth more than the attacker, or that nothing defends.
//! - *Pawns*: passed, doubled, isolated, covered; and rooks on files without pawns.
//!
//! What is counted has a number, a [`WEIGHTS`] entry. `tests/engine/tune.rs` counts the same for many positions, and finds the
//! weights that come nearest to what a search says of them (CPW, "Texel's Tuning Method").
//!
//! Sets of squares are numbers of 64 bits here, a1 the lowest. Those of Black are turned upside down, so that forward is the
//! same for both (CPW, "Mobility", "King Safety", "Passed Pawn").

use chess0x88::{Board0x88, ChessRules, Color, Piece, Position, Role, Square, SquareSet};

use super::Sums;

const A_FILE: u64 = 0x0101_0101_0101_0101;
const NOT_A: u64 = !A_FILE;
const NOT_H: u64 = !(A_FILE << 7);
/// The fourth to the sixth rank.
const OUTER: u64 = 0x0000_ffff_ff00_0000;

/// The pieces other than pawn and king: how many squares each usually attacks, and what its attack on a square beside the enemy
/// king weighs.
const OFFICERS: [(Role, i32, usize); 4] =
    [(Role::Knight, 4, 2), (Role::Bishop, 6, 2), (Role::Rook, 7, 3), (Role::Queen, 13, 4)];

// What is counted. Where a name stands for several numbers in a row, the note says which.
/// By officer: each square fewer than usual; and four on, each square more.
const MOBILITY: usize = 0;
const BISHOPS: usize = 8;
/// A rook on a file without own pawns, and on one without any.
const HALF_OPEN: usize = 9;
const OPEN: usize = 10;
const DOUBLED: usize = 11;
const ISOLATED: usize = 12;
const COVERED: usize = 13;
/// Pawns side by side.
const PHALANX: usize = 14;
/// A pawn that stands before its king, on the next rank or the one after it.
const SHIELD: usize = 15;
/// A file beside the king, or its own, without own pawns.
const BARE: usize = 17;
/// An enemy pawn on such a file, two to four ranks before the king.
const STORM: usize = 18;
/// A knight or bishop, covered by a pawn, where no enemy pawn can drive it away.
const OUTPOST: usize = 19;
/// An attack by a pawn on an officer; by a knight or bishop on a rook or queen; by a rook on a queen.
const BY_PAWN: usize = 21;
const BY_MINOR: usize = 22;
const BY_ROOK: usize = 23;
/// An attack on an officer, or on a pawn, that nothing defends.
const HANGING: usize = 24;
/// A passed pawn, by its rank; one with nothing in front of it; one that a pawn covers.
const PASSED: usize = 26;
const FREE: usize = 34;
const HELPED: usize = 42;
/// The way of a king to the square before a passed pawn on the fourth rank or farther, times the pawn's rank less two:
/// the enemy's, and the own.
const FAR: usize = 43;
const NEAR: usize = 44;
/// Attacks on the squares around a king, by what they weigh together.
const DANGER: usize = 45;
const DANGERS: usize = 14;
/// How many weights there are.
pub(crate) const TERMS: usize = DANGER + DANGERS;

/// What each is worth in the middle game and in the end, in hundredths of a pawn.
const WEIGHTS: [[i16; TERMS]; 2] = [
    [
        9, 7, 6, 4, 8, -2, 8, 11, 35, 11, 30, -3, -10, 16, 8, 23, 5, -19, -8, 32, 29, 75, 56, 53, 13, 10, 0, 18, 6,
        -44, -39, 4, 39, 0, 0, -6, -18, 16, -1, -21, 42, 0, 6, -3, 4, 0, 0, 23, 26, 46, 76, 125, 64, 57, 60, 31, 7, 58,
        17,
    ],
    [
        11, 12, 9, 11, -5, -2, -2, -10, 52, 16, -21, -1, -1, 3, 5, -20, -12, -16, 5, 19, -6, 10, 9, -10, 23, 36, 0,
        -11, 11, 35, 38, 31, 28, 0, 0, 19, 17, 2, 24, 39, 53, 0, 0, 11, -7, 0, 0, 4, -9, -12, -64, -123, -57, -47, -15,
        -17, 6, 34, 16,
    ],
];

/// What is done on both sides, from White's.
pub(super) fn activity(position: &Position<ChessRules>) -> Sums {
    let mut sums = Sums::default();
    count(position, |term, times| {
        sums[0] += i32::from(WEIGHTS[0][term]) * times;
        sums[1] += i32::from(WEIGHTS[1][term]) * times;
    });
    sums
}

/// Tells each thing that is counted, and how many more times White has it than Black; some in several parts.
pub(crate) fn count(position: &Position<ChessRules>, mut add: impl FnMut(usize, i32)) {
    let mut sides = [Color::White, Color::Black].map(|us| Side::new(position, us));
    for (us, sign) in [(0, 1), (1, -1)] {
        let held = sides[1 - us].by_pawns.swap_bytes();
        sides[us]
            .officers(position, held, sides[1 - us].pawns.swap_bytes(), &mut |term, times| add(term, sign * times));
    }
    for (us, sign) in [(0, 1), (1, -1)] {
        sides[us].others(position, &sides[1 - us], &mut |term, times| add(term, sign * times));
    }
}

/// One side's pieces.
struct Side {
    us: Color,
    pawns: u64,
    /// What the pawns attack; the knights and bishops; the rooks; all pieces.
    by_pawns: u64,
    by_minors: u64,
    by_rooks: u64,
    by_all: u64,
}

impl Side {
    fn new(position: &Position<ChessRules>, us: Color) -> Side {
        let pawns = position.board().squares_of(Piece::new(us, Role::Pawn)).bits();
        let pawns = if us == Color::White { pawns } else { pawns.swap_bytes() };
        let by_pawns = beside(pawns) << 8;
        let by_king = Piece::new(us, Role::King).attacks(position.king(us), SquareSet::default());
        let mut side = Side { us, pawns, by_pawns, by_minors: 0, by_rooks: 0, by_all: 0 };
        side.by_all = by_pawns | side.turned(by_king);
        side
    }

    /// A set as this side sees the board.
    fn turned(&self, set: SquareSet) -> u64 {
        if self.us == Color::White { set.bits() } else { set.bits().swap_bytes() }
    }

    fn of(&self, board: &Board0x88, side: Color, role: Role) -> u64 {
        self.turned(board.squares_of(Piece::new(side, role)))
    }

    /// What the officers attack.
    fn officers(&mut self, position: &Position<ChessRules>, held: u64, theirs: u64, add: &mut impl FnMut(usize, i32)) {
        let board = position.board();
        // What the enemy's pawns hold or may come to hold.
        let holdable = backward(held) | held;
        let free = !(held | self.turned(board.colored(self.us)));
        let king = position.king(!self.us);
        let around = self.turned(Piece::new(self.us, Role::King).attacks(king, SquareSet::default())) & !held;
        let posts = OUTER & self.by_pawns & !holdable;
        let files = forward(self.pawns) | backward(self.pawns);
        let (mut attackers, mut weight) = (0, 0);
        for (number, (role, usual, attack)) in OFFICERS.into_iter().enumerate() {
            for square in board.squares_of(Piece::new(self.us, role)) {
                let attacked = self.turned(board.attacks(square));
                let more = (attacked & free).count_ones() as i32 - usual;
                add(MOBILITY + number + if more > 0 { 4 } else { 0 }, more);
                let hits = (attacked & around).count_ones() as usize;
                attackers += i32::from(hits > 0);
                weight += attack * hits;
                self.by_all |= attacked;
                let own = self.turned(square.into());
                match role {
                    Role::Rook => {
                        self.by_rooks |= attacked;
                        add(HALF_OPEN, i32::from(own & files == 0));
                        add(OPEN, i32::from(own & (files | forward(theirs) | backward(theirs)) == 0));
                    }
                    Role::Queen => {}
                    _ => {
                        self.by_minors |= attacked;
                        add(OUTPOST + number, i32::from(own & posts != 0));
                    }
                }
            }
        }
        if attackers > 1 {
            add(DANGER + (weight / 2).min(DANGERS - 1), 1);
        }
    }

    /// Pawns, the king's cover, and threats.
    fn others(&self, position: &Position<ChessRules>, enemy: &Side, add: &mut impl FnMut(usize, i32)) {
        let board = position.board();
        let mut count = |term, set: u64| add(term, set.count_ones() as i32);
        let [knights, bishops, rooks, queens] = OFFICERS.map(|(role, ..)| self.of(board, enemy.us, role));
        let majors = rooks | queens;
        count(BY_PAWN, (knights | bishops | majors) & self.by_pawns);
        count(BY_MINOR, majors & self.by_minors);
        count(BY_ROOK, queens & self.by_rooks);
        let hanging = self.by_all & !enemy.by_all.swap_bytes();
        let theirs = enemy.pawns.swap_bytes();
        count(HANGING, (knights | bishops | majors) & hanging);
        count(HANGING + 1, theirs & hanging);

        let pawns = self.pawns;
        let (king, enemy_king) = (position.king(self.us), position.king(enemy.us));
        let home = self.turned(king.into());
        let front = (home | beside(home)) << 8;
        count(SHIELD, pawns & front);
        count(SHIELD + 1, pawns & front << 8);
        count(STORM, theirs & (front << 8 | front << 16 | front << 24));
        let files = forward(pawns) | pawns | backward(pawns);
        let row = 0xff & (front | forward(front) | backward(front));
        count(BARE, row & !files);
        count(DOUBLED, pawns & forward(pawns));
        count(ISOLATED, pawns & !beside(files));
        count(COVERED, pawns & self.by_pawns);
        count(PHALANX, pawns & beside(pawns));
        // Those that no enemy pawn is in front of, or beside the way of; of two on a file the foremost.
        let stoppers = backward(theirs);
        let mut passed = pawns & !(stoppers | beside(stoppers) | backward(pawns));
        let occupied = self.turned(board.occupied());
        add(BISHOPS, i32::from(board.squares_of(Piece::new(self.us, Role::Bishop)).len() > 1));
        while passed != 0 {
            let pawn = passed & passed.wrapping_neg();
            passed ^= pawn;
            let rank = pawn.trailing_zeros() as usize / 8;
            add(PASSED + rank, 1);
            add(FREE + rank, i32::from(pawn << 8 & occupied == 0));
            add(HELPED, i32::from(pawn & self.by_pawns != 0));
            let ahead = if self.us == Color::White { pawn << 8 } else { (pawn << 8).swap_bytes() };
            if let Some(ahead) = Square::from_index(ahead.trailing_zeros() as usize).filter(|_| rank >= 3) {
                add(FAR, i32::from(enemy_king.distance(ahead)) * (rank as i32 - 2));
                add(NEAR, i32::from(king.distance(ahead)) * (rank as i32 - 2));
            }
        }
    }
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

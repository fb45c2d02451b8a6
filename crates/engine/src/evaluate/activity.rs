//! The activity of the pieces of chess.
//!
//! A table of squares does not show that a bishop is shut in, that a pawn has nothing before it, or that a king has no cover. So
//! these are counted in each position:
//!
//! - *Mobility*: the number of attacked squares that have no own piece and that no enemy pawn attacks.
//! - *King safety*: attacks on the squares around a king, possible checks, its cover of pawns, the pawns that
//!   storm it, and the control of the squares on its side.
//! - *Threats*: attacks on pieces that are worth more than the attacker, or that nothing defends.
//! - *Pawns*: passed, doubled, isolated, covered; and rooks on files without pawns.
//! - *Material*: the value of a piece beside other pieces, and with many or few pawns.
//!
//! Each count has a number and an entry of `WEIGHTS`. The example `tune` counts the same in many positions, and finds the
//! weights that fit the scores of a search best (CPW, "Texel's Tuning Method").
//!
//! Sets of squares are numbers of 64 bits, a1 the lowest. Those of Black are flipped, so that forward is the same for both sides
//! (CPW, "Mobility", "King Safety", "Passed Pawn", "Material").

use chess0x88::{Board0x88, ChessRules, Color, Piece, Position, Role, Square, SquareSet};

use super::Sums;

const A_FILE: u64 = 0x0101_0101_0101_0101;
const NOT_A: u64 = !A_FILE;
const NOT_H: u64 = !(A_FILE << 7);
/// The fourth to the sixth rank.
const OUTER: u64 = 0x0000_ffff_ff00_0000;

/// The pieces other than pawn and king, each with the number of its first weight for mobility, the weight of an attack on a
/// square beside the enemy king, and the weight of a check.
const OFFICERS: [(Role, usize, usize, usize); 4] =
    [(Role::Knight, 0, 2, 5), (Role::Bishop, 9, 2, 3), (Role::Rook, 23, 3, 6), (Role::Queen, 38, 4, 5)];

// The numbers of the first weight of each count. First: attacks on the squares around a king, by the sum of their weights.
const DANGER: usize = 52;
const DANGERS: usize = 16;
/// A passed pawn, by its rank; one with no piece in front of it; one whose way the enemy does not attack.
const PASSED: usize = DANGER + DANGERS;
/// The ranks from the king to the next own pawn, on its file and beside it; and to the next enemy pawn, which is free or blocked
/// by an own pawn.
const COVER: usize = PASSED + 24;
const STORM: usize = COVER + 16;
/// An officer, times the number of own pawns above five; the same with enemy pawns; and two officers of one side, by kind.
const MATERIAL: usize = STORM + 16;
const PAIRS: usize = MATERIAL + 8;
/// A check that an officer could give on a square where nothing would capture it.
const CHECK: usize = PAIRS + 10;
/// The distance of the enemy king and of the own king to the square before a passed pawn on the fourth rank or farther, times the
/// pawn's rank minus two.
const WAYS: usize = CHECK + 4;
/// Counts of squares of several kinds.
const SETS: usize = WAYS + 2;
/// The number of weights.
pub const TERMS: usize = SETS + 23;

/// The weight of each count in the middle game and in the end game, in hundredths of a pawn.
const WEIGHTS: [[i16; TERMS]; 2] = [
    [
        -28, -12, -4, 2, 9, 15, 21, 30, 36, -42, -30, -20, -12, -7, -5, -1, 1, 6, 10, 21, 32, 4, 31, -73, -60, -57,
        -48, -44, -41, -38, -38, -31, -30, -23, -20, -29, -32, -37, -13, -1, 4, 9, 15, 21, 25, 31, 39, 41, 68, 107, 71,
        26, 0, 29, 15, 19, 36, 40, 79, 80, 84, 139, 126, 158, 160, 137, 90, 117, 0, -6, -21, -34, -50, -22, 3, 0, 0, 1,
        6, 11, 8, -36, 6, 0, 0, -68, -52, -98, -118, -60, -44, 0, -7, 19, 24, 10, 13, 8, -3, -32, -17, 0, 23, 16, 8, 8,
        -39, -15, 0, 30, 70, -17, -5, 0, 7, 1, 0, 0, 0, -15, 7, 7, 7, 47, 6, 7, 6, -30, 6, 5, 12, -18, 8, 11, 17, 9,
        26, -16, -32, -24, 39, -119, 52, 12, 53, 18, -4, 7, -1, -7, 13, 7, 26, -4, 16, 28, 5, 33, 30, 5, 73, 17, 60,
        90, 26, 19, 70, 19, 30, -2, 6,
    ],
    [
        -41, -31, 7, 19, 26, 30, 33, 28, 24, -45, -15, -2, 5, 19, 25, 32, 37, 41, 39, 37, 28, 37, 30, -25, -3, 12, 25,
        24, 32, 39, 45, 45, 50, 51, 56, 63, 63, 59, -32, -80, -55, -18, 3, 5, -3, 0, 6, 6, -4, -33, -52, -77, 0, 17, 0,
        6, 1, 0, -21, -11, -13, -43, -33, -42, -36, -16, 13, 26, 0, 15, 14, 22, 44, 30, 0, 0, 0, -9, -11, 1, 14, 71,
        146, 0, 0, 12, 24, 41, 64, 79, 107, 0, 5, 3, -6, 3, -1, -2, 24, 52, -1, 0, -8, -4, -14, -8, 21, 46, 4, 15, 3,
        7, 5, 10, 3, 7, 0, 0, 0, -1, -6, -3, -18, -27, 19, 11, 22, 32, 27, 33, 33, 96, -33, -46, -6, -58, -59, -24,
        -141, -132, -270, -96, -2, 9, 8, 76, 8, -7, -23, -4, 10, 1, -8, -6, 19, -21, 30, 5, 7, 14, 20, 1, 15, -45, 26,
        19, -22, 31, 42, 1, -3,
    ],
];

/// Returns the activity of both sides, from White's point of view.
pub(super) fn activity(position: &Position<ChessRules>) -> Sums {
    let mut sums = [Sums::default(); 2];
    count(position, |us, term, times| {
        sums[us][0] += i32::from(WEIGHTS[0][term]) * times;
        sums[us][1] += i32::from(WEIGHTS[1][term]) * times;
    });
    [sums[0][0] - sums[1][0], sums[0][1] - sums[1][1]]
}

/// Calls `add` for each count with its side, its number and its value, White's first. Some come in several parts.
pub fn count(position: &Position<ChessRules>, mut add: impl FnMut(usize, usize, i32)) {
    let (board, mut sides) = (position.board(), Color::ALL.map(|us| Side::new(position, us)));
    for us in [0, 1] {
        let [held, around] = [sides[1 - us].by_pawns, sides[1 - us].by_king].map(u64::swap_bytes);
        sides[us].officers(board, held, around & !held, &mut |term, times| add(us, term, times));
    }
    for us in [0, 1] {
        sides[us].others(board, &sides[1 - us], &mut |term, times| add(us, term, times));
    }
}

/// One side's pieces.
struct Side {
    us: Color,
    pawns: u64,
    /// Knights, bishops, rooks, queens.
    officers: [u64; 4],
    king: Square,
    by_king: u64,
    by_pawns: u64,
    by_officers: [u64; 4],
    /// The squares attacked by any piece but the king; by any piece; by two or more pieces.
    guarded: u64,
    by_all: u64,
    by_two: u64,
    /// The number of officers that attack squares around the enemy's king, and the weight of these attacks.
    attackers: i32,
    weight: usize,
}

impl Side {
    fn new(position: &Position<ChessRules>, us: Color) -> Side {
        let (board, king) = (position.board(), position.king(us));
        let of = |role| turned(us, board.squares_of(Piece::new(us, role)));
        let (pawns, by_king) = (of(Role::Pawn), turned(us, board.attacks(king)));
        let (officers, by_pawns) = (OFFICERS.map(|(role, ..)| of(role)), beside(pawns) << 8);
        let (guarded, by_all, by_two) = (by_pawns, by_pawns | by_king, by_pawns & by_king);
        let (by_officers, attackers, weight) = ([0; 4], 0, 0);
        Side { us, pawns, officers, king, by_king, by_pawns, by_officers, guarded, by_all, by_two, attackers, weight }
    }

    /// Counts the attacks of the officers.
    fn officers(&mut self, board: &Board0x88, held: u64, around: u64, add: &mut impl FnMut(usize, i32)) {
        let free = !(held | turned(self.us, board.colored(self.us)));
        for (number, (role, mobility, attack, _)) in OFFICERS.into_iter().enumerate() {
            for square in board.squares_of(Piece::new(self.us, role)) {
                let attacked = turned(self.us, board.attacks(square));
                let more = (attacked & free).count_ones() as usize;
                // A queen has many squares, so two of them count as one.
                add(mobility + if role == Role::Queen { more / 2 } else { more }, 1);
                let hits = (attacked & around).count_ones() as usize;
                self.attackers += i32::from(hits > 0);
                self.weight += attack * hits;
                self.by_officers[number] |= attacked;
                self.guarded |= attacked;
                self.by_two |= self.by_all & attacked;
                self.by_all |= attacked;
            }
        }
    }

    /// Counts pawns, kings, threats and material.
    fn others(&self, board: &Board0x88, enemy: &Side, add: &mut impl FnMut(usize, i32)) {
        let Side { pawns, by_pawns, .. } = *self;
        let (occupied, own) = (turned(self.us, board.occupied()), turned(self.us, board.colored(self.us)));
        let [theirs, held, attacked] = [enemy.pawns, enemy.by_pawns, enemy.by_all].map(u64::swap_bytes);

        // Checks by a piece that nothing can capture. The king cannot capture it if another piece covers it.
        let [knights, bishops, rooks, queens] = self.by_officers;
        let (guarded, around) = (enemy.guarded.swap_bytes(), enemy.by_king.swap_bytes());
        let safe = !own & !guarded & (!around | self.by_two);
        let from = |role, by: u64| {
            let checks = || turned(self.us, Piece::new(self.us, role).attacks(enemy.king, board.occupied()));
            if by & safe == 0 { 0 } else { checks() & safe }
        };
        let [diagonal, straight] = [from(Role::Bishop, bishops | queens), from(Role::Rook, rooks | queens)];
        let mut weight = self.weight + 3 * (around & self.by_all & !guarded).count_ones() as usize;
        let jumps = from(Role::Knight, knights);
        let checks = [jumps & knights, diagonal & bishops, straight & rooks, (diagonal | straight) & queens];
        for (number, checks) in checks.into_iter().enumerate() {
            weight += if checks == 0 { 0 } else { OFFICERS[number].3 };
            add(CHECK + number, i32::from(checks != 0));
        }
        add(DANGER + (weight / 3).min(DANGERS - 1), i32::from(self.attackers > 1));

        // The next pawns in front of the king and beside it.
        let king = turned(self.us, self.king.into());
        for file in [king, (king & NOT_A) >> 1, (king & NOT_H) << 1].into_iter().filter(|&file| file != 0) {
            let ahead = file | forward(file);
            let far =
                |set: u64| if set == 0 { 0 } else { 1 + (set.trailing_zeros() - file.trailing_zeros()) as usize / 8 };
            let (cover, storm) = (far(pawns & ahead), far(theirs & ahead));
            add(COVER + if file == king { 8 } else { 0 } + cover, 1);
            add(STORM + if cover > 0 && storm == cover + 1 { 8 } else { 0 } + storm, 1);
        }

        // Three pieces of a kind are too rare to have a weight.
        let numbers = self.officers.map(|set| set.count_ones().min(2) as i32);
        for one in 0..4 {
            add(MATERIAL + one, numbers[one] * (pawns.count_ones() as i32 - 5));
            add(MATERIAL + 4 + one, numbers[one] * (theirs.count_ones() as i32 - 5));
            for other in 0..=one {
                add(PAIRS + one * (one + 1) / 2 + other, numbers[one] * (numbers[other] - i32::from(one == other)));
            }
        }

        // A pawn is passed if no enemy pawn is in front of it or beside its way. Of two on a file the front one counts.
        let stoppers = backward(theirs);
        let passed = pawns & !(stoppers | beside(stoppers) | backward(pawns));
        let mut rest = passed;
        while rest != 0 {
            let pawn = rest & rest.wrapping_neg();
            rest ^= pawn;
            let rank = pawn.trailing_zeros() as usize / 8;
            add(PASSED + rank, 1);
            add(PASSED + 8 + rank, i32::from(pawn << 8 & occupied == 0));
            add(PASSED + 16 + rank, i32::from(forward(pawn) & attacked == 0));
            let ahead = if self.us == Color::White { pawn << 8 } else { (pawn << 8).swap_bytes() };
            if let Some(ahead) = Square::from_index(ahead.trailing_zeros() as usize).filter(|_| rank >= 3) {
                add(WAYS, i32::from(enemy.king.distance(ahead)) * (rank as i32 - 2));
                add(WAYS + 1, i32::from(self.king.distance(ahead)) * (rank as i32 - 2));
            }
        }

        let files = forward(pawns) | pawns | backward(pawns);
        let posts = OUTER & by_pawns & !(backward(held) | held);
        let [their_knights, their_bishops, their_rooks, their_queens] = enemy.officers.map(u64::swap_bytes);
        let majors = their_rooks | their_queens;
        let officers = their_knights | their_bishops | majors;
        let hanging = self.by_all & !attacked;
        let [own_knights, own_bishops, own_rooks, _] = self.officers;
        // The first three ranks on the king's side.
        let camp = [0x000f_0f0f, 0x003c_3c3c, 0x00f0_f0f0][(self.king.file().index() + 1) / 3];
        let sets: [u64; TERMS - SETS] = [
            // Pawns: doubled, isolated, covered, side by side, passed and covered.
            pawns & forward(pawns),
            pawns & !beside(files),
            pawns & by_pawns,
            pawns & beside(pawns),
            passed & by_pawns,
            // Pawns that no neighbour can ever cover and that a pawn would capture after a step forward.
            pawns & beside(files) & !beside(forward(pawns) | pawns) & held >> 8,
            // Rooks on files without own pawns; on files without any pawns; behind a passed pawn.
            own_rooks & !files,
            own_rooks & !(files | stoppers | forward(theirs)),
            own_rooks & backward(passed),
            // A knight or bishop covered by a pawn, on a square where no enemy pawn can attack it; a knight or bishop behind a
            // pawn.
            own_knights & posts,
            own_bishops & posts,
            (own_knights | own_bishops) & (pawns | theirs) >> 8,
            // Attacks by pawns; by a pawn after a safe step; by pieces of less or equal value.
            officers & by_pawns,
            officers & beside(pawns << 8 & !occupied & !held) << 8,
            majors & (knights | bishops),
            their_queens & rooks,
            their_knights & bishops | their_bishops & knights,
            // Attacks on undefended pieces: on officers, by the king too, and on pawns. Attacks by two pieces on a target with
            // fewer defenders.
            officers & hanging,
            officers & hanging & self.by_king,
            theirs & hanging,
            officers & self.by_two & !enemy.by_two.swap_bytes() & !held,
            // The attacked squares around the king, and the defended ones.
            camp & attacked,
            camp & self.by_all,
        ];
        for (number, set) in sets.into_iter().enumerate() {
            add(SETS + number, set.count_ones() as i32);
        }
    }
}

/// Returns a set from the point of view of this side.
fn turned(us: Color, set: SquareSet) -> u64 {
    if us == Color::White { set.bits() } else { set.bits().swap_bytes() }
}

/// Returns the squares to the left and right.
fn beside(bits: u64) -> u64 {
    (bits & NOT_A) >> 1 | (bits & NOT_H) << 1
}

/// Returns all squares farther forward.
fn forward(mut bits: u64) -> u64 {
    bits <<= 8;
    bits |= bits << 8;
    bits |= bits << 16;
    bits | bits << 32
}

/// Returns all squares farther back.
fn backward(bits: u64) -> u64 {
    forward(bits.swap_bytes()).swap_bytes()
}

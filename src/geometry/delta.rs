//! The difference tables: the relation of two squares, indexed by `0x77 + to - from`.
//!
//! The difference of two 0x88 indices is `16 * (ranks apart) + (files apart)`. Files apart lie within ±7, a span of
//! 15 in steps of 16, so no two pairs (ranks apart, files apart) share a difference: 225 relations in 239 numbers,
//! rounded up to 240.
//!
//! ```text
//!    from e4, the reach of every square (D diagonal, S straight, N knight; the four table rows nearest):
//!
//!      6 │ .  .  D  N  S  N  D  .
//!      5 │ .  .  N  D  S  D  N  .
//!      4 │ S  S  S  S  *  S  S  S
//!      3 │ .  .  N  D  S  D  N  .
//! ```

use super::{Direction, KNIGHT_OFFSETS, Reach, Square};

/// The index of the difference 0: the highest square index, so that no sum is negative.
const ORIGIN: usize = 0x77;
/// Differences run from -0x77 to 0x77: 239 of them, and one more for an even size.
pub(crate) const SIZE: usize = 240;

// These are constants and not statics: code inlined into a user's crate sees the contents of a constant, but only the address of a
// static.
pub(crate) const REACH: &[Reach; SIZE] = &reach_table();
const NEAR: &[Reach; SIZE] = &near_table();
pub(crate) const STEP: &[i8; SIZE] = &step_table();

/// The index of a difference in a table.
#[inline]
pub(crate) const fn index(from: Square, to: Square) -> usize {
    ORIGIN + to as usize - from as usize
}

/// The atoms that lead to a square or to one of its neighbours. A piece with none of these atoms attacks none of the nine squares.
#[inline]
pub(crate) const fn near(from: Square, to: Square) -> Reach {
    NEAR[index(from, to)]
}

/// The 0x88 offset of one step from a square towards another: 0 if the squares share no line or are equal.
#[inline]
pub(crate) const fn step(from: Square, to: Square) -> i8 {
    STEP[index(from, to)]
}

/// Returns `true` if a square lies between two others on a line, as in [`SquareSet::between`](super::SquareSet::between).
#[inline]
pub(crate) const fn is_between(from: Square, to: Square, at: Square) -> bool {
    let line = step(from, to);
    line != 0 && step(from, at) == line && step(at, to) == line
}

impl Reach {
    /// Returns the atoms that lead from one square to another: the entry of the 240-byte difference table at `0x77 + to - from`.
    #[inline]
    pub const fn between(from: Square, to: Square) -> Reach {
        REACH[index(from, to)]
    }
}

impl Square {
    /// Returns the direction of `to` as seen from this square, if both share a rank, file or diagonal.
    ///
    /// ```
    /// use chess0x88::offsets::Direction;
    /// use chess0x88::Square;
    /// assert_eq!(Square::A1.direction_to(Square::H8), Some(Direction::NorthEast));
    /// assert_eq!(Square::A1.direction_to(Square::B3), None);
    /// ```
    #[must_use]
    #[inline]
    pub const fn direction_to(self, to: Square) -> Option<Direction> {
        Direction::from_offset(step(self, to))
    }

    /// The Chebyshev distance: the number of king moves between two squares on an empty board.
    ///
    /// ```
    /// use chess0x88::Square;
    /// assert_eq!(Square::A1.distance(Square::C8), 7);
    /// ```
    #[must_use]
    #[inline]
    pub const fn distance(self, to: Square) -> u8 {
        let (files, ranks) = apart(self, to);
        if files > ranks { files } else { ranks }
    }

    /// The Manhattan distance: files apart plus ranks apart.
    ///
    /// ```
    /// use chess0x88::Square;
    /// assert_eq!(Square::A1.manhattan_distance(Square::C8), 9);
    /// ```
    #[must_use]
    #[inline]
    pub const fn manhattan_distance(self, to: Square) -> u8 {
        let (files, ranks) = apart(self, to);
        files + ranks
    }
}

/// Returns the distances of two squares in files and in ranks.
#[inline]
const fn apart(from: Square, to: Square) -> (u8, u8) {
    let (from, to) = (from as u8, to as u8);
    ((from & 7).abs_diff(to & 7), (from >> 4).abs_diff(to >> 4))
}

/// The table index of a difference, for `while` loops in `const fn`.
pub(super) const fn entry(difference: i16) -> usize {
    (difference + ORIGIN.cast_signed() as i16).cast_unsigned() as usize
}

const fn reach_table() -> [Reach; SIZE] {
    let mut table = [Reach::NONE; SIZE];
    let mut i = 0;
    while i < 8 {
        let knight = entry(KNIGHT_OFFSETS[i] as i16);
        table[knight] = table[knight].union(Reach::KNIGHT);

        let direction = Direction::ALL[i];
        let (step, slide) = atoms(direction);
        let mut distance = 1;
        while distance < 8 {
            let there = entry(direction as i16 * distance);
            table[there] = table[there].union(slide);
            if distance == 1 {
                table[there] = table[there].union(step);
            }
            distance += 1;
        }
        i += 1;
    }
    table
}

/// The atoms of one step in a direction, and of any number of steps.
const fn atoms(direction: Direction) -> (Reach, Reach) {
    match direction {
        Direction::North => (Reach::NORTH, Reach::STRAIGHT_SLIDE),
        Direction::South => (Reach::SOUTH, Reach::STRAIGHT_SLIDE),
        Direction::East | Direction::West => (Reach::SIDEWAYS, Reach::STRAIGHT_SLIDE),
        Direction::NorthEast | Direction::NorthWest => (Reach::DIAGONAL_NORTH, Reach::DIAGONAL_SLIDE),
        Direction::SouthEast | Direction::SouthWest => (Reach::DIAGONAL_SOUTH, Reach::DIAGONAL_SLIDE),
    }
}

const fn near_table() -> [Reach; SIZE] {
    let (reach, mut table) = (reach_table(), reach_table());
    let mut i = 0;
    while i < SIZE {
        let mut n = 0;
        while n < Direction::ALL.len() {
            let beside = i.wrapping_add_signed(Direction::ALL[n] as isize);
            if beside < SIZE {
                table[i] = table[i].union(reach[beside]);
            }
            n += 1;
        }
        i += 1;
    }
    table
}

const fn step_table() -> [i8; SIZE] {
    let mut table = [0; SIZE];
    let mut i = 0;
    while i < 8 {
        let direction = Direction::ALL[i];
        let mut distance = 1;
        while distance < 8 {
            table[entry(direction as i16 * distance)] = direction as i8;
            distance += 1;
        }
        i += 1;
    }
    table
}

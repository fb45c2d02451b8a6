//! [`Difference`]: the relation of two squares, and the tables that it indexes by `0x77 + to - from`.
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

/// The movement atoms of each difference, by its [index](Difference::index).
///
/// ```
/// use chess0x88::offsets::{REACH, Reach};
/// assert_eq!(REACH[0x77 + 0x12], Reach::KNIGHT); // two files east, one rank north
/// ```
pub const REACH: &[Reach; SIZE] = &reach_table();
const NEAR: &[Reach; SIZE] = &near_table();
/// The step of each difference, a 0x88 offset: 0 for squares on no line.
///
/// ```
/// use chess0x88::offsets::STEP;
/// assert_eq!((STEP[0x77 + 0x33], STEP[0x77 + 0x12]), (0x11, 0));
/// ```
pub const STEP: &[i8; SIZE] = &step_table();
/// The Chebyshev distance of each difference.
pub const DISTANCE: &[u8; SIZE] = &distance_table(false);
/// The Manhattan distance of each difference.
pub const MANHATTAN: &[u8; SIZE] = &distance_table(true);

/// How one square lies to another: the difference of their 0x88 indices, which no other relation of ranks and files has.
///
/// ```
/// use chess0x88::Square;
/// use chess0x88::offsets::{Difference, Direction};
/// let b1_c3 = Difference::between(Square::B1, Square::C3);
/// assert_eq!(b1_c3, Difference::between(Square::F5, Square::G7));
/// assert_eq!((b1_c3.index(), b1_c3.distance(), b1_c3.manhattan()), (0x77 + 0x21, 2, 3));
/// assert!(b1_c3.is_knight() && b1_c3.direction().is_none());
/// let a1_h8 = Difference::between(Square::A1, Square::H8);
/// assert_eq!((a1_h8.direction(), a1_h8.distance()), (Some(Direction::NorthEast), 7));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[must_use]
pub struct Difference(u8);

impl Difference {
    /// The number of entries of a table by differences: indices run from 0 to 238, and one more makes the size even.
    pub const COUNT: usize = SIZE;

    /// Returns the difference from one square to another.
    #[inline]
    pub const fn between(from: Square, to: Square) -> Difference {
        Difference((ORIGIN as u8) + to as u8 - from as u8)
    }

    /// The number for tables of [`COUNT`](Difference::COUNT) entries: `0x77 + to - from`.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The movement atoms that lead from the first square to the second.
    #[inline]
    pub const fn reach(self) -> Reach {
        REACH[self.index()]
    }

    /// The direction of the second square as seen from the first, if both share a rank, file or diagonal.
    #[must_use]
    #[inline]
    pub const fn direction(self) -> Option<Direction> {
        Direction::from_offset(STEP[self.index()])
    }

    /// The Chebyshev distance: the number of king moves on an empty board.
    #[must_use]
    #[inline]
    pub const fn distance(self) -> u8 {
        DISTANCE[self.index()]
    }

    /// The Manhattan distance: files apart plus ranks apart.
    #[must_use]
    #[inline]
    pub const fn manhattan(self) -> u8 {
        MANHATTAN[self.index()]
    }

    /// Returns `true` if a knight jumps from the first square to the second.
    #[must_use]
    #[inline]
    pub const fn is_knight(self) -> bool {
        self.reach().intersects(Reach::KNIGHT)
    }
}

/// The atoms that lead to a square or to one of its neighbours. A piece with none of these atoms attacks none of the nine squares.
#[inline]
pub(crate) const fn near(from: Square, to: Square) -> Reach {
    NEAR[Difference::between(from, to).index()]
}

/// The 0x88 offset of one step from a square towards another: 0 if the squares share no line or are equal.
#[inline]
pub(crate) const fn step(from: Square, to: Square) -> i8 {
    STEP[Difference::between(from, to).index()]
}

/// Returns `true` if a square lies between two others on a line, as in [`SquareSet::between`](super::SquareSet::between).
#[inline]
pub(crate) const fn is_between(from: Square, to: Square, at: Square) -> bool {
    let line = step(from, to);
    line != 0 && step(from, at) == line && step(at, to) == line
}

impl Reach {
    /// Returns the atoms that lead from one square to another: [`Difference::reach`] of both.
    #[inline]
    pub(crate) const fn between(from: Square, to: Square) -> Reach {
        Difference::between(from, to).reach()
    }
}

impl Square {
    /// The Chebyshev distance: the number of king moves between two squares on an empty board.
    ///
    /// ```
    /// use chess0x88::Square;
    /// assert_eq!(Square::A1.distance(Square::C8), 7);
    /// ```
    #[must_use]
    #[inline]
    pub const fn distance(self, to: Square) -> u8 {
        Difference::between(self, to).distance()
    }
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

/// The distances of all differences: files apart plus ranks apart, or the greater of both.
const fn distance_table(sum: bool) -> [u8; SIZE] {
    let mut table = [0; SIZE];
    let mut n = 0;
    while n < Square::COUNT * Square::COUNT {
        let (from, to) = (Square::ALL[n / Square::COUNT], Square::ALL[n % Square::COUNT]);
        let files = (from as u8 & 7).abs_diff(to as u8 & 7);
        let ranks = (from as u8 >> 4).abs_diff(to as u8 >> 4);
        let greater = if files > ranks { files } else { ranks };
        table[Difference::between(from, to).index()] = if sum { files + ranks } else { greater };
        n += 1;
    }
    table
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

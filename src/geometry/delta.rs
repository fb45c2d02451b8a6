//! The difference tables: whatever two squares have to do with each other, indexed by `0x77 + to - from`.
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

/// What the difference 0 maps to: the highest square index, so that no sum is negative.
const ORIGIN: usize = 0x77;
/// Differences run from -0x77 to 0x77: 239 of them, and one more for an even size.
pub(super) const SIZE: usize = 240;

// Constants, not statics: what is inlined into a user's crate knows a constant's contents, and a static's only address.
const REACH: &[Reach; SIZE] = &reach_table();
const NEAR: &[Reach; SIZE] = &near_table();
const STEP: &[i8; SIZE] = &step_table();

/// The place of a difference in a table.
#[inline]
pub(super) const fn index(from: Square, to: Square) -> usize {
    ORIGIN + to as usize - from as usize
}

/// The ways to cross to a square or to one of those beside it: a piece that moves by none of them attacks none of the nine.
#[inline]
pub(crate) const fn near(from: Square, to: Square) -> Reach {
    NEAR[index(from, to)]
}

/// The 0x88 offset of one step on the way, or 0 when the squares share no rank, file or diagonal (or are the same).
#[inline]
pub(crate) const fn step(from: Square, to: Square) -> i8 {
    STEP[index(from, to)]
}

/// Whether a square lies between two others of a line: it is [`SquareSet::between`](super::SquareSet::between)'s, without the set.
#[inline]
pub(crate) const fn is_between(from: Square, to: Square, at: Square) -> bool {
    let line = step(from, to);
    line != 0 && step(from, at) == line && step(at, to) == line
}

impl Reach {
    /// The ways to cross from one square to another: the entry of the 240-byte difference table at
    /// `0x77 + to - from`.
    #[inline]
    pub const fn between(from: Square, to: Square) -> Reach {
        REACH[index(from, to)]
    }
}

impl Square {
    /// The direction of the line on which `to` lies as seen from here, if the two share a rank, file or diagonal.
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

    /// Chebyshev distance: the number of king moves between two squares of an empty board.
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

    /// Manhattan distance: files apart plus ranks apart.
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

/// How many files and how many ranks two squares are apart.
#[inline]
const fn apart(from: Square, to: Square) -> (u8, u8) {
    let (from, to) = (from as u8, to as u8);
    ((from & 7).abs_diff(to & 7), (from >> 4).abs_diff(to >> 4))
}

/// The table entry of a difference; a `while` loop over it is what `const fn` has for `for`.
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

/// The atoms that cross one step, and those that cross any number of steps, in a direction.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::SquareSet;

    /// Plain geometry, from files and ranks: no difference, no table.
    fn plain_reach(files: i8, ranks: i8) -> Reach {
        let mut reach = Reach::NONE;
        let (df, dr) = (files.abs(), ranks.abs());
        if (df, dr) == (1, 2) || (df, dr) == (2, 1) {
            reach = reach | Reach::KNIGHT;
        }
        if df == dr && df != 0 {
            reach = reach | Reach::DIAGONAL_SLIDE;
            if df == 1 {
                reach = reach | if ranks > 0 { Reach::DIAGONAL_NORTH } else { Reach::DIAGONAL_SOUTH };
            }
        }
        if (df == 0) != (dr == 0) {
            reach = reach | Reach::STRAIGHT_SLIDE;
            match (files, ranks) {
                (0, 1) => reach = reach | Reach::NORTH,
                (0, -1) => reach = reach | Reach::SOUTH,
                (1 | -1, 0) => reach = reach | Reach::SIDEWAYS,
                _ => {}
            }
        }
        reach
    }

    #[test]
    fn every_entry_agrees_with_plain_geometry_for_all_4096_pairs() {
        for from in Square::ALL {
            for to in Square::ALL {
                let files = to.file() as i8 - from.file() as i8;
                let ranks = to.rank() as i8 - from.rank() as i8;
                assert_eq!(Reach::between(from, to), plain_reach(files, ranks), "reach {from}{to}");
                let beside = (-1..=1).flat_map(|file| (-1..=1).map(move |rank| (files + file, ranks + rank)));
                let plain_near = beside
                    .filter(|&(files, ranks)| files.abs() < 8 && ranks.abs() < 8)
                    .fold(Reach::NONE, |near, (files, ranks)| near | plain_reach(files, ranks));
                assert_eq!(near(from, to), plain_near, "near {from}{to}");
                assert_eq!(from.distance(to), files.unsigned_abs().max(ranks.unsigned_abs()), "distance {from}{to}");
                assert_eq!(
                    from.manhattan_distance(to),
                    files.unsigned_abs() + ranks.unsigned_abs(),
                    "manhattan {from}{to}"
                );

                let aligned = files == 0 || ranks == 0 || files.abs() == ranks.abs();
                let plain_step = if aligned { ranks.signum() * 16 + files.signum() } else { 0 };
                assert_eq!(step(from, to), plain_step, "step {from}{to}");
                assert_eq!(from.direction_to(to).map_or(0, |d| d as i8), plain_step, "direction {from}{to}");
            }
        }
    }

    #[test]
    fn the_squares_between_two_are_those_of_the_set() {
        for from in Square::ALL {
            for to in Square::ALL {
                let between: SquareSet = Square::ALL.into_iter().filter(|&at| is_between(from, to, at)).collect();
                assert_eq!(between, SquareSet::between(from, to), "{from} {to}");
            }
        }
    }

    #[test]
    fn differences_that_no_pair_of_squares_has_are_empty() {
        let mut used = [false; SIZE];
        for from in Square::ALL {
            for to in Square::ALL {
                used[index(from, to)] = true;
            }
        }
        assert_eq!(used.iter().filter(|&&used| used).count(), 15 * 15);
        for unused in (0..SIZE).filter(|&i| !used[i]) {
            assert_eq!(REACH[unused], Reach::NONE);
            assert_eq!(STEP[unused], 0);
        }
    }

    #[test]
    fn and_0x88_says_off_board_for_every_square_and_every_offset() {
        let offsets = Direction::ALL.iter().map(|&d| d as i8).chain(KNIGHT_OFFSETS);
        for offset in offsets {
            // Ranks and files apart, taken from the offset by rounding to the nearest multiple of 16.
            let ranks = (offset + 8).div_euclid(16);
            let files = offset - 16 * ranks;
            for from in Square::ALL {
                let (file, rank) = (from.file() as i8 + files, from.rank() as i8 + ranks);
                let inside = (0..8).contains(&file) && (0..8).contains(&rank);
                assert_eq!(from.checked_add(offset).is_some(), inside, "{from} {offset:+}");
                if let Some(to) = from.checked_add(offset) {
                    assert_eq!((to.file() as i8, to.rank() as i8), (file, rank), "{from} {offset:+}");
                }
            }
        }
    }
}

//! Who looks at a square along a line? Asked of the four lines through it, as sets.
//!
//! ```text
//!    7  . . . x . . . .      d4, and what is occupied (x): on each line the nearest piece above the square is the lowest
//!    6  . x . . . . . .      bit left when all below it are masked away, and the nearest below is the highest of the rest.
//!    5  . . . . x . . .      Eight pieces at most are met; those that slide along the line they are met on attack d4.
//!    4  x . . d . . x .
//!    3  . . x . . . . .      A line is a shift of one that every board has: a file of the a-file, a diagonal of a1-h8 or of
//!    2  . . . x . . . .      a8-h1. So there is no table.
//! ```

use super::sets::bit_of;
use crate::geometry::{Direction, Square};

/// The squares of a line from one edge to the other.
const fn line_from(start: Square, direction: Direction) -> u64 {
    let mut line = bit_of(start);
    let mut at = start;
    while let Some(next) = at.offset(direction as i8) {
        line |= bit_of(next);
        at = next;
    }
    line
}

const FIRST_RANK: u64 = line_from(Square::A1, Direction::East);
const A_FILE: u64 = line_from(Square::A1, Direction::North);
const RISING: u64 = line_from(Square::A1, Direction::NorthEast);
const FALLING: u64 = line_from(Square::H1, Direction::NorthWest);

/// A line moved up, or with a minus down, by some ranks.
#[inline]
const fn moved_up(line: u64, ranks: i32) -> u64 {
    if ranks >= 0 { line << (8 * ranks) } else { line >> (-8 * ranks) }
}

/// The rank and the file through a square.
#[inline]
const fn orthogonals(square: Square) -> [u64; 2] {
    [FIRST_RANK << (8 * square.rank() as u32), A_FILE << square.file() as u32]
}

/// The two diagonals through a square.
#[inline]
const fn diagonals(square: Square) -> [u64; 2] {
    let (file, rank) = (square.file() as i32, square.rank() as i32);
    [moved_up(RISING, rank - file), moved_up(FALLING, rank + file - 7)]
}

/// The nearest pieces to either side of a square on a line.
#[inline]
const fn nearest(square: Square, line: u64, occupied: u64) -> u64 {
    let number = square.number() as u32;
    let met = line & occupied;
    let above = met & (!1 << number);
    let below = met & !(!0 << number);
    // With nothing below this is a1, which is not on the line or not occupied.
    let highest = 1 << (below | 1).ilog2();
    (above & above.wrapping_neg()) | (highest & below)
}

/// The sliders that attack a square, of those that slide along ranks and files and those that slide along diagonals.
#[inline]
pub(crate) const fn sliders_to(square: Square, orthogonal: u64, diagonal: u64, occupied: u64) -> u64 {
    let [rank, file] = orthogonals(square);
    let [rising, falling] = diagonals(square);
    if orthogonal & (rank | file) | diagonal & (rising | falling) == 0 {
        return 0;
    }
    (nearest(square, rank, occupied) | nearest(square, file, occupied)) & orthogonal
        | (nearest(square, rising, occupied) | nearest(square, falling, occupied)) & diagonal
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::SquareSet;

    #[test]
    fn every_pair_of_squares_is_on_the_lines_that_the_difference_table_says() {
        for from in Square::ALL {
            for to in Square::ALL.into_iter().filter(|&to| to != from) {
                let direction = from.direction_to(to);
                let orthogonal = direction.is_some_and(|direction| Direction::ORTHOGONAL.contains(&direction));
                let [rank, file] = orthogonals(from);
                let [rising, falling] = diagonals(from);
                assert_eq!((rank | file) & bit_of(to) != 0, orthogonal, "{from}{to}");
                assert_eq!((rising | falling) & bit_of(to) != 0, direction.is_some() && !orthogonal, "{from}{to}");
            }
        }
    }

    #[test]
    fn a_slider_attacks_just_where_nothing_stands_between() {
        for from in Square::ALL {
            for to in Square::ALL.into_iter().filter(|&to| from.direction_to(to).is_some()) {
                let slider = bit_of(from);
                assert_eq!(sliders_to(to, slider, slider, slider), slider, "{from}{to}");
                for shield in Square::ALL.into_iter().filter(|&shield| shield != from && shield != to) {
                    let open = !SquareSet::between(from, to).contains(shield);
                    let found = sliders_to(to, slider, slider, slider | bit_of(shield)) == slider;
                    assert_eq!(found, open, "{from}{to} with {shield}");
                }
            }
        }
    }
}

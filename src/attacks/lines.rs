//! What a slider sees along a line: a subtraction for each way.
//!
//! ```text
//!    file d    occupied  . x . . . x . .     Taking d4 from what is occupied borrows from the next piece above, and so turns
//!    d4        taken     . x . 1 1 . . .     every bit on the way to it: that is what the slider sees upwards. Swapping the
//!                        1 2 3 4 5 6 7 8     bytes turns the board upside down, and the same finds what it sees downwards.
//! ```
//!
//! Diagonals and files have one square a byte, and swapping bytes turns them round. A rank is one byte, and has to do with
//! its highest bit below.
//!
//! Source: Chess Programming Wiki, "Subtracting a Rook from a Blocking Piece", "Hyperbola Quintessence".

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

/// The fifteen diagonals in one direction, by how far their first square is from the corner where they all would start, and
/// an empty one, so that four bits are never too many.
const fn fifteen(direction: Direction) -> [u64; 16] {
    let mut lines = [0; 16];
    let mut n = 0;
    while n < Square::COUNT {
        let start = Square::ALL[n];
        // A line starts where no square lies behind.
        if start.offset(-(direction as i8)).is_none() {
            lines[diagonal_number(direction, start)] = line_from(start, direction);
        }
        n += 1;
    }
    lines
}

/// Where [`fifteen`] has the diagonal of this direction through a square.
#[inline]
const fn diagonal_number(direction: Direction, square: Square) -> usize {
    let (file, rank) = (square.file() as usize, square.rank() as usize);
    match direction {
        Direction::NorthEast => rank + 7 - file,
        _ => rank + file,
    }
}

const RISING: &[u64; 16] = &fifteen(Direction::NorthEast);
const FALLING: &[u64; 16] = &fifteen(Direction::NorthWest);

/// What a slider on the only square of `bit` sees along a line that has one square a byte.
#[inline]
const fn along(line: u64, bit: u64, occupied: u64) -> u64 {
    let line = line & !bit;
    let met = occupied & line;
    let up = met.wrapping_sub(bit);
    let down = met.swap_bytes().wrapping_sub(bit.swap_bytes()).swap_bytes();
    // Beyond what is seen, both have what was there.
    (up ^ down) & line
}

/// What a slider on a square sees along its rank.
#[inline]
const fn along_rank(square: Square, occupied: u64) -> u64 {
    let shift = 8 * square.rank() as u32;
    let row = (occupied >> shift) as u32 & 0xFF;
    let bit = 1 << square.file() as u32;
    let above = row & !(2 * bit - 1);
    let below = row & (bit - 1);
    let up = (above.wrapping_sub(2 * bit) ^ above) & !(2 * bit - 1);
    // With nothing below this is the first square, up to which everything is seen.
    let down = (bit - 1) & !((1 << (below | 1).ilog2()) - 1);
    (((up | down) & 0xFF) as u64) << shift
}

/// What a rook on a square attacks: the squares on the way to the first piece each way, and that piece's.
#[inline]
pub(crate) const fn rook_attacks(square: Square, occupied: u64) -> u64 {
    along(square.file().squares().bits(), bit_of(square), occupied) | along_rank(square, occupied)
}

/// What a bishop on a square attacks.
#[inline]
pub(crate) const fn bishop_attacks(square: Square, occupied: u64) -> u64 {
    let (rising, falling) = diagonals(square);
    along(rising, bit_of(square), occupied) | along(falling, bit_of(square), occupied)
}

/// The two diagonals through a square.
#[inline]
const fn diagonals(square: Square) -> (u64, u64) {
    (
        RISING[diagonal_number(Direction::NorthEast, square) & 15],
        FALLING[diagonal_number(Direction::NorthWest, square) & 15],
    )
}

/// The sliders that attack a square, of those that slide along ranks and files and those that slide along diagonals.
#[inline]
pub(crate) const fn sliders_to(square: Square, orthogonal: u64, diagonal: u64, occupied: u64) -> u64 {
    rook_attacks(square, occupied) & orthogonal | bishop_attacks(square, occupied) & diagonal
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The squares on the way from a square, up to the first that is occupied.
    fn walked(square: Square, directions: &[Direction], occupied: u64) -> u64 {
        let mut reached = 0;
        for &direction in directions {
            for at in square.ray(direction) {
                reached |= bit_of(at);
                if occupied & bit_of(at) != 0 {
                    break;
                }
            }
        }
        reached
    }

    #[test]
    fn a_slider_sees_what_a_walk_meets() {
        let mut random = 0x88_u64;
        for _ in 0..500 {
            // Marsaglia's xorshift, thinned out.
            let mut next = || {
                random ^= random << 13;
                random ^= random >> 7;
                random ^= random << 17;
                random
            };
            let occupied = [next(), next() & next(), next() & next() & next(), !0, 0];
            for occupied in occupied {
                for square in Square::ALL {
                    let rook = walked(square, &Direction::ORTHOGONAL, occupied);
                    let bishop = walked(square, &Direction::DIAGONAL, occupied);
                    assert_eq!(rook_attacks(square, occupied), rook, "{square} {occupied:#x}");
                    assert_eq!(bishop_attacks(square, occupied), bishop, "{square} {occupied:#x}");
                }
            }
        }
    }
}

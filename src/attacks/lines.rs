//! What a slider sees along a line: a subtraction for each way.
//!
//! ```text
//!    file d    occupied  . x . . . x . .     Taking d4 from what is occupied borrows from the next piece above, and so turns
//!    d4        taken     . x . 1 1 . . .     every bit on the way to it: that is what the slider sees upwards. Swapping the
//!                        1 2 3 4 5 6 7 8     bytes turns the board upside down, and the same finds what it sees downwards.
//! ```
//!
//! Diagonals and files have one square a byte, and swapping bytes turns them round. A rank is one byte, and what a slider
//! sees there is looked up: the edges hide nothing, so it is for six bits of the byte to say.
//!
//! Source: Chess Programming Wiki, "Subtracting a Rook from a Blocking Piece", "Hyperbola Quintessence".

use super::sets::bit_of;
use crate::geometry::{Direction, File, Square};

/// The diagonals through a square that rise and that fall towards the h-file, without the square itself.
const DIAGONALS: &[[u64; 2]; Square::COUNT] = &{
    let mut diagonals = [[0; 2]; Square::COUNT];
    let mut n = 0;
    while n < Square::COUNT {
        let square = Square::ALL[n];
        diagonals[n] = [
            ray(square, Direction::NorthEast) | ray(square, Direction::SouthWest),
            ray(square, Direction::NorthWest) | ray(square, Direction::SouthEast),
        ];
        n += 1;
    }
    diagonals
};

/// The squares from a square to the edge of the board.
const fn ray(square: Square, direction: Direction) -> u64 {
    let (mut ray, mut at) = (0, square);
    while let Some(next) = at.offset(direction as i8) {
        ray |= bit_of(next);
        at = next;
    }
    ray
}

/// What a slider on each file sees in a row, by which of the files b to g are occupied there.
const ROW: &[[u8; 64]; File::COUNT] = &{
    let mut seen = [[0; 64]; File::COUNT];
    let mut n = 0;
    while n < seen.len() * 64 {
        let (file, inner) = (n / 64, n % 64);
        let occupied = (inner as u8) << 1;
        let (mut at, mut to) = (file, file);
        // The edges, or whoever is met before.
        while at > 0 && (at == file || occupied >> at & 1 == 0) {
            at -= 1;
            seen[file][inner] |= 1 << at;
        }
        while to < 7 && (to == file || occupied >> to & 1 == 0) {
            to += 1;
            seen[file][inner] |= 1 << to;
        }
        n += 1;
    }
    seen
};

/// What a slider on the only square of `bit` sees along a line that has one square a byte.
#[inline]
const fn along(line: u64, bit: u64, occupied: u64) -> u64 {
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
    let inner = (occupied >> shift >> 1) as usize & 63;
    (ROW[square.file() as usize][inner] as u64) << shift
}

/// What a rook on a square attacks: the squares on the way to the first piece each way, and that piece's.
#[inline]
pub(crate) const fn rook_attacks(square: Square, occupied: u64) -> u64 {
    let bit = bit_of(square);
    along(square.file().squares().bits() & !bit, bit, occupied) | along_rank(square, occupied)
}

/// What a bishop on a square attacks.
#[inline]
pub(crate) const fn bishop_attacks(square: Square, occupied: u64) -> u64 {
    let (bit, [rising, falling]) = (bit_of(square), DIAGONALS[square.number() as usize & 63]);
    along(rising, bit, occupied) | along(falling, bit, occupied)
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

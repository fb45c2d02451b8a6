//! The squares between two of a line, and the bit of a square, each by one look-up: for machines on which two kilobytes of tables are
//! less than a walk.

use super::delta::{SIZE, entry, index};
use super::{Direction, Square};

const BETWEEN: &[u64; SIZE] = &between_table();

/// The squares between two of a line, as the bits of a set; none if the squares share no line, or are neighbours.
///
/// Between `from` and `to`, as between any two squares that are as far apart, lie the same squares as seen from `from`. The numbers of
/// squares in a set grow by 8 a rank and 1 a file, and a rotation brings the ones below `from` to the right place, too.
#[inline]
pub(super) const fn between(from: Square, to: Square) -> u64 {
    BETWEEN[index(from, to)].rotate_left(from.index() as u32)
}

/// The squares between a1 and a square as far away as each difference says, had the board no edge.
const fn between_table() -> [u64; SIZE] {
    let mut table = [0; SIZE];
    let mut i = 0;
    while i < 8 {
        let direction = Direction::ALL[i] as i16;
        // 0x10 is a rank, which is 8 squares.
        let ranks = (direction + 8) >> 4;
        let number = direction - 8 * ranks;
        let (mut between, mut distance) = (0, 1);
        while distance < 8 {
            table[entry(direction * distance)] = between;
            between |= 1_u64.rotate_left(((number * distance) & 63).cast_unsigned() as u32);
            distance += 1;
        }
        i += 1;
    }
    table
}

impl Square {
    /// What [`bit`](Square::bit) gives, where the square is all that is known.
    #[inline]
    pub(crate) const fn bit_looked_up(self) -> u64 {
        const BITS: &[u64; 128] = &{
            let mut bits = [0; 128];
            let mut n = 0;
            while n < Square::COUNT {
                bits[Square::ALL[n] as usize] = Square::ALL[n].bit();
                n += 1;
            }
            bits
        };
        BITS[self as usize]
    }
}

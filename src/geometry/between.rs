//! The squares between two of a line: by one look-up where bitboards are, or by a walk where words of 64 bits and a table of two
//! kilobytes cost more.

use super::delta::{self, SIZE, entry, index};
use super::{Direction, Square};

const BETWEEN: &[u64; SIZE] = &between_table();

/// Returns the squares between two of a line, as the bits of a set; none if the squares share no line, or are neighbours.
#[inline]
pub(super) const fn between(from: Square, to: Square) -> u64 {
    if cfg!(feature = "bitboards") { by_table(from, to) } else { by_walk(from, to) }
}

/// Between `from` and `to`, as between any two squares that are as far apart, lie the same squares as seen from `from`. The numbers of
/// squares in a set grow by 8 a rank and 1 a file, and a rotation brings the ones below `from` to the right place, too.
#[inline]
const fn by_table(from: Square, to: Square) -> u64 {
    BETWEEN[index(from, to)].rotate_left(from.index() as u32)
}

#[inline]
const fn by_walk(from: Square, to: Square) -> u64 {
    let mut set = 0;
    let mut walk = from.walk(delta::step(from, to));
    while let Some(at) = walk.advance()
        && at as u8 != to as u8
    {
        set |= at.bit();
    }
    set
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

#[test]
fn the_table_and_the_walk_agree() {
    for from in Square::ALL {
        for to in Square::ALL {
            assert_eq!(by_table(from, to), by_walk(from, to), "{from} {to}");
        }
    }
}

//! The squares between two squares of a line. Builds with bitboards look them up; builds without walk, which costs less than a
//! table of 2 KiB and 64-bit words.

use super::delta::{self, Difference, SIZE, entry};
use super::{Direction, IS_FAST, Square};

const BETWEEN: &[u64; SIZE] = &between_table();

/// Returns the squares between two squares of a line as the bits of a set: 0 if the squares share no line or are neighbours.
#[inline]
pub(super) const fn between(from: Square, to: Square) -> u64 {
    if IS_FAST { by_table(from, to) } else { by_walk(from, to) }
}

/// The table holds the squares between a1 and a square at each difference. Bits of a set grow by 8 for a rank and by 1 for a file,
/// so a rotation by the number of `from` moves these squares to their place, for targets below `from` too.
#[inline]
pub(crate) const fn by_table(from: Square, to: Square) -> u64 {
    BETWEEN[Difference::between(from, to).index()].rotate_left(from.index() as u32)
}

#[inline]
pub(crate) const fn by_walk(from: Square, to: Square) -> u64 {
    let mut set = 0;
    let mut walk = from.walk(delta::step(from, to));
    while let Some(at) = walk.advance()
        && at as u8 != to as u8
    {
        set |= at.bit();
    }
    set
}

/// The squares between a1 and a square at each difference, as if the board had no edge.
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

//! The squares between two of a line by a walk: for machines on which words of 64 bits, and a table of two kilobytes, cost more.

use super::{Square, delta};

/// The squares between two of a line, as the bits of a set; none if the squares share no line, or are neighbours.
#[inline]
pub(super) const fn between(from: Square, to: Square) -> u64 {
    let mut set = 0;
    let mut walk = from.walk(delta::step(from, to));
    while let Some(at) = walk.advance()
        && at as u8 != to as u8
    {
        set |= at.bit();
    }
    set
}

//! How lists are written: two bytes a move, several moves at a time.
#![expect(clippy::inline_always, reason = "inside a function with target features, a call would lose them")]

use crate::attacks::bitboard::index_of_bit;
use crate::moves::{Move, MoveList};

/// Adds a move to each square of `to`, in batches of four: a loop that ends after an even number of batches is easier to
/// predict than one that ends after each square.
#[inline(always)]
pub(crate) fn extend(list: &mut MoveList, mut to: u64, each: impl Fn(u64) -> u16) {
    while to != 0 {
        let Some(batch) = list.take::<4>(to.count_ones().min(4) as usize) else { return };
        for place in batch {
            *place = Move::from_raw(each(to));
            to &= to.wrapping_sub(1);
        }
    }
}

/// Adds the moves from one index where the list has no room for a whole register. This is rare, so the loop is kept out of
/// line: the lane operation that falls back on it stays small enough to be inlined.
#[cold]
#[inline(never)]
#[cfg(all(feature = "vector", target_arch = "x86_64", target_feature = "sse2"))]
pub(crate) fn extend_targets(list: &mut MoveList, from: u16, to: u64, them: u64) {
    extend(list, to, |to| to_lowest(from, to, them));
}

/// The same for the moves of pawns that cross `step` indices.
#[cold]
#[inline(never)]
#[cfg(all(feature = "vector", target_arch = "x86_64", target_feature = "sse2"))]
pub(crate) fn extend_pawns(list: &mut MoveList, to: u64, step: u16, flags: u16) {
    extend(list, to, |to| pawn_to_lowest(to, step, flags));
}

/// The move from an index to the lowest square of a set, a capture where that is in `them`.
#[inline(always)]
pub(crate) fn to_lowest(from: u16, to: u64, them: u64) -> u16 {
    let lowest = to & to.wrapping_neg();
    // The capture bit is the third of the four kind bits: bit 11 of the move.
    let capture = u16::from(lowest & them != 0) << 11;
    from | index_of_bit(to) << 8 | capture
}

/// The move to the lowest square of a set, by pawns that crossed a difference of `step` indices.
#[inline(always)]
pub(crate) fn pawn_to_lowest(to: u64, step: u16, flags: u16) -> u16 {
    let index = index_of_bit(to);
    (index << 8 | (index.wrapping_sub(step) & 0x77)) | flags
}

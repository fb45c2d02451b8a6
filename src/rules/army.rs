//! The pieces of a side: looked at one by one in a small build, counted by sets in a fast one.

mod by_sets;
mod one_by_one;

use super::kinds::{Attackers, PieceNumbers};
use crate::board::Board0x88;
use crate::geometry::{IS_FAST, Square};
use crate::piece::Color;

/// Counts the pieces of a side for validation.
#[inline]
pub(super) const fn find(board: &Board0x88, color: Color) -> PieceNumbers {
    if IS_FAST { by_sets::find(board, color) } else { one_by_one::find(board, color) }
}

/// Returns the [kinds](super::kinds::bit) of the pieces of a side in chess, and the number of pieces.
#[inline]
pub(super) fn kinds_of(board: &Board0x88, color: Color) -> (u32, u8) {
    if IS_FAST { by_sets::kinds_of(board, color) } else { one_by_one::kinds_of(board, color) }
}

/// Returns the pieces of a side that attack a king.
#[inline]
pub(super) const fn attackers_of(board: &Board0x88, king: Square, by: Color) -> Attackers {
    if IS_FAST { by_sets::attackers_of(board, king, by) } else { one_by_one::attackers_of(board, king, by) }
}

//! The pieces of a side, found by bitboards or by piece lists, as the build has them.

mod by_lists;
mod by_sets;

use super::kinds::{Attackers, PieceNumbers};
use crate::board::Board0x88;
use crate::geometry::Square;
use crate::piece::Color;

/// Counts the pieces of a side for validation.
#[inline]
pub(super) const fn find(board: &Board0x88, color: Color) -> PieceNumbers {
    if Board0x88::KEEPS_SETS { by_sets::find(board, color) } else { by_lists::find(board, color) }
}

/// Returns the [kinds](super::kinds::bit) of the pieces of a side in chess, and the number of pieces.
#[inline]
pub(super) fn kinds_of(board: &Board0x88, color: Color) -> (u32, u8) {
    if Board0x88::KEEPS_SETS { by_sets::kinds_of(board, color) } else { by_lists::kinds_of(board, color) }
}

/// Returns the pieces of a side that attack a king.
#[inline]
pub(super) const fn attackers_of(board: &Board0x88, king: Square, by: Color) -> Attackers {
    if Board0x88::KEEPS_SETS { by_sets::attackers_of(board, king, by) } else { by_lists::attackers_of(board, king, by) }
}

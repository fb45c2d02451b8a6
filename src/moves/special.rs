//! The special moves of pawns: the double step, the square that it passes, and the capture en passant.
//!
//! ```text
//!    rank 4   . . P . . .     after the double step c2-c4     the en passant square is c3, one step behind the pawn,
//!    rank 3   . . x . . .                                     and Black's pawns capture the pawn on c4 by moving there
//!    rank 2   . . . . . .
//! ```
//!
//! Castling has a [file of its own](super::Castling).
//!
//! Source: FIDE Laws of Chess, articles 3.7.2 and 3.7.3.

use crate::geometry::{Rank, Square};
use crate::piece::Color;

/// The square one step ahead of a pawn of this colour.
#[inline]
pub(crate) const fn ahead(us: Color, square: Square) -> Option<Square> {
    square.checked_add(us.forward() as i8)
}

/// The square of the pawn that `us` captures en passant by a move to `to`. (Any square for an illegal move.)
#[inline]
pub(crate) const fn captured_pawn(us: Color, to: Square) -> Square {
    Square::from_masked((to as u8).wrapping_sub((us.forward() as i8).cast_unsigned()))
}

/// The square one step behind a pawn of this colour.
#[inline]
pub(crate) const fn behind(us: Color, square: Square) -> Option<Square> {
    ahead(us.other(), square)
}

/// The relative rank from which a pawn may make a double step.
pub(crate) const DOUBLE_STEP_FROM: Rank = Rank::Second;
/// The relative rank that a double step passes.
pub(crate) const DOUBLE_STEP_OVER: Rank = Rank::Third;
/// The relative rank on which a double step ends.
pub(crate) const DOUBLE_STEP_TO: Rank = Rank::Fourth;
/// The rank of the en passant square, relative to the capturing side.
pub(crate) const EN_PASSANT_RANK: Rank = Color::Black.relative_rank(DOUBLE_STEP_OVER);

/// Returns `true` if a pawn of this colour may make a double step from a square.
#[inline]
pub(crate) const fn is_on_double_step_rank(us: Color, from: Square) -> bool {
    us.relative_rank(from.rank()) as u8 == DOUBLE_STEP_FROM as u8
}

/// Returns `true` if a square is on the rank where `us` captures en passant.
#[inline]
pub(crate) const fn is_on_en_passant_rank(us: Color, square: Square) -> bool {
    us.relative_rank(square.rank()) as u8 == EN_PASSANT_RANK as u8
}

//! The sign for check or mate, by bitboards: only a move that gives check is played. Fast.

use crate::moves::Move;
use crate::position::Position;
use crate::rules::Rules;

impl<R: Rules> Position<R> {
    /// The sign that a move is written with, if it gives check or mate.
    #[inline]
    pub(super) fn check_sign(&self, mv: Move) -> Option<u8> {
        if !self.gives_check(mv) {
            return None;
        }
        Some(if self.after_unchecked(mv).has_legal_move() { b'+' } else { b'#' })
    }
}

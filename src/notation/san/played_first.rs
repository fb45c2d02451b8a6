//! The sign for check or mate, by the mailbox: each move is played, and no code tells before what it does. Small.

use crate::moves::Move;
use crate::position::Position;
use crate::rules::Rules;

impl<R: Rules> Position<R> {
    /// The sign that a move is written with, if it gives check or mate. It has a frame of its own, with the one copy of the position.
    #[inline(never)]
    pub(super) fn check_sign(&self, mv: Move) -> Option<u8> {
        let mut after = *self;
        after.play_unchecked(mv);
        if !after.is_check() {
            return None;
        }
        Some(if after.has_legal_move() { b'+' } else { b'#' })
    }
}

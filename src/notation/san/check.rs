//! The sign for check or mate.

use crate::board::Board0x88;
use crate::moves::Move;
use crate::position::Position;
use crate::rules::Rules;

impl<R: Rules> Position<R> {
    /// Returns the sign that a move is written with, if it gives check or mate.
    #[inline]
    pub(super) fn check_sign(&self, mv: Move) -> Option<u8> {
        if Board0x88::KEEPS_SETS { self.check_sign_asked_first(mv) } else { self.check_sign_played_first(mv) }
    }

    /// Plays only a move that gives check: fast.
    #[inline]
    fn check_sign_asked_first(&self, mv: Move) -> Option<u8> {
        if !self.gives_check(mv) {
            return None;
        }
        Some(if self.after_unchecked(mv).has_legal_move() { b'+' } else { b'#' })
    }

    /// Plays each move, and needs no code that tells before what a move does: small. It has a frame of its own, with the one copy of
    /// the position.
    #[inline(never)]
    fn check_sign_played_first(&self, mv: Move) -> Option<u8> {
        let mut after = *self;
        after.play_unchecked(mv);
        if !after.is_check() {
            return None;
        }
        Some(if after.has_legal_move() { b'+' } else { b'#' })
    }
}

//! The sign of check or mate.

use crate::board::Board0x88;
use crate::moves::Move;
use crate::position::Position;
use crate::rules::Rules;

impl<R: Rules> Position<R> {
    /// Returns the sign of a move that gives check or mate.
    #[inline]
    pub(super) fn check_sign(&self, mv: Move) -> Option<u8> {
        if Board0x88::KEEPS_SETS { self.check_sign_asked_first(mv) } else { self.check_sign_played_first(mv) }
    }

    /// Plays only moves that give check: fast.
    #[inline]
    fn check_sign_asked_first(&self, mv: Move) -> Option<u8> {
        if !self.gives_check(mv) {
            return None;
        }
        Some(if self.after_unchecked(mv).has_legal_move() { b'+' } else { b'#' })
    }

    /// Plays every move: small, since no code predicts a check. The function has a frame of its own for the copy of the position.
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

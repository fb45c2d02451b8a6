//! The sign for check or mate, by the mailbox: each move is played, and no code tells before what it does. Small.

use crate::moves::Move;
use crate::position::Position;
use crate::rules::Rules;

impl<R: Rules> Position<R> {
    /// The position after a move that gives check; `None` after another.
    #[inline]
    pub(super) fn after_check(&self, mv: Move) -> Option<Position<R>> {
        let mut after = *self;
        after.play_unchecked(mv);
        after.is_check().then_some(after)
    }
}

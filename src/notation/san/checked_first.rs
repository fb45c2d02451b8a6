//! The sign for check or mate, by bitboards: only a move that gives check is played. Fast.

use crate::moves::Move;
use crate::position::Position;
use crate::rules::Rules;

impl<R: Rules> Position<R> {
    /// The position after a move that gives check; `None` after another.
    #[inline]
    pub(super) fn after_check(&self, mv: Move) -> Option<Position<R>> {
        self.gives_check(mv).then(|| self.after_unchecked(mv))
    }
}

//! Whether a move gives check, without playing it.

use crate::attacks::checkers_after;
use crate::moves::{Effect, Move};
use crate::position::Position;
use crate::rules::Rules;

/// # Checks that a move gives
impl<R: Rules> Position<R> {
    /// Whether a legal move gives check, directly or by opening a line.
    ///
    /// ```
    /// use chess0x88::Chess;
    /// let position: Chess = "3k4/8/8/8/8/8/8/R3K2R w KQ - 0 1".parse()?;
    /// assert!(position.gives_check(position.parse_uci("e1c1")?)); // the rook, from d1
    /// assert!(!position.gives_check(position.parse_uci("e1g1")?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias("is_check_move"))]
    #[must_use]
    #[inline]
    pub fn gives_check(&self, mv: Move) -> bool {
        let (board, us) = (self.board(), self.turn());
        let effect = Effect::of(board, us, mv);
        let after = |square| effect.standing(board, square);
        !checkers_after(after, &effect, self.king(!us), us).is_empty()
    }
}

//! Playing moves that are known to be legal, on [`Position`]. The methods stand in a module of their own so that the reference lists
//! them after the checked ones; [`position`](crate::position) does the work.

use crate::moves::Move;
use crate::position::{Position, Undo};
use crate::rules::Rules;

/// # Play moves that are known to be legal
///
/// Engines take moves from a list of legal moves and need no check. For moves from outside use [`play`](Position::play).
impl<R: Rules> Position<R> {
    /// Plays a move that is known to be legal, in place. An illegal move gives a wrong position, but no undefined behaviour and no
    /// panic.
    ///
    /// A search without undo copies the position and plays on the copy:
    ///
    /// ```
    /// use chess0x88::Chess;
    /// let position = Chess::startpos();
    /// for mv in position.legal_moves() {
    ///     let mut child = position;
    ///     child.play_unchecked(mv);
    ///     assert_eq!(child.legal_move_count(), 20);
    /// }
    /// ```
    #[inline]
    pub fn play_unchecked(&mut self, mv: Move) {
        self.apply(mv);
    }

    /// Plays a move that is known to be legal, in place, and returns the value for [`unmake`](Position::unmake). An illegal move
    /// gives a wrong position, but no undefined behaviour and no panic.
    ///
    /// ```
    /// use chess0x88::Chess;
    /// let mut position = Chess::startpos();
    /// let undo = position.make(position.parse_uci("e2e4")?);
    /// assert_eq!(
    ///     position.fen().as_str(),
    ///     "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    /// );
    /// position.unmake(undo);
    /// assert_eq!(position, Chess::startpos());
    /// # Ok::<(), chess0x88::uci::UciError>(())
    /// ```
    #[doc(alias("do_move", "push"))]
    #[must_use = "without it the move cannot be taken back; `play_unchecked` plays without it"]
    #[inline]
    pub fn make(&mut self, mv: Move) -> Undo<R> {
        self.apply_saving(mv)
    }

    /// Undoes the move that returned this `undo`.
    #[doc(alias("undo_move", "undo", "pop", "unmake_move"))]
    #[inline]
    pub fn unmake(&mut self, undo: Undo<R>) {
        self.restore(undo);
    }

    /// Returns the position after a move that is known to be legal. An illegal move gives a wrong position, but no undefined
    /// behaviour and no panic.
    #[must_use]
    #[inline]
    pub fn after_unchecked(&self, mv: Move) -> Position<R> {
        self.applied(mv)
    }
}

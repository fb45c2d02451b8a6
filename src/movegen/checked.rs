//! Playing moves that may be illegal. An illegal move is refused with the reason and changes nothing.

use super::IllegalMove;
use crate::moves::Move;
use crate::position::{Position, Undo};
use crate::rules::Rules;

/// # Play
impl<R: Rules> Position<R> {
    /// Plays a legal move, in place.
    ///
    /// ```
    /// use chess0x88::Chess;
    /// let mut position = Chess::startpos();
    /// let e4 = position.parse_uci("e2e4")?;
    /// position.play(e4)?;
    /// assert_eq!(position.play(e4).unwrap_err().to_string(), "no piece on e2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The reason why the move is illegal; the position is unchanged.
    #[doc(alias("make_move", "push", "do_move", "try_play"))]
    #[inline]
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.check_legal(mv)?;
        self.play_unchecked(mv);
        Ok(())
    }

    /// Returns the position after a legal move. This position is unchanged.
    ///
    /// # Errors
    /// The reason why the move is illegal.
    #[doc(alias("make_move_new"))]
    #[inline]
    pub fn after(&self, mv: Move) -> Result<Position<R>, IllegalMove> {
        self.check_legal(mv)?;
        Ok(self.after_unchecked(mv))
    }

    /// Passes the turn without a move, and returns the value that [`unmake`](Position::unmake) takes. Engines and annotators use
    /// such *null moves*; no rule allows them.
    ///
    /// ```
    /// use chess0x88::{Chess, Color};
    /// let mut position = Chess::startpos();
    /// let undo = position.make_null()?;
    /// assert_eq!(position.turn(), Color::Black);
    /// position.unmake(undo);
    /// # Ok::<(), chess0x88::IllegalMove>(())
    /// ```
    ///
    /// # Errors
    /// [`Reason::StaysInCheck`](crate::error::Reason::StaysInCheck) when the side to move is in check, since the result would be no legal position.
    #[doc(alias("null_move", "play_null", "push_null"))]
    #[inline]
    pub fn make_null(&mut self) -> Result<Undo<R>, IllegalMove> {
        match self.checkers().first() {
            Some(checker) => Err(self.stays_in_check(checker).of::<R>()),
            None => Ok(self.pass()),
        }
    }
}

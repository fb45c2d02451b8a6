//! Playing moves that may be illegal: refused with the reason, and nothing changed.

use super::IllegalMove;
use crate::moves::Move;
use crate::position::{Position, Undo};
use crate::rules::Rules;

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

    /// The position after a legal move; this one stays as it is.
    ///
    /// # Errors
    /// The reason why the move is illegal.
    #[doc(alias("make_move_new"))]
    #[inline]
    pub fn after(&self, mv: Move) -> Result<Position<R>, IllegalMove> {
        self.check_legal(mv)?;
        Ok(self.after_unchecked(mv))
    }

    /// Passes the turn without moving (a *null move*, which engines and annotators use and no rule allows), and gives what
    /// [`unmake`](Position::unmake) takes it back with.
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
    /// [`IllegalMove::StaysInCheck`] when the side to move is in check, since the result would be no legal position.
    #[inline]
    pub fn make_null(&mut self) -> Result<Undo<R>, IllegalMove> {
        match self.checkers().first() {
            Some(checker) => Err(IllegalMove::StaysInCheck { names: R::NAMES, checker }),
            None => Ok(self.pass()),
        }
    }

    /// Passes the turn without moving: [`make_null`](Position::make_null) without what takes it back.
    ///
    /// # Errors
    /// [`IllegalMove::StaysInCheck`] when the side to move is in check; nothing has changed.
    #[doc(alias("null_move", "swap_turn", "pass"))]
    #[inline]
    pub fn play_null(&mut self) -> Result<(), IllegalMove> {
        self.make_null().map(drop)
    }

    /// The position with the turn passed to the other side; this one stays as it is. What the other side threatens is what
    /// it could do there.
    ///
    /// ```
    /// use chess0x88::{Chess, Square};
    /// let position: Chess = "4k3/8/8/8/8/8/4r3/K7 w - - 0 1".parse()?;
    /// assert_eq!(position.after_null()?.legal_moves_from(Square::E2).len(), 13);
    /// let check: Chess = "4k3/8/8/8/8/8/r7/K7 w - - 0 1".parse()?;
    /// assert_eq!(check.after_null().unwrap_err().to_string(), "the king stays in check from a2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`IllegalMove::StaysInCheck`] when the side to move is in check.
    pub fn after_null(&self) -> Result<Position<R>, IllegalMove> {
        let mut next = *self;
        next.play_null()?;
        Ok(next)
    }
}

//! What a Makruk position says about its count, and what a player may say to it.

use super::{Makruk, Position};
use crate::piece::Color;
use crate::rules::{Count, CountError, Honour, Parts, Rules, bia, is_bare};

impl Makruk {
    /// Whether the count has passed its limit, which draws the game unless the side to move is mated:
    /// [`outcome`](crate::Position::outcome) knows.
    ///
    /// ```
    /// use chess0x88::Makruk;
    /// let on_the_limit: Makruk = "8/8/8/3k4/8/8/8/R3K3 b - 32 32 10".parse()?;
    /// assert!(!on_the_limit.is_count_exceeded());
    /// let beyond: Makruk = "8/8/8/3k4/8/8/8/R3K3 w - 32 33 10".parse()?;
    /// assert!(beyond.is_count_exceeded());
    /// # Ok::<(), chess0x88::fen::FenError>(())
    /// ```
    #[must_use]
    pub fn is_count_exceeded(&self) -> bool {
        self.count().is_some_and(|count| count.is_exceeded())
    }

    /// The side to move begins to count board's honour, by its own choice, at 1 with the move it is about to make. If it
    /// mates without having stopped, the game is drawn; a count that started by itself costs nothing.
    ///
    /// The rules leave this to "the weaker side" without saying how the two are to be weighed, so either may.
    ///
    /// ```
    /// use chess0x88::{Color, Makruk};
    /// let mut position: Makruk = "8/m7/8/3k4/8/8/8/R3K3 b - - 4 10".parse()?;
    /// position.start_counting(Color::Black)?;
    /// position.play(position.parse_uci("d5d4")?)?;
    /// assert_eq!(position.count().unwrap().to_string(), "board's honour: Black has counted 1 of 64");
    /// assert!(position.count().unwrap().by_choice);
    /// assert_eq!(position.start_counting(Color::White).unwrap_err().to_string(), "Black is counting already");
    /// position.stop_counting(Color::Black)?;
    /// assert_eq!(position.count(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// - [`CountError::BiaOnBoard`], [`CountError::Bare`]: there is no board's honour here;
    /// - [`CountError::AlreadyCounting`]: a count is running, by itself or by choice. To count by choice, or for the
    ///   other side, stop it first;
    /// - [`CountError::WrongSide`]: the other side is to move.
    pub fn start_counting(&mut self, side: Color) -> Result<(), CountError> {
        self.start_count(side)
    }

    /// The counting side stops its board's honour count, at any time. None starts by itself afterwards; the next begins
    /// at 1 again.
    ///
    /// FEN has no word for it: written and read again, a stopped count starts by itself with the next move.
    ///
    /// # Errors
    /// - [`CountError::NotCounting`]: no count is running;
    /// - [`CountError::PiecesHonour`]: a bare side's count runs to the end;
    /// - [`CountError::WrongSide`]: it is the other side's count.
    pub fn stop_counting(&mut self, side: Color) -> Result<(), CountError> {
        self.stop_count(side)
    }
}

impl<R: Rules> Position<R> {
    /// [`Makruk::start_counting`], for code that does not know its game: in chess nothing is counted.
    pub(crate) fn start_count(&mut self, side: Color) -> Result<(), CountError> {
        if !R::COUNTING {
            return Err(CountError::NotCounting);
        }
        if let Some(count) = self.count() {
            return Err(CountError::AlreadyCounting { side: count.side });
        }
        if let Some(square) = bia(self.board()).first() {
            return Err(CountError::BiaOnBoard { square });
        }
        if let Some(side) = Color::ALL.into_iter().find(|&side| is_bare(self.board(), side)) {
            return Err(CountError::Bare { side });
        }
        if side != self.turn() {
            return Err(CountError::WrongSide { expected: self.turn(), found: side });
        }
        self.state = R::from_parts(Parts { count: Some(Count::board(side, true)), ..R::parts(&self.state) });
        Ok(())
    }

    /// [`Makruk::stop_counting`], for code that does not know its game.
    pub(crate) fn stop_count(&mut self, side: Color) -> Result<(), CountError> {
        let Some(count) = self.count() else { return Err(CountError::NotCounting) };
        if count.honour == Honour::Pieces {
            return Err(CountError::PiecesHonour);
        }
        if count.side != side {
            return Err(CountError::WrongSide { expected: count.side, found: side });
        }
        self.state = R::from_parts(Parts { count: None, stopped: true, ..R::parts(&self.state) });
        Ok(())
    }
}

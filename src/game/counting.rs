//! Counting in a game of Makruk: the players' part of it.

#[cfg(feature = "alloc")]
use super::Game;
use super::History;
use crate::piece::Color;
use crate::rules::{CountError, MakrukRules};

impl History<MakrukRules> {
    /// The side to move begins to count, by its own choice: see
    /// [`Makruk::start_counting`](crate::Makruk::start_counting).
    ///
    /// # Errors
    /// The reason why it cannot.
    pub fn start_counting(&mut self, side: Color) -> Result<(), CountError> {
        self.position.start_counting(side)
    }

    /// The counting side stops: see [`Makruk::stop_counting`](crate::Makruk::stop_counting).
    ///
    /// # Errors
    /// The reason why it cannot.
    pub fn stop_counting(&mut self, side: Color) -> Result<(), CountError> {
        self.position.stop_counting(side)
    }
}

#[cfg(feature = "alloc")]
impl Game<MakrukRules> {
    /// The side to move begins to count, by its own choice: see
    /// [`Makruk::start_counting`](crate::Makruk::start_counting).
    ///
    /// Taking back the move before takes the choice back with it, and playing that move again does not renew it.
    ///
    /// ```
    /// use chess0x88::{Color, DrawReason, Game, Makruk, Outcome};
    /// let mut game = Game::new("7k/8/6K1/8/8/8/m7/5R2 w - - 0 1".parse::<Makruk>()?);
    /// game.start_counting(Color::White)?;
    /// game.play(game.position().parse_uci("f1f8")?)?;
    /// assert!(game.position().is_checkmate());
    /// assert_eq!(game.outcome(), Some(Outcome::Draw(DrawReason::MateWhileCounting)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The reason why it cannot.
    pub fn start_counting(&mut self, side: Color) -> Result<(), CountError> {
        self.position.start_counting(side)
    }

    /// The counting side stops: see [`Makruk::stop_counting`](crate::Makruk::stop_counting).
    ///
    /// # Errors
    /// The reason why it cannot.
    pub fn stop_counting(&mut self, side: Color) -> Result<(), CountError> {
        self.position.stop_counting(side)
    }
}

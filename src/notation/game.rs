//! Games as text: playing moves in SAN and UCI notation, and the moves of a game in SAN.

use alloc::string::{String, ToString};
use core::fmt::Debug;
use core::iter::FusedIterator;

use super::{SanError, UciError};
use crate::game::{Game, GameError};
use crate::moves::Move;
use crate::name::errors;
use crate::rules::Rules;

errors! {
    /// The reason why a move in text form could not be played in a game.
    ///
    /// The error of an illegal move depends on the notation: `San` holds [`SanError::Illegal`], `Uci` holds [`UciError::Illegal`].
    /// A program that also calls [`Game::play`] can use this type for the errors of all three functions.
    ///
    /// ```
    /// use chess0x88::error::PlayError;
    /// use chess0x88::san::SanError;
    /// use chess0x88::{Chess, Game};
    /// let mut game = Game::new(Chess::startpos());
    /// assert!(matches!(game.play_san("Ke2"), Err(PlayError::San(SanError::Illegal(_)))));
    /// assert!(matches!(game.play_uci("e2"), Err(PlayError::Uci(_))));
    /// game.draw_by_agreement()?;
    /// assert!(matches!(game.play_san("e4"), Err(PlayError::Game(_))));
    /// # Ok::<(), PlayError>(())
    /// ```
    pub enum PlayError {
        /// The text is no legal move in SAN.
        San from SanError,
        /// The text is no legal move in UCI notation.
        Uci from UciError,
        /// The game takes no move.
        Game from GameError,
    }
}

/// # Moves as text
impl<R: Rules> Game<R> {
    /// Plays a move in SAN and returns it. [`Position::parse_san`](crate::Position::parse_san) describes the accepted texts.
    ///
    /// ```
    /// use chess0x88::{Chess, Game};
    /// let mut game = Game::new(Chess::startpos());
    /// game.play_san("e4")?;
    /// let error = game.play_san("Ke3").unwrap_err();
    /// assert_eq!(error.to_string(), "the king on e8 does not move to e3");
    /// assert_eq!(game.play_san("e7-e5")?.to_string(), "e7e5");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`PlayError::San`] if the text is no legal move; [`PlayError::Game`] if the game is over, as in [`play`](Game::play). The
    /// game is then unchanged.
    #[doc(alias("push_san", "move"))]
    pub fn play_san(&mut self, san: &str) -> Result<Move, PlayError> {
        self.takes_moves()?;
        let mv = self.position().parse_san(san)?;
        self.play_legal(mv);
        Ok(mv)
    }

    /// Plays a move in UCI notation and returns it. Castling may be spelled `e1g1` or `e1h1`.
    ///
    /// ```
    /// use chess0x88::{Chess, Game};
    /// let mut game = Game::new(Chess::startpos());
    /// for uci in "e2e4 e7e5 g1f3".split(' ') {
    ///     game.play_uci(uci)?;
    /// }
    /// assert_eq!(game.play_uci("e7e5").unwrap_err().to_string(), "no piece on e7");
    /// assert_eq!(game.moves().len(), 3);
    /// # Ok::<(), chess0x88::error::PlayError>(())
    /// ```
    ///
    /// # Errors
    /// [`PlayError::Uci`] if the text is no legal move; [`PlayError::Game`] if the game is over, as in [`play`](Game::play). The
    /// game is then unchanged.
    #[doc(alias("push_uci", "move"))]
    pub fn play_uci(&mut self, uci: &str) -> Result<Move, PlayError> {
        self.takes_moves()?;
        let mv = self.position().parse_uci(uci)?;
        self.play_legal(mv);
        Ok(mv)
    }

    /// Lists the moves of the game in SAN.
    ///
    /// ```
    /// use chess0x88::{Chess, Game};
    /// let mut game = Game::new(Chess::startpos());
    /// for uci in ["f2f3", "e7e5", "g2g4", "d8h4"] {
    ///     game.play(game.position().parse_uci(uci)?)?;
    /// }
    /// assert!(game.san_moves().eq(["f3", "e5", "g4", "Qh4#"]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias("history"))]
    #[must_use]
    pub fn san_moves(&self) -> impl ExactSizeIterator<Item = String> + FusedIterator + Clone + Debug {
        self.moves().iter().zip(self.positions()).map(|(&mv, position)| position.san(mv).to_string())
    }
}

//! Judges that search for a mate, and the ends of a game that depend on them. A program contains the search only if it uses one of
//! these.

use super::{CanMate, can_mate, cannot_mate};
use crate::game::{Game, GameError, Judge};
use crate::piece::Color;
use crate::position::Position;
use crate::rules::{Outcome, Rules, WinReason};

/// The budget for a game without a judge. With this budget the search answers all 16,434 questions about real games in
/// `tests/data/winnability.txt`, and all but 58 of the 3,414 about hard positions. With a third of the budget, 5 questions about
/// real games stay open.
const POSITIONS: usize = 30_000;

impl<R: Rules> Judge<R> {
    /// Decides by [`mate::cannot_mate`](crate::mate::cannot_mate), in about a microsecond.
    pub const QUICK: Judge<R> =
        Judge::new(|position: &Position<R>, color, _| cannot_mate(position, color).then_some(false), 0);

    /// Decides by [`mate::can_mate`](crate::mate::can_mate) with this budget of positions. If the search finds no answer, the side
    /// is assumed to be able to mate.
    ///
    /// ```
    /// use chess0x88::game::Judge;
    /// use chess0x88::{Chess, Color, Game};
    /// let mut game = Game::new("5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8 w - - 0 1".parse::<Chess>()?);
    /// game.set_judge(Judge::search(100_000));
    /// assert_eq!(
    ///     game.flag_fall(Color::White)?.to_string(),
    ///     "draw by flag fall against insufficient material"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn search(positions: usize) -> Judge<R> {
        let ask = |position: &Position<R>, color, positions| {
            if cannot_mate(position, color) {
                return Some(false);
            }
            match can_mate(position, color, positions) {
                CanMate::Yes(_) => Some(true),
                CanMate::No => Some(false),
                CanMate::Unknown(_) => None,
            }
        };
        Judge::new(ask, positions)
    }
}

/// # End the game by a loss
///
/// A player who resigns or runs out of time loses, unless the other side cannot mate by any series of legal moves: then the game is
/// drawn (FIDE articles 5.1.2 and 6.9). The [judge](Game::set_judge) of the game decides this. A game without a judge uses
/// [`Judge::search`] with a budget of 30,000 positions:
///
/// | positions | median | 99 % below | at most |
/// |---|---|---|---|
/// | real games | 15 µs | 0.8 ms | 60 ms |
/// | hard positions | 30 µs | 70 ms | 240 ms |
///
/// These are times of a desktop machine. The search takes 60 kB of code, up to 2.2 MB of memory, and 16 kB of stack on a small
/// machine. Programs without room for it use [`lose`](Game::lose).
impl<R: Rules> Game<R> {
    /// Ends the game by the resignation of a side, whichever side is to move. The other side wins, unless it cannot mate.
    ///
    /// ```
    /// use chess0x88::{Chess, Color, Game};
    /// let mut game = Game::new("4k3/8/8/8/8/8/4q3/K6N b - - 0 1".parse::<Chess>()?);
    /// assert_eq!(
    ///     game.resign(Color::Black)?.to_string(),
    ///     "draw by resignation against insufficient material"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`GameError::Over`] if the game is over.
    pub fn resign(&mut self, color: Color) -> Result<Outcome, GameError> {
        self.lose_by(color, WinReason::Resignation, self.judge().unwrap_or(Judge::search(POSITIONS)))
    }

    /// Ends the game because a side ran out of time, whichever side is to move. The other side wins, unless it cannot mate.
    ///
    /// ```
    /// use chess0x88::{Chess, Color, Game};
    /// // Black's bishops and pawns never mate, which takes a search to see.
    /// let start: Chess = "Bb1k1b2/bKp1p1p1/1pP1P1P1/pP6/6P1/P7/8/8 w - - 0 1".parse()?;
    /// let mut game = Game::new(start);
    /// assert_eq!(
    ///     game.flag_fall(Color::White)?.to_string(),
    ///     "draw by flag fall against insufficient material"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`GameError::Over`] if the game is over.
    #[doc(alias("timeout"))]
    pub fn flag_fall(&mut self, color: Color) -> Result<Outcome, GameError> {
        self.lose_by(color, WinReason::FlagFall, self.judge().unwrap_or(Judge::search(POSITIONS)))
    }
}

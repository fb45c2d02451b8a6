//! The judges that look further than the pieces, and the constructors of a [`Game`] that take the quick one.
//!
//! A game knows no proof and no search: it is given a [`Judge`]. The default judge must stand here, above the game, and so do
//! the constructors that name it.

use super::CanMate;
use crate::game::{Game, GameError, Judge};
use crate::moves::Move;
use crate::position::Position;
use crate::rules::Rules;

impl<R: Rules> Judge<R> {
    /// Decides by [`cannot_mate`](Position::cannot_mate), in about a microsecond. It is the judge of a game that is given
    /// no other.
    pub const QUICK: Judge<R> = Judge::new(|position, color, _| position.cannot_mate(color).then_some(false), 0);

    /// Decides by [`can_mate`](Position::can_mate), with a budget of so many positions. If the search does not know, the side
    /// can mate.
    ///
    /// ```
    /// use chess0x88::game::Judge;
    /// use chess0x88::{Chess, Color, Game};
    /// let mut game = Game::new("5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8 w - - 0 1".parse::<Chess>()?);
    /// game.set_judge(Judge::search(100_000));
    /// assert_eq!(game.flag_fall(Color::White)?.to_string(), "draw by flag fall against insufficient material");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn search(positions: usize) -> Judge<R> {
        let can_mate = |position: &Position<R>, color, positions| {
            if position.cannot_mate(color) {
                return Some(false);
            }
            match position.can_mate(color, positions) {
                CanMate::Yes(_) => Some(true),
                CanMate::No => Some(false),
                CanMate::Unknown => None,
            }
        };
        Judge::new(can_mate, positions)
    }
}

impl<R: Rules> Game<R> {
    /// A game that starts with this position. [`Judge::QUICK`] decides whether a side can mate.
    #[must_use]
    pub fn new(start: Position<R>) -> Game<R> {
        Game::with_judge(start, Judge::QUICK)
    }

    /// The game of these moves: a record played through.
    ///
    /// How the players ended it is not in the moves; [`end`](Game::end) says that. So a game is rebuilt from what can be
    /// told of it:
    ///
    /// ```
    /// use chess0x88::{Chess, Color, Game};
    /// let mut game = Game::new(Chess::startpos());
    /// for uci in ["e2e4", "e7e5"] {
    ///     game.play(game.position().parse_uci(uci)?)?;
    /// }
    /// game.resign(Color::White)?;
    ///
    /// let mut again = Game::from_moves(*game.start(), game.moves().iter().copied())?;
    /// again.set_judge(game.judge());
    /// if let Some(outcome) = game.outcome() {
    ///     again.end(outcome, game.announced())?;
    /// }
    /// assert_eq!(again.outcome().unwrap().to_string(), "Black wins by resignation");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`GameError::IllegalAt`] for the first move that is illegal.
    pub fn from_moves(start: Position<R>, moves: impl IntoIterator<Item = Move>) -> Result<Game<R>, GameError> {
        Game::new(start).played_on(moves)
    }
}

/// A game from the start position.
impl<R: Rules> Default for Game<R> {
    fn default() -> Game<R> {
        Game::new(Position::startpos())
    }
}

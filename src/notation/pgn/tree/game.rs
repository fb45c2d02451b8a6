//! A [`Game`] as PGN, without a tree in the hands of the caller.

use alloc::string::{String, ToString};
use core::str::FromStr;

use super::GameTree;
use crate::game::Game;
use crate::name::written;
use crate::notation::pgn::{Flow, PgnError, Reader, Visitor, Word};
use crate::notation::{SanError, san};
use crate::rules::Rules;

/// # PGN
impl<R: Rules> Game<R> {
    /// The game as PGN, with the Seven Tag Roster and the result. For names, comments and variations make a [`GameTree`] of it.
    ///
    /// ```
    /// use chess0x88::{Chess, Game};
    /// let mut game = Game::new(Chess::startpos());
    /// game.play_san("e4")?;
    /// game.play_san("e5")?;
    /// assert!(game.pgn().ends_with("\n\n1. e4 e5 *\n"));
    /// assert_eq!(game.pgn().parse(), Ok(game));
    /// # Ok::<(), chess0x88::error::PlayError>(())
    /// ```
    #[doc(alias("to_pgn", "export"))]
    #[must_use]
    pub fn pgn(&self) -> String {
        self.to_string()
    }
}

written! {
    /// The game as [`pgn`](Game::pgn) writes it.
    Display [R: Rules] for Game<R>: |game, f| GameTree::from(game).fmt(f);
}

/// Reads the moves of the first game of a PGN text, without its variations. What is not in the moves is not in the game: that a player
/// resigned, names and comments. A [`GameTree`] has them.
///
/// # Errors
///
/// Those of [`GameTree::read`], and [`PgnError::Move`] with [`SanError::NullMove`] for a null move, which a game does not have.
impl<R: Rules> FromStr for Game<R> {
    type Err = PgnError;

    fn from_str(text: &str) -> Result<Game<R>, PgnError> {
        let tree: GameTree<R> = text.parse()?;
        tree.to_game().ok_or_else(|| first_null_move(text))
    }
}

/// Where the first null move of a game stands.
#[cold]
fn first_null_move(text: &str) -> PgnError {
    struct FirstNullMove<'a>(&'a [u8], usize);

    impl<'a> Visitor<'a> for FirstNullMove<'a> {
        fn san(&mut self, word: &'a [u8], offset: usize) -> Flow {
            let is_null = self.0.is_empty() && core::str::from_utf8(word).is_ok_and(san::is_null);
            if is_null {
                *self = FirstNullMove(word, offset);
            }
            Flow::Continue
        }

        fn begin_variation(&mut self) -> Flow {
            Flow::Skip
        }
    }

    let (mut reader, mut first) = (Reader::new(text), FirstNullMove(&[], 0));
    reader.read_game(&mut first);
    let FirstNullMove(word, offset) = first;
    PgnError::Move { san: Word::new(word), error: SanError::NullMove, offset, line: reader.line_of(offset) }
}

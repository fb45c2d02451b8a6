//! Reads and writes a [`Game`] as PGN without a tree.

use alloc::string::{String, ToString};

use chess0x88::san::{self, SanError};
use chess0x88::{Game, Rules};

use super::GameTree;
use crate::{Flow, PgnError, Reader, Visitor, Word};

/// Writes a game as PGN, with the Seven Tag Roster and the result. The tag `Termination` has the reason, if the moves do not show
/// it. To add names, comments and variations, make a [`GameTree`] of the game.
///
/// ```
/// use chess0x88::{Chess, Game};
/// use chess0x88_pgn as pgn;
/// let mut game = Game::new(Chess::startpos());
/// game.play_san("e4")?;
/// game.play_san("e5")?;
/// let text = pgn::write(&game);
/// assert!(text.ends_with("\n\n1. e4 e5 *\n"));
/// assert_eq!(pgn::read(&text), Ok(game));
/// # Ok::<(), chess0x88::error::PlayError>(())
/// ```
#[must_use]
pub fn write<R: Rules>(game: &Game<R>) -> String {
    GameTree::from(game).to_string()
}

/// Reads the main line of the first game in a PGN text, and its end from its result and the tag `Termination`, as
/// [`GameTree::to_game`] does. A game that has ended accepts no more moves. A game has no names and comments; a [`GameTree`] has
/// them.
///
/// ```
/// use chess0x88::Game;
/// use chess0x88_pgn as pgn;
/// let game: Game = pgn::read("[White \"Anna\"]\n\n1. f3 e5 2. g4 (2. d3) Qh4# 0-1")?;
/// assert_eq!(game.outcome().unwrap().to_string(), "Black wins by checkmate");
///
/// let text =
///     "[Result \"1-0\"]\n[Termination \"Anna won by resignation\"]\n\n1. e4 e5 1-0";
/// let mut game: Game = pgn::read(text)?;
/// assert_eq!(game.outcome().unwrap().to_string(), "White wins by resignation");
/// assert!(game.play_san("Nf3").is_err());
/// game.take_back(); // how it ended is taken back, too
/// assert!(game.play_san("c5").is_ok());
/// # Ok::<(), pgn::PgnError>(())
/// ```
///
/// # Errors
///
/// The errors of [`GameTree::read`]. A null move, which a game cannot have, is [`PgnError::Move`] with [`SanError::NullMove`].
pub fn read<R: Rules>(text: &str) -> Result<Game<R>, PgnError> {
    let tree: GameTree<R> = text.parse()?;
    tree.to_game().ok_or_else(|| first_null_move(text))
}

/// Finds the first null move of a game.
#[cold]
fn first_null_move(text: &str) -> PgnError {
    struct FirstNullMove<'a>(&'a [u8], usize);

    impl<'a> Visitor<'a> for FirstNullMove<'a> {
        fn san(&mut self, word: &'a [u8], offset: usize) -> Flow {
            let is_null = self.0.is_empty() && core::str::from_utf8(word).is_ok_and(san::is_null_move);
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

//! [`Position`]: a legal position, and the moves played on it.
//!
//! A [`Setup`] may hold anything. Validation turns it into a `Position`, or gives every reason against it. A `Position` changes
//! only by moves, so a `Position` is always legal.
//!
//! ```text
//!    Setup ──validate──▶ Position ──play──▶ Position          152 bytes: the 128 of
//!      ▲                    │  ▲───undo──────┘                the board, turn, king squares, castling and
//!      └────to_setup──────┘                                 en passant, two clocks, and the checkers
//! ```

mod start;
mod look;
mod validate;
#[cfg(feature = "bitboards")]
mod apply_fast;
#[cfg(not(feature = "bitboards"))]
mod apply_small;
mod play;
mod counting;

pub use counting::{count, start_counting, stop_counting};
pub use play::Undo;
pub(crate) use play::is_zeroing;

use core::fmt;

use crate::board::Board0x88;
use crate::geometry::{Square, SquareSet};
use crate::piece::Color;
use crate::rules::{ChessRules, MakrukRules, Rules};

/// A legal position of the game `R`. Use the aliases [`Chess`] and [`Makruk`].
///
/// Two positions are equal if they are the same for the repetition rules (FIDE article 9.2.3): the same pieces on the same squares,
/// the same side to move, the same castling rights, and the same *legal* en passant captures. Clocks are not compared. `Hash`
/// agrees with equality.
///
/// ```
/// use chess0x88::{Chess, Color};
/// let mut position = Chess::startpos();
/// let undo = position.make(position.parse_uci("g1f3")?);
/// assert_eq!(position.turn(), Color::Black);
/// position.unmake(undo);
/// assert_eq!(position, Chess::startpos());
/// assert_eq!(core::mem::size_of::<Chess>(), 152);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct Position<R: Rules = ChessRules> {
    board: Board0x88,
    /// The pieces that give check to the side to move. Nearly every question about legality starts with them, and the difference
    /// table updates them cheaply after a move.
    checkers: SquareSet,
    kings: [Square; 2],
    turn: Color,
    state: R::State,
    halfmove_clock: u32,
    fullmove_number: u32,
}

/// A position of chess, from the standard start or any of the 960.
pub type Chess = Position<ChessRules>;

/// A position of Makruk, the chess of Thailand. [The guide](crate::makruk) teaches the game to chess players.
///
/// ```
/// use chess0x88::{Makruk, perft};
/// let start = Makruk::startpos();
/// assert_eq!(start.fen().as_str(), "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1");
/// assert_eq!(perft(&start, 2), 529);
/// ```
pub type Makruk = Position<MakrukRules>;

/// The start position of the game.
impl<R: Rules> Default for Position<R> {
    fn default() -> Position<R> {
        Position::startpos()
    }
}

/// The board as White sees it, the side to move, and in Makruk the count. `{:#}` draws figurines.
///
/// ```
/// use chess0x88::Makruk;
/// let position: Makruk = "8/8/4k3/R7/8/2K2R2/8/8 b - 16 8 40".parse()?;
/// let text = position.to_string();
/// assert!(text.ends_with("Black to move\npieces' honour: Black has counted 4 of 8"));
/// # Ok::<(), chess0x88::fen::FenError>(())
/// ```
impl<R: Rules> fmt::Display for Position<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.board, f)?;
        write!(f, "\n{} to move", self.turn)?;
        match R::count(&self.state) {
            Some(count) => write!(f, "\n{count}"),
            None => Ok(()),
        }
    }
}

impl<R: Rules> fmt::Debug for Position<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Position")
            .field("board", &self.board)
            .field("turn", &self.turn)
            .field("state", &self.state)
            .field("halfmove_clock", &self.halfmove_clock)
            .field("fullmove_number", &self.fullmove_number)
            .finish_non_exhaustive()
    }
}

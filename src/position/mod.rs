//! [`Position`]: a legal position, and the moves played on it.
//!
//! A [`Setup`] may hold anything. Validation turns it into a `Position`, or gives every reason against it. A `Position` changes
//! only by moves, so it stays legal, or tolerable if a function accepted [`Violations::TOLERABLE`](crate::Violations::TOLERABLE).
//!
//! ```text
//!    Setup ──validate──▶ Position ──play──▶ Position          152 bytes: the 128 of
//!      ▲                    │  ▲───undo──────┘                the board, turn, king squares, castling and
//!      └────to_setup──────┘                                 en passant, two clocks, and the checkers
//! ```

mod construct;
mod play;
mod counting;

pub use counting::{count, start_counting, stop_counting};
pub use play::Undo;
pub(crate) use play::is_zeroing;

use core::fmt;

use crate::board::{Bitboards, Board0x88};
use crate::geometry::{Square, SquareSet};
use crate::piece::Color;
use crate::rules::{CastlingRights, ChessRules, MakrukRules, Rules};

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
#[derive(Clone, Copy, Debug)]
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
/// assert_eq!(
///     start.fen().as_str(),
///     "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1"
/// );
/// assert_eq!(perft(&start, 2), 529);
/// ```
pub type Makruk = Position<MakrukRules>;

/// The start position of the game.
impl<R: Rules> Default for Position<R> {
    fn default() -> Position<R> {
        Position::startpos()
    }
}

/// The board as White sees it, the side to move, and in Makruk the count. `{:#}` draws figurines, `{:-}` the board as Black sees it.
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

/// # Look
impl<R: Rules> Position<R> {
    /// The board with the pieces.
    #[must_use]
    #[inline]
    pub const fn board(&self) -> &Board0x88 {
        &self.board
    }

    /// The side to move.
    #[doc(alias("side_to_move", "stm", "active_color"))]
    #[must_use]
    #[inline]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// The state that the board does not show: castling rights and en passant square in chess, the count in Makruk.
    #[must_use]
    #[inline]
    pub(crate) const fn state(&self) -> &R::State {
        &self.state
    }

    /// The square of the king of this colour.
    #[doc(alias("king_square", "king_sq"))]
    #[must_use]
    #[inline]
    pub const fn king(&self, color: Color) -> Square {
        self.kings[color as usize]
    }

    /// The rooks that may still castle.
    #[doc(alias("castles", "castle_rights", "get_castling_rights"))]
    #[must_use]
    #[inline]
    pub fn castling_rights(&self) -> CastlingRights {
        R::castling(&self.state)
    }

    /// The half-move clock: plies since the last capture or pawn move (FIDE article 9.3). The number saturates.
    #[doc(alias("halfmoves", "rule50", "fifty_move_counter"))]
    #[must_use]
    #[inline]
    pub const fn halfmove_clock(&self) -> u32 {
        self.halfmove_clock
    }

    /// The number of the full move, from 1. The number saturates.
    #[doc(alias("fullmoves", "move_number"))]
    #[must_use]
    #[inline]
    pub const fn fullmove_number(&self) -> u32 {
        self.fullmove_number
    }

    /// The number of plies before this position, computed from the move number and the turn: 0 at the start, 1 after White's first
    /// move. The number saturates.
    ///
    /// ```
    /// use chess0x88::Chess;
    /// let position: Chess = "4k3/8/8/8/8/8/8/4K3 b - - 0 31".parse()?;
    /// assert_eq!(position.ply(), 61);
    /// # Ok::<(), chess0x88::fen::FenError>(())
    /// ```
    #[must_use]
    #[inline]
    pub const fn ply(&self) -> u32 {
        self.fullmove_number.saturating_sub(1).saturating_mul(2).saturating_add(self.turn as u32)
    }

    /// The pieces that give check to the side to move.
    ///
    /// ```
    /// use chess0x88::Chess;
    /// let position: Chess = "4k3/8/8/8/7b/8/4r3/4K3 w - - 0 1".parse()?;
    /// assert_eq!(position.checkers().to_string(), "e2 h4");
    /// # Ok::<(), chess0x88::fen::FenError>(())
    /// ```
    #[inline]
    pub const fn checkers(&self) -> SquareSet {
        self.checkers
    }

    /// Returns `true` if the side to move is in check.
    #[doc(alias("in_check", "check"))]
    #[must_use]
    #[inline]
    pub const fn is_check(&self) -> bool {
        !self.checkers.is_empty()
    }

    /// The board in the form that the generators take.
    #[inline]
    pub(crate) fn bitboards(&self) -> Bitboards {
        self.board.bitboards()
    }
}

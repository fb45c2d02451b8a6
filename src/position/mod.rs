//! [`Position`]: a legal position, and the moves played on it.
//!
//! A [`Setup`] may hold anything; validating it gives a `Position` or every reason why not. A `Position` changes only
//! by playing moves, so whatever holds a `Position` holds a legal one.
//!
//! ```text
//!    Setup ──validate──▶ Position ──play──▶ Position          152 bytes with `bitboards`: the 128 of
//!      ▲                    │  ▲───undo──────┘                the board, turn, king squares, castling and
//!      └────to_setup──────┘                                 en passant, two clocks, and the checkers
//! ```

mod compact;
mod counting;
mod of_move;
mod play;
mod premoves;
mod symmetry;
mod validate;

pub(crate) use compact::Compact;
pub use counting::{count, start_counting, stop_counting};
pub(crate) use of_move::is_zeroing;
pub use play::Undo;

use core::fmt;

use crate::board::{Bitboards, Board0x88};
use crate::geometry::{Square, SquareSet};
use crate::piece::{Color, Piece};
use crate::rules::{CastlingRights, ChessRules, MakrukRules, Rules, Setup, chess960_number, chess960_start};

/// A legal position of the game that `R` names: [`Chess`] and [`Makruk`] are the aliases to use.
///
/// Two positions are equal when they are the same for the repetition rules (FIDE article 9.2.3): same pieces on the
/// same squares, same side to move, same castling rights, and the same en passant captures that are *legal*. Clocks do
/// not count. Hashing agrees with that.
///
/// ```
/// use chess0x88::{Chess, Color};
/// let mut position = Chess::startpos();
/// let undo = position.make(position.parse_uci("g1f3")?);
/// assert_eq!(position.turn(), Color::Black);
/// position.unmake(undo);
/// assert_eq!(position, Chess::startpos());
/// assert!(core::mem::size_of::<Chess>() <= 152);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias("Board", "Chess", "same_position"))]
#[derive(Clone, Copy)]
pub struct Position<R: Rules = ChessRules> {
    board: Board0x88,
    /// The pieces that give check to the side to move: what nearly every question about legality begins with, and what
    /// the difference table brings up to date after a move for next to nothing.
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

impl Chess {
    /// The Chess960 start with this number, 0 to 959, as Reinhard Scharnagl numbers them; 518 is the standard start.
    ///
    /// ```
    /// use chess0x88::Chess;
    /// assert_eq!(Chess::chess960(518), Some(Chess::startpos()));
    /// assert_eq!(Chess::chess960(0).unwrap().fen().as_str(), "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1");
    /// assert_eq!(Chess::chess960(960), None);
    /// ```
    #[doc(alias("from_chess960_pos", "chess960_startpos"))]
    #[must_use]
    pub const fn chess960(number: u16) -> Option<Chess> {
        if number < 960 { Some(Position::from_start(chess960_start(number))) } else { None }
    }

    /// The number of the Chess960 start that this is, castling rights included (clocks do not count); `None` for any other
    /// position.
    ///
    /// ```
    /// use chess0x88::Chess;
    /// let mut position = Chess::startpos();
    /// assert_eq!(position.chess960_number(), Some(518));
    /// position.play(position.parse_san("e4")?)?;
    /// assert_eq!(position.chess960_number(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn chess960_number(&self) -> Option<u16> {
        chess960_number(&self.board).filter(|&number| Chess::chess960(number) == Some(*self))
    }
}

impl<R: Rules> Position<R> {
    /// The position a game starts from, in constants too.
    ///
    /// ```
    /// use chess0x88::Chess;
    /// const START: Chess = Chess::startpos();
    /// assert_eq!(START.legal_moves().len(), 20);
    /// ```
    #[doc(alias("initial", "new", "starting_position"))]
    #[must_use]
    pub const fn startpos() -> Position<R> {
        Position::from_start(R::START)
    }

    /// The position of a start. Each start has a king a side and no check, which is all that `new` needs; a test holds that
    /// the starts are valid.
    const fn from_start(start: Setup<R>) -> Position<R> {
        let kings = match (start.board.king(Color::White), start.board.king(Color::Black)) {
            (Some(white), Some(black)) => [white, black],
            _ => [Square::E1, Square::E8],
        };
        Position::new(start, kings, SquareSet::EMPTY)
    }

    /// The position that a setup describes, with its kings on these squares and these pieces giving check.
    #[inline]
    pub(crate) const fn new(setup: Setup<R>, kings: [Square; 2], checkers: SquareSet) -> Position<R> {
        // A move is numbered from 1.
        let fullmove_number = if setup.fullmove_number == 0 { 1 } else { setup.fullmove_number };
        Position {
            board: setup.board,
            checkers,
            kings,
            turn: setup.turn,
            state: setup.state,
            halfmove_clock: setup.halfmove_clock,
            fullmove_number,
        }
    }

    /// The position as a setup, to edit and validate again.
    #[must_use]
    pub const fn to_setup(self) -> Setup<R> {
        Setup {
            board: self.board,
            turn: self.turn,
            state: self.state,
            halfmove_clock: self.halfmove_clock,
            fullmove_number: self.fullmove_number,
        }
    }

    /// The pieces on the squares.
    #[must_use]
    #[inline]
    pub const fn board(&self) -> &Board0x88 {
        &self.board
    }

    /// The piece on a square, as the [board](Position::board) has it.
    ///
    /// ```
    /// use chess0x88::{Chess, Color, Piece, Role, Square};
    /// assert_eq!(Chess::startpos().piece_at(Square::E1), Some(Piece::new(Color::White, Role::King)));
    /// ```
    #[doc(alias("piece_on", "get"))]
    #[must_use]
    #[inline]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board.piece_at(square)
    }

    /// The side to move.
    #[doc(alias("side_to_move", "stm", "active_color"))]
    #[must_use]
    #[inline]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// What the game remembers besides pieces, turn and clocks.
    #[must_use]
    #[inline]
    pub(crate) const fn state(&self) -> &R::State {
        &self.state
    }

    /// Where the king of this colour stands.
    #[doc(alias("king_square", "king_sq"))]
    #[must_use]
    #[inline]
    pub const fn king(&self, color: Color) -> Square {
        self.kings[color as usize]
    }

    /// Which rooks may still castle.
    #[doc(alias("castles", "castle_rights", "get_castling_rights"))]
    #[must_use]
    #[inline]
    pub fn castling_rights(&self) -> CastlingRights {
        R::castling(&self.state)
    }

    /// Plies since the last capture or pawn move (FIDE article 9.3). It saturates.
    #[doc(alias("halfmoves", "rule50", "fifty_move_counter"))]
    #[must_use]
    #[inline]
    pub const fn halfmove_clock(&self) -> u32 {
        self.halfmove_clock
    }

    /// The number of the full move being played, from 1. It saturates.
    #[doc(alias("fullmoves", "move_number"))]
    #[must_use]
    #[inline]
    pub const fn fullmove_number(&self) -> u32 {
        self.fullmove_number
    }

    /// How many plies the game has gone through before this position, as the move number and the turn tell: 0 at the start, 1
    /// after White's first move. It saturates.
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
    #[must_use]
    #[inline]
    pub const fn checkers(&self) -> SquareSet {
        self.checkers
    }

    /// Whether the side to move is in check.
    #[doc(alias("in_check"))]
    #[must_use]
    #[inline]
    pub const fn is_check(&self) -> bool {
        !self.checkers.is_empty()
    }

    /// The board turned on its side.
    #[inline]
    pub(crate) fn bitboards(&self) -> Bitboards {
        self.board.bitboards()
    }
}

impl<R: Rules> Position<R> {
    /// The squares of the pieces of this colour that attack the square, as the [board](Position::board) has it: pinned pieces
    /// too, whatever piece is on the square and whichever side is to move.
    ///
    /// ```
    /// use chess0x88::{Chess, Color, Square};
    /// let start = Chess::startpos();
    /// assert_eq!(start.attackers(Square::F3, Color::White).to_string(), "g1 e2 g2");
    /// ```
    #[must_use]
    pub fn attackers(&self, square: Square, by: Color) -> SquareSet {
        self.board().attackers(square, by)
    }
}

/// The position a game starts from.
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

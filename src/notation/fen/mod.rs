//! Forsyth-Edwards notation: a position in one line.
//!
//! ```text
//!   rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1
//!   board, eighth rank first                      │ │    │  │ full-move number, from 1
//!                                                 │ │    │  half-move clock: plies since a capture or pawn move
//!                                                 │ │    en passant: the square a pawn has just passed
//!                                                 │ castling: KQkq, X-FEN or Shredder-FEN
//!                                                 side to move
//! ```
//!
//! Strict reading takes six fields, one space between them, and nothing that a writer would not write. Lenient reading
//! follows the same grammar and repairs what people paste. A text that passes gives a [`Setup`]; [`Setup::to_position`]
//! checks whether that is a legal position.
//!
//! Source: Steven J. Edwards, "PGN Specification and Implementation Guide", section 16.1; Chess Programming Wiki,
//! "Forsyth-Edwards Notation" (X-FEN and Shredder-FEN among it).

/// `?`, which a `const fn` cannot say.
macro_rules! ok {
    ($option:expr) => {
        match $option {
            Some(value) => value,
            None => return None,
        }
    };
}

mod board;
mod unfinished;
mod castling;
mod counters;
mod en_passant;
mod error;
mod lenient;
mod letters;
mod literal;
mod reader;
mod repairs;
mod turn;
mod writer;

pub use error::{Expected, FenError, FenField};
pub use lenient::parse_lenient;
pub(super) use lenient::tolerate;
pub(super) use letters::{Alphabet, Capitals, Letters};
pub use literal::{FenLiteral, FromFenLiteral, Refusal};
pub(super) use reader::FenReader;
pub(super) use repairs::Notes;
pub use repairs::{Repair, RepairKind, Repairs};
pub use writer::write;
pub(super) use writer::{CAPACITY, push_board};

use core::str::FromStr;

use super::FenText;
use crate::board::Board0x88;
use crate::geometry::Square;
use crate::name::named;
use crate::position::Position;
use crate::rules::{Rules, Setup, Violations};
use reader::Fields;

named! {
    /// The en passant squares that count: for a FEN that is written (reading accepts all three), and for
    /// [`Position::en_passant_square`].
    #[derive(Default)]
    #[non_exhaustive]
    pub enum EnPassantMode {
        /// Only when a capture there is legal: what repetition counts by, and what modern programs write.
        #[default]
        Legal = "legal",
        /// When an enemy pawn stands beside the one that has passed, pinned or not (X-FEN).
        PseudoLegal = "pseudo-legal",
        /// After every double step (the FEN standard).
        Always = "always",
    }
}

/// The spelling of a FEN where there is a choice.
///
/// ```
/// use chess0x88::fen::{EnPassantMode, FenStyle};
/// use chess0x88::{Chess, fen};
/// let mut position = Chess::startpos();
/// position.play(position.parse_uci("e2e4")?)?;
/// let style = FenStyle { shredder: true, en_passant: EnPassantMode::Always };
/// assert_eq!(position.fen().as_str(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
/// assert_eq!(fen::write(&position, style).as_str(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b HAha e3 0 1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct FenStyle {
    /// Castling by the rooks' files, `HAha`. Otherwise X-FEN: `K` and `Q` for the outermost rooks, a file letter for
    /// inner ones; in standard chess that is plain `KQkq`.
    pub shredder: bool,
    /// When to name the en passant square.
    pub en_passant: EnPassantMode,
}

/// Reads a FEN, strictly; the position may be illegal.
///
/// ```
/// use chess0x88::{ChessRules, Setup};
/// let error = "8/8/8/8/8/8/8/9 w - - 0 1".parse::<Setup<ChessRules>>().unwrap_err();
/// assert_eq!(error.to_string(), "board: expected a piece letter or a digit 1-8 at byte 14, found '9'");
/// ```
impl<R: Rules> FromStr for Setup<R> {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Setup<R>, FenError> {
        Setup::from_fen(text)
    }
}

/// Reads the FEN of a legal position, strictly.
///
/// ```
/// use chess0x88::Chess;
/// let position: Chess = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse()?;
/// assert_eq!(position.legal_moves().len(), 15);
/// let error = "4k3/8/8/8/8/8/8/4K2R w Kq - 0 1".parse::<Chess>().unwrap_err();
/// assert_eq!(error.to_string(), "the king or rook of a castling right is not on its starting square");
/// # Ok::<(), chess0x88::fen::FenError>(())
/// ```
impl<R: Rules> FromStr for Position<R> {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Position<R>, FenError> {
        Position::from_fen(text)
    }
}

/// Reads a FEN, strictly, of a position that may have the `tolerated` violations: see [`Setup::to_position_with`].
///
/// ```
/// use chess0x88::{Chess, Violations, fen};
/// let ten_pawns = "7k/PPPPPP2/PPPP4/8/8/8/8/K7 w - - 0 1";
/// assert!(Chess::from_fen(ten_pawns).is_err());
/// let position: Chess = fen::parse_with(ten_pawns, Violations::TOLERABLE)?;
/// assert_eq!(position.fen(), ten_pawns);
/// # Ok::<(), chess0x88::fen::FenError>(())
/// ```
///
/// # Errors
/// The place where the text is no FEN, or all violations of its position, if any of them is not tolerated.
// A stack frame of its own, which is gone when the caller goes on with the position.
#[inline(never)]
pub fn parse_with<R: Rules>(text: &str, tolerated: Violations) -> Result<Position<R>, FenError> {
    let (mut reader, mut fields) = (FenReader::strict(text), Fields::empty());
    if reader.fields::<R>(&mut fields).is_none() {
        return Err(reader.mode.error);
    }
    let (kings, checkers) = fields.examine::<R>().accept(tolerated)?;
    Ok(Position::from_valid(fields.into_setup(), kings, checkers))
}

/// # FEN
impl<R: Rules> Position<R> {
    /// Reads the FEN of a legal position, strictly: what [`str::parse`] does. For FEN as people paste it there is
    /// [`fen::parse_lenient`](crate::fen::parse_lenient).
    ///
    /// ```
    /// use chess0x88::{Chess, Makruk, makruk};
    /// let position = Chess::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1")?;
    /// assert_eq!(position.fen().as_str(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    /// let position = Makruk::from_fen("8/3k4/6M~1/2K1S3/8/8/8/8 b - 88 8 1")?;
    /// assert_eq!(makruk::count(&position).unwrap().to_string(), "pieces' honour: Black has counted 4 of 44");
    /// # Ok::<(), chess0x88::fen::FenError>(())
    /// ```
    ///
    /// # Errors
    /// The place where the text is no FEN, or the reason why its position is not legal.
    #[doc(alias("set_fen", "load", "parse_fen", "from_str"))]
    pub fn from_fen(text: &str) -> Result<Position<R>, FenError> {
        parse_with(text, Violations::NONE)
    }

    /// The position as FEN, in the spelling most programs agree on: `KQkq` (or X-FEN where that does not suffice), the
    /// en passant square only when the capture is legal.
    #[doc(alias("to_fen", "get_fen", "make_fen"))]
    pub fn fen(&self) -> FenText {
        write(self, FenStyle::default())
    }

    /// The square that a pawn has just passed over with a double step: after every one, or only if it can be captured
    /// there.
    ///
    /// ```
    /// use chess0x88::fen::EnPassantMode;
    /// use chess0x88::{Chess, Square};
    /// let mut position = Chess::startpos();
    /// position.play(position.parse_san("e4")?)?;
    /// assert_eq!(position.en_passant_square(EnPassantMode::Always), Some(Square::E3));
    /// assert_eq!(position.en_passant_square(EnPassantMode::Legal), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias("ep_square", "maybe_ep_square", "legal_ep_square", "en_passant"))]
    #[must_use]
    pub fn en_passant_square(&self, mode: EnPassantMode) -> Option<Square> {
        match mode {
            EnPassantMode::Legal => self.legal_en_passant(),
            EnPassantMode::PseudoLegal => self.pseudo_legal_en_passant(),
            EnPassantMode::Always => R::en_passant(self.state()),
        }
    }
}

impl<R: Rules> Setup<R> {
    /// Reads a FEN, strictly: what [`str::parse`] does. The position may be illegal.
    ///
    /// # Errors
    /// The place where the text is no FEN.
    pub fn from_fen(text: &str) -> Result<Setup<R>, FenError> {
        let (mut reader, mut fields) = (FenReader::strict(text), Fields::empty());
        match reader.fields::<R>(&mut fields) {
            Some(()) => Ok(fields.into_setup()),
            None => Err(reader.mode.error),
        }
    }
}

impl Board0x88 {
    /// Reads the board field of a FEN alone, strictly, with the pieces of any game.
    ///
    /// ```
    /// use chess0x88::{Board0x88, Chess};
    /// let board = Board0x88::from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")?;
    /// assert_eq!(board, *Chess::startpos().board());
    /// let error = Board0x88::from_fen("8/8/8/8/8/8/8/9").unwrap_err();
    /// assert_eq!(error.to_string(), "board: expected a piece letter or a digit 1-8 at byte 14, found '9'");
    /// # Ok::<(), chess0x88::fen::FenError>(())
    /// ```
    ///
    /// # Errors
    /// The place where the text is no board.
    pub const fn from_fen(text: &str) -> Result<Board0x88, FenError> {
        let (mut reader, mut board) = (FenReader::strict(text), Board0x88::empty());
        if reader.board(&ANY_GAME, &mut board).is_some() && reader.end().is_some() {
            Ok(board)
        } else {
            Err(reader.mode.error)
        }
    }
}

/// The letters of all games, none of which stands for two pieces.
static ANY_GAME: Alphabet = Alphabet::of(&writer::LETTERS);

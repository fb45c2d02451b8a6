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
//! The strict reader (`read.rs`) accepts six fields with one space between, exactly as the writer writes them. The lenient reader
//! (`rewrite.rs`) rewrites what people paste in this form, notes the repairs, and calls the strict one. The result is a [`Setup`].
//! [`Setup::to_position`] tests if it is legal.
//!
//! Source: Steven J. Edwards, "PGN Specification and Implementation Guide", section 16.1; Chess Programming Wiki,
//! "Forsyth-Edwards Notation" (X-FEN and Shredder-FEN among it).

mod error;
mod lenient;
mod literal;
mod rewrite;
mod read;
mod write;

pub use error::{Expected, FenError, FenField, Repair, RepairKind, Repairs};
pub use lenient::parse_lenient;
pub(super) use lenient::{read_lenient, tolerate};
pub use literal::{FenLiteral, FromFenLiteral, Refusal};
pub(super) use read::{Alphabet, Capitals, FenReader};
pub(super) use rewrite::Dialect;
pub use write::write;
pub(super) use write::{CAPACITY, Letters, push_board};

use core::str::FromStr;

use super::FenText;
use crate::board::Board0x88;
use crate::geometry::Square;
use crate::name::named;
use crate::piece::Role;
use crate::position::Position;
use crate::rules::{Rules, Setup, Violations};
use read::{Fields, capitals_of};

named! {
    /// The condition for an en passant square in a written FEN and in [`Position::en_passant_square`]. Reading accepts all three.
    #[derive(Default)]
    #[non_exhaustive]
    pub enum EnPassantMode {
        /// Only if a capture there is legal, as in the repetition rules and in most modern programs.
        #[default]
        Legal = "legal",
        /// If an enemy pawn stands beside the pawn that has made the double step, pinned or not (X-FEN).
        PseudoLegal = "pseudo-legal",
        /// After every double step (the FEN standard).
        Always = "always",
    }
}

/// Options for the spelling of a FEN.
///
/// ```
/// use chess0x88::fen::{EnPassantMode, FenStyle};
/// use chess0x88::{Chess, fen};
/// let mut position = Chess::startpos();
/// position.play(position.parse_uci("e2e4")?)?;
/// let style = FenStyle { shredder: true, en_passant: EnPassantMode::Always };
/// assert_eq!(
///     position.fen().as_str(),
///     "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
/// );
/// assert_eq!(
///     fen::write(&position, style).as_str(),
///     "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b HAha e3 0 1"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct FenStyle {
    /// `true` for castling letters by the rooks' files, `HAha`. `false` for X-FEN: `K` and `Q` for the outermost rooks, and a file
    /// letter for inner rooks. In standard chess X-FEN is plain `KQkq`.
    pub shredder: bool,
    /// The condition for the en passant square.
    pub en_passant: EnPassantMode,
}

/// Reads a FEN strictly. The position may be illegal.
///
/// ```
/// use chess0x88::{ChessRules, Setup};
/// let error = "8/8/8/8/8/8/8/9 w - - 0 1".parse::<Setup<ChessRules>>().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "board: expected a piece letter or a digit 1-8 at byte 14, found '9'"
/// );
/// ```
impl<R: Rules> FromStr for Setup<R> {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Setup<R>, FenError> {
        let mut fields = Fields::empty();
        fields.read::<R>(text)?;
        Ok(fields.into_setup())
    }
}

/// Reads the FEN of a legal position strictly.
///
/// ```
/// use chess0x88::Chess;
/// let position: Chess = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse()?;
/// assert_eq!(position.legal_moves().len(), 15);
/// let error = "4k3/8/8/8/8/8/8/4K2R w Kq - 0 1".parse::<Chess>().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "the king or rook of a castling right is not on its starting square"
/// );
/// # Ok::<(), chess0x88::fen::FenError>(())
/// ```
impl<R: Rules> FromStr for Position<R> {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Position<R>, FenError> {
        Position::from_fen(text)
    }
}

/// Reads a FEN strictly, and allows the `tolerated` violations: see [`Setup::to_position_with`].
///
/// ```
/// use chess0x88::{Chess, Violations, fen};
/// let ten_pawns = "7k/PPPPPP2/PPPP4/8/8/8/8/K7 w - - 0 1";
/// assert!(Chess::from_fen(ten_pawns).is_err());
/// let position: Chess = fen::parse_tolerating(ten_pawns, Violations::TOLERABLE)?;
/// assert_eq!(position.fen(), ten_pawns);
/// # Ok::<(), chess0x88::fen::FenError>(())
/// ```
///
/// # Errors
/// The place of the first wrong character, or all violations, if at least one is not tolerated.
// A stack frame of its own, which is freed before the caller uses the position.
#[inline(never)]
pub fn parse_tolerating<R: Rules>(text: &str, tolerated: Violations) -> Result<Position<R>, FenError> {
    let mut fields = Fields::empty();
    fields.read::<R>(text)?;
    let (kings, checkers) = fields.examine::<R>().accept(tolerated)?;
    Ok(Position::from_valid(fields.into_setup(), kings, checkers))
}

/// # FEN
impl<R: Rules> Position<R> {
    /// Reads the FEN of a legal position strictly, as [`str::parse`] does. [`fen::parse_lenient`](crate::fen::parse_lenient) reads
    /// FEN as people paste it.
    ///
    /// ```
    /// use chess0x88::{Chess, Makruk, makruk};
    /// let position = Chess::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1")?;
    /// assert_eq!(position.fen().as_str(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    /// let position = Makruk::from_fen("8/3k4/6M~1/2K1S3/8/8/8/8 b - 88 8 1")?;
    /// assert_eq!(
    ///     makruk::count(&position).unwrap().to_string(),
    ///     "pieces' honour: Black has counted 4 of 44"
    /// );
    /// # Ok::<(), chess0x88::fen::FenError>(())
    /// ```
    ///
    /// # Errors
    /// The place of the first wrong character, or the violations of an illegal position.
    #[doc(alias("set_fen", "load", "parse_fen", "from_str"))]
    pub fn from_fen(text: &str) -> Result<Position<R>, FenError> {
        parse_tolerating(text, Violations::NONE)
    }

    /// Writes the position as FEN in the commonest spelling: `KQkq` (X-FEN if that is ambiguous), and the en passant square only if
    /// the capture is legal.
    #[doc(alias("to_fen", "get_fen", "make_fen"))]
    pub fn fen(&self) -> FenText {
        write(self, FenStyle::default())
    }

    /// Returns the square that the last move passed with a double step, under the condition of `mode`: always, or only if a capture
    /// is possible.
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

impl Board0x88 {
    /// Reads only the board field of a FEN, strictly, with the pieces of any game.
    ///
    /// ```
    /// use chess0x88::{Board0x88, Chess};
    /// let board = Board0x88::from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")?;
    /// assert_eq!(board, *Chess::startpos().board());
    /// let error = Board0x88::from_fen("8/8/8/8/8/8/8/9").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "board: expected a piece letter or a digit 1-8 at byte 14, found '9'"
    /// );
    /// # Ok::<(), chess0x88::fen::FenError>(())
    /// ```
    ///
    /// # Errors
    /// The place of the first wrong character.
    pub const fn from_fen(text: &str) -> Result<Board0x88, FenError> {
        let (mut reader, mut board) = (FenReader::new(text), Board0x88::empty());
        reader.board(&ANY_GAME, &mut board);
        match reader.end() {
            Ok(()) => Ok(board),
            Err(error) => Err(error),
        }
    }
}

/// The letters of all games. No letter stands for two pieces.
static ANY_GAME: Alphabet = Alphabet::of(capitals_of(&Role::ALL));

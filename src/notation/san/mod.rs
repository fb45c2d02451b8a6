//! Standard algebraic notation, `Nf3`, and its long form, `Ng1-f3`.
//!
//! ```text
//!    N  b  1  x  d2  =Q  +
//!    │  │  │  │  │   │   └ check, # mate
//!    │  │  │  │  │   └ what a pawn becomes
//!    │  │  │  │  └ the square moved to
//!    │  │  │  └ a capture
//!    │  └──┴ file, or else rank, or else both: only when another such piece could legally go there too
//!    └ the piece; nothing for a pawn, which names its file when it captures
//! ```
//!
//! SAN names the target of a move, so reading starts there: the attackers of the target are the candidates, and the safety of their
//! king decides which of them may move. Neither reading nor writing makes a list of moves.
//!
//! Reading has two steps: `read` splits a text into the parts of a [`San`] without looking at a board, then `resolve` finds the legal
//! move. A lenient reader accepts what people type and other programs write, if it means exactly one legal move:
//! [`Position::parse_san`]. A strict reader accepts only texts of [`Position::san`].
//!
//! Source: Steven J. Edwards, "PGN Specification and Implementation Guide", section 8.2.3; FIDE Laws of Chess, appendix
//! C.

mod letters;
mod read;
mod resolve;
mod write;
mod line;

pub use super::text::is_separator;
pub use letters::{LANGUAGES, PieceLetters, parse_with};
pub use read::{is_null_move, parse_bytes, parse_strict};
pub(super) use write::{CAPACITY, LETTERED};
pub use write::{lan, san_with};

use core::fmt;
use core::str::FromStr;

use super::SanText;
use super::text::{Expected, Found, Text};
use super::uci::NULL_MOVE;
use crate::geometry::{File, Rank, Square, SquareSet};
use crate::movegen::IllegalMove;
use crate::moves::{CastlingSide, Move};
use crate::name::{errors, join, named};
use crate::piece::{Color, Piece, Role};
use crate::position::Position;
use crate::rules::{ChessRules, MakrukRules, Rules, Variant};

/// A move as SAN says it, without a position.
///
/// `str::parse` reads exactly the texts that `Display` writes, of both games. [`Position::parse_san`] reads a text of any spelling
/// at once as a legal move, and [`Position::san`] writes one.
///
/// ```
/// use chess0x88::san::{CheckSign, PieceMove, San};
/// use chess0x88::{Chess, Role, Square};
/// let san: San = "Nbd2+".parse()?;
/// assert_eq!(san.to_string(), "Nbd2+");
/// let San::Piece(PieceMove { role, to, sign, .. }) = san else { panic!("castling") };
/// assert_eq!((role, to, sign), (Role::Knight, Square::D2, Some(CheckSign::Check)));
///
/// let position = Chess::startpos();
/// let e4 = position.parse_uci("e2e4")?;
/// assert_eq!(San::from_move(&position, e4), "e4".parse()?);
/// assert_eq!("e4".parse::<San>()?.to_move(&position), Ok(e4));
/// assert!(san.to_move(&position).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum San {
    /// Castling: `O-O` or `O-O-O`.
    Castle {
        /// The side of the board.
        side: CastlingSide,
        /// The sign of check or mate.
        sign: Option<CheckSign>,
    },
    /// Any other move, such as `Nbd2+`.
    Piece(PieceMove),
}

/// The parts of a move other than castling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PieceMove {
    /// The kind of the piece. A text without a letter is a pawn's move.
    pub role: Role,
    /// The file of the origin, if the text has one.
    pub file: Option<File>,
    /// The rank of the origin, if the text has one.
    pub rank: Option<Rank>,
    /// Whether the text has the sign of a capture, `x`.
    pub is_capture: bool,
    /// The target of the move.
    pub to: Square,
    /// The piece that a pawn becomes.
    pub promotion: Option<Role>,
    /// The sign of check or mate.
    pub sign: Option<CheckSign>,
}

named! {
    /// The sign behind a move in SAN.
    #[repr(u8)]
    pub enum CheckSign {
        /// The move gives check.
        Check: b'+' = "+",
        /// The move gives mate.
        Mate: b'#' = "#",
    }
}

impl San {
    /// Returns the parts of the text that [`Position::san`] writes for a legal move. The parts of an illegal move are unspecified.
    #[must_use]
    pub fn from_move<R: Rules>(position: &Position<R>, mv: Move) -> San {
        let piece = position.board().piece_at(mv.from()).unwrap_or(Piece::new(position.turn(), Role::Pawn));
        San::of(position, piece, mv, false, position.check_sign(mv))
    }

    /// Returns the legal move of this position that the parts mean. The signs of capture, check and mate do not matter, and the
    /// origin may have more parts than SAN writes. A pawn's move with the whole origin is the move of any piece there: `g1f3`.
    ///
    /// # Errors
    /// [`SanError::Illegal`], [`SanError::NoSuchPiece`] or [`SanError::Ambiguous`] if they do not mean exactly one legal move.
    pub fn to_move<R: Rules>(self, position: &Position<R>) -> Result<Move, SanError> {
        position.resolve(self, self.names_piece())
    }

    /// The text. Parts that no legal move has together, such as `Nb1xd2=Q+`, take one byte more than any legal move.
    pub(crate) fn shown(self) -> Text<{ CAPACITY + 1 }> {
        let role = if let San::Piece(step) = self { step.role } else { Role::King };
        self.text(Piece::new(Color::White, role), false, write::push_letter)
    }

    /// Returns `true` if a letter or a missing origin says which kind of piece moves.
    fn names_piece(self) -> bool {
        !matches!(self, San::Piece(PieceMove { role: Role::Pawn, .. }))
    }
}

/// Reads the exact texts of SAN, in chess and Makruk. The errors are those of syntax, since no move is illegal without a position.
impl FromStr for San {
    type Err = SanError;

    fn from_str(text: &str) -> Result<San, SanError> {
        let chess = read::strict::<ChessRules>(text);
        // Only texts with a letter of Makruk are left.
        chess.or_else(|error| read::strict::<MakrukRules>(text).map_err(|_| error))
    }
}

impl fmt::Display for San {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.shown())
    }
}

errors! {
    /// The reason why a text is no legal move in SAN. Of several the first in this order is told, and of syntax the first in the text.
    ///
    /// If no piece can make the move, a piece of the same side on its target is the reason. Otherwise those pieces count that come
    /// nearest to the move: a piece that must not make it, before one that is in the way or captures nothing, before one that does not
    /// move there. If all of these have the same reason, it is told, and else that there is no such piece.
    ///
    /// ```
    /// use chess0x88::san::SanError;
    /// use chess0x88::Chess;
    /// let position: Chess = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1".parse()?;
    /// let error = position.parse_san("Nd2").unwrap_err();
    /// assert_eq!(error.to_string(), "the knights on b1 and f3 can both move to d2");
    /// assert!(error.candidates().map(|mv| mv.to_string()).eq(["b1d2", "f3d2"]));
    /// # Ok::<(), chess0x88::fen::FenError>(())
    /// ```
    pub enum SanError {
        /// The text is a null move of PGN. [`make_null`](crate::Position::make_null) and `GameTree::add_null_move` play null moves.
        NullMove => 91 ("{NULL_MOVE}"),
        /// The text does not have the form of a move.
        Syntax {
            /// The sign that should stand there.
            expected: Expected,
            /// The character that stands there.
            found: Found,
            /// Byte offset in the text.
            at: usize,
        } => 90 ("expected {expected} at byte {at}, found {found}"),
        /// The pieces that fit the text come to the target, and their move is illegal.
        Illegal from IllegalMove,
        /// No such piece exists, or several exist and their moves are illegal for different reasons.
        NoSuchPiece {
            /// The kind of piece.
            role: Role,
            /// The game, whose words the sentence uses.
            game: Variant,
            /// The file of the origin, if the text has one.
            file: Option<File>,
            /// The rank of the origin, if the text has one.
            rank: Option<Rank>,
            /// The target of the move.
            to: Square,
        } => 92 ("no {}{} can move to {to}", .game.piece_name(*.role), Origin(*.file, *.rank)),
        /// Several pieces can legally make the move. [`SanError::candidates`] returns the moves.
        Ambiguous {
            /// The kind of piece.
            role: Role,
            /// The game, whose words the sentence uses.
            game: Variant,
            /// The squares of the pieces.
            origins: SquareSet,
            /// The move of one piece. The other moves differ only in the origin.
            mv: Move,
        } => 93 ("the {}{} on {} can {} move to {}", .game.piece_name(*.role), .game.rules().words.plural, AndList(*.origins),
            if .origins.len() == 2 { "both" } else { "all" }, .mv.to()),
        /// Strict reading: castling is written as a king's move.
        WrongCastling {
            /// The move as SAN writes it.
            expected: SanText,
        } => 97 ("castling is not written as a move of the king: write {expected}"),
        /// Strict reading: the capture sign is missing, or the move captures nothing.
        WrongCaptureSign {
            /// The move as SAN writes it.
            expected: SanText,
            /// The first byte that differs from `expected`.
            at: usize,
        } => 94 ("capture sign missing or not needed at byte {at}: write {expected}"),
        /// Strict reading: the text has more or less of the origin than SAN.
        WrongDisambiguation {
            /// The move as SAN writes it.
            expected: SanText,
            /// The first byte that differs from `expected`.
            at: usize,
        } => 95 ("origin (file or rank) wrong or not needed at byte {at}: write {expected}"),
        /// Strict reading: the sign for check or mate is missing or wrong.
        WrongCheckSign {
            /// The move as SAN writes it.
            expected: SanText,
            /// The first byte that differs from `expected`.
            at: usize,
        } => 96 ("check sign missing or wrong at byte {at}: write {expected}"),
    }
}

impl SanError {
    /// Returns the legal moves that an ambiguous text may mean. Other errors have none.
    ///
    /// ```
    /// use chess0x88::Chess;
    /// let position: Chess = "7k/8/8/8/8/8/8/R4R1K w - - 0 1".parse()?;
    /// let error = position.parse_san("Rd1").unwrap_err();
    /// let full: Vec<_> = error.candidates().map(|mv| position.san(mv).to_string()).collect();
    /// assert_eq!(full, ["Rad1", "Rfd1"]);
    /// # Ok::<(), chess0x88::fen::FenError>(())
    /// ```
    pub fn candidates(&self) -> impl Iterator<Item = Move> + use<> {
        let (origins, mv) = match *self {
            SanError::Ambiguous { origins, mv, .. } => (origins, Some(mv)),
            _ => (SquareSet::EMPTY, None),
        };
        origins.into_iter().filter_map(move |from| Some(mv?.with_from(from)))
    }
}

/// ` on the b-file`, ` on rank 1`, ` on b1`, or nothing.
struct Origin(Option<File>, Option<Rank>);

/// Two squares or more as a sentence lists them: `b1 and f3`, `h1, e4 and h4`.
struct AndList(SquareSet);

impl fmt::Display for AndList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(last) = self.0.last() else { return Ok(()) };
        join(f, self.0 & !SquareSet::from(last), ", ")?;
        write!(f, " and {last}")
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0, self.1) {
            (None, None) => Ok(()),
            (Some(file), None) => write!(f, " on the {}-file", file.char()),
            (None, Some(rank)) => write!(f, " on rank {}", rank.char()),
            (Some(file), Some(rank)) => write!(f, " on {}", Square::new(file, rank)),
        }
    }
}

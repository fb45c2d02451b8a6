//! Text formats: one parser, one writer and one error type each.
//!
//! Writers fill a [`Text`], a string in a fixed array, so no format needs an allocator or `core::fmt`. Parsers read bytes and
//! report the byte offset of an error.

pub(crate) mod text;
pub(crate) mod fen;
mod makruk;
pub(crate) mod san;
pub(crate) mod uci;
#[cfg(feature = "alloc")]
pub(crate) mod game;

pub use fen::{
    EnPassantMode, Expected, FenError, FenField, FenLiteral, FenStyle, FromFenLiteral, Refusal, Repair, RepairKind,
    Repairs,
};
pub use makruk::{from_thai_fen, from_thai_fen_lenient, thai_fen, thai_san};
pub use san::{PieceLetters, SanError};
pub use text::{Found, Text};
pub use uci::{CastlingMode, UciError};

/// A FEN: the result of [`Position::fen`](crate::Position::fen) and of other writers of FEN.
///
/// ```
/// use chess0x88::Chess;
/// let fen = Chess::startpos().fen();
/// assert_eq!(fen, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
/// assert!(fen.starts_with("rnbqkbnr"));
/// ```
pub type FenText = Text<{ fen::CAPACITY }>;

/// A move in SAN or LAN: the result of [`Position::san`](crate::Position::san) and [`san::lan`](crate::san::lan).
///
/// ```
/// use chess0x88::Chess;
/// let position = Chess::startpos();
/// let moves = position.legal_moves_from(chess0x88::Square::G1);
/// let mut moves = moves.iter().map(|&mv| position.san(mv));
/// assert!(moves.any(|san| san == "Nf3"));
/// ```
pub type SanText = Text<{ san::CAPACITY }>;

/// A move in SAN or LAN with other letters, figurines or Thai letters: the result of [`san::san_with`](crate::san::san_with).
///
/// ```
/// use chess0x88::san::PieceLetters;
/// use chess0x88::{Chess, san};
/// let position = Chess::startpos();
/// assert_eq!(
///     san::san_with(&position, position.parse_san("Nf3")?, PieceLetters::FIGURINES),
///     "♘f3"
/// );
/// # Ok::<(), chess0x88::san::SanError>(())
/// ```
pub type LetteredText = Text<{ san::LETTERED }>;

/// A move in UCI notation: the result of [`Move::to_uci`](crate::Move::to_uci).
///
/// ```
/// use chess0x88::Chess;
/// use chess0x88::uci::CastlingMode;
/// let mv = Chess::startpos().parse_san("e4")?;
/// assert_eq!(mv.to_uci(CastlingMode::Standard), "e2e4");
/// # Ok::<(), chess0x88::san::SanError>(())
/// ```
pub type UciText = Text<{ uci::CAPACITY }>;

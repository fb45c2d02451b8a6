//! Text formats: one parser, one writer and one error type each.
//!
//! Writers fill a [`Buffer`], a string in a fixed array, so that no format needs an allocator or `core::fmt`. Parsers read
//! bytes and report the byte offset of what they could not read.

pub mod epd;
mod fen;
mod makruk_fen;
pub mod pgn;
mod san;
#[cfg(feature = "alloc")]
mod score;
mod text;
mod thai;
pub(crate) mod uci;

pub use fen::{
    EnPassantMode, FenError, FenField, FenLiteral, FenStyle, FromFenLiteral, Refusal, Repair, RepairKind, Repairs,
};
pub use san::{PieceLetters, SanError};
pub(crate) use text::Buffer;
pub use text::{FenText, Found, LetteredText, SanText, UciText};
pub use uci::{CastlingMode, UciError};

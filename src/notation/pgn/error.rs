//! What can be wrong with a PGN file.

use core::fmt;

use thiserror::Error;

use super::Word;
use crate::notation::{FenError, SanError};

/// Why the tags of a game give no position to start from.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum StartError {
    /// The game is not of the kind that is being read.
    #[error("the variant {0} is another game")]
    Variant(Word),
    /// `SetUp` says that the game has a start of its own, but no FEN tag gives it.
    #[error("the tag SetUp is 1, but there is no tag FEN")]
    MissingFen,
    /// The `FEN` tag does not read, or describes an illegal position.
    #[error("the tag FEN is wrong: {0}")]
    Fen(FenError),
}

/// What is wrong with a game.
///
/// Each one names the byte offset in the input and the line (the first is 1, lines end with a line feed). The
/// reader goes on: in the game, where nothing but a tag, a number or a symbol is lost, else at the next one.
///
/// # Examples
///
/// ```
/// use chess0x88::pgn::{PgnError, Reader, Visitor};
///
/// struct Print(Vec<String>);
///
/// impl Visitor<'_> for Print {
///     fn error(&mut self, error: PgnError) {
///         self.0.push(error.to_string());
///     }
/// }
///
/// let mut errors = Print(vec![]);
/// let mut reader = Reader::new(b"[Event \"A\"]\n1. e4 } 1-0\n1. d4 )\n");
/// while reader.read_game(&mut errors) {}
/// assert_eq!(errors.0, [
///     "line 2, byte 18: `}` cannot stand in movetext",
///     "line 3, byte 30: `)` closes no variation",
/// ]);
/// ```
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum PgnError {
    /// A `[` is not followed by the name of a tag.
    #[error("line {line}, byte {offset}: expected the name of a tag, found {}", ShownByte(*found))]
    TagName {
        /// The byte in its place; `None` at the end of the input.
        found: Option<u8>,
        /// Where the name was expected.
        offset: usize,
        /// The line of that.
        line: usize,
    },
    /// A tag's name is not followed by a quotation mark.
    #[error("line {line}, byte {offset}: expected `\"` before the value of a tag, found {}", ShownByte(*found))]
    TagValue {
        /// The byte in its place; `None` at the end of the input.
        found: Option<u8>,
        /// Where the quotation mark was expected.
        offset: usize,
        /// The line of that.
        line: usize,
    },
    /// A tag's value is not closed by `"]` on its line.
    #[error("line {line}, byte {offset}: the tag value that starts here is not closed by `\"]` on its line")]
    UnclosedTag {
        /// Where the value's quotation mark stands.
        offset: usize,
        /// The line of that.
        line: usize,
    },
    /// A `{` without a `}` anywhere after it.
    #[error("line {line}, byte {offset}: the comment that starts here is never closed")]
    UnclosedComment {
        /// Where the brace stands.
        offset: usize,
        /// The line of that.
        line: usize,
    },
    /// A game ended inside variations.
    #[error("line {line}, byte {offset}: the variation that starts here is not closed ({depth} open)")]
    UnclosedVariation {
        /// How many variations were open.
        depth: usize,
        /// Where the outermost of them starts.
        offset: usize,
        /// The line of that.
        line: usize,
    },
    /// A `)` outside any variation.
    #[error("line {line}, byte {offset}: `)` closes no variation")]
    UnopenedVariation {
        /// Where it stands.
        offset: usize,
        /// The line of that.
        line: usize,
    },
    /// A `$` without a number behind it.
    #[error("line {line}, byte {offset}: expected a number after `$`, found {}", ShownByte(*found))]
    Nag {
        /// The first byte that is not a digit; `None` at the end of the input.
        found: Option<u8>,
        /// Where the `$` stands.
        offset: usize,
        /// The line of that.
        line: usize,
    },
    /// A `$` with a number beyond 255.
    #[error("line {line}, byte {offset}: the number after `$` is greater than 255")]
    LargeNag {
        /// Where the `$` stands.
        offset: usize,
        /// The line of that.
        line: usize,
    },
    /// A byte that has no meaning in movetext.
    #[error("line {line}, byte {offset}: {} cannot stand in movetext", ShownByte(Some(*found)))]
    UnexpectedByte {
        /// The byte.
        found: u8,
        /// Where it stands.
        offset: usize,
        /// The line of that.
        line: usize,
    },
    /// A word without letters and digits that stands for no annotation glyph.
    #[error("line {line}, byte {offset}: expected a move or an annotation glyph, found the symbol {symbol}")]
    UnknownSymbol {
        /// The word.
        symbol: Word,
        /// Where it stands.
        offset: usize,
        /// The line of that.
        line: usize,
    },
    /// The tags of a game give no position to start from
    /// (reported by `GameTree`: a reader does not check it).
    #[error("line {line}, byte {offset}: {error}")]
    Start {
        /// Why not.
        error: StartError,
        /// Where the value of the tag at fault starts.
        offset: usize,
        /// The line of that.
        line: usize,
    },
    /// A word names no legal move
    /// (reported by `GameTree`: a reader does not check it).
    #[error("line {line}, byte {offset}: {san}: {error}")]
    Move {
        /// The word.
        san: Word,
        /// Why it does not.
        error: SanError,
        /// Where the word stands.
        offset: usize,
        /// The line of that.
        line: usize,
    },
    /// The game has more moves than a `GameTree` can hold.
    #[error("line {line}, byte {offset}: the game has too many moves")]
    TooLarge {
        /// Where the first move stands that is too many.
        offset: usize,
        /// The line of that.
        line: usize,
    },
    /// The game is longer than a `StreamReader` may keep
    /// (reported by `StreamReader`: a reader keeps nothing).
    #[error("line {line}, byte {offset}: the game that starts here is longer than {limit} bytes")]
    TooLong {
        /// How many bytes it may have.
        limit: usize,
        /// Where it starts.
        offset: usize,
        /// The line of that.
        line: usize,
    },
    /// There is no game in the text
    /// (reported by `parse`, which needs one).
    #[error("line {line}, byte {offset}: there is no game up to here")]
    NoGame {
        /// The length of the text.
        offset: usize,
        /// The line of that.
        line: usize,
    },
}

impl PgnError {
    /// The byte offset in the input, from 0.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.place().0
    }

    /// The line in the input, from 1.
    #[must_use]
    pub const fn line(&self) -> usize {
        self.place().1
    }

    /// The byte offset and the line.
    const fn place(&self) -> (usize, usize) {
        match *self {
            Self::TagName { offset, line, .. }
            | Self::TagValue { offset, line, .. }
            | Self::UnclosedTag { offset, line, .. }
            | Self::UnclosedComment { offset, line, .. }
            | Self::UnclosedVariation { offset, line, .. }
            | Self::UnopenedVariation { offset, line, .. }
            | Self::Nag { offset, line, .. }
            | Self::LargeNag { offset, line, .. }
            | Self::UnexpectedByte { offset, line, .. }
            | Self::UnknownSymbol { offset, line, .. }
            | Self::Start { offset, line, .. }
            | Self::Move { offset, line, .. }
            | Self::TooLarge { offset, line, .. }
            | Self::TooLong { offset, line, .. }
            | Self::NoGame { offset, line, .. } => (offset, line),
        }
    }
}

/// A byte as an error message shows it.
struct ShownByte(Option<u8>);

impl fmt::Display for ShownByte {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            None => f.write_str("the end of the input"),
            Some(b'\n' | b'\r') => f.write_str("the end of the line"),
            Some(b' ') => f.write_str("a space"),
            Some(byte) if byte.is_ascii_graphic() => write!(f, "`{}`", char::from(byte)),
            Some(byte) => write!(f, "the byte {byte:#04x}"),
        }
    }
}

//! The errors of PGN files.
//!
//! Each error of this package has a number: a small device can send one byte in place of a sentence. The numbers 110 to 159 belong to
//! this package. A number keeps its meaning from version to version; a new error takes a free number of the range. An error that
//! contains an error of `chess0x88` has the number of that error.

use core::fmt;

use super::Word;
use chess0x88::fen::{FenError, Repair};
use chess0x88::san::SanError;

/// Tags that give no start position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum StartError {
    /// The tag `Variant` names another game.
    #[error("the tag Variant names another game: {0}")]
    Variant(Word),
    /// `SetUp` announces a start position, but there is no tag `FEN`.
    #[error("the tag SetUp is 1, but there is no tag FEN")]
    MissingFen,
    /// The tag `FEN` cannot be read, or describes an illegal position.
    #[error("the tag FEN is wrong: {0}")]
    Fen(FenError),
}

impl StartError {
    /// Returns the number of the error in [the list](https://docs.rs/chess0x88/latest/chess0x88/guide/codes/).
    #[must_use]
    pub const fn code(&self) -> u8 {
        match self {
            Self::Variant(_) => 140,
            Self::MissingFen => 141,
            Self::Fen(error) => error.code(),
        }
    }
}

/// Declares an error whose variants all have a place in the input: each variant has its fields, its number and its sentence.
macro_rules! located {
    ($(#[$meta:meta])* pub enum $type:ident {
        $($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident: $of:ty,)* } => $code:expr, ($($sentence:tt)*);)*
    }) => {
        $(#[$meta])*
        pub enum $type {
            $($(#[$doc])* $name {
                $($(#[$field_doc])* $field: $of,)*
                /// The byte offset in the input, from 0.
                offset: usize,
                /// The line in the input, from 1.
                line: usize,
            },)*
        }

        impl $type {
            /// The byte offset and the line.
            const fn place(&self) -> (usize, usize) {
                match *self { $(Self::$name { offset, line, .. })|* => (offset, line) }
            }

            /// Returns the same error with another place.
            pub(super) fn at(mut self, place: (usize, usize)) -> Self {
                match &mut self { $(Self::$name { offset, line, .. })|* => (*offset, *line) = place }
                self
            }

            /// Returns the number of the error in [the list](https://docs.rs/chess0x88/latest/chess0x88/guide/codes/).
            #[must_use]
            pub const fn code(&self) -> u8 {
                match *self { $(Self::$name { $($field,)* .. } => { $(let _ = $field;)* $code })* }
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let (offset, line) = self.place();
                write!(f, "line {line}, byte {offset}: ")?;
                match *self { $(Self::$name { $($field,)* .. } => write!(f, $($sentence)*),)* }
            }
        }

        impl core::error::Error for $type {}
    };
}

located! {
    /// An error in a game.
    ///
    /// Each variant has the byte offset in the input and the line. The first line is 1; a line ends with a line feed, a carriage
    /// return or both. After an error that costs only a tag, a number, a word or a symbol, the reader goes on in the same game.
    /// After other errors it goes on with the next game.
    ///
    /// # Examples
    ///
    /// ```
    /// use chess0x88_pgn::{PgnError, Reader, Visitor};
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
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "defmt", derive(defmt::Format))]
    pub enum PgnError {
        /// A `[` without the name of a tag. The place is where the name was expected.
        TagName {
            /// The byte that was found; `None` at the end of the input.
            found: Option<u8>,
        } => 120, ("expected the name of a tag, found {}", ShownByte(found));
        /// A tag name without a quotation mark. The place is where the mark was expected.
        TagValue {
            /// The byte that was found; `None` at the end of the input.
            found: Option<u8>,
        } => 121, ("expected `\"` before the value of a tag, found {}", ShownByte(found));
        /// A tag value without `"]` on its line. The place is its opening quotation mark.
        UnclosedTag {} => 122, ("the tag value that starts here is not closed by `\"]` on its line");
        /// A `{` without a `}`, or without one before the next game, which begins with a tag of the roster after a blank line.
        UnclosedComment {} => 123, ("the comment that starts here is never closed");
        /// A game that ended inside variations. The place is the start of the outermost variation.
        UnclosedVariation {
            /// The number of open variations.
            depth: usize,
        } => 124, ("the variation that starts here is not closed ({depth} open)");
        /// A `)` outside any variation.
        UnopenedVariation {} => 125, ("`)` closes no variation");
        /// A `$` without a number. The place is that of the `$`.
        Nag {
            /// The first byte that is not a digit; `None` at the end of the input.
            found: Option<u8>,
        } => 126, ("expected a number after `$`, found {}", ShownByte(found));
        /// A `$` with a number above 255. The place is that of the `$`.
        LargeNag {} => 127, ("the number after `$` is greater than 255");
        /// A byte that has no meaning in movetext.
        UnexpectedByte {
            /// The byte.
            found: u8,
        } => 128, ("{} cannot stand in movetext", ShownByte(Some(found)));
        /// A word that is no move (it has no digit and is not castling), or a symbol without an annotation glyph.
        UnknownSymbol {
            /// The word.
            symbol: Word,
        } => 129, ("expected a move or an annotation glyph, found {symbol}");
        /// A tag among the moves, or behind the result, that begins no game. It is not read.
        StrayTag {
            /// The name of the tag.
            name: Word,
        } => 136, ("the tag {name} stands among the moves, and begins no game");
        /// A new game with move number 1 begins here without a blank line before it.
        NextGame {} => 133, ("move number 1 again: read as a new game, which should stand behind a blank line");
        /// The tags of a game give no start position. `GameTree` reports this: a reader does not check the tags. The place is the
        /// value of the wrong tag.
        Start {
            /// The reason.
            error: StartError,
        } => error.code(), ("{error}");
        /// The tag `FEN` was repaired, as [`fen::parse_lenient`](chess0x88::fen::parse_lenient) does. `GameTree` reports this: a
        /// reader does not check the tag. The place is the value of the tag.
        Repaired {
            /// The first repair.
            repair: Repair,
        } => 135, ("the tag FEN: {repair}");
        /// The tag `FEN` has castling rights of a king or rook that is not on its square, no tag `Variant` says that this is Chess960,
        /// and no move castles. They were dropped. `GameTree` reports this. The place is the value of the tag.
        CastlingRights {} => 137, ("the tag FEN: dropped castling rights that only Chess960 has, since there is no tag Variant");
        /// A word names no legal move. `GameTree` reports this: a reader does not check the moves.
        Move {
            /// The word.
            san: Word,
            /// The reason.
            error: SanError,
        } => error.code(), ("{san}: {error}");
        /// The game has more parts than a `GameTree` may hold. `GameTree` reports this. The place is the first part beyond the
        /// limit; for a variation, the end of the game.
        TooLarge {
            /// The most moves, comments, tags and variations that are allowed.
            limit: usize,
        } => 130, ("the game has more than {limit} moves, comments, tags and variations");
        /// The game is longer than a `StreamReader` may keep, which reports this. The place is the start of the game.
        TooLong {
            /// The most bytes that are allowed.
            limit: usize,
        } => 131, ("the game that starts here is longer than {limit} bytes");
        /// The text is UTF-16, which no reader of PGN accepts. Nothing of it is read.
        Utf16 {} => 134, ("the text is UTF-16, and PGN is UTF-8 or Windows-1252");
        /// The text has no game. `parse` reports this, since it needs one. The place is the end of the text.
        NoGame {} => 132, ("expected a game, found the end of the text");
    }
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

//! [`FenError`]: the reason why a text is no FEN.

use core::fmt;

use crate::geometry::Rank;
use crate::name::named;
use crate::notation::{Found, Text};
use crate::rules::Violations;

named! {
    /// A field of a FEN.
    #[non_exhaustive]
    pub enum FenField {
        /// The pieces on the squares.
        Board = "board",
        /// The side to move.
        Turn = "side to move",
        /// The castling rights.
        Castling = "castling",
        /// The en passant square.
        EnPassant = "en passant",
        /// The half-move clock: plies since the last capture or pawn move.
        HalfmoveClock = "half-move clock",
        /// The number of the full move.
        FullmoveNumber = "full-move number",
        /// Makruk: the counting side.
        CountSide = "counting side",
        /// Makruk: the kind of count, board's or pieces' honour.
        Honour = "kind of count",
        /// Makruk: the plies or moves counted so far.
        Count = "count",
        /// Makruk: the first number of the count.
        CountStart = "start of the count",
        /// Makruk: the limit of the count.
        CountLimit = "limit of the count",
    }
}

named! {
    /// The character or field that a FEN should have at a place. The type is one byte; its texts are linked only by programs that
    /// print them.
    ///
    /// ```
    /// use chess0x88::Chess;
    /// use chess0x88::fen::{Expected, FenError};
    /// let error = Chess::from_fen("4k3/8/8/8/8/8/8/4K3 x - - 0 1").unwrap_err();
    /// assert!(matches!(error, FenError::Syntax { expected: Expected::Color, .. }));
    /// assert_eq!(Expected::Color.to_string(), "w or b");
    /// ```
    #[non_exhaustive]
    pub enum Expected {
        /// One space before the next field.
        Space = 60 "a space",
        /// White space or the end of the text.
        SpaceOrEnd = 61 "a space or the end",
        /// The end of the text.
        End = 62 "the end",
        /// The letter of a piece of this game, or a digit for empty squares.
        PieceOrGap = 63 "a piece letter or a digit 1-8",
        /// One digit for adjacent empty squares.
        OneGap = 64 "one digit for all empty squares in a row",
        /// The slash after a rank.
        Slash = 65 "'/'",
        /// The letter of a side.
        Color = 66 "w or b",
        /// A letter of a castling right.
        CastlingLetter = 67 "a castling letter",
        /// Castling letters or a dash.
        CastlingLettersOrDash = 68 "castling letters or -",
        /// White's castling letters before Black's.
        WhiteBeforeBlack = 69 "White's castling before Black's",
        /// Each castling right once.
        CastlingOnce = 70 "each castling right once",
        /// A dash, since Makruk has no castling.
        DashForCastling = 71 "- (Makruk has no castling)",
        /// The en passant square or a dash.
        SquareOrDash = 72 "a square or -",
        /// The digit of a rank.
        RankDigit = 73 "a rank 1-8",
        /// A number.
        Number = 74 "a number",
        /// A number without leading zeros.
        NoLeadingZero = 75 "no digit after a leading 0",
        /// Makruk: the limit of the count in plies, or a dash.
        LimitOrDash = 76 "a number of plies (1 or more) or -",
        /// Makruk: the letters of a kind of count.
        Honour = 77 "bp (board's honour) or pp (pieces' honour)",
        /// Makruk: a number from 1. The counting side has just moved, so its count is not 0.
        CountFromOne = 78 "a number from 1 (the counting side has just moved)",
    }
}

/// The reason why a text is no FEN, or no FEN of a legal position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum FenError {
    /// A wrong character, or a text that ends too early.
    Syntax {
        /// The field being read.
        field: FenField,
        /// The character that should stand there.
        expected: Expected,
        /// The character that stands there.
        found: Found,
        /// Byte offset in the text.
        at: usize,
    },
    /// A rank of the board with more or fewer than eight squares.
    RankLength {
        /// The rank of the board.
        rank: Rank,
        /// The number of squares in this rank up to `at`.
        squares: u8,
        /// Byte offset in the text.
        at: usize,
    },
    /// A counter that is larger than 4,294,967,295.
    TooLarge {
        /// The counter.
        field: FenField,
        /// Byte offset of the counter's first digit.
        at: usize,
    },
    /// The text is a FEN of an illegal position.
    Illegal(Violations),
}

impl FenError {
    /// Returns the number in [the list](crate::guide::codes).
    #[must_use]
    pub const fn code(&self) -> u8 {
        match self {
            FenError::RankLength { .. } => 88,
            FenError::TooLarge { .. } => 89,
            FenError::Syntax { expected, .. } => expected.code(),
            FenError::Illegal(violations) => violations.code(),
        }
    }

    /// The sentence without the found character, which needs formatting that a `const fn` cannot do. Violations are listed as long
    /// as there is room.
    pub(super) const fn text(&self) -> Sentence {
        let mut text = Text::new();
        let at = match *self {
            FenError::Syntax { field, expected, at, .. } => {
                text.push_str(field.as_str());
                text.push_str(": expected ");
                text.push_str(expected.as_str());
                text.push_str(" at byte ");
                at
            }
            FenError::RankLength { rank, squares, at } => {
                text.push_str("board: rank ");
                text.push(rank.char() as u8);
                text.push_str(" has ");
                text.push_number(squares as u32);
                text.push_str(" squares instead of 8 at byte ");
                at
            }
            FenError::TooLarge { field, at } => {
                text.push_str(field.as_str());
                text.push_str(": the number at byte ");
                at
            }
            FenError::Illegal(violations) => {
                let mut rest = violations;
                while let Some(violation) = rest.first() {
                    text.push_str(violations.message(violation));
                    rest = rest.without(violation);
                    if !rest.is_empty() {
                        text.push_str("; ");
                    }
                }
                return text;
            }
        };
        text.push_number(if at > u32::MAX as usize { u32::MAX } else { at as u32 });
        if let FenError::TooLarge { .. } = self {
            text.push_str(" is larger than 4294967295");
        }
        text
    }
}

/// A buffer for the sentence of any error.
pub(super) type Sentence = Text<255>;

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FenError::Illegal(violations) => fmt::Display::fmt(violations, f),
            FenError::Syntax { found, .. } => write!(f, "{}, found {found}", self.text().as_str()),
            _ => f.write_str(&self.text()),
        }
    }
}

impl core::error::Error for FenError {}

impl From<Violations> for FenError {
    fn from(violations: Violations) -> FenError {
        FenError::Illegal(violations)
    }
}

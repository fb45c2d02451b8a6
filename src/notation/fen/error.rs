//! What readers of FEN say: [`FenError`], the reason why a text is no FEN, and [`Repairs`], what the lenient reader put right.

use core::fmt;
use core::ops::Deref;

use crate::geometry::{Rank, Square};
use crate::moves::CastlingSide;
use crate::name::{errors, join, named};
use crate::notation::{Found, Text};
use crate::piece::Color;
use crate::rules::{Variant, Violation, Violations};

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
///
/// Of several faults the first in the text is told, and of two at one byte the first in the order of [`Expected`] and of these variants.
/// Only a text without a fault has violations, and all of them are told.
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

/// A repair by [`fen::parse_lenient`](crate::fen::parse_lenient), or a violation that it accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub struct Repair {
    /// The kind of repair.
    pub kind: RepairKind,
    /// The byte offset in the text. For a missing field this is its place, for an accepted violation the start of the board.
    pub at: usize,
}

errors! {
    /// The kind of a repair. `Display` prints a sentence.
    pub enum RepairKind {
        /// White space or an underscore before the first field, after the last field, or beside a slash.
        StraySpace => 220 ("removed stray white space"),
        /// Fields separated by something other than one space: several spaces, a tab, an underscore.
        Separator => 221 ("put one space between the fields"),
        /// Several digits for adjacent empty squares, such as `44`. Reported once per rank.
        SplitGap => 222 ("board: added up adjacent digits"),
        /// A `~` after a piece without a meaning in this game. (Crazyhouse marks promoted pieces with `~`, Makruk only the Met.)
        /// Reported once per rank.
        PromotionMark => 223 ("board: ignored the ~ after a piece"),
        /// A slash behind the last rank.
        TrailingSlash => 224 ("board: removed the slash behind the last rank"),
        /// A side to move or an en passant square in upper case.
        Capitals {
            /// The field.
            field: FenField,
        } => 225 ("{field}: read as lower case"),
        /// A missing field, or a counter that is only a `-`.
        Missing {
            /// The field.
            field: FenField,
        } => 226 ("{field}: missing, took {}", .field.default_text()),
        /// Black's castling letters before White's.
        CastlingOrder => 227 ("castling: put White before Black"),
        /// A castling right that two letters give. The letter with its rook in place wins, else the first.
        CastlingTwice => 228 ("castling: ignored a right given twice"),
        /// A second castling letter for the same side, with no rook on its square. Reported once per side.
        CastlingNoRook {
            /// The square where the rook should stand.
            square: Square,
        } => 229 ("castling: ignored a letter, since no rook is on {square}"),
        /// A `-` among castling letters, or a second `-`.
        CastlingDash => 230 ("castling: ignored a needless -"),
        /// A counter with leading zeros.
        LeadingZeros {
            /// The counter.
            field: FenField,
        } => 231 ("{field}: removed the leading zeros"),
        /// A counter above 4,294,967,295.
        TooLarge {
            /// The counter.
            field: FenField,
        } => 232 ("{field}: too large, took 4294967295"),
        /// A castling right without its king or its rook on the starting square.
        CastlingDropped {
            /// The side that has the right.
            color: Color,
            /// The side of the board.
            side: CastlingSide,
        } => 233 ("dropped {color}'s right to castle on the {side}: king or rook is not in its place"),
        /// An en passant square that contradicts the board or the check.
        EnPassantDropped {
            /// The square.
            square: Square,
        } => 234 ("dropped the en passant square {square}: no pawn can just have made a double step over it"),
        /// An accepted violation: no game reaches the position, but the rules of movement still work. Nothing was changed.
        Tolerated {
            /// The accepted violation.
            violation: Violation,
            /// The game, whose words the sentence uses.
            game: Variant,
        } => 235 ("accepted, though no game leads here: {}", .violation.message(*.game)),
        /// Text before or behind the FEN: quotation marks, `position fen`, the brackets of a tag, the address of a page, a semicolon,
        /// the operations of EPD.
        Around => 236 ("ignored what stands around the FEN"),
        /// A backslash between two ranks. Reported once.
        Backslash => 237 ("board: read \\ as /"),
        /// Another dash than the hyphen, as word processors write it. Reported once.
        Dash => 238 ("read another dash as -"),
    }
}

impl FenField {
    /// The default of a missing field.
    pub(super) const fn default_text(self) -> &'static str {
        match self {
            FenField::Turn => "w",
            FenField::HalfmoveClock | FenField::Count => "0",
            FenField::FullmoveNumber => "1",
            _ => "-",
        }
    }
}

/// The repairs of one text in the order of the text; then dropped rights and squares, then accepted violations.
///
/// `Repairs` dereferences to a slice. It has room for all repairs of one text: each kind is reported once per place, for at most
/// eight ranks, seven separators, and twenty castling letters.
#[derive(Clone, Copy)]
pub struct Repairs {
    len: u8,
    list: [Repair; Repairs::CAPACITY],
}

impl Repairs {
    const CAPACITY: usize = 72;

    pub(in crate::notation) const NONE: Repairs =
        Repairs { len: 0, list: [Repair { kind: RepairKind::StraySpace, at: 0 }; Repairs::CAPACITY] };

    pub(in crate::notation) const fn push(&mut self, kind: RepairKind, at: usize) {
        if (self.len as usize) < Repairs::CAPACITY {
            self.list[self.len as usize] = Repair { kind, at };
            self.len += 1;
        }
    }
}

impl Deref for Repairs {
    type Target = [Repair];

    fn deref(&self) -> &[Repair] {
        self.list.get(..usize::from(self.len)).unwrap_or_default()
    }
}

impl<'a> IntoIterator for &'a Repairs {
    type Item = &'a Repair;
    type IntoIter = core::slice::Iter<'a, Repair>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// The sentence and the byte.
impl fmt::Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (byte {})", self.kind, self.at)
    }
}

impl fmt::Debug for Repairs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// The sentences, separated by semicolons.
impl fmt::Display for Repairs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        join(f, self, "; ")
    }
}

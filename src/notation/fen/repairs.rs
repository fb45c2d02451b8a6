//! The repairs of lenient reading: [`Repair`] and [`Repairs`].

use core::fmt;
use core::ops::Deref;

use super::FenField;
use crate::geometry::Square;
use crate::moves::CastlingSide;
use crate::name::{errors, join};
use crate::piece::Color;
use crate::rules::{Variant, Violation};

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

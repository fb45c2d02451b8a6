//! The repairs of lenient reading: [`Repair`] and [`Repairs`].

use core::fmt;
use core::ops::Deref;

use super::FenField;
use crate::geometry::Square;
use crate::moves::CastlingSide;
use crate::name::{errors, join};
use crate::piece::{Color, PieceNames};
use crate::rules::Violation;

/// Something that [`fen::parse_lenient`](crate::fen::parse_lenient) put right, or let pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub struct Repair {
    /// The kind.
    pub kind: RepairKind,
    /// Byte offset in the text. For what is missing, where it should have stood; for what was let pass, the board's.
    pub at: usize,
}

errors! {
    /// The kind of a repair. Its `Display` is a sentence for people.
    pub enum RepairKind {
        /// White space, or an underscore, before the first field, behind the last, or beside a slash.
        StraySpace => 220 ("removed stray white space"),
        /// Between two fields stood something other than one space: several, a tab, an underscore.
        Separator => 221 ("put one space between the fields"),
        /// Several digits in a row for one gap, such as `44`. Reported once a rank.
        SplitGap => 222 ("board: took several digits in a row for one gap"),
        /// A `~` after a piece, with which crazyhouse marks a promoted one, in Makruk after another than a Met. Reported once
        /// a rank.
        PromotionMark => 223 ("board: ignored the ~ after a piece"),
        /// A slash behind the last rank.
        TrailingSlash => 224 ("board: removed the slash behind the last rank"),
        /// A side to move or an en passant square in capitals.
        Capitals {
            /// The field.
            field: FenField,
        } => 225 ("{field}: read as lower case"),
        /// A field that is not there, or for a counter only a `-`.
        Missing {
            /// The field.
            field: FenField,
        } => 226 ("{field}: missing, took {}", .field.default_text()),
        /// Black's castling letters before White's.
        CastlingOrder => 227 ("castling: put White before Black"),
        /// A castling right that another letter gives: an earlier one, or one that has its rook in its place when this one has
        /// not. A rook stands on its square.
        CastlingTwice => 228 ("castling: ignored a right given twice"),
        /// A castling letter beside another one for the same wing, with no rook on its square. Reported once for each wing.
        CastlingNoRook {
            /// The square where the rook should stand.
            square: Square,
        } => 229 ("castling: ignored a letter, since no rook is on {square}"),
        /// A `-` among castling letters, or a second one.
        CastlingDash => 230 ("castling: ignored a needless -"),
        /// A counter with zeros in front.
        LeadingZeros {
            /// The counter.
            field: FenField,
        } => 231 ("{field}: removed the leading zeros"),
        /// A counter above 4,294,967,295.
        TooLarge {
            /// The counter.
            field: FenField,
        } => 232 ("{field}: too large, took 4294967295"),
        /// A castling right without its king or its rook in its place.
        CastlingDropped {
            /// The side that has the right.
            color: Color,
            /// On which side.
            side: CastlingSide,
        } => 233 ("dropped {color}'s right to castle on the {side}: king or rook is not in its place"),
        /// An en passant square that the board, or the check on it, contradicts.
        EnPassantDropped {
            /// The square.
            square: Square,
        } => 234 ("dropped the en passant square {square}: no pawn can just have made a double step over it"),
        /// A violation that upsets no rule of movement, and was let pass. Nothing was changed.
        Tolerated {
            /// The violation that was let pass.
            violation: Violation,
            /// The names of the pieces in this game.
            names: PieceNames,
        } => 235 ("accepted, though no game leads here: {}", .violation.message(*.names)),
    }
}

impl FenField {
    /// The text that a lenient reader takes for a missing field.
    const fn default_text(self) -> &'static str {
        match self {
            FenField::Turn => "w",
            FenField::HalfmoveClock | FenField::Count => "0",
            FenField::FullmoveNumber => "1",
            _ => "-",
        }
    }
}

/// The repairs made to one text, in the order of the text; then what was dropped, then what was let pass.
///
/// It dereferences to a slice. There is room for all that one text can need: every kind is reported once for a place that
/// it concerns, and there are at most eight ranks, seven separators, and twenty castling letters.
#[derive(Clone, Copy)]
pub struct Repairs {
    len: u8,
    list: [Repair; Repairs::CAPACITY],
}

impl Repairs {
    const CAPACITY: usize = 64;

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

/// The sentence, and where.
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

/// The notes of a lenient reader about a text.
#[derive(Debug)]
pub(in crate::notation) struct Notes {
    pub(in crate::notation) repairs: Repairs,
    /// The place of each castling right's letter, by colour and side.
    pub(super) castling_at: [[usize; 2]; 2],
    pub(super) en_passant_at: usize,
}

impl Notes {
    pub(in crate::notation) const NONE: Notes =
        Notes { repairs: Repairs::NONE, castling_at: [[0; 2]; 2], en_passant_at: 0 };
}

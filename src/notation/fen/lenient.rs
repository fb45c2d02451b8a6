//! Lenient reading: FEN as people paste it, with a list of what was put right.
//!
//! ```text
//!     rnbqkbnr/pppppppp/44/8/8/8/PPPPPPPP/RNBQKBNR_W  KQkqK  e6
//!                       ││                        │││      │ └┴─ no pawn can have passed there: dropped
//!                       ││                        │││      └ said before: dropped
//!                       ││                        ││└ two spaces: one      (two fields missing: 0 and 1)
//!                       ││                        │└ w
//!                       ││                        └ a space
//!                       └┴ one gap, one digit: 8
//! ```
//!
//! A repair never guesses where a piece stands: ranks that are too short or too long and unknown letters stay errors, and
//! so does a position that is not legal, unless a right to castle or an en passant square is all that is wrong with it.
//! A text that the strict reader takes gives the same position and no repairs.

use core::fmt;
use core::ops::Deref;

use super::reader::Fields;
use super::{FenError, FenField, FenReader};
use crate::geometry::Square;
use crate::moves::CastlingSide;
use crate::name::join;
use crate::piece::{Color, PieceNames};
use crate::position::Position;
use crate::rules::{Rules, Setup, Violation, Violations};

/// Something that [`fen::parse_lenient`](crate::fen::parse_lenient) or [`epd::parse_lenient`](crate::epd::parse_lenient) put right, or let pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub struct Repair {
    /// What it was.
    pub kind: RepairKind,
    /// Byte offset in the text. For what is missing, where it should have stood; for what was let pass, the board's.
    pub at: usize,
}

/// What was put right. Its `Display` is a sentence for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum RepairKind {
    /// White space, or an underscore, before the first field, behind the last, or beside a slash.
    #[error("removed stray white space")]
    StraySpace,
    /// Between two fields stood something other than one space: several, a tab, an underscore.
    #[error("put one space between the fields")]
    Separator,
    /// Several digits in a row for one gap, such as `44`. Reported once a rank.
    #[error("board: took several digits in a row for one gap")]
    SplitGap,
    /// A `~` after a piece, with which crazyhouse marks a promoted one, in Makruk after another than a Met. Reported once
    /// a rank.
    #[error("board: ignored the ~ after a piece")]
    PromotionMark,
    /// A slash behind the last rank.
    #[error("board: removed the slash behind the last rank")]
    TrailingSlash,
    /// A side to move or an en passant square in capitals.
    #[error("{field}: took the capital for a small letter")]
    Capitals {
        /// The field.
        field: FenField,
    },
    /// A field that is not there, or for a counter only a `-`.
    #[error("{field}: missing, took {}", .field.default_text())]
    Missing {
        /// The field.
        field: FenField,
    },
    /// Black's castling letters before White's.
    #[error("castling: put White before Black")]
    CastlingOrder,
    /// A castling right that another letter gives: an earlier one, or one that has its rook in its place when this one has not.
    /// A rook stands on its square.
    #[error("castling: ignored a right given twice")]
    CastlingTwice,
    /// A castling letter beside another one for the same wing, with no rook on its square. Reported once for each wing.
    #[error("castling: ignored a letter, since no rook is on {square}")]
    CastlingNoRook {
        /// Where the rook should stand.
        square: Square,
    },
    /// A `-` among castling letters, or a second one.
    #[error("castling: ignored a needless -")]
    CastlingDash,
    /// A counter with zeros in front.
    #[error("{field}: removed the leading zeros")]
    LeadingZeros {
        /// The counter.
        field: FenField,
    },
    /// A counter above 4,294,967,295.
    #[error("{field}: too large, took 4294967295")]
    TooLarge {
        /// The counter.
        field: FenField,
    },
    /// A castling right without its king or its rook in its place.
    #[error("dropped {color}'s right to castle on the {side}: king or rook is not in its place")]
    CastlingDropped {
        /// The side that has the right.
        color: Color,
        /// On which side.
        side: CastlingSide,
    },
    /// An en passant square that the board, or the check on it, contradicts.
    #[error("dropped the en passant square {square}: no pawn can have just passed over it")]
    EnPassantDropped {
        /// The square.
        square: Square,
    },
    /// EPD: a semicolon with no operation before it. Reported once a line.
    #[error("ignored a ; that ends no operation")]
    StraySemicolon,
    /// EPD: the quotation mark that should end the last operand.
    #[error("put a \" behind the last operand")]
    LastQuote,
    /// EPD: the semicolon that should end the line.
    #[error("put a ; behind the last operation")]
    LastSemicolon,
    /// A violation that upsets no rule of movement, and was let pass. Nothing was changed.
    #[error("let pass: {}", .violation.message(*.names))]
    Tolerated {
        /// What was let pass.
        violation: Violation,
        /// What the game calls its pieces.
        names: PieceNames,
    },
}

impl FenField {
    /// What a lenient reader takes for a field that is not there.
    const fn default_text(self) -> &'static str {
        match self {
            FenField::Turn => "w",
            FenField::HalfmoveClock | FenField::Count => "0",
            FenField::FullmoveNumber => "1",
            _ => "-",
        }
    }
}

/// The sentence, and where.
impl fmt::Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (byte {})", self.kind, self.at)
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

/// What a lenient reader notes about a text.
#[derive(Debug)]
pub(in crate::notation) struct Notes {
    pub(in crate::notation) repairs: Repairs,
    /// Where the letter of each castling right stands, by colour and side.
    pub(super) castling_at: [[usize; 2]; 2],
    pub(super) en_passant_at: usize,
}

impl Notes {
    pub(in crate::notation) const NONE: Notes =
        Notes { repairs: Repairs::NONE, castling_at: [[0; 2]; 2], en_passant_at: 0 };
}

impl<R: Rules> Setup<R> {
    /// Reads a FEN as people paste it, and reports what it put right. The position may be illegal.
    ///
    /// Beyond the strict form it reads: fields missing from the end or left out; spaces, tabs and underscores in any
    /// number between fields, around the text and beside slashes; a slash behind the last rank; `44` for `8`; `~` after
    /// a piece; `W` and `B`; castling letters twice or in another order; `-` for a counter, leading zeros, and counters
    /// too large, which saturate. When the limit of Makruk's count may be one of the fields left out, the last two numbers
    /// are clock and move number.
    ///
    /// It never guesses which piece is on a square, and it checks spelling only: castling rights and the en passant square stay
    /// as they are given.
    ///
    /// ```
    /// use chess0x88::{ChessRules, Setup};
    /// let (setup, repairs) = Setup::<ChessRules>::from_fen_lenient("44/8/8/8/8/8/8/k1K5_B")?;
    /// assert_eq!(setup.fen().as_str(), "8/8/8/8/8/8/8/k1K5 b - - 0 1");
    /// assert_eq!(repairs.len(), 7);
    /// assert_eq!(repairs[0].to_string(), "board: took several digits in a row for one gap (byte 1)");
    /// # Ok::<(), chess0x88::fen::FenError>(())
    /// ```
    ///
    /// # Errors
    /// What could not be made sense of, and where.
    pub fn from_fen_lenient(text: &str) -> Result<(Setup<R>, Repairs), FenError> {
        let mut notes = Notes::NONE;
        let setup = read_lenient(text, &mut notes)?;
        Ok((setup, notes.repairs))
    }
}

/// Reads a FEN as people paste it, and reports what it put right: the spelling, as
/// [`Setup::from_fen_lenient`] does; and castling rights and an en passant square that the board contradicts, which
/// are dropped.
///
/// What no game leads to but upsets no rule of movement ([`Violations::TOLERABLE`]) passes too, with a note among
/// the repairs. A text that [`from_fen`](Position::from_fen) takes gives the same position, and no repairs.
///
/// ```
/// use chess0x88::{Chess, ChessRules, Makruk, MakrukRules, fen};
/// let (position, repairs) = fen::parse_lenient::<ChessRules>("r3k2r/8/8/8/8/8/8/4K2R w KQkq e6")?;
/// assert_eq!(position.fen().as_str(), "r3k2r/8/8/8/8/8/8/4K2R w Kkq - 0 1");
/// let notes: Vec<String> = repairs.iter().map(|repair| repair.to_string()).collect();
/// assert_eq!(notes, [
///     "half-move clock: missing, took 0 (byte 32)",
///     "full-move number: missing, took 1 (byte 32)",
///     "dropped White's right to castle on the queen's side: king or rook is not in its place (byte 26)",
///     "dropped the en passant square e6: no pawn can have just passed over it (byte 30)",
/// ]);
///
/// let (position, _) = fen::parse_lenient::<MakrukRules>("8/3k4/6M~1/2K1S3/44/8/8/8_b")?;
/// assert_eq!(position.fen().as_str(), "8/3k4/6M~1/2K1S3/8/8/8/8 b - - 0 1");
/// # Ok::<(), chess0x88::fen::FenError>(())
/// ```
///
/// # Errors
/// What could not be made sense of, and where; or why the position is not legal.
pub fn parse_lenient<R: Rules>(text: &str) -> Result<(Position<R>, Repairs), FenError> {
    let mut notes = Notes::NONE;
    let mut setup = read_lenient(text, &mut notes)?;
    drop_contradicted(&mut setup, &mut notes);
    tolerate(setup, notes.repairs)
}

fn read_lenient<R: Rules>(text: &str, notes: &mut Notes) -> Result<Setup<R>, FenError> {
    let (mut reader, mut fields) = (FenReader::lenient(text, notes), Fields::empty());
    let read = reader.fields::<R>(&mut fields);
    reader.result(read)?;
    Ok(fields.into_setup())
}

/// The position, with a note for each violation that is let pass.
pub(in crate::notation) fn tolerate<R: Rules>(
    setup: Setup<R>,
    mut repairs: Repairs,
) -> Result<(Position<R>, Repairs), FenError> {
    let position = setup.to_position_with(Violations::TOLERABLE)?;
    for violation in (setup.violations() & !Violations::ACCEPTED).iter() {
        repairs.push(RepairKind::Tolerated { violation, names: R::NAMES }, 0);
    }
    Ok((position, repairs))
}

/// Drops the castling rights and the en passant square that the board contradicts.
fn drop_contradicted<R: Rules>(setup: &mut Setup<R>, notes: &mut Notes) {
    let (violations, faulty) = (setup.violations(), setup.squares_of(Violation::CastlingRights));
    let mut parts = R::parts(&setup.state);
    for (color, side, rook) in R::castling(&setup.state).iter() {
        if faulty.contains(rook) {
            parts.castling.set(color, side, None);
            let at = notes.castling_at[color as usize][side as usize];
            notes.repairs.push(RepairKind::CastlingDropped { color, side }, at);
        }
    }
    setup.state = R::from_parts(parts);
    if let Some(square) = parts.en_passant.take() {
        let without = Setup { state: R::from_parts(parts), ..*setup };
        // A check that the double step does not explain speaks against the step, if the check has another explanation.
        let is_check = |violations: Violations| violations.contains(Violation::ImpossibleCheck);
        if violations.contains(Violation::EnPassant) || is_check(violations) && !is_check(without.violations()) {
            *setup = without;
            notes.repairs.push(RepairKind::EnPassantDropped { square }, notes.en_passant_at);
        }
    }
}

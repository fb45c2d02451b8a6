//! Extended Position Description: a position with operations in one line, the format of test suites and opening books.
//!
//! ```text
//!   1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id "BK.01";
//!   the first four fields of a FEN                   │  │   │ └ the next operation
//!                                                    │  │   the end of the operation
//!           operands: moves in SAN, numbers, strings │──┘
//!   opcode: a letter and up to 14 letters, digits, _ ┘
//! ```
//!
//! | opcode | says | here |
//! |---|---|---|
//! | `bm`, `am` | the best moves, the moves to avoid | [`Epd::best_moves`], [`Epd::avoid_moves`] |
//! | `pv` | the predicted variation, move by move | [`Epd::variation`] |
//! | `id` | the name of the position | [`Epd::id`] |
//! | `c0` ... `c9` | comments | [`Epd::comment`] |
//! | `ce` | the evaluation in centipawns for the side to move | [`Epd::evaluation`] |
//! | `dm` | mate in so many moves | [`Epd::mate_in`] |
//! | `acd`, `acn`, `acs` | depth in plies, nodes and seconds of an analysis | [`Epd::depth`], [`Epd::nodes`], [`Epd::seconds`] |
//! | `hmvc`, `fmvn` | half-move clock and full-move number | the clocks of [`Epd::position`] |
//! | any other | what its users agree on | [`Epd::operation`], [`Epd::moves`] |
//!
//! Reading allocates nothing: an [`Epd`] keeps the line and reads it when asked. [`parse`] checks the four fields, the clocks and
//! the form of all operations. A move or a number is checked when it is asked for, so a wrong one does not affect the others.
//! [`parse`] accepts three things that the standard does not, since files have them: moves that
//! [`Position::parse_san`](chess0x88::Position::parse_san) reads, also with their numbers (`bm 1.Qg6`), the two clocks of a FEN before the
//! operations, and opcodes in another case. [`parse_lenient`] also accepts missing and superfluous semicolons, and reports them.
//!
//! ```
//! use chess0x88::{Chess, ChessRules};
//! use chess0x88_pgn::epd::{self, EpdWriter};
//! let text = r#"1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id "BK.01";"#;
//! let epd = epd::parse::<ChessRules>(text)?;
//! assert_eq!(epd.id().unwrap(), "BK.01");
//! let best = epd.best_moves().next().unwrap()?;
//! assert_eq!(best.to_string(), "d6d1");
//!
//! let mut line = String::new();
//! let mut writer = EpdWriter::new(&mut line, epd.position())?;
//! writer.moves("bm", &[best])?;
//! writer.string("c0", "White resigned.")?;
//! writer.number("dm", 2)?;
//! assert!(line.ends_with(r#" b - - bm Qd1+; c0 "White resigned."; dm 2;"#));
//! # Ok::<(), chess0x88_pgn::epd::EpdError>(())
//! ```
//!
//! Source: Steven J. Edwards, "PGN Specification and Implementation Guide", section 16.2.

mod cursor;
mod operation;
mod repairs;
mod clocks;
mod writer;

pub use cursor::Operand;
pub use operation::Operation;
pub use repairs::{Repair, RepairKind, Repairs};
pub use writer::EpdWriter;

use core::fmt::{self, Write};
use core::str::FromStr;

use arrayvec::ArrayString;
use chess0x88::error::Found;
use chess0x88::fen::{self, FenError};
use chess0x88::san::{SanError, is_separator};
use chess0x88::{IllegalMove, Move, Position, Rules};
use clocks::CLOCKS;
use cursor::Cursor;

/// The opcodes of comments.
const COMMENTS: [&str; 10] = ["c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9"];
/// The length of the longest opcode, in bytes.
const OPCODE: usize = 15;
/// The length in bytes of a buffer for any four fields, two counters and the spaces between them.
const FEN: usize = 200;
/// Errors of EPD: of a line, or of the operands of an operation.
///
/// ```
/// use chess0x88::{Chess, ChessRules};
/// use chess0x88_pgn::epd;
/// let error =
///     epd::parse::<ChessRules>("4k3/8/8/8/8/8/8/4K2R w K - id \"no end;").unwrap_err();
/// assert_eq!(error.to_string(), "expected '\"' at byte 38, found the end");
/// let epd = epd::parse::<ChessRules>("4k3/8/8/8/8/8/8/4K2R w K - bm Rh9; dm x;")?;
/// assert_eq!(
///     epd.mate_in().unwrap_err().to_string(),
///     "expected a digit at byte 38, found 'x'"
/// );
/// # Ok::<(), chess0x88_pgn::epd::EpdError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum EpdError {
    /// The first four fields are invalid, or describe no legal position. Byte offsets are those of the line.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A character at a wrong place, or a line that ends too early.
    #[error("expected {expected} at byte {at}, found {found}")]
    Syntax {
        /// The character that was expected.
        expected: &'static str,
        /// The character that was found.
        found: Found,
        /// Byte offset in the line; for a writer, in the opcode or string to write.
        at: usize,
    },
    /// A number too large for its opcode.
    #[error("the number at byte {at} is too large for its field")]
    TooLarge {
        /// Byte offset of its first character.
        at: usize,
    },
    /// An operand that is not one legal move.
    #[error("the move at byte {at}: {error}")]
    Move {
        /// The reason.
        error: SanError,
        /// Byte offset of its first character.
        at: usize,
    },
    /// For a writer: a move that is illegal in its position.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// For a writer: the output returned an error.
    #[error("writing failed: the target of the text returned an error")]
    Write(#[from] fmt::Error),
}

impl EpdError {
    /// Returns the number of the error in [the list](https://docs.rs/chess0x88/latest/chess0x88/guide/codes/).
    #[must_use]
    pub const fn code(&self) -> u8 {
        match self {
            Self::Syntax { .. } => 110,
            Self::TooLarge { .. } => 111,
            Self::Write(_) => 112,
            Self::Fen(error) => error.code(),
            Self::Move { error, .. } => error.code(),
            Self::Illegal(reason) => reason.code(),
        }
    }
}

/// Reads one line of EPD: a position and its operations. See [`epd`](self).
///
/// ```
/// use chess0x88::{Chess, ChessRules};
/// use chess0x88_pgn::epd;
/// let suite = "\
/// 2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id \"WAC.001\";
/// 8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - bm Rxb2; id \"WAC.002\";
/// ";
/// for line in suite.lines() {
///     let epd = epd::parse::<ChessRules>(line)?;
///     assert!(epd.id().unwrap().to_string().starts_with("WAC"));
///     assert!(epd.best_moves().all(|best| best.is_ok()));
/// }
/// # Ok::<(), chess0x88_pgn::epd::EpdError>(())
/// ```
///
/// # Errors
/// [`EpdError::Fen`] for the four fields; [`EpdError::Syntax`] and [`EpdError::TooLarge`] for the form of the operations and for
/// `hmvc` and `fmvn`. Other operands are checked when they are asked for.
#[doc(alias("from_epd", "set_epd"))]
pub fn parse<R: Rules>(line: &str) -> Result<Epd<'_, R>, EpdError> {
    let (position, operations, _) = read(line, false, Position::from_fen)?;
    Ok(Epd { position, operations })
}

/// Reads one line of EPD with common errors, and reports the repairs.
///
/// It accepts all that [`parse`] does, and also:
///
/// - no semicolon after the last operation, and no closing quotation mark of its last string;
/// - a semicolon that ends no operation, such as one after the four fields, also without a space, after the clocks of a FEN or after another semicolon;
/// - a dash in place of a clock of a FEN;
/// - four fields that [`fen::parse_lenient`] repairs: it drops castling rights and an en passant square that the board contradicts, and
///   accepts a position that no game leads to, if all pieces can move by the rules. Suites for perft have such positions.
///
/// ```
/// use chess0x88::{Chess, ChessRules};
/// use chess0x88_pgn::epd;
/// let (epd, repairs) =
///     epd::parse_lenient::<ChessRules>("4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 15 ;D2 66")?;
/// assert_eq!(epd.to_string(), "4k3/8/8/8/8/8/8/4K2R w K - D1 15; D2 66;");
/// let notes: Vec<String> = repairs.iter().map(|repair| repair.to_string()).collect();
/// assert_eq!(
///     notes,
///     [
///         "ignored a ; that ends no operation (byte 31)",
///         "put a ; behind the last operation (byte 44)"
///     ]
/// );
/// # Ok::<(), chess0x88_pgn::epd::EpdError>(())
/// ```
///
/// # Errors
/// The errors of [`parse`].
pub fn parse_lenient<R: Rules>(line: &str) -> Result<(Epd<'_, R>, Repairs), EpdError> {
    let ((position, fen), operations, repairs) = read(line, true, fen::parse_lenient)?;
    Ok((Epd { position, operations }, repairs.behind(&fen)))
}

/// Splits a line of EPD into the position, which a function reads from a FEN, the operations, and their repairs.
fn read<P>(
    line: &str,
    lenient: bool,
    position: impl Fn(&str) -> Result<P, FenError>,
) -> Result<(P, Cursor<'_>, Repairs), EpdError> {
    let line = line.strip_suffix('\n').unwrap_or(line);
    let line = line.strip_suffix('\r').unwrap_or(line);
    let mut repairs = Repairs::new();
    let Some((fields, _)) = split(line, lenient) else {
        return Ok((position(line)?, Cursor::new(line, line.len(), lenient), repairs));
    };
    let fields = if lenient { fields.trim_end_matches(';') } else { fields };
    let mut operations = Cursor::new(line, fields.len(), lenient);
    let clocks = operations.clocks(&mut repairs);
    let [halfmove, fullmove] = clocks.unwrap_or([0, 1]);
    let mut fen = ArrayString::<FEN>::new();
    let is_written = write!(fen, "{fields} {halfmove} {fullmove}").is_ok();
    // The position comes first in the line, so its error is reported first.
    let position = position(if is_written { &fen } else { fields }).map_err(|error| match error {
        // Behind the fields is what the line has there.
        FenError::Syntax { field, expected, at, .. } if at >= fields.len() => {
            FenError::Syntax { field, expected, found: Found::at(line, fields.len()), at: fields.len() }
        }
        error => error,
    })?;
    if clocks? != [0, 1] && !is_written {
        let (found, at) = (Found::at(line, fields.len()), fields.len());
        return Err(EpdError::Syntax { expected: "fewer spaces in the fields before the clocks", found, at });
    }
    Ok((position, operations, repairs))
}

/// A line of EPD: its position and its operations.
#[derive(Clone, Copy, Debug)]
pub struct Epd<'a, R: Rules> {
    position: Position<R>,
    operations: Cursor<'a>,
}

impl<'a, R: Rules> Epd<'a, R> {
    /// The position. Its clocks are those of `hmvc` and `fmvn`, if the line has them.
    #[must_use]
    pub fn position(&self) -> &Position<R> {
        &self.position
    }

    /// Lists all operations in the order of the line.
    ///
    /// ```
    /// use chess0x88::{Chess, ChessRules};
    /// use chess0x88_pgn::epd;
    /// let epd = epd::parse::<ChessRules>(
    ///     "4k3/8/8/8/8/8/8/4K2R w K - bm O-O Kd2; noop; x_y \"a b\" 3;",
    /// )?;
    /// assert!(epd.operations().map(|operation| operation.opcode()).eq(["bm", "noop", "x_y"]));
    /// # Ok::<(), chess0x88_pgn::epd::EpdError>(())
    /// ```
    pub fn operations(&self) -> impl Iterator<Item = Operation<'a>> + use<'a, R> {
        let mut cursor = self.operations;
        // The form of all operations was checked when the line was read.
        core::iter::from_fn(move || cursor.operation().ok().flatten())
    }

    /// Returns the first operation with this opcode, in any case if no opcode is exactly this one: `BM` is `bm`.
    #[must_use]
    pub fn operation(&self, opcode: &str) -> Option<Operation<'a>> {
        let mut operations = self.operations();
        let exact = self.operations().find(|operation| operation.opcode == opcode);
        exact.or_else(|| operations.find(|operation| operation.opcode.eq_ignore_ascii_case(opcode)))
    }

    /// Iterates over the moves of an operation such as `bm` or `sm`. Without the operation there are none.
    ///
    /// ```
    /// use chess0x88::{Chess, ChessRules};
    /// use chess0x88_pgn::epd;
    /// let epd = epd::parse::<ChessRules>("4k3/8/8/8/8/8/8/4K2R w K - sm O-O; pm;")?;
    /// assert_eq!(epd.moves("sm").next().unwrap()?.to_string(), "e1g1");
    /// assert_eq!(epd.moves("pm").count(), 0);
    /// # Ok::<(), chess0x88_pgn::epd::EpdError>(())
    /// ```
    pub fn moves<'s>(&'s self, opcode: &str) -> impl Iterator<Item = Result<Move, EpdError>> + use<'s, 'a, R> {
        let operands = self.operation(opcode).into_iter().flat_map(|operation| operation.operands());
        operands.filter(|operand| !operand.is_number()).map(|operand| operand.to_move(&self.position))
    }

    /// The best moves, `bm`.
    pub fn best_moves<'s>(&'s self) -> impl Iterator<Item = Result<Move, EpdError>> + use<'s, 'a, R> {
        self.moves("bm")
    }

    /// The moves to avoid, `am`.
    pub fn avoid_moves<'s>(&'s self) -> impl Iterator<Item = Result<Move, EpdError>> + use<'s, 'a, R> {
        self.moves("am")
    }

    /// Iterates over the predicted variation, `pv`: each move is a move of the position after the moves before it. An error ends
    /// it.
    ///
    /// ```
    /// use chess0x88::{Chess, ChessRules};
    /// use chess0x88_pgn::epd;
    /// let epd = epd::parse::<ChessRules>("4k3/8/8/8/8/8/8/4K2R w K - pv O-O Ke7 Re1+;")?;
    /// let moves: Vec<_> = epd.variation().collect::<Result<_, _>>()?;
    /// assert_eq!(moves.len(), 3);
    /// # Ok::<(), chess0x88_pgn::epd::EpdError>(())
    /// ```
    pub fn variation(&self) -> impl Iterator<Item = Result<Move, EpdError>> + use<'a, R> {
        let mut operands = self.operation("pv").into_iter().flat_map(|operation| operation.operands());
        let mut position = Some(self.position);
        core::iter::from_fn(move || {
            let before = position.take()?;
            let mv = operands.find(|operand| !operand.is_number())?.to_move(&before);
            position = mv.ok().map(|mv| before.after_unchecked(mv));
            Some(mv)
        })
    }

    /// The name of the position, `id`.
    #[must_use]
    pub fn id(&self) -> Option<Operand<'a>> {
        self.operation("id")?.operands().next()
    }

    /// A comment, `c0` to `c9`.
    ///
    /// ```
    /// use chess0x88::{Chess, ChessRules};
    /// use chess0x88_pgn::epd;
    /// let epd = epd::parse::<ChessRules>(
    ///     r#"4k3/8/8/8/8/8/8/4K2R w K - c0 "so-called \"rook ending\"";"#,
    /// )?;
    /// assert_eq!(epd.comment(0).unwrap().to_string(), r#"so-called "rook ending""#);
    /// assert!(epd.comment(1).is_none());
    /// # Ok::<(), chess0x88_pgn::epd::EpdError>(())
    /// ```
    #[must_use]
    pub fn comment(&self, number: u8) -> Option<Operand<'a>> {
        self.operation(COMMENTS.get(usize::from(number))?)?.operands().next()
    }

    /// The evaluation in centipawns, `ce`, from the side to move's point of view.
    ///
    /// # Errors
    /// [`EpdError`], if the operand is no number or too large.
    pub fn evaluation(&self) -> Result<Option<i32>, EpdError> {
        self.number("ce")
    }

    /// The number of moves in which the side to move mates, `dm`.
    ///
    /// # Errors
    /// [`EpdError`], if the operand is no number or too large.
    pub fn mate_in(&self) -> Result<Option<u32>, EpdError> {
        self.number("dm")
    }

    /// The depth of the analysis in plies, `acd`.
    ///
    /// # Errors
    /// [`EpdError`], if the operand is no number or too large.
    pub fn depth(&self) -> Result<Option<u32>, EpdError> {
        self.number("acd")
    }

    /// The nodes of the analysis, `acn`.
    ///
    /// # Errors
    /// [`EpdError`], if the operand is no number or too large.
    pub fn nodes(&self) -> Result<Option<u64>, EpdError> {
        self.number("acn")
    }

    /// The time of the analysis in seconds, `acs`.
    ///
    /// # Errors
    /// [`EpdError`], if the operand is no number or too large.
    pub fn seconds(&self) -> Result<Option<u64>, EpdError> {
        self.number("acs")
    }

    fn number<T: FromStr>(&self, opcode: &str) -> Result<Option<T>, EpdError> {
        self.operation(opcode).map(Operation::number).transpose()
    }
}

/// Writes the line in the form of the standard: one space between operands, none before a semicolon. Clocks before the operations
/// become `hmvc` and `fmvn`.
///
/// ```
/// use chess0x88::{Chess, ChessRules};
/// use chess0x88_pgn::epd;
/// let epd =
///     epd::parse::<ChessRules>("4k3/8/8/8/8/8/8/4K2R w K - 7 31 bm   O-O ;id \"BK\";")?;
/// assert_eq!(
///     epd.to_string(),
///     "4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id \"BK\"; hmvc 7; fmvn 31;"
/// );
/// # Ok::<(), chess0x88_pgn::epd::EpdError>(())
/// ```
impl<R: Rules> fmt::Display for Epd<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fen = self.position.fen();
        let (fields, clocks) = split(&fen, false).unwrap_or_default();
        f.write_str(fields)?;
        for operation in self.operations() {
            write!(f, " {operation}")?;
        }
        for ((opcode, clock), start) in CLOCKS.into_iter().zip(clocks.split_whitespace()).zip(["0", "1"]) {
            if clock != start && self.operation(opcode).is_none() {
                write!(f, " {opcode} {clock};")?;
            }
        }
        Ok(())
    }
}

/// Splits a line behind its first four words, the fields of a FEN that EPD keeps. `None` if there are fewer. For a lenient reader all
/// separators part the fields. A semicolon ends the fourth field.
fn split(line: &str, lenient: bool) -> Option<(&str, &str)> {
    let is_space = |char: char| char.is_ascii_whitespace() || char == '_' || lenient && is_separator(char);
    let mut rest = line;
    for field in 1..=4 {
        let word = rest.trim_start_matches(is_space);
        rest = word.trim_start_matches(|char| !is_space(char) && (field < 4 || char != ';'));
        if word.is_empty() {
            return None;
        }
    }
    Some(line.split_at(line.len() - rest.len()))
}

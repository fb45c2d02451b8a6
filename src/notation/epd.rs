//! Extended Position Description: a position and what is to be said about it, in one line. Test suites and opening
//! books come in it.
//!
//! ```text
//!   1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id "BK.01";
//!   the first four fields of a FEN                   │  │   │ └ the next operation
//!                                                    │  │   the end of the operation
//!                                                    │  operands: moves in SAN, numbers, strings in quotes
//!                                                    opcode: a letter, then up to 14 letters, digits, underscores
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
//! Reading allocates nothing: an [`Epd`] keeps the line and reads it when asked. The four fields, the clocks and the
//! form of all operations are checked at once; a move or a number when it is asked for, so that one that makes no sense
//! spoils no other. Two liberties are taken with the standard, because files do: the moves may be written as
//! [`san::parse_lenient`](crate::san::parse_lenient) reads them, and the two clocks of a FEN may stand before the operations. Of semicolons
//! [`epd::parse_lenient`](crate::epd::parse_lenient) makes less, and it says so.
//!
//! ```
//! use chess0x88::{Chess, ChessRules, epd};
//! use chess0x88::epd::EpdWriter;
//! let epd = epd::parse::<ChessRules>(r#"1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id "BK.01";"#)?;
//! assert_eq!(epd.id().unwrap(), "BK.01");
//! let best = epd.best_moves().next().unwrap()?;
//! assert_eq!(best.to_string(), "d6d1");
//!
//! let mut line = String::new();
//! let mut writer = EpdWriter::new(&mut line, epd.position())?;
//! writer.moves("bm", &[best])?;
//! writer.string("c0", "White resigned.")?;
//! writer.number("dm", 2)?;
//! assert_eq!(line, r#"1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; c0 "White resigned."; dm 2;"#);
//! # Ok::<(), chess0x88::epd::EpdError>(())
//! ```
//!
//! Source: Steven J. Edwards, "PGN Specification and Implementation Guide", section 16.2.

use core::fmt::{self, Write};
use core::str::FromStr;

use super::fen::tolerate;
use super::text::{Cursor, escaped, unescaped};
use super::{Buffer, FenError, FenField, Found, RepairKind, Repairs, SanError, san};
use crate::movegen::IllegalMove;
use crate::moves::Move;
use crate::name::{errors, written};
use crate::position::Position;
use crate::rules::{Rules, Setup, Violations};

/// The opcodes of comments.
const COMMENTS: [&str; 10] = ["c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9"];
/// The opcodes that say what the last two fields of a FEN do.
const CLOCKS: [&str; 2] = ["hmvc", "fmvn"];
/// The longest opcode.
const OPCODE: usize = 15;
/// Room for any four fields, two counters and the spaces between them.
const FEN: usize = 200;
/// Four fields longer than this are longer than any that are right, and two counters still fit behind.
const FOUR_FIELDS: usize = FEN - 22;

errors! {
    /// Why a line is no EPD, or an operation not what its opcode promises.
    ///
    /// ```
    /// use chess0x88::{Chess, ChessRules, epd};
    /// let error = epd::parse::<ChessRules>("4k3/8/8/8/8/8/8/4K2R w K - id \"no end;").unwrap_err();
    /// assert_eq!(error.to_string(), "expected '\"' at byte 38, found the end");
    /// let epd = epd::parse::<ChessRules>("4k3/8/8/8/8/8/8/4K2R w K - bm Rh9; dm x;")?;
    /// assert_eq!(epd.mate_in().unwrap_err().to_string(), "expected a digit at byte 38, found 'x'");
    /// # Ok::<(), chess0x88::epd::EpdError>(())
    /// ```
    pub enum EpdError {
        /// The four fields are none, or describe no legal position. Byte offsets are those of the line.
        Fen from FenError,
        /// A character that does not belong there, or a line that ends too early.
        Syntax {
            /// What should stand there.
            expected: &'static str,
            /// What stands there.
            found: Found,
            /// Byte offset in the line (in writing: in the opcode or string to be written).
            at: usize,
        } => ("expected {expected} at byte {at}, found {found}"),
        /// A number beyond what its opcode can have.
        TooLarge {
            /// Byte offset of its first character.
            at: usize,
        } => ("the number at byte {at} is too large"),
        /// An operand that is no legal move, or more than one.
        Move {
            /// Why not.
            error: SanError,
            /// Byte offset of its first character.
            at: usize,
        } => ("the move at byte {at}: {error}"),
        /// In writing: a move that is illegal in the position it was to be written for.
        Illegal from IllegalMove,
        /// In writing: the text could not take it.
        Write(#[from] fmt::Error) => ("the text does not take what is written to it"),
    }
}

/// Reads one line of EPD: a position and what is said about it. See [`epd`](crate::epd).
///
/// ```
/// use chess0x88::{Chess, ChessRules, epd};
/// let suite = "\
/// 2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id \"WAC.001\";
/// 8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - bm Rxb2; id \"WAC.002\";
/// ";
/// for line in suite.lines() {
///     let epd = epd::parse::<ChessRules>(line)?;
///     assert!(epd.id().unwrap().to_string().starts_with("WAC"));
///     assert!(epd.best_moves().all(|best| best.is_ok()));
/// }
/// # Ok::<(), chess0x88::epd::EpdError>(())
/// ```
///
/// # Errors
/// [`EpdError::Fen`] for the four fields; [`EpdError::Syntax`] and [`EpdError::TooLarge`] for the form of the
/// operations and for `hmvc` and `fmvn`. Other operands are read when they are asked for.
#[doc(alias("from_epd", "set_epd"))]
pub fn parse<R: Rules>(line: &str) -> Result<Epd<'_, R>, EpdError> {
    let (setup, operations, _) = read::<R>(line, false)?;
    Ok(Epd { position: setup.to_position().map_err(FenError::from)?, operations })
}

/// Reads one line of EPD as files have it, and reports what it put right.
///
/// Beyond what [`epd::parse`](crate::epd::parse) takes, the last operation needs no semicolon and its last string no
/// closing quotation mark, a semicolon may stand where there is no operation to end (after the four fields, after the
/// clocks of a FEN, after another semicolon), a dash may stand in place of a clock of a FEN, and the position may be one that no game leads to but that upsets no rule of movement
/// ([`Violations::TOLERABLE`](crate::Violations::TOLERABLE)). So it reads suites for perft, too.
///
/// ```
/// use chess0x88::{Chess, ChessRules, epd};
/// let (epd, repairs) = epd::parse_lenient::<ChessRules>("4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 15 ;D2 66")?;
/// assert_eq!(epd.to_string(), "4k3/8/8/8/8/8/8/4K2R w K - D1 15; D2 66;");
/// let notes: Vec<String> = repairs.iter().map(|repair| repair.to_string()).collect();
/// assert_eq!(notes, ["ignored a ; that ends no operation (byte 31)", "put a ; behind the last operation (byte 44)"]);
/// # Ok::<(), chess0x88::epd::EpdError>(())
/// ```
///
/// # Errors
/// As [`epd::parse`](crate::epd::parse).
pub fn parse_lenient<R: Rules>(line: &str) -> Result<(Epd<'_, R>, Repairs), EpdError> {
    let (setup, operations, repairs) = read::<R>(line, true)?;
    let (position, repairs) = tolerate(setup, repairs)?;
    Ok((Epd { position, operations }, repairs))
}

/// Takes a line of EPD apart: into the setup, the operations, and what a lenient reader put right.
fn read<R: Rules>(line: &str, lenient: bool) -> Result<(Setup<R>, Cursor<'_, Mode>, Repairs), EpdError> {
    let line = line.strip_suffix('\n').unwrap_or(line);
    let line = line.strip_suffix('\r').unwrap_or(line);
    let [fields, _] = split(line);
    let ends_early = line.matches(' ').nth(2).is_none() || (fields.len() == line.len() && line.ends_with(' '));
    let fields = if lenient { fields.trim_end_matches(';') } else { fields };
    let mut cursor = Cursor { text: line, at: fields.len(), mode: Mode { lenient } };
    let mut repairs = Repairs::NONE;
    let read = cursor.clocks(&mut repairs).and_then(|clocks| {
        let own = cursor.own_clocks(&mut repairs)?;
        Ok((own[0].unwrap_or(clocks[0]), own[1].unwrap_or(clocks[1])))
    });
    // The position comes first in the line, so its error is reported first.
    let (halfmove_clock, fullmove_number) = read.or_else(|error| {
        let setup = setup::<R>(fields, ends_early, 0, 1)?;
        let tolerated = if lenient { Violations::TOLERABLE } else { Violations::NONE };
        setup.to_position_with(tolerated).map_err(FenError::from)?;
        Err(error)
    })?;
    Ok((setup(fields, ends_early, halfmove_clock, fullmove_number)?, cursor, repairs))
}

/// The setup that four fields and two clocks describe.
fn setup<R: Rules>(fields: &str, ends_early: bool, halfmove: u32, fullmove: u32) -> Result<Setup<R>, FenError> {
    if ends_early || fields.len() > FOUR_FIELDS {
        // A FEN this is not; its reader knows where that shows.
        return fields.parse();
    }
    let mut fen = Buffer::<FEN>::new();
    for &byte in fields.as_bytes() {
        fen.push(byte);
    }
    for number in [halfmove, fullmove] {
        fen.push(b' ');
        fen.push_number(number);
    }
    fen.parse()
}

/// A line of EPD that has been read: its position and its operations.
#[derive(Clone, Copy, Debug)]
pub struct Epd<'a, R: Rules> {
    position: Position<R>,
    operations: Cursor<'a, Mode>,
}

impl<'a, R: Rules> Epd<'a, R> {
    /// The position, its clocks from `hmvc` and `fmvn` if they are there.
    #[must_use]
    pub fn position(&self) -> &Position<R> {
        &self.position
    }

    /// All operations in the order of the line.
    ///
    /// ```
    /// use chess0x88::{Chess, ChessRules, epd};
    /// let epd = epd::parse::<ChessRules>("4k3/8/8/8/8/8/8/4K2R w K - bm O-O Kd2; noop; x_y \"a b\" 3;")?;
    /// assert!(epd.operations().map(|operation| operation.opcode()).eq(["bm", "noop", "x_y"]));
    /// # Ok::<(), chess0x88::epd::EpdError>(())
    /// ```
    pub fn operations(&self) -> impl Iterator<Item = Operation<'a>> + use<'a, R> {
        let mut cursor = self.operations;
        // Errors have been seen to when the line was read.
        core::iter::from_fn(move || cursor.operation().ok().flatten())
    }

    /// The operation with this opcode; the first, if there are several.
    #[must_use]
    pub fn operation(&self, opcode: &str) -> Option<Operation<'a>> {
        self.operations().find(|operation| operation.opcode == opcode)
    }

    /// The moves of any operation that lists moves of this position, such as `bm` or `sm`. None without the operation.
    ///
    /// ```
    /// use chess0x88::{Chess, ChessRules, epd};
    /// let epd = epd::parse::<ChessRules>("4k3/8/8/8/8/8/8/4K2R w K - sm O-O; pm;")?;
    /// assert_eq!(epd.moves("sm").next().unwrap()?.to_string(), "e1g1");
    /// assert_eq!(epd.moves("pm").count(), 0);
    /// # Ok::<(), chess0x88::epd::EpdError>(())
    /// ```
    pub fn moves<'s>(&'s self, opcode: &str) -> impl Iterator<Item = Result<Move, EpdError>> + use<'s, 'a, R> {
        let operands = self.operation(opcode).into_iter().flat_map(|operation| operation.operands());
        operands.map(|operand| operand.to_move(&self.position))
    }

    /// The best moves, `bm`.
    pub fn best_moves<'s>(&'s self) -> impl Iterator<Item = Result<Move, EpdError>> + use<'s, 'a, R> {
        self.moves("bm")
    }

    /// The moves to avoid, `am`.
    pub fn avoid_moves<'s>(&'s self) -> impl Iterator<Item = Result<Move, EpdError>> + use<'s, 'a, R> {
        self.moves("am")
    }

    /// The predicted variation, `pv`: each move is one of the position after the moves before it. An error ends it.
    ///
    /// ```
    /// use chess0x88::{Chess, ChessRules, epd};
    /// let epd = epd::parse::<ChessRules>("4k3/8/8/8/8/8/8/4K2R w K - pv O-O Ke7 Re1+;")?;
    /// let moves: Vec<_> = epd.variation().collect::<Result<_, _>>()?;
    /// assert_eq!(moves.len(), 3);
    /// # Ok::<(), chess0x88::epd::EpdError>(())
    /// ```
    pub fn variation(&self) -> impl Iterator<Item = Result<Move, EpdError>> + use<'a, R> {
        let mut operands = self.operation("pv").into_iter().flat_map(|operation| operation.operands());
        let mut position = Some(self.position);
        core::iter::from_fn(move || {
            let before = position.take()?;
            let mv = operands.next()?.to_move(&before);
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
    /// use chess0x88::{Chess, ChessRules, epd};
    /// let epd = epd::parse::<ChessRules>(r#"4k3/8/8/8/8/8/8/4K2R w K - c0 "so-called \"rook ending\"";"#)?;
    /// assert_eq!(epd.comment(0).unwrap().to_string(), r#"so-called "rook ending""#);
    /// assert!(epd.comment(1).is_none());
    /// # Ok::<(), chess0x88::epd::EpdError>(())
    /// ```
    #[must_use]
    pub fn comment(&self, number: u8) -> Option<Operand<'a>> {
        self.operation(COMMENTS.get(usize::from(number))?)?.operands().next()
    }

    /// The evaluation in centipawns, `ce`, from the side to move's point of view.
    ///
    /// # Errors
    /// Where the operand is no number, or which one is too large.
    pub fn evaluation(&self) -> Result<Option<i32>, EpdError> {
        self.number("ce")
    }

    /// In how many moves the side to move mates, `dm`.
    ///
    /// # Errors
    /// Where the operand is no number, or which one is too large.
    pub fn mate_in(&self) -> Result<Option<u32>, EpdError> {
        self.number("dm")
    }

    /// The depth of the analysis in plies, `acd`.
    ///
    /// # Errors
    /// Where the operand is no number, or which one is too large.
    pub fn depth(&self) -> Result<Option<u32>, EpdError> {
        self.number("acd")
    }

    /// The nodes of the analysis, `acn`.
    ///
    /// # Errors
    /// Where the operand is no number, or which one is too large.
    pub fn nodes(&self) -> Result<Option<u64>, EpdError> {
        self.number("acn")
    }

    /// The time of the analysis in seconds, `acs`.
    ///
    /// # Errors
    /// Where the operand is no number, or which one is too large.
    pub fn seconds(&self) -> Result<Option<u64>, EpdError> {
        self.number("acs")
    }

    fn number<T: FromStr>(&self, opcode: &str) -> Result<Option<T>, EpdError> {
        self.operation(opcode).map(Operation::number).transpose()
    }
}

/// The line again, in the standard's form: one space between operands, none before a semicolon. Clocks that stood before
/// the operations follow as `hmvc` and `fmvn`.
///
/// ```
/// use chess0x88::{Chess, ChessRules, epd};
/// let epd = epd::parse::<ChessRules>("4k3/8/8/8/8/8/8/4K2R w K - 7 31 bm   O-O ;id \"BK\";")?;
/// assert_eq!(epd.to_string(), "4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id \"BK\"; hmvc 7; fmvn 31;");
/// # Ok::<(), chess0x88::epd::EpdError>(())
/// ```
impl<R: Rules> fmt::Display for Epd<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fen = self.position.fen();
        let [fields, clocks] = split(&fen);
        f.write_str(fields)?;
        for operation in self.operations() {
            write!(f, " {operation}")?;
        }
        for ((opcode, clock), start) in CLOCKS.into_iter().zip(clocks.split(' ')).zip(["0", "1"]) {
            if clock != start && self.operation(opcode).is_none() {
                write!(f, " {opcode} {clock};")?;
            }
        }
        Ok(())
    }
}

/// One operation of a line: an opcode and its operands.
///
/// ```
/// use chess0x88::{Chess, ChessRules, epd};
/// let epd = epd::parse::<ChessRules>("4k3/8/8/8/8/8/8/4K2R w K - draw_offer Black \"by mail\";")?;
/// let operation = epd.operation("draw_offer").unwrap();
/// let operands: Vec<String> = operation.operands().map(|operand| operand.to_string()).collect();
/// assert_eq!(operands, ["Black", "by mail"]);
/// assert_eq!(operation.to_string(), "draw_offer Black \"by mail\";");
/// # Ok::<(), chess0x88::epd::EpdError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Operation<'a> {
    opcode: &'a str,
    operands: Cursor<'a, Mode>,
}

impl<'a> Operation<'a> {
    /// The opcode.
    #[must_use]
    pub fn opcode(&self) -> &'a str {
        self.opcode
    }

    /// The operands in order.
    pub fn operands(&self) -> impl Iterator<Item = Operand<'a>> + use<'a> {
        let mut cursor = self.operands;
        core::iter::from_fn(move || cursor.operand().ok().flatten())
    }

    /// The one number that is the operand.
    fn number<T: FromStr>(self) -> Result<T, EpdError> {
        let mut cursor = self.operands;
        let number = cursor.number("a number")?;
        if cursor.has_operand() { Err(cursor.expected("';'")) } else { Ok(number) }
    }
}

/// Opcode and operands with single spaces, and the semicolon.
impl fmt::Display for Operation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.opcode)?;
        for operand in self.operands() {
            let quote = if operand.quoted { "\"" } else { "" };
            write!(f, " {quote}{}{quote}", operand.raw)?;
        }
        f.write_char(';')
    }
}

/// One operand of an operation: a word, or a string in quotes.
///
/// Its `Display` is the text that is meant: without the quotes, and with `\"` read as `"` and `\\` as `\` (the standard
/// says nothing of escapes; PGN has these two). It compares with strings by the same text.
#[derive(Clone, Copy, Debug)]
pub struct Operand<'a> {
    raw: &'a str,
    quoted: bool,
    /// Byte offset in the line of `raw`.
    at: usize,
}

impl<'a> Operand<'a> {
    /// The text as it stands in the line, escapes and all, but without the quotes.
    #[must_use]
    pub fn raw(&self) -> &'a str {
        self.raw
    }

    /// Whether it stands in quotes.
    #[must_use]
    pub fn is_quoted(&self) -> bool {
        self.quoted
    }

    fn to_move<R: Rules>(self, position: &Position<R>) -> Result<Move, EpdError> {
        san::parse_lenient(position, self.raw).map_err(|error| match error {
            SanError::Syntax { expected, found, at } => EpdError::Syntax { expected, found, at: self.at + at },
            error => EpdError::Move { error, at: self.at },
        })
    }

    /// The characters that are meant.
    fn chars(&self) -> impl Iterator<Item = char> + use<'a> {
        unescaped(self.raw.chars(), self.quoted)
    }
}

written! {
    Display for Operand<'_>: |operand, f| operand.chars().try_for_each(|char| f.write_char(char));
}

impl PartialEq<str> for Operand<'_> {
    fn eq(&self, other: &str) -> bool {
        self.chars().eq(other.chars())
    }
}

impl PartialEq<&str> for Operand<'_> {
    fn eq(&self, other: &&str) -> bool {
        *self == **other
    }
}

/// How a line is read.
#[derive(Clone, Copy, Debug)]
struct Mode {
    /// Whether a semicolon or a quotation mark may be missing at the end, a semicolon stand where it ends nothing, and a
    /// dash in place of a clock.
    lenient: bool,
}

impl<'a> Cursor<'a, Mode> {
    #[cold]
    fn expected(&self, expected: &'static str) -> EpdError {
        EpdError::Syntax { expected, found: self.found(), at: self.at }
    }

    fn skip_spaces(&mut self) {
        self.take(|byte| matches!(byte, b' ' | b'\t'));
    }

    /// Steps over spaces, and says whether an operand comes behind them.
    fn has_operand(&mut self) -> bool {
        self.skip_spaces();
        !matches!(self.peek(), None | Some(b';'))
    }

    /// The next operand, which is a number.
    fn number<T: FromStr>(&mut self, missing: &'static str) -> Result<T, EpdError> {
        let Operand { raw, quoted, at } = self.operand()?.ok_or_else(|| self.expected(missing))?;
        let digits = raw.strip_prefix(['-', '+']).unwrap_or(raw);
        let wrong = |at| Cursor { at, ..*self }.expected("a digit");
        if quoted {
            return Err(wrong(at - 1));
        }
        let other = digits.bytes().position(|byte| !byte.is_ascii_digit()).or(digits.is_empty().then_some(0));
        if let Some(other) = other {
            return Err(wrong(at + raw.len() - digits.len() + other));
        }
        // What is left to go wrong is a minus where there can be none, or the size.
        raw.parse().map_err(|_| match "-1".parse::<T>() {
            Err(_) if raw.starts_with('-') => wrong(at),
            _ => EpdError::TooLarge { at },
        })
    }

    /// The two clocks of a FEN, if it goes on with them: an opcode never begins with a digit. A lenient reader
    /// takes a dash in place of a clock; behind one, the full-move number may be missing.
    fn clocks(&mut self, repairs: &mut Repairs) -> Result<[u32; 2], EpdError> {
        let mut clocks = [0, 1];
        let mut has_number = false;
        for (clock, field) in clocks.iter_mut().zip([FenField::HalfmoveClock, FenField::FullmoveNumber]) {
            let mut ahead = *self;
            ahead.skip_spaces();
            let at = ahead.at;
            if self.mode.lenient && ahead.take(|byte| !matches!(byte, b' ' | b'\t' | b';')) == "-" {
                repairs.push(RepairKind::Missing { field }, at);
            } else if has_number || self.text.as_bytes().get(at).is_some_and(u8::is_ascii_digit) {
                ahead.at = at;
                *clock = ahead.number("the full-move number")?;
                has_number = true;
            } else {
                break;
            }
            *self = ahead;
        }
        Ok(clocks)
    }

    /// Checks the form of all operations, and reads those that give the clocks.
    fn own_clocks(mut self, repairs: &mut Repairs) -> Result<[Option<u32>; 2], EpdError> {
        let mut own = [None; 2];
        let mut has_stray = false;
        loop {
            self.skip_spaces();
            if self.mode.lenient && self.comes(b';') && !has_stray {
                repairs.push(RepairKind::StraySemicolon, self.at);
                has_stray = true;
            }
            let Some(operation) = self.operation()? else { return Ok(own) };
            let quoted = operation.operands().last().filter(Operand::is_quoted).map(|last| last.at + last.raw.len());
            if let Some(end) = quoted.filter(|&end| self.text.as_bytes().get(end) != Some(&b'"')) {
                repairs.push(RepairKind::LastQuote, end);
            }
            if self.text.as_bytes().get(self.at - 1) != Some(&b';') {
                repairs.push(RepairKind::LastSemicolon, self.at);
            }
            for (opcode, clock) in CLOCKS.into_iter().zip(&mut own) {
                if operation.opcode == opcode && clock.is_none() {
                    *clock = Some(operation.number::<u32>()?);
                }
            }
        }
    }

    /// The next operation, or `None` at the end of the line.
    fn operation(&mut self) -> Result<Option<Operation<'a>>, EpdError> {
        self.skip_spaces();
        if self.mode.lenient {
            self.take(|byte| matches!(byte, b' ' | b'\t' | b';'));
        }
        if self.peek().is_none() {
            return Ok(None);
        }
        let opcode = self.opcode()?;
        self.end_word()?;
        let operands = *self;
        while self.operand()?.is_some() {}
        match self.peek() {
            Some(b';') => self.at += 1,
            None if self.mode.lenient => {}
            _ => return Err(self.expected("';'")),
        }
        Ok(Some(Operation { opcode, operands }))
    }

    /// The opcode that comes next.
    fn opcode(&mut self) -> Result<&'a str, EpdError> {
        if !self.peek().is_some_and(|byte| byte.is_ascii_alphabetic()) {
            return Err(self.expected("an opcode"));
        }
        let start = self.at;
        let opcode = self.take(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if opcode.len() > OPCODE {
            self.at = start + OPCODE;
            return Err(self.expected("the end of an opcode"));
        }
        Ok(opcode)
    }

    /// Checks that an opcode or an operand ends here.
    fn end_word(&self) -> Result<(), EpdError> {
        let ends = matches!(self.peek(), None | Some(b' ' | b'\t' | b';'));
        if ends { Ok(()) } else { Err(self.expected("a space or ';'")) }
    }

    /// The next operand, or `None` before a semicolon or the end of the line.
    fn operand(&mut self) -> Result<Option<Operand<'a>>, EpdError> {
        if !self.has_operand() {
            return Ok(None);
        }
        let quoted = self.comes(b'"');
        self.at += usize::from(quoted);
        let at = self.at;
        let raw = if quoted {
            let mut escaped = false;
            let raw = self.take(|byte| {
                let goes_on = (byte != b'"' || escaped) && byte != b'\n' && byte != b'\r';
                escaped = byte == b'\\' && !escaped;
                goes_on
            });
            if self.comes(b'"') {
                self.at += 1;
                raw
            } else {
                let error = self.expected("'\"'");
                self.leave_open(raw).ok_or(error)?
            }
        } else {
            self.take(|byte| !matches!(byte, b';' | b'"' | 0..=b' ' | 0x7F))
        };
        self.end_word()?;
        Ok(Some(Operand { raw, quoted, at }))
    }

    /// A string that the end of the line leaves open, in a lenient reader. A semicolon at its end is taken to end the operation.
    fn leave_open(&mut self, raw: &'a str) -> Option<&'a str> {
        let is_open = self.mode.lenient && self.peek().is_none();
        let (start, text) = (self.at - raw.len(), raw.trim_end());
        let text = text.strip_suffix(';').unwrap_or(text).trim_end();
        self.at = start + text.len();
        self.skip_spaces();
        // A quotation mark behind an escaping backslash would close nothing.
        let backslashes = text.bytes().rev().take_while(|&byte| byte == b'\\').count();
        (is_open && backslashes % 2 == 0).then_some(text)
    }
}

/// Writes a line of EPD: the four fields first, then operations as they are asked for.
///
/// The standard wants the operations in the order of their opcodes; that is left to the caller.
///
/// ```
/// use chess0x88::Chess;
/// use chess0x88::epd::EpdWriter;
/// let position: Chess = "4k3/8/8/8/8/8/8/4K2R w K - 7 31".parse()?;
/// let (castle, step) = (position.parse_san("O-O")?, position.parse_san("Ke2")?);
/// let mut line = String::new();
/// let mut writer = EpdWriter::new(&mut line, &position)?;
/// writer.number("acd", 12)?;
/// writer.moves("bm", &[castle, step])?;
/// writer.string("c0", "a \"rook ending\"")?;
/// writer.clocks()?;
/// let expected = r#"4k3/8/8/8/8/8/8/4K2R w K - acd 12; bm O-O Ke2; c0 "a \"rook ending\""; hmvc 7; fmvn 31;"#;
/// assert_eq!(line, expected);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct EpdWriter<W, R: Rules> {
    text: W,
    position: Position<R>,
}

impl<W: Write, R: Rules> EpdWriter<W, R> {
    /// Writes the four fields. All moves to come are moves of this position.
    ///
    /// # Errors
    /// [`EpdError::Write`] if `text` takes nothing more; the same for all that follows.
    pub fn new(mut text: W, position: &Position<R>) -> Result<EpdWriter<W, R>, EpdError> {
        let fen = position.fen();
        let [fields, _] = split(&fen);
        text.write_str(fields)?;
        Ok(EpdWriter { text, position: *position })
    }

    /// Writes an operation that lists moves of the position, such as `bm`, `am` or `sm`.
    ///
    /// # Errors
    /// [`EpdError::Illegal`] for a move that is none of the position; [`EpdError::Syntax`] for a bad opcode. Nothing has
    /// been written then.
    pub fn moves(&mut self, opcode: &str, moves: &[Move]) -> Result<(), EpdError> {
        self.list(opcode, moves, false)
    }

    /// Writes an operation that gives a variation, such as `pv`: each move is one of the position after those before.
    ///
    /// # Errors
    /// As [`EpdWriter::moves`].
    pub fn variation(&mut self, opcode: &str, moves: &[Move]) -> Result<(), EpdError> {
        self.list(opcode, moves, true)
    }

    /// Writes moves: of the position, or each of the position after those before, if they are a `variation`.
    fn list(&mut self, opcode: &str, moves: &[Move], variation: bool) -> Result<(), EpdError> {
        check_opcode(opcode)?;
        let next = |position: &Position<R>, mv| if variation { position.after_unchecked(mv) } else { *position };
        moves.iter().try_fold(self.position, |position, &mv| position.check_legal(mv).map(|()| next(&position, mv)))?;
        write!(self.text, " {opcode}")?;
        let mut position = self.position;
        for &mv in moves {
            write!(self.text, " {}", position.san(mv))?;
            position = next(&position, mv);
        }
        Ok(self.text.write_char(';')?)
    }

    /// Writes an operation with a string, such as `id` or `c0`; quotes and backslashes in it are escaped.
    ///
    /// # Errors
    /// [`EpdError::Syntax`] for a bad opcode or a line break in the string. Nothing has been written then.
    pub fn string(&mut self, opcode: &str, string: &str) -> Result<(), EpdError> {
        check_opcode(opcode)?;
        if let Some(at) = string.find(['\n', '\r']) {
            return Err(Cursor { text: string, at, mode: Mode { lenient: false } }.expected("no line break"));
        }
        write!(self.text, " {opcode} \"")?;
        escaped(string).try_for_each(|char| self.text.write_char(char))?;
        Ok(self.text.write_str("\";")?)
    }

    /// Writes an operation with a number, such as `ce`, `acd` or `dm`.
    ///
    /// # Errors
    /// [`EpdError::Syntax`] for a bad opcode. Nothing has been written then.
    pub fn number(&mut self, opcode: &str, number: impl Into<i128>) -> Result<(), EpdError> {
        check_opcode(opcode)?;
        Ok(write!(self.text, " {opcode} {};", number.into())?)
    }

    /// Writes the position's clocks, `hmvc` and `fmvn`.
    ///
    /// # Errors
    /// [`EpdError::Write`] only.
    pub fn clocks(&mut self) -> Result<(), EpdError> {
        let fen = self.position.fen();
        let [_, clocks] = split(&fen);
        for (opcode, clock) in CLOCKS.into_iter().zip(clocks.split(' ')) {
            write!(self.text, " {opcode} {clock};")?;
        }
        Ok(())
    }

    /// Writes an operation read from another line, as it stood there.
    ///
    /// # Errors
    /// [`EpdError::Write`] only.
    pub fn operation(&mut self, operation: &Operation<'_>) -> Result<(), EpdError> {
        Ok(write!(self.text, " {operation}")?)
    }
}

fn check_opcode(opcode: &str) -> Result<(), EpdError> {
    let mut cursor = Cursor::new(opcode, Mode { lenient: false });
    cursor.opcode()?;
    if cursor.peek().is_none() { Ok(()) } else { Err(cursor.expected("the end of an opcode")) }
}

/// The four fields of a FEN that EPD keeps, and the two that it makes operations of.
fn split(fen: &str) -> [&str; 2] {
    let (four, last) = fen.match_indices(' ').nth(3).map_or((fen, ""), |(at, _)| fen.split_at(at));
    [four, last.trim_start()]
}

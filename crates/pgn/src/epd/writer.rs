//! The writer of EPD.

use core::fmt::Write;

use chess0x88::{Move, Position, Rules};

use super::clocks::CLOCKS;
use super::cursor::Cursor;
use super::operation::Operation;
use super::{EpdError, split};
use crate::text::escaped;

/// Writes a line of EPD: the four fields first, then operations as they are asked for.
///
/// The standard wants the operations in the order of their opcodes; that is left to the caller.
///
/// ```
/// use chess0x88::Chess;
/// use chess0x88_pgn::epd::EpdWriter;
/// let position: Chess = "4k3/8/8/8/8/8/8/4K2R w K - 7 31".parse()?;
/// let (castle, step) = (position.parse_san("O-O")?, position.parse_san("Ke2")?);
/// let mut line = String::new();
/// let mut writer = EpdWriter::new(&mut line, &position)?;
/// writer.number("acd", 12)?;
/// writer.moves("bm", &[castle, step])?;
/// writer.string("c0", "a \"rook ending\"")?;
/// writer.clocks()?;
/// let operations = r#"acd 12; bm Ke2 O-O; c0 "a \"rook ending\""; hmvc 7; fmvn 31;"#;
/// assert_eq!(line, format!("4k3/8/8/8/8/8/8/4K2R w K - {operations}"));
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
        let (fields, _) = split(&fen, false).unwrap_or_default();
        text.write_str(fields)?;
        Ok(EpdWriter { text, position: *position })
    }

    /// Writes an operation that lists moves of the position, such as `bm`, `am` or `sm`. The moves of `bm` and `am`, which are sets,
    /// stand in the order of their letters, as the standard asks, each of them once.
    ///
    /// # Errors
    /// [`EpdError::Illegal`] for a move that is none of the position; [`EpdError::Syntax`] for a bad opcode. Nothing has
    /// been written then.
    pub fn moves(&mut self, opcode: &str, moves: &[Move]) -> Result<(), EpdError> {
        if !matches!(opcode, "bm" | "am") {
            return self.list(opcode, moves, false);
        }
        moves.iter().try_for_each(|&mv| self.position.check_legal(mv))?;
        write!(self.text, " {opcode}")?;
        let mut last = None;
        while let Some(next) =
            moves.iter().map(|&mv| Some(self.position.san(mv))).filter(|san| *san > last).min().flatten()
        {
            write!(self.text, " {next}")?;
            last = Some(next);
        }
        Ok(self.text.write_char(';')?)
    }

    /// Writes an operation that gives a variation, such as `pv`: each move is one of the position after those before.
    ///
    /// # Errors
    /// As [`EpdWriter::moves`].
    pub fn variation(&mut self, opcode: &str, moves: &[Move]) -> Result<(), EpdError> {
        self.list(opcode, moves, true)
    }

    /// Writes moves of the position. If they are a `variation`, each is a move of the position after the one before.
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
            return Err(Cursor::new(string, at, false).expected("no line break"));
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
        let (_, clocks) = split(&fen, false).unwrap_or_default();
        for (opcode, clock) in CLOCKS.into_iter().zip(clocks.split_whitespace()) {
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
    let mut cursor = Cursor::new(opcode, 0, false);
    cursor.opcode()?;
    if cursor.peek().is_none() { Ok(()) } else { Err(cursor.expected("the end of an opcode")) }
}

//! The operations of a line: opcodes with their operands.

use core::fmt::{self, Write};
use core::str::FromStr;

use super::EpdError;
use super::cursor::{Cursor, Operand};

/// One operation of a line: an opcode and its operands.
///
/// ```
/// use chess0x88::{Chess, ChessRules};
/// use chess0x88_pgn::epd;
/// let epd = epd::parse::<ChessRules>(
///     "4k3/8/8/8/8/8/8/4K2R w K - draw_offer Black \"by mail\";",
/// )?;
/// let operation = epd.operation("draw_offer").unwrap();
/// let operands: Vec<String> =
///     operation.operands().map(|operand| operand.to_string()).collect();
/// assert_eq!(operands, ["Black", "by mail"]);
/// assert_eq!(operation.to_string(), "draw_offer Black \"by mail\";");
/// # Ok::<(), chess0x88_pgn::epd::EpdError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Operation<'a> {
    pub(super) opcode: &'a str,
    pub(super) operands: Cursor<'a>,
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

    /// Reads the only operand as a number.
    pub(super) fn number<T: FromStr>(self) -> Result<T, EpdError> {
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

impl<'a> Cursor<'a> {
    /// The next operation, or `None` at the end of the line.
    pub(super) fn operation(&mut self) -> Result<Option<Operation<'a>>, EpdError> {
        self.skip_spaces();
        if self.lenient {
            let cursor = *self;
            self.take(|char| cursor.is_space(char) || char == ';');
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
            None if self.lenient => {}
            _ => return Err(self.expected("';'")),
        }
        Ok(Some(Operation { opcode, operands }))
    }
}

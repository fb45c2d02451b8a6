//! The operations of EPD: an [`Operation`] and its [`Operand`]s.

use core::fmt::{self, Write};
use core::str::FromStr;

use chess0x88::san::{self, SanError};
use chess0x88::{Move, Position, Rules};

use super::EpdError;
use super::cursor::Cursor;
use crate::text::unescaped;

/// One operation of a line: an opcode and its operands.
///
/// ```
/// use chess0x88::{Chess, ChessRules};
/// use chess0x88_pgn::epd;
/// let epd = epd::parse::<ChessRules>("4k3/8/8/8/8/8/8/4K2R w K - draw_offer Black \"by mail\";")?;
/// let operation = epd.operation("draw_offer").unwrap();
/// let operands: Vec<String> = operation.operands().map(|operand| operand.to_string()).collect();
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

/// One operand of an operation: a word, or a string in quotes.
///
/// Its `Display` is the text that is meant: without the quotes, and with `\"` read as `"` and `\\` as `\` (the standard
/// says nothing of escapes; PGN has these two). It compares with strings by the same text.
#[derive(Clone, Copy, Debug)]
pub struct Operand<'a> {
    pub(super) raw: &'a str,
    pub(super) quoted: bool,
    /// Byte offset in the line of `raw`.
    pub(super) at: usize,
}

impl<'a> Operand<'a> {
    /// The text of the line, with escapes but without the quotes.
    #[must_use]
    pub fn raw(&self) -> &'a str {
        self.raw
    }

    /// Returns `true` if the operand is a string in quotes.
    #[must_use]
    pub fn is_quoted(&self) -> bool {
        self.quoted
    }

    pub(super) fn to_move<R: Rules>(self, position: &Position<R>) -> Result<Move, EpdError> {
        san::parse_lenient(position, self.raw).map_err(|error| match error {
            SanError::Syntax { expected, found, at } => {
                EpdError::Syntax { expected: expected.as_str(), found, at: self.at + at }
            }
            error => EpdError::Move { error, at: self.at },
        })
    }

    /// The characters, without escapes.
    fn chars(&self) -> impl Iterator<Item = char> + use<'a> {
        unescaped(self.raw.chars(), self.quoted)
    }
}

impl fmt::Display for Operand<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.chars().try_for_each(|char| f.write_char(char))
    }
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

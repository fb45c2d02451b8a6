//! The grammar of a line after its four fields.

use core::str::FromStr;

use chess0x88::error::Found;
use chess0x88::fen::FenField;
use chess0x88::san::is_separator;

use super::operation::{Operand, Operation};
use super::repairs::{RepairKind, Repairs};
use super::{CLOCKS, EpdError, OPCODE};

/// A line, and the part of it that was read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
    /// `true` for a lenient reader. A semicolon or a quotation mark may then be missing at the end, a semicolon may be
    /// superfluous, and a dash may replace a clock.
    pub(super) lenient: bool,
    /// The first separator that a lenient reader accepted as a space.
    odd: Option<usize>,
}

/// Returns `true` for a separator that is neither a space of EPD nor part of a word.
fn is_odd(char: char) -> bool {
    !char.is_ascii() && is_separator(char)
}

impl<'a> Cursor<'a> {
    pub(super) const fn new(text: &'a str, at: usize, lenient: bool) -> Cursor<'a> {
        Cursor { text, at, lenient, odd: None }
    }

    /// The next byte.
    pub(super) fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Returns `true` if the next byte is `byte`.
    fn comes(&self, byte: u8) -> bool {
        self.peek() == Some(byte)
    }

    /// Skips characters while `is_wanted` returns `true`, and returns them.
    fn take(&mut self, mut is_wanted: impl FnMut(char) -> bool) -> &'a str {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let length = rest.find(|char| !is_wanted(char)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    /// Returns `true` for a character that separates operands.
    fn is_space(self, char: char) -> bool {
        matches!(char, ' ' | '\t') || self.lenient && is_odd(char)
    }

    #[cold]
    pub(super) fn expected(&self, expected: &'static str) -> EpdError {
        EpdError::Syntax { expected, found: Found::at(self.text, self.at), at: self.at }
    }

    fn skip_spaces(&mut self) {
        let cursor = *self;
        let spaces = self.take(|char| cursor.is_space(char));
        self.odd = self.odd.or_else(|| Some(cursor.at + spaces.find(is_odd)?));
    }

    /// Skips spaces, and returns `true` if an operand follows.
    pub(super) fn has_operand(&mut self) -> bool {
        self.skip_spaces();
        !matches!(self.peek(), None | Some(b';'))
    }

    /// The next operand, which is a number.
    pub(super) fn number<T: FromStr>(&mut self, missing: &'static str) -> Result<T, EpdError> {
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
        // Two errors are left: a minus where none is allowed, or a number that is too large.
        raw.parse().map_err(|_| match "-1".parse::<T>() {
            Err(_) if raw.starts_with('-') => wrong(at),
            _ => EpdError::TooLarge { at },
        })
    }

    /// Reads the two clocks of a FEN if they come next: a clock begins with a digit, an opcode never does. A lenient reader also
    /// accepts a dash in place of a clock, and no full-move number after a dash.
    pub(super) fn clocks(&mut self, repairs: &mut Repairs) -> Result<[u32; 2], EpdError> {
        let mut clocks = [0, 1];
        let mut has_number = false;
        for (clock, field) in clocks.iter_mut().zip([FenField::HalfmoveClock, FenField::FullmoveNumber]) {
            let mut ahead = *self;
            ahead.skip_spaces();
            let at = ahead.at;
            if self.lenient && ahead.take(|char| !self.is_space(char) && char != ';') == "-" {
                repairs.push(RepairKind::Missing { field, value: *clock }, at);
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

    /// Checks the form of all operations, and reads the clocks among them.
    pub(super) fn own_clocks(mut self, repairs: &mut Repairs) -> Result<[Option<u32>; 2], EpdError> {
        let mut own = [None; 2];
        let mut has_stray = false;
        loop {
            let had_odd = self.odd.is_some();
            self.skip_spaces();
            if self.lenient && self.comes(b';') && !has_stray {
                repairs.push(RepairKind::StraySemicolon, self.at);
                has_stray = true;
            }
            let operation = self.operation()?;
            if let Some(at) = self.odd.filter(|_| !had_odd) {
                repairs.push(RepairKind::Separator, at);
            }
            let Some(operation) = operation else { return Ok(own) };
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

    /// The opcode that comes next.
    pub(super) fn opcode(&mut self) -> Result<&'a str, EpdError> {
        if !self.peek().is_some_and(|byte| byte.is_ascii_alphabetic()) {
            return Err(self.expected("an opcode"));
        }
        let start = self.at;
        let opcode = self.take(|char| char.is_ascii_alphanumeric() || char == '_');
        if opcode.len() > OPCODE {
            self.at = start + OPCODE;
            return Err(self.expected("the end of an opcode"));
        }
        Ok(opcode)
    }

    /// Requires the end of an opcode or operand here.
    fn end_word(&self) -> Result<(), EpdError> {
        let ends = self.text[self.at..].chars().next().is_none_or(|next| next == ';' || self.is_space(next));
        if ends { Ok(()) } else { Err(self.expected("a space or ';'")) }
    }

    /// The next operand, or `None` before a semicolon or the end of the line.
    pub(super) fn operand(&mut self) -> Result<Option<Operand<'a>>, EpdError> {
        if !self.has_operand() {
            return Ok(None);
        }
        let quoted = self.comes(b'"');
        self.at += usize::from(quoted);
        let at = self.at;
        let raw = if quoted {
            let mut escaped = false;
            let raw = self.take(|char| {
                let goes_on = (char != '"' || escaped) && char != '\n' && char != '\r';
                escaped = char == '\\' && !escaped;
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
            self.take(|char| !matches!(char, ';' | '"' | '\0'..=' ' | '\x7F') && !is_odd(char))
        };
        self.end_word()?;
        Ok(Some(Operand { raw, quoted, at }))
    }

    /// Returns a string without its closing quotation mark, for a lenient reader. A semicolon at its end ends the operation.
    fn leave_open(&mut self, raw: &'a str) -> Option<&'a str> {
        let is_open = self.lenient && self.peek().is_none();
        let (start, text) = (self.at - raw.len(), raw.trim_end());
        let text = text.strip_suffix(';').unwrap_or(text).trim_end();
        self.at = start + text.len();
        self.skip_spaces();
        // A quotation mark after an escaping backslash would not close the string.
        let backslashes = text.bytes().rev().take_while(|&byte| byte == b'\\').count();
        (is_open && backslashes % 2 == 0).then_some(text)
    }
}

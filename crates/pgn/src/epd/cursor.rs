//! The words of a line after its four fields: opcodes and [`Operand`]s.

use core::fmt::{self, Write};
use core::str::FromStr;

use chess0x88::error::Found;
use chess0x88::san::{SanError, is_separator};
use chess0x88::{Move, Position, Rules};

use super::{EpdError, OPCODE};
use crate::text::unescaped;

/// A line, and the part of it that was read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
    /// `true` for a lenient reader. A semicolon or a quotation mark may then be missing at the end, a semicolon may be
    /// superfluous, and a dash may replace a clock.
    pub(super) lenient: bool,
    /// The first separator that a lenient reader accepted as a space.
    pub(super) odd: Option<usize>,
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
    pub(super) fn comes(&self, byte: u8) -> bool {
        self.peek() == Some(byte)
    }

    /// Skips characters while `is_wanted` returns `true`, and returns them.
    pub(super) fn take(&mut self, mut is_wanted: impl FnMut(char) -> bool) -> &'a str {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let length = rest.find(|char| !is_wanted(char)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    /// Returns `true` for a character that separates operands.
    pub(super) fn is_space(self, char: char) -> bool {
        matches!(char, ' ' | '\t') || self.lenient && is_odd(char)
    }

    #[cold]
    pub(super) fn expected(&self, expected: &'static str) -> EpdError {
        EpdError::Syntax { expected, found: Found::at(self.text, self.at), at: self.at }
    }

    pub(super) fn skip_spaces(&mut self) {
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
    pub(super) fn end_word(&self) -> Result<(), EpdError> {
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
        let (number, word) = self.raw.split_at(self.number());
        let start = self.at + number.len();
        position.parse_san(word).map_err(|error| match error {
            SanError::Syntax { expected, found, at } => {
                EpdError::Syntax { expected: expected.as_str(), found, at: start + at }
            }
            error => EpdError::Move { error, at: start },
        })
    }

    /// Returns `true` for the number of a move.
    pub(super) fn is_number(&self) -> bool {
        !self.quoted && !self.raw.is_empty() && self.number() == self.raw.len()
    }

    /// Returns the length of the number of a move, with its dots, before a move.
    fn number(&self) -> usize {
        let dots = self.raw.trim_start_matches(|char: char| char.is_ascii_digit());
        let word = dots.trim_start_matches(['.', '…']);
        if dots.len() < self.raw.len() && word.len() < dots.len() { self.raw.len() - word.len() } else { 0 }
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

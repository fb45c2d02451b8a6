//! The reader: its way from field to field, and its errors. Each field has a file of its own.

use super::letters::{Alphabet, Letters, capitals_of};
use super::{Expected, FenError, FenField, Notes, RepairKind};
use crate::board::Board0x88;
use crate::notation::text::Cursor;
use crate::piece::Color;
use crate::rules::{Examined, Parts, Rules, Setup, Violations, examine};

/// The fields of a FEN in any game, before the state of a setup is built.
#[derive(Debug)]
pub(super) struct Fields {
    pub(super) board: Board0x88,
    pub(super) turn: Color,
    pub(super) parts: Parts,
    pub(super) halfmove_clock: u32,
    pub(super) fullmove_number: u32,
}

impl Fields {
    /// An empty board with White to move. (A constant would take 200 bytes of the program.)
    #[inline]
    pub(super) const fn empty() -> Fields {
        Fields {
            board: Board0x88::empty(),
            turn: Color::White,
            parts: Parts::NONE,
            halfmove_clock: 0,
            fullmove_number: 1,
        }
    }

    pub(super) const fn examine<R: Rules>(&self) -> Examined {
        examine::<R>(&self.board, self.turn, &self.parts)
    }

    pub(super) fn into_setup<R: Rules>(self) -> Setup<R> {
        let state = R::from_parts(self.parts);
        self.with_state(state)
    }

    /// The setup with this state, which is that of the parts.
    pub(super) const fn with_state<R: Rules>(self, state: R::State) -> Setup<R> {
        let Fields { board, turn, halfmove_clock, fullmove_number, .. } = self;
        Setup { board, turn, state, halfmove_clock, fullmove_number }
    }
}

/// A FEN with a read position.
///
/// One grammar serves both readers. The strict reader accepts the texts of the writer. The `LENIENT` reader accepts more, and notes
/// its repairs. A function of the grammar returns `None` for an error and stores the reason in the reader: an error has many words,
/// which each function would copy.
pub(in crate::notation) type FenReader<'a, const LENIENT: bool = false> = Cursor<'a, FenMode<'a, LENIENT>>;

/// The state of a reader, besides the text.
#[derive(Debug)]
pub(in crate::notation) struct FenMode<'a, const LENIENT: bool> {
    /// The current field.
    pub(super) field: FenField,
    /// The error after a function has returned `None`.
    pub(super) error: FenError,
    /// The repairs of a lenient reader.
    pub(super) notes: Option<&'a mut Notes>,
}

impl<'a> FenReader<'a> {
    pub(in crate::notation) const fn strict(text: &'a str) -> FenReader<'a> {
        FenReader::begin(text, None)
    }
}

impl<'a> FenReader<'a, true> {
    pub(in crate::notation) const fn lenient(text: &'a str, notes: &'a mut Notes) -> FenReader<'a, true> {
        FenReader::begin(text, Some(notes))
    }
}

impl<'a, const LENIENT: bool> FenReader<'a, LENIENT> {
    #[inline]
    const fn begin(text: &'a str, notes: Option<&'a mut Notes>) -> Self {
        Cursor::new(text, FenMode { field: FenField::Board, error: FenError::Illegal(Violations::NONE), notes })
    }

    /// Reads a FEN into empty fields. The function is `const`.
    #[inline]
    pub(super) const fn fields<R: Rules>(&mut self, fields: &mut Fields) -> Option<()> {
        let alphabet = const { &Alphabet::of(&Letters::of(capitals_of(R::ROLES))) };
        let Some(()) = self.board(alphabet, &mut fields.board) else { return None };
        let Some(turn) = self.turn() else { return None };
        fields.turn = turn;
        if R::CASTLING {
            let Some(castling) = self.castling(&fields.board) else { return None };
            fields.parts.castling = castling;
        } else if self.no_castling().is_none() {
            return None;
        }
        // Chess has the en passant square here; Makruk has the limit of the count, and with a limit the next field is the count.
        let read = if R::COUNTING { self.count(fields) } else { self.en_passant(&mut fields.parts.en_passant) };
        let Some(()) = read else { return None };
        if fields.parts.count.is_none() {
            let Some(clock) = self.counter(FenField::HalfmoveClock, 0) else { return None };
            fields.halfmove_clock = clock;
        }
        let Some(number) = self.counter(FenField::FullmoveNumber, 1) else { return None };
        fields.fullmove_number = number;
        self.end()
    }

    /// Turns `None` into the stored error.
    ///
    /// # Errors
    /// The stored error.
    pub(in crate::notation) fn result<T>(&self, read: Option<T>) -> Result<T, FenError> {
        read.ok_or(self.mode.error)
    }

    /// Stores the error "expected ... here".
    #[cold]
    #[inline(never)]
    const fn expect(&mut self, expected: Expected) {
        self.mode.error = FenError::Syntax { field: self.mode.field, expected, found: self.found(), at: self.at };
    }

    /// Stores the error "expected ... here" and returns `None`.
    #[inline]
    pub(in crate::notation) const fn expected<T>(&mut self, expected: Expected) -> Option<T> {
        self.expect(expected);
        None
    }

    /// Stores another error and returns `None`.
    #[cold]
    pub(super) const fn fail<T>(&mut self, error: FenError) -> Option<T> {
        self.mode.error = error;
        None
    }

    /// Notes a repair of a lenient reader.
    pub(super) const fn repair(&mut self, kind: RepairKind, at: usize) {
        if LENIENT && let Some(notes) = &mut self.mode.notes {
            notes.repairs.push(kind, at);
        }
    }

    /// Notes a repair if it has not been `noted` yet.
    pub(super) const fn repair_once(&mut self, noted: &mut bool, kind: RepairKind) {
        if !*noted {
            self.repair(kind, self.at);
        }
        *noted = true;
    }

    /// Skips white space in a lenient reader. Returns `true` if there was any.
    pub(super) const fn skip_spaces(&mut self) -> bool {
        let start = self.at;
        while LENIENT
            && let Some(byte) = self.peek()
            && is_space(byte)
        {
            self.at += 1;
        }
        self.at > start
    }

    /// The characters before the next white space.
    pub(super) const fn word(&self) -> &'a [u8] {
        let Some((_, rest)) = self.text.as_bytes().split_at_checked(self.at) else { return &[] };
        let mut len = 0;
        while len < rest.len() && !is_space(rest[len]) {
            len += 1;
        }
        match rest.split_at_checked(len) {
            Some((word, _)) => word,
            None => rest,
        }
    }

    /// The word after white space, without moving.
    pub(super) const fn next_word(&mut self) -> &'a [u8] {
        let start = self.at;
        self.skip_spaces();
        let word = self.word();
        self.at = start;
        word
    }

    /// Skips a dash. For a lenient reader it must be the whole word; a strict reader tests this at the next field. Returns `true`
    /// if there was one.
    pub(super) const fn takes_dash(&mut self) -> bool {
        let is_dash = self.comes(b'-') && (!LENIENT || self.word().len() == 1);
        self.at += is_dash as usize;
        is_dash
    }

    /// Goes to a field that must be present, over the space before the field.
    pub(in crate::notation) const fn next_field(&mut self, field: FenField) -> Option<()> {
        let start = self.at;
        let is_one = self.comes(b' ');
        if LENIENT && self.skip_spaces() {
            if !is_one || self.at > start + 1 {
                self.repair(RepairKind::Separator, start);
            }
        } else if is_one {
            self.at += 1;
        } else {
            return self.expected(Expected::Space);
        }
        self.mode.field = field;
        Some(())
    }

    /// Goes to a field if it `is_there`. A lenient reader notes a missing field as a repair. A strict reader passes `true`.
    #[inline]
    pub(super) const fn find_field(&mut self, field: FenField, is_there: bool) -> Option<bool> {
        if LENIENT {
            self.mode.field = field;
        }
        if !is_there {
            self.repair(RepairKind::Missing { field }, self.at);
        } else if self.next_field(field).is_none() {
            return None;
        }
        Some(is_there)
    }

    /// Requires the end of the text.
    #[inline]
    pub(in crate::notation) const fn end(&mut self) -> Option<()> {
        let end = self.at;
        if self.skip_spaces() {
            self.repair(RepairKind::StraySpace, end);
        }
        match self.peek() {
            None => Some(()),
            Some(_) => self.expected(Expected::End),
        }
    }

    /// Requires a word to end here in a lenient reader. A strict reader tests this at the next field.
    pub(super) const fn end_of_word(&mut self) -> Option<()> {
        match self.peek() {
            Some(byte) if LENIENT && !is_space(byte) => self.expected(Expected::SpaceOrEnd),
            _ => Some(()),
        }
    }

    /// Returns `true` if another word follows.
    pub(in crate::notation) const fn has_more(&mut self) -> bool {
        if LENIENT { !self.next_word().is_empty() } else { self.peek().is_some() }
    }
}

/// Returns `true` for a character that a lenient reader takes for white space.
pub(super) const fn is_space(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == b'_'
}

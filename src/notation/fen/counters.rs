//! The numbers: half-move clock, full-move number, and Makruk's count with its limit.

use super::reader::{Fields, is_space};
use super::{Expected, FenError, FenField, FenReader, RepairKind};
use crate::notation::text::with_digit;
use crate::rules::Count;

impl<const LENIENT: bool> FenReader<'_, LENIENT> {
    /// Reads a counter. A lenient reader takes the default for a missing counter or a dash.
    pub(in crate::notation) const fn counter(&mut self, field: FenField, default: u32) -> Option<u32> {
        let is_there = !LENIENT || !self.next_word().is_empty();
        let Some(is_there) = self.find_field(field, is_there) else { return None };
        if !is_there {
            return Some(default);
        }
        let at = self.at;
        if LENIENT && self.takes_dash() {
            self.repair(RepairKind::Missing { field }, at);
            return Some(default);
        }
        self.number()
    }

    /// Reads the limit of a count in plies and, if there is a limit, the plies counted so far.
    pub(super) const fn count(&mut self, fields: &mut Fields) -> Option<()> {
        // A lenient reader takes a number for the limit only if two more numbers follow.
        let is_there = !LENIENT || {
            let word = self.next_word();
            !(word.is_empty() || is_counter(word) && self.words_left() < 3)
        };
        let Some(is_there) = self.find_field(FenField::CountLimit, is_there) else { return None };
        if !is_there || self.takes_dash() {
            return Some(());
        }
        if !matches!(self.peek(), Some(b'1'..=b'9')) {
            return self.expected(Expected::LimitOrDash);
        }
        let Some(limit) = self.number() else { return None };
        let Some(plies) = self.counter(FenField::Count, 0) else { return None };
        fields.parts.count = Some(Count::resumed(&fields.board, fields.turn, plies, limit));
        Some(())
    }

    pub(in crate::notation) const fn number(&mut self) -> Option<u32> {
        let start = self.at;
        let field = self.mode.field;
        let (mut number, mut is_too_large) = (0_u32, false);
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            if number == 0 && self.at > start {
                if !LENIENT {
                    return self.expected(Expected::NoLeadingZero);
                }
                if self.at == start + 1 {
                    self.repair(RepairKind::LeadingZeros { field }, start);
                }
            }
            if let Some(more) = with_digit(number, digit) {
                number = more;
            } else if LENIENT {
                (number, is_too_large) = (u32::MAX, true);
            } else {
                return self.fail(FenError::TooLarge { field, at: start });
            }
            self.at += 1;
        }
        if self.at == start {
            return self.expected(Expected::Number);
        }
        let Some(()) = self.end_of_word() else { return None };
        if is_too_large {
            self.repair(RepairKind::TooLarge { field }, start);
        }
        Some(number)
    }

    /// Reads a number of moves and returns plies.
    pub(in crate::notation) const fn doubled(&mut self) -> Option<u32> {
        let at = self.at;
        let Some(number) = self.number() else { return None };
        match number.checked_mul(2) {
            Some(plies) => Some(plies),
            None => self.fail(FenError::TooLarge { field: self.mode.field, at }),
        }
    }

    /// Counts the remaining words.
    const fn words_left(&self) -> u32 {
        let bytes = self.text.as_bytes();
        let (mut words, mut at, mut after_space) = (0, self.at, true);
        while at < bytes.len() {
            words += (after_space && !is_space(bytes[at])) as u32;
            after_space = is_space(bytes[at]);
            at += 1;
        }
        words
    }
}

/// Returns `true` if a word starts like a counter.
pub(super) const fn is_counter(word: &[u8]) -> bool {
    matches!(word, [b'0'..=b'9', ..])
}

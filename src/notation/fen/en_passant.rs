//! The en passant field.

use super::counters::is_counter;
use super::{Expected, FenField, FenReader, RepairKind};
use crate::geometry::Square;

impl<const LENIENT: bool> FenReader<'_, LENIENT> {
    pub(super) const fn en_passant(&mut self, passed: &mut Option<Square>) -> Option<()> {
        let is_there = !LENIENT || {
            let word = self.next_word();
            matches!(word, [b'-']) || !(word.is_empty() || is_counter(word))
        };
        let Some(is_there) = self.find_field(FenField::EnPassant, is_there) else { return None };
        if !is_there {
            return Some(());
        }
        if LENIENT && let Some(notes) = &mut self.mode.notes {
            notes.en_passant_at = self.at;
        }
        let is_capital = LENIENT && matches!(self.word(), [b'A'..=b'H', b'1'..=b'8']);
        if is_capital {
            self.repair(RepairKind::Capitals { field: FenField::EnPassant }, self.at);
        }
        *passed = match self.peek() {
            Some(b'-') => None,
            Some(file) if is_capital || matches!(file, b'a'..=b'h') => {
                self.at += 1;
                let rank = match self.peek() {
                    Some(rank) => rank,
                    None => 0,
                };
                let Some(square) = Square::from_name(file.to_ascii_lowercase(), rank) else {
                    return self.expected(Expected::RankDigit);
                };
                Some(square)
            }
            _ => return self.expected(Expected::SquareOrDash),
        };
        self.at += 1;
        self.end_of_word()
    }
}

/// Returns `true` if a word looks like an en passant square.
pub(super) const fn is_en_passant(word: &[u8]) -> bool {
    matches!(word, [b'a'..=b'h' | b'A'..=b'H', b'0'..=b'9'])
}

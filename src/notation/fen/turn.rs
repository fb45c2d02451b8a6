//! The side to move.

use super::castling::is_castling;
use super::counters::is_counter;
use super::en_passant::is_en_passant;
use super::{Expected, FenField, FenReader, RepairKind};
use crate::piece::Color;

impl<const LENIENT: bool> FenReader<'_, LENIENT> {
    #[inline]
    pub(in crate::notation) const fn turn(&mut self) -> Option<Color> {
        // Any word that is not one of the later fields must be meant for this one.
        let is_there = !LENIENT || {
            let word = self.next_word();
            matches!(word, [b'w' | b'b' | b'W' | b'B'])
                || !(word.is_empty() || is_castling(word) || is_en_passant(word) || is_counter(word))
        };
        match self.find_field(FenField::Turn, is_there) {
            Some(true) => self.color(),
            Some(false) => Some(Color::White),
            None => None,
        }
    }

    /// The letter of a side.
    #[inline]
    pub(in crate::notation) const fn color(&mut self) -> Option<Color> {
        let Some(letter) = self.peek() else { return self.expected(Expected::Color) };
        let small = if LENIENT { letter.to_ascii_lowercase() } else { letter };
        let Some(color) = Color::from_char(small as char) else { return self.expected(Expected::Color) };
        if small != letter {
            self.repair(RepairKind::Capitals { field: self.mode.field }, self.at);
        }
        self.at += 1;
        Some(color)
    }
}

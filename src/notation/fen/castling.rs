//! The castling rights: `KQkq`, X-FEN or Shredder-FEN.

use super::counters::is_counter;
use super::en_passant::is_en_passant;
use super::reader::is_space;
use super::{Expected, FenField, FenReader, RepairKind};
use crate::board::Board0x88;
use crate::geometry::{File, Rank, Square};
use crate::moves::CastlingSide;
use crate::piece::{Color, Piece, Role};
use crate::rules::{CastlingRights, outermost_rook};

impl<const LENIENT: bool> FenReader<'_, LENIENT> {
    /// Reads the dash of a game without castling.
    pub(super) const fn no_castling(&mut self) -> Option<()> {
        let is_there = !LENIENT || {
            let word = self.next_word();
            !(word.is_empty() || is_counter(word))
        };
        let Some(is_there) = self.find_field(FenField::Castling, is_there) else { return None };
        if is_there && !self.takes_dash() {
            return self.expected(Expected::DashForCastling);
        }
        Some(())
    }

    #[inline(never)]
    pub(super) const fn castling(&mut self, board: &Board0x88) -> Option<CastlingRights> {
        let mut rights = CastlingRights::NONE;
        let word = self.next_word();
        let is_there = !LENIENT || is_castling(word) || !(word.is_empty() || is_en_passant(word) || is_counter(word));
        let Some(is_there) = self.find_field(FenField::Castling, is_there) else { return None };
        if !is_there || self.takes_dash() {
            return Some(rights);
        }
        let start = self.at;
        let in_place = if LENIENT { rights_in_place(board, word) } else { CastlingRights::NONE };
        let mut last = Color::White;
        // The repairs noted so far: a dash, the order, a right given twice, and for each colour and side a letter without a rook.
        let (mut dash, mut order, mut twice, mut no_rook) = (false, false, false, [[false; 2]; 2]);
        while let Some(byte) = self.peek()
            && byte != b' '
            && !(LENIENT && is_space(byte))
        {
            if LENIENT && byte == b'-' {
                self.repair_once(&mut dash, RepairKind::CastlingDash);
                self.at += 1;
                continue;
            }
            let Some((color, side, rook)) = castling_right(board, byte) else {
                return self.expected(Expected::CastlingLetter);
            };
            let is_out_of_order = (color as u8) < last as u8;
            if is_out_of_order && !LENIENT {
                return self.expected(Expected::WhiteBeforeBlack);
            }
            let is_another = matches!(in_place.rook(color, side), Some(other) if other as u8 != rook as u8);
            if !is_another && rights.rook(color, side).is_none() {
                rights.set(color, side, Some(rook));
                if LENIENT && let Some(notes) = &mut self.mode.notes {
                    notes.castling_at[color as usize][side as usize] = self.at;
                }
            } else if !LENIENT {
                return self.expected(Expected::CastlingOnce);
            } else if board.holds(rook, Piece::new(color, Role::Rook)) {
                self.repair_once(&mut twice, RepairKind::CastlingTwice);
            } else {
                let noted = &mut no_rook[color as usize][side as usize];
                self.repair_once(noted, RepairKind::CastlingNoRook { square: rook });
            }
            if is_out_of_order {
                self.repair_once(&mut order, RepairKind::CastlingOrder);
            }
            last = color;
            self.at += 1;
        }
        if self.at == start && !LENIENT { self.expected(Expected::CastlingLettersOrDash) } else { Some(rights) }
    }
}

/// Returns `true` if a word looks like castling rights: letters and dashes, and neither a lone side to move nor a square.
pub(super) const fn is_castling(word: &[u8]) -> bool {
    let mut i = 0;
    while i < word.len() {
        if !matches!(word[i].to_ascii_uppercase(), b'K' | b'Q' | b'A'..=b'H' | b'-') {
            return false;
        }
        i += 1;
    }
    i > 0
}

/// The rights of those letters in a word whose rook is in place; the first of several for a side. A letter that names another
/// square must not replace these rights.
const fn rights_in_place(board: &Board0x88, word: &[u8]) -> CastlingRights {
    let mut rights = CastlingRights::NONE;
    let mut i = 0;
    while i < word.len() {
        if let Some((color, side, rook)) = castling_right(board, word[i])
            && rights.rook(color, side).is_none()
            && let Some(king) = board.king(color)
            && CastlingRights::is_valid(board, king, color, side, rook)
        {
            rights.set(color, side, Some(rook));
        }
        i += 1;
    }
    rights
}

/// The right of a letter. `K` and `Q` mean the [outermost rook](outermost_rook) of a side (X-FEN), or the corner if there is none,
/// so that validation reports the missing rook. Other letters name the rook's file (Shredder-FEN).
pub(super) const fn castling_right(board: &Board0x88, letter: u8) -> Option<(Color, CastlingSide, Square)> {
    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
    let back = color.relative_rank(Rank::First);
    let side = match letter.to_ascii_uppercase() {
        b'K' => CastlingSide::King,
        b'Q' => CastlingSide::Queen,
        letter @ b'A'..=b'H' => {
            let file = File::from_masked(letter - b'A');
            let king_file = match board.king(color) {
                Some(king) => king.file(),
                None => File::E,
            };
            let side = if file as u8 > king_file as u8 { CastlingSide::King } else { CastlingSide::Queen };
            return Some((color, side, Square::new(file, back)));
        }
        _ => return None,
    };
    let rook = match outermost_rook(board, color, side) {
        Some(rook) => rook,
        None => Square::new(side.edge(), back),
    };
    Some((color, side, rook))
}

//! The board field: eight ranks, the eighth first, a letter for a piece and a digit for a gap.

use super::letters::{Alphabet, OFF_BOARD, Symbol};
use super::unfinished::UnfinishedBoard;
use super::{Expected, FenError, FenReader, RepairKind};
use crate::board::Board0x88;
use crate::geometry::{Rank, Square};
use crate::piece::Piece;

/// Where the index stands after h1.
const END_OF_BOARD: u8 = Square::H1 as u8 + 1;

/// Whether an index is one of a square, or that past the h-file.
#[inline]
const fn is_in_row(index: u8) -> bool {
    index & 0x8F <= OFF_BOARD
}

impl<const LENIENT: bool> FenReader<'_, LENIENT> {
    /// Reads the board field. The index takes 0x88 at its word: eight squares on it has run off the board, where only a
    /// slash may stand, and the slash takes it to the a-file one rank below. Gaps and slashes write the zero that is
    /// there anyway, so letters, digits and slashes all go the same way, with no branch for a processor to guess.
    #[inline(never)]
    pub(in crate::notation) const fn board(&mut self, alphabet: &Alphabet, board: &mut Board0x88) -> Option<()> {
        let mut unfinished = UnfinishedBoard::new(board);
        let mut index = Square::A8 as u8;
        let mut last = Symbol::NONE;
        // Whether a split gap, and a mark of a promoted piece, has been noted on this rank.
        let (mut split_gap, mut mark) = (false, false);
        if self.skip_spaces() {
            self.repair(RepairKind::StraySpace, 0);
        }
        loop {
            let symbol = match self.peek() {
                Some(byte) => alphabet.symbol(byte),
                None => Symbol::NONE,
            };
            let next = index.wrapping_add_signed(symbol.steps);
            // One test, since which of them fails cannot be foreseen.
            let is_split = symbol.is_gap_after(last);
            if symbol.fits(index) & is_in_row(next) & (LENIENT | !is_split) {
                if LENIENT && is_split {
                    self.repair_once(&mut split_gap, RepairKind::SplitGap);
                }
                if LENIENT && symbol.is_slash() {
                    (split_gap, mark) = (false, false);
                }
                unfinished.put(index, symbol.code());
                (index, last) = (next, symbol);
                self.at += 1;
            } else if let Some(piece) = Piece::from_code(last.code())
                && self.takes_promotion_mark(alphabet, piece, &mut mark)
            {
                if alphabet.tilde {
                    unfinished.put(index.wrapping_sub(1), piece.promoted().code());
                }
                last = Symbol::NONE;
            } else if index == END_OF_BOARD {
                break;
            } else if !self.takes_stray_space(last) {
                return self.board_error(symbol, index, is_split);
            }
        }
        if LENIENT && matches!(self.word(), [b'/']) {
            self.repair(RepairKind::TrailingSlash, self.at);
            self.at += 1;
        }
        unfinished.finish();
        Some(())
    }

    /// Steps over a `~` behind a piece, which makes it a promoted one. A lenient reader takes one without that meaning too.
    /// Whether there was a `~` to take.
    const fn takes_promotion_mark(&mut self, alphabet: &Alphabet, piece: Piece, noted: &mut bool) -> bool {
        let promotes = alphabet.tilde && !piece.is_promoted() && piece.promoted().is_promoted();
        let takes = self.comes(b'~') && (LENIENT || promotes);
        if takes && !promotes {
            self.repair_once(noted, RepairKind::PromotionMark);
        }
        self.at += takes as usize;
        takes
    }

    /// Steps over white space beside a slash, if the reader is lenient. Whether there was any.
    const fn takes_stray_space(&mut self, last: Symbol) -> bool {
        let start = self.at;
        let is_stray = self.skip_spaces() && (last.is_slash() || self.comes(b'/'));
        if is_stray {
            self.repair(RepairKind::StraySpace, start);
        } else {
            self.at = start;
        }
        is_stray
    }

    #[cold]
    const fn board_error<T>(&mut self, symbol: Symbol, index: u8, is_split: bool) -> Option<T> {
        let (rank, squares) = (Rank::from_masked(index >> 4), index & 0x0F);
        let squares = match self.peek() {
            _ if squares == OFF_BOARD => return self.expected(Expected::Slash),
            Some(b'/' | b' ') => squares,
            Some(b'1'..=b'8') if is_split && !LENIENT => return self.expected(Expected::OneGap),
            Some(b'1'..=b'8') => squares.wrapping_add_signed(symbol.steps),
            _ => return self.expected(Expected::PieceOrGap),
        };
        self.fail(FenError::RankLength { rank, squares, at: self.at })
    }
}

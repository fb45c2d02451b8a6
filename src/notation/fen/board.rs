//! The board field: eight ranks from the eighth to the first, with letters for pieces and digits for empty squares.

#![expect(clippy::inline_always, reason = "a call would keep the state of the loop in memory")]

use super::letters::{Alphabet, RowIndex, Symbol};
use super::unfinished::UnfinishedBoard;
use super::{Expected, FenError, FenReader, RepairKind};
use crate::board::Board0x88;
use crate::geometry::Rank;
use crate::piece::Piece;

impl<const LENIENT: bool> FenReader<'_, LENIENT> {
    /// Reads the board field.
    #[inline(never)]
    pub(in crate::notation) const fn board(&mut self, alphabet: &Alphabet, board: &mut Board0x88) -> Option<()> {
        let mut unfinished = UnfinishedBoard::new(board);
        let (mut index, mut last) = (RowIndex::BEGIN, Symbol::NONE);
        // The rank where the last split gap, and the last promotion mark, was noted: each is noted once per rank.
        let (mut split_gap, mut mark) = (None, None);
        if self.skip_spaces() {
            self.repair(RepairKind::StraySpace, 0);
        }
        loop {
            let symbol = self.symbols(alphabet, &mut unfinished, &mut index, &mut last);
            let (next, is_split) = (index.after(symbol), symbol.is_gap_after(last));
            if LENIENT && is_split && next.is_in_row() {
                self.repair_once_a_rank(&mut split_gap, index, RepairKind::SplitGap);
                (index, last) = (next, symbol);
                self.at += 1;
            } else if let Some(piece) = Piece::from_code(last.code & Symbol::CODE)
                && self.takes_promotion_mark(alphabet, piece, &mut mark, index)
            {
                if alphabet.tilde {
                    unfinished.put(index.after(Symbol::BACK), piece.promoted().code());
                }
                last = Symbol::NONE;
            } else if index.is_end() {
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

    /// Reads characters while each leads to a [`RowIndex`] in a row, and returns the symbol of the first character that does not.
    /// Digits and slashes write an empty square, so that all characters share one path without a branch.
    #[inline(always)]
    const fn symbols(
        &mut self,
        alphabet: &Alphabet,
        unfinished: &mut UnfinishedBoard<'_>,
        index: &mut RowIndex,
        last: &mut Symbol,
    ) -> Symbol {
        // Local variables stay in registers: fields of `self` would be stored for each character.
        let (text, mut at, mut stop) = (self.text.as_bytes(), self.at, Symbol::NONE);
        while at < text.len() {
            let symbol = alphabet.symbol(text[at]);
            let next = index.after(symbol);
            if !next.is_in_row() || symbol.is_gap_after(*last) {
                stop = symbol;
                break;
            }
            unfinished.put(*index, symbol.code);
            (*index, *last) = (next, symbol);
            at += 1;
        }
        self.at = at;
        stop
    }

    const fn repair_once_a_rank(&mut self, noted: &mut Option<Rank>, index: RowIndex, kind: RepairKind) {
        let mut is_noted = matches!(*noted, Some(rank) if rank as u8 == index.rank() as u8);
        self.repair_once(&mut is_noted, kind);
        *noted = Some(index.rank());
    }

    /// Skips a `~` after a piece, which marks the piece as promoted. A lenient reader also skips a `~` without this meaning.
    /// Returns `true` if there was one.
    const fn takes_promotion_mark(
        &mut self,
        alphabet: &Alphabet,
        piece: Piece,
        noted: &mut Option<Rank>,
        index: RowIndex,
    ) -> bool {
        let promotes = alphabet.tilde && !piece.is_promoted() && piece.promoted().is_promoted();
        let takes = self.comes(b'~') && (LENIENT || promotes);
        if takes && !promotes {
            self.repair_once_a_rank(noted, index, RepairKind::PromotionMark);
        }
        self.at += takes as usize;
        takes
    }

    /// Skips white space beside a slash in a lenient reader. Returns `true` if there was any.
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
    const fn board_error<T>(&mut self, symbol: Symbol, index: RowIndex, is_split: bool) -> Option<T> {
        let (rank, squares) = (index.rank(), index.file());
        let squares = match self.peek() {
            _ if squares == RowIndex::BEHIND => return self.expected(Expected::Slash),
            Some(b'/') => squares,
            // A space at the start of the text is no short rank.
            Some(b' ') if self.at > 0 => squares,
            Some(b'1'..=b'8') if is_split && !LENIENT => return self.expected(Expected::OneGap),
            Some(b'1'..=b'8') => squares + symbol.steps.unsigned_abs(),
            _ => return self.expected(Expected::PieceOrGap),
        };
        self.fail(FenError::RankLength { rank, squares, at: self.at })
    }
}

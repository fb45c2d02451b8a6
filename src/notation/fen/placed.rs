//! A board that is being read, filled piece by piece: no second board, and no code but that of a move. Small.

use super::letters::{RowIndex, Symbol};
use crate::board::Board0x88;
use crate::geometry::{File, Square};
use crate::piece::Piece;

pub(super) struct UnfinishedBoard<'a> {
    board: &'a mut Board0x88,
}

impl<'a> UnfinishedBoard<'a> {
    #[inline]
    pub(super) const fn new(board: &'a mut Board0x88) -> UnfinishedBoard<'a> {
        UnfinishedBoard { board }
    }

    /// Puts the piece whose code is in the lower bits on a square. Where they are zero there is none anyway.
    #[inline]
    pub(super) const fn put(&mut self, at: RowIndex, marked: u8) {
        let code = marked & Symbol::CODE;
        if code != 0 {
            self.board.set(Square::new(File::from_masked(at.file()), at.rank()), Piece::from_code(code));
        }
    }

    #[inline]
    #[expect(clippy::unused_self, reason = "as in unfinished.rs")]
    pub(super) const fn finish(&self) {}
}

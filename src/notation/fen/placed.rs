//! A board that is being read, filled piece by piece: no second board, and no code but that of a move. Small.

use crate::board::Board0x88;
use crate::geometry::Square;
use crate::piece::Piece;

pub(super) struct UnfinishedBoard<'a> {
    board: &'a mut Board0x88,
}

impl<'a> UnfinishedBoard<'a> {
    #[inline]
    pub(super) const fn new(board: &'a mut Board0x88) -> UnfinishedBoard<'a> {
        UnfinishedBoard { board }
    }

    /// Puts the code of a piece where an index stands. A zero is there anyway.
    #[inline]
    pub(super) const fn put(&mut self, index: u8, code: u8) {
        if code != 0 {
            self.board.set(Square::from_masked(index), Piece::from_code(code));
        }
    }

    #[inline]
    #[expect(clippy::unused_self, reason = "as in gathered.rs")]
    pub(super) const fn finish(self) {}
}

//! A board that is being read, as piece codes: bitboards are made of all of them at once. Fast.

use crate::board::Board0x88;

pub(super) struct UnfinishedBoard<'a> {
    codes: [u8; 128],
    board: &'a mut Board0x88,
}

impl<'a> UnfinishedBoard<'a> {
    #[inline]
    pub(super) const fn new(board: &'a mut Board0x88) -> UnfinishedBoard<'a> {
        UnfinishedBoard { codes: [0; 128], board }
    }

    /// Puts the code of a piece, or zero, where an index stands. What is off the board does not count.
    #[inline]
    pub(super) const fn put(&mut self, index: u8, code: u8) {
        self.codes[(index & 0x7F) as usize] = code;
    }

    #[inline]
    pub(super) const fn finish(self) {
        *self.board = Board0x88::from_codes(self.codes);
    }
}

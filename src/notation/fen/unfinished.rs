//! A board that is being read, as piece codes: bitboards are made of all of them at once. Fast.

use super::letters::{RowIndex, Symbol};
use crate::board::Board0x88;

pub(super) struct UnfinishedBoard<'a> {
    /// By the [index](RowIndex::index) of a place.
    codes: [u8; 256],
    board: &'a mut Board0x88,
}

impl<'a> UnfinishedBoard<'a> {
    #[inline]
    pub(super) const fn new(board: &'a mut Board0x88) -> UnfinishedBoard<'a> {
        UnfinishedBoard { codes: [0; 256], board }
    }

    /// Puts a byte whose lower bits are the code of a piece, or zero, where the reader is. What is on no square does not count.
    #[inline]
    pub(super) const fn put(&mut self, at: RowIndex, marked: u8) {
        self.codes[at.index() as usize] = marked;
    }

    #[inline]
    pub(super) const fn finish(&mut self) {
        let (parts, mut halves, mut rank) = (self.codes.as_chunks::<8>().0, [[0; 8]; 16], 0);
        while rank < 8 {
            let marked = u64::from_ne_bytes(parts[4 * rank]);
            halves[2 * rank] = (marked & u64::from_ne_bytes([Symbol::CODE; 8])).to_ne_bytes();
            rank += 1;
        }
        if let Some(codes) = halves.as_flattened().first_chunk() {
            *self.board = Board0x88::from_codes(*codes);
        }
    }
}

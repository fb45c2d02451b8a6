//! A board that is being read.
//!
//! A fast build makes the sets of all pieces at once: the reader keeps the codes until the end. A small one puts piece by piece, since
//! that takes no second board.

use super::letters::{RowIndex, Symbol};
use crate::board::Board0x88;
use crate::geometry::{File, IS_FAST, Square};
use crate::piece::Piece;

/// The number of codes that are kept, by the [index](RowIndex::index) of a place.
const KEPT: usize = if IS_FAST { 256 } else { 0 };

pub(super) struct UnfinishedBoard<'a> {
    codes: [u8; KEPT],
    board: &'a mut Board0x88,
}

impl<'a> UnfinishedBoard<'a> {
    #[inline]
    pub(super) const fn new(board: &'a mut Board0x88) -> UnfinishedBoard<'a> {
        UnfinishedBoard { codes: [0; KEPT], board }
    }

    /// Puts a byte whose lower bits are the code of a piece, or zero, where the reader is. A place that is no square holds zero.
    #[inline]
    pub(super) const fn put(&mut self, at: RowIndex, marked: u8) {
        let code = marked & Symbol::CODE;
        if IS_FAST {
            self.codes[at.index() as usize] = marked;
        } else if code != 0 {
            self.board.set(Square::new(File::from_masked(at.file()), at.rank()), Piece::from_code(code));
        }
    }

    #[inline]
    pub(super) const fn finish(&mut self) {
        if !IS_FAST {
            return;
        }
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

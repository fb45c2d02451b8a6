//! Sets of squares in the right half of the board: one word for each bit of the piece code.
//!
//! Machines with 64-bit registers change whole words, since they would wait for single bytes that were written before a word is read.
//! On small machines a square is one bit of one byte of each set: a change takes no shift of a word, and no table.

use super::Board0x88;
use super::bitboards::{BY_WORDS, Bitboards, MAKRUK, all_if, gather};
use crate::geometry::{IS_FAST, Square, SquareSet};
use crate::piece::{AnyPieces, Color, Piece, PieceSet};

/// The number of sets that are saved before a move.
const SAVED: usize = if BY_WORDS { Bitboards::COUNT } else { 0 };

/// The sets before a move. Undoing the move copies them back and reads no piece codes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SetsBefore([u64; SAVED]);

impl Board0x88 {
    /// Saves what [`unmove_piece`](Board0x88::unmove_piece) needs besides the move.
    #[inline(always)]
    pub(crate) const fn sets_before<A: PieceSet>(&self) -> SetsBefore {
        let Bitboards { kind: [b0, b1, b2], black, extra } = self.bitboards().of::<A>();
        let (sets, mut saved, mut bit) = ([b0, b1, b2, black, extra], [0; SAVED], 0);
        while bit < SAVED {
            saved[bit] = sets[bit];
            bit += 1;
        }
        SetsBefore(saved)
    }

    /// The pieces of a side except pawns.
    #[inline]
    pub(crate) const fn officers_of(&self, color: Color) -> SquareSet {
        let [all, pawns] = self.all_and_pawns(color);
        SquareSet::from_bits(all & !pawns)
    }

    /// The pawns of a side.
    #[inline]
    pub(crate) const fn pawns_of(&self, color: Color) -> SquareSet {
        let [_, pawns] = self.all_and_pawns(color);
        SquareSet::from_bits(pawns)
    }

    /// The pieces of a side, and its pawns.
    #[inline]
    pub(super) const fn all_and_pawns(&self, color: Color) -> [u64; 2] {
        if BY_WORDS { self.bitboards().all_and_pawns(color) } else { self.all_and_pawns_by_call(color) }
    }

    /// A small program holds one copy of this code.
    #[inline(never)]
    const fn all_and_pawns_by_call(&self, color: Color) -> [u64; 2] {
        self.bitboards().all_and_pawns(color)
    }

    /// The squares that hold a piece of this colour and role, as [`squares_of`](Board0x88::squares_of) gives them.
    #[inline(never)]
    pub(super) const fn squares_by_call(&self, piece: Piece) -> SquareSet {
        self.bitboards().squares_of(piece)
    }

    /// The board as bitboards.
    #[inline(always)]
    pub(crate) const fn bitboards(&self) -> Bitboards {
        Bitboards::from_bits([self.word(0), self.word(1), self.word(2), self.word(3), self.word(4)])
    }

    /// The squares whose code has a bit.
    #[inline(always)]
    const fn word(&self, bit: usize) -> u64 {
        let (halves, _) = self.bytes.as_chunks::<8>();
        u64::from_le_bytes(halves[2 * bit + 1])
    }

    /// Makes the sets of the codes in the left half.
    pub(super) const fn find_sets(&mut self) {
        let bitboards = gather(&self.bytes);
        let (halves, _) = self.bytes.as_chunks_mut::<8>();
        let mut row = 0;
        while row < 8 {
            halves[(2 * row + 1) & 15] = if row < Bitboards::COUNT { bitboards[row] } else { 0 }.to_le_bytes();
            row += 1;
        }
    }

    /// Updates the sets after the code of a square changed by these bits.
    #[inline(always)]
    pub(super) const fn flip(&mut self, square: Square, bits: u8) {
        if BY_WORDS {
            self.flip_words::<AnyPieces, 1>([(bits, square.bit())]);
        } else {
            self.flip_bytes(square, bits);
        }
    }

    /// Updates the sets after the piece `moved` went from one square to another. `taken` is the target's old content.
    #[inline(always)]
    pub(super) const fn flip_move<A: PieceSet>(&mut self, from: Square, to: Square, moved: u8, taken: u8) {
        if !BY_WORDS {
            self.flip_bytes(from, moved);
            self.flip_bytes(to, moved ^ taken);
            return;
        }
        let (from, to) = (from.bit_looked_up(), to.bit_looked_up());
        if taken == 0 {
            self.flip_words::<A, 1>([(moved, from ^ to)]);
        } else {
            self.flip_words::<A, 2>([(moved, from ^ to), (taken, to)]);
        }
    }

    /// Restores the sets before a move. The codes of both squares have changed by these bits.
    #[inline(always)]
    pub(super) const fn restore_sets<A: PieceSet>(&mut self, before: SetsBefore, changed: [(Square, u8); 2]) {
        if !BY_WORDS {
            let [(from, piece), (to, taken)] = changed;
            self.flip_bytes(from, piece);
            self.flip_bytes(to, taken);
            return;
        }
        let (halves, _) = self.bytes.as_chunks_mut::<8>();
        let mut bit = 0;
        while bit < if A::MAKRUK_LEAPERS { SAVED } else { MAKRUK } {
            halves[2 * bit + 1] = before.0[bit].to_le_bytes();
            bit += 1;
        }
    }

    /// Flips a square in the sets of all bits that a code has.
    #[inline(never)]
    pub(crate) const fn flip_bytes(&mut self, square: Square, code: u8) {
        // The byte of the square's rank in the first set.
        let (mut at, mut code, file) =
            (square as usize >> 4 | 8, code % (1 << Bitboards::COUNT), 1 << (square as u8 & 7));
        while code != 0 {
            if code & 1 != 0 {
                self.bytes[at % 128] ^= file;
            }
            code >>= 1;
            at += 16;
        }
    }

    /// Flips squares in the sets of several codes.
    #[inline(always)]
    pub(crate) const fn flip_words<A: PieceSet, const N: usize>(&mut self, changed: [(u8, u64); N]) {
        let (halves, _) = self.bytes.as_chunks_mut::<8>();
        let mut bit = 0;
        while bit < if A::MAKRUK_LEAPERS { Bitboards::COUNT } else { MAKRUK } {
            let half = &mut halves[2 * bit + 1];
            let (mut word, mut n) = (u64::from_le_bytes(*half), 0);
            while n < N {
                let (code, squares) = changed[n];
                word ^= squares & all_if(code, bit);
                n += 1;
            }
            *half = word.to_le_bytes();
            bit += 1;
        }
    }
}

impl Square {
    /// Returns [`bit`](Square::bit), in fast builds by one look-up, for callers that know nothing of the square yet.
    #[inline]
    pub(crate) const fn bit_looked_up(self) -> u64 {
        const BITS: &[u64; 128] = &{
            let mut bits = [0; 128];
            let mut n = 0;
            while n < Square::COUNT {
                bits[Square::ALL[n] as usize] = Square::ALL[n].bit();
                n += 1;
            }
            bits
        };
        if IS_FAST { BITS[self as usize] } else { self.bit() }
    }
}

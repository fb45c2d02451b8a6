//! Sets of squares in the right half of the board: one word for each bit of the piece code.

#![expect(clippy::unused_self, reason = "the interface is that of the lists, which have something to keep")]

use super::Board0x88;
use super::bitboards::{Bitboards, gather};
use crate::geometry::{Square, SquareSet};
use crate::piece::{Color, Piece, PieceSet, Role};

/// The index without data: the sets are all in the bytes of the board.
#[derive(Clone, Copy)]
pub(crate) struct PieceIndex;

/// The slot of a piece that was taken off the board. Sets have no slots.
#[derive(Clone, Copy)]
pub(crate) struct Slot;

/// Some pieces of a side.
pub(crate) type Pieces = SquareSet;

/// The sets before a move. Undoing the move copies them back and reads no piece codes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct IndexBefore([u64; Bitboards::COUNT]);

impl IndexBefore {
    /// `true` if undoing a move restores a promoted pawn too.
    pub(crate) const HAS_PROMOTIONS: bool = true;
}

/// The bit of a code that only pieces of Makruk have.
const MAKRUK: usize = 4;

/// One entry for each code without its Makruk bit: a word for each bit, all ones if the code has the bit, else zero. The look-up
/// saves one operation per word.
const SPREAD: &[[u64; MAKRUK]; 1 << MAKRUK] = &{
    let mut spread = [[0; MAKRUK]; 1 << MAKRUK];
    let mut n = 0;
    while n < MAKRUK << MAKRUK {
        let (code, bit) = (n / MAKRUK, n % MAKRUK);
        spread[code][bit] = all_if(code as u8, bit);
        n += 1;
    }
    spread
};

/// All ones if a code has a bit, else zero.
#[inline(always)]
const fn all_if(code: u8, bit: usize) -> u64 {
    (code as u64 >> bit & 1).wrapping_neg()
}

impl Board0x88 {
    /// `true` if the board keeps sets of squares. If not, it keeps piece lists.
    pub(crate) const KEEPS_SETS: bool = true;

    /// Saves what [`unmove_piece`](Board0x88::unmove_piece) needs besides the move.
    #[inline(always)]
    pub(crate) const fn index_before<A: PieceSet>(&self) -> IndexBefore {
        let Bitboards { kind: [b0, b1, b2], black, extra } = self.bitboards().of::<A>();
        IndexBefore([b0, b1, b2, black, extra])
    }

    /// The pieces of a side except pawns, in no particular order. [`next`](Board0x88::next) reads them one by one.
    #[inline]
    pub(crate) const fn officers_of(&self, color: Color) -> Pieces {
        let bitboards = self.bitboards();
        SquareSet::from_bits(bitboards.colored(color) & !bitboards.role(Role::Pawn).bits())
    }

    /// The pawns of a side, for [`next`](Board0x88::next).
    #[inline]
    pub(crate) const fn pawns_of(&self, color: Color) -> Pieces {
        self.squares_of(Piece::new(color, Role::Pawn))
    }

    /// All pieces of a side, for [`next`](Board0x88::next).
    #[inline]
    pub(crate) const fn side(&self, color: Color) -> Pieces {
        self.colored(color)
    }

    /// Returns the square of the next piece. Between two calls the board may change, if each change is undone.
    #[inline]
    pub(crate) const fn next(&self, pieces: &mut Pieces) -> Option<Square> {
        let first = pieces.first();
        *pieces = SquareSet::from_bits(pieces.bits() & pieces.bits().wrapping_sub(1));
        first
    }

    /// The first king of a side.
    #[inline]
    pub(super) const fn find_king(&self, color: Color) -> Option<Square> {
        self.squares_of(Piece::new(color, Role::King)).first()
    }

    #[inline]
    pub(super) const fn find_occupied(&self) -> SquareSet {
        SquareSet::from_bits(self.bitboards().occupied())
    }

    #[inline]
    pub(super) const fn find_colored(&self, color: Color) -> SquareSet {
        SquareSet::from_bits(self.bitboards().colored(color))
    }

    #[inline]
    pub(super) const fn find_squares_of(&self, piece: Piece) -> SquareSet {
        SquareSet::from_bits(self.bitboards().role(piece.role()).bits() & self.bitboards().colored(piece.color()))
    }

    /// The board as bitboards.
    #[inline(always)]
    pub(crate) const fn bitboards(&self) -> Bitboards {
        let (halves, _) = self.bytes.as_chunks::<8>();
        let mut bitboards = [0; Bitboards::COUNT];
        let mut bit = 0;
        while bit < Bitboards::COUNT {
            bitboards[bit] = u64::from_le_bytes(halves[2 * bit + 1]);
            bit += 1;
        }
        Bitboards::from_bits(bitboards)
    }
}

impl PieceIndex {
    pub(super) const EMPTY: PieceIndex = PieceIndex;

    /// Builds the sets of a board with these codes in its left half.
    pub(super) const fn of(bytes: &mut [u8; 128]) -> PieceIndex {
        let bitboards = gather(bytes);
        let (halves, _) = bytes.as_chunks_mut::<8>();
        let mut row = 0;
        while row < 8 {
            halves[(2 * row + 1) & 15] = if row < Bitboards::COUNT { bitboards[row] } else { 0 }.to_le_bytes();
            row += 1;
        }
        PieceIndex
    }

    /// Updates the sets after the code of a square changed from `old` to `new`.
    #[inline(always)]
    pub(super) const fn replace(&mut self, bytes: &mut [u8; 128], square: Square, old: u8, new: u8) {
        toggle(bytes, old ^ new, square.bit());
    }

    /// Updates the sets after the piece `moved` went from one square to another. `left` is the origin's new content, `taken` the
    /// target's old content.
    #[inline(always)]
    pub(super) const fn move_piece<A: PieceSet>(
        &mut self,
        bytes: &mut [u8; 128],
        (from, left): (Square, u8),
        (to, moved): (Square, u8),
        taken: u8,
    ) {
        let (from, to) = (from.bit_looked_up(), to.bit_looked_up());
        if left | taken == 0 {
            toggle_many::<A, 1>(bytes, [(moved, from ^ to)]);
        } else if left == 0 {
            toggle_many::<A, 2>(bytes, [(moved, from ^ to), (taken, to)]);
        } else {
            toggle_many::<A, 3>(bytes, [(moved, from ^ to), (left, from), (taken, to)]);
        }
    }

    /// Undoes [`move_piece`](PieceIndex::move_piece).
    #[inline(always)]
    pub(super) const fn unmove_piece<A: PieceSet>(
        &mut self,
        bytes: &mut [u8; 128],
        _: (Square, u8),
        _: (Square, u8),
        before: IndexBefore,
    ) {
        let (halves, _) = bytes.as_chunks_mut::<8>();
        let mut bit = 0;
        while bit < if A::MAKRUK_LEAPERS { Bitboards::COUNT } else { MAKRUK } {
            halves[2 * bit + 1] = before.0[bit].to_le_bytes();
            bit += 1;
        }
    }

    #[inline]
    pub(super) fn take_off(&mut self, bytes: &mut [u8; 128], square: Square, code: u8) -> Slot {
        toggle(bytes, code, square.bit());
        Slot
    }

    #[inline]
    pub(super) fn put_back(&mut self, bytes: &mut [u8; 128], square: Square, code: u8, _: Slot) {
        toggle(bytes, code, square.bit());
    }
}

/// Flips squares in the sets of all bits that a code has.
#[inline(always)]
const fn toggle(bytes: &mut [u8; 128], code: u8, squares: u64) {
    let (halves, _) = bytes.as_chunks_mut::<8>();
    let mut bit = 0;
    while bit < Bitboards::COUNT {
        let half = &mut halves[2 * bit + 1];
        *half = (u64::from_le_bytes(*half) ^ squares & all_if(code, bit)).to_le_bytes();
        bit += 1;
    }
}

/// Flips squares in the sets of several codes. A table serves the loops that do this again and again.
#[inline(always)]
const fn toggle_many<A: PieceSet, const N: usize>(bytes: &mut [u8; 128], changed: [(u8, u64); N]) {
    let (halves, _) = bytes.as_chunks_mut::<8>();
    let mut bit = 0;
    while bit < if A::MAKRUK_LEAPERS { Bitboards::COUNT } else { MAKRUK } {
        let half = &mut halves[2 * bit + 1];
        let (mut word, mut n) = (u64::from_le_bytes(*half), 0);
        while n < N {
            let (code, squares) = changed[n];
            let mask =
                if bit < MAKRUK { SPREAD[code as usize % SPREAD.len()][bit % MAKRUK] } else { all_if(code, bit) };
            word ^= squares & mask;
            n += 1;
        }
        *half = word.to_le_bytes();
        bit += 1;
    }
}

impl Square {
    /// Returns [`bit`](Square::bit) by one look-up, for callers that know nothing of the square yet.
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
        BITS[self as usize]
    }
}

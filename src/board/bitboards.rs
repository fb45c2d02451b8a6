//! The board as bitboards: for each bit of the piece code, the set of squares whose code has the bit.
//!
//! Five words of 64 bits hold all pieces, and a set of pieces is a short expression: pawns are "bit 0 without bit 1 or the slider
//! bit", diagonal sliders are "slider bit and bit 0".
//!
//! ```text
//!  code     slider  bit 1  bit 0         extra (0x10, Makruk only)
//!  Pawn       0       0      1           Met   0  0  1
//!  Knight     0       1      0           Khon  0  1  0
//!  King       0       1      1
//!  Bishop     1       0      1           occupied = bit 0 | bit 1
//!  Rook       1       1      0
//!  Queen      1       1      1
//! ```
//!
//! The words are stored in the right half of the board.

use crate::geometry::{HAS_WIDE_REGISTERS, IS_FAST, SquareSet};
use crate::piece::{Color, Piece, PieceSet, Role};

/// A board as sets of squares, bit `n` of each word being the square with number `n`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Bitboards {
    /// Bits 0, 1 and 2 of the piece codes.
    pub(crate) kind: [u64; 3],
    /// Bit 3: Black's pieces.
    pub(crate) black: u64,
    /// Bit 4: Met and Khon. Empty in chess.
    pub(crate) extra: u64,
}

/// The pieces of one colour, by how they move.
#[derive(Clone, Copy, Debug, Default)]
#[cfg_attr(not(feature = "bitboards"), allow(dead_code, reason = "there, only the material of Makruk is asked"))]
pub(crate) struct Side {
    pub(crate) all: u64,
    pub(crate) pawns: u64,
    pub(crate) knights: u64,
    pub(crate) king: u64,
    /// Diagonal sliders, queens included.
    pub(crate) diagonal: u64,
    /// Orthogonal sliders, queens included.
    pub(crate) orthogonal: u64,
    pub(crate) mets: u64,
    pub(crate) khons: u64,
}

impl Side {
    /// Rooks, queens and Khon: a king and any one of these can mate a bare king.
    #[inline(always)]
    pub(crate) const fn majors(&self) -> u64 {
        self.orthogonal | self.khons
    }
}

impl Bitboards {
    /// The number of bits that have a word: all bits except the promoted bit, which only notation reads.
    pub(crate) const COUNT: usize = 5;

    #[inline(always)]
    pub(crate) const fn from_bits([b0, b1, b2, black, extra]: [u64; Bitboards::COUNT]) -> Bitboards {
        Bitboards { kind: [b0, b1, b2], black, extra }
    }

    /// Clears the Makruk bitboard of a game without Met and Khon, so that compilers drop the code for these pieces.
    #[inline(always)]
    pub(crate) const fn of<A: PieceSet>(self) -> Bitboards {
        if A::MAKRUK_LEAPERS { self } else { Bitboards { extra: 0, ..self } }
    }

    /// The squares that hold a piece.
    #[inline(always)]
    pub(crate) const fn occupied(&self) -> u64 {
        self.kind[0] | self.kind[1]
    }

    /// The squares that hold a piece of this colour.
    #[inline(always)]
    pub(crate) const fn colored(&self, color: Color) -> u64 {
        color.pick(self.occupied() & !self.black, self.black)
    }

    /// The pieces that slide along ranks and files, queens included.
    #[inline(always)]
    pub(crate) const fn orthogonal(&self) -> u64 {
        self.kind[1] & self.kind[2]
    }

    /// The pieces that slide along diagonals, queens included.
    #[inline(always)]
    pub(crate) const fn diagonal(&self) -> u64 {
        self.kind[0] & self.kind[2]
    }

    /// The pieces of one colour, sorted by kind.
    #[inline(always)]
    pub(crate) const fn side<A: PieceSet>(&self, color: Color) -> Side {
        let [b0, b1, b2] = self.kind;
        let all = self.colored(color);
        let (met, khon, plain) =
            if A::MAKRUK_LEAPERS { (b0 & self.extra, b1 & self.extra, all & !self.extra) } else { (0, 0, all) };
        Side {
            all,
            pawns: plain & b0 & !b1 & !b2,
            knights: plain & b1 & !b0 & !b2,
            king: all & b0 & b1 & !b2,
            diagonal: all & self.diagonal(),
            orthogonal: all & self.orthogonal(),
            mets: all & met,
            khons: all & khon,
        }
    }

    /// The pieces of a side, and its pawns.
    #[inline(always)]
    pub(super) const fn all_and_pawns(&self, color: Color) -> [u64; 2] {
        let all = self.colored(color);
        [all, all & self.role(Role::Pawn).bits()]
    }

    /// The squares that hold a piece of this role, of either colour, promoted or not.
    #[inline]
    pub(crate) const fn role(&self, role: Role) -> SquareSet {
        SquareSet::from_bits(!self.other_roles(role.code()))
    }

    /// The squares that hold a piece of this colour and role, promoted or not.
    #[inline]
    pub(crate) const fn squares_of(&self, piece: Piece) -> SquareSet {
        // Role and colour apart: mostly a compiler knows the role, and its masks fold away.
        let (role, black) = (piece.code() & !Color::Black.bit(), piece.code() & Color::Black.bit());
        SquareSet::from_bits(!(self.other_roles(role) | self.black ^ all_if(black, 3)))
    }

    /// The squares whose code has another role than this one, the empty squares among them.
    #[inline]
    const fn other_roles(&self, code: u8) -> u64 {
        let [b0, b1, b2] = self.kind;
        b0 ^ all_if(code, 0) | b1 ^ all_if(code, 1) | b2 ^ all_if(code, 2) | self.extra ^ all_if(code, MAKRUK)
    }
}

/// `true` if a change of the board changes whole words, and not bytes of them.
pub(super) const BY_WORDS: bool = IS_FAST || HAS_WIDE_REGISTERS;

/// The number of bits of a code before the bit of Makruk.
pub(super) const MAKRUK: usize = 4;

/// All ones if a code has a bit, else zero. Fast builds look up all bits but that of Makruk, since a look-up saves one operation per word.
#[inline(always)]
pub(super) const fn all_if(code: u8, bit: usize) -> u64 {
    const ALL_IF: &[[u64; MAKRUK]; 1 << MAKRUK] = &{
        let mut words = [[0; MAKRUK]; 1 << MAKRUK];
        let mut n = 0;
        while n < MAKRUK << MAKRUK {
            words[n / MAKRUK][n % MAKRUK] = computed(n as u8 / MAKRUK as u8, n % MAKRUK);
            n += 1;
        }
        words
    };
    const fn computed(code: u8, bit: usize) -> u64 {
        ((code >> bit & 1) as u64).wrapping_neg()
    }
    if IS_FAST && bit < MAKRUK { ALL_IF[code as usize % ALL_IF.len()][bit % MAKRUK] } else { computed(code, bit) }
}

/// The lowest bit of each byte.
const LOW_BITS: u64 = 0x0101_0101_0101_0101;

/// The squares with each bit of the code, read from the left half of a board.
pub(super) const fn gather(bytes: &[u8; 128]) -> [u64; Bitboards::COUNT] {
    let (halves, _) = bytes.as_chunks::<8>();
    let mut bitboards = [0; Bitboards::COUNT];
    let mut rows = 0;
    while rows < 8 {
        // Reads from the eighth rank down. (The mask proves the bounds to compilers.)
        let row = u64::from_le_bytes(halves[(14 - 2 * rows) & 15]);
        let mut bit = 0;
        while bit < Bitboards::COUNT {
            bitboards[bit] = bitboards[bit] << 8 | side_by_side(row >> bit & LOW_BITS);
            bit += 1;
        }
        rows += 1;
    }
    bitboards
}

/// Packs the lowest bits of eight bytes into one byte: the multiplication shifts bit 0 of byte `n` to bit `56 + n`.
#[inline]
const fn side_by_side(row: u64) -> u64 {
    row.wrapping_mul(0x0102_0408_1020_4080) >> 56
}

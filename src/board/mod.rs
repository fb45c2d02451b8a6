//! [`Board0x88`]: 128 bytes, the only store of piece placement in the crate.
//!
//! Sixteen columns by eight rows. The left half is the board, one [piece code](crate::Piece) a byte. The right half, which the
//! 0x88 test keeps everybody out of, holds the same board turned on its side: a row there is one 64-bit word, the set of
//! squares whose code has a certain bit.
//!
//! ```text
//!         a  b  c  d  e  f  g  h
//!    1    6  2  5  7  3  5  2  6   │ bit 0 of the codes, for all 64 squares      Pieces are put and taken in one
//!    2    1  1  1  1  1  1  1  1   │ bit 1                                       place, which keeps both halves
//!    3    .  .  .  .  .  .  .  .   │ bit 2                                       equal: whoever asks what stands on
//!    4    .  .  .  .  .  .  .  .   │ bit 3: Black                                a square looks left, whoever asks
//!    5    .  .  .  .  .  .  .  .   │ bit 4: Met and Khon                         where something stands looks right.
//!    6    ...                      │ (three rows are free)
//! ```
//!
//! What the sets say is for [`Planes`] to tell. Old programs kept their piece lists in the right half; sets of 64 bits do the
//! same service without being searched. (One thing more is remembered, a byte a side: a position knows where its kings are,
//! because every legality question starts there.)

#![expect(clippy::inline_always, reason = "inside a function with target features, a call would lose them")]

mod planes;

pub(crate) use planes::{Planes, Side};

use core::fmt;

use crate::geometry::{File, Rank, Square, SquareSet};
use crate::piece::{Color, Piece, Role};

/// One bit in each byte of a row: the lowest.
const LOW_BITS: u64 = 0x0101_0101_0101_0101;

/// The pieces on the squares: a 128-byte array indexed by 0x88 square, and nothing more.
///
/// A board by itself obeys no rules; see [`Setup`](crate::Setup) and [`Position`](crate::Position).
///
/// ```
/// use chess0x88::{Board0x88, Color, Piece, Role, Square};
/// let mut board = Board0x88::EMPTY;
/// board.set(Square::E1, Some(Piece::new(Color::White, Role::King)));
/// board.set(Square::E8, Some(Piece::new(Color::Black, Role::Rook)));
/// assert!(board.is_attacked(Square::E1, Color::Black));
/// assert_eq!(board.attackers(Square::E1, Color::Black).to_string(), "e8");
/// assert_eq!(core::mem::size_of::<Board0x88>(), 128);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(C, align(8))]
pub struct Board0x88 {
    bytes: [u8; 128],
}

impl Board0x88 {
    /// No piece on any square.
    pub const EMPTY: Board0x88 = Board0x88 { bytes: [0; 128] };

    /// The piece on a square.
    #[must_use]
    #[inline]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        Piece::from_code(self.bytes[square as usize])
    }

    /// Whether this piece stands on a square.
    #[inline]
    pub(crate) const fn holds(&self, square: Square, piece: Piece) -> bool {
        self.bytes[square as usize] == piece.code()
    }

    /// Puts a piece on a square, or with `None` clears it. What stood there is gone.
    #[inline(never)]
    pub const fn set(&mut self, square: Square, piece: Option<Piece>) {
        let code = match piece {
            Some(piece) => piece.code(),
            None => 0,
        };
        let changed = self.bytes[square as usize] ^ code;
        self.bytes[square as usize] = code;
        self.toggle([(changed, 1 << square.number())]);
    }

    /// Moves what stands on a square to another, in place of what stands there, and leaves something else behind.
    #[inline(always)]
    pub(crate) const fn carry(&mut self, from: Square, to: Square, left: Option<Piece>) {
        let left = match left {
            Some(piece) => piece.code(),
            None => 0,
        };
        let (code, taken) = (self.bytes[from as usize], self.bytes[to as usize]);
        self.bytes[from as usize] = left;
        self.bytes[to as usize] = code;
        let both = 1 << from.number() ^ 1 << to.number();
        if left | taken == 0 {
            self.toggle([(code, both)]);
        } else {
            self.toggle([(code, both), (left, 1 << from.number()), (taken, 1 << to.number())]);
        }
    }

    /// Takes squares out of the planes of the bits of a code, or puts them in.
    #[inline(always)]
    const fn toggle<const N: usize>(&mut self, changed: [(u8, u64); N]) {
        let (halves, _) = self.bytes.as_chunks_mut::<8>();
        let mut bit = 0;
        while bit < Planes::COUNT {
            let plane = &mut halves[2 * bit + 1];
            let (mut word, mut n) = (u64::from_le_bytes(*plane), 0);
            while n < N {
                let (code, squares) = changed[n];
                word ^= squares & (code as u64 >> bit & 1).wrapping_neg();
                n += 1;
            }
            *plane = word.to_le_bytes();
            bit += 1;
        }
    }

    /// The board with these piece codes, or zeros, on its squares. What is off the board does not count.
    pub(crate) const fn from_codes(codes: [u8; 128]) -> Board0x88 {
        let mut board = Board0x88 { bytes: codes };
        let (halves, _) = board.bytes.as_chunks_mut::<8>();
        let mut bit = 0;
        while bit < Rank::COUNT {
            let (mut plane, mut rows) = (0, 0);
            while bit < Planes::COUNT && rows < Rank::COUNT {
                // From the eighth rank down. (The mask is for compilers that do not see how few there are.)
                let row = u64::from_le_bytes(halves[(14 - 2 * rows) & 15]);
                plane = plane << 8 | side_by_side(row >> bit & LOW_BITS);
                rows += 1;
            }
            halves[(2 * bit + 1) & 15] = plane.to_le_bytes();
            bit += 1;
        }
        board
    }

    /// The board that these are the planes of. Nobody is promoted on it.
    pub(crate) fn from_planes(planes: &Planes) -> Board0x88 {
        let mut board = Board0x88::EMPTY;
        let words = planes.to_bits();
        for square in SquareSet::from_bits(planes.occupied()) {
            let bit = |(at, word): (usize, &u64)| (word >> square.number() & 1) << at;
            board.bytes[square as usize] = words.iter().enumerate().map(bit).sum::<u64>() as u8;
        }
        let (halves, _) = board.bytes.as_chunks_mut::<8>();
        for (half, word) in halves.iter_mut().skip(1).step_by(2).zip(words) {
            *half = word.to_le_bytes();
        }
        board
    }

    /// Whether both halves say the same.
    #[cfg(test)]
    pub(crate) fn is_whole(&self) -> bool {
        *self == Board0x88::from_codes(self.bytes)
    }

    /// The board turned on its side.
    #[inline(always)]
    pub(crate) const fn planes(&self) -> Planes {
        let (halves, _) = self.bytes.as_chunks::<8>();
        let mut planes = [0; Planes::COUNT];
        let mut bit = 0;
        while bit < Planes::COUNT {
            planes[bit] = u64::from_le_bytes(halves[2 * bit + 1]);
            bit += 1;
        }
        Planes::from_bits(planes)
    }

    /// The pieces and where they stand, a1 first, h8 last.
    ///
    /// ```
    /// use chess0x88::{Chess, Color};
    /// let board = *Chess::startpos().board();
    /// assert_eq!(board.pieces().filter(|(_, piece)| piece.color() == Color::White).count(), 16);
    /// ```
    #[inline]
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        // There is a piece on each of these squares; what is said of others costs less than to look.
        let piece_at = |square| self.piece_at(square).unwrap_or(Piece::new(Color::White, Role::Pawn));
        self.occupied().into_iter().map(move |square| (square, piece_at(square)))
    }

    /// The squares that hold a piece.
    #[must_use]
    #[cfg_attr(target_pointer_width = "64", inline)]
    pub const fn occupied(&self) -> SquareSet {
        SquareSet::from_bits(self.planes().occupied())
    }

    /// The squares that hold a piece of this colour.
    #[must_use]
    #[cfg_attr(target_pointer_width = "64", inline)]
    pub const fn colored(&self, color: Color) -> SquareSet {
        SquareSet::from_bits(self.planes().colored(color))
    }

    /// The squares that hold a piece of this colour and role. A promoted Bia counts as the Met it is.
    ///
    /// ```
    /// use chess0x88::{Chess, Color, Piece, Role};
    /// let rooks = Chess::startpos().board().squares_of(Piece::new(Color::White, Role::Rook));
    /// assert_eq!(rooks.to_string(), "a1 h1");
    /// ```
    #[must_use]
    #[inline]
    pub const fn squares_of(&self, piece: Piece) -> SquareSet {
        self.planes().squares_of(piece)
    }

    /// Where the king of this colour stands; the one nearest a1 if a careless setup has several.
    #[must_use]
    pub const fn king(&self, color: Color) -> Option<Square> {
        self.squares_of(Piece::new(color, Role::King)).first()
    }

    /// The first piece met on the way from a square (which is not looked at) by equal steps, with its square. Nothing is
    /// met by steps of 0, which is what the difference table has for squares that share no line.
    #[inline]
    pub(crate) fn first_met(&self, from: Square, step: i8) -> Option<(Square, Piece)> {
        if step == 0 {
            return None;
        }
        let mut at = from;
        loop {
            at = at.offset(step)?;
            if let Some(piece) = self.piece_at(at) {
                return Some((at, piece));
            }
        }
    }

    /// The first square between two squares of a line, `step` apart, where something stands.
    #[inline]
    pub(crate) fn first_met_before(&self, from: Square, step: i8, to: Square) -> Option<Square> {
        let mut at = from;
        loop {
            at = at.offset(step)?;
            if at == to {
                return None;
            }
            if self.piece_at(at).is_some() {
                return Some(at);
            }
        }
    }

    /// A row's eight squares as one word, the a-file in the lowest byte.
    #[inline]
    pub(crate) const fn row(&self, rank: Rank) -> u64 {
        let (halves, _) = self.bytes.as_chunks::<8>();
        u64::from_le_bytes(halves[2 * rank as usize])
    }

    /// Turns the board top to bottom and gives every piece to the other side.
    pub(crate) fn flip_colors(&self) -> Board0x88 {
        let mut flipped = Board0x88::EMPTY;
        for (square, piece) in self.pieces() {
            flipped.set(square.flip_rank(), Piece::from_code(piece.code() ^ Color::Black.bit()));
        }
        flipped
    }

    /// Swaps left and right.
    pub(crate) fn mirror(&self) -> Board0x88 {
        let mut mirrored = Board0x88::EMPTY;
        for (square, piece) in self.pieces() {
            mirrored.set(square.flip_file(), Some(piece));
        }
        mirrored
    }
}

/// The lowest bit of each byte, side by side in one: the multiplication shifts bit 0 of byte `n` to bit `56 + n`.
#[inline]
const fn side_by_side(row: u64) -> u64 {
    row.wrapping_mul(0x0102_0408_1020_4080) >> 56
}

impl Default for Board0x88 {
    fn default() -> Board0x88 {
        Board0x88::EMPTY
    }
}

impl fmt::Debug for Board0x88 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board0x88\n{self}")
    }
}

/// The board as White sees it: letters as in FEN, dots for empty squares. `{:#}` draws figurines.
///
/// Makruk's Met is `m`, its Khon `s`; figurines show them as queen and bishop.
impl fmt::Display for Board0x88 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            write!(f, "{} ", rank.char())?;
            for file in File::ALL {
                let symbol = match self.piece_at(Square::new(file, rank)) {
                    None => '.',
                    Some(piece) if f.alternate() => piece.figurine(),
                    Some(piece) => piece.letter().into(),
                };
                write!(f, " {symbol}")?;
            }
            writeln!(f)?;
        }
        f.write_str("   a b c d e f g h")
    }
}

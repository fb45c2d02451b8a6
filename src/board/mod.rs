//! [`Board0x88`]: 128 bytes, the only store of piece placement in the crate.
//!
//! Sixteen columns by eight rows. The left half is the board, one [piece code](crate::Piece) a byte; the right half is
//! always zero. Nothing else in the crate remembers where a piece stands: sets, planes and sweeps are derived from
//! these bytes when a question needs them, and forgotten with the answer. (The two exceptions are one byte each: a
//! position remembers where its kings are, because every legality question starts there.)
//!
//! A row is also one aligned 64-bit word, eight squares at a time. Iteration and sets read the board that way, and
//! `planes` turns the whole board on its side.

mod planes;

pub(crate) use planes::{Planes, Side};

use core::fmt;
use core::hash::Hasher;

use crate::geometry::{File, Rank, Square, SquareSet, delta};
use crate::piece::{Color, Piece, Role};

/// One bit in each byte of a row: the lowest.
pub(crate) const LOW_BITS: u64 = 0x0101_0101_0101_0101;

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
#[repr(C, align(64))]
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

    /// Puts a piece on a square, or with `None` clears it. What stood there is gone.
    #[inline]
    pub const fn set(&mut self, square: Square, piece: Option<Piece>) {
        self.bytes[square as usize] = match piece {
            Some(piece) => piece.code(),
            None => 0,
        };
    }

    /// Writes a piece code, or 0, to the byte with this index (its top bit aside). Off the board, write only 0.
    #[inline]
    pub(crate) const fn set_code(&mut self, index: u8, code: u8) {
        self.bytes[(index & 0x7F) as usize] = code;
    }

    /// The 128 bytes, indexed by 0x88 square: for back ends that read many squares at once.
    #[inline]
    pub(crate) const fn bytes(&self) -> &[u8; 128] {
        &self.bytes
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
        // All squares gathered first: one loop, whose end a processor foresees, where rows would make eight.
        self.occupied().into_iter().filter_map(|square| Some((square, self.piece_at(square)?)))
    }

    /// The squares that hold a piece.
    #[must_use]
    #[inline]
    pub fn occupied(&self) -> SquareSet {
        self.gather(occupied)
    }

    /// The squares that hold a piece of this colour.
    #[must_use]
    #[inline]
    pub fn colored(&self, color: Color) -> SquareSet {
        self.gather(|row| colored(row, color))
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
    pub fn squares_of(&self, piece: Piece) -> SquareSet {
        let code = u64::from(piece.code() & !Piece::PROMOTED) * LOW_BITS;
        self.gather(|row| like(row, code))
    }

    /// Whether there is a piece of this colour and one of these roles. The rows where most pieces stand go first.
    #[inline]
    pub(crate) fn has_any<const N: usize>(&self, color: Color, roles: [Role; N]) -> bool {
        let codes = roles.map(|role| u64::from(Piece::new(color, role).code()) * LOW_BITS);
        let home = |rank| self.row(color.relative_rank(rank));
        Rank::ALL.into_iter().any(|rank| {
            let row = home(rank);
            codes.into_iter().any(|code| like(row, code) != 0)
        })
    }

    /// Where the king of this colour stands; the one nearest a1 if a careless setup has several.
    #[must_use]
    pub fn king(&self, color: Color) -> Option<Square> {
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

    /// Whether nothing stands strictly between two squares of a line; between squares that share none there is nothing.
    #[inline]
    pub(crate) fn is_clear(&self, from: Square, to: Square) -> bool {
        match delta::step(from, to) {
            0 => true,
            step => self.first_met_before(from, step, to).is_none(),
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
    pub(crate) fn row(&self, rank: Rank) -> u64 {
        let (halves, _) = self.bytes.as_chunks::<8>();
        u64::from_le_bytes(halves[2 * rank as usize])
    }

    /// Turns the board top to bottom and gives every piece to the other side.
    pub(crate) fn flip_colors(&mut self) {
        let black_bit = u32::from(Color::Black.bit()).trailing_zeros();
        let mut rows = self.rows().map(|row| row ^ occupied(row) << black_bit);
        rows.reverse();
        self.set_rows(rows);
    }

    /// Swaps left and right.
    pub(crate) fn mirror(&mut self) {
        self.set_rows(self.rows().map(u64::swap_bytes));
    }

    fn rows(&self) -> [u64; 8] {
        Rank::ALL.map(|rank| self.row(rank))
    }

    fn set_rows(&mut self, rows: [u64; 8]) {
        let (halves, _) = self.bytes.as_chunks_mut::<8>();
        for (half, row) in halves.iter_mut().step_by(2).zip(rows) {
            *half = row.to_le_bytes();
        }
    }

    /// Whether the same pieces stand on the same squares. A promoted Bia is the Met it is.
    #[inline]
    pub(crate) fn same_placement(&self, other: &Board0x88) -> bool {
        self.bytes.iter().zip(&other.bytes).all(|(one, two)| (one ^ two) & !Piece::PROMOTED == 0)
    }

    /// Hashes what [`Board0x88::same_placement`] compares.
    pub(crate) fn hash_placement(&self, state: &mut impl Hasher) {
        for rank in Rank::ALL {
            state.write_u64(self.row(rank) & !(u64::from(Piece::PROMOTED) * LOW_BITS));
        }
    }

    /// The set of squares for which `select` leaves the lowest bit of a row's byte set.
    #[inline]
    fn gather(&self, select: impl Fn(u64) -> u64) -> SquareSet {
        let bits =
            Rank::ALL.iter().fold(0, |bits, &rank| bits | side_by_side(select(self.row(rank))) << (8 * rank as u8));
        SquareSet::from_bits(bits)
    }
}

/// The lowest bit of each byte, side by side in one: the multiplication shifts bit 0 of byte `n` to bit `56 + n`.
#[inline]
pub(crate) const fn side_by_side(row: u64) -> u64 {
    row.wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// The lowest bit of each byte of a row that holds the piece whose code is in each byte of `code`, promoted or not.
#[inline]
const fn like(row: u64, code: u64) -> u64 {
    // A byte of `unlike` is zero just where the piece stands; no byte exceeds 0x1F, so adding 0x7F sets bit 7 in all the
    // others and carries into no neighbour.
    let unlike = (row ^ code) & (0x1F * LOW_BITS);
    !(unlike + 0x7F * LOW_BITS) >> 7 & LOW_BITS
}

/// The lowest bit of each byte of a row that holds a piece.
#[inline]
const fn occupied(row: u64) -> u64 {
    (row | row >> 1 | row >> 2) & LOW_BITS
}

/// The lowest bit of each byte of a row that holds a piece of this colour.
#[inline]
const fn colored(row: u64, color: Color) -> u64 {
    let black = row >> 3;
    occupied(row)
        & match color {
            Color::White => !black,
            Color::Black => black,
        }
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

//! Piece lists: one list of squares per colour. The right half of the board holds, behind each square, the slot of its piece.
//!
//! ```text
//!    one array       K  R  N  Q  p  p  p  .  .  .  .  p  p  n  r  k      White's list grows from the start, Black's from the
//!                    └ officers ┘└ pawns ┘        └ pawns┘└officers┘     end: whatever stands on 64 squares has room.
//!
//!    taking off R    K  Q  N  p  p  p            the last officer fills the hole, the last pawn the hole it leaves
//!    putting back R  K  R  N  Q  p  p  p         the same backwards, so that the order is as it was
//! ```
//!
//! A piece is put, taken and moved in a few byte operations, however many pieces there are.
//!
//! Source: Chess Programming Wiki, "Piece-Lists".

use super::Board0x88;
use super::bitboards::{Bitboards, gather};
use crate::geometry::{Square, SquareSet};
use crate::piece::{Color, Piece, PieceSet, Role};

/// The number of squares, and so the largest number of pieces.
const SIZE: usize = Square::COUNT;
/// The last place, where Black's list begins.
const LAST: Slot = SIZE as u8 - 1;

/// The squares of the pieces.
#[derive(Clone, Copy)]
pub(crate) struct PieceIndex {
    /// White's squares from the start, Black's from the end. The officers of a side come before its pawns.
    squares: [Square; SIZE],
    /// The number of pieces of each side other than pawns.
    officers: [u8; Color::COUNT],
    /// The number of pieces of each side.
    pieces: [u8; Color::COUNT],
}

/// Undoing a move needs the move alone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct IndexBefore;

impl IndexBefore {
    /// `true` if undoing a move restores a promoted pawn too.
    pub(crate) const HAS_PROMOTIONS: bool = false;
}

/// The index of a piece in the array of squares.
pub(crate) type Slot = u8;

/// Some pieces of a side: the part of the array between two slots.
#[derive(Clone, Copy)]
pub(crate) struct Pieces {
    next: usize,
    end: usize,
}

impl Pieces {
    /// The pieces from one number to another in the list of a colour. The array is read upwards for both colours, so Black's list
    /// from its end.
    #[inline]
    const fn of(color: Color, first: Slot, end: Slot) -> Pieces {
        let (first, end) = (first as usize, end as usize);
        match color {
            Color::White => Pieces { next: first, end },
            Color::Black => Pieces { next: SIZE.wrapping_sub(end), end: SIZE.wrapping_sub(first) },
        }
    }
}

/// The byte behind a square holds the slot of its piece.
#[inline]
const fn behind(square: Square) -> usize {
    square as usize | 8
}

/// The slot of the piece with this number in the list of a colour.
#[inline]
const fn place_of(color: Color, number: u8) -> Slot {
    match color {
        Color::White => number,
        Color::Black => LAST.wrapping_sub(number),
    }
}

#[inline]
const fn color_of(code: u8) -> Color {
    if code & Color::Black.bit() == 0 { Color::White } else { Color::Black }
}

#[inline]
const fn is_pawn(code: u8) -> bool {
    code & !Color::Black.bit() == Role::Pawn.code()
}

impl Board0x88 {
    /// `true` if the board keeps sets of squares. If not, it keeps piece lists.
    pub(crate) const KEEPS_SETS: bool = false;

    /// Saves nothing: [`unmove_piece`](Board0x88::unmove_piece) needs the move alone.
    #[inline]
    #[expect(clippy::unused_self, reason = "the sets are in the board")]
    pub(crate) const fn index_before<A: PieceSet>(&self) -> IndexBefore {
        IndexBefore
    }

    /// The pieces of a side except pawns, in no particular order. [`next`](Board0x88::next) reads them one by one.
    #[inline]
    pub(crate) const fn officers_of(&self, color: Color) -> Pieces {
        Pieces::of(color, 0, self.index.officers[color as usize])
    }

    /// The pawns of a side, for [`next`](Board0x88::next).
    #[inline]
    pub(crate) const fn pawns_of(&self, color: Color) -> Pieces {
        Pieces::of(color, self.index.officers[color as usize], self.index.pieces[color as usize])
    }

    /// All pieces of a side, for [`next`](Board0x88::next).
    #[inline]
    pub(crate) const fn side(&self, color: Color) -> Pieces {
        Pieces::of(color, 0, self.index.pieces[color as usize])
    }

    /// Returns the square of the next piece. Between two calls the board may change, if each change is undone.
    #[inline]
    pub(crate) const fn next(&self, pieces: &mut Pieces) -> Option<Square> {
        if pieces.next >= pieces.end {
            return None;
        }
        let square = self.index.squares[pieces.next & LAST as usize];
        pieces.next += 1;
        Some(square)
    }

    /// The first king of a side.
    #[inline(never)]
    pub(super) const fn find_king(&self, color: Color) -> Option<Square> {
        let (mut officers, mut king) = (self.officers_of(color), None);
        while let Some(square) = self.next(&mut officers) {
            if self.holds(square, Piece::new(color, Role::King))
                && !matches!(king, Some(first) if (first as u8) < square as u8)
            {
                king = Some(square);
            }
        }
        king
    }

    #[inline]
    pub(super) const fn find_occupied(&self) -> SquareSet {
        SquareSet::from_bits(self.colored(Color::White).bits() | self.colored(Color::Black).bits())
    }

    #[inline]
    pub(super) const fn find_colored(&self, color: Color) -> SquareSet {
        self.having(color, 0, 0)
    }

    #[inline]
    pub(super) const fn find_squares_of(&self, piece: Piece) -> SquareSet {
        self.having(piece.color(), !Piece::PROMOTED, piece.code() & !Piece::PROMOTED)
    }

    /// The squares of a side whose codes have these values in some bits.
    #[inline(never)]
    const fn having(&self, color: Color, bits: u8, values: u8) -> SquareSet {
        let (mut pieces, mut found) = (self.side(color), SquareSet::EMPTY);
        while let Some(square) = self.next(&mut pieces) {
            if self.bytes[square as usize] & bits == values {
                found.insert(square);
            }
        }
        found
    }

    /// The board as bitboards.
    pub(crate) const fn bitboards(&self) -> Bitboards {
        Bitboards::from_bits(gather(&self.bytes))
    }
}

impl PieceIndex {
    pub(super) const EMPTY: PieceIndex = PieceIndex { squares: [Square::A1; SIZE], officers: [0; 2], pieces: [0; 2] };

    /// Builds the lists of a board with these codes in its left half.
    pub(super) const fn of(bytes: &mut [u8; 128]) -> PieceIndex {
        let mut kept = PieceIndex::EMPTY;
        let mut n = 0;
        while n < SIZE {
            let square = Square::from_bit(n as u32);
            kept.replace(bytes, square, 0, bytes[square as usize]);
            n += 1;
        }
        kept
    }

    /// Writes a square to a slot, and the slot behind the square.
    #[inline]
    const fn write(&mut self, bytes: &mut [u8; 128], place: Slot, square: Square) {
        self.squares[(place & LAST) as usize] = square;
        bytes[behind(square)] = place;
    }

    /// Copies the square of one slot to another.
    #[inline]
    const fn copy(&mut self, bytes: &mut [u8; 128], from: Slot, to: Slot) {
        self.write(bytes, to, self.squares[(from & LAST) as usize]);
    }

    /// Updates the lists after the code of a square changed from `old` to `new`.
    #[inline]
    pub(super) const fn replace(&mut self, bytes: &mut [u8; 128], square: Square, old: u8, new: u8) {
        if old != 0 {
            self.take_off(bytes, square, old);
        }
        if new != 0 {
            let color = color_of(new);
            let number = if is_pawn(new) { self.pieces[color as usize] } else { self.officers[color as usize] };
            self.put_back(bytes, square, new, place_of(color, number));
        }
    }

    /// Updates the lists after the piece `moved` went from one square to another. `left` is the origin's new content, `taken` the
    /// target's old content.
    #[inline]
    pub(super) const fn move_piece<A: PieceSet>(
        &mut self,
        bytes: &mut [u8; 128],
        (from, left): (Square, u8),
        (to, moved): (Square, u8),
        taken: u8,
    ) {
        if taken != 0 {
            self.take_off(bytes, to, taken);
        }
        if moved != 0 {
            self.write(bytes, bytes[behind(from)], to);
        }
        if left != 0 {
            self.replace(bytes, from, 0, left);
        }
    }

    /// Undoes [`move_piece`](PieceIndex::move_piece).
    #[inline]
    pub(super) const fn unmove_piece<A: PieceSet>(
        &mut self,
        bytes: &mut [u8; 128],
        (from, piece): (Square, u8),
        (to, taken): (Square, u8),
        _: IndexBefore,
    ) {
        self.move_piece::<A>(bytes, (to, taken), (from, piece), 0);
    }

    /// Takes a piece with this code off its list and returns its slot.
    #[inline(never)]
    pub(super) const fn take_off(&mut self, bytes: &mut [u8; 128], square: Square, code: u8) -> Slot {
        let (color, place) = (color_of(code), bytes[behind(square)]);
        let pieces = self.pieces[color as usize].wrapping_sub(1);
        self.pieces[color as usize] = pieces;
        let (mut hole, last) = (place, place_of(color, pieces));
        if !is_pawn(code) {
            let officers = self.officers[color as usize].wrapping_sub(1);
            self.officers[color as usize] = officers;
            let last_officer = place_of(color, officers);
            self.copy(bytes, last_officer, hole);
            hole = last_officer;
        }
        if hole != last {
            self.copy(bytes, last, hole);
        }
        place
    }

    /// Puts a piece with this code back into the list of its colour, at the slot that it was taken from.
    #[inline(never)]
    pub(super) const fn put_back(&mut self, bytes: &mut [u8; 128], square: Square, code: u8, place: Slot) {
        let color = color_of(code);
        let pieces = self.pieces[color as usize];
        self.pieces[color as usize] = pieces.wrapping_add(1);
        // A slot beyond the end of the list holds an old square: it is not copied.
        let mut free = place_of(color, pieces);
        if !is_pawn(code) {
            let officers = self.officers[color as usize];
            self.officers[color as usize] = officers.wrapping_add(1);
            let first_pawn = place_of(color, officers);
            if first_pawn != free {
                self.copy(bytes, first_pawn, free);
            }
            free = first_pawn;
        }
        if place != free {
            self.copy(bytes, place, free);
        }
        self.write(bytes, place, square);
    }
}

//! [`CastlingSide`] and [`Castling`]: the squares of the one move that moves two pieces.
//!
//! A castling is given by the squares of king and rook. Chess960 needs no more, and standard chess is Chess960 start number 518: no
//! rule in the crate asks which of the two is played.
//! ```text
//!    before      r . . . k . . r        . r k . . . r .        king goes to the g- or c-file,
//!    h-side      r . . . . r k .        . r . . . r k .        rook to the f- or d-file beside it,
//!    a-side      . . k r . . . r        . . k r . . r .        wherever they came from
//! ```
//!
//! Source: FIDE Laws of Chess, article 3.8.2 and Guidelines II (Chess960).

use crate::board::Board0x88;
use crate::geometry::{Direction, File, Square, SquareSet};
use crate::name::named;

named! {
    /// The two sides of the board on which a king may castle.
    #[derive(PartialOrd, Ord)]
    #[repr(u8)]
    pub enum CastlingSide {
        /// Towards the a-file: `O-O-O`, the king to the c-file.
        Queen = "queen's side",
        /// Towards the h-file: `O-O`, the king to the g-file.
        King = "king's side",
    }
}

impl CastlingSide {
    /// Both sides, the king's side first, as FEN writes them.
    pub const ALL: [CastlingSide; 2] = [CastlingSide::King, CastlingSide::Queen];

    /// Returns the side on which a rook lies, as seen from the king.
    #[inline]
    pub(crate) const fn of(king: Square, rook: Square) -> CastlingSide {
        if rook as u8 > king as u8 { CastlingSide::King } else { CastlingSide::Queen }
    }

    /// Returns the first value for the king's side, the second for the queen's.
    #[inline]
    const fn pick<T: Copy>(self, king: T, queen: T) -> T {
        match self {
            CastlingSide::King => king,
            CastlingSide::Queen => queen,
        }
    }

    /// The king's target file.
    #[inline]
    pub(crate) const fn king_file(self) -> File {
        self.pick(File::G, File::C)
    }

    /// The rook's target file.
    #[inline]
    pub(crate) const fn rook_file(self) -> File {
        self.pick(File::F, File::D)
    }

    /// The rook's file in the standard start: the edge of the board on this side.
    #[inline]
    pub(crate) const fn edge(self) -> File {
        self.pick(File::H, File::A)
    }

    pub(crate) const fn opposite(self) -> CastlingSide {
        self.pick(CastlingSide::Queen, CastlingSide::King)
    }

    /// The direction from the king to the edge of the board on this side.
    pub(crate) const fn outward(self) -> Direction {
        self.pick(Direction::East, Direction::West)
    }
}

/// One castling: the origins and targets of king and rook, in any Chess960 start. [`Move::castling`](crate::Move::castling) returns
/// it.
///
/// ```
/// use chess0x88::{CastlingSide, Chess, Square};
/// let position: Chess = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1".parse()?;
/// let castling =
///     position.parse_uci("e1c1")?.castling().expect("the king goes two squares");
/// assert_eq!(castling.side(), CastlingSide::Queen);
/// assert_eq!((castling.king, castling.king_to), (Square::E1, Square::C1));
/// assert_eq!((castling.rook, castling.rook_to), (Square::A1, Square::D1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub struct Castling {
    /// The king's origin.
    pub king: Square,
    /// The rook's origin.
    pub rook: Square,
    /// The king's target, on the g- or c-file. In Chess960 it may equal the origin.
    pub king_to: Square,
    /// The rook's target, on the f- or d-file. In Chess960 it may equal the origin.
    pub rook_to: Square,
}

impl Castling {
    /// The side of the board.
    #[must_use]
    #[inline]
    pub const fn side(self) -> CastlingSide {
        CastlingSide::of(self.king, self.rook)
    }

    /// The castling of this king with this rook, which must stand on the same rank.
    ///
    /// ```
    /// use chess0x88::{Castling, Square};
    /// let castling = Castling::new(Square::B1, Square::A1); // a start position of Chess960
    /// assert_eq!((castling.king_to, castling.rook_to), (Square::C1, Square::D1));
    /// ```
    #[must_use]
    #[inline(never)]
    pub const fn new(king: Square, rook: Square) -> Castling {
        let (side, rank) = (CastlingSide::of(king, rook), king.rank());
        Castling {
            king,
            rook,
            king_to: Square::new(side.king_file(), rank),
            rook_to: Square::new(side.rook_file(), rank),
        }
    }

    /// The direction of the king's way, if the king moves.
    #[inline]
    pub(crate) const fn towards(self) -> Direction {
        if (self.king as u8) < self.king_to as u8 { Direction::East } else { Direction::West }
    }

    /// The squares of the king's way, with its origin and its target. No enemy may attack any of them. In addition the rook must
    /// not be pinned: a rook of Chess960 may shield the king from the edge of the board, and the king always ends on the outer side
    /// of the rook.
    ///
    /// ```
    /// use chess0x88::{Castling, Square};
    /// assert_eq!(Castling::new(Square::E1, Square::A1).king_way().to_string(), "c1 d1 e1");
    /// ```
    // Each generator tests the attacks and the pin on its own board.
    #[inline]
    pub const fn king_way(self) -> SquareSet {
        span(self.king, self.king_to)
    }

    /// The squares that the king enters on its [way](Castling::king_way), in order: none if the king stays.
    #[inline]
    pub(crate) fn king_steps(self) -> impl Iterator<Item = Square> {
        // On one rank the difference of two indices is the distance.
        self.king.ray(self.towards()).take((self.king as u8).abs_diff(self.king_to as u8).into())
    }

    /// The squares that must be empty: the ways and targets of king and rook, without their own squares.
    ///
    /// ```
    /// use chess0x88::{Castling, Square};
    /// assert_eq!(Castling::new(Square::E1, Square::A1).path().to_string(), "b1 c1 d1");
    /// ```
    #[inline]
    pub const fn path(self) -> SquareSet {
        let crossed = self.king_way().bits() | span(self.rook, self.rook_to).bits();
        let own = self.king.bit() | self.rook.bit();
        SquareSet::from_bits(crossed & !own)
    }

    /// The first other piece from the west on the ways or targets of king and rook. Both ways overlap, so the function scans the
    /// squares from the western to the eastern end.
    pub(crate) const fn blocker(self, board: &Board0x88) -> Option<Square> {
        let Castling { king, rook, king_to, rook_to } = self;
        let (a, b) = in_order(king, rook);
        let (c, d) = in_order(king_to, rook_to);
        let ((mut at, _), (_, last)) = (in_order(a, c), in_order(b, d));
        loop {
            if at as u8 != king as u8 && at as u8 != rook as u8 && board.piece_at(at).is_some() {
                return Some(at);
            }
            at = match at.checked_add(Direction::East as i8) {
                Some(next) if (at as u8) < last as u8 => next,
                _ => return None,
            };
        }
    }

    /// Returns `true` if king and rook stand as in the standard start, where `e1g1` names the move.
    #[inline]
    pub(crate) fn is_standard(self) -> bool {
        self.king.file() == File::E && self.rook.file() == self.side().edge()
    }
}

/// Two squares of a rank in order, the western first.
const fn in_order(a: Square, b: Square) -> (Square, Square) {
    if (a as u8) < b as u8 { (a, b) } else { (b, a) }
}

/// The squares of a rank between two squares, both included.
#[inline]
const fn span(from: Square, to: Square) -> SquareSet {
    let (a, b) = (from.bit(), to.bit());
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    SquareSet::from_bits(high | (high - low))
}

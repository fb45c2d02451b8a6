//! [`CastlingSide`] and [`Castling`], where castling leads: the one move that takes two pieces along.
//!
//! A king castles with a rook, wherever the two come from. That is all Chess960 needs, and standard chess is Chess960
//! start number 518: no rule in the crate asks which of the two is being played.
//!
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
    /// The two ways to castle.
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

    /// The side on which a rook on `rook` lies, as seen from a king on `king`.
    #[inline]
    pub(crate) const fn of(king: Square, rook: Square) -> CastlingSide {
        if rook as u8 > king as u8 { CastlingSide::King } else { CastlingSide::Queen }
    }

    /// The one value for the king's side, the other for the queen's.
    #[inline]
    const fn pick<T: Copy>(self, king: T, queen: T) -> T {
        match self {
            CastlingSide::King => king,
            CastlingSide::Queen => queen,
        }
    }

    /// The file the king goes to.
    #[inline]
    pub(crate) const fn king_file(self) -> File {
        self.pick(File::G, File::C)
    }

    /// The file the rook goes to.
    #[inline]
    pub(crate) const fn rook_file(self) -> File {
        self.pick(File::F, File::D)
    }

    /// The file of the standard start's rook: the edge of the board on this side.
    #[inline]
    pub(crate) const fn edge(self) -> File {
        self.pick(File::H, File::A)
    }

    /// The other wing.
    pub(crate) const fn opposite(self) -> CastlingSide {
        self.pick(CastlingSide::Queen, CastlingSide::King)
    }

    /// The way from the king to the edge of the board on this side.
    pub(crate) const fn outward(self) -> Direction {
        self.pick(Direction::East, Direction::West)
    }
}

/// One castling: the squares that king and rook leave and reach, in any Chess960 start. [`Move::castling`](crate::Move::castling) gives it.
///
/// ```
/// use chess0x88::{CastlingSide, Chess, Square};
/// let position: Chess = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1".parse()?;
/// let castling = position.parse_uci("e1c1")?.castling().expect("the king goes two squares");
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
    /// The king's target, on the g- or c-file. He may stand there already.
    pub king_to: Square,
    /// The rook's target, on the f- or d-file. It may stand there already.
    pub rook_to: Square,
}

impl Castling {
    /// The wing.
    #[must_use]
    #[inline]
    pub const fn side(self) -> CastlingSide {
        CastlingSide::of(self.king, self.rook)
    }

    /// The castling of this king with this rook, which stand on one rank.
    #[inline(never)]
    pub(crate) const fn of(king: Square, rook: Square) -> Castling {
        let (side, rank) = (CastlingSide::of(king, rook), king.rank());
        Castling {
            king,
            rook,
            king_to: Square::new(side.king_file(), rank),
            rook_to: Square::new(side.rook_file(), rank),
        }
    }

    /// The direction that the king goes in, if it goes anywhere.
    #[inline]
    pub(crate) const fn towards(self) -> Direction {
        if (self.king as u8) < self.king_to as u8 { Direction::East } else { Direction::West }
    }

    /// The squares of the king's way, from its square to its goal. No enemy may attack any of them. And the rook must not be
    /// pinned: a pinned rook of Chess960 shields the king from the edge of the board, and would no longer, since the king always
    /// ends on the outer side of the rook. All other dangers are on the way. Each engine asks this of its own board.
    #[inline]
    pub(crate) const fn king_way(self) -> SquareSet {
        span(self.king, self.king_to)
    }

    /// The squares that the king comes to on its [way](Castling::king_way), in their order, its goal the last. None if it stays.
    #[inline]
    pub(crate) fn king_steps(self) -> impl Iterator<Item = Square> {
        // On one rank the difference of the indices is the distance.
        self.king.ray(self.towards()).take((self.king as u8).abs_diff(self.king_to as u8).into())
    }

    /// The squares that must be empty: all that king and rook cross or come to, but for their own.
    #[inline]
    pub(crate) const fn path(self) -> SquareSet {
        let crossed = self.king_way().bits() | span(self.rook, self.rook_to).bits();
        let own = self.king.bit() | self.rook.bit();
        SquareSet::from_bits(crossed & !own)
    }

    /// Returns `true` if no other piece stands where king and rook pass or arrive.
    pub(crate) const fn is_clear(self, board: &Board0x88) -> bool {
        self.blocker(board).is_none()
    }

    /// The first piece that stands where king and rook pass or arrive, from the west. The ways of both always overlap, so these
    /// are the squares from one end of them to the other.
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

    /// Returns `true` if king and rook stand as in the standard start, so that `e1g1` names the move.
    #[inline]
    pub(crate) fn is_standard(self) -> bool {
        self.king.file() == File::E && self.rook.file() == self.side().edge()
    }
}

/// Two squares of a rank, the western one first.
const fn in_order(a: Square, b: Square) -> (Square, Square) {
    if (a as u8) < b as u8 { (a, b) } else { (b, a) }
}

/// The squares of a rank from one to another, both included.
#[inline]
const fn span(from: Square, to: Square) -> SquareSet {
    let (a, b) = (from.bit(), to.bit());
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    SquareSet::from_bits(high | (high - low))
}

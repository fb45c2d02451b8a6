//! [`MoveList`]: moves in an array that never overflows.

use core::fmt;
use core::iter::FusedIterator;
use core::ops::{Deref, DerefMut};

use arrayvec::ArrayVec;

use super::Move;

/// Up to 386 moves in a fixed array. The list needs no allocator, and the moves of any board fit.
///
/// The most moves known in a position that a game can reach is 218 (`R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w`). With any
/// number of queens it is 270 (`kBQQQQQQ/BR5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w`).
///
/// ```
/// use chess0x88::{Chess, MoveKind, MoveList};
/// let mut moves: MoveList = Chess::startpos().legal_moves();
/// assert_eq!(moves.len(), 20);
/// assert!(moves.iter().all(|mv| !mv.is_capture()));
/// moves.retain(|mv| mv.kind() == MoveKind::DoubleStep);
/// assert_eq!(moves.len(), 8);
/// ```
///
/// `MoveList` dereferences to a slice: `len`, `iter`, `contains`, indexing and sorting are methods of the slice.
///
/// Two lists are equal if they hold the same moves in the same order. Move generation promises no order.
#[derive(Default, PartialEq, Eq)]
#[must_use]
pub struct MoveList {
    moves: ArrayVec<Move, { MoveList::CAPACITY }>,
}

impl MoveList {
    /// The largest number of moves that a list can hold.
    // The proof for every board: each move is paid for by the square that it leaves and the square that it enters. Along a rank or a file the
    // entered square pays 1, along a diagonal both squares pay 1/2, and a knight's square pays 1 for each jump. A pawn that promotes has four
    // moves to a square; both squares pay 2. At most one piece enters a square along each of the eight directions. So a square that is entered pays
    // at most 6, and on the last rank 4 more for promotions. The square of a knight pays at most 8, that of a pawn that promotes 6, that of
    // any other piece half of its diagonals, 6 1/2. No square is both entered and left. The most that each square can pay adds up to 384, and
    // there are two castlings.
    pub const CAPACITY: usize = 386;

    /// Returns an empty list, for the functions that fill a list.
    ///
    /// ```
    /// use chess0x88::{Chess, MoveList};
    /// let mut list = MoveList::new();
    /// Chess::startpos().legal_moves_into(&mut list);
    /// assert_eq!(list.len(), 20);
    /// ```
    #[inline]
    pub const fn new() -> MoveList {
        MoveList { moves: ArrayVec::new_const() }
    }

    /// Adds a move.
    ///
    /// # Panics
    /// If the list holds [`CAPACITY`](MoveList::CAPACITY) moves. The moves of one board always fit.
    #[inline]
    pub fn push(&mut self, mv: Move) {
        self.moves.push(mv);
    }

    /// Adds a move, if there is room.
    ///
    /// ```
    /// use chess0x88::{Chess, MoveList};
    /// let start = Chess::startpos();
    /// let mut list = MoveList::new();
    /// assert_eq!(list.try_push(start.parse_uci("e2e4")?), Ok(()));
    /// assert_eq!(list.len(), 1);
    /// # Ok::<(), chess0x88::uci::UciError>(())
    /// ```
    ///
    /// # Errors
    /// Returns the move if the list already holds [`CAPACITY`](MoveList::CAPACITY) moves.
    #[inline]
    pub fn try_push(&mut self, mv: Move) -> Result<(), Move> {
        self.moves.try_push(mv).map_err(arrayvec::CapacityError::element)
    }

    /// Adds a move of a board. By the proof at [`MoveList::CAPACITY`] there is room. If the proof were wrong, a move would be missing, without a panic.
    #[inline]
    pub(crate) fn add(&mut self, mv: Move) {
        let _ = self.moves.try_push(mv);
    }

    /// Removes the moves for which `keep` returns `false`. The other moves keep their order.
    #[inline]
    pub fn retain(&mut self, mut keep: impl FnMut(Move) -> bool) {
        self.moves.retain(|mv| keep(*mv));
    }

    /// Removes all moves.
    #[inline]
    pub fn clear(&mut self) {
        self.moves.clear();
    }
}

/// Copies the moves, but not the unused room.
impl Clone for MoveList {
    #[inline]
    fn clone(&self) -> MoveList {
        let mut copy = MoveList::new();
        let _ = copy.moves.try_extend_from_slice(&self.moves);
        copy
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        &self.moves
    }
}

/// Allows sorting.
impl DerefMut for MoveList {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Move] {
        &mut self.moves
    }
}

/// Adds moves.
///
/// # Panics
/// If they are more than [`MoveList::CAPACITY`]: the moves of one board always fit. [`MoveList::try_push`] tells instead.
///
/// ```
/// use chess0x88::{Chess, Move, MoveList};
/// let moves = Chess::startpos().legal_moves().into_iter();
/// let steps: MoveList = moves.filter(|mv| mv.from().distance(mv.to()) == 1).collect();
/// assert_eq!(steps.len(), 8);
/// ```
impl Extend<Move> for MoveList {
    #[inline]
    fn extend<I: IntoIterator<Item = Move>>(&mut self, moves: I) {
        self.moves.extend(moves);
    }
}

/// # Panics
/// As [`extend`](Extend::extend).
impl FromIterator<Move> for MoveList {
    #[inline]
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> MoveList {
        MoveList { moves: moves.into_iter().collect() }
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = MoveListIter;

    #[inline]
    fn into_iter(self) -> MoveListIter {
        MoveListIter { moves: self.moves.into_iter() }
    }
}

/// The moves of a consumed [`MoveList`], in order.
#[derive(Clone)]
pub struct MoveListIter {
    moves: arrayvec::IntoIter<Move, { MoveList::CAPACITY }>,
}

impl Iterator for MoveListIter {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        self.moves.next()
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.moves.size_hint()
    }
}

impl DoubleEndedIterator for MoveListIter {
    #[inline]
    fn next_back(&mut self) -> Option<Move> {
        self.moves.next_back()
    }
}

impl ExactSizeIterator for MoveListIter {}

impl FusedIterator for MoveListIter {}

impl fmt::Debug for MoveListIter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.moves.fmt(f)
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = core::slice::Iter<'a, Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.moves.fmt(f)
    }
}

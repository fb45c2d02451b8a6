//! [`MoveList`]: moves in an array that no board can overflow.
//!
//! There are two arrays. The one of builds with `simd` leaves the places behind the moves unwritten, which takes `unsafe`; the
//! other is safe Rust. A test holds them equal.

#[cfg_attr(not(feature = "simd"), path = "list/zeroed.rs")]
mod uninit;

pub(crate) use uninit::{Array, Filled, Room, Writer};

use core::fmt;
use core::iter::FusedIterator;
use core::ops::{Deref, DerefMut, Range};

use super::Move;

/// Up to 512 moves in a fixed array: no allocator is needed, and no board can overflow it.
///
/// The most moves known in a position that a game can reach is 218 (`R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w`);
/// with any number of queens allowed it is 270 (`kBQQQQQQ/BR5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w`). For every board there
/// is this proof. Let `s` pieces move along rays (sliders, kings, pawns) and `k` be knights, leaving `e = 64 - s - k`
/// squares to move to. A ray piece has at most 27 targets, a knight 8; a target is entered along at most 8 rays and
/// by at most 8 jumps. So there are at most `min(27 s, 8 e) + 8 min(k, e)` ways to move, which peaks at 446
/// (`e = k = 27.9`). Eight pawns promote in at most 14 ways, each of which counts three times more: 42. With two
/// castlings that is 490.
///
/// ```
/// use chess0x88::{Chess, MoveKind, MoveList};
/// let moves = Chess::startpos().legal_moves();
/// assert_eq!(moves.len(), 20);
/// assert!(moves.iter().all(|mv| !mv.is_capture()));
/// let double_steps: MoveList = moves.into_iter().filter(|mv| mv.kind() == MoveKind::DoubleStep).collect();
/// assert_eq!(double_steps.len(), 8);
/// ```
///
/// It dereferences to a slice. Two lists are equal when they have the same moves in the same order; move generation
/// promises none.
#[derive(Clone)]
#[must_use]
pub struct MoveList {
    array: Array,
}

const CAPACITY: usize = MoveList::CAPACITY;

impl MoveList {
    /// The most moves the list can hold.
    pub const CAPACITY: usize = 512;

    /// A list without moves, for the calls that fill a list.
    ///
    /// ```
    /// use chess0x88::{Chess, MoveList};
    /// let mut list = MoveList::new();
    /// Chess::startpos().legal_moves_into(&mut list);
    /// assert_eq!(list.len(), 20);
    /// ```
    #[inline]
    pub const fn new() -> MoveList {
        MoveList { array: Array::new() }
    }

    /// A list that is filled where the caller will have it.
    #[inline(always)]
    // A list must not be copied on its way to the caller.
    pub(crate) fn filled(fill: impl for<'a> FnOnce(Room<'a>) -> Filled<'a>) -> MoveList {
        MoveList { array: Array::filled(fill) }
    }

    /// Fills the list anew.
    #[inline]
    pub(crate) fn refill(&mut self, fill: impl for<'a> FnOnce(Room<'a>) -> Filled<'a>) {
        self.array.refill(fill);
    }

    /// Adds a move. The proof above says that there is room; were it wrong, a move would be missing, but no panic.
    #[inline]
    pub(crate) const fn push(&mut self, mv: Move) {
        self.array.push(mv);
    }

    /// Takes all moves out.
    #[inline]
    pub const fn clear(&mut self) {
        self.array.clear();
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        self.array.as_slice()
    }
}

/// The moves can be put in another order.
impl DerefMut for MoveList {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Move] {
        self.array.as_mut_slice()
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = MoveListIter;

    #[inline]
    fn into_iter(self) -> MoveListIter {
        // The moves are copied, and not the places behind them.
        let mut iter = MoveListIter { places: 0..self.len(), list: MoveList::new() };
        iter.list.array.clone_from(&self.array);
        iter
    }
}

/// The moves of a [`MoveList`] that is used up, in its order.
#[derive(Clone)]
pub struct MoveListIter {
    list: MoveList,
    /// Those of the moves that are yet to come.
    places: Range<usize>,
}

impl Iterator for MoveListIter {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        self.list.get(self.places.next()?).copied()
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.places.size_hint()
    }
}

impl DoubleEndedIterator for MoveListIter {
    #[inline]
    fn next_back(&mut self) -> Option<Move> {
        self.list.get(self.places.next_back()?).copied()
    }
}

impl ExactSizeIterator for MoveListIter {}

impl FusedIterator for MoveListIter {}

impl fmt::Debug for MoveListIter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}

/// The first [`MoveList::CAPACITY`] moves; no board has more, and what goes beyond is left out.
impl FromIterator<Move> for MoveList {
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> MoveList {
        let mut list = MoveList::new();
        list.extend(moves);
        list
    }
}

/// Adds moves as long as there is room: see [`MoveList::CAPACITY`].
impl Extend<Move> for MoveList {
    fn extend<I: IntoIterator<Item = Move>>(&mut self, moves: I) {
        let room = MoveList::CAPACITY - self.len();
        moves.into_iter().take(room).for_each(|mv| self.push(mv));
    }
}

/// No moves.
impl Default for MoveList {
    fn default() -> MoveList {
        MoveList::new()
    }
}

impl PartialEq for MoveList {
    fn eq(&self, other: &MoveList) -> bool {
        **self == **other
    }
}

impl Eq for MoveList {}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = core::slice::Iter<'a, Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(all(test, feature = "simd"))]
mod tests;

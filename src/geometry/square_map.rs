//! [`SquareMap`]: a table with one entry for each square.

use core::iter::Zip;
use core::ops::{Index, IndexMut};
use core::{array, slice};

use super::Square;

/// A value for each of the 64 squares: a piece-square table, counters, the answer to a question about the whole board.
///
/// The index is a square. An array would take [`Square::index`], and would silently take the 0x88 index `square as usize` and read
/// a wrong entry.
///
/// ```
/// use chess0x88::{Chess, Square, SquareMap};
/// // How often a piece stands on each square.
/// let mut seen: SquareMap<u32> = SquareMap::default();
/// for (square, _) in Chess::startpos().board().pieces() {
///     seen[square] += 1;
/// }
/// assert_eq!((seen[Square::E2], seen[Square::E4]), (1, 0));
/// let full = seen.into_iter().filter(|&(_, count)| count > 0).map(|(square, _)| square);
/// assert_eq!(full.count(), 32);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SquareMap<T>([T; Square::COUNT]);

impl<T> SquareMap<T> {
    /// Builds the table with `value(square)` for each square.
    ///
    /// ```
    /// use chess0x88::{Square, SquareMap};
    /// let (d4, e5) = (Square::D4, Square::E5);
    /// let centre = SquareMap::from_fn(|square| square.distance(d4).min(square.distance(e5)));
    /// assert_eq!(centre[Square::A1], 3);
    /// ```
    #[must_use]
    pub fn from_fn(value: impl FnMut(Square) -> T) -> SquareMap<T> {
        SquareMap(Square::ALL.map(value))
    }
}

/// Takes the entries in the order of [`Square::index`]: a1, b1, ... h8.
impl<T> From<[T; Square::COUNT]> for SquareMap<T> {
    fn from(entries: [T; Square::COUNT]) -> SquareMap<T> {
        SquareMap(entries)
    }
}

impl<T: Default> Default for SquareMap<T> {
    fn default() -> SquareMap<T> {
        SquareMap::from_fn(|_| T::default())
    }
}

/// The squares with their entries, from a1, b1, ... to h8.
impl<T> IntoIterator for SquareMap<T> {
    type Item = (Square, T);
    type IntoIter = Zip<array::IntoIter<Square, { Square::COUNT }>, array::IntoIter<T, { Square::COUNT }>>;

    fn into_iter(self) -> Self::IntoIter {
        Square::ALL.into_iter().zip(self.0)
    }
}

#[expect(clippy::into_iter_without_iter, reason = "one way to go through a map is enough")]
impl<'a, T> IntoIterator for &'a SquareMap<T> {
    type Item = (Square, &'a T);
    type IntoIter = Zip<array::IntoIter<Square, { Square::COUNT }>, slice::Iter<'a, T>>;

    fn into_iter(self) -> Self::IntoIter {
        Square::ALL.into_iter().zip(&self.0)
    }
}

impl<T> Index<Square> for SquareMap<T> {
    type Output = T;

    #[inline]
    fn index(&self, square: Square) -> &T {
        &self.0[square.index()]
    }
}

impl<T> IndexMut<Square> for SquareMap<T> {
    #[inline]
    fn index_mut(&mut self, square: Square) -> &mut T {
        &mut self.0[square.index()]
    }
}

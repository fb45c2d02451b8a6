//! [`SquareSet`]: a bitboard, the answer to "which squares?".
//!
//! A board stores bitboards, and a position stores the set of its checkers. All other sets, such as pinned pieces, are computed on
//! request.

use core::fmt;
use core::iter::FusedIterator;
use core::ops::Not;

use super::line::between;
use super::{Direction, File, HAS_WIDE_WORDS, Rank, Square, delta};
use crate::name::join;
use crate::operators::operators;

/// A set of squares in 64 bits. Bit `n` is the square with [index](Square::index) `n`.
///
/// ```
/// use chess0x88::{Square, SquareSet};
/// let set: SquareSet = [Square::E4, Square::A1].into_iter().collect();
/// assert_eq!(set.len(), 2);
/// assert!(set.contains(Square::E4) && !set.contains(Square::E5));
/// assert_eq!(set.to_string(), "a1 e4");
/// assert!(set.iter().eq([Square::A1, Square::E4]));
/// assert_eq!(set - Square::A1.into(), Square::E4.into());
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
#[must_use]
#[repr(transparent)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct SquareSet(u64);

impl SquareSet {
    /// No square.
    pub const EMPTY: SquareSet = SquareSet(0);
    /// All 64 squares.
    pub const ALL: SquareSet = SquareSet(!0);
    /// The light squares, b1 and h1 among them.
    pub const LIGHT: SquareSet = SquareSet(0x55AA_55AA_55AA_55AA);

    /// The set with the squares of `bits`: bit 0 is a1, bit 1 b1, bit 63 h8.
    #[doc(alias("BitBoard"))]
    #[inline]
    pub const fn from_bits(bits: u64) -> SquareSet {
        SquareSet(bits)
    }

    /// The set as 64 bits: bit 0 is a1, bit 1 b1, bit 63 h8.
    #[must_use]
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The squares strictly between two squares of a rank, file or diagonal: empty for squares that share no line.
    ///
    /// ```
    /// use chess0x88::{Square, SquareSet};
    /// assert_eq!(SquareSet::between(Square::B2, Square::E5).to_string(), "c3 d4");
    /// assert!(SquareSet::between(Square::B2, Square::C4).is_empty());
    /// ```
    #[inline]
    pub const fn between(from: Square, to: Square) -> SquareSet {
        SquareSet::from_bits(between(from, to))
    }

    /// The whole rank, file or diagonal through two squares, from edge to edge: empty for squares that share no line or are equal.
    ///
    /// ```
    /// use chess0x88::{Square, SquareSet};
    /// assert_eq!(
    ///     SquareSet::line(Square::C3, Square::D4).to_string(),
    ///     "a1 b2 c3 d4 e5 f6 g7 h8"
    /// );
    /// ```
    #[doc(alias("ray"))]
    #[inline]
    pub const fn line(from: Square, to: Square) -> SquareSet {
        let step = delta::step(from, to);
        let mut set = SquareSet::EMPTY;
        if step == 0 {
            return set;
        }
        set.insert(from);
        let mut walks = [from.walk(step), from.walk(-step)];
        let mut n = 0;
        while n < walks.len() {
            while let Some(at) = walks[n].advance() {
                set.insert(at);
            }
            n += 1;
        }
        set
    }

    /// Counts the squares.
    #[doc(alias("count", "popcnt", "popcount"))]
    #[must_use]
    #[inline]
    pub const fn len(self) -> usize {
        if HAS_WIDE_WORDS { self.0.count_ones() as usize } else { self.len_by_call() }
    }

    /// Counts the squares by one function: without a machine instruction the count takes 70 bytes of code.
    #[inline(never)]
    const fn len_by_call(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns `true` if the set has no square.
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns `true` if the set contains the square.
    #[must_use]
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 & square.bit() != 0
    }

    /// The squares one step in this direction from the squares of the set. A step that leaves the board leads nowhere.
    ///
    /// ```
    /// use chess0x88::offsets::Direction;
    /// use chess0x88::{Square, SquareSet};
    /// let pawns = SquareSet::from([Square::A2, Square::H2]);
    /// assert_eq!(pawns.shifted(Direction::North).to_string(), "a3 h3");
    /// assert_eq!(pawns.shifted(Direction::NorthEast).to_string(), "b3");
    /// ```
    #[doc(alias("shift"))]
    #[inline]
    pub const fn shifted(self, direction: Direction) -> SquareSet {
        const NOT_A: u64 = !File::A.squares().0;
        const NOT_H: u64 = !File::H.squares().0;
        let SquareSet(set) = self;
        SquareSet(match direction {
            Direction::North => set << 8,
            Direction::South => set >> 8,
            Direction::East => set << 1 & NOT_A,
            Direction::West => set >> 1 & NOT_H,
            Direction::NorthEast => set << 9 & NOT_A,
            Direction::SouthEast => set >> 7 & NOT_A,
            Direction::SouthWest => set >> 9 & NOT_H,
            Direction::NorthWest => set << 7 & NOT_H,
        })
    }

    /// Adds a square to the set.
    #[inline]
    pub const fn insert(&mut self, square: Square) {
        self.0 |= square.bit();
    }

    /// Removes a square from the set.
    #[inline]
    pub const fn remove(&mut self, square: Square) {
        self.0 &= !square.bit();
    }

    /// Iterates over the squares from the lowest number to the highest. `rev()` reverses the order.
    ///
    /// ```
    /// use chess0x88::{Rank, Square};
    /// assert_eq!(Rank::First.squares().iter().rev().next(), Some(Square::H1));
    /// ```
    #[must_use]
    #[inline]
    pub const fn iter(&self) -> SquareSetIter {
        SquareSetIter(*self)
    }

    /// The square with the lowest number.
    #[doc(alias("lsb", "next_square", "bitscan_forward"))]
    #[must_use]
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if !HAS_WIDE_WORDS {
            return self.first_by_halves();
        }
        if self.is_empty() { None } else { Some(Square::from_bit(self.0.trailing_zeros())) }
    }

    #[inline(never)]
    pub(crate) const fn first_by_halves(self) -> Option<Square> {
        if self.is_empty() {
            return None;
        }
        let (half, number) = if self.0 as u32 == 0 { ((self.0 >> 32) as u32, 32) } else { (self.0 as u32, 0) };
        Some(Square::from_bit(half.trailing_zeros() + number))
    }

    /// Removes the square with the lowest number, and returns it.
    #[inline]
    pub(crate) const fn pop(&mut self) -> Option<Square> {
        let first = self.first();
        self.0 &= self.0.wrapping_sub(1);
        first
    }

    /// The square with the highest number.
    ///
    /// ```
    /// use chess0x88::{Square, SquareSet};
    /// assert_eq!((SquareSet::ALL.last(), SquareSet::EMPTY.last()), (Some(Square::H8), None));
    /// ```
    #[must_use]
    #[inline]
    pub const fn last(self) -> Option<Square> {
        if self.is_empty() { None } else { Some(Square::from_bit(self.0.ilog2())) }
    }
}

impl File {
    /// The eight squares of the file.
    ///
    /// ```
    /// use chess0x88::File;
    /// assert_eq!(File::C.squares().to_string(), "c1 c2 c3 c4 c5 c6 c7 c8");
    /// ```
    #[doc(alias("bitboard", "from_file", "get_file"))]
    #[inline]
    pub const fn squares(self) -> SquareSet {
        SquareSet::from_bits(0x0101_0101_0101_0101 << self as u8)
    }
}

impl Rank {
    /// The eight squares of the rank.
    #[doc(alias("bitboard", "from_rank", "get_rank"))]
    #[inline]
    pub const fn squares(self) -> SquareSet {
        SquareSet::from_bits(0xFF << (8 * self as u8))
    }
}

impl From<Square> for SquareSet {
    #[inline]
    fn from(square: Square) -> SquareSet {
        SquareSet(square.bit())
    }
}

/// See [`SquareSet::from_bits`].
impl From<u64> for SquareSet {
    #[inline]
    fn from(bits: u64) -> SquareSet {
        SquareSet(bits)
    }
}

/// See [`SquareSet::bits`].
impl From<SquareSet> for u64 {
    #[inline]
    fn from(set: SquareSet) -> u64 {
        set.0
    }
}

impl<const N: usize> From<[Square; N]> for SquareSet {
    #[inline]
    fn from(squares: [Square; N]) -> SquareSet {
        squares.iter().copied().collect()
    }
}

impl FromIterator<Square> for SquareSet {
    #[inline]
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> SquareSet {
        squares.into_iter().fold(SquareSet::EMPTY, |set, square| set | square.into())
    }
}

impl Extend<Square> for SquareSet {
    #[inline]
    fn extend<I: IntoIterator<Item = Square>>(&mut self, squares: I) {
        squares.into_iter().for_each(|square| self.insert(square));
    }
}

impl IntoIterator for SquareSet {
    type Item = Square;
    type IntoIter = SquareSetIter;

    #[inline]
    fn into_iter(self) -> SquareSetIter {
        SquareSetIter(self)
    }
}

impl IntoIterator for &SquareSet {
    type Item = Square;
    type IntoIter = SquareSetIter;

    #[inline]
    fn into_iter(self) -> SquareSetIter {
        self.iter()
    }
}

/// An iterator over the squares of a [`SquareSet`], from the lowest number to the highest: see [`SquareSet::iter`].
#[derive(Clone, Debug)]
pub struct SquareSetIter(SquareSet);

impl Iterator for SquareSetIter {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(square)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }

    #[inline]
    fn fold<B, F: FnMut(B, Square) -> B>(self, init: B, mut f: F) -> B {
        if !HAS_WIDE_WORDS {
            return self.fold_by_ranks(init, f);
        }
        let mut all = init;
        for square in self {
            all = f(all, square);
        }
        all
    }
}

impl SquareSetIter {
    /// Does the same as [`fold`](Iterator::fold). Without a machine instruction, a search for the lowest bit takes two dozen
    /// instructions, and this loop takes five for each square of a rank with pieces.
    #[inline]
    pub(crate) fn fold_by_ranks<B>(self, init: B, mut f: impl FnMut(B, Square) -> B) -> B {
        let mut all = init;
        for &(half, first) in &[(self.0.0 as u32, 0), ((self.0.0 >> 32) as u32, 0x40)] {
            let (mut ranks, mut at) = (half, first);
            while ranks != 0 {
                let mut files = ranks as u8;
                while files != 0 {
                    if files & 1 != 0 {
                        all = f(all, Square::from_masked(at));
                    }
                    files >>= 1;
                    at += 1;
                }
                ranks >>= 8;
                at = (at | 15).wrapping_add(1);
            }
        }
        all
    }
}

impl DoubleEndedIterator for SquareSetIter {
    #[inline]
    fn next_back(&mut self) -> Option<Square> {
        let square = self.0.last()?;
        self.0.remove(square);
        Some(square)
    }
}

impl ExactSizeIterator for SquareSetIter {}

impl FusedIterator for SquareSetIter {}

operators! { SquareSet:
    BitAnd bitand (BitAndAssign bitand_assign) = |one, other| SquareSet(one.0 & other.0);
    BitOr bitor (BitOrAssign bitor_assign) = |one, other| SquareSet(one.0 | other.0);
    BitXor bitxor (BitXorAssign bitxor_assign) = |one, other| SquareSet(one.0 ^ other.0);
    /// The squares of the first set that the second set does not contain.
    Sub sub (SubAssign sub_assign) = |one, other| SquareSet(one.0 & !other.0);
}

impl Not for SquareSet {
    type Output = SquareSet;

    #[inline]
    fn not(self) -> SquareSet {
        SquareSet(!self.0)
    }
}

/// The squares in braces: `{A1, E4}`.
impl fmt::Debug for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self).finish()
    }
}

/// The squares by name, separated by spaces.
impl fmt::Display for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        join(f, self, " ")
    }
}

//! [`Walk`]: the squares along a line, the loop of every slider.

use super::{Direction, Square};

/// The squares from a square to the edge of the board by equal steps, nearest first, without the square itself. Steps of 0,
/// which the difference table has for squares on no line, lead nowhere: no walk is endless.
#[derive(Clone, Debug)]
pub(crate) struct Walk {
    at: Square,
    step: i8,
}

impl Walk {
    /// An offset that leaves the board from every square: it sets bit 3 of the index.
    const OFF: i8 = 8;

    /// A walk by steps that are not 0.
    #[inline]
    pub(crate) const fn by(from: Square, step: i8) -> Walk {
        Walk { at: from, step }
    }

    /// The next square, as [`next`](Iterator::next) gives it, for a `const fn`.
    #[inline]
    pub(crate) const fn advance(&mut self) -> Option<Square> {
        let next = self.at.checked_add(self.step);
        if let Some(at) = next {
            self.at = at;
        }
        next
    }
}

impl Iterator for Walk {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        self.advance()
    }
}

/// It stays on the last square of the line, from which the next step leaves the board again.
impl core::iter::FusedIterator for Walk {}

impl Square {
    /// The squares from here to the edge of the board, nearest first, without this one.
    ///
    /// ```
    /// use chess0x88::offsets::Direction;
    /// use chess0x88::Square;
    /// assert!(Square::E6.ray(Direction::North).eq([Square::E7, Square::E8]));
    /// ```
    #[inline]
    pub fn ray(self, direction: Direction) -> impl Iterator<Item = Square> {
        Walk::by(self, direction as i8)
    }

    /// The squares from here to the edge of the board by equal steps. By steps of 0 there are none.
    #[inline]
    pub(crate) const fn walk(self, step: i8) -> Walk {
        Walk::by(self, if step == 0 { Walk::OFF } else { step })
    }
}

//! [`Walk`]: the squares along a line, the loop of every slider.

use super::{Direction, Square};

/// The squares from a square to the edge of the board by equal steps, nearest first, without the square itself. A step of 0, as the
/// difference table has it for squares on no line, gives no squares.
#[derive(Clone, Debug)]
pub(crate) struct Walk {
    at: Square,
    step: i8,
}

impl Walk {
    /// An offset that is off the board from any square: the sum has bit 3 set.
    const OFF: i8 = 8;

    /// Builds a walk by steps other than 0.
    #[inline]
    pub(crate) const fn by(from: Square, step: i8) -> Walk {
        Walk { at: from, step }
    }

    /// Returns the next square, as [`next`](Iterator::next) does, in a `const fn`.
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

/// A walk that has ended stays on its last square, from which each further step leaves the board again.
impl core::iter::FusedIterator for Walk {}

impl Square {
    /// The squares from this square to the edge of the board, nearest first, without this square.
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

    /// The squares from this square to the edge of the board by equal steps: none by steps of 0.
    #[inline]
    pub(crate) const fn walk(self, step: i8) -> Walk {
        Walk::by(self, if step == 0 { Walk::OFF } else { step })
    }
}

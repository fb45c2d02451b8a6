//! The squares of a line: [`Walk`] goes along one, the loop of every slider; `between` returns those between two squares. Builds with
//! bitboards look them up; builds without walk, which costs less than a table of 2 KiB and 64-bit words.

use super::delta::{self, Difference, SIZE, entry};
use super::{Direction, IS_FAST, Square};

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
    /// use chess0x88::Square;
    /// use chess0x88::offsets::Direction;
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

const BETWEEN: &[u64; SIZE] = &between_table();

/// Returns the squares between two squares of a line as the bits of a set: 0 if the squares share no line or are neighbours.
#[inline]
pub(super) const fn between(from: Square, to: Square) -> u64 {
    if IS_FAST { by_table(from, to) } else { by_walk(from, to) }
}

/// The table holds the squares between a1 and a square at each difference. Bits of a set grow by 8 for a rank and by 1 for a file,
/// so a rotation by the number of `from` moves these squares to their place, for targets below `from` too.
#[inline]
pub(crate) const fn by_table(from: Square, to: Square) -> u64 {
    BETWEEN[Difference::between(from, to).index()].rotate_left(from.index() as u32)
}

#[inline]
pub(crate) const fn by_walk(from: Square, to: Square) -> u64 {
    let mut set = 0;
    let mut walk = from.walk(delta::step(from, to));
    while let Some(at) = walk.advance()
        && at as u8 != to as u8
    {
        set |= at.bit();
    }
    set
}

/// The squares between a1 and a square at each difference, as if the board had no edge.
const fn between_table() -> [u64; SIZE] {
    let mut table = [0; SIZE];
    let mut i = 0;
    while i < 8 {
        let direction = Direction::ALL[i] as i16;
        // 0x10 is a rank, which is 8 squares.
        let ranks = (direction + 8) >> 4;
        let number = direction - 8 * ranks;
        let (mut between, mut distance) = (0, 1);
        while distance < 8 {
            table[entry(direction * distance)] = between;
            between |= 1_u64.rotate_left(((number * distance) & 63).cast_unsigned() as u32);
            distance += 1;
        }
        i += 1;
    }
    table
}

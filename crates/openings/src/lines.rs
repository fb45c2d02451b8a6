//! Lines of moves. They are sorted, and each stores only what differs from the line before.

use core::fmt;

use chess0x88::Move;

use crate::{Opening, table};

/// A line of moves from the start position to an opening.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Line {
    moves: [Option<Move>; table::LONGEST_LINE],
    opening: Opening,
}

impl Line {
    /// Returns the opening at the end of the line.
    #[must_use]
    pub fn opening(self) -> Opening {
        self.opening
    }

    /// Returns the moves, from the start position on.
    pub fn moves(self) -> impl Iterator<Item = Move> {
        self.moves.into_iter().map_while(|mv| mv)
    }
}

impl fmt::Debug for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.opening)?;
        self.moves().try_for_each(|mv| write!(f, " {mv}"))
    }
}

/// The iterator of [`Opening::lines`] and [`Lines::all`].
#[derive(Clone, Debug)]
pub struct Lines {
    wanted: Option<Opening>,
    /// The number of the next line, and the place of its moves.
    line: usize,
    place: usize,
    moves: [Option<Move>; table::LONGEST_LINE],
}

impl Lines {
    pub(crate) fn of(wanted: Option<Opening>) -> Lines {
        Lines { wanted, line: 0, place: 0, moves: [None; table::LONGEST_LINE] }
    }

    /// Lists the lines of all openings, sorted by their moves.
    ///
    /// ```
    /// use chess0x88_openings::Lines;
    /// assert_eq!(Lines::all().count(), 3810);
    /// ```
    #[must_use]
    pub fn all() -> Lines {
        Lines::of(None)
    }
}

impl Iterator for Lines {
    type Item = Line;

    fn next(&mut self) -> Option<Line> {
        loop {
            let &[low, middle, high] = table::LINES.get(self.line)?;
            // The opening (12 bits), the plies that the line shares with the one before (6 bits), and those that it adds (6 bits).
            let entry = usize::from(low) | usize::from(middle) << 8 | usize::from(high) << 16;
            let (opening, kept, new) = (Opening((entry & 0xFFF) as u16), entry >> 12 & 0x3F, entry >> 18);
            let added = table::MOVES[self.place..self.place + new].iter().map(|&bits| Move::from_bits(bits));
            let rest = added.chain(core::iter::repeat(None));
            self.moves[kept..].iter_mut().zip(rest).for_each(|(place, mv)| *place = mv);
            (self.line, self.place) = (self.line + 1, self.place + new);
            if self.wanted.is_none_or(|wanted| wanted == opening) {
                return Some(Line { moves: self.moves, opening });
            }
        }
    }
}

//! Simulated reed switches below the squares, which bounce.

use chess0x88::{Square, SquareSet};

/// The switches. On a device, `row` drives one line of a port and reads eight lines of another.
pub struct Switches {
    closed: SquareSet,
    /// The switch that was touched last, and the number of scans for which it still bounces.
    bouncing: (SquareSet, u8),
}

impl Switches {
    pub const fn new(closed: SquareSet) -> Switches {
        Switches { closed, bouncing: (SquareSet::EMPTY, 0) }
    }

    /// Returns the eight switches of a rank, the a-file lowest; the first rank is 0.
    fn row(&self, rank: usize) -> u8 {
        let (square, scans) = self.bouncing;
        let seen = if scans % 2 == 1 { self.closed ^ square } else { self.closed };
        seen.bits().to_le_bytes()[rank]
    }

    /// Lifts a piece off the square, or puts one down there.
    pub fn touch(&mut self, square: Square) {
        self.closed ^= square.into();
        self.bouncing = (square.into(), 5);
    }

    /// Reads all switches once.
    pub fn scan(&mut self) -> SquareSet {
        let rows = core::array::from_fn(|rank| self.row(rank));
        self.bouncing.1 = self.bouncing.1.saturating_sub(1);
        SquareSet::from_bits(u64::from_le_bytes(rows))
    }
}

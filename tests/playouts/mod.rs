//! Random play that a seed decides, for tests that walk through positions.

use chess0x88::{Chess, Move};

/// A generator of random numbers: `SplitMix64`.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let word = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^ word >> 31
    }

    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % bound.max(1) as u64).unwrap_or_default()
    }

    /// One of the legal moves.
    pub(crate) fn legal_move(&mut self, position: &Chess) -> Option<Move> {
        let moves = position.legal_moves();
        moves.get(self.below(moves.len())).copied()
    }
}

/// A standard start for even seeds, one of the 960 for odd ones.
pub(crate) fn start(seed: u64) -> Chess {
    if seed.is_multiple_of(2) {
        return Chess::startpos();
    }
    Chess::chess960((seed / 2 % 960) as u16).unwrap()
}

//! [`Random`]: random numbers that are the same in each run.

/// Marsaglia's xorshift64.
pub struct Random(u64);

impl Random {
    pub const fn new(seed: u64) -> Random {
        Random(seed | 1)
    }

    pub const fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// Returns a number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        (self.next() >> 11) as usize % end
    }

    /// Returns `true` once in `times` calls on average.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }
}

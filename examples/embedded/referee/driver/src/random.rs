//! [`Random`]: the same numbers each time.

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

    /// A number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        (self.next() >> 11) as usize % end
    }

    /// True once in so many times.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }
}

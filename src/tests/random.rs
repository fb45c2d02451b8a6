//! Random numbers for the tests, the benchmarks and the seeds of the fuzzer, which get them from the package `tests/common`. Equal seeds
//! give equal numbers on every machine.

#![allow(unreachable_pub, reason = "that package has this file too")]

/// Marsaglia's xorshift generator. The state must not be 0.
pub struct Random(pub u64);

#[allow(dead_code, reason = "each program uses some of it")]
impl Random {
    /// Builds the generator of a seed. Neighbouring seeds give very different states.
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    #[allow(clippy::should_implement_trait, reason = "it never ends")]
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub fn below(&mut self, limit: usize) -> usize {
        ((self.next() >> 16) % limit.max(1) as u64) as usize
    }

    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    pub fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        if items.is_empty() { None } else { items.get(self.below(items.len())).copied() }
    }
}

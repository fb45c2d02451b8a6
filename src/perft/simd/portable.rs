//! The portable lanes: eight unrolled lanes in plain Rust. They run on every machine, and they are the readable twin of the
//! vector back ends.
#![expect(clippy::inline_always, reason = "the lanes are eight words only if the operations are inlined")]

use super::directions::{JUMP_ENTRY, JUMPS, STEP_ENTRY, STEPS};
use super::lanes::{Entry, Lanes};

/// The token of the portable lanes, which every machine can run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::perft) struct Portable(());

impl Portable {
    /// The token. Always there; the other back ends ask the machine.
    #[expect(clippy::unnecessary_wraps, reason = "other back ends may be missing")]
    pub(in crate::perft) fn detect() -> Option<Self> {
        Some(Self(()))
    }
}

/// One lane after the other, by a function of the lane number; the compiler unrolls it.
#[inline(always)]
fn each(f: impl Fn(usize) -> u64) -> [u64; 8] {
    [f(0), f(1), f(2), f(3), f(4), f(5), f(6), f(7)]
}

/// The number of bits in eight words. Where there is no instruction for it, the words are first
/// added up byte by byte, which costs less than counting each to the end.
#[inline(always)]
fn population(v: &[u64; 8]) -> u32 {
    if cfg!(all(target_arch = "x86_64", not(target_feature = "popcnt"))) {
        let bytes = |x: u64| {
            let x = x - ((x >> 1) & 0x5555_5555_5555_5555);
            let x = (x & 0x3333_3333_3333_3333) + ((x >> 2) & 0x3333_3333_3333_3333);
            (x + (x >> 4)) & 0x0F0F_0F0F_0F0F_0F0F
        };
        // A byte of the sum is at most 64, but all eight of them may come to 512: sum by pairs.
        let sum: u64 = v.iter().map(|&lane| bytes(lane)).sum();
        let pairs = (sum & 0x00FF_00FF_00FF_00FF) + ((sum >> 8) & 0x00FF_00FF_00FF_00FF);
        (pairs.wrapping_mul(0x0001_0001_0001_0001) >> 48) as u32
    } else {
        v.iter().map(|lane| lane.count_ones()).sum()
    }
}

impl Lanes for Portable {
    type V = [u64; 8];
    /// All ones in the chosen lanes.
    type Mask = [u64; 8];
    type Tally = u64;

    #[inline(never)]
    fn enter<E: Entry<Self>>(self, entry: E) -> E::Output {
        entry.run(self)
    }

    #[inline(always)]
    fn splat(self, board: u64) -> Self::V {
        [board; 8]
    }

    #[inline(always)]
    fn by_kind(self, o: u64, d: u64) -> Self::V {
        [o, o, d, d, o, o, d, d]
    }

    #[inline(always)]
    fn and(self, a: Self::V, b: Self::V) -> Self::V {
        each(|i| a[i] & b[i])
    }

    #[inline(always)]
    fn or(self, a: Self::V, b: Self::V) -> Self::V {
        each(|i| a[i] | b[i])
    }

    #[inline(always)]
    fn xor(self, a: Self::V, b: Self::V) -> Self::V {
        each(|i| a[i] ^ b[i])
    }

    #[inline(always)]
    fn and_not(self, a: Self::V, b: Self::V) -> Self::V {
        each(|i| a[i] & !b[i])
    }

    #[inline(always)]
    fn step<const N: u32>(self, v: Self::V) -> Self::V {
        each(|i| {
            let by = STEPS[i].unsigned_abs() * N;
            if STEPS[i] > 0 { v[i] << by } else { v[i] >> by }
        })
    }

    #[inline(always)]
    fn entry(self) -> Self::V {
        STEP_ENTRY
    }

    #[inline(always)]
    fn jump(self, v: Self::V) -> Self::V {
        each(|i| {
            let by = JUMPS[i].unsigned_abs();
            (if JUMPS[i] > 0 { v[i] << by } else { v[i] >> by }) & JUMP_ENTRY[i]
        })
    }

    #[inline(always)]
    fn opposite(self, v: Self::V) -> Self::V {
        each(|i| v[i ^ 4])
    }

    #[inline(always)]
    fn meet(self, a: Self::V, b: Self::V) -> Self::Mask {
        each(|i| u64::from(a[i] & b[i] != 0).wrapping_neg())
    }

    #[inline(always)]
    fn chosen(self, mask: Self::Mask) -> u32 {
        mask.iter().map(|lane| lane & 1).sum::<u64>() as u32
    }

    #[inline(always)]
    fn touch(self, a: Self::V, b: Self::V) -> bool {
        self.union(self.and(a, b)) != 0
    }

    #[inline(always)]
    fn keep(self, mask: Self::Mask, v: Self::V) -> Self::V {
        self.and(mask, v)
    }

    #[inline(always)]
    fn or_where(self, a: Self::V, mask: Self::Mask, v: Self::V) -> Self::V {
        each(|i| a[i] | mask[i] & v[i])
    }

    #[inline(always)]
    fn union(self, v: Self::V) -> u64 {
        v.iter().fold(0, |all, lane| all | lane)
    }

    #[inline(always)]
    fn population(self, v: Self::V) -> u32 {
        population(&v)
    }

    #[inline(always)]
    fn load(self, lanes: [u64; 8]) -> Self::V {
        lanes
    }

    #[inline(always)]
    fn to_array(self, v: Self::V) -> [u64; 8] {
        v
    }

    #[inline(always)]
    fn tally_zero(self) -> u64 {
        0
    }

    #[inline(always)]
    fn tally(self, sum: u64, v: Self::V) -> u64 {
        sum + u64::from(self.union(v).count_ones())
    }

    #[inline(always)]
    fn tally_total(self, sum: u64) -> u64 {
        sum
    }
}

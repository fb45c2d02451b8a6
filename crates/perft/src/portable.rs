//! The portable lanes: eight unrolled lanes in plain Rust. They run on every machine, and are the readable twin of the vector back
//! ends.
// `inline(always)`: the lanes are eight words only if the operations are inlined.

use crate::directions::{JUMP_ENTRY, JUMPS, STEP_ENTRY, STEPS};
use crate::lanes::{Kernel, Lanes};

/// The token of the portable lanes, which every machine can run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Portable(());

impl Portable {
    /// Returns the token. 32-bit machines gain nothing from vectors of 64-bit words.
    pub(crate) fn detect() -> Option<Self> {
        cfg!(any(test, target_pointer_width = "64", target_family = "wasm")).then_some(Self(()))
    }
}

/// A bitboard in each lane.
type Boards = [u64; 8];

/// Computes each lane by a function of the lane number. The compiler unrolls the loop.
#[inline(always)]
fn each(f: impl Fn(usize) -> u64) -> Boards {
    [f(0), f(1), f(2), f(3), f(4), f(5), f(6), f(7)]
}

/// Shifts a lane by `times` times its difference.
#[inline(always)]
fn shift(word: u64, difference: i64, times: u32) -> u64 {
    let by = difference.unsigned_abs() as u32 * times;
    if difference > 0 { word << by } else { word >> by }
}

#[inline(always)]
fn union(v: Boards) -> u64 {
    v.iter().fold(0, |all, lane| all | lane)
}

impl Lanes for Portable {
    type V = Boards;

    #[inline(never)]
    fn enter<K: Kernel<Self>>(self, kernel: K) -> K::Output {
        kernel.run(self)
    }

    #[inline(always)]
    fn splat(self, board: u64) -> Boards {
        [board; 8]
    }

    #[inline(always)]
    fn by_kind(self, o: u64, d: u64) -> Boards {
        [o, o, d, d, o, o, d, d]
    }

    #[inline(always)]
    fn and(self, a: Boards, b: Boards) -> Boards {
        each(|i| a[i] & b[i])
    }

    #[inline(always)]
    fn or(self, a: Boards, b: Boards) -> Boards {
        each(|i| a[i] | b[i])
    }

    #[inline(always)]
    fn xor(self, a: Boards, b: Boards) -> Boards {
        each(|i| a[i] ^ b[i])
    }

    #[inline(always)]
    fn and_not(self, a: Boards, b: Boards) -> Boards {
        each(|i| a[i] & !b[i])
    }

    #[inline(always)]
    fn step<const N: u32>(self, v: Boards) -> Boards {
        each(|i| shift(v[i], STEPS[i], N))
    }

    #[inline(always)]
    fn entry(self) -> Boards {
        each(|i| STEP_ENTRY[i].cast_unsigned())
    }

    #[inline(always)]
    fn jump(self, v: Boards) -> Boards {
        each(|i| shift(v[i], JUMPS[i], 1) & JUMP_ENTRY[i].cast_unsigned())
    }

    #[inline(always)]
    fn opposite(self, v: Boards) -> Boards {
        each(|i| v[i ^ 4])
    }

    #[inline(always)]
    fn where_meet(self, a: Boards, b: Boards, v: Boards) -> Boards {
        each(|i| if a[i] & b[i] == 0 { 0 } else { v[i] })
    }

    #[inline(always)]
    fn touch(self, a: Boards, b: Boards) -> bool {
        union(each(|i| a[i] & b[i])) != 0
    }

    #[inline(always)]
    fn union(self, v: Boards) -> u64 {
        union(v)
    }

    #[inline(always)]
    fn population(self, v: Boards) -> u32 {
        v.iter().map(|lane| lane.count_ones()).sum()
    }

    #[inline(always)]
    fn to_array(self, v: Boards) -> Boards {
        v
    }
}

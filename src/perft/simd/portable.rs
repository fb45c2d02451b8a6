//! The portable lanes: eight unrolled lanes in plain Rust. They run on every machine, and they are the readable twin of the
//! vector back ends.
// Inlined always: the lanes are eight words only if the operations are inlined.

use super::directions::{JUMP_ENTRY, JUMPS, STEP_ENTRY, STEPS};
use super::lanes::{Kernel, Lanes};

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

/// A bitboard in each lane.
type Boards = [u64; 8];

/// One lane after the other, by a function of the lane number; the compiler unrolls it.
#[inline(always)]
fn each(f: impl Fn(usize) -> u64) -> Boards {
    [f(0), f(1), f(2), f(3), f(4), f(5), f(6), f(7)]
}

/// Moves a lane by its difference, `times` over.
#[inline(always)]
fn shift(word: u64, difference: i64, times: u32) -> u64 {
    let by = difference.unsigned_abs() as u32 * times;
    if difference > 0 { word << by } else { word >> by }
}

#[inline(always)]
fn union(v: Boards) -> u64 {
    v.iter().fold(0, |all, lane| all | lane)
}

/// Lane operations as ordinary functions: each is the method of the same name.
macro_rules! operations {
    ($(fn $name:ident $(<const $n:ident: $kind:ty>)? ($($arg:ident: $ty:ty),*) -> $out:ty $body:block)*) => {$(
        #[inline(always)]
        fn $name $(<const $n: $kind>)? (self, $($arg: $ty),*) -> $out $body
    )*};
}

impl Lanes for Portable {
    type V = Boards;

    #[inline(never)]
    fn enter<K: Kernel<Self>>(self, kernel: K) -> K::Output {
        kernel.run(self)
    }

    operations! {
        fn splat(board: u64) -> Boards { [board; 8] }
        fn by_kind(o: u64, d: u64) -> Boards { [o, o, d, d, o, o, d, d] }
        fn and(a: Boards, b: Boards) -> Boards { each(|i| a[i] & b[i]) }
        fn or(a: Boards, b: Boards) -> Boards { each(|i| a[i] | b[i]) }
        fn xor(a: Boards, b: Boards) -> Boards { each(|i| a[i] ^ b[i]) }
        fn and_not(a: Boards, b: Boards) -> Boards { each(|i| a[i] & !b[i]) }

        fn step<const N: u32>(v: Boards) -> Boards { each(|i| shift(v[i], STEPS[i], N)) }
        fn entry() -> Boards { each(|i| STEP_ENTRY[i].cast_unsigned()) }
        fn jump(v: Boards) -> Boards { each(|i| shift(v[i], JUMPS[i], 1) & JUMP_ENTRY[i].cast_unsigned()) }
        fn opposite(v: Boards) -> Boards { each(|i| v[i ^ 4]) }

        fn where_meet(a: Boards, b: Boards, v: Boards) -> Boards { each(|i| if a[i] & b[i] == 0 { 0 } else { v[i] }) }
        fn touch(a: Boards, b: Boards) -> bool { union(each(|i| a[i] & b[i])) != 0 }

        fn union(v: Boards) -> u64 { union(v) }
        fn population(v: Boards) -> u32 { v.iter().map(|lane| lane.count_ones()).sum() }
        fn to_array(v: Boards) -> Boards { v }
    }
}

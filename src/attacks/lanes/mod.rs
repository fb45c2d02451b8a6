//! Eight directions at once: the small set of vector operations the whole engine is written in.
//!
//! A sliding piece looks in eight directions, and 64 squares fit in 64 bits, so the natural vector
//! has eight lanes of 64 bits: one board per direction.
//!
//! ```text
//!         lane 3   lane 1   lane 2          the steps, as differences of square numbers:
//!             NW     N     NE
//!               ╲    │    ╱                 lane    0   1   2   3   4   5   6   7
//!  lane 4  W ─────── ■ ─────── E  lane 0    step   +1  +8  +9  +7  -1  -8  -9  -7
//!               ╱    │    ╲                         E   N  NE  NW   W   S  SW  SE
//!             SW     S     SE
//!         lane 6   lane 5   lane 7
//! ```
//!
//! Lanes 0 to 3 step upwards and lanes 4 to 7 step back, so the opposite direction is always four
//! lanes away, and each half of the vector shifts one way only.
//!
//! [`Lanes`] is implemented by a *token*: holding a value of the type is the proof that the machine
//! can run its instructions. [`Plain`] is the one that everyone can hold.

#![expect(clippy::inline_always, reason = "an intrinsic outside its target feature would be a call")]

pub(super) mod list;
pub(crate) mod scene;
mod steps;
mod sweep;
#[cfg(all(feature = "vector", target_arch = "x86_64", target_feature = "sse2"))]
pub(super) mod x86_64;

pub(crate) use sweep::Paths;

use crate::moves::MoveList;
use list::{extend, pawn_to_lowest, to_lowest};
use steps::{JUMP_ENTRY, JUMPS, STEP_ENTRY, STEPS};

/// A question big enough to choose a back end for once: it runs with the instruction set of `L`
/// enabled throughout.
pub(crate) trait Task<L: Lanes> {
    /// The answer.
    type Output;

    /// Answers the question. Implementations are `#[inline(always)]`, so that the body is compiled
    /// with the instructions of the back end that enters it.
    fn run(self, lanes: L) -> Self::Output;
}

/// The operations on eight lanes of 64 bits.
///
/// Every method is meant to be one to three instructions; all are `#[inline(always)]`.
pub(crate) trait Lanes: Copy {
    /// Eight boards, one per direction.
    type V: Copy;
    /// A choice of lanes.
    type Mask: Copy;
    /// A running sum, see [`tally`](Self::tally).
    type Tally: Copy;

    /// Whether all moves are listed sooner with lanes than by looking at one piece after the other, ...
    const LISTS_ALL: bool = false;
    /// ... and whether a few of them are.
    const LISTS_SOME: bool = false;

    /// Runs a task with this back end's instructions enabled; never inlined into the caller.
    fn enter<T: Task<Self>>(self, task: T) -> T::Output;

    /// The same board in each lane.
    fn splat(self, board: u64) -> Self::V;
    /// One board in the four orthogonal lanes, another in the four diagonal lanes.
    fn by_kind(self, orthogonal: u64, diagonal: u64) -> Self::V;
    /// `a & b`
    fn and(self, a: Self::V, b: Self::V) -> Self::V;
    /// `a | b`
    fn or(self, a: Self::V, b: Self::V) -> Self::V;
    /// `a ^ b`
    fn xor(self, a: Self::V, b: Self::V) -> Self::V;
    /// `a & !b`
    fn and_not(self, a: Self::V, b: Self::V) -> Self::V;

    /// Moves each lane `N` steps in its own direction. Squares that leave the board land anywhere
    /// or vanish: the caller masks with [`entry`](Self::entry).
    fn step<const N: u32>(self, v: Self::V) -> Self::V;
    /// Per lane, the squares that one step can enter without having left the board.
    fn entry(self) -> Self::V;
    /// Moves each lane by one of the eight knight jumps, masked to the board.
    fn jump(self, v: Self::V) -> Self::V;
    /// Puts each lane where the opposite direction was.
    fn opposite(self, v: Self::V) -> Self::V;

    /// The lanes in which `a` and `b` meet.
    fn meet(self, a: Self::V, b: Self::V) -> Self::Mask;
    /// How many lanes are chosen.
    fn chosen(self, mask: Self::Mask) -> u32;
    /// Whether `a` and `b` meet in any lane.
    fn touch(self, a: Self::V, b: Self::V) -> bool;
    /// `v` in the chosen lanes, nothing elsewhere.
    fn keep(self, mask: Self::Mask, v: Self::V) -> Self::V;
    /// `a | v` in the chosen lanes, `a` elsewhere.
    fn or_where(self, a: Self::V, mask: Self::Mask, v: Self::V) -> Self::V;

    /// The union of the lanes.
    fn union(self, v: Self::V) -> u64;
    /// How many bits are set in all lanes together.
    fn population(self, v: Self::V) -> u32;
    /// Eight single boards as lanes, for the rare path that makes single ones.
    fn load(self, lanes: [u64; 8]) -> Self::V;
    /// All the lanes, for the rare path that looks at single ones.
    fn to_array(self, v: Self::V) -> [u64; 8];

    /// Adds the moves from one index to the squares of `to` to a list, captures of `them` marked.
    #[inline(always)]
    fn list_targets(self, list: &mut MoveList, from: u16, to: u64, them: u64) {
        extend(list, to, |to| to_lowest(from, to, them));
    }
    /// Adds the moves of pawns that cross `step` indices to reach the squares of `to`.
    #[inline(always)]
    fn list_pawns(self, list: &mut MoveList, to: u64, step: u16, flags: u16) {
        extend(list, to, |to| pawn_to_lowest(to, step, flags));
    }

    /// An empty running sum.
    fn tally_zero(self) -> Self::Tally;
    /// Adds the number of bits set in all lanes, which must be pairwise disjoint.
    fn tally(self, sum: Self::Tally, v: Self::V) -> Self::Tally;
    /// The running sum as a number.
    fn tally_total(self, sum: Self::Tally) -> u64;
}

/// Eight unrolled lanes in plain Rust: runs everywhere, and is the reference for the others.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plain;

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

impl Lanes for Plain {
    type V = [u64; 8];
    /// All ones in the chosen lanes.
    type Mask = [u64; 8];
    type Tally = u64;

    #[inline(never)]
    fn enter<T: Task<Self>>(self, task: T) -> T::Output {
        task.run(self)
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

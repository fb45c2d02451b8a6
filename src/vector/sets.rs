//! Sets of squares as 64-bit words (bit `rank * 8 + file`) and the handful of constants the lanes
//! need, all built from the 0x88 test.

use crate::geometry::{Direction, KNIGHT_OFFSETS};

/// The steps as differences of 0x88 indices, one per lane: upwards in lanes 0 to 3, their opposites in 4 to 7.
const STEPS_88: [i32; 8] = {
    use Direction::{East, North, NorthEast, NorthWest, South, SouthEast, SouthWest, West};
    [
        East as i32,
        North as i32,
        NorthEast as i32,
        NorthWest as i32,
        West as i32,
        South as i32,
        SouthWest as i32,
        SouthEast as i32,
    ]
};
/// The knight jumps in the same order: four upwards, then their opposites.
const JUMPS_88: [i32; 8] = {
    let [a, b, c, d, e, f, g, h] = KNIGHT_OFFSETS;
    [a as i32, h as i32, b as i32, g as i32, e as i32, d as i32, f as i32, c as i32]
};

/// The eight steps as differences of square numbers, one per lane.
pub(crate) const STEPS: [i32; 8] = dense(STEPS_88);
/// The eight knight jumps as differences of square numbers, one per lane.
pub(crate) const JUMPS: [i32; 8] = dense(JUMPS_88);

/// Differences of 0x88 indices as differences of square numbers: a rank is 8 there, not 16.
const fn dense(differences: [i32; 8]) -> [i32; 8] {
    let mut out = differences;
    let mut lane = 0;
    while lane < 8 {
        let ranks = (differences[lane] + 8) >> 4;
        out[lane] -= 8 * ranks;
        lane += 1;
    }
    out
}

/// Per lane, the squares a step can enter without having left the board.
pub(crate) const STEP_ENTRY: [u64; 8] = entries(STEPS_88);
/// Per lane, the squares a jump can enter without having left the board.
pub(crate) const JUMP_ENTRY: [u64; 8] = entries(JUMPS_88);

/// A square can be entered when the index one step back passes the 0x88 test.
const fn entries(steps: [i32; 8]) -> [u64; 8] {
    let mut out = [0; 8];
    let mut lane = 0;
    while lane < 8 {
        let mut n = 0;
        while n < 64 {
            let back = index_88(n).cast_signed() - steps[lane];
            if back & !0x77 == 0 {
                out[lane] |= 1 << n;
            }
            n += 1;
        }
        lane += 1;
    }
    out
}

/// The 0x88 index of square number `n`: each rank above the first skips eight more bytes.
pub(crate) const fn index_88(n: u32) -> u32 {
    n + (n & 0x38)
}

/// The 0x88 index of the only square in a set.
#[inline(always)]
pub(crate) const fn index_of_bit(bit: u64) -> u16 {
    index_88(bit.trailing_zeros()) as u16
}

const NOT_A: u64 = !0x0101_0101_0101_0101;
const NOT_H: u64 = !0x8080_8080_8080_8080;
const NOT_AB: u64 = !0x0303_0303_0303_0303;
const NOT_GH: u64 = !0xC0C0_C0C0_C0C0_C0C0;

/// Everything the knights in a set attack.
#[inline(always)]
pub(crate) const fn knight_attacks(set: u64) -> u64 {
    let one = (set << 1 & NOT_A) | (set >> 1 & NOT_H);
    let two = (set << 2 & NOT_AB) | (set >> 2 & NOT_GH);
    one << 16 | one >> 16 | two << 8 | two >> 8
}

/// Everything a king on each square of a set attacks.
#[inline(always)]
pub(crate) const fn king_attacks(set: u64) -> u64 {
    let sides = (set << 1 & NOT_A) | (set >> 1 & NOT_H);
    let row = set | sides;
    sides | row << 8 | row >> 8
}

/// The squares diagonally next to a set.
#[inline(always)]
pub(crate) const fn diagonal_steps(set: u64) -> u64 {
    let sides = (set << 1 & NOT_A) | (set >> 1 & NOT_H);
    sides << 8 | sides >> 8
}

/// One rank forward.
#[inline(always)]
pub(crate) const fn forward<const WHITE: bool>(set: u64) -> u64 {
    if WHITE { set << 8 } else { set >> 8 }
}

/// One rank forward and one file towards h.
#[inline(always)]
pub(crate) const fn forward_east<const WHITE: bool>(set: u64) -> u64 {
    NOT_A & if WHITE { set << 9 } else { set >> 7 }
}

/// One rank forward and one file towards a.
#[inline(always)]
pub(crate) const fn forward_west<const WHITE: bool>(set: u64) -> u64 {
    NOT_H & if WHITE { set << 7 } else { set >> 9 }
}

/// Everything the pawns of one colour in a set attack.
#[inline(always)]
pub(crate) const fn pawn_attacks<const WHITE: bool>(set: u64) -> u64 {
    forward_east::<WHITE>(set) | forward_west::<WHITE>(set)
}

/// The rank `relative` (0 to 7) as the colour counts ranks.
#[inline(always)]
pub(crate) const fn rank<const WHITE: bool>(relative: u32) -> u64 {
    let rank = if WHITE { relative } else { 7 - relative };
    0xFF << (8 * rank)
}

/// All squares from one bit to another in numerical order, both included.
#[inline(always)]
pub(crate) const fn span(a: u64, b: u64) -> u64 {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    high | (high - low)
}

/// The squares of a set one by one, each as a set of its own.
pub(crate) struct Bits(pub(crate) u64);

impl Iterator for Bits {
    type Item = u64;

    #[inline(always)]
    fn next(&mut self) -> Option<u64> {
        let lowest = self.0 & self.0.wrapping_neg();
        self.0 ^= lowest;
        (lowest != 0).then_some(lowest)
    }
}

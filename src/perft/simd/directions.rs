//! The direction of each lane: the constants of the eight lanes, all computed with the 0x88 test.

use crate::attacks::bitboard::index_88;
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
pub(super) const STEPS: [i32; 8] = dense(STEPS_88);
/// The eight knight jumps as differences of square numbers, one per lane.
pub(super) const JUMPS: [i32; 8] = dense(JUMPS_88);

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

/// Per lane, the squares that a step can enter from another square of the board.
pub(super) const STEP_ENTRY: [u64; 8] = entries(STEPS_88);
/// Per lane, the squares that a jump can enter from another square of the board.
pub(super) const JUMP_ENTRY: [u64; 8] = entries(JUMPS_88);

/// The squares from which the index one step back passes the 0x88 test.
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

//! The direction of each lane: the constants of the eight lanes, all computed with the 0x88 test.

use crate::attacks::bits::bit_of;
use crate::geometry::{Direction, KNIGHT_OFFSETS, Square};

/// The steps as differences of 0x88 indices, one per lane: upwards in lanes 0 to 3, their opposites in 4 to 7.
const STEPS_88: [i8; 8] = {
    use Direction::{East, North, NorthEast, NorthWest, South, SouthEast, SouthWest, West};
    [
        East as i8,
        North as i8,
        NorthEast as i8,
        NorthWest as i8,
        West as i8,
        South as i8,
        SouthWest as i8,
        SouthEast as i8,
    ]
};
/// The knight jumps in the same order: four upwards, then their opposites.
const JUMPS_88: [i8; 8] = {
    let [a, b, c, d, e, f, g, h] = KNIGHT_OFFSETS;
    [a, h, b, g, e, d, f, c]
};

/// The eight steps as differences of square numbers, one per lane.
pub(super) const STEPS: [i8; 8] = dense(STEPS_88);
/// The eight knight jumps as differences of square numbers, one per lane.
pub(super) const JUMPS: [i8; 8] = dense(JUMPS_88);

/// Differences of 0x88 indices as differences of square numbers: a rank is 8 there, not 16.
const fn dense(mut differences: [i8; 8]) -> [i8; 8] {
    let mut lane = 0;
    while lane < 8 {
        let ranks = (differences[lane] + 8) >> 4;
        differences[lane] -= 8 * ranks;
        lane += 1;
    }
    differences
}

/// Per lane, the squares that a step can enter from another square of the board.
pub(super) const STEP_ENTRY: [u64; 8] = entries(STEPS_88);
/// Per lane, the squares that a jump can enter from another square of the board.
pub(super) const JUMP_ENTRY: [u64; 8] = entries(JUMPS_88);

/// The squares from which the index one step back passes the 0x88 test.
const fn entries(steps: [i8; 8]) -> [u64; 8] {
    let mut out = [0; 8];
    let mut n = 0;
    while n < 8 * Square::COUNT {
        let (lane, square) = (n / Square::COUNT, Square::ALL[n % Square::COUNT]);
        if square.offset(-steps[lane]).is_some() {
            out[lane] |= bit_of(square);
        }
        n += 1;
    }
    out
}

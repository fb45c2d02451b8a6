//! The direction of each lane: constants of eight lanes, computed with the 0x88 test. They are signed words, as the intrinsics take
//! them: converting them at each use would dominate compile time.

use chess0x88::Square;
use chess0x88::offsets::{Direction, KNIGHT_OFFSETS};

use crate::sets::bit_of;

/// The steps as differences of 0x88 indices, one per lane: upwards in lanes 0 to 3, their opposites in 4 to 7.
const STEPS_88: [i8; 8] = {
    let [n, e, s, w, ne, se, sw, nw] = Direction::ALL;
    [e as i8, n as i8, ne as i8, nw as i8, w as i8, s as i8, sw as i8, se as i8]
};
/// The knight jumps in the same order: four upwards, then their opposites.
const JUMPS_88: [i8; 8] = {
    let [a, b, c, d, e, f, g, h] = KNIGHT_OFFSETS;
    [a, h, b, g, e, d, f, c]
};

/// The eight steps as differences of square numbers, one per lane.
pub(crate) const STEPS: [i64; 8] = dense(STEPS_88);
/// The eight knight jumps as differences of square numbers, one per lane.
pub(crate) const JUMPS: [i64; 8] = dense(JUMPS_88);

/// Differences of 0x88 indices as differences of square numbers: a rank is 8 there, not 16.
const fn dense(differences: [i8; 8]) -> [i64; 8] {
    let (mut dense, mut lane) = ([0; 8], 0);
    while lane < 8 {
        let ranks = (differences[lane] + 8) >> 4;
        dense[lane] = (differences[lane] - 8 * ranks) as i64;
        lane += 1;
    }
    dense
}

/// Per lane, the squares that a step from the board can enter.
pub(crate) const STEP_ENTRY: [i64; 8] = entries(STEPS_88);
/// Per lane, the squares that a jump from the board can enter.
pub(crate) const JUMP_ENTRY: [i64; 8] = entries(JUMPS_88);

/// The squares whose neighbour one step back passes the 0x88 test.
const fn entries(steps: [i8; 8]) -> [i64; 8] {
    let mut out = [0; 8];
    let mut n = 0;
    while n < 8 * Square::COUNT {
        let (lane, square) = (n / Square::COUNT, Square::ALL[n % Square::COUNT]);
        if square.checked_add(-steps[lane]).is_some() {
            out[lane] |= bit_of(square).cast_signed();
        }
        n += 1;
    }
    out
}

//! NEON: four registers of two lanes each. Every 64-bit Arm has NEON. (Targets without floating point use the portable lanes.)
#![allow(clippy::wildcard_imports, reason = "intrinsics; the lint holds for the library, not for its tests")]
#![expect(unsafe_code, reason = "entering instructions the build is known to have")]
#![expect(clippy::many_single_char_names, reason = "eight lanes are a to h")]

use core::arch::aarch64::*;

use crate::directions::{JUMP_ENTRY, JUMPS, STEP_ENTRY, STEPS};
use crate::lanes::{Kernel, Lanes};

/// The lanes in order, two per register.
type Four = [uint64x2_t; 4];

/// The common bits of two operands.
#[inline]
#[target_feature(enable = "neon")]
fn both(a: Four, b: Four) -> Four {
    [vandq_u64(a[0], b[0]), vandq_u64(a[1], b[1]), vandq_u64(a[2], b[2]), vandq_u64(a[3], b[3])]
}

/// Eight words in four registers. A constant operand compiles to plain loads.
#[inline]
#[target_feature(enable = "neon")]
fn words([a, b, c, d, e, f, g, h]: [i64; 8]) -> Four {
    [two(a, b), two(c, d), two(e, f), two(g, h)]
}

#[inline]
#[target_feature(enable = "neon")]
fn two(low: i64, high: i64) -> uint64x2_t {
    vcombine_u64(vcreate_u64(low.cast_unsigned()), vcreate_u64(high.cast_unsigned()))
}

/// Shifts two lanes by their differences: to the right if negative.
#[inline]
#[target_feature(enable = "neon")]
fn shift_two(v: uint64x2_t, by: uint64x2_t) -> uint64x2_t {
    vshlq_u64(v, vreinterpretq_s64_u64(by))
}

/// Shifts each lane by `n` times its difference.
#[inline]
#[target_feature(enable = "neon")]
fn shift(v: Four, [a, b, c, d, e, f, g, h]: [i64; 8], n: i64) -> Four {
    let by = words([a * n, b * n, c * n, d * n, e * n, f * n, g * n, h * n]);
    [shift_two(v[0], by[0]), shift_two(v[1], by[1]), shift_two(v[2], by[2]), shift_two(v[3], by[3])]
}

/// The unions of the even and of the odd lanes.
#[inline]
#[target_feature(enable = "neon")]
fn union_of_four(v: Four) -> uint64x2_t {
    vorrq_u64(vorrq_u64(v[0], v[1]), vorrq_u64(v[2], v[3]))
}

/// The number of set bits in each byte.
#[inline]
#[target_feature(enable = "neon")]
fn bits(v: uint64x2_t) -> uint8x16_t {
    vcntq_u8(vreinterpretq_u8_u64(v))
}

back_end! {
    /// Proof that the machine has NEON, as every machine that can run this module.
    Neon needs ["neon"];

    type V = Four;

    fn splat(board: u64) -> Four { [vdupq_n_u64(board); 4] }
    fn by_kind(orthogonal: u64, diagonal: u64) -> Four {
        let (orthogonal, diagonal) = (vdupq_n_u64(orthogonal), vdupq_n_u64(diagonal));
        [orthogonal, diagonal, orthogonal, diagonal]
    }
    fn and(a: Four, b: Four) -> Four { both(a, b) }
    fn or(a: Four, b: Four) -> Four { [vorrq_u64(a[0], b[0]), vorrq_u64(a[1], b[1]), vorrq_u64(a[2], b[2]), vorrq_u64(a[3], b[3])] }
    fn xor(a: Four, b: Four) -> Four { [veorq_u64(a[0], b[0]), veorq_u64(a[1], b[1]), veorq_u64(a[2], b[2]), veorq_u64(a[3], b[3])] }
    fn and_not(a: Four, b: Four) -> Four { [vbicq_u64(a[0], b[0]), vbicq_u64(a[1], b[1]), vbicq_u64(a[2], b[2]), vbicq_u64(a[3], b[3])] }

    fn step<const N: u32>(v: Four) -> Four { shift(v, STEPS, N.into()) }
    fn entry() -> Four { words(STEP_ENTRY) }
    fn jump(v: Four) -> Four { both(shift(v, JUMPS, 1), words(JUMP_ENTRY)) }
    fn opposite(v: Four) -> Four { [v[2], v[3], v[0], v[1]] }

    fn where_meet(a: Four, b: Four, v: Four) -> Four {
        both([vtstq_u64(a[0], b[0]), vtstq_u64(a[1], b[1]), vtstq_u64(a[2], b[2]), vtstq_u64(a[3], b[3])], v)
    }
    fn touch(a: Four, b: Four) -> bool {
        vmaxvq_u32(vreinterpretq_u32_u64(union_of_four(both(a, b)))) != 0
    }

    fn union(v: Four) -> u64 {
        let two = union_of_four(v);
        vgetq_lane_u64::<0>(two) | vgetq_lane_u64::<1>(two)
    }
    fn population(v: Four) -> u32 {
        // A byte of the sum is at most 32.
        let sum = vaddq_u8(vaddq_u8(bits(v[0]), bits(v[1])), vaddq_u8(bits(v[2]), bits(v[3])));
        vaddlvq_u8(sum).into()
    }
    fn to_array(v: Four) -> [u64; 8] {
        let [a, b, c, d] = v;
        [
            vgetq_lane_u64::<0>(a), vgetq_lane_u64::<1>(a), vgetq_lane_u64::<0>(b), vgetq_lane_u64::<1>(b),
            vgetq_lane_u64::<0>(c), vgetq_lane_u64::<1>(c), vgetq_lane_u64::<0>(d), vgetq_lane_u64::<1>(d),
        ]
    }
}

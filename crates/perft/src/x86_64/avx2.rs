//! AVX2 (Haswell, Zen and later): one register for the directions that shift left, and one for those that shift right.
#![allow(clippy::wildcard_imports, reason = "intrinsics; the lint holds for the library, not for its tests")]
#![expect(unsafe_code, reason = "entering instructions the machine is known to have")]

use core::arch::x86_64::*;

use crate::directions::{JUMP_ENTRY, JUMPS, STEP_ENTRY, STEPS};
use crate::lanes::{Kernel, Lanes};

/// The left-shifting lanes 0 to 3, then the right-shifting lanes 4 to 7.
type Pair = [__m256i; 2];

/// Eight words as a pair of registers. A constant operand compiles to plain loads.
#[inline]
#[target_feature(enable = "avx2")]
fn pair([a, b, c, d, e, f, g, h]: [i64; 8]) -> Pair {
    [_mm256_set_epi64x(d, c, b, a), _mm256_set_epi64x(h, g, f, e)]
}

/// Shifts each lane by `times` times its difference. Lanes 4 to 7 have the opposite differences of lanes 0 to 3.
#[inline]
#[target_feature(enable = "avx2")]
fn shift(v: Pair, [a, b, c, d, ..]: [i64; 8], times: i64) -> Pair {
    let by = _mm256_set_epi64x(d * times, c * times, b * times, a * times);
    [_mm256_sllv_epi64(v[0], by), _mm256_srlv_epi64(v[1], by)]
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn union_of_four(four: __m256i) -> u64 {
    let two = _mm_or_si128(_mm256_castsi256_si128(four), _mm256_extracti128_si256::<1>(four));
    (_mm_cvtsi128_si64(two) | _mm_extract_epi64::<1>(two)).cast_unsigned()
}

#[inline]
#[target_feature(enable = "avx2")]
fn two_lanes(two: __m128i) -> [u64; 2] {
    [_mm_cvtsi128_si64(two).cast_unsigned(), _mm_extract_epi64::<1>(two).cast_unsigned()]
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn lanes_of([low, high]: Pair) -> [u64; 8] {
    let [a, b] = two_lanes(_mm256_castsi256_si128(low));
    let [c, d] = two_lanes(_mm256_extracti128_si256::<1>(low));
    let [e, f] = two_lanes(_mm256_castsi256_si128(high));
    let [g, h] = two_lanes(_mm256_extracti128_si256::<1>(high));
    [a, b, c, d, e, f, g, h]
}

back_end! {
    /// Proof that the machine has AVX2 and the bit instructions that came with it.
    Avx2 needs ["avx2" "bmi1" "bmi2" "lzcnt" "popcnt"];

    type V = Pair;

    fn splat(board: u64) -> Pair { [_mm256_set1_epi64x(board.cast_signed()); 2] }
    fn by_kind(orthogonal: u64, diagonal: u64) -> Pair {
        let (orthogonal, diagonal) = (orthogonal.cast_signed(), diagonal.cast_signed());
        [_mm256_blend_epi32::<0b1111_0000>(_mm256_set1_epi64x(orthogonal), _mm256_set1_epi64x(diagonal)); 2]
    }
    fn and(a: Pair, b: Pair) -> Pair { [_mm256_and_si256(a[0], b[0]), _mm256_and_si256(a[1], b[1])] }
    fn or(a: Pair, b: Pair) -> Pair { [_mm256_or_si256(a[0], b[0]), _mm256_or_si256(a[1], b[1])] }
    fn xor(a: Pair, b: Pair) -> Pair { [_mm256_xor_si256(a[0], b[0]), _mm256_xor_si256(a[1], b[1])] }
    fn and_not(a: Pair, b: Pair) -> Pair { [_mm256_andnot_si256(b[0], a[0]), _mm256_andnot_si256(b[1], a[1])] }

    fn step<const N: u32>(v: Pair) -> Pair { shift(v, STEPS, N.into()) }
    fn entry() -> Pair { pair(STEP_ENTRY) }
    fn jump(v: Pair) -> Pair {
        let (jumped, entry) = (shift(v, JUMPS, 1), pair(JUMP_ENTRY));
        [_mm256_and_si256(jumped[0], entry[0]), _mm256_and_si256(jumped[1], entry[1])]
    }
    fn opposite(v: Pair) -> Pair { [v[1], v[0]] }

    fn where_meet(a: Pair, b: Pair, v: Pair) -> Pair {
        let (zero, common) = (_mm256_setzero_si256(), [_mm256_and_si256(a[0], b[0]), _mm256_and_si256(a[1], b[1])]);
        let apart = [_mm256_cmpeq_epi64(common[0], zero), _mm256_cmpeq_epi64(common[1], zero)];
        [_mm256_andnot_si256(apart[0], v[0]), _mm256_andnot_si256(apart[1], v[1])]
    }
    fn touch(a: Pair, b: Pair) -> bool {
        let both = _mm256_or_si256(_mm256_and_si256(a[0], b[0]), _mm256_and_si256(a[1], b[1]));
        _mm256_testz_si256(both, both) == 0
    }

    fn union(v: Pair) -> u64 { union_of_four(_mm256_or_si256(v[0], v[1])) }
    fn population(v: Pair) -> u32 { lanes_of(v).iter().map(|lane| lane.count_ones()).sum() }
    fn to_array(v: Pair) -> [u64; 8] { lanes_of(v) }
}

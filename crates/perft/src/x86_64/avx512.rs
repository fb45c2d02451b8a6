//! AVX-512 with VPOPCNTDQ (Ice Lake, Sapphire Rapids, Zen 4 and later): all eight lanes in one register.
#![allow(clippy::wildcard_imports, reason = "intrinsics; the lint holds for the library, not for its tests")]
#![expect(unsafe_code, reason = "entering instructions the machine is known to have")]

use core::arch::x86_64::*;

use super::avx2::{lanes_of, union_of_four};
use crate::directions::{JUMP_ENTRY, JUMPS, STEP_ENTRY, STEPS};
use crate::lanes::{Kernel, Lanes};

/// Eight words as a register. A constant operand compiles to a plain load.
#[inline]
#[target_feature(enable = "avx512f")]
fn words([a, b, c, d, e, f, g, h]: [i64; 8]) -> __m512i {
    _mm512_set_epi64(h, g, f, e, d, c, b, a)
}

/// Shifts each lane by `n` times its difference: a left rotation, whose instruction uses the lowest six bits.
#[inline]
#[target_feature(enable = "avx512f")]
fn shift(v: __m512i, [a, b, c, d, e, f, g, h]: [i64; 8], n: i64) -> __m512i {
    _mm512_rolv_epi64(v, words([a * n, b * n, c * n, d * n, e * n, f * n, g * n, h * n]))
}

back_end! {
    /// Proof that the machine has AVX-512 with VPOPCNTDQ.
    Avx512 needs ["avx512f" "avx512bw" "avx512dq" "avx512vl" "avx512vpopcntdq" "bmi1" "bmi2" "lzcnt" "popcnt"];

    type V = __m512i;

    fn splat(board: u64) -> __m512i { _mm512_set1_epi64(board.cast_signed()) }
    fn by_kind(orthogonal: u64, diagonal: u64) -> __m512i {
        _mm512_mask_set1_epi64(
            _mm512_set1_epi64(orthogonal.cast_signed()), 0b1100_1100, diagonal.cast_signed())
    }
    fn and(a: __m512i, b: __m512i) -> __m512i { _mm512_and_si512(a, b) }
    fn or(a: __m512i, b: __m512i) -> __m512i { _mm512_or_si512(a, b) }
    fn xor(a: __m512i, b: __m512i) -> __m512i { _mm512_xor_si512(a, b) }
    fn and_not(a: __m512i, b: __m512i) -> __m512i { _mm512_andnot_si512(b, a) }

    fn step<const N: u32>(v: __m512i) -> __m512i { shift(v, STEPS, N.into()) }
    fn entry() -> __m512i { words(STEP_ENTRY) }
    fn jump(v: __m512i) -> __m512i { _mm512_and_si512(shift(v, JUMPS, 1), words(JUMP_ENTRY)) }
    fn opposite(v: __m512i) -> __m512i { _mm512_shuffle_i64x2::<0b01_00_11_10>(v, v) }

    fn where_meet(a: __m512i, b: __m512i, v: __m512i) -> __m512i {
        _mm512_maskz_mov_epi64(_mm512_test_epi64_mask(a, b), v)
    }
    fn touch(a: __m512i, b: __m512i) -> bool { _mm512_test_epi64_mask(a, b) != 0 }

    fn union(v: __m512i) -> u64 {
        union_of_four(_mm256_or_si256(_mm512_castsi512_si256(v), _mm512_extracti64x4_epi64::<1>(v)))
    }
    fn population(v: __m512i) -> u32 { _mm512_reduce_add_epi64(_mm512_popcnt_epi64(v)).cast_unsigned() as u32 }
    fn to_array(v: __m512i) -> [u64; 8] {
        lanes_of([_mm512_castsi512_si256(v), _mm512_extracti64x4_epi64::<1>(v)])
    }
}

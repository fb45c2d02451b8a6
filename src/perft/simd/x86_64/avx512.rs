//! AVX-512 with VPOPCNTDQ (Ice Lake, Sapphire Rapids, Zen 4 and later): all eight lanes in one register.
#![expect(unsafe_code, reason = "entering instructions the machine is known to have")]

use core::arch::x86_64::{
    __m512i, __mmask8, _mm_cvtsi128_si64, _mm_extract_epi64, _mm_or_si128, _mm256_castsi256_si128,
    _mm256_extracti128_si256, _mm256_or_si256, _mm512_add_epi64, _mm512_and_si512, _mm512_andnot_si512,
    _mm512_castsi512_si256, _mm512_extracti64x4_epi64, _mm512_mask_or_epi64, _mm512_mask_set1_epi64,
    _mm512_maskz_mov_epi64, _mm512_or_si512, _mm512_popcnt_epi64, _mm512_reduce_add_epi64, _mm512_rolv_epi64,
    _mm512_set_epi64, _mm512_set1_epi64, _mm512_setzero_si512, _mm512_shuffle_i64x2, _mm512_test_epi64_mask,
    _mm512_xor_si512,
};

use super::{back_end, has_features, with_features};
use crate::perft::simd::directions::{JUMP_ENTRY, JUMPS, STEP_ENTRY, STEPS};
use crate::perft::simd::lanes::{Entry, Lanes};

/// Eight words as a register; a constant operand becomes a plain load.
#[inline]
#[target_feature(enable = "avx512f")]
fn words(v: [u64; 8]) -> __m512i {
    let [a, b, c, d, e, f, g, h] = v.map(u64::cast_signed);
    _mm512_set_epi64(h, g, f, e, d, c, b, a)
}

/// Rotation counts (to the left) that move each lane by its difference, `times` over.
const fn rotations(differences: [i32; 8], times: i32) -> [u64; 8] {
    let mut out = [0; 8];
    let mut lane = 0;
    while lane < 8 {
        out[lane] = (differences[lane] * times).rem_euclid(64) as u64;
        lane += 1;
    }
    out
}

back_end! {
    /// Proof that the machine has AVX-512 with VPOPCNTDQ.
    Avx512 needs ["avx512f" "avx512bw" "avx512dq" "avx512vl" "avx512vpopcntdq" "bmi1" "bmi2" "lzcnt" "popcnt"];

    type V = __m512i;
    type Mask = __mmask8;
    type Tally = __m512i;

    fn splat(board: u64) -> __m512i { _mm512_set1_epi64(board.cast_signed()) }
    fn by_kind(orthogonal: u64, diagonal: u64) -> __m512i {
        _mm512_mask_set1_epi64(
            _mm512_set1_epi64(orthogonal.cast_signed()), 0b1100_1100, diagonal.cast_signed())
    }
    fn and(a: __m512i, b: __m512i) -> __m512i { _mm512_and_si512(a, b) }
    fn or(a: __m512i, b: __m512i) -> __m512i { _mm512_or_si512(a, b) }
    fn xor(a: __m512i, b: __m512i) -> __m512i { _mm512_xor_si512(a, b) }
    fn and_not(a: __m512i, b: __m512i) -> __m512i { _mm512_andnot_si512(b, a) }

    fn step<const N: u32>(v: __m512i) -> __m512i {
        _mm512_rolv_epi64(v, words(const { rotations(STEPS, N.cast_signed()) }))
    }
    fn entry() -> __m512i { words(STEP_ENTRY) }
    fn jump(v: __m512i) -> __m512i {
        _mm512_and_si512(
            _mm512_rolv_epi64(v, words(const { rotations(JUMPS, 1) })), words(JUMP_ENTRY))
    }
    fn opposite(v: __m512i) -> __m512i { _mm512_shuffle_i64x2::<0b01_00_11_10>(v, v) }

    fn meet(a: __m512i, b: __m512i) -> __mmask8 { _mm512_test_epi64_mask(a, b) }
    fn chosen(mask: __mmask8) -> u32 { mask.count_ones() }
    fn touch(a: __m512i, b: __m512i) -> bool { _mm512_test_epi64_mask(a, b) != 0 }
    fn keep(mask: __mmask8, v: __m512i) -> __m512i { _mm512_maskz_mov_epi64(mask, v) }
    fn or_where(a: __m512i, mask: __mmask8, v: __m512i) -> __m512i {
        _mm512_mask_or_epi64(a, mask, a, v)
    }

    fn union(v: __m512i) -> u64 {
        let four = _mm256_or_si256(_mm512_castsi512_si256(v), _mm512_extracti64x4_epi64::<1>(v));
        let two = _mm_or_si128(_mm256_castsi256_si128(four), _mm256_extracti128_si256::<1>(four));
        (_mm_cvtsi128_si64(two) | _mm_extract_epi64::<1>(two)).cast_unsigned()
    }
    fn population(v: __m512i) -> u32 {
        _mm512_reduce_add_epi64(_mm512_popcnt_epi64(v)).cast_unsigned() as u32
    }
    fn load(lanes: [u64; 8]) -> __m512i { words(lanes) }
    fn to_array(v: __m512i) -> [u64; 8] {
        let lanes = |w: core::arch::x86_64::__m256i| {
            let (low, high) = (_mm256_castsi256_si128(w), _mm256_extracti128_si256::<1>(w));
            [
                _mm_cvtsi128_si64(low), _mm_extract_epi64::<1>(low),
                _mm_cvtsi128_si64(high), _mm_extract_epi64::<1>(high),
            ]
        };
        let [a, b, c, d] = lanes(_mm512_castsi512_si256(v));
        let [e, f, g, h] = lanes(_mm512_extracti64x4_epi64::<1>(v));
        [a, b, c, d, e, f, g, h].map(i64::cast_unsigned)
    }

    fn tally_zero() -> __m512i { _mm512_setzero_si512() }
    fn tally(sum: __m512i, v: __m512i) -> __m512i {
        _mm512_add_epi64(sum, _mm512_popcnt_epi64(v))
    }
    fn tally_total(sum: __m512i) -> u64 { _mm512_reduce_add_epi64(sum).cast_unsigned() }
}

//! AVX2 (Haswell, Zen and later): two registers, one for the directions that shift left and one for
//! those that shift right.
#![expect(unsafe_code, reason = "entering instructions the machine is known to have")]

use core::arch::x86_64::{
    __m256i, _mm_cvtsi128_si64, _mm_extract_epi64, _mm_or_si128, _mm256_and_si256, _mm256_andnot_si256,
    _mm256_blend_epi32, _mm256_castsi256_pd, _mm256_castsi256_si128, _mm256_cmpeq_epi64, _mm256_extracti128_si256,
    _mm256_movemask_pd, _mm256_or_si256, _mm256_set_epi64x, _mm256_set1_epi64x, _mm256_setzero_si256,
    _mm256_sllv_epi64, _mm256_srlv_epi64, _mm256_testz_si256, _mm256_xor_si256,
};

use super::{back_end, has_features, with_features};
use crate::perft::simd::directions::{JUMP_ENTRY, JUMPS, STEP_ENTRY, STEPS};
use crate::perft::simd::lanes::{Entry, Lanes};

/// The left-shifting lanes 0 to 3, then the right-shifting lanes 4 to 7.
type Pair = [__m256i; 2];

/// Four words as a register; a constant operand becomes a plain load.
#[inline]
#[target_feature(enable = "avx2")]
fn words(a: u64, b: u64, c: u64, d: u64) -> __m256i {
    _mm256_set_epi64x(d.cast_signed(), c.cast_signed(), b.cast_signed(), a.cast_signed())
}

/// Eight words as a pair of registers.
#[inline]
#[target_feature(enable = "avx2")]
fn pair(v: [u64; 8]) -> Pair {
    let [a, b, c, d, e, f, g, h] = v;
    [words(a, b, c, d), words(e, f, g, h)]
}

/// How far each lane shifts to cross its difference `times` over.
const fn distances(differences: [i32; 8], times: u32) -> [u64; 8] {
    let mut out = [0; 8];
    let mut lane = 0;
    while lane < 8 {
        out[lane] = (differences[lane].unsigned_abs() * times) as u64;
        lane += 1;
    }
    out
}

/// The union of four lanes.
#[inline]
#[target_feature(enable = "avx2")]
fn union_of_four(four: __m256i) -> u64 {
    let two = _mm_or_si128(_mm256_castsi256_si128(four), _mm256_extracti128_si256::<1>(four));
    (_mm_cvtsi128_si64(two) | _mm_extract_epi64::<1>(two)).cast_unsigned()
}

/// All the lanes as words.
#[inline]
#[target_feature(enable = "avx2")]
fn lanes_of(v: Pair) -> [u64; 8] {
    let four = |w: __m256i| {
        let (low, high) = (_mm256_castsi256_si128(w), _mm256_extracti128_si256::<1>(w));
        [_mm_cvtsi128_si64(low), _mm_extract_epi64::<1>(low), _mm_cvtsi128_si64(high), _mm_extract_epi64::<1>(high)]
    };
    let [a, b, c, d] = four(v[0]);
    let [e, f, g, h] = four(v[1]);
    [a, b, c, d, e, f, g, h].map(i64::cast_unsigned)
}

back_end! {
    /// Proof that the machine has AVX2 and the bit instructions that came with it.
    Avx2 needs ["avx2" "bmi1" "bmi2" "lzcnt" "popcnt"];

    type V = Pair;
    /// All ones in the lanes that are *not* chosen, as the comparison with zero leaves them.
    type Mask = Pair;
    type Tally = u64;

    fn splat(board: u64) -> Pair { [_mm256_set1_epi64x(board.cast_signed()); 2] }
    fn by_kind(orthogonal: u64, diagonal: u64) -> Pair {
        let four = _mm256_blend_epi32::<0b1111_0000>(
            _mm256_set1_epi64x(orthogonal.cast_signed()),
            _mm256_set1_epi64x(diagonal.cast_signed()),
        );
        [four; 2]
    }
    fn and(a: Pair, b: Pair) -> Pair {
        [_mm256_and_si256(a[0], b[0]), _mm256_and_si256(a[1], b[1])]
    }
    fn or(a: Pair, b: Pair) -> Pair {
        [_mm256_or_si256(a[0], b[0]), _mm256_or_si256(a[1], b[1])]
    }
    fn xor(a: Pair, b: Pair) -> Pair {
        [_mm256_xor_si256(a[0], b[0]), _mm256_xor_si256(a[1], b[1])]
    }
    fn and_not(a: Pair, b: Pair) -> Pair {
        [_mm256_andnot_si256(b[0], a[0]), _mm256_andnot_si256(b[1], a[1])]
    }

    fn step<const N: u32>(v: Pair) -> Pair {
        let by = pair(const { distances(STEPS, N) });
        [_mm256_sllv_epi64(v[0], by[0]), _mm256_srlv_epi64(v[1], by[1])]
    }
    fn entry() -> Pair { pair(STEP_ENTRY) }
    fn jump(v: Pair) -> Pair {
        let by = pair(const { distances(JUMPS, 1) });
        let on = pair(JUMP_ENTRY);
        [
            _mm256_and_si256(_mm256_sllv_epi64(v[0], by[0]), on[0]),
            _mm256_and_si256(_mm256_srlv_epi64(v[1], by[1]), on[1]),
        ]
    }
    fn opposite(v: Pair) -> Pair { [v[1], v[0]] }

    fn meet(a: Pair, b: Pair) -> Pair {
        let zero = _mm256_setzero_si256();
        [
            _mm256_cmpeq_epi64(_mm256_and_si256(a[0], b[0]), zero),
            _mm256_cmpeq_epi64(_mm256_and_si256(a[1], b[1]), zero),
        ]
    }
    fn chosen(mask: Pair) -> u32 {
        let apart = |m: __m256i| _mm256_movemask_pd(_mm256_castsi256_pd(m)).count_ones();
        8 - apart(mask[0]) - apart(mask[1])
    }
    fn touch(a: Pair, b: Pair) -> bool {
        let both = _mm256_or_si256(_mm256_and_si256(a[0], b[0]), _mm256_and_si256(a[1], b[1]));
        _mm256_testz_si256(both, both) == 0
    }
    fn keep(mask: Pair, v: Pair) -> Pair {
        [_mm256_andnot_si256(mask[0], v[0]), _mm256_andnot_si256(mask[1], v[1])]
    }
    fn or_where(a: Pair, mask: Pair, v: Pair) -> Pair {
        [
            _mm256_or_si256(a[0], _mm256_andnot_si256(mask[0], v[0])),
            _mm256_or_si256(a[1], _mm256_andnot_si256(mask[1], v[1])),
        ]
    }

    fn union(v: Pair) -> u64 { union_of_four(_mm256_or_si256(v[0], v[1])) }
    fn population(v: Pair) -> u32 {
        lanes_of(v).iter().map(|lane| lane.count_ones()).sum()
    }
    fn load(lanes: [u64; 8]) -> Pair { pair(lanes) }
    fn to_array(v: Pair) -> [u64; 8] { lanes_of(v) }

    fn tally_zero() -> u64 { 0 }
    fn tally(sum: u64, v: Pair) -> u64 {
        sum + u64::from(union_of_four(_mm256_or_si256(v[0], v[1])).count_ones())
    }
    fn tally_total(sum: u64) -> u64 { sum }
}

//! AVX-512 with VBMI (Ice Lake, Sapphire Rapids, Zen 4 and later): all eight lanes in one register.
#![expect(unsafe_code, reason = "entering instructions the machine is known to have")]

use core::arch::x86_64::{
    __m512i, __mmask8, _mm_add_epi16, _mm_cvtepu8_epi16, _mm_cvtsi128_si64, _mm_extract_epi64, _mm_max_epu16,
    _mm_or_si128, _mm_set1_epi16, _mm_slli_epi16, _mm_storeu_epi16, _mm256_castsi256_si128, _mm256_extracti128_si256,
    _mm256_or_si256, _mm512_add_epi64, _mm512_and_si512, _mm512_andnot_si512, _mm512_castsi512_si128,
    _mm512_castsi512_si256, _mm512_cvtepu8_epi16, _mm512_extracti64x4_epi64, _mm512_mask_add_epi8,
    _mm512_mask_or_epi64, _mm512_mask_set1_epi64, _mm512_maskz_compress_epi8, _mm512_maskz_mov_epi64, _mm512_max_epu16,
    _mm512_or_si512, _mm512_popcnt_epi64, _mm512_reduce_add_epi64, _mm512_rolv_epi64, _mm512_set_epi64,
    _mm512_set1_epi8, _mm512_set1_epi16, _mm512_set1_epi64, _mm512_setzero_si512, _mm512_shuffle_i64x2,
    _mm512_slli_epi16, _mm512_storeu_epi16, _mm512_test_epi64_mask, _mm512_xor_si512,
};

use super::{back_end, has_features, with_features};
use crate::attacks::lanes::list::{extend_pawns, extend_targets};
use crate::attacks::lanes::steps::{JUMP_ENTRY, JUMPS, STEP_ENTRY, STEPS};
use crate::attacks::lanes::{Lanes, Task};
use crate::attacks::bitboard::index_88;
use crate::moves::MoveList;

/// Eight words as a register; a constant operand becomes a plain load.
#[inline]
#[target_feature(enable = "avx512f")]
fn words(v: [u64; 8]) -> __m512i {
    let [a, b, c, d, e, f, g, h] = v.map(u64::cast_signed);
    _mm512_set_epi64(h, g, f, e, d, c, b, a)
}

/// Moves, and in the places beyond them what is no zero.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn never_zero(moves: __m512i) -> __m512i {
    _mm512_max_epu16(moves, _mm512_set1_epi16(1))
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

/// The 0x88 index of each square number, eight to a word.
const SQUARES: [u64; 8] = {
    let mut out = [0; 8];
    let mut n = 0;
    while n < 64 {
        out[n as usize / 8] |= (index_88(n) as u64) << (8 * (n % 8));
        n += 1;
    }
    out
};

back_end! {
    /// Proof that the machine has AVX-512 with VBMI.
    Avx512 needs ["avx512f" "avx512bw" "avx512dq" "avx512vl" "avx512vbmi" "avx512vbmi2" "avx512vpopcntdq" "bmi1" "bmi2" "lzcnt" "popcnt"];

    type V = __m512i;
    type Mask = __mmask8;
    type Tally = __m512i;
    const LISTS_ALL: bool = true;
    const LISTS_SOME: bool = true;

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

    fn list_targets(list: &mut MoveList, from: u16, to: u64, them: u64) {
        // The third flag bit of a move, capture, is bit 3 of the byte that holds the target.
        let squares = words(SQUARES);
        let squares = _mm512_mask_add_epi8(squares, them, squares, _mm512_set1_epi8(0x08));
        let targets = _mm512_castsi512_si256(_mm512_maskz_compress_epi8(to, squares));
        let moves = _mm512_or_si512(
            _mm512_slli_epi16::<8>(_mm512_cvtepu8_epi16(targets)),
            _mm512_set1_epi16(from.cast_signed()),
        );
        match list.take::<32>(to.count_ones() as usize) {
            // SAFETY: `place` is 64 writable bytes, and the store asks for no alignment. A `Move` is any number but
            // zero, and none of these is.
            Some(place) => unsafe { _mm512_storeu_epi16(place.as_mut_ptr().cast(), never_zero(moves)) },
            // Near the end of the list there is no room to spare.
            None => extend_targets(list, from, to, them),
        }
    }
    fn list_pawns(list: &mut MoveList, to: u64, step: u16, flags: u16) {
        let targets = _mm512_castsi512_si128(_mm512_maskz_compress_epi8(to, words(SQUARES)));
        let targets = _mm_cvtepu8_epi16(targets);
        // The origin is the target less the step, in the low byte; the flags touch neither.
        let moves = _mm_add_epi16(
            _mm_add_epi16(_mm_slli_epi16::<8>(targets), targets),
            _mm_set1_epi16(flags.wrapping_sub(step).cast_signed()),
        );
        let moves = _mm_max_epu16(moves, _mm_set1_epi16(1));
        let count = to.count_ones() as usize;
        // A side has more than eight pawns only on a board that no game leads to.
        let place = if count > 8 { None } else { list.take::<8>(count) };
        match place {
            // SAFETY: `place` is 16 writable bytes, and the store asks for no alignment. A `Move` is any number but
            // zero, and none of these is.
            Some(place) => unsafe { _mm_storeu_epi16(place.as_mut_ptr().cast(), moves) },
            None => extend_pawns(list, to, step, flags),
        }
    }

    fn tally_zero() -> __m512i { _mm512_setzero_si512() }
    fn tally(sum: __m512i, v: __m512i) -> __m512i {
        _mm512_add_epi64(sum, _mm512_popcnt_epi64(v))
    }
    fn tally_total(sum: __m512i) -> u64 { _mm512_reduce_add_epi64(sum).cast_unsigned() }
}

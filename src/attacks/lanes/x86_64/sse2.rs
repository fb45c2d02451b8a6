//! SSE2, which every x86-64 has: the bit planes of a byte board, for the plain back end.
#![expect(unsafe_code, reason = "entering instructions the machine is known to have")]

use core::arch::x86_64::{_mm_movemask_epi8, _mm_set_epi64x, _mm_slli_epi64};

/// The planes of a byte board, four or five of them.
#[inline(always)]
pub(crate) fn planes<const EXTRA: bool>(board: &[u8; 128]) -> [u64; 5] {
    // SAFETY: this file is compiled only where SSE2 is part of the target.
    unsafe { by_move_mask::<EXTRA>(board) }
}

/// Two ranks to a register: the wanted bit is shifted up to the top of its byte, where the move-mask
/// reads it.
#[inline]
#[target_feature(enable = "sse2")]
fn by_move_mask<const EXTRA: bool>(board: &[u8; 128]) -> [u64; 5] {
    let mut planes = [0; 5];
    let (pairs, _) = board.as_chunks::<32>();
    for (pair, rows) in pairs.iter().enumerate() {
        let (words, _) = rows.as_chunks::<8>();
        let word = |i: usize| words.get(i).map_or(0, |&bytes| i64::from_le_bytes(bytes));
        let two = _mm_set_epi64x(word(2), word(0));
        let masks = [
            _mm_movemask_epi8(_mm_slli_epi64::<7>(two)),
            _mm_movemask_epi8(_mm_slli_epi64::<6>(two)),
            _mm_movemask_epi8(_mm_slli_epi64::<5>(two)),
            _mm_movemask_epi8(_mm_slli_epi64::<4>(two)),
            if EXTRA { _mm_movemask_epi8(_mm_slli_epi64::<3>(two)) } else { 0 },
        ];
        for (plane, mask) in planes.iter_mut().zip(masks) {
            *plane |= u64::from(mask.cast_unsigned()) << (16 * pair);
        }
    }
    planes
}

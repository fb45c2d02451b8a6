//! Numbers that look random, and are the same each time.

/// The number that SplitMix64 makes of a state.
pub(crate) const fn mix(state: u64) -> u64 {
    let mut bits = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}

/// The bytes of a text that make the numbers of its games.
pub const HEAD: u64 = 1 << 16;

/// The number of the first byte of a text that begins so. A game's is that and the byte at which it begins: the same in each conversion,
/// whatever the file is called, and another than those of other files, since 2^62 numbers are far more than there are bytes of PGN.
#[must_use]
pub fn first_id(head: &[u8]) -> i64 {
    let mut state = head.len() as u64;
    for part in head.chunks(8) {
        let word = part.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
        state = mix(state ^ word);
    }
    (mix(state) >> 2).cast_signed()
}

/// The number in place of one that another text with the same beginning has.
#[must_use]
pub const fn next_id(first_id: i64) -> i64 {
    (mix(first_id as u64) >> 2).cast_signed()
}

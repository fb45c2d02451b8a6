//! Numbers that look random but are the same each time.

use std::io::{self, Read, Seek, SeekFrom};

/// The output of SplitMix64 for a state.
pub(crate) const fn mix(state: u64) -> u64 {
    let mut bits = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}

/// The bytes at the beginning of a text, and at the end of a file, that determine the numbers of its games.
pub const HEAD: u64 = 1 << 16;

/// Returns the number of the first byte of a text, from the beginning of the text and from the [`end_of`] its file. The number of a game
/// adds the byte where it begins. So the number is the same in each conversion, does not depend on the name of the file, and differs
/// between files, also between two versions of one: 2^62 is far more than the number of bytes of PGN.
#[must_use]
pub fn first_id(head: &[u8], end: u64) -> i64 {
    (mix(hash(head.len() as u64, head) ^ end) >> 2).cast_signed()
}

/// Returns a number made of the size and the last bytes of a file, which stands where it stood afterwards. 0 for what has no end yet, such
/// as a pipe.
pub fn end_of(file: &mut (impl Read + Seek)) -> u64 {
    let mut look = || -> io::Result<u64> {
        let at = file.stream_position()?;
        let size = file.seek(SeekFrom::End(0))?;
        let mut tail = Vec::new();
        file.seek(SeekFrom::Start(size.saturating_sub(HEAD)))?;
        let read = file.by_ref().take(HEAD).read_to_end(&mut tail);
        file.seek(SeekFrom::Start(at))?;
        read.map(|_| hash(size, &tail))
    };
    look().unwrap_or(0)
}

fn hash(mut state: u64, bytes: &[u8]) -> u64 {
    for part in bytes.chunks(8) {
        let word = part.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
        state = mix(state ^ word);
    }
    state
}

/// Returns the number for a text whose beginning has the number `first_id`: another one, if an earlier text had that.
#[must_use]
pub fn another_id(mut first_id: i64, is_known: impl Fn(i64) -> bool) -> i64 {
    while is_known(first_id) {
        first_id = (mix(first_id as u64) >> 2).cast_signed();
    }
    first_id
}

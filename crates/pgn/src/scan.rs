//! Scans eight bytes at a time for the start and the end of the next token.
//!
//! A `u64` holds eight bytes, the first one lowest. Adding `0x7f - c` to a seven-bit byte sets its top bit exactly when the byte
//! is greater than `c`, and never carries into the next byte. So a few additions test eight bytes at once, and set the top bit of
//! each match. The number of trailing zeros finds the first match.
//!
//! ```text
//!   N  f  3  _  e  5  _  {          bytes of the word (_ is a space)
//!   .  .  .  8  .  .  8  8          top bits: "ends a token"
//!            └─ trailing_zeros / 8 = 3
//! ```
//!
//! Each class has a test for a word and one for a byte. The byte test serves the last seven bytes of the input, and blocks that
//! probably have no match. A test requires both to be equal. In movetext, [`Tokens`] tests 64 bytes at once.

#![expect(clippy::needless_bitwise_bool, reason = "branches would keep compilers from vector code")]

use core::ops::Range;

use crate::tally::{Work, note};
use crate::text::windows_1252;
use chess0x88::san::is_separator;

/// Counts examined bytes, in tests only.
#[inline]
pub(super) fn examined(bytes: usize) {
    note(Work::Byte, bytes);
}

/// The top bit of each byte.
const TOP: u64 = splat(0x80);

/// Returns a word with the same byte eight times.
const fn splat(byte: u8) -> u64 {
    u64::from_ne_bytes([byte; 8])
}

/// Sets the top bit of each seven-bit byte that is less than `limit`. Bytes after the first match may be wrong, so it serves only
/// a search for the first match. The bytes must have seven bits: the caller masks the answers of several questions together.
const fn below(word: u64, limit: u8) -> u64 {
    word.wrapping_sub(splat(limit))
}

/// Sets the top bit of each seven-bit byte that is `byte`; the limits of `below` apply.
const fn equals(word: u64, byte: u8) -> u64 {
    below(word ^ splat(byte), 1)
}

/// A class of bytes, with a test for one byte and a test for eight.
pub(super) trait Class {
    /// Sets the top bit of each byte of the class. The answer is exact up to and including the first match.
    fn word(&self, word: u64) -> u64;
    /// Returns `true` if the byte belongs to the class.
    fn byte(&self, byte: u8) -> bool;
}

/// Does the same as [`find`] for a match that is probably far away. It first skips blocks of `N` bytes without a match, since
/// compilers make vector code of "does any byte match?", but not of "which byte matches?".
#[inline]
pub(super) fn find_far<const N: usize>(bytes: &[u8], from: usize, class: &impl Class) -> usize {
    let mut at = from;
    while let Some(block) = bytes.get(at..).and_then(|tail| tail.first_chunk::<N>()) {
        examined(N);
        if block.iter().fold(false, |any, &byte| any | class.byte(byte))
            && let Some(hit) = find_within(block, class)
        {
            return at + hit;
        }
        at += N;
    }
    find(bytes, at, class)
}

/// Finds the first byte of the class at or after `from`, or the length.
#[inline]
pub(super) fn find(bytes: &[u8], from: usize, class: &impl Class) -> usize {
    let mut at = from;
    while let Some(eight) = bytes.get(at..).and_then(|tail| tail.first_chunk::<8>()) {
        if let Some(hit) = find_within(eight, class) {
            return at + hit;
        }
        at += 8;
    }
    while let Some(&byte) = bytes.get(at) {
        examined(1);
        if class.byte(byte) {
            return at;
        }
        at += 1;
    }
    at
}

/// Finds the first byte of the class among `N` bytes, a multiple of eight.
#[inline]
pub(super) fn find_within<const N: usize>(bytes: &[u8; N], class: &impl Class) -> Option<usize> {
    for (n, &word) in bytes.as_chunks::<8>().0.iter().enumerate() {
        examined(8);
        let hits = class.word(u64::from_le_bytes(word)) & TOP;
        if hits != 0 {
            return Some(8 * n + hits.trailing_zeros() as usize / 8);
        }
    }
    None
}

/// The number of bytes examined together.
const BLOCK: usize = 64;

/// Returns a bit for each byte of a block that is wanted, the first one lowest. The first line becomes vector code.
#[inline]
fn mask(block: &[u8; BLOCK], is_wanted: impl Fn(u8) -> bool) -> u64 {
    let hits = block.map(|byte| u8::from(is_wanted(byte)));
    // Makes eight rows of eight bits from eight rows of eight bytes, each 0 or 1. Bit n of byte m becomes row n, column m.
    let rows = hits.as_chunks::<8>().0.iter().map(|&row| u64::from_le_bytes(row));
    let mut bits = rows.rev().fold(0, |bits: u64, row| (bits << 1).wrapping_add(row));
    // Transposes the bits: single bits, then squares of four bits, then of sixteen.
    for (distance, upper) in [(7, 0x00AA_00AA_00AA_00AA), (14, 0x0000_CCCC_0000_CCCC), (28, 0x0000_0000_F0F0_F0F0)] {
        let differing = (bits ^ bits >> distance) & upper;
        bits ^= differing ^ differing << distance;
    }
    bits
}

/// The starts and ends of tokens in a block of [`BLOCK`] bytes of movetext.
///
/// Tokens have a few bytes. A search by words for each token would wait for the end of the token before. The masks of a block
/// need no such wait, and serve a dozen moves.
#[derive(Clone, Debug)]
pub(super) struct Tokens {
    /// The start of the block.
    from: usize,
    /// The bytes that [end a gap](ends_gap) and those that [end a token](is_delimiter). After the end of the input all bits are
    /// zero.
    masks: [u64; 2],
    /// The last gap that goes beyond its block. Several null moves, which look like numbers, may stand in it.
    gap: Range<usize>,
    /// The last word that goes beyond its block. Several tokens may stand in it.
    word: Range<usize>,
}

impl Tokens {
    /// No block was examined. A slice has at most `isize::MAX` bytes, so this block is beyond any slice.
    pub(super) const UNKNOWN: Tokens = Tokens { from: usize::MAX / 2 + BLOCK, masks: [0; 2], gap: 0..0, word: 0..0 };

    /// Finds the first byte at or after `at` that does not belong to the gap between two tokens, or the length.
    #[inline]
    pub(super) fn start(&mut self, input: &[u8], at: usize) -> usize {
        match self.near::<0>(at) {
            Some(hit) => hit,
            None => self.far_start(input, at),
        }
    }

    #[inline(never)]
    fn far_start(&mut self, input: &[u8], at: usize) -> usize {
        if !self.gap.contains(&at) {
            self.gap = at..self.find::<0>(input, at);
        }
        self.gap.end
    }

    /// Finds the first byte at or after `at` that cannot be part of a move, or the length.
    #[inline]
    pub(super) fn end(&mut self, input: &[u8], at: usize) -> usize {
        match self.near::<1>(at) {
            Some(hit) if input[hit] < 0x80 => hit,
            _ => self.far_end(input, at),
        }
    }

    #[inline(never)]
    fn far_end(&mut self, input: &[u8], at: usize) -> usize {
        if !self.word.contains(&at) {
            self.word = at..self.find_end(input, at);
        }
        self.word.end
    }

    fn find_end(&mut self, input: &[u8], mut at: usize) -> usize {
        loop {
            at = self.find::<1>(input, at);
            match input.get(at) {
                Some(0x80..) => match char_at(input, at) {
                    Some((char, length)) if !is_separator(char) => at += length,
                    _ => return at,
                },
                _ => return at,
            }
        }
    }

    /// Finds the first byte of a class at or after `at`, if it is in the block.
    #[inline]
    fn near<const CLASS: usize>(&self, at: usize) -> Option<usize> {
        let distance = at.wrapping_sub(self.from);
        let hits = if distance < BLOCK { self.masks[CLASS] >> distance } else { 0 };
        (hits != 0).then(|| at + hits.trailing_zeros() as usize)
    }

    #[inline]
    fn find<const CLASS: usize>(&mut self, input: &[u8], mut at: usize) -> usize {
        loop {
            if let Some(hit) = self.near::<CLASS>(at) {
                return hit;
            }
            if at.wrapping_sub(self.from) < BLOCK {
                at = self.from + BLOCK;
            }
            if at >= input.len() {
                return input.len();
            }
            self.look_at(input, at);
        }
    }

    #[inline(never)]
    fn look_at(&mut self, input: &[u8], at: usize) {
        let rest = &input[at..];
        let mut last = [0; BLOCK];
        let block = rest.first_chunk().unwrap_or_else(|| {
            last[..rest.len()].copy_from_slice(rest);
            &last
        });
        let inside = u64::MAX >> BLOCK.saturating_sub(rest.len());
        examined(rest.len().min(BLOCK));
        self.from = at;
        self.masks = [mask(block, ends_gap), mask(block, is_delimiter)].map(|mask| mask & inside);
    }
}

/// Returns `true` for a byte that ends a gap. A gap has white space, control bytes, digits and dots: a move number is part of the
/// gap before its move.
#[inline]
const fn ends_gap(byte: u8) -> bool {
    (byte > b' ') & ((byte < b'.') | (byte == b'/') | (byte > b'9'))
}

/// Returns `true` for a byte that cannot be part of a move, a number or a tag name. Bytes outside ASCII count too: their
/// characters can be part of one.
#[inline]
const fn is_delimiter(byte: u8) -> bool {
    // One test for bytes that differ in one or two bits: `#` and `+`; `,`, `.`, `<` and `>`; `;` and `?`; brackets and braces.
    ((byte <= b',') & (byte & !0x08 != b'#'))
        | (byte & !0x12 == b',')
        | (byte | 0x04 == b'?')
        | (byte == b'`')
        | ((byte | 0x20) > b'z')
}

/// One byte value.
pub(super) struct Is(pub(super) u8);

impl Class for Is {
    #[inline]
    fn word(&self, word: u64) -> u64 {
        let other = word ^ splat(self.0);
        below(other, 1) & !other
    }
    #[inline]
    fn byte(&self, byte: u8) -> bool {
        byte == self.0
    }
}

/// The limit of the control bytes that are examined with the line breaks. One comparison finds both breaks.
const BREAKS: u8 = b'\r' + 1;

/// Returns `true` for a byte that ends a line.
#[inline]
pub(super) const fn is_break(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// Declares classes by their two forms.
macro_rules! classes {
    ($($(#[$doc:meta])* $name:ident |$word:ident| $eight:expr, |$byte:ident| $one:expr;)*) => {$(
        $(#[$doc])*
        pub(super) struct $name;

        impl Class for $name {
            #[inline]
            fn word(&self, $word: u64) -> u64 {
                $eight
            }
            #[inline]
            fn byte(&self, $byte: u8) -> bool {
                $one
            }
        }
    )*};
}

classes! {
    /// A [line break](is_break), or a byte beside them.
    Break |word| below(word, BREAKS) & !word, |byte| byte < BREAKS;

    /// A `}`, which ends a comment, or a [`Break`]: a tag on the next line may end the comment.
    BraceOrLine |word| (equals(word, b'}') | below(word, BREAKS)) & !word, |byte| (byte == b'}') | (byte < BREAKS);

    /// A [`Break`], or the `<` of a line end of HTML.
    LineEnd |word| (equals(word, b'<') | below(word, BREAKS)) & !word, |byte| (byte == b'<') | (byte < BREAKS);

    /// The bytes that matter when movetext is skipped: comments, variations, a new tag section, HTML, an escaped line, line breaks,
    /// and the `*`, the slash, the colon or the dash of a result, also a dash outside ASCII. A range costs less than its bytes, and
    /// the apostrophe joins `%`, `-` and `/`. As signed bytes, line breaks and bytes outside ASCII are below one limit.
    Structure |word| {
        below(word ^ splat(b'('), 3)
            | below(word ^ splat(b':'), 2)
            | equals(word & splat(!0x0a), b'%')
            | equals(word & splat(!0x20), b'[')
            | equals(word, b'<')
            | below(word, BREAKS)
            | word
    }, |byte| {
        (byte.wrapping_sub(b'(') < 3)
            | (byte.wrapping_sub(b':') < 3)
            | (byte & !0x0a == b'%')
            | (byte & !0x20 == b'[')
            | (byte.cast_signed() < BREAKS.cast_signed())
    };

    /// The bytes at which a tag value may end, and backslashes.
    InString |word| (equals(word, b'"') | equals(word, b'\\') | below(word, BREAKS)) & !word,
        |byte| matches!(byte, b'"' | b'\\' | ..BREAKS);

    /// The bytes at which a tag value ends or stops being plain: quotation marks, backslashes and control bytes. `^ 2` turns the
    /// quotation mark into a blank, so that one comparison finds it with the control bytes.
    OutsidePlainString |word| (below(word ^ splat(2), b'!') | equals(word, b'\\')) & !word,
        |byte| (byte ^ 2 < b'!') | (byte == b'\\');

    /// The bytes that end a tag's name: white space, control bytes, `!`, quotation marks and brackets.
    OutsideName |word| (below(word, b'#') | equals(word, b'[') | equals(word, b']')) & !word,
        |byte| matches!(byte, 0..=b'"' | b'[' | b']');

    /// The bytes that end a tag's name or that no usual name has: separators are among them, in any encoding.
    OutsidePlainName |word| below(word, b'-') | equals(word, b'[') | equals(word, b']') | equals(word, b'`') | word,
        |byte| matches!(byte, ..b'-' | b'[' | b']' | b'`' | 0x80..);
}

/// Returns the character at `at` and its length, in UTF-8 or else in Windows-1252.
pub(super) fn char_at(bytes: &[u8], at: usize) -> Option<(char, usize)> {
    let rest = bytes.get(at..)?;
    let valid = rest[..rest.len().min(4)].utf8_chunks().next()?.valid();
    Some(valid.chars().next().map_or((windows_1252(rest[0]), 1), |char| (char, char.len_utf8())))
}

/// Returns the length of the separator at `at`, if there is one other than the bytes up to the space.
#[inline]
pub(super) fn separator(bytes: &[u8], at: usize) -> Option<usize> {
    match bytes.get(at)? {
        b',' | b'`' => Some(1),
        0x80.. => char_at(bytes, at).filter(|&(char, _)| is_separator(char)).map(|(_, length)| length),
        _ => None,
    }
}

/// Finds the first separator between `from` and `to`, or `to`.
#[cold]
pub(super) fn find_separator(bytes: &[u8], from: usize, to: usize) -> usize {
    let mut at = from;
    while at < to && separator(bytes, at).is_none() {
        at += char_at(bytes, at).map_or(1, |(_, length)| length);
    }
    examined(at - from);
    at.min(to)
}

/// Returns `true` if `at` is no continuation of a word.
#[inline]
pub(super) fn ends_word(bytes: &[u8], at: usize) -> bool {
    bytes.get(at).is_none_or(|&byte| is_delimiter(byte) && (byte < 0x80 || separator(bytes, at).is_some()))
}

/// Returns the character that ends before `at`, and its length.
pub(super) fn char_before(bytes: &[u8], at: usize) -> Option<(char, usize)> {
    let before = bytes.get(..at)?;
    // The last byte of a character in UTF-8 is also a character of Windows-1252: the longest reading counts.
    let mut lengths = (1..=4).rev().filter(|&length| length <= at);
    lengths.find_map(|length| char_at(before, at - length).filter(|&(_, of)| of == length))
}

/// Returns `true` if no word begins before `at`.
#[inline]
pub(super) fn starts_word(bytes: &[u8], at: usize) -> bool {
    match bytes[..at] {
        [] => true,
        [.., last @ ..0x80] => is_delimiter(last),
        _ => char_before(bytes, at).is_some_and(|(char, _)| is_separator(char)),
    }
}

/// Finds the first `needle` at or after `from`, or the length.
#[inline]
pub(super) fn find_byte(bytes: &[u8], from: usize, needle: u8) -> usize {
    find_far::<16>(bytes, from, &Is(needle))
}

/// Finds a `}` among the next bytes of the same line. Most comments are clocks, so it is near.
#[inline]
pub(super) fn near_brace(bytes: &[u8], from: usize) -> Option<usize> {
    let hit = from + find_within(bytes.get(from..)?.first_chunk::<32>()?, &BraceOrLine)?;
    (bytes[hit] == b'}').then_some(hit)
}

/// Finds the next byte of a class. It tries two words first: in games full of comments the byte is one move away.
#[inline]
pub(super) fn find_near_or_far(bytes: &[u8], from: usize, class: &impl Class) -> usize {
    match bytes.get(from..).and_then(|tail| tail.first_chunk::<16>()).map(|near| find_within(near, class)) {
        Some(Some(hit)) => from + hit,
        Some(None) => find_far::<32>(bytes, from + 16, class),
        None => find(bytes, from, class),
    }
}

/// Counts the lines that end in a part of the input, with a line feed or with a carriage return alone.
pub(super) fn line_ends(input: &[u8], part: Range<usize>) -> usize {
    let bytes = &input[part.clone()];
    examined(2 * bytes.len());
    // In chunks that a byte can count, so that compilers add bytes and not words.
    let count = |end| {
        let count = |part: &[u8]| usize::from(part.iter().map(|&byte| u8::from(byte == end)).sum::<u8>());
        bytes.chunks(255).map(count).sum::<usize>()
    };
    let (feeds, returns) = (count(b'\n'), count(b'\r'));
    if returns == 0 {
        return feeds;
    }
    let pairs = input[part.start..].windows(2).take(bytes.len()).filter(|pair| *pair == b"\r\n").count();
    feeds + returns - pairs
}

/// Returns `true` if there is a byte order mark in `blank`, which [`skip_blank`] has skipped: another file begins.
pub(super) fn has_mark(blank: &[u8]) -> bool {
    examined(blank.len());
    blank.windows(3).any(|mark| mark == b"\xef\xbb\xbf")
}

/// Finds the first byte at or after `from` that is no part of a separator.
#[inline]
pub(super) fn skip_white(bytes: &[u8], from: usize) -> usize {
    // Runs between lines and around tags have one or two bytes: a test of eight bytes would cost more than it saves.
    let mut at = from;
    loop {
        while bytes.get(at).is_some_and(|&byte| byte <= b' ') {
            at += 1;
        }
        match separator(bytes, at) {
            Some(length) => at += length,
            None => break,
        }
    }
    examined(at - from);
    at
}

/// The elements of HTML that stand between games and end a line.
const ELEMENTS: [&[u8]; 4] = [b"br", b"p", b"pre", b"div"];

/// The longest tag of HTML that is examined, in bytes, such as `<pre class="pgn">`.
pub(super) const LONGEST_HTML: usize = 64;

/// Returns the length of the tag of HTML at `at`, if it ends a line: `<br>`, `<br />`, `</p>`, `<pre class="pgn">`, in any case.
#[cold]
pub(super) fn html_line_end(bytes: &[u8], at: usize) -> Option<usize> {
    let tag = bytes.get(at..)?.strip_prefix(b"<")?;
    let tag = &tag[..tag.len().min(LONGEST_HTML - 1)];
    let end = tag.iter().position(|byte| matches!(byte, b'>' | b'<' | b'\n')).unwrap_or(tag.len());
    examined(end);
    let (inside, b">") = (&tag[..end], tag.get(end..=end)?) else { return None };
    let inside = inside.strip_prefix(b"/").unwrap_or(inside);
    let name = inside.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let is_named = ELEMENTS.iter().any(|element| element.eq_ignore_ascii_case(&inside[..name]));
    (is_named && matches!(inside.get(name), None | Some(b' ' | b'/'))).then_some(end + 2)
}

/// Finds the first byte at or after `from` that is no part of a separator or of a line end of HTML.
#[inline]
pub(super) fn skip_blank(bytes: &[u8], from: usize) -> usize {
    let mut at = skip_white(bytes, from);
    while bytes.get(at) == Some(&b'<')
        && let Some(length) = html_line_end(bytes, at)
    {
        at = skip_white(bytes, at + length);
    }
    at
}

/// Returns `true` if [`skip_blank`] has skipped a blank line. Web pages have a line feed after each line end of HTML.
pub(super) fn has_blank_line(blank: &[u8]) -> bool {
    let has_two_tags = || blank.iter().filter(|&&byte| byte == b'<').nth(1).is_some();
    blank.len() > 1 && (line_ends(blank, 0..blank.len()) > 1 || blank.len() > "<br>".len() && has_two_tags())
}

/// Returns `true` if the gap from `from` to `at` may hold a line break or a null move (`0000`), which few gaps do.
#[inline]
pub(super) fn is_odd_gap(bytes: &[u8], from: usize, at: usize) -> bool {
    match (at - from, bytes.get(from..).and_then(|tail| tail.first_chunk::<8>())) {
        (0, _) => false,
        (1, _) => bytes[from] < BREAKS,
        (length @ ..=8, Some(&eight)) => {
            let word = u64::from_le_bytes(eight);
            // One of four zeros is the fourth or the eighth byte.
            let odd = (below(word, BREAKS) & TOP | equals(word, b'0') & 0x8000_0000_8000_0000) & !word;
            odd << (64 - 8 * length) != 0
        }
        _ => true,
    }
}

/// Returns the start of the blanks that end at `at`, as [`skip_blank`] skips them.
#[cold]
pub(super) fn blank_before(bytes: &[u8], at: usize) -> usize {
    let mut start = at;
    loop {
        let before = &bytes[..start];
        let length = match before.last() {
            Some(b'>') => {
                let from = start.saturating_sub(LONGEST_HTML);
                let tag = before[from..].iter().rposition(|&byte| byte == b'<').map(|tag| from + tag);
                examined(start - from);
                tag.filter(|&tag| html_line_end(bytes, tag) == Some(start - tag)).map(|tag| start - tag)
            }
            Some(..=b' ' | b',' | b'`') => Some(1),
            Some(0x80..) => char_before(bytes, start).filter(|&(char, _)| is_separator(char)).map(|(_, length)| length),
            _ => None,
        };
        let Some(length) = length else { break };
        start -= length;
    }
    examined(at - start);
    start
}

/// Finds the end of a comment that goes to the end of its line.
pub(super) fn line_end(bytes: &[u8], from: usize) -> usize {
    let mut at = from;
    loop {
        at = find_far::<16>(bytes, at, &LineEnd);
        match bytes.get(at) {
            Some(b'<') if html_line_end(bytes, at).is_none() => at += 1,
            Some(&byte) if byte < BREAKS && !is_break(byte) => at += 1,
            _ => return at,
        }
    }
}

/// Finds the first line break at or after `from`, or the length.
#[inline]
pub(super) fn find_break(bytes: &[u8], from: usize) -> usize {
    let mut at = find_far::<16>(bytes, from, &Break);
    while bytes.get(at).is_some_and(|&byte| !is_break(byte)) {
        at = find_far::<16>(bytes, at + 1, &Break);
    }
    at
}

/// Returns the start of the line after the one that has `from`, or the length. A carriage return alone ends a line.
#[inline]
pub(super) fn next_line(bytes: &[u8], from: usize) -> usize {
    (find_break(bytes, from) + 1).min(bytes.len())
}

/// Returns `true` if `at` is the first column of a line.
#[inline]
pub(super) fn starts_line(bytes: &[u8], at: usize) -> bool {
    at == 0 || bytes.get(at - 1).is_some_and(|&byte| is_break(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tries every byte value in every lane, between bytes outside the class.
    fn word_and_byte_agree(class: &impl Class, outside: u8) {
        assert!(!class.byte(outside));
        for byte in 0..=u8::MAX {
            for lane in 0..8 {
                let mut bytes = [outside; 8];
                bytes[lane] = byte;
                let hits = class.word(u64::from_le_bytes(bytes)) & TOP;
                let first = (hits != 0).then(|| hits.trailing_zeros() as usize / 8);
                assert_eq!(first, class.byte(byte).then_some(lane), "byte {byte:#04x} in lane {lane}");
            }
        }
    }

    #[test]
    fn words_and_bytes_give_the_same_answer() {
        for needle in 0..=u8::MAX {
            word_and_byte_agree(&Is(needle), needle.wrapping_add(1));
        }
        word_and_byte_agree(&Structure, b'N');
        word_and_byte_agree(&Break, b'N');
        word_and_byte_agree(&InString, b'N');
        word_and_byte_agree(&BraceOrLine, b'N');
        word_and_byte_agree(&LineEnd, b'N');
        word_and_byte_agree(&OutsideName, b'N');
        word_and_byte_agree(&OutsidePlainName, b'N');
        word_and_byte_agree(&OutsidePlainString, b'N');
    }

    #[test]
    fn each_byte_is_of_a_gap_of_a_token_or_a_delimiter() {
        for byte in 0..=u8::MAX {
            assert_eq!(ends_gap(byte), !matches!(byte, 0..=b' ' | b'0'..=b'9' | b'.'), "{byte:#04x}");
            let is_of_token = byte.is_ascii_alphanumeric() || b"+#-/:=@".contains(&byte);
            assert_eq!(is_delimiter(byte), !is_of_token, "{byte:#04x}");
        }
    }

    #[test]
    fn blocks_and_words_find_the_same() {
        let mut random = common::Random(0x88);
        let mut bytes = [0; 300];
        for round in 0..200 {
            // Mixes bytes that matter with any bytes.
            let common = b"e4 {}.\n 1";
            bytes.fill_with(|| if round % 2 == 0 { common[random.below(common.len())] } else { random.next() as u8 });
            let input = &bytes[..random.below(bytes.len() + 1)];
            let (mut tokens, mut at) = (Tokens::UNKNOWN, 0);
            while at < input.len() {
                let gap = input[at..].iter().take_while(|&&byte| !ends_gap(byte)).count();
                assert_eq!(tokens.start(input, at), at + gap);
                let mut end = at;
                while !ends_word(input, end) {
                    end += char_at(input, end).map_or(1, |(_, length)| length);
                }
                assert_eq!(tokens.end(input, at), end);
                // Goes back now and then, as after a word with two tokens.
                at = (at + random.below(20)).saturating_sub(random.below(10) / 9 * 70);
            }
            assert_eq!(tokens.start(input, input.len()), input.len());
        }
    }

    #[test]
    fn line_ends_are_counted_one_by_one() {
        let mut random = common::Random(0x10);
        for length in (0..20).chain(250..260).chain([509, 510, 511, 700]) {
            let few: std::vec::Vec<u8> = (0..length).map(|_| b"\n\r ab"[random.below(5)]).collect();
            let ends = |at: usize| few[at] == b'\n' || few[at] == b'\r' && few.get(at + 1) != Some(&b'\n');
            for middle in [0, length / 2, length] {
                for part in [0..middle, middle..length] {
                    assert_eq!(line_ends(&few, part.clone()), part.filter(|&at| ends(at)).count());
                }
            }
            assert_eq!(line_ends(&std::vec![b'\n'; length], 0..length), length);
        }
    }

    #[test]
    fn searches_stop_at_the_end_of_the_input() {
        for length in 0..20 {
            let bytes = &[b'1'; 20][..length];
            assert_eq!(find(bytes, 0, &OutsideName), length);
            assert_eq!(find_near_or_far(bytes, 0, &Structure), length);
            assert_eq!(find(bytes, 0, &InString), length);
            assert_eq!(next_line(bytes, 0), length);
            assert_eq!(skip_white(bytes, length), length);
        }
    }
}

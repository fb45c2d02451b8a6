//! The spelling of single tokens: where a tag, a null move or a result stands, and where it ends.

use core::ops::Range;

use super::{GameResult, RawText, scan};

/// The null move as UCI spells it, which the scanner takes for a move number.
pub(super) const NULL_MOVE: &[u8] = b"0000";

/// Where a null move stands alone between `from` and `to`. With a dot behind it, it is a number.
#[cold]
pub(super) fn null_move(input: &[u8], from: usize, to: usize) -> Option<usize> {
    let alone = |start: usize| {
        let before = start.checked_sub(1).is_none_or(|last| scan::is_delimiter(input[last]));
        let next = input.get(start + NULL_MOVE.len());
        before && next.is_none_or(|&next| next != b'.' && scan::is_delimiter(next))
    };
    let mut places = input[from..to].windows(NULL_MOVE.len()).enumerate();
    let null = places.find_map(|(at, word)| (word == NULL_MOVE && alone(from + at)).then_some(from + at));
    scan::looked(null.unwrap_or(to) - from);
    null
}

/// The parts of what may be a tag, up to its value.
pub(super) struct TagHead {
    pub(super) name: Range<usize>,
    /// Where the quotation mark before the value would be.
    pub(super) quote: usize,
}

impl TagHead {
    /// What stands behind the bracket at `at`.
    #[inline]
    pub(super) fn at(input: &[u8], at: usize) -> TagHead {
        let start = scan::skip_white(input, at + 1);
        let end = scan::name_end(input, start);
        TagHead { name: start..end, quote: scan::skip_white(input, end) }
    }

    /// Any other bracket has no place in movetext.
    pub(super) fn is_tag(&self, input: &[u8]) -> bool {
        !self.name.is_empty() && input.get(self.quote) == Some(&b'"')
    }
}

/// The value of a tag whose quotation mark stands at `quote`, and where the tag ends.
pub(super) fn tag_value(input: &[u8], quote: usize) -> Option<(RawText<'_>, usize)> {
    let mut escaped = false;
    let mut at = quote + 1;
    loop {
        at = scan::find_in_string(input, at);
        match input.get(at) {
            Some(b'\\') => {
                escaped = true;
                at += if matches!(input.get(at + 1), Some(b'"' | b'\\')) { 2 } else { 1 };
            }
            Some(b'"') => {
                let close = scan::skip_white(input, at + 1);
                if input.get(close) == Some(&b']') {
                    return Some((RawText::value(&input[quote + 1..at], escaped), close + 1));
                }
                at += 1;
            }
            _ => break,
        }
    }
    // In `[Site "C:\"]` the backslash was no escape, or nothing would close the value.
    let value = input[quote + 1..at].trim_ascii_end().strip_suffix(b"]")?.trim_ascii_end().strip_suffix(b"\"")?;
    Some((RawText::value(value, true), at))
}

/// The number of a suffix and how many bytes it has.
pub(super) const fn suffix(first: u8, second: Option<u8>) -> (u8, usize) {
    match (first, second) {
        (b'!', Some(b'!')) => (3, 2),
        (b'?', Some(b'?')) => (4, 2),
        (b'!', Some(b'?')) => (5, 2),
        (b'?', Some(b'!')) => (6, 2),
        (b'!', _) => (1, 1),
        _ => (2, 1),
    }
}

/// The number after a `$`.
pub(super) fn nag(digits: &[u8]) -> Option<u8> {
    if digits.is_empty() {
        return None;
    }
    digits.iter().try_fold(0_u8, |sum, digit| {
        let value = digit.is_ascii_digit().then(|| digit - b'0')?;
        sum.checked_mul(10)?.checked_add(value)
    })
}

/// Where a move ends that `(` or `.` interrupts: `e8(Q)+` and `exd6e.p.` are one word each.
#[cold]
pub(super) fn odd_word_end(input: &[u8], start: usize, end: usize) -> usize {
    let tail = match &input[end..] {
        [b'(', b'A'..=b'Z', b')', ..] => end + 3,
        [b'.', b'p', b'.', ..] if input[start..end].ends_with(b"e") => end + 3,
        _ => return end,
    };
    tail + input[tail..].iter().take_while(|byte| matches!(byte, b'+' | b'#')).count()
}

/// The result whose (first) dash stands at `dash`, and where it ends.
pub(super) fn result_around(input: &[u8], dash: usize) -> Option<(GameResult, usize)> {
    let before = input.get(..dash)?;
    let start = dash - if before.ends_with(b"1/2") { 3 } else { 1.min(dash) };
    // A digit, a letter or `$` before it make it part of something else.
    let alone = start.checked_sub(1).is_none_or(|last| input[last] != b'$' && scan::is_delimiter(input[last]));
    // A `*` would end where the dash stands.
    result_at(input, start).filter(|&(_, end)| alone && end > dash)
}

/// The result that stands at `start`, and where it ends. It must look no further than a result is long: whoever skips
/// asks at every dash.
pub(super) fn result_at(input: &[u8], start: usize) -> Option<(GameResult, usize)> {
    GameResult::ALL.into_iter().find_map(|result| {
        let end = start + result.as_str().len();
        let spelt = input.get(start..end)? == result.as_str().as_bytes();
        let ends = result == GameResult::Unknown || input.get(end).is_none_or(|&next| scan::is_delimiter(next));
        (spelt && ends).then_some((result, end))
    })
}

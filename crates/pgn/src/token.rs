//! The spelling of single tokens: the start and end of a tag, a null move or a result.

use core::ops::Range;

use super::{GameResult, RawText, scan};
use crate::text::{DASHES, decimal};
use chess0x88::san::is_separator;

/// The null move of UCI, which looks like a move number.
pub(super) const NULL_MOVE: &[u8] = b"0000";

/// Finds a null move that is a word by itself between `from` and `to`. `0000.` is a number.
#[cold]
pub(super) fn null_move(input: &[u8], from: usize, to: usize) -> Option<usize> {
    let alone = |start: usize| {
        let end = start + NULL_MOVE.len();
        scan::starts_word(input, start) && scan::ends_word(input, end) && input.get(end) != Some(&b'.')
    };
    let mut places = input[from..to].windows(NULL_MOVE.len()).enumerate();
    let null = places.find_map(|(at, word)| (word == NULL_MOVE && alone(from + at)).then_some(from + at));
    scan::examined(null.unwrap_or(to) - from);
    null
}

/// The names of the Seven Tag Roster.
pub(super) const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// The parts of a possible tag, up to its value.
pub(super) struct TagHead {
    pub(super) name: Range<usize>,
    /// The offset of the quotation mark before the value.
    pub(super) quote: usize,
}

impl TagHead {
    /// Reads the beginning of a tag after the bracket at `at`.
    #[inline]
    pub(super) fn at(input: &[u8], at: usize) -> TagHead {
        let start = scan::skip_white(input, at + 1);
        let end = scan::find(input, start, &scan::OutsideName);
        let quote = scan::skip_white(input, end);
        // Separators other than white space may follow the name.
        let mut name = start..end;
        while let Some((char, length)) = scan::char_before(&input[start..], name.len())
            && is_separator(char)
        {
            name.end -= length;
        }
        TagHead { name, quote }
    }

    /// Returns `true` if this is a tag. Any other bracket has no place in movetext.
    pub(super) fn is_tag(&self, input: &[u8]) -> bool {
        !self.name.is_empty() && input.get(self.quote) == Some(&b'"')
    }
}

/// Reads a tag at the start of the input in the usual spelling: `[Name "value"]`, with no other spaces and no special characters
/// in the value. Returns the name, the value with the quotation mark before it, and the length of the line.
#[inline]
pub(super) fn plain_tag(input: &[u8]) -> Option<(&[u8], &[u8], usize)> {
    // With this many bytes, no test for the end of the input is needed.
    let line = input.first_chunk::<96>()?;
    if line[0] != b'[' {
        return None;
    }
    let end = 1 + scan::find_within(line[1..].first_chunk::<24>()?, &scan::OutsideName)?;
    let quoted = line.get(end + 1..)?.first_chunk::<64>()?;
    let value = quoted[1..].first_chunk::<56>()?;
    // A separator may stand before or after the name.
    let is_letter = |byte: u8| byte.is_ascii_alphabetic();
    if !is_letter(line[1]) || !is_letter(line[end - 1]) || line[end] != b' ' || quoted[0] != b'"' {
        return None;
    }
    let close = 1 + scan::find_within(value, &scan::OutsidePlainString)?;
    // Branches, which the processor predicts. A sum of comparisons would wait for the bytes.
    let marks = match line.get(end + 1 + close..)? {
        [b'"', b']', b'\n', ..] => 3,
        [b'"', b']', b'\r', b'\n', ..] => 4,
        _ => return None,
    };
    Some((&line[1..end], &quoted[..close], end + 1 + close + marks))
}

/// Returns the value of the tag with its quotation mark at `quote`, and the end of the tag.
pub(super) fn tag_value(input: &[u8], quote: usize) -> Option<(RawText<'_>, usize)> {
    let mut at = quote + 1;
    loop {
        at = scan::find(input, at, &scan::InString);
        match input.get(at) {
            Some(b'\\') => at += if matches!(input.get(at + 1), Some(b'"' | b'\\')) { 2 } else { 1 },
            Some(b'"') => {
                let close = scan::skip_white(input, at + 1);
                if input.get(close) == Some(&b']') {
                    return Some((RawText::behind(&input[quote..at]), close + 1));
                }
                at += 1;
            }
            _ => break,
        }
    }
    // The backslash in `[Site "C:\"]` is no escape, since otherwise nothing would close the value.
    let value = input[quote + 1..at].trim_ascii_end().strip_suffix(b"]")?.trim_ascii_end().strip_suffix(b"\"")?;
    Some((RawText::behind(&input[quote..=quote + value.len()]), at))
}

/// Returns the number of a suffix such as `!?`, and its length in bytes.
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

/// Reads the number after a `$`.
pub(super) fn nag(digits: &[u8]) -> Option<u8> {
    decimal(digits)?.try_into().ok()
}

/// Finds the end of a move with a `(` or `.` inside: `e8(Q)+` and `exd6e.p.` are one word each.
#[cold]
pub(super) fn odd_word_end(input: &[u8], start: usize, end: usize) -> usize {
    let tail = match &input[end..] {
        [b'(', b'A'..=b'Z', b')', ..] => end + 3,
        [b'.', b'p', b'.', ..] if input[start..end].ends_with(b"e") => end + 3,
        _ => return end,
    };
    tail + input[tail..].iter().take_while(|byte| matches!(byte, b'+' | b'#')).count()
}

/// The scores of one side, in half points. `1/2` comes before `1`. In Latin-1 the fraction `½` is one byte.
const SCORES: [(&[u8], u8); 5] = [(b"1/2", 1), ("½".as_bytes(), 1), (b"\xbd", 1), (b"1", 2), (b"0", 0)];

/// The character for three dots, which word processors put after a move number.
pub(super) const ELLIPSIS: &[u8] = "…".as_bytes();

/// The longest result in bytes: two scores of three bytes and a dash of three.
pub(super) const LONGEST_RESULT: usize = 9;

/// Returns the length of the hyphen or dash at `at`.
#[inline]
pub(super) fn dash(input: &[u8], at: usize) -> Option<usize> {
    match input.get(at)? {
        // The en dash of Windows-1252 is one byte.
        b'-' | 0x96 => Some(1),
        0x80.. => DASHES.iter().find(|dash| input[at..].starts_with(dash.as_bytes())).map(|dash| dash.len()),
        _ => None,
    }
}

/// Returns the result with its first dash or slash at `at`, or with a `½` or `*` there, and its end.
pub(super) fn result_around(input: &[u8], at: usize) -> Option<(GameResult, usize)> {
    let start = match dash(input, at) {
        Some(_) => at - SCORES.iter().find(|(score, _)| input[..at].ends_with(score))?.0.len(),
        None => at.checked_sub(usize::from(input[at] == b'/'))?,
    };
    // It is part of another word if a digit, a letter or `$` comes before it.
    let alone = scan::starts_word(input, start) && !input[..start].ends_with(b"$");
    // A `*` ends any word.
    result_at(input, start).filter(|&(_, end)| end > at && (alone || input[at] == b'*'))
}

/// Returns the result at `start` and its end: two scores, or a half alone, except [`two_zeros`]. It examines no more bytes than a
/// result has, since skipping calls it at every dash.
pub(super) fn result_at(input: &[u8], start: usize) -> Option<(GameResult, usize)> {
    if input.get(start) == Some(&b'*') {
        return Some((GameResult::Unknown, start + 1));
    }
    let (white, end) = score_at(input, start)?;
    let (result, end) = match dash(input, end).map(|length| score_at(input, end + length)) {
        None if white == 1 => (GameResult::Draw, end),
        None | Some(None) => return None,
        Some(Some((black, end))) => match (white, black) {
            (2, 0) => (GameResult::WhiteWins, end),
            (0, 2) => (GameResult::BlackWins, end),
            (1, 1) => (GameResult::Draw, end),
            (1, 0) => (GameResult::WhiteHalf, end),
            (0, 1) => (GameResult::BlackHalf, end),
            _ => return None,
        },
    };
    scan::ends_word(input, end).then_some((result, end))
}

/// Returns the end of the `0-0` whose dash is at `at`. A `0-0` may be castling or a result.
pub(super) fn two_zeros(input: &[u8], at: usize) -> Option<usize> {
    let start = at.checked_sub(1).filter(|&start| input.get(start) == Some(&b'0'))?;
    let zero = at + dash(input, at)?;
    let is_word = input.get(zero) == Some(&b'0') && scan::starts_word(input, start) && scan::ends_word(input, zero + 1);
    is_word.then_some(zero + 1)
}

/// Returns the score at `start`, and its end.
fn score_at(input: &[u8], start: usize) -> Option<(u8, usize)> {
    let rest = input.get(start..)?;
    let (score, half_points) = SCORES.iter().find(|(score, _)| rest.starts_with(score))?;
    Some((*half_points, start + score.len()))
}

/// Returns `true` if a text begins like UTF-16: with its byte order mark, or with zeros in every second byte.
pub(super) fn is_utf_16(input: &[u8]) -> bool {
    match input {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => true,
        [one, 0, other, 0, ..] | [0, one, 0, other, ..] => *one > 0 && *other > 0,
        _ => false,
    }
}

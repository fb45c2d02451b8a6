//! The spelling of single tokens: the start and end of a tag, a null move or a result.

use core::ops::Range;

use super::{GameResult, RawText, scan};
use crate::text::{DASHES, decimal, is_symbol};
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

/// Returns the usual spelling of a tag's name in any case, if the name is known: those of the standard and of large sites.
///
/// A [`GameTree`](super::GameTree) has its tags by these names. A [`Visitor`](super::Visitor) gets a name as it stands in the text.
///
/// ```
/// use chess0x88_pgn as pgn;
///
/// assert_eq!(pgn::tag_name(b"setup"), Some("SetUp"));
/// assert_eq!(pgn::tag_name(b"WHITE"), Some("White"));
/// assert_eq!(pgn::tag_name(b"Mood"), None);
/// ```
#[must_use]
pub fn tag_name(name: &[u8]) -> Option<&'static str> {
    let known = KNOWN.get(name.len())?;
    known.iter().copied().find(|known| known.as_bytes().eq_ignore_ascii_case(name))
}

/// The known names of tags, by their length.
///
/// Source: Steven J. Edwards, *PGN Specification and Implementation Guide*, sections 8.1.1 and 9; files of lichess.org, chess.com,
/// `ChessBase` and TWIC.
const KNOWN: [&[&str]; 16] = [
    &[],
    &[],
    &[],
    &["ECO", "FEN", "NIC"],
    &["Date", "Link", "Mode", "Site", "Time"],
    &["Black", "Board", "Event", "Round", "SetUp", "Stage", "White"],
    &["GameId", "Result", "Source"],
    &["BlackNA", "EndDate", "EndTime", "Opening", "Section", "UTCDate", "UTCTime", "Variant", "WhiteNA"],
    &["BlackElo", "Language", "PlyCount", "Timezone", "WhiteElo"],
    &[
        "Annotator",
        "BlackTeam",
        "BlackType",
        "BlackUSCF",
        "EventDate",
        "EventType",
        "StartTime",
        "Variation",
        "WhiteTeam",
        "WhiteType",
        "WhiteUSCF",
    ],
    &["BlackClock", "BlackTitle", "SourceDate", "WhiteClock", "WhiteTitle"],
    &["BlackFideId", "EventRounds", "Termination", "TimeControl", "WhiteFideId"],
    &["EventCountry", "EventSponsor", "SubVariation"],
    &["EventCategory"],
    &[],
    &["BlackRatingDiff", "CurrentPosition", "WhiteRatingDiff"],
];

/// The tags that name the start of a game.
pub(super) const START_TAGS: [&str; 3] = ["Variant", "SetUp", "FEN"];

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
        // Separators other than white space end the name too.
        let is_plain = input[start..end].iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
        let end = if is_plain { end } else { scan::find_separator(input, start, end) };
        TagHead { name: start..end, quote: scan::skip_white(input, end) }
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
    let end = 1 + scan::find_within(line[1..].first_chunk::<24>()?, &scan::OutsidePlainName)?;
    let quoted = line.get(end + 1..)?.first_chunk::<64>()?;
    let value = quoted[1..].first_chunk::<56>()?;
    if !line[1].is_ascii_alphabetic() || line[end] != b' ' || quoted[0] != b'"' {
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
            Some(&byte) if !scan::is_break(byte) => at += 1,
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

/// The scores of one side, in half points. A score comes before those that it ends or begins with. In Windows-1252 the fraction `½` is
/// one byte.
const SCORES: [(&[u8], u8); 12] = [
    (b"1/2", 1),
    ("1⁄2".as_bytes(), 1),
    ("½".as_bytes(), 1),
    (b"\xbd", 1),
    (b"0.5", 1),
    (b"0,5", 1),
    (b"1.0", 2),
    (b"1,0", 2),
    (b"0.0", 0),
    (b"0,0", 0),
    (b"1", 2),
    (b"0", 0),
];

/// The most separators on each side of the dash of a result: `1 - 0`.
const MOST_BLANKS: usize = 2;

/// The longest result in bytes: two scores of five bytes, a dash of three, and separators of three.
pub(super) const LONGEST_RESULT: usize = 2 * 5 + 3 + 2 * MOST_BLANKS * 3;

/// Returns the length of the three dots in one character at `at`, which word processors put after a move number. In Windows-1252 it
/// is one byte.
#[inline]
pub(super) fn ellipsis(input: &[u8], at: usize) -> Option<usize> {
    match input.get(at)? {
        0x85 => Some(1),
        _ => input[at..].starts_with("…".as_bytes()).then_some("…".len()),
    }
}

/// Returns the length of the hyphen or dash at `at`.
#[inline]
pub(super) fn dash(input: &[u8], at: usize) -> Option<usize> {
    match input.get(at)? {
        // The dashes of Windows-1252 are one byte.
        b'-' | 0x96 | 0x97 => Some(1),
        0x80.. => DASHES.iter().find(|dash| input[at..].starts_with(dash.as_bytes())).map(|dash| dash.len()),
        _ => None,
    }
}

/// Returns the result with its first dash, colon or slash at `at`, or with a `½` or `*` there, and its place.
pub(super) fn result_around(input: &[u8], at: usize) -> Option<(GameResult, Range<usize>)> {
    let result_from = |start: usize| {
        let (result, end) = result_at(input, start)?;
        // It is part of another word if a digit, a letter or `$` comes before it, but not if a whole move does. A `*` ends any word.
        let before = &input[..start];
        let is_alone =
            input[at] == b'*' || scan::starts_word(input, start) && !before.ends_with(b"$") || ends_move(before);
        (end > at && is_alone).then_some((result, start..end))
    };
    match input[at] {
        b'/' | 0xe2 if result_from(at.checked_sub(1)?).is_some() => return result_from(at - 1),
        b'*' | 0xbd | 0xc2 => return result_from(at),
        _ if dash(input, at).is_none() && input[at] != b':' => return None,
        _ => {}
    }
    let before = &input[..at - separators_before(input, at)];
    let scores = SCORES.iter().filter(|(score, _)| before.ends_with(score));
    scores.into_iter().find_map(|(score, _)| result_from(before.len() - score.len()))
}

/// Returns the result at `start` and its end: two scores, or a half alone, except [`two_zeros`]. It examines no more bytes than a
/// result has, since skipping calls it at every dash.
pub(super) fn result_at(input: &[u8], start: usize) -> Option<(GameResult, usize)> {
    if input.get(start) == Some(&b'*') {
        return Some((GameResult::Unknown, start + 1));
    }
    let (white, end) = score_at(input, start)?;
    let black = versus(input, end).and_then(|next| Some((next, score_at(input, next)?)));
    let (result, end) = match black {
        None if white == 1 => (GameResult::Draw, end),
        None => return None,
        Some((next, (black, black_end))) => {
            let colon = input[end..next].contains(&b':');
            let result = match (white, black) {
                (2, 0) => GameResult::WhiteWins,
                (0, 2) => GameResult::BlackWins,
                (1, 1) => GameResult::Draw,
                (1, 0) => GameResult::WhiteHalf,
                (0, 1) => GameResult::BlackHalf,
                // With a dash it may be castling.
                (0, 0) if colon => GameResult::BothLose,
                _ => return None,
            };
            // In `1.0-0` the one is the number of a move.
            let is_decimal = |part: &[u8]| matches!(part, [b'0' | b'1', b'.' | b',', b'0']);
            if is_decimal(&input[start..end]) != is_decimal(&input[next..black_end]) && white != 1 && black != 1 {
                return None;
            }
            (result, black_end)
        }
    };
    ends_result(input, end).then_some((result, end))
}

/// Returns the result at the start of a tag's value, and its end. A remark may follow. There `0-0` is not castling.
pub(super) fn named_result(value: &[u8]) -> Option<(GameResult, usize)> {
    let zeros = || Some((GameResult::BothLose, two_zeros(value, separators_behind(value, 1))?));
    result_at(value, 0).or_else(zeros)
}

/// Returns `true` if a text ends with a whole move, after which a result may follow without a space.
pub(super) fn ends_move(text: &[u8]) -> bool {
    let signs = ["+-", "-+", "+/-", "-/+", "+/=", "=/+", "+=", "=+", "="];
    let text = signs.iter().find_map(|sign| text.strip_suffix(sign.as_bytes())).unwrap_or(text);
    let text = text.strip_suffix(b"+").or_else(|| text.strip_suffix(b"#")).unwrap_or(text);
    let text = text.strip_suffix(b"+").or_else(|| text.strip_suffix(b":")).unwrap_or(text);
    let is_castling = |zero: u8| {
        let Some(dashed) = text.strip_suffix(&[zero]) else { return false };
        let length = (1..=3).find(|&length| {
            let at = dashed.len().checked_sub(length);
            at.is_some_and(|at| dash(dashed, at) == Some(length))
        });
        length.is_some_and(|length| dashed[..dashed.len() - length].ends_with(&[zero]))
    };
    matches!(text, [.., b'a'..=b'h', b'1'..=b'8'])
        || matches!(text, [.., b'1' | b'8', b'A'..=b'Z'] | [.., b'1'..=b'8', b'=', b'A'..=b'Z' | b'a'..=b'z'])
        || b"Oo0".iter().any(|&zero| is_castling(zero))
}

/// Returns `true` if a result may end here: before a word, also before a symbol of an annotator, but not inside a number or a word.
fn ends_result(input: &[u8], end: usize) -> bool {
    let is_symbol = || {
        scan::char_at(input, end).is_some_and(|(char, _)| is_symbol(char) && !matches!(char, '½' | '⁄'))
            && dash(input, end).is_none()
    };
    scan::ends_word(input, end) || input[end] >= 0x80 && is_symbol()
}

/// Returns the end of the dash or colon between two scores, with separators around it. TeX spells a dash `--`.
fn versus(input: &[u8], from: usize) -> Option<usize> {
    let at = separators_behind(input, from);
    let sign = if input.get(at) == Some(&b':') { 1 } else { dash(input, at)? };
    let double = at == from && input[at..].starts_with(b"--");
    Some(separators_behind(input, at + sign + usize::from(double)))
}

/// Returns the end of the few separators at `at`. A result does not go on behind a blank line, where another game may begin.
fn separators_behind(input: &[u8], from: usize) -> usize {
    (0..MOST_BLANKS).fold(from, |at, _| match input.get(at) {
        Some(&byte @ (b'\n' | b'\r'))
            if at > from && scan::is_break(input[at - 1]) && (input[at - 1], byte) != (b'\r', b'\n') =>
        {
            at
        }
        Some(..=b' ') => at + 1,
        _ => at + scan::separator(input, at).unwrap_or(0),
    })
}

/// Returns the length of the few separators before `at`.
fn separators_before(input: &[u8], at: usize) -> usize {
    let start = (0..MOST_BLANKS).fold(at, |at, _| match input[..at].last() {
        Some(..=b' ') => at - 1,
        Some(0x80..) => {
            let char = scan::char_before(input, at).filter(|&(char, _)| is_separator(char));
            at - char.map_or(0, |(_, length)| length)
        }
        _ => at,
    });
    at - start
}

/// Returns the end of the `0-0` whose dash is at `at`. A `0-0` may be castling or a result.
pub(super) fn two_zeros(input: &[u8], at: usize) -> Option<usize> {
    dash(input, at)?;
    let start = (at - separators_before(input, at)).checked_sub(1).filter(|&start| input.get(start) == Some(&b'0'))?;
    let zero = versus(input, start + 1).filter(|&zero| zero > at)?;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_tag_is_the_tag_that_any_reading_finds() {
        for (at, byte) in (0..24).flat_map(|at| (0..=u8::MAX).map(move |byte| (at, byte))) {
            let mut input = *b"[Event \"a b\"]\n[Site \"?\"]\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3";
            input[at] = byte;
            let Some((name, quoted, length)) = plain_tag(&input) else { continue };
            let head = TagHead::at(&input, 0);
            assert!(head.is_tag(&input), "byte {byte:#04x} at {at}");
            assert_eq!(&input[head.name.clone()], name, "byte {byte:#04x} at {at}");
            let (value, end) = tag_value(&input, head.quote).expect("a value");
            assert_eq!(
                (value.as_bytes(), scan::next_line(&input, end)),
                (&quoted[1..], length),
                "byte {byte:#04x} at {at}"
            );
        }
    }
}

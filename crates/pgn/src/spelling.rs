//! The spelling of moves, for words in which a space is missing.
//!
//! A move may be in any language, so any letter may be a piece. Whether it is legal, or a move at all, is for others to say.

use core::ops::Range;

use super::glyph::glyph_prefix;
use super::scan::{char_at, examined};
use super::token::{dash, result_around};
use crate::text::is_symbol;

/// Returns `true` if a word is a move without symbols, judging by a few of its bytes. Nearly all words are.
#[inline]
pub(super) fn is_plain_move(word: &[u8]) -> bool {
    let is_square = |file: u8, rank: u8| file.wrapping_sub(b'a') | rank.wrapping_sub(b'1') < 8;
    let ends_in_square = match *word {
        [.., file, rank] if is_square(file, rank) => true,
        [.., file, rank, b'+' | b'#'] => is_square(file, rank),
        _ => return matches!(word, b"O-O" | b"O-O-O"),
    };
    // Only a long word may be two.
    ends_in_square && word[0].is_ascii_alphabetic() && (word.len() < 5 || is_one_move(word))
}

/// Returns `true` if a word is one move, by its spelling.
#[inline]
fn is_one_move(word: &[u8]) -> bool {
    match word {
        [_, _, third, _, _] => !third.is_ascii_uppercase(),
        _ => move_prefix(word) == word.len(),
    }
}

/// Returns the end of the first token in a word. Where a space is missing, the longest move comes first, and what remains is read anew:
/// `Nf3Nc6`, `Qxf7#1-0`, `Nc63.Bb5`, `O-OO-O`, `Nf3+-Nc6`. The part of the word before a result is `known` for all its tokens.
#[cold]
pub(super) fn token_end(input: &[u8], word: Range<usize>, known: &mut Range<usize>) -> usize {
    let start = word.start;
    if !known.contains(&start) {
        *known = start..before_result(input, word);
    }
    let word = &input[start..known.end];
    let prefix = token_prefix(word);
    examined(prefix);
    if prefix > 0 && is_readable(&word[prefix..]) { start + prefix } else { known.end }
}

/// Returns the end of a word, or the start of the result in it.
#[cold]
pub(super) fn before_result(input: &[u8], word: Range<usize>) -> usize {
    examined(word.len());
    let is_sign = |&at: &usize| matches!(input[at], b'-' | b'/' | b':' | 0x80..);
    let results = (word.start + 1..word.end).filter(is_sign).filter_map(|at| result_around(input, at));
    results.map(|(_, place)| place.start).find(|&result| result > word.start).unwrap_or(word.end)
}

/// Returns the length of the longest move at the start of a word, or of the glyph, null move or dash there; 0 if there is none.
pub(super) fn token_prefix(word: &[u8]) -> usize {
    match move_prefix(word) {
        0 => glyph_prefix(word).map_or_else(|| dashes(word), |(_, length)| length),
        length => length,
    }
}

/// Returns `true` if what stands behind a move can be read as tokens of its own: a number, or a move with a number, a glyph or a dash
/// before it.
pub(super) fn is_readable(rest: &[u8]) -> bool {
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if digits > 0 && digits == rest.len() {
        return true;
    }
    let dashes = dashes(rest);
    let passed = match glyph_prefix(rest) {
        _ if digits > 0 => digits,
        Some((_, length)) => length,
        None => dashes,
    };
    // Two dashes are a null move.
    let is_null = dashes > dash(rest, 0).unwrap_or(0) && rest[dashes..].iter().all(u8::is_ascii_digit);
    is_null || move_prefix(rest) > 0 || move_prefix(&rest[passed..]) > 0
}

/// Returns the length of the dashes at the start of a word.
fn dashes(word: &[u8]) -> usize {
    let mut at = 0;
    while let Some(length) = dash(word, at) {
        at += length;
    }
    at
}

/// Returns the length of the longest move at the start of a word, with the signs of check behind it; 0 if there is none.
#[inline(never)]
pub(super) fn move_prefix(word: &[u8]) -> usize {
    let end = castling(word).or_else(|| piece_move(word));
    end.map_or(0, |end| end + checks(&word[end..]))
}

/// Counts the signs of check at the start of a text. In `+-`, `+=` and `+/-` the plus belongs to a glyph.
fn checks(text: &[u8]) -> usize {
    let is_check = |&at: &usize| match text.get(at) {
        Some(b'#') => true,
        Some(b'+') => !matches!(text.get(at + 1), Some(b'-' | b'=' | b'/')) && dash(text, at + 1).is_none(),
        _ => false,
    };
    (0..text.len()).take_while(is_check).count()
}

fn castling(word: &[u8]) -> Option<usize> {
    let zero = *word.first().filter(|byte| matches!(byte, b'O' | b'o' | b'0'))?;
    let wing = |at: usize| Some(at + dash(word, at)?).filter(|&at| word.get(at) == Some(&zero)).map(|at| at + 1);
    let short = wing(1)?;
    Some(wing(short).unwrap_or(short))
}

/// Returns the end of a move other than castling.
fn piece_move(word: &[u8]) -> Option<usize> {
    let piece = piece(word)?;
    let is_file = |at: usize| matches!(word.get(at), Some(b'a'..=b'h'));
    let is_rank = |at: usize| matches!(word.get(at), Some(b'1'..=b'8'));
    // The longest origin first: a square, a file, a rank, nothing.
    let origins = [(true, true), (true, false), (false, true), (false, false)];
    let mut at = origins.into_iter().find_map(|(file, rank)| {
        let origin = piece + usize::from(file) + usize::from(rank);
        let is_there = (!file || is_file(piece)) && (!rank || is_rank(origin - 1));
        let to = origin + capture(word, origin);
        (is_there && is_file(to) && is_rank(to + 1)).then_some(to + 2)
    })?;
    at += promotion(word, at, piece == 0 || word[0].eq_ignore_ascii_case(&b'p'));
    // Behind the move in the Informator, for a capture; and of a capture en passant.
    at += usize::from(word.get(at) == Some(&b':'));
    Some(at + if word[at..].starts_with(b"ep") { 2 } else { 0 })
}

/// Returns the length of the letters or of the figurine of a piece; 0 for a pawn.
fn piece(word: &[u8]) -> Option<usize> {
    if let b'A'..=b'Z' | b'k' | b'q' | b'r' | b'n' | b'p' = word.first()? {
        return Some(1);
    }
    let mut at = 0;
    while word.get(at).is_some_and(|&byte| byte >= 0x80) {
        let (char, length) = char_at(word, at)?;
        let is_figurine = matches!(char, '♔'..='♟' | '\u{fe0e}' | '\u{fe0f}');
        if is_symbol(char) && !is_figurine {
            return None;
        }
        at += length;
    }
    Some(at)
}

/// Returns the length of the sign of a capture, or of the dash of a long move.
fn capture(word: &[u8], at: usize) -> usize {
    match word.get(at) {
        Some(b'x' | b'X' | b':') => 1,
        _ if word.get(at..).is_some_and(|rest| rest.starts_with("×".as_bytes())) => "×".len(),
        _ => dash(word, at).unwrap_or(0),
    }
}

/// Returns the length of the piece that a pawn becomes: with a sign on any rank, without a sign on the last.
fn promotion(word: &[u8], at: usize, is_pawn: bool) -> usize {
    let sign = usize::from(matches!(word.get(at), Some(b'=' | b'/')));
    let is_last = matches!(word[at - 1], b'1' | b'8');
    let letter = match word.get(at + sign) {
        Some(b'A'..=b'Z' | b'q' | b'r' | b'n' | b'b' | b'k' | b'm' | b's') => 1,
        Some(0x80..) => piece(&word[at + sign..]).unwrap_or(0),
        _ => 0,
    };
    if is_pawn && letter > 0 && (sign > 0 || is_last) { sign + letter } else { 0 }
}

//! Annotation glyphs and other symbols, alone or after a move.

use super::raw_text::Coded;
use super::scan;
use super::token::{dash, ends_move};
use crate::text::is_symbol;
use arrayvec::ArrayString;
use chess0x88::Rules;
use chess0x88::san::{self, PieceLetters};

/// The numbers of the annotation glyphs that people write as symbols. A symbol that ends in another symbol comes before it. The
/// table lacks symbols with one number for each side, such as the arrow of the initiative: only a reader that knows the side
/// could choose the number.
///
/// Source: the NAG table of the PGN standard, section 10, and its extensions as `ChessBase` and Scid write them (140 to 220).
const GLYPHS: [(u8, &[&str]); 19] = [
    (3, &["‼"]),
    (4, &["⁇"]),
    (5, &["⁉"]),
    (6, &["⁈"]),
    // The only move.
    (7, &["□"]),
    // The evaluation of the position.
    (13, &["∞"]),
    (14, &["⩲", "+/=", "+="]),
    (15, &["⩱", "=/+", "=+"]),
    (16, &["±", "+/-", "+/−", "+/–"]),
    (17, &["∓", "-/+", "−/+", "–/+"]),
    (18, &["+-", "+−", "+–"]),
    (19, &["-+", "−+", "–+"]),
    (10, &["="]),
    // With the idea, against the idea, better is, worse is.
    (140, &["∆", "Δ", "△"]),
    (141, &["∇"]),
    (142, &["⌓"]),
    (143, &["≤"]),
    // A novelty and a diagram. Each must be a word by itself, since moves can end in letters too.
    (146, &["N"]),
    (220, &["D"]),
];

/// The one byte of Windows-1252 that is a glyph: `±`.
const ONE_BYTE: (u8, u8) = (0xb1, 16);

/// Returns the number of bytes of the move in a word, and the glyph after it. A symbol without a number has no glyph. A word of a
/// remark, such as `resigns`, has no move in it.
#[cold]
pub(super) fn take_apart(word: &[u8]) -> (usize, Option<u8>) {
    scan::examined(word.len());
    if let Some((nag, length)) = glyph(word) {
        let head = &word[..word.len() - length];
        let parts = WordParts::of(head);
        if head.is_empty() || parts.length == head.len() && parts.may_be_move {
            return (head.len(), Some(nag));
        }
    }
    let parts = WordParts::of(word);
    let length = if !parts.may_be_move && !is_null(word) {
        0
    } else if parts.is_odd {
        parts.length
    } else {
        // An incomplete move, such as `O-O-`, is not a move with a symbol after it.
        word.len()
    };
    (length, None)
}

/// Returns `true` if a word is a null move. One dash needs [evidence](is_lone_null).
fn is_null(word: &[u8]) -> bool {
    let text: ArrayString<24> = Coded::plain(word).decoded();
    san::is_null_move(&text) && text.chars().count() > 1
}

/// Returns `true` if one dash from `start` to `end` is a null move: a word processor makes one of `--`. A long dash is one except
/// among words, any other but a hyphen is one in the place of a move, behind its number. Text before `game`, where its game starts, and
/// before a blank line is no evidence.
#[cold]
pub(super) fn is_lone_null(input: &[u8], game: usize, start: usize, end: usize) -> bool {
    if dash(input, start) != Some(end - start) || !scan::starts_word(input, start) || !scan::ends_word(input, end) {
        return false;
    }
    let blank = scan::blank_before(input, start).max(game);
    let before = if scan::has_blank_line(&input[blank..start]) { &[] } else { &input[game..blank] };
    if before.ends_with(b".") || before.ends_with("…".as_bytes()) {
        return input[start] != b'-';
    }
    let is_long = matches!(&input[start..end], b"\x97" | b"\xe2\x80\x94" | b"\xe2\x80\x95");
    let is_said_before = matches!(before.last(), Some(b'A'..=b'Z' | b'a'..=b'z' | 0x80..)) && !ends_move(before);
    let next = scan::skip_white(input, end);
    let letters = &input[next..];
    let word = letters.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte >= 0x80).count();
    let is_said_behind = word > 0 && !letters[0].is_ascii_digit() && take_apart(&letters[..word]).0 == 0;
    is_long && !is_said_before && !is_said_behind
}

/// The parts of a word.
struct WordParts {
    /// The number of bytes before the symbols at its end, which include the signs of check.
    length: usize,
    /// `true` if one of these symbols is neither ASCII nor a dash.
    is_odd: bool,
    /// `true` if the word may be a move in some language. In Latin, Greek and Cyrillic letters every move but castling has a
    /// digit.
    may_be_move: bool,
}

impl WordParts {
    fn of(word: &[u8]) -> WordParts {
        let is_utf_8 = core::str::from_utf8(word).is_ok();
        let mut parts = WordParts { length: 0, is_odd: false, may_be_move: false };
        let (mut at, mut is_piece) = (0, false);
        // The letter of castling (Latin or Cyrillic); any other letter of these alphabets or of Greek; any other character that
        // can be part of a square.
        let (mut has_o, mut has_letter, mut names_square) = (false, false, false);
        for char in Coded::plain(word).chars() {
            let is_symbol = is_symbol(char);
            match char {
                'O' | 'o' | 'О' | 'о' => has_o = true,
                'A'..='Z' | 'a'..='z' | '\u{c0}'..='\u{52f}' => has_letter = true,
                _ => names_square |= !is_symbol,
            }
            parts.is_odd |= !char.is_ascii() && dash(word, at).is_none();
            at += if is_utf_8 { char.len_utf8() } else { 1 };
            // After a figurine, an invisible character may choose between text and picture.
            is_piece = matches!(char, '♔'..='♟') || is_piece && matches!(char, '\u{fe0e}' | '\u{fe0f}');
            if is_piece || !is_symbol {
                (parts.length, parts.is_odd) = (at, false);
            }
        }
        parts.may_be_move = names_square || has_o && !has_letter;
        parts.length += word[parts.length..].iter().take_while(|byte| matches!(byte, b'+' | b'#')).count();
        parts
    }
}

/// Returns the set of the letters in a move that English has not: no letters of a piece, of a square, of castling or of another English
/// spelling.
pub(super) fn foreign_letters<R: Rules>(word: &[u8]) -> u32 {
    let is_foreign = |char: &char| match char {
        'A'..='Z' => {
            let is_piece = R::ROLES.iter().any(|&role| PieceLetters::ENGLISH.letter(role).starts_with(*char));
            !is_piece && !"OPXZ".contains(*char)
        }
        _ => !char.is_ascii() && !is_symbol(*char),
    };
    Coded::plain(word).chars().filter(is_foreign).fold(0, |set, char| set | letter_bit(char))
}

/// Returns the bit of a letter in a set. All letters outside ASCII share one.
pub(super) const fn letter_bit(letter: char) -> u32 {
    match letter {
        'A'..='Z' => 1 << (letter as u32 - 'A' as u32),
        '\u{80}'.. => 1 << 31,
        _ => 0,
    }
}

/// Returns the glyph at the end of a word, and its length.
fn glyph(word: &[u8]) -> Option<(u8, usize)> {
    let ends = |sign: &&&str| {
        let is_word = sign.starts_with(|first: char| first.is_ascii_alphabetic());
        word.ends_with(sign.as_bytes()) && (!is_word || word.len() == sign.len())
    };
    let (byte, nag) = ONE_BYTE;
    let one_byte = || (word.ends_with(&[byte]) && core::str::from_utf8(word).is_err()).then_some((nag, 1));
    let known = |&(nag, signs): &(u8, &[&str])| Some((nag, signs.iter().find(ends)?.len()));
    GLYPHS.iter().find_map(known).or_else(one_byte)
}

/// Returns the number and the length of the glyph at the start of a text, the longest that fits. Letters are none.
pub(super) fn glyph_prefix(text: &[u8]) -> Option<(u8, usize)> {
    let is_sign = |sign: &&str| !sign.starts_with(|first: char| first.is_ascii_alphabetic());
    let signs = GLYPHS
        .iter()
        .flat_map(|&(nag, signs)| signs.iter().filter(|sign| is_sign(sign)).map(move |sign| (nag, sign.len(), sign)));
    let found = signs.filter(|(.., sign)| text.starts_with(sign.as_bytes())).max_by_key(|&(_, length, _)| length);
    found.map(|(nag, length, _)| (nag, length))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spelling::is_plain_move;

    #[test]
    fn each_glyph_is_found_alone_and_behind_a_move() {
        for (sign, nag) in GLYPHS.iter().flat_map(|&(nag, signs)| signs.iter().map(move |&sign| (sign, nag))) {
            assert!(!is_plain_move(sign.as_bytes()), "{sign}");
            assert_eq!(take_apart(sign.as_bytes()), (0, Some(nag)), "{sign}");
            let behind = std::format!("Nf3{sign}");
            let is_word = sign.starts_with(|first: char| first.is_ascii_alphabetic());
            assert!(!is_plain_move(behind.as_bytes()), "{behind}");
            let expected = if is_word { (behind.len(), None) } else { (3, Some(nag)) };
            assert_eq!(take_apart(behind.as_bytes()), expected, "{behind}");
        }
    }

    #[test]
    fn moves_are_no_symbols() {
        let words =
            ["--", "@@@@", "♘f3", "exd6", "0–0", "-1", "Кf3", "N5", "Dd4", "ม-ง๒", "O-O-O+", "oo", "P-K4", "車"];
        for word in words {
            assert_eq!(take_apart(word.as_bytes()), (word.len(), None), "{word}");
        }
        for word in
            ["resigns", "x", "TN", "Oh", "ñ", "Ой", "wins↑", "", "↑", "=∞", "+", "-", "—", "♘", "\u{e123}", "\u{feff}"]
        {
            assert_eq!(take_apart(word.as_bytes()), (0, None), "{word}");
        }
        assert_eq!(take_apart(b"e4\xb1"), (2, Some(16)));
        assert_eq!(take_apart(b"\xb1"), (0, Some(16)));
    }

    #[test]
    fn a_symbol_without_a_number_is_parted_from_its_move() {
        for (word, length) in [("e4↑", 2), ("Nf3+∞=", 4), ("e8=♕⇆", 6), ("e8=♕\u{fe0e}⇆", 9), ("0–0–", 8), ("e4-", 3)]
        {
            assert_eq!(take_apart(word.as_bytes()), (length, None), "{word}");
        }
        for word in ["e8=♕", "e8=♕\u{fe0f}", "Nf3+"] {
            assert_eq!(take_apart(word.as_bytes()), (word.len(), None), "{word}");
        }
        assert_eq!(take_apart(b"e4\x95"), (2, None));
        assert_eq!(take_apart(b"0\x960\x96"), (4, None));
    }
}

//! Annotation glyphs and other symbols, alone or after a move.

use super::raw_text::Coded;
use super::scan;
use super::token::dash;
use chess0x88::san;

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

/// The one byte of Latin-1 that is a glyph: `±`.
const LATIN_1: (u8, u8) = (0xb1, 16);

/// Returns `true` if a word is a move without symbols, judging by its first and last bytes. Nearly all words are.
#[inline]
pub(super) const fn is_plain_move(word: &[u8]) -> bool {
    !matches!(word, [b'+' | b'-' | b'=' | 0x80.., ..])
        && matches!(word, [.., b'1'..=b'8'] | [.., b'1'..=b'8', b'+' | b'#'] | b"O-O" | b"O-O-O")
}

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
    let length = if !parts.may_be_move && !core::str::from_utf8(word).is_ok_and(san::is_null_move) {
        0
    } else if parts.is_odd {
        parts.length
    } else {
        // An incomplete move, such as `O-O-`, is not a move with a symbol after it.
        word.len()
    };
    (length, None)
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

/// Returns the glyph at the end of a word, and its length.
fn glyph(word: &[u8]) -> Option<(u8, usize)> {
    let ends = |sign: &&&str| {
        let is_word = sign.starts_with(|first: char| first.is_ascii_alphabetic());
        word.ends_with(sign.as_bytes()) && (!is_word || word.len() == sign.len())
    };
    let (byte, nag) = LATIN_1;
    let latin_1 = || (word.ends_with(&[byte]) && core::str::from_utf8(word).is_err()).then_some((nag, 1));
    let known = |&(nag, signs): &(u8, &[&str])| Some((nag, signs.iter().find(ends)?.len()));
    GLYPHS.iter().find_map(known).or_else(latin_1)
}

fn is_symbol(char: char) -> bool {
    // Latin-1, including the controls that are dashes and quotation marks in Windows-1252; punctuation to arrows; private use
    // (glyphs of fonts); variation selectors and the byte order mark; pictures.
    match char {
        '\0'..='\x7f' => !char.is_ascii_alphanumeric(),
        '\u{80}'..='\u{bf}'
        | '×'
        | '÷'
        | '\u{2000}'..='\u{2bff}'
        | '\u{e000}'..='\u{f8ff}'
        | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}'
        | '\u{1f000}'..='\u{1faff}' => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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

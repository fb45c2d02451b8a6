//! Numbers, escapes, dashes and the encoding of text, for several readers and writers.

/// The dashes that word processors put in place of a hyphen.
pub(crate) const DASHES: [&str; 7] =
    ["\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{2014}", "\u{2015}", "\u{2212}"];

/// Reads a number of one or more decimal digits. Returns `None` for any other text, and for a number beyond 32 bits.
pub(crate) fn decimal(digits: &[u8]) -> Option<u32> {
    digits.iter().try_fold((!digits.is_empty()).then_some(0)?, |number: u32, &digit| {
        number.checked_mul(10)?.checked_add(char::from(digit).to_digit(10)?)
    })
}

/// Decodes a byte of text that is not UTF-8: Windows-1252, in which the five bytes without a character stand for controls.
pub(crate) fn windows_1252(byte: u8) -> char {
    const FROM_80: &str = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8d}Ž\u{8f}\u{90}‘’“”•–—˜™š›œ\u{9d}žŸ";
    match byte {
        0x80..=0x9f => FROM_80.chars().nth(usize::from(byte - 0x80)).unwrap_or_default(),
        _ => char::from(byte),
    }
}

/// Reads `\"` as `"` and `\\` as `\` if the text has escapes, and returns the characters.
pub(crate) fn unescaped(chars: impl Iterator<Item = char>, escapes: bool) -> impl Iterator<Item = char> {
    let mut chars = chars.peekable();
    core::iter::from_fn(move || match chars.next()? {
        '\\' if escapes => chars.next_if(|next| matches!(next, '"' | '\\')).or(Some('\\')),
        char => Some(char),
    })
}

/// Writes a `\` before each `"` and `\`.
pub(crate) fn escaped(text: &str) -> impl Iterator<Item = char> + '_ {
    text.chars().flat_map(|char| matches!(char, '"' | '\\').then_some('\\').into_iter().chain([char]))
}

/// Returns `true` for a character that is a sign of an annotator, or of a font, and no part of a move.
pub(crate) fn is_symbol(char: char) -> bool {
    // The signs of Latin-1; punctuation to arrows; private use (glyphs of fonts); variation selectors and the byte order mark;
    // pictures.
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

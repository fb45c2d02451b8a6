//! Numbers, escapes and dashes in text, for several readers and writers.

/// The dashes that word processors put in place of a hyphen.
pub(crate) const DASHES: [&str; 6] = ["\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{2014}", "\u{2212}"];

/// Reads a number of one or more decimal digits. Returns `None` for any other text, and for a number beyond 32 bits.
pub(crate) fn decimal(digits: &[u8]) -> Option<u32> {
    digits.iter().try_fold((!digits.is_empty()).then_some(0)?, |number: u32, &digit| {
        number.checked_mul(10)?.checked_add(char::from(digit).to_digit(10)?)
    })
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

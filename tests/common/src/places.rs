//! The places that errors of any notation tell.

use std::fmt::Display;

use chess0x88::error::Found;

/// Requires that an error finds the first character of the text at the byte that it tells.
pub fn tells_its_place(text: &str, error: &impl Display) {
    let sentence = error.to_string();
    let Some((_, place)) = sentence.rsplit_once(" byte ") else { return };
    let digits = place.find(|char: char| !char.is_ascii_digit()).unwrap_or(place.len());
    let at: usize = place[..digits].parse().unwrap_or_else(|_| panic!("{sentence}"));
    assert!(text.is_char_boundary(at), "{text:?}: {sentence}");
    if let Some(found) = place[digits..].strip_prefix(", found ") {
        assert_eq!(found, Found::at(text, at).to_string(), "{text:?}: {sentence}");
    }
}

/// Asks a reader, and requires the place of its error. Returns the number of errors.
pub fn ask<T, E: Display>(text: &str, read: impl Fn(&str) -> Result<T, E>) -> usize {
    match read(text) {
        Ok(_) => 0,
        Err(error) => {
            tells_its_place(text, &error);
            1
        }
    }
}

/// Characters of one to four bytes, signs of every notation, and invisible ones.
const INTRUDERS: [&str; 14] =
    ["", "é", "😀", "e\u{301}", "\u{a0}", "\u{200b}", "—", "٣", "К", "♘", "x", "9", " ", "\u{feff}"];

/// Texts of which each character is replaced by each intruder, or follows it.
pub fn spoilt(text: &str) -> impl Iterator<Item = String> {
    text.char_indices().chain([(text.len(), '\0')]).flat_map(move |(at, char)| {
        let behind = (at + char.len_utf8()).min(text.len());
        INTRUDERS
            .iter()
            .flat_map(move |intruder| [at, behind].map(|rest| format!("{}{intruder}{}", &text[..at], &text[rest..])))
    })
}

/// Requires of a text of several parts, each with a right form before wrong ones, that the first of two wrong parts is told as if the other
/// were right.
pub fn first_of_two(between: &str, parts: &[&[&str]], read: impl Fn(&str) -> Option<String>) {
    let right: Vec<&str> = parts.iter().map(|forms| forms[0]).collect();
    assert_eq!(read(&right.join(between)), None, "{right:?}");
    for (first, forms) in parts.iter().enumerate() {
        for form in &forms[1..] {
            let mut text = right.clone();
            text[first] = form;
            let told = read(&text.join(between));
            assert!(told.is_some(), "{text:?} is right");
            for (second, forms) in parts.iter().enumerate().skip(first + 1) {
                for form in &forms[1..] {
                    text[second] = form;
                    assert_eq!(read(&text.join(between)), told, "{text:?}");
                    text[second] = right[second];
                }
            }
        }
    }
}

//! Texts: numbers in decimal, and the characters that a parser finds.

use crate::notation::{Found, Text};

#[test]
fn every_character_is_found_as_it_is() {
    assert_eq!(Found::at("", 0).char(), None);
    assert_eq!(Found::at("ä", 1).char(), Some(char::REPLACEMENT_CHARACTER));
    assert_eq!(Found::at("xa", 0), Found::at("xb", 0));
    for found in '\0'..=char::MAX {
        let mut bytes = [b'x'; 5];
        let len = found.encode_utf8(&mut bytes).len();
        let text = core::str::from_utf8(&bytes[..=len]).unwrap();
        assert_eq!(Found::at(text, 0).char(), Some(found), "{found:?}");
    }
}

#[test]
fn numbers_are_written_as_everywhere() {
    for number in [0, 1, 9, 10, 99, 100, 4_294_967_295] {
        let mut text = Text::<10>::new();
        text.push_number(number);
        assert_eq!(text.as_str(), std::format!("{number}"));
    }
}

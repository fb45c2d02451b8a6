//! Small values: the code of a piece, numbers in decimal, and the characters that a parser finds.

use std::vec::Vec;

use crate::notation::{Found, Text};
use crate::piece::{Color, Piece, Role};

#[test]
fn the_code_round_trips_and_its_bits_mean_what_they_say() {
    for color in Color::ALL {
        for role in Role::ALL {
            let piece = Piece::new(color, role);
            assert_eq!((piece.color(), piece.role()), (color, role));
            assert_eq!(Piece::from_code(piece.code()), Some(piece));
            assert_eq!(Piece::from_code(piece.promoted().code()), Some(piece.promoted()));
            assert_eq!(piece.code() & 8 != 0, color == Color::Black);
            assert_ne!(piece.code() & 7, 0);
            assert_eq!(piece.is_slider(), matches!(role, Role::Bishop | Role::Rook | Role::Queen));
            assert_eq!(piece.promoted().is_promoted(), role == Role::Met);
            assert_eq!((piece.promoted().color(), piece.promoted().role()), (color, role));
            assert_eq!(piece.promoted().promoted(), piece.promoted());
            assert_eq!(piece.promoted().reach(), piece.reach());
        }
    }
}

#[test]
fn other_numbers_are_no_codes() {
    let codes: Vec<u8> = (0..=u8::MAX).filter(|&code| Piece::from_code(code).is_some()).collect();
    assert_eq!(codes, [1, 2, 3, 5, 6, 7, 9, 10, 11, 13, 14, 15, 17, 18, 25, 26, 49, 57]);
}

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

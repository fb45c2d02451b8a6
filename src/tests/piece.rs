//! The code of a piece.

use std::vec::Vec;

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

//! The code of a piece.

use crate::piece::{Color, Piece, Role};

#[test]
fn the_code_round_trips_and_its_bits_mean_what_they_say() {
    for color in Color::ALL {
        for role in Role::ALL {
            let piece = Piece::new(color, role);
            assert_eq!((piece.color(), piece.role()), (color, role));
            assert_eq!(Piece::from_code(piece.code()), Some(piece));
            assert_ne!(piece.code() & 7, 0);
            assert_eq!(piece.is_slider(), matches!(role, Role::Bishop | Role::Rook | Role::Queen));
            assert_eq!(piece.promoted().is_promoted(), role == Role::Met);
            assert_eq!((piece.promoted().color(), piece.promoted().role()), (color, role));
            assert_eq!(piece.promoted().promoted(), piece.promoted());
            assert_eq!(piece.promoted().reach(), piece.reach());
        }
    }
}

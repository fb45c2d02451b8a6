//! The board: a piece that is set is there, and the picture shows it.

use chess0x88::{Board0x88, Chess, Color, File, Piece, Rank, Role, Square, SquareSet};
use common::{position, positions};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn pieces_sets_and_squares_tell_the_same(position in positions()) {
        let board = position.board();
        let listed: Vec<_> = board.pieces().collect();
        assert!(board.pieces().rev().eq(listed.iter().rev().copied()));
        prop_assert!(listed.is_sorted_by_key(|&(square, _)| square));
        prop_assert_eq!(listed.len(), board.occupied().len());
        for &(square, piece) in &listed {
            prop_assert_eq!(board.piece_at(square), Some(piece));
        }
        for square in Square::ALL {
            let piece = board.piece_at(square);
            prop_assert_eq!(board.occupied().contains(square), piece.is_some());
            let code = board.as_bytes()[usize::from(square.x88())];
            prop_assert_eq!((code, Piece::from_code(code)), (piece.map_or(0, Piece::code), piece));
            // The other half: a set for each bit of the code.
            for bit in 0..5 {
                let set: [u8; 8] = board.as_bytes()[16 * bit + 8..16 * bit + 16].try_into().expect("eight");
                let is_there = SquareSet::from_bits(u64::from_le_bytes(set)).contains(square);
                prop_assert_eq!(is_there, code >> bit & 1 != 0);
            }
            for color in Color::ALL {
                prop_assert_eq!(board.colored(color).contains(square), piece.is_some_and(|piece| piece.color() == color));
                for role in Role::ALL {
                    let wanted = Piece::new(color, role);
                    prop_assert_eq!(board.squares_of(wanted).contains(square), piece == Some(wanted));
                }
            }
        }
    }

    #[test]
    fn a_board_built_from_another_s_pieces_is_equal(position in positions()) {
        let mut copy = Board0x88::empty();
        for (square, piece) in position.board().pieces() {
            copy.set(square, Some(piece));
        }
        prop_assert_eq!(&copy, position.board());
        for square in Square::ALL {
            copy.set(square, None);
        }
        prop_assert_eq!(copy, Board0x88::default());
    }

    #[test]
    fn the_picture_has_a_letter_for_each_piece(position in positions()) {
        let picture = position.board().to_string();
        for (line, rank) in picture.lines().zip(Rank::ALL.into_iter().rev()) {
            for (symbol, file) in line.chars().skip(3).step_by(2).zip(File::ALL) {
                let piece = position.board().piece_at(Square::new(file, rank));
                let white = symbol.is_ascii_uppercase();
                prop_assert_eq!(piece.is_none(), symbol == '.');
                prop_assert!(piece.is_none_or(|piece| (piece.color() == Color::White) == white));
            }
        }
    }
}

#[test]
fn every_role_and_colour_can_stand_on_every_square() {
    for square in Square::ALL {
        for color in Color::ALL {
            for role in Role::ALL {
                let piece = Piece::new(color, role);
                let mut board = Board0x88::empty();
                board.set(square, Some(piece));
                assert_eq!(board.pieces().collect::<Vec<_>>(), [(square, piece)]);
                assert_eq!(board.squares_of(piece), SquareSet::from(square));
                assert_eq!((board.colored(color), board.colored(!color)), (square.into(), SquareSet::EMPTY));
                assert_eq!(board.king(color).is_some(), role == Role::King);
                // A promoted Bia is a Met, on the board and in a query.
                let promoted = piece.promoted();
                board.set(square, Some(promoted));
                assert_eq!([piece, promoted].map(|piece| board.squares_of(piece)), [square.into(); 2]);
            }
        }
    }
}

#[test]
fn the_start_position_in_letters() {
    assert_eq!(
        Chess::startpos().board().to_string(),
        "8  r n b q k b n r\n\
         7  p p p p p p p p\n\
         6  . . . . . . . .\n\
         5  . . . . . . . .\n\
         4  . . . . . . . .\n\
         3  . . . . . . . .\n\
         2  P P P P P P P P\n\
         1  R N B Q K B N R\n   \
            a b c d e f g h"
    );
}

#[test]
fn the_start_position_in_figurines() {
    assert_eq!(
        format!("{:#}", Chess::startpos().board()),
        "8  ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜\n\
         7  ♟ ♟ ♟ ♟ ♟ ♟ ♟ ♟\n\
         6  . . . . . . . .\n\
         5  . . . . . . . .\n\
         4  . . . . . . . .\n\
         3  . . . . . . . .\n\
         2  ♙ ♙ ♙ ♙ ♙ ♙ ♙ ♙\n\
         1  ♖ ♘ ♗ ♕ ♔ ♗ ♘ ♖\n   \
            a b c d e f g h"
    );
}

#[test]
fn attackers_stand_on_open_lines_only() {
    let position = position("4k3/4r3/8/8/1b2P2q/2n5/3p4/4K3 w - - 0 1");
    let attackers = |square, color| position.board().attackers(square, color).to_string();
    assert_eq!(attackers(Square::E1, Color::Black), "d2 h4");
    assert_eq!(attackers(Square::D2, Color::White), "e1");
    assert_eq!(attackers(Square::E4, Color::Black), "c3 h4 e7");
    assert_eq!(attackers(Square::D1, Color::Black), "c3");
    assert_eq!(attackers(Square::D5, Color::White), "e4");
    assert_eq!(attackers(Square::E5, Color::White), "");
    assert_eq!(attackers(Square::E8, Color::Black), "e7");
}

#[test]
fn a_pinned_piece_attacks_as_any_other() {
    // FIDE article 3.1.2: the pinned knight still guards d5 against the king.
    let position = position("4k3/4n3/8/8/3K4/8/8/4R3 b - - 0 1");
    assert!(position.pinned(position.turn()).contains(Square::E7));
    assert!(position.board().is_attacked(Square::D5, Color::Black));
}

#[test]
fn a_board_is_128_bytes_in_every_build() {
    assert_eq!((size_of::<Board0x88>(), align_of::<Board0x88>()), (128, 8));
}

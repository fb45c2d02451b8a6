//! Building positions piece by piece, and flipping them.

use chess0x88::{
    CastlingSide, Chess, ChessRules, Color, Makruk, Move, Piece, Role, Setup, Square, Violation, makruk, perft,
};
use common::{position, positions};
use proptest::prelude::*;

fn put(setup: &mut Setup<ChessRules>, color: Color, role: Role, square: Square) {
    setup.board.set(square, Some(Piece::new(color, role)));
}

#[test]
fn a_position_can_be_built_piece_by_piece() {
    let mut setup = Setup::<ChessRules>::empty();
    put(&mut setup, Color::White, Role::King, Square::E1);
    put(&mut setup, Color::White, Role::Rook, Square::H1);
    put(&mut setup, Color::Black, Role::King, Square::E8);
    put(&mut setup, Color::Black, Role::Pawn, Square::D4);
    put(&mut setup, Color::White, Role::Pawn, Square::E4);
    setup.turn = Color::Black;
    setup.state.castling.set(Color::White, CastlingSide::King, Some(Square::H1));
    setup.state.en_passant = Some(Square::E3);
    setup.halfmove_clock = 0;
    setup.fullmove_number = 12;
    let built = setup.to_position().expect("a legal position");
    let read: Chess = "4k3/8/8/8/3pP3/8/8/4K2R b K e3 0 12".parse().expect("the same position");
    assert_eq!(built.to_setup(), read.to_setup());
}

#[test]
fn a_position_can_be_changed_and_validated_again() {
    let mut setup = Chess::startpos().to_setup();
    setup.board.set(Square::H1, None);
    assert_eq!(setup.to_position().unwrap_err(), Violation::CastlingRights.into());
    setup.state.castling.set(Color::White, CastlingSide::King, None);
    let handicap = setup.to_position().expect("rook odds");
    assert_eq!(handicap.fen().as_str(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1");
    assert_eq!(Setup::from(handicap).board.piece_at(Square::H1), None);
}

#[test]
fn every_part_of_a_setup_may_be_wrong_on_the_way() {
    let mut setup = Setup::<ChessRules>::empty();
    assert_eq!(setup.violations().iter().count(), 3);
    put(&mut setup, Color::White, Role::King, Square::A1);
    put(&mut setup, Color::Black, Role::King, Square::B1);
    put(&mut setup, Color::Black, Role::Met, Square::H8);
    let violations = setup.violations();
    assert!(violations.contains(Violation::OppositeCheck) && violations.contains(Violation::ForeignPiece));
    assert_eq!(setup.fen().as_str(), "7m/8/8/8/8/8/8/Kk6 w - - 0 1");
}

#[test]
fn flipping_colours_carries_turn_castling_and_en_passant_along() {
    let before = position("r3k2r/8/8/3pP3/8/8/8/R3K3 w Qkq d6 0 7");
    assert_eq!(before.flip_colors().fen().as_str(), "r3k3/8/8/8/3Pp3/8/8/R3K2R b KQq d3 0 7");
    let chess960 = position("1k1r3r/8/8/8/8/8/8/1K1R3R w D - 3 9");
    assert_eq!(chess960.flip_colors().fen().as_str(), "1k1r3r/8/8/8/8/8/8/1K1R3R b d - 3 9");
}

#[test]
fn mirroring_carries_castling_and_en_passant_along() {
    let before = position("r3k2r/8/8/3pP3/8/8/8/R3K3 w Qkq d6 0 7");
    assert_eq!(before.mirror().fen().as_str(), "r2k3r/8/8/3Pp3/8/8/8/3K3R w Kkq e6 0 7");
}

#[test]
fn a_makruk_count_changes_sides_with_the_colours() {
    let bared: Makruk = "8/8/4k3/R7/8/2K2R2/8/8 b - 16 8 40".parse().expect("a legal position");
    let flipped = bared.flip_colors();
    assert_eq!(flipped.fen().as_str(), "8/8/2k2r2/8/r7/4K3/8/8 w - 16 8 40");
    assert_eq!(makruk::count(&flipped).map(|count| count.side), Some(Color::White));
    assert_eq!(flipped.flip_colors().to_setup(), bared.to_setup());
    assert_eq!(bared.mirror().fen().as_str(), "8/8/3k4/7R/8/2R2K2/8/8 b - 16 8 40");
    assert_eq!((perft(&flipped, 3), perft(&bared.mirror(), 3)), (perft(&bared, 3), perft(&bared, 3)));
}

#[test]
fn makruk_is_alike_from_both_sides() {
    let start = Makruk::startpos();
    for turned in [start.flip_colors(), start.mirror(), start.mirror().flip_colors()] {
        assert_eq!(perft(&turned, 3), perft(&start, 3));
    }
}

fn flipped(mv: Move) -> (Square, Square, Option<Role>) {
    (mv.from().flip_rank(), mv.to().flip_rank(), mv.promotion())
}

fn mirrored(mv: Move) -> (Square, Square, Option<Role>) {
    (mv.from().flip_file(), mv.to().flip_file(), mv.promotion())
}

fn plain(mv: Move) -> (Square, Square, Option<Role>) {
    (mv.from(), mv.to(), mv.promotion())
}

fn sorted(moves: impl Iterator<Item = (Square, Square, Option<Role>)>) -> Vec<(Square, Square, Option<Role>)> {
    let mut moves: Vec<_> = moves.collect();
    moves.sort_unstable();
    moves
}

#[test]
fn a_castling_right_is_given_where_king_and_rook_stand_for_it() {
    let boxes = |fen: &str| {
        let mut setup: Setup<ChessRules> = fen.parse().expect("a FEN");
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                let given = setup.set_castling(color, side, true);
                assert_eq!(setup.state.castling.rook(color, side).is_some(), given);
            }
        }
        setup.fen().split(' ').nth(2).map(String::from).expect("a field")
    };
    for (fen, rights) in [
        ("r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", "KQkq"),
        ("r3k3/8/8/8/8/8/8/4K2R w - - 0 1", "Kq"),
        // A king or a rook off its first rank, a rook of the other side, no king at all.
        ("4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "-"),
        ("4k3/8/8/8/8/8/R6R/4K3 w - - 0 1", "-"),
        ("r3k2r/8/8/8/8/8/8/r3K2r w - - 0 1", "kq"),
        ("r3k3/8/8/8/8/8/8/R6R w - - 0 1", "q"),
        // Of two rooks on a side the outermost castles. A king nearer the edge hides its rook.
        ("1r1rk2r/8/8/8/8/8/8/RR2K1RR w - - 0 1", "KQkq"),
        ("4k3/8/8/8/8/8/8/K5R1 w - - 0 1", "K"),
    ] {
        assert_eq!(boxes(fen), rights, "{fen}");
    }
}

#[test]
fn a_castling_right_keeps_its_rook_and_goes_with_it() {
    let mut setup: Setup<ChessRules> = "4k3/8/8/8/8/8/8/4K1RR w G - 0 1".parse().expect("a FEN");
    let (white, king_side) = (Color::White, CastlingSide::King);
    assert!(setup.set_castling(white, king_side, true));
    assert_eq!(setup.state.castling.rook(white, king_side), Some(Square::G1), "the inner rook has the right already");
    setup.board.set(Square::G1, None);
    assert!(setup.set_castling(white, king_side, true));
    assert_eq!(setup.state.castling.rook(white, king_side), Some(Square::H1));
    setup.board.set(Square::H1, None);
    assert!(!setup.set_castling(white, king_side, true));
    assert!(setup.violations().is_empty());
    let mut makruk = Makruk::startpos().to_setup();
    assert!(!makruk.set_castling(white, king_side, true));
    assert_eq!(makruk, Makruk::startpos().to_setup());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn a_castling_right_that_is_given_is_legal(position in positions()) {
        let mut setup = position.to_setup();
        setup.state.castling = chess0x88::CastlingRights::NONE;
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                setup.set_castling(color, side, true);
                prop_assert!(!setup.violations().contains(Violation::CastlingRights), "{}", setup.fen());
                if let Some(rook) = position.castling_rights().rook(color, side) {
                    prop_assert!(setup.state.castling.rook(color, side).is_some(), "{} {rook}", setup.fen());
                }
            }
        }
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                prop_assert!(!setup.set_castling(color, side, false));
            }
        }
        prop_assert!(setup.state.castling.is_empty());
    }

    #[test]
    fn the_other_side_is_to_move_unless_the_king_could_be_captured(position in positions()) {
        prop_assert_eq!(position.with_turn(position.turn()).map(Chess::to_setup), Ok(position.to_setup()));
        let other = position.with_turn(!position.turn());
        let Ok(other) = other else {
            prop_assert!(position.is_check());
            prop_assert!(other.unwrap_err().contains(Violation::OppositeCheck));
            return Ok(());
        };
        prop_assert!(!position.is_check());
        let mut expected = position.to_setup();
        expected.turn = !expected.turn;
        expected.state.en_passant = None;
        prop_assert_eq!(other.to_setup(), expected);
        let mut passed = position;
        let _undo = passed.make_null().expect("no check");
        prop_assert_eq!(other, passed);
        prop_assert_eq!(other.legal_moves(), passed.legal_moves());
        let mut back = position.to_setup();
        back.state.en_passant = None;
        prop_assert_eq!(other.with_turn(position.turn()).map(Chess::to_setup), Ok(back));
    }

    #[test]
    fn a_setup_and_back_is_the_same_position(position in positions()) {
        let again = position.to_setup().to_position_with(chess0x88::Violations::TOLERABLE);
        prop_assert_eq!(again.map(Chess::to_setup), Ok(position.to_setup()));
    }

    #[test]
    fn turning_twice_is_turning_not_at_all(position in positions()) {
        let setup = position.to_setup();
        prop_assert_eq!(position.flip_colors().flip_colors().to_setup(), setup);
        prop_assert_eq!(position.mirror().mirror().to_setup(), setup);
        prop_assert_eq!(position.mirror().flip_colors().to_setup(), position.flip_colors().mirror().to_setup());
    }

    #[test]
    fn a_turned_position_is_as_legal_as_it_was(position in positions()) {
        let violations = position.to_setup().violations();
        // Too much material belongs to a colour, so only the number of violations can be compared.
        for turned in [position.flip_colors(), position.mirror()] {
            let setup = turned.to_setup();
            prop_assert_eq!(setup.violations().iter().count(), violations.iter().count(), "{}", setup.fen());
            prop_assert_eq!([Color::White, Color::Black].map(|color| turned.king(color)),
                [Color::White, Color::Black].map(|color| setup.board.king(color).expect("a king")));
        }
    }

    #[test]
    fn colours_make_no_difference_to_the_moves(position in positions()) {
        let turned = position.flip_colors();
        prop_assert_eq!(sorted(turned.legal_moves().iter().copied().map(plain)),
            sorted(position.legal_moves().iter().copied().map(flipped)));
        prop_assert_eq!(perft(&turned, 2), perft(&position, 2));
    }

    #[test]
    fn left_and_right_make_no_difference_without_castling(position in positions()) {
        let mut setup = position.to_setup();
        setup.state.castling = chess0x88::CastlingRights::NONE;
        let position = setup.to_position_with(chess0x88::Violations::TOLERABLE).expect("rights can only be lost");
        let turned = position.mirror();
        prop_assert_eq!(sorted(turned.legal_moves().iter().copied().map(plain)),
            sorted(position.legal_moves().iter().copied().map(mirrored)));
        prop_assert_eq!(perft(&turned, 2), perft(&position, 2));
    }
}

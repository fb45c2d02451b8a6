//! The squares of violations, and their sentences.

use std::collections::HashSet;

use chess0x88::{
    CastlingSide, ChessRules, Color, Makruk, MakrukRules, Piece, Role, Rules, Setup, Square, SquareSet, Violation,
    Violations, fen,
};
use proptest::prelude::*;

/// Each violation of a FEN with its squares.
fn told<R: Rules>(fen: &str) -> Vec<String> {
    let setup: Setup<R> = fen.parse().expect(fen);
    let with_squares = |violation| format!("{violation:?} {}", setup.squares_of(violation));
    setup.violations().iter().map(with_squares).collect()
}

#[test]
fn each_violation_names_its_squares() {
    for (fen, expected) in [
        ("8/8/8/8/8/8/8/8 w - - 0 1", &["Empty ", "NoWhiteKing ", "NoBlackKing "][..]),
        ("k6k/8/8/8/8/8/8/K6K w - - 0 1", &["TooManyWhiteKings a1 h1", "TooManyBlackKings a8 h8"]),
        ("7k/8/8/8/8/8/8/K6P w - - 0 1", &["PawnOnBackRank h1"]),
        ("8/PPPPPPPP/P7/8/7k/8/8/K7 w - - 0 1", &["TooManyWhitePawns a6 a7 b7 c7 d7 e7 f7 g7 h7"]),
        ("7k/8/8/8/8/8/PPPPPPPP/KQQ5 w - - 0 1", &["TooManyWhitePieces a1 b1 c1 a2 b2 c2 d2 e2 f2 g2 h2"]),
        ("r3k2r/8/8/8/8/8/8/4K2R w KQkq - 0 1", &["CastlingRights a1"]),
        ("r2k3r/8/8/8/8/8/8/5K1R w Kkq - 0 1", &[]),
        ("r7/3k4/8/8/8/8/8/4K2R w Kq - 0 1", &["CastlingRights a8"]),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", &["EnPassant e6"]),
        ("4k3/8/8/8/8/4R3/8/3K4 w - - 0 1", &["OppositeCheck e3 e8"]),
        ("4k3/8/8/8/1b2r3/3n4/8/4K3 w - - 0 1", &["TooManyCheckers e1 d3 b4 e4"]),
        ("4k3/8/8/8/8/3n1n2/8/4K3 w - - 0 1", &["ImpossibleCheck e1 d3 f3"]),
        ("8/8/1k6/8/2pP4/8/5BK1/8 b - d3 0 1", &["ImpossibleDoubleStep d3"]),
    ] {
        assert_eq!(told::<ChessRules>(fen), expected, "{fen}");
    }
    for (fen, expected) in [
        ("7k/8/8/8/8/PPP5/8/KNNN4 w - - 0 1", &["TooManyWhiteOfficers b1 c1 d1"][..]),
        ("srrrss1k/8/8/8/8/8/8/K7 w - - 0 1", &["TooManyBlackOfficers a8 b8 c8 d8 e8 f8"]),
    ] {
        assert_eq!(told::<MakrukRules>(fen), expected, "{fen}");
    }
    let mut setup = "7k/8/8/8/8/8/8/K7 w - - 0 1".parse::<Setup<MakrukRules>>().expect("a FEN");
    setup.board.set(Square::C3, Some(Piece::new(Color::White, Role::Queen)));
    setup.board.set(Square::D3, Some(Piece::new(Color::White, Role::Met)));
    assert_eq!(setup.squares_of(Violation::ForeignPiece), Square::C3.into());
    // A violation that the setup does not have has no squares.
    assert_eq!(setup.squares_of(Violation::TooManyWhiteKings), SquareSet::EMPTY);
    assert_ne!(setup.violations(), Violations::NONE);
}

#[test]
fn violations_are_told_in_the_words_of_the_game() {
    let error = |fen: &str| Makruk::from_fen(fen).unwrap_err().to_string();
    assert_eq!(error("8/8/8/8/8/8/8/K7 w - - 0 1"), "Black has no Khun");
    assert_eq!(
        error("P7/PPPPPPPP/P7/8/7k/8/8/K6P w - - 0 1"),
        "White has more than eight Bia; a Bia cannot stand on the first or eighth rank"
    );
    let (_, repairs) = fen::parse_lenient::<MakrukRules>("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1").expect("tolerated");
    assert_eq!(repairs.to_string(), "accepted, though no game leads here: White has more than eight Bia (byte 0)");
    // The names of pieces do not count for equality.
    let makruk = Setup::<MakrukRules>::empty().violations();
    assert_eq!((makruk, makruk | Violation::Empty.into()), (Setup::<ChessRules>::empty().violations(), makruk));
    assert_eq!(HashSet::from([makruk, Setup::<ChessRules>::empty().violations()]).len(), 1);
    assert_eq!(makruk.to_string(), "the board is empty; White has no Khun; Black has no Khun");
    assert_eq!((Violations::NONE | makruk).to_string(), makruk.to_string());
}

fn violations_with_pieces_have_squares<R: Rules>(setup: &Setup<R>) -> Result<(), TestCaseError> {
    for violation in setup.violations().iter() {
        let squares = setup.squares_of(violation);
        let about_nothing = matches!(
            violation,
            Violation::Empty | Violation::NoWhiteKing | Violation::NoBlackKing | Violation::CountLimit
        );
        prop_assert_eq!(squares.is_empty(), about_nothing, "{:?}", violation);
    }
    Ok(())
}

/// Each violation with its squares, named and placed as it would be with colours exchanged.
fn exchanged_told<R: Rules>(setup: &Setup<R>) -> Vec<(String, SquareSet)> {
    let exchanged = |violation: Violation| {
        let name = format!("{violation:?}").replace("White", "?").replace("Black", "White").replace('?', "Black");
        (name, setup.squares_of(violation).into_iter().map(Square::flip_rank).collect())
    };
    let mut told: Vec<_> = setup.violations().iter().map(exchanged).collect();
    told.sort_by(|one, other| one.0.cmp(&other.0));
    told
}

/// Holds that a setup with colours exchanged has the violations of the other side, on the squares opposite.
fn colours_make_no_difference<R: Rules>(setup: &Setup<R>, other: &mut Setup<R>) -> Result<(), TestCaseError> {
    for (square, piece) in setup.board.pieces() {
        other.board.set(square.flip_rank(), Some(Piece::new(!piece.color(), piece.role())));
    }
    other.turn = !setup.turn;
    let mut told: Vec<_> =
        other.violations().iter().map(|violation| (format!("{violation:?}"), other.squares_of(violation))).collect();
    told.sort_by(|one, other| one.0.cmp(&other.0));
    prop_assert_eq!(told, exchanged_told(setup));
    Ok(())
}

#[test]
fn each_violation_has_its_twin_of_the_other_colour() {
    for fen in [
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "7k/8/8/8/8/8/8/8 w - - 0 1",
        "k6k/8/8/8/8/8/8/K6K w - - 0 1",
        "k6k/8/8/8/8/8/8/K7 w - - 0 1",
        "7k/8/8/8/8/8/8/K6P w - - 0 1",
        "8/PPPPPPPP/P7/8/7k/8/8/K7 w - - 0 1",
        "7k/8/8/8/8/8/PPPPPPPP/KQQ5 w - - 0 1",
        "7k/8/8/QQQQ4/QQQQ4/QQQQ4/QQQQ4/KQ6 w - - 0 1",
        "r3k2r/8/8/8/8/8/8/4K2R w KQkq - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - e6 0 1",
        "4k3/8/8/8/8/4R3/8/3K4 w - - 0 1",
        "4k3/8/8/8/1b2r3/3n4/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/3n1n2/8/4K3 w - - 0 1",
        "8/8/1k6/8/2pP4/8/5BK1/8 b - d3 0 1",
    ] {
        let setup: Setup<ChessRules> = fen.parse().expect(fen);
        let mut other = Setup::<ChessRules>::empty();
        other.state.en_passant = setup.state.en_passant.map(Square::flip_rank);
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                let rook = setup.state.castling.rook(color, side).map(Square::flip_rank);
                other.state.castling.set(!color, side, rook);
            }
        }
        colours_make_no_difference(&setup, &mut other).expect(fen);
    }
    for fen in
        ["7k/8/8/8/8/PPP5/8/KNNN4 w - - 0 1", "8/8/8/8/8/8/8/K7 b - - 0 1", "7k/8/P7/PPPPPPPP/8/8/8/K7 w - - 0 1"]
    {
        let setup: Setup<MakrukRules> = fen.parse().expect(fen);
        colours_make_no_difference(&setup, &mut Setup::empty()).expect(fen);
    }
}

proptest! {
    #[test]
    fn any_violation_of_any_board_can_be_shown(
        pieces in prop::collection::vec((0..64_usize, 0..Piece::COUNT), 0..40),
        en_passant in prop::option::of(0..64_usize),
        black in any::<bool>(),
    ) {
        let mut setup = Setup::<ChessRules>::empty();
        for (square, piece) in pieces {
            setup.board.set(Square::from_index(square).expect("in range"), Piece::ALL.get(piece).copied());
        }
        setup.turn = if black { Color::Black } else { Color::White };
        setup.state.en_passant = en_passant.and_then(Square::from_index);
        setup.state.castling = chess0x88::Chess::startpos().castling_rights();
        violations_with_pieces_have_squares(&setup)?;
        let makruk = Setup::<MakrukRules> { board: setup.board, turn: setup.turn, ..Setup::empty() };
        violations_with_pieces_have_squares(&makruk)?;
        // Of several kings of a side, checks are told of one.
        let kings = Color::ALL.map(|color| setup.board.squares_of(Piece::new(color, Role::King)).len());
        if kings.iter().any(|&kings| kings > 1) {
            return Ok(());
        }
        let mut other = Setup::<ChessRules>::empty();
        other.state.en_passant = setup.state.en_passant.map(Square::flip_rank);
        other.state.castling = setup.state.castling;
        colours_make_no_difference(&setup, &mut other)?;
        colours_make_no_difference(&makruk, &mut Setup::empty())?;
    }
}

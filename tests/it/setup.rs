//! The reasons why a setup is no position, each by its name; and the 960 starts.

use std::collections::HashSet;

use chess0x88::fen::{EnPassantMode, FenStyle, RepairKind};
use chess0x88::{
    CastlingRights, CastlingSide, Chess, ChessRules, Color, File, Piece, Rank, Role, Setup, Square, Violation,
    Violations, fen,
};
use common::positions;
use proptest::prelude::*;

fn violations(fen: &str) -> Violations {
    fen.parse::<Setup<ChessRules>>().unwrap_or_else(|error| panic!("{fen}: {error}")).violations()
}

/// Requires exactly these violations.
fn assert_violations(fen: &str, expected: &[Violation]) {
    assert_eq!(violations(fen).iter().collect::<Vec<_>>(), expected, "{fen}");
}

#[test]
fn each_violation_by_name() {
    use Violation as V;
    for (fen, expected) in [
        ("8/8/8/8/8/8/8/8 w - - 0 1", &[V::Empty, V::NoWhiteKing, V::NoBlackKing][..]),
        ("4k3/8/8/8/8/8/8/8 w - - 0 1", &[V::NoWhiteKing]),
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", &[V::NoBlackKing]),
        ("4k3/8/8/8/8/8/8/K3K3 w - - 0 1", &[V::TooManyWhiteKings]),
        ("k3k3/8/8/8/8/8/8/4K3 w - - 0 1", &[V::TooManyBlackKings]),
        ("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", &[V::TooManyWhitePawns]),
        ("4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1", &[V::TooManyBlackPawns]),
        ("4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1", &[V::TooManyWhitePieces]),
        ("qq2k3/pppppppp/8/8/8/8/8/4K3 w - - 0 1", &[V::TooManyBlackPieces]),
        ("4k3/8/8/8/8/8/8/P3K3 w - - 0 1", &[V::PawnOnBackRank]),
        ("P3k3/8/8/8/8/8/8/4K3 w - - 0 1", &[V::PawnOnBackRank]),
        ("4k3/8/8/8/8/8/8/p3K3 w - - 0 1", &[V::PawnOnBackRank]),
        ("p3k3/8/8/8/8/8/8/4K3 w - - 0 1", &[V::PawnOnBackRank]),
        ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", &[V::CastlingRights]),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", &[V::EnPassant]),
        ("4k3/4Q3/8/8/8/8/8/4K3 w - - 0 1", &[V::OppositeCheck]),
        ("8/8/8/3kK3/8/8/8/8 w - - 0 1", &[V::OppositeCheck]),
        ("4k3/8/8/8/7b/8/3pr3/4K3 w - - 0 1", &[V::TooManyCheckers]),
        ("r3k2b/8/8/3p4/8/8/8/K6r w - d6 0 1", &[V::TooManyCheckers]),
        ("4k3/8/8/8/8/8/8/r3K2r w - - 0 1", &[V::ImpossibleCheck]),
        ("8/8/1k6/8/2pP4/8/5BK1/8 b - d3 0 1", &[V::ImpossibleDoubleStep]),
    ] {
        assert_violations(fen, expected);
        // Where a fault of the spelling makes the reader lenient, it tells what it tolerates: all but what it drops, and what is no fault.
        let Ok((_, repairs)) = fen::parse_lenient::<ChessRules>(&format!(" {fen}")) else { continue };
        let told = repairs.iter().filter_map(|repair| match repair.kind {
            RepairKind::Tolerated { violation, .. } => Some(violation),
            _ => None,
        });
        let kept = |it: &&V| !matches!(it, V::CastlingRights | V::EnPassant | V::ImpossibleDoubleStep);
        assert!(told.eq(expected.iter().filter(kept).copied()) && !repairs.is_empty(), "{fen}: {repairs}");
    }
}

#[test]
fn two_checks_need_a_move_that_gives_both() {
    for impossible in [
        "k7/8/8/8/8/3n1n2/8/4K3 w - - 0 1",  // two knights
        "4k3/8/8/8/8/8/3p1p2/4K3 w - - 0 1", // two pawns
        "4k3/8/8/8/8/3n4/3p4/4K3 w - - 0 1", // a knight and a pawn
        "4k3/8/8/8/7b/8/3p4/4K3 w - - 0 1",  // a pawn that came from nowhere on the bishop's line
        "4r3/k7/8/8/8/8/8/r3K3 w - - 0 1",   // two rooks, each of which would have had to come from the other's line
        "4k3/8/8/8/8/8/8/r3K2r w - - 0 1",   // two rooks on one line
        "4r2k/1b6/8/8/3pK3/8/8/8 w - - 0 1", // no pawn captures en passant on the fourth rank
    ] {
        assert_violations(impossible, &[Violation::ImpossibleCheck]);
    }
    for possible in [
        "4r2k/8/8/8/8/3n4/8/4K3 w - - 0 1", // the knight came from e5
        "4r2k/8/8/8/8/8/3p4/4K3 w - - 0 1", // the pawn captured from e3
        "4r2k/8/8/8/7b/8/8/4K3 w - - 0 1",  // the bishop came from e7
        "7k/8/8/8/8/8/6b1/q6K w - - 0 1",   // the bishop came from the first rank
        "4r2k/8/8/8/8/8/8/4Kq2 w - - 0 1",  // a pawn on e2 captured and promoted
        "4r2k/b7/8/8/8/3pK3/8/8 w - - 0 1", // the pawn captured en passant from e4, and opened both lines
    ] {
        assert_violations(possible, &[]);
    }
    // Castling gives check with the rook, and its king opens a line.
    assert_violations("8/8/8/8/8/8/8/2KR1r1k b - - 0 1", &[]);
}

#[test]
fn one_check_may_have_come_from_anywhere() {
    // No pawn can have come to d2; and the fourth perft position of the Chess Programming Wiki has no possible last move either.
    assert_violations("4k3/8/8/8/8/2PPP3/3p4/4K3 w - - 0 1", &[]);
    assert_violations("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", &[]);
}

#[test]
fn two_checks_may_want_a_capture_or_a_promotion_that_cannot_have_been() {
    // A pawn on e2 captured and promoted, if a pawn is missing and White is not complete.
    assert_violations("4r2k/pppp1ppp/8/8/8/8/8/4Kq2 w - - 0 1", &[]);
    let eight_pawns = "4r2k/pppp1ppp/7p/8/8/8/8/4Kq2 w - - 0 1";
    assert_violations(eight_pawns, &[Violation::ImpossibleCheck]);
    assert_violations("4r2k/pppp1ppp/8/8/8/6P1/PPPP1PBP/RNBQKqNR w - - 0 1", &[]);
    assert_violations("4r2k/pppp1ppp/8/8/8/P5P1/PPPP1PBP/RNBQKqNR w - - 0 1", &[Violation::ImpossibleCheck]);
    // A pawn on e5 captured en passant, if Black has lost a pawn.
    assert_violations("rnbq1bnr/ppp1kppp/3P3p/8/8/8/PPP2PPP/RNBKR3 b - - 0 1", &[]);
    assert_violations("rnbq1bnr/ppp1kppp/p2P3p/8/8/8/PPP2PPP/RNBKR3 b - - 0 1", &[Violation::ImpossibleCheck]);
    let setup: Setup<ChessRules> = eight_pawns.parse().expect("a FEN");
    assert_eq!(setup.squares_of(Violation::ImpossibleCheck).to_string(), "e1 f1 e8");
}

#[test]
fn a_piece_of_the_other_game_is_out_of_place() {
    let mut setup = Chess::startpos().to_setup();
    for role in [Role::Met, Role::Khon] {
        setup.board.set(Square::E4, Some(Piece::new(Color::White, role)));
        assert!(setup.violations().contains(Violation::ForeignPiece), "{role:?}");
    }
    setup.board.set(Square::E4, None);
    assert!(setup.violations().is_empty());
}

#[test]
fn all_violations_are_told_at_once() {
    let all = violations("k3k2P/8/8/8/8/P6p/PPPPPPPP/QQQQ4 b KQkq e6 0 1");
    assert_eq!(
        all.to_string(),
        "White has no king; Black has more than one king; White has more than eight pawns; \
         White has more than sixteen pieces, or more extra pieces than missing pawns; \
         a pawn cannot stand on the first or eighth rank; the king or rook of a castling right is not on its starting square"
    );
    // The en passant square is checked only on boards with one king for each side.
    assert!(!all.contains(Violation::EnPassant));
    let with_kings = violations("4k2P/8/8/8/8/P6p/PPPPPPPP/QQQQK3 b KQkq e6 0 1");
    assert!(with_kings.contains(Violation::EnPassant) && with_kings.contains(Violation::CastlingRights));
    assert_eq!(format!("{:?}", violations("8/8/8/8/8/8/8/4K3 w - - 0 1")), "{NoBlackKing}");
}

#[test]
fn only_violations_that_affect_no_move_can_be_tolerated() {
    for (fen, tolerable) in [
        ("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", true),
        ("qq2k3/pppppppp/8/8/8/8/8/4K3 w - - 0 1", true),
        ("4k3/8/8/8/7b/8/3pr3/4K3 w - - 0 1", true),
        ("4k3/8/8/8/8/8/8/r3K2r w - - 0 1", true),
        ("4k3/4Q3/8/8/8/8/8/4K3 w - - 0 1", false),
        ("4k3/8/8/8/8/8/8/8 w - - 0 1", false),
        ("4k3/8/8/8/8/8/8/K3K3 w - - 0 1", false),
        ("4k3/8/8/8/8/8/8/P3K3 w - - 0 1", false),
        ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", false),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", false),
    ] {
        let setup: Setup<ChessRules> = fen.parse().expect(fen);
        assert_eq!(setup.to_position().err(), Some(setup.violations()), "{fen}");
        assert_eq!(setup.to_position_with(Violations::TOLERABLE).is_ok(), tolerable, "{fen}");
        // More violations than can be tolerated are not tolerated.
        assert_eq!(setup.to_position_with(!Violations::NONE).is_ok(), tolerable, "{fen}");
        assert_eq!(Chess::try_from(setup).is_ok(), setup.violations().is_empty());
    }
}

#[test]
fn promoted_pieces_may_be_as_many_as_pawns_are_missing() {
    let fine = |fen| assert_violations(fen, &[]);
    let white = |fen| assert_violations(fen, &[Violation::TooManyWhitePieces]);
    fine("7k/8/8/8/8/NNNNN3/NNNNN3/4K3 w - - 0 1");
    white("7k/8/8/8/8/NNNNNN2/NNNNN3/4K3 w - - 0 1");
    fine("7k/8/8/8/8/8/PPPPPPP1/NNN1K3 w - - 0 1");
    white("7k/8/8/8/8/8/PPPPPPPP/NNN1K3 w - - 0 1");
    white("7k/8/8/8/8/8/1PPPPPPP/Q3KQQ1 w - - 0 1");
    // Two bishops on squares of one colour: one of them was a pawn.
    white("8/k7/8/8/8/8/PPPPPPPP/B1B1K3 w - - 0 1");
    fine("8/k7/8/8/8/8/PPPPPPP1/B1B1K3 w - - 0 1");
    white("8/k7/8/8/8/8/PPPPPPPP/RR2K2R w - - 0 1");
}

#[test]
fn castling_rights_need_king_and_rook_in_place() {
    for (fen, valid) in [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", true),
        ("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", true),
        ("4k3/8/8/8/8/8/8/R3K3 w K - 0 1", false),
        ("4k3/8/8/8/8/8/8/R3K2N w K - 0 1", false),
        ("4k3/8/8/8/8/8/8/4K2r b K - 0 1", false),
        ("4k3/8/8/8/8/8/4K3/7R w K - 0 1", false),
        ("4k3/8/8/8/8/8/8/4K2R w B - 0 1", false),
        ("4k3/8/8/8/8/8/8/1R2K3 w B - 0 1", true),
        ("1r2k3/8/8/8/8/8/8/4K3 w b - 0 1", true),
        // In X-FEN, K means the outermost rook on that side, wherever it stands.
        ("4k3/8/8/8/8/8/8/1K3R2 w K - 0 1", true),
        ("4k3/8/8/8/8/8/8/R5RK w Q - 0 1", true),
    ] {
        assert_eq!(!violations(fen).contains(Violation::CastlingRights), valid, "{fen}");
    }
    // A right may also be set to any square.
    let mut setup = Chess::startpos().to_setup();
    for square in [Square::A1, Square::H8, Square::E4, Square::E1] {
        setup.state.castling = CastlingRights::NONE;
        setup.state.castling.set(Color::White, CastlingSide::King, Some(square));
        assert!(setup.violations().contains(Violation::CastlingRights), "{square}");
    }
    // King and rook must be on their squares.
    for (fen, rook) in [("4k3/8/8/8/8/8/4K3/7R w - - 0 1", Square::H1), ("4k3/8/8/8/8/8/7R/4K3 w - - 0 1", Square::H2)]
    {
        let mut setup: Setup<ChessRules> = fen.parse().expect("a setup");
        setup.state.castling.set(Color::White, CastlingSide::King, Some(rook));
        assert!(setup.violations().contains(Violation::CastlingRights), "{fen}");
    }
}

#[test]
fn an_en_passant_square_must_be_one_that_a_pawn_has_just_passed() {
    use Violation::{EnPassant, ImpossibleCheck, ImpossibleDoubleStep};
    let fine = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    assert_violations(fine, &[]);
    // No pawn can capture: the FEN standard still writes the square.
    assert_violations("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", &[]);
    // Wrong rank, for this side.
    assert_violations("4k3/8/8/3pP3/8/8/8/4K3 b - d6 0 1", &[EnPassant]);
    assert_violations("4k3/8/8/3pP3/8/8/8/4K3 w - d3 0 1", &[EnPassant]);
    // No pawn beyond it, a pawn of the wrong colour, a piece on the square, a piece on the pawn's origin.
    assert_violations("4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1", &[EnPassant]);
    assert_violations("4k3/8/8/3PP3/8/8/8/4K3 w - d6 0 1", &[EnPassant]);
    assert_violations("4k3/8/3n4/3pP3/8/8/8/4K3 w - d6 0 1", &[EnPassant]);
    assert_violations("4k3/3n4/8/3pP3/8/8/8/4K3 w - d6 0 1", &[EnPassant]);
    // The double step gives check or opens a line: legal. Another check was there before it.
    assert_violations("4k3/8/8/3pP3/4K3/8/8/8 w - d6 0 1", &[]);
    assert_violations("3rk3/8/8/4p3/8/8/3K4/8 w - e6 0 1", &[ImpossibleCheck]);
    assert_violations("4k3/r6K/8/2p5/8/8/8/8 w - c6 0 1", &[]);
    assert_violations("7k/2b5/8/p7/8/6K1/8/8 w - a6 0 1", &[ImpossibleCheck]);
    // The square is wrong, not the check.
    assert_violations("4k3/8/8/8/8/8/4r3/4K3 w - d6 0 1", &[EnPassant]);
    assert_violations("4k3/8/3n4/3p4/8/8/4r3/4K3 w - d6 0 1", &[EnPassant]);
    // No check now, but one before the step: the pawn has blocked a line, or attacked the king from its origin.
    assert_violations("4k3/8/8/r2p3K/8/8/8/8 w - d6 0 1", &[ImpossibleDoubleStep]);
    assert_violations("7k/1b6/8/3pP3/8/8/8/7K w - d6 0 1", &[ImpossibleDoubleStep]);
    assert_violations("4k3/8/2K5/3p4/8/8/8/8 w - d6 0 1", &[ImpossibleDoubleStep]);
    assert_violations("8/8/8/8/k2P3R/8/8/4K3 b - d3 0 1", &[ImpossibleDoubleStep]);
    // The same where the step gives a check, with the pawn or by opening a line.
    assert_violations("4k3/2b5/8/4p3/5K2/8/8/8 w - e6 0 1", &[ImpossibleDoubleStep]);
    assert_violations("2b5/8/4K1k1/2PpP3/8/8/8/8 w - d6 0 35", &[ImpossibleDoubleStep]);
    // The same boards without the square, and with a second shield, are fine.
    assert_violations("4k3/8/8/r2p3K/8/8/8/8 w - - 0 1", &[]);
    assert_violations("4k3/8/8/r1np3K/8/8/8/8 w - d6 0 1", &[]);
}

#[test]
fn a_double_step_is_possible_just_if_the_king_was_safe_before_it() {
    let (mut fine, mut step, mut check) = (0, 0, 0);
    for file in File::ALL {
        let at = |rank| Square::new(file, rank);
        for (king, queen) in Square::ALL.into_iter().flat_map(|king| Square::ALL.map(|queen| (king, queen))) {
            let mut setup = Setup::<ChessRules>::empty();
            for (square, color, role) in [
                (at(Rank::Fifth), Color::Black, Role::Pawn),
                (Square::A8, Color::Black, Role::King),
                (queen, Color::Black, Role::Queen),
                (king, Color::White, Role::King),
            ] {
                setup.board.set(square, Some(Piece::new(color, role)));
            }
            setup.state.en_passant = Some(at(Rank::Sixth));
            // Pieces must not share squares, nor stand where the pawn came from or passed, nor the kings side by side.
            let path = [Rank::Sixth, Rank::Seventh].map(at);
            if setup.board.occupied().len() < 4
                || path.into_iter().any(|square| setup.board.piece_at(square).is_some())
                || king.distance(Square::A8) < 2
            {
                continue;
            }
            let mut before = setup;
            before.board.set(at(Rank::Fifth), None);
            before.board.set(at(Rank::Seventh), Some(Piece::new(Color::Black, Role::Pawn)));
            before.turn = Color::Black;
            before.state.en_passant = None;
            let expected = before.violations().contains(Violation::OppositeCheck);
            // A check by the step itself, with the pawn or by opening a line, is possible.
            let checkers = setup.board.attackers(king, Color::Black);
            let given = (checkers - before.board.attackers(king, Color::Black)) | checkers & at(Rank::Fifth).into();
            let (violations, number) = match expected {
                false => (Violations::NONE, &mut fine),
                true if checkers == given => (Violation::ImpossibleDoubleStep.into(), &mut step),
                true => (Violation::ImpossibleCheck.into(), &mut check),
            };
            assert_eq!(setup.violations(), violations, "{setup:?}");
            // No game leads there, but other libraries read such positions, and suites have them.
            let position = setup.to_position();
            assert_eq!(position.is_ok(), (violations & !Violations::from(Violation::ImpossibleDoubleStep)).is_empty());
            if let Ok(position) = position {
                assert_eq!(Chess::from_fen(&setup.fen()), Ok(position), "{setup:?}");
                assert_eq!(
                    fen::parse_lenient(&setup.fen()).map(|(read, repairs)| (read, repairs.len())),
                    Ok((position, 0))
                );
            }
            *number += 1;
        }
    }
    assert!(fine > 10_000 && step > 300 && check > 1000, "{fine} {step} {check}");
}

#[test]
fn a_move_number_of_zero_is_read_as_one() {
    let setup: Setup<ChessRules> = "4k3/8/8/8/8/8/8/4K3 w - - 0 0".parse().expect("a FEN");
    assert_eq!(setup.fullmove_number, 0);
    assert_eq!(setup.to_position().map(|position| position.fullmove_number()), Ok(1));
}

#[test]
fn the_960_starts_are_valid_distinct_and_read_back() {
    let mut seen = HashSet::new();
    for number in 0..960 {
        let start = Chess::chess960(number).expect("a number below 960");
        assert!(start.to_setup().violations().is_empty(), "{number}");
        assert!(seen.insert(start), "{number} a second time");
        assert_eq!(start.castling_rights().iter().count(), 4, "{number}");
        for shredder in [false, true] {
            let style = FenStyle { shredder, en_passant: EnPassantMode::Legal };
            let fen = fen::write(&start, style);
            assert_eq!(fen.parse::<Chess>(), Ok(start), "{number}");
            assert!(shredder || fen.ends_with("w KQkq - 0 1"), "{fen}");
        }
        let board = start.board();
        for (piece, count) in [(Role::King, 1), (Role::Queen, 1), (Role::Rook, 2), (Role::Bishop, 2), (Role::Knight, 2)]
        {
            assert_eq!(board.squares_of(Piece::new(Color::White, piece)).len(), count);
        }
        for (square, piece) in board.pieces() {
            assert_eq!(board.piece_at(square.flip_rank()), Some(Piece::new(!piece.color(), piece.role())));
        }
        let bishops = board.squares_of(Piece::new(Color::White, Role::Bishop));
        assert_eq!(bishops.into_iter().filter(|square| square.is_light()).count(), 1);
    }
    assert_eq!(Chess::chess960(960), None);
    assert_eq!(Chess::chess960(u16::MAX), None);
}

#[test]
fn known_starts_have_their_numbers() {
    // The first and last rows of Scharnagl's table, and the standard start.
    for (number, rank) in [(0, "BBQNNRKR"), (1, "BQNBNRKR"), (518, "RNBQKBNR"), (534, "RNBKQBNR"), (959, "RKRNNQBB")] {
        let fen = Chess::chess960(number).expect("a number below 960").fen();
        assert!(fen.contains(&format!("/{rank} w")), "{number}: {fen}");
    }
    assert_eq!(Chess::chess960(518), Some(Chess::startpos()));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn a_position_goes_to_a_setup_and_back(position in positions()) {
        let setup = Setup::from(position);
        let back = setup.to_position_with(Violations::TOLERABLE).expect("it was a position before");
        prop_assert_eq!(format!("{back:?}"), format!("{position:?}"));
    }

    #[test]
    fn any_setup_can_be_judged(
        pieces in proptest::collection::vec((0_usize..64, 0_usize..2, 0_usize..8), 0..40),
        rights in proptest::collection::vec((0_usize..2, 0_usize..2, 0_usize..64), 0..4),
        en_passant in proptest::option::of(0_usize..64),
        turn in 0_usize..2,
    ) {
        let square = |number| Square::from_index(number).expect("below 64");
        let mut setup = Setup::<ChessRules>::empty();
        for (number, color, role) in pieces {
            setup.board.set(square(number), Some(Piece::new(Color::ALL[color], Role::ALL[role])));
        }
        for (color, side, rook) in rights {
            setup.state.castling.set(Color::ALL[color], CastlingSide::ALL[side], Some(square(rook)));
        }
        setup.state.en_passant = en_passant.map(square);
        setup.turn = Color::ALL[turn];
        let violations = setup.violations();
        let unread = violations & !Violations::from(Violation::ImpossibleDoubleStep);
        prop_assert_eq!(setup.to_position().is_ok(), unread.is_empty());
        prop_assert_eq!(violations.to_string().is_empty(), violations.is_empty());
        // Any setup can be written. It can be read again unless it has pieces of the other game.
        let fen = setup.fen();
        if !violations.contains(Violation::ForeignPiece) && setup.state.castling.is_empty() {
            prop_assert_eq!(fen.parse::<Setup<ChessRules>>(), Ok(setup));
        }
    }
}

//! Moves in UCI.

use chess0x88::uci::{CastlingMode, UciError};
use chess0x88::{Chess, MoveKind, Role, Square};
use common::{games, position, positions, walk};
use proptest::prelude::*;

fn error(position: &Chess, text: &str) -> String {
    position.parse_uci(text).expect_err(text).to_string()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(common::cases(48)))]

    #[test]
    fn what_chess960_spelling_writes_is_read_back(position in positions()) {
        for mv in position.legal_moves() {
            prop_assert_eq!(position.parse_uci(&mv.to_uci(CastlingMode::Chess960)), Ok(mv));
        }
    }

    #[test]
    fn in_standard_chess_either_spelling_is_read_back(seed: u64) {
        for position in walk(Chess::startpos(), seed, 100) {
            for mv in position.legal_moves() {
                prop_assert_eq!(position.parse_uci(&mv.to_string()), Ok(mv));
            }
        }
    }

    #[test]
    fn no_two_moves_share_a_chess960_spelling(game in games(80)) {
        for position in game {
            let moves = position.legal_moves();
            let texts: std::collections::HashSet<_> =
                moves.iter().map(|mv| mv.to_uci(CastlingMode::Chess960).to_string()).collect();
            prop_assert_eq!(texts.len(), moves.len());
        }
    }

    #[test]
    fn any_text_is_read_without_panic(position in positions(), text in "\\PC{0,8}") {
        let _ = position.parse_uci(&text);
    }

    #[test]
    fn almost_moves_are_read_without_panic(position in positions(), text in "[a-i][0-9][a-i][0-9][nbrqkNQm 0é]{0,2}") {
        if let Ok(mv) = position.parse_uci(&text) {
            prop_assert!(position.legal_moves().contains(&mv));
        }
    }
}

#[test]
fn promotions_have_their_letters() {
    let position = position("1n5k/P7/8/8/8/8/8/K7 w - - 0 1");
    for (letter, role) in [('q', Role::Queen), ('r', Role::Rook), ('b', Role::Bishop), ('n', Role::Knight)] {
        for to in ["a8", "b8"] {
            let text = format!("a7{to}{letter}");
            let mv = position.parse_uci(&text).expect(&text);
            assert_eq!((mv.promotion(), mv.to_string()), (Some(role), text));
        }
    }
}

#[test]
fn a_promotion_spelled_otherwise_is_refused_at_its_place() {
    let position = position("1n5k/P7/8/8/8/8/8/K7 w - - 0 1");
    for (to, letter) in ["a8", "b8"].into_iter().flat_map(|to| "qrbn".chars().map(move |letter| (to, letter))) {
        let capital = letter.to_ascii_uppercase();
        for (text, at) in [
            (format!("a7{to}{capital}"), 4),
            (format!("a7{to}={letter}"), 4),
            (format!("a7{to} {letter}"), 4),
            (format!("a7{to}({letter})"), 4),
            (format!("a7{to}{letter}{letter}"), 5),
            (format!("a7{to}{letter} "), 5),
            (format!("a7-{to}{letter}"), 2),
            (format!(" a7{to}{letter}"), 0),
        ] {
            let found = position.parse_uci(&text);
            assert!(matches!(found, Err(UciError::Syntax { at: place, .. }) if place == at), "{text:?}: {found:?}");
        }
    }
}

#[test]
fn castling_is_read_in_both_spellings_and_written_in_either() {
    let position = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    for (king, rook) in [("e1g1", "e1h1"), ("e1c1", "e1a1")] {
        let castle = position.parse_uci(king).expect(king);
        assert_eq!(castle.kind(), MoveKind::Castle);
        assert_eq!(position.parse_uci(rook), Ok(castle));
        assert_eq!(castle.to_uci(CastlingMode::Standard).as_str(), king);
        assert_eq!(castle.to_uci(CastlingMode::Chess960).as_str(), rook);
        assert_eq!((castle.to_string().as_str(), format!("{castle:?}")), (king, format!("{king} (Castle)")));
    }
    assert_eq!(position.find_move(Square::E1, Square::G1, None), position.find_move(Square::E1, Square::H1, None));
}

#[test]
fn castling_with_an_inner_rook_is_written_as_king_takes_rook() {
    for (fen, rook) in [("4k3/8/8/8/8/8/8/4KR2 w F - 0 1", "e1f1"), ("4k3/8/8/8/8/8/8/1R2K3 w B - 0 1", "e1b1")] {
        let position = position(fen);
        let castle = position.find_move(Square::E1, rook[2..].parse().expect(rook), None).expect(rook);
        assert_eq!((castle.kind(), castle.to_string().as_str()), (MoveKind::Castle, rook));
        assert_eq!(position.parse_uci(&castle.to_string()), Ok(castle));
    }
}

#[test]
fn a_step_of_the_king_goes_before_castling_to_the_same_square() {
    let position = position("4k3/8/8/8/8/8/8/5K1R w H - 0 1");
    assert!(position.parse_uci("f1g1").is_ok_and(|mv| mv.kind() == MoveKind::Quiet));
    assert!(position.parse_uci("f1h1").is_ok_and(|mv| mv.kind() == MoveKind::Castle));
}

#[test]
fn texts_that_are_no_moves_are_refused_with_the_place() {
    let start = Chess::startpos();
    for (text, message) in [
        ("", "expected a file a-h at byte 0, found the end"),
        ("0000", "a null move passes the turn, and is never legal"),
        ("e", "expected a rank 1-8 at byte 1, found the end"),
        ("i2i4", "expected a file a-h at byte 0, found 'i'"),
        ("E2E4", "expected a file a-h at byte 0, found 'E'"),
        ("e0e4", "expected a rank 1-8 at byte 1, found '0'"),
        ("e9e4", "expected a rank 1-8 at byte 1, found '9'"),
        ("e2", "expected a file a-h at byte 2, found the end"),
        ("e2-e4", "expected a file a-h at byte 2, found '-'"),
        ("e2e", "expected a rank 1-8 at byte 3, found the end"),
        ("e2e9", "expected a rank 1-8 at byte 3, found '9'"),
        ("e2é4", "expected a file a-h at byte 2, found U+00E9"),
        ("e٢e4", "expected a rank 1-8 at byte 1, found U+0662"),
        ("e7e8x", "expected a lower-case promotion letter or the end at byte 4, found 'x'"),
        ("e7e8Q", "expected a lower-case promotion letter or the end at byte 4, found 'Q'"),
        ("e7e8k", "expected a lower-case promotion letter or the end at byte 4, found 'k'"),
        ("e7e8m", "expected a lower-case promotion letter or the end at byte 4, found 'm'"),
        ("e7e8p", "expected a lower-case promotion letter or the end at byte 4, found 'p'"),
        ("e2e4 ", "expected a lower-case promotion letter or the end at byte 4, found a space"),
        ("e2e4\n", "expected a lower-case promotion letter or the end at byte 4, found U+000A"),
        ("e7e8qq", "expected the end at byte 5, found 'q'"),
        ("O-O", "expected a file a-h at byte 0, found 'O'"),
        ("Nf3", "expected a file a-h at byte 0, found 'N'"),
        ("null", "expected a file a-h at byte 0, found 'n'"),
    ] {
        assert_eq!(error(&start, text), message, "{text:?}");
    }
}

#[test]
fn moves_that_are_not_legal_are_refused_with_the_reason() {
    let start = Chess::startpos();
    for (text, message) in [
        ("e4e5", "no piece on e4"),
        ("e7e5", "the pawn on e7 is Black's, and White is to move"),
        ("e2e5", "the pawn on e2 does not move to e5"),
        ("g1g3", "the knight on g1 does not move to g3"),
        ("f1d3", "the pawn on e2 is in the way from f1 to d3"),
        ("a1a2", "a pawn of the same side stands on a2"),
        ("e2d3", "there is nothing for the pawn to capture on d3"),
        (
            "e2e4q",
            "this move to e4 cannot promote to queen: pawns promote on the last rank, to queen, rook, bishop or knight",
        ),
        ("e1g1", "the bishop on f1 is in the way of castling"),
        ("e1e1", "the king on e1 does not move to e1"),
    ] {
        assert_eq!(error(&start, text), message, "{text:?}");
    }
}

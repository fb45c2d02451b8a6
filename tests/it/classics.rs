//! Well-known positions, and some that programs often get wrong.

use chess0x88::{Chess, Move, MoveKind, Role, Square};
use common::{self, position};

/// Plays UCI moves from a position.
fn line(start: &str, moves: &str) -> Chess {
    moves.split_whitespace().fold(position(start), |position, text| {
        let mv = position.parse_uci(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        position.after(mv).expect("a legal move")
    })
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn is_mate(position: &Chess) -> bool {
    position.is_check() && !position.has_legal_move() && position.legal_moves().is_empty()
}

fn is_stalemate(position: &Chess) -> bool {
    !position.is_check() && !position.has_legal_move() && position.legal_moves().is_empty()
}

/// The legal moves as texts, sorted.
fn moves(position: &Chess) -> String {
    let mut names: Vec<_> = position.legal_moves().iter().map(ToString::to_string).collect();
    names.sort();
    names.join(" ")
}

fn refusal(position: &Chess, text: &str) -> String {
    position.parse_uci(text).expect_err(text).to_string()
}

// Mates.

#[test]
fn the_fool_s_mate() {
    let mate = line(START, "f2f3 e7e5 g2g4 d8h4");
    assert!(is_mate(&mate));
    assert_eq!(mate.checkers().to_string(), "h4");
    assert_eq!(refusal(&mate, "e1f2"), "the king would be in check on f2 from the queen on h4");
    assert_eq!(refusal(&mate, "a2a3"), "the king stays in check from the queen on h4");
}

#[test]
fn the_scholar_s_mate() {
    let mate = line(START, "e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5f7");
    assert!(is_mate(&mate));
    assert_eq!(refusal(&mate, "e8f7"), "the king would be in check on f7 from the bishop on c4");
}

#[test]
fn legal_s_mate() {
    let mate = line(START, "e2e4 e7e5 g1f3 d7d6 f1c4 c8g4 b1c3 g7g6 f3e5 g4d1 c4f7 e8e7 c3d5");
    assert!(is_mate(&mate));
    assert_eq!(mate.checkers().to_string(), "d5");
}

#[test]
fn philidor_s_smothered_mate() {
    // The double check, the queen sacrifice, and the knight.
    let double = line("3r3k/6pp/8/6N1/8/1Q6/8/6K1 w - - 0 1", "g5f7 h8g8 f7h6");
    assert_eq!(double.checkers().to_string(), "b3 h6");
    assert_eq!(moves(&double), "g8f8 g8h8");
    let mate = line("3r3k/6pp/8/6N1/8/1Q6/8/6K1 w - - 0 1", "g5f7 h8g8 f7h6 g8h8 b3g8 d8g8 h6f7");
    assert!(is_mate(&mate));
}

#[test]
fn the_back_rank_mate() {
    assert!(is_mate(&line("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8")));
}

#[test]
fn reti_s_double_check() {
    // Réti - Tartakower, Vienna 1910: 9.Qd8+ Kxd8 10.Bg5+ and mate.
    let start = "rnb1kb1r/pp3ppp/2p5/4q3/4n3/3Q4/PPPB1PPP/2KR1BNR w kq - 0 9";
    let double = line(start, "d3d8 e8d8 d2g5");
    assert_eq!(double.checkers().to_string(), "d1 g5");
    assert_eq!(moves(&double), "d8c7 d8e8");
    assert!(is_mate(&line(start, "d3d8 e8d8 d2g5 d8c7 g5d8")));
    assert!(is_mate(&line(start, "d3d8 e8d8 d2g5 d8e8 d1d8")));
}

#[test]
fn lasker_s_king_hunt_ends_by_castling_or_without() {
    // Edward Lasker - Thomas, London 1912: the black king was driven to g1, and 18.Kd2 is mate as 18.O-O-O is.
    let before = position("rn3r2/pbppq1p1/1p2pN2/8/3P2NP/6P1/PPP1BP1R/R3K1k1 w Q - 5 18");
    for text in ["e1d2", "e1c1"] {
        let mv = before.parse_uci(text).expect(text);
        assert!(before.gives_check(mv), "{text}");
        assert!(is_mate(&before.after_unchecked(mv)), "{text}");
    }
}

#[test]
fn mate_by_promotion_to_a_knight() {
    let start = "6br/5Ppk/7p/8/8/8/8/K7 w - - 0 1";
    assert!(is_mate(&line(start, "f7f8n")));
    for other in ["f7f8q", "f7f8r", "f7f8b"] {
        assert!(!line(start, other).is_check(), "{other}");
    }
}

#[test]
fn promotion_to_a_rook_where_a_queen_would_stalemate() {
    // Saavedra 1895: 6.c8=R, since 6.c8=Q Rc4+ 7.Qxc4 is stalemate.
    let start = "8/2P5/8/8/3r4/8/2K5/k7 w - - 0 1";
    assert!(is_stalemate(&line(start, "c7c8q d4c4 c8c4")));
    assert!(line(start, "c7c8r d4a4 c2b3").has_legal_move());
}

#[test]
fn a_promotion_may_uncover_a_check() {
    // The pawn leaves the seventh rank, and opens it for the rook behind it.
    let before = position("8/R2P3k/8/8/8/8/8/K7 w - - 0 1");
    for text in ["d7d8q", "d7d8r", "d7d8b", "d7d8n"] {
        let mv = before.parse_uci(text).expect(text);
        assert!(before.gives_check(mv), "{text}");
        let after = before.after_unchecked(mv);
        assert!(after.checkers().contains(Square::A7), "{text}");
    }
    // A queen on the line of the pawn's own file gives check through the square it left.
    let through = position("3n4/4P3/8/8/8/4k3/8/K7 w - - 0 1");
    assert!(through.gives_check(through.parse_uci("e7e8q").expect("a promotion")));
    assert!(!through.gives_check(through.parse_uci("e7e8b").expect("a promotion")));
    assert!(!through.gives_check(through.parse_uci("e7d8r").expect("a promotion")));
}

// Stalemates.

#[test]
fn stalemates() {
    for fen in [
        "7k/5Q2/8/8/8/8/8/K7 b - - 0 1",
        "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1",
        "8/8/8/8/8/k7/p7/K7 w - - 0 1",
        "5k2/5P2/5K2/8/8/8/8/8 b - - 0 1",
        // A pinned bishop cannot move.
        "kb5R/8/1K6/8/8/8/8/8 b - - 0 1",
        // Loyd's ten-move stalemate.
        "5bnr/4p1pq/4Qpkr/7p/7P/4P3/PPPP1PP1/RNB1KBNR b KQ - 2 10",
        // Loyd's twelve-move stalemate with every piece on the board.
        "rn2k1nr/pp4pp/3p4/q1pP4/P1P2p1b/1b2pPRP/1P1NP1PQ/2B1KBNR w Kkq - 0 1",
    ] {
        assert!(is_stalemate(&position(fen)), "{fen}");
    }
}

#[test]
fn a_pinned_pawn_leaves_stalemate() {
    let pinned = position("k1K5/1p6/8/8/8/5B2/8/6B1 b - - 0 1");
    assert!(is_stalemate(&pinned));
    assert_eq!(refusal(&pinned, "b7b5"), "the pawn on b7 is pinned to the king by the bishop on f3");
}

// Checks and pins.

#[test]
fn a_double_check_leaves_only_the_king() {
    let double = position("4k3/8/8/8/7b/8/4r3/R3K3 w Q - 0 1");
    assert_eq!(double.checkers().len(), 2);
    assert!(double.legal_moves().iter().all(|mv| mv.from() == Square::E1));
    assert_eq!(moves(&double), "e1d1 e1e2 e1f1");
    assert_eq!(refusal(&double, "a1a4"), "the king stays in check from the rook on e2");
    assert_eq!(refusal(&double, "e1c1"), "the king is in check from the rook on e2 and cannot castle");
    // Capturing one checker does not stop the other.
    let take = position("4k3/8/8/8/7b/8/4r3/4K1N1 w - - 0 1");
    assert_eq!(refusal(&take, "g1e2"), "the king stays in check from the bishop on h4");
}

#[test]
fn a_pinned_piece_keeps_to_its_line() {
    let position = position("4k3/4r3/8/b7/8/2P5/4R3/4K3 w - - 0 1");
    assert_eq!(position.pinned(position.turn()).to_string(), "e2 c3");
    assert_eq!(position.legal_moves_from(Square::E2).len(), 5);
    assert_eq!(refusal(&position, "e2d2"), "the rook on e2 is pinned to the king by the rook on e7");
    assert_eq!(refusal(&position, "c3c4"), "the pawn on c3 is pinned to the king by the bishop on a5");
    assert!(position.parse_uci("e2e7").is_ok());
}

#[test]
fn a_pinned_knight_never_moves_and_a_pinned_pawn_may_take_its_pinner() {
    let position = position("4k3/8/8/8/4r3/2b5/3PN3/4K3 w - - 0 1");
    assert_eq!(moves(&position), "d2c3 e1d1 e1f1 e1f2");
}

#[test]
fn a_king_does_not_hide_behind_itself() {
    // Stepping back along the line of the check is illegal.
    let position = position("4r1k1/8/8/8/8/8/4K3/8 w - - 0 1");
    assert_eq!(refusal(&position, "e2e1"), "the king would be in check on e1 from the rook on e8");
    assert!(position.parse_uci("e2d1").is_ok());
}

#[test]
fn kings_keep_apart() {
    let position = position("8/8/8/3k4/8/3K4/8/8 w - - 0 1");
    for text in ["d3c4", "d3d4", "d3e4"] {
        assert_eq!(
            refusal(&position, text),
            format!("the king would be in check on {} from the king on d5", &text[2..])
        );
    }
    assert_eq!(position.legal_moves().len(), 5);
}

#[test]
fn a_guarded_checker_is_not_for_the_king_to_take() {
    let position = position("4k3/8/8/8/8/5b2/4q3/4K3 w - - 0 1");
    assert!(is_mate(&position));
    assert_eq!(refusal(&position, "e1e2"), "the king would be in check on e2 from the bishop on f3");
}

// En passant.

#[test]
fn the_horizontal_en_passant_pin() {
    // Both pawns leave the fifth rank at once, which opens it for the rook.
    let position = position("8/8/8/KPp4r/8/8/8/4k3 w - c6 0 1");
    assert_eq!(refusal(&position, "b5c6"), "the en passant capture uncovers an attack on the king from the rook on h5");
    assert!(position.parse_uci("b5b6").is_ok());
    assert!(position.pinned(position.turn()).is_empty());
}

#[test]
fn two_pawns_beside_break_the_horizontal_pin() {
    let position = position("8/8/8/KPpP3r/8/8/8/4k3 w - c6 0 1");
    assert!(position.parse_uci("b5c6").is_ok());
    assert!(position.parse_uci("d5c6").is_ok());
}

#[test]
fn a_diagonal_pin_on_the_capturing_pawn() {
    let position = position("4k3/6b1/8/3pP3/3K4/8/8/8 w - d6 0 1");
    assert_eq!(refusal(&position, "e5d6"), "the pawn on e5 is pinned to the king by the bishop on g7");
}

#[test]
fn a_diagonal_pin_on_the_captured_pawn() {
    let position = position("4k3/8/b7/1Pp5/8/3K4/8/8 w - c6 0 1");
    assert_eq!(position.pinned(position.turn()).to_string(), "b5");
    assert_eq!(refusal(&position, "b5c6"), "the pawn on b5 is pinned to the king by the bishop on a6");
    // The king was in check before the double step, so no game leads here; but suites have it, and the capture is illegal.
    let shielding = common::position("8/8/1k6/8/2pP4/8/5B2/4K3 b - d3 0 1");
    assert_eq!(
        refusal(&shielding, "c4d3"),
        "the en passant capture uncovers an attack on the king from the bishop on f2"
    );
}

#[test]
fn a_pinned_pawn_captures_en_passant_along_its_pin() {
    let position = position("7k/8/8/2pP4/8/8/B7/K7 w - c6 0 1");
    assert!(position.parse_uci("d5c6").is_ok());
    let on_file = common::position("3rk3/8/8/2pP4/8/8/8/3K4 w - c6 0 1");
    assert_eq!(refusal(&on_file, "d5c6"), "the pawn on d5 is pinned to the king by the rook on d8");
    let on_diagonal = common::position("7k/1b6/8/2pP4/4K3/8/8/8 w - c6 0 1");
    assert!(on_diagonal.parse_uci("d5c6").is_ok());
}

#[test]
fn en_passant_is_the_only_evasion() {
    let position = position("8/8/7R/4k3/3Pp3/1N2N1P1/8/K7 b - d3 0 1");
    assert_eq!(moves(&position), "e4d3");
    assert_eq!(position.parse_uci("e4d3").map(Move::kind), Ok(MoveKind::EnPassant));
    assert!(is_mate(&common::position("8/8/7R/4k3/3Pp3/1N2N1P1/8/K7 b - - 0 1")));
}

#[test]
fn en_passant_takes_a_checking_pawn() {
    let position = position("8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1");
    assert_eq!(position.checkers().to_string(), "d4");
    assert!(position.parse_uci("e4d3").is_ok());
    // A step straight ahead does not stop the check.
    assert_eq!(refusal(&position, "e4e3"), "the king stays in check from the pawn on d4");
}

#[test]
fn en_passant_is_no_answer_to_a_check_that_the_double_step_uncovered() {
    let position = position("4k3/r6K/8/4pP2/8/8/8/8 w - e6 0 1");
    assert_eq!(position.checkers().to_string(), "a7");
    assert_eq!(refusal(&position, "f5e6"), "the king stays in check from the rook on a7");
}

#[test]
fn only_a_pawn_that_has_just_passed_can_be_taken() {
    let position = position("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1");
    assert_eq!(refusal(&position, "e5d6"), "there is nothing for the pawn to capture on d6");
}

// Castling.

#[test]
fn castling_through_check_on_f1() {
    let position = position("4k3/8/8/8/8/5r2/8/4K2R w K - 0 1");
    assert_eq!(refusal(&position, "e1g1"), "the king would pass f1, which the rook on f3 attacks");
    assert_eq!(refusal(&position, "e1h1"), "the king would pass f1, which the rook on f3 attacks");
}

#[test]
fn castling_out_of_into_and_past_check() {
    let out = position("4k3/8/8/8/8/4r3/8/R3K2R w KQ - 0 1");
    assert_eq!(refusal(&out, "e1g1"), "the king is in check from the rook on e3 and cannot castle");
    assert_eq!(refusal(&out, "e1c1"), "the king is in check from the rook on e3 and cannot castle");
    let into = position("4k3/8/8/8/8/6r1/8/R3K2R w KQ - 0 1");
    assert_eq!(refusal(&into, "e1g1"), "the king would be in check on g1 from the rook on g3");
    // An attack on the rook, or on b1 where only the rook passes, is no obstacle.
    let rook = position("1r2k2r/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    assert!(rook.parse_uci("e1g1").is_ok());
    assert!(rook.parse_uci("e1c1").is_ok());
}

#[test]
fn castling_needs_its_right_and_its_way() {
    let position = position("4k3/8/8/8/8/8/8/RN2K2R w Q - 0 1");
    assert_eq!(refusal(&position, "e1g1"), "White has no right to castle on the king's side");
    assert_eq!(refusal(&position, "e1c1"), "the knight on b1 is in the way of castling");
    let none = common::position("r3k2r/8/8/8/8/8/8/4K3 b - - 0 1");
    assert_eq!(refusal(&none, "e8c8"), "Black has no right to castle on the queen's side");
    // Without castling rights, king takes own rook is an ordinary illegal move.
    assert_eq!(refusal(&none, "e8h8"), "the king on e8 does not move to h8");
}

#[test]
fn chess960_the_king_already_stands_on_g1() {
    let before = position("4k3/8/8/8/8/8/8/6KR w H - 0 1");
    let castle = before.parse_uci("g1h1").expect("castling");
    assert_eq!(castle.kind(), MoveKind::Castle);
    let after = before.after_unchecked(castle);
    assert_eq!(after.fen(), "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
}

#[test]
fn chess960_the_rook_stands_on_the_king_s_target() {
    let before = position("4k3/8/8/8/8/8/8/5KR1 w G - 0 1");
    let castle = before.legal_moves().into_iter().find(|mv| mv.kind() == MoveKind::Castle).expect("castling");
    assert_eq!((castle.from(), castle.to()), (Square::F1, Square::G1));
    assert_eq!(before.after_unchecked(castle).fen(), "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
    assert_eq!(before.parse_uci("f1g1"), Ok(castle));
    let queenside = position("4k3/8/8/8/8/8/8/2RK4 w C - 0 1");
    assert_eq!(
        queenside.after_unchecked(queenside.parse_uci("d1c1").expect("castling")).fen(),
        "4k3/8/8/8/8/8/8/2KR4 b - - 1 1"
    );
}

#[test]
fn chess960_the_rook_shields_the_king_s_new_square() {
    // When the rook has left b1, the rook on a1 gives check along the rank.
    let position = position("4k3/8/8/8/8/8/8/rR2K3 w B - 0 1");
    assert_eq!(refusal(&position, "e1b1"), "the king would be in check on c1 from the rook on a1");
    assert!(!position.is_check());
    assert!(!position.legal_moves().iter().any(|mv| mv.kind() == MoveKind::Castle));
    assert!(
        position.pseudo_legal_moves().iter().any(|mv| mv.kind() == MoveKind::Castle && !position.leaves_king_safe(*mv))
    );
}

#[test]
fn chess960_castling_blocked() {
    // Between king and target, between rook and target, on the target itself.
    for (fen, text, at) in [
        ("4k3/8/8/8/8/8/8/1K1N3R w H - 0 1", "b1h1", "d1"),
        ("4k3/8/8/8/8/8/8/1K3N1R w H - 0 1", "b1h1", "f1"),
        ("4k3/8/8/8/8/8/8/1K4NR w H - 0 1", "b1h1", "g1"),
        ("4k3/8/8/8/8/8/8/RN3K2 w A - 0 1", "f1a1", "b1"),
        ("4k3/8/8/8/8/8/8/RK1N4 w A - 0 1", "b1a1", "d1"),
        ("4k3/8/8/8/8/8/8/RKN5 w A - 0 1", "b1a1", "c1"),
    ] {
        assert_eq!(refusal(&position(fen), text), format!("the knight on {at} is in the way of castling"), "{fen}");
    }
    // A piece that neither king nor rook passes does not matter: the king goes b1-c1, the rook a1-d1.
    assert!(position("4k3/8/8/8/8/8/8/RK2N3 w A - 0 1").parse_uci("b1a1").is_ok());
}

#[test]
fn chess960_the_king_passes_check_on_a_long_way() {
    let position = position("4k3/8/8/3r4/8/8/8/1K5R w H - 0 1");
    assert_eq!(refusal(&position, "b1h1"), "the king would pass d1, which the rook on d5 attacks");
    let passed_by_rook_only = common::position("4k3/8/8/7r/8/8/8/5K1R w H - 0 1");
    assert!(passed_by_rook_only.parse_uci("f1h1").is_ok());
}

// Boards with many pieces.

#[test]
fn two_hundred_and_eighteen_and_two_hundred_and_seventy_moves() {
    for (fen, count) in [
        ("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", 218),
        ("3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1", 218),
        ("kBQQQQQQ/BR5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1", 270),
    ] {
        let position = position(fen);
        assert_eq!((position.legal_moves().len(), position.legal_move_count()), (count, count), "{fen}");
    }
}

// Other reasons for illegal moves.

#[test]
fn every_other_refusal() {
    let start = position(START);
    let promotion = position("3r3k/2P5/8/8/8/8/8/K7 w - - 0 1");
    for (position, text, message) in [
        (&start, "e5e6", "no piece on e5"),
        (&start, "e7e5", "the pawn on e7 is Black's, and White is to move"),
        (&start, "b1b3", "the knight on b1 does not move to b3"),
        (&start, "a1a3", "the pawn on a2 is in the way from a1 to a3"),
        (&start, "d1d2", "a pawn of the same side stands on d2"),
        (&start, "a2b3", "there is nothing for the pawn to capture on b3"),
        (
            &start,
            "g1f3q",
            "this move to f3 cannot promote to queen: pawns promote on the last rank, to queen, rook, bishop or knight",
        ),
        (&promotion, "c7c8", "a pawn that reaches c8 must promote"),
        (&promotion, "c7d8", "a pawn that reaches d8 must promote"),
        (&promotion, "c7b8q", "there is nothing for the pawn to capture on b8"),
    ] {
        assert_eq!(refusal(position, text), message, "{text}");
    }
    let king = promotion.find_move(Square::C7, Square::C8, Some(Role::King)).expect_err("no promotion to king");
    assert_eq!(
        king.to_string(),
        "this move to c8 cannot promote to king: pawns promote on the last rank, to queen, rook, bishop or knight"
    );
    let met = promotion.find_move(Square::C7, Square::C8, Some(Role::Met)).expect_err("no promotion to Met");
    assert_eq!(
        met.to_string(),
        "this move to c8 cannot promote to Met: pawns promote on the last rank, to queen, rook, bishop or knight"
    );
    // A move with the right squares and a wrong kind.
    let single = start.parse_uci("e2e3").expect("a legal move");
    let stepped = position("4k3/8/8/8/8/3p4/4P3/4K3 w - - 0 1");
    assert!(stepped.check_legal(single).is_ok());
    let capture = stepped.parse_uci("e2d3").expect("a legal move");
    let empty = position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    assert_eq!(
        empty.check_legal(capture).map_err(|error| error.to_string()),
        Err("there is nothing for the pawn to capture on d3".into())
    );
    let knight = position("4k3/8/8/8/8/3p4/8/4KN2 w - - 0 1").parse_uci("f1d2").expect("a legal move");
    let taken = position("4k3/8/8/8/8/8/3p4/4KN2 w - - 0 1");
    assert_eq!(
        taken.check_legal(knight).map_err(|error| error.to_string()),
        Err("f1d2 is legal here, but its kind is not quiet".into())
    );
}

#[test]
fn a_king_takes_its_own_rook_only_on_its_first_rank() {
    let up_the_board = position("4k3/8/8/8/8/R7/8/4K2R w K - 0 1");
    assert_eq!(refusal(&up_the_board, "e1a3"), "the king on e1 does not move to a3");
    let beside = position("3rk3/3r4/8/8/8/8/3q4/RK2R3 b Qq - 0 5");
    assert_eq!(refusal(&beside, "e8d7"), "a rook of the same side stands on d7");
}

#[test]
fn castling_promotes_to_nothing() {
    let position = position("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    for castling in ["e1g1q", "e1h1q", "e1c1q"] {
        let reason = format!(
            "this move to {} cannot promote to queen: pawns promote on the last rank, to queen, rook, bishop or knight",
            &castling[2..4]
        );
        assert_eq!(refusal(&position, castling), reason);
    }
}

#[test]
fn of_two_checkers_the_one_is_named_that_the_move_does_nothing_about() {
    let position = position("4k3/4r3/8/b7/8/1N6/8/4K3 w - - 0 1");
    assert_eq!(refusal(&position, "b3d2"), "the king stays in check from the rook on e7");
    assert_eq!(refusal(&position, "b3a5"), "the king stays in check from the rook on e7");
}

#[test]
fn an_en_passant_capturer_that_is_pinned_is_said_to_be() {
    let position = position("8/8/4k3/8/3Pp3/8/8/4RK2 b - d3 0 1");
    assert_eq!(refusal(&position, "e4d3"), "the pawn on e4 is pinned to the king by the rook on e1");
}

#[test]
fn castling_reads_back_as_it_is_printed() {
    for number in 0..960 {
        for color in ["w", "b"] {
            let fen = Chess::chess960(number).expect("960 starts").fen().replace(" w ", &format!(" {color} "));
            // The castling sides without the pieces in the way.
            let mut setup: chess0x88::Setup<chess0x88::ChessRules> = fen.parse().expect("a FEN");
            for (square, piece) in setup.board.pieces().collect::<Vec<_>>() {
                if !matches!(piece.role(), chess0x88::Role::King | chess0x88::Role::Rook) {
                    setup.board.set(square, None);
                }
            }
            let Ok(position) = setup.to_position() else { continue };
            for mv in position.legal_moves() {
                assert_eq!(position.parse_uci(&mv.to_string()), Ok(mv), "{mv} in {}", position.fen());
            }
        }
    }
}

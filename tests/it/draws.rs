//! The ends of games and the draw claims, with the usual pitfalls.

use chess0x88::game::{Claim, DrawReason, WinReason};
use chess0x88::{Chess, ChessRules, Color, Game, History, Move, Outcome};

use common::chess as position;

fn mv(game: &Game<ChessRules>, uci: &str) -> Move {
    game.position().parse_uci(uci).unwrap_or_else(|error| panic!("{uci}: {error}"))
}

fn play(game: &mut Game<ChessRules>, moves: &str) {
    for uci in moves.split_whitespace() {
        let mv = mv(game, uci);
        game.play(mv).unwrap_or_else(|error| panic!("{uci}: {error}"));
    }
}

fn game(fen: &str, moves: &str) -> Game<ChessRules> {
    let mut game = Game::new(position(fen));
    play(&mut game, moves);
    game
}

fn from_start(moves: &str) -> Game<ChessRules> {
    let mut game = Game::default();
    play(&mut game, moves);
    game
}

const THREEFOLD: Claim = Claim::ThreefoldRepetition;
const FIFTY: Claim = Claim::FiftyMoves;
const KNIGHTS_OUT_AND_BACK: &str = "g1f3 g8f6 f3g1 f6g8";

#[test]
fn a_capture_en_passant_that_a_pin_forbids_does_not_keep_positions_apart() {
    let game = from_start("e2e4 c7c5 e4e5 d8b6 g1f3 b6e6 f3g1 d7d5 g1f3 b8c6 f3g1 c6b8 g1f3 b8c6 f3g1 c6b8");
    assert_eq!(game.repetitions(), 3);
    assert!(game.occurred(THREEFOLD) && game.claimable(THREEFOLD));
}

#[test]
fn a_legal_capture_en_passant_keeps_positions_apart() {
    let cycle = "e8e7 e1e2 e7e8 e2e1";
    let mut game = game("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4");
    for repetitions in 1..=4 {
        play(&mut game, cycle);
        assert_eq!(game.repetitions(), repetitions);
        assert_eq!(game.occurred(THREEFOLD), repetitions >= 3);
    }
}

#[test]
fn losing_castling_rights_keeps_positions_apart_but_runs_the_clock_on() {
    let mut game = game("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 7 1", "");
    for repetitions in 1..=4 {
        play(&mut game, "e1e2 e8e7 e2e1 e7e8");
        assert_eq!(game.repetitions(), repetitions);
        assert_eq!(game.position().halfmove_clock(), 7 + 4 * repetitions);
    }
}

#[test]
fn losing_one_castling_right_of_four_keeps_positions_apart() {
    let mut game = game("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "");
    play(&mut game, "h1g1 h8g8 g1h1 g8h8");
    assert_eq!((game.repetitions(), game.position().castling_rights().iter().count()), (1, 2));
    play(&mut game, "h1g1 h8g8 g1h1 g8h8");
    assert_eq!(game.repetitions(), 2);
}

#[test]
fn the_start_position_counts_as_an_occurrence() {
    let mut game = Game::<ChessRules>::default();
    assert_eq!(game.repetitions(), 1);
    for repetitions in 2..=6 {
        play(&mut game, KNIGHTS_OUT_AND_BACK);
        assert_eq!(game.repetitions(), repetitions);
    }
}

#[test]
fn the_same_placement_with_the_other_side_to_move_is_another_position() {
    // White loses a move: after Ke1-d1-d2-e1 the same placement has Black to move.
    let game = game("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "e1d1 e8e7 d1d2 e7e8 d2e1");
    assert_eq!(game.repetitions(), 1);
}

#[test]
fn pieces_of_a_kind_may_change_places() {
    let mut game = game("4k3/8/8/8/8/8/P7/N1N1K3 w - - 0 1", "");
    play(&mut game, "a1b3 e8e7 c1d3 e7e8 b3c1 e8e7 d3b4 e7e8 b4c2 e8e7 c2a1 e7e8");
    assert_eq!(game.repetitions(), 2);
}

#[test]
fn pieces_of_different_kinds_that_change_places_make_another_position() {
    let mut game = game("4k3/8/8/8/8/8/P7/R2QK3 w - - 0 1", "");
    play(&mut game, "d1d4 e8f8 a1d1 f8f7 d4a1 f7e8");
    assert_eq!(game.repetitions(), 1, "queen and rook have changed places");
    play(&mut game, "a1d4 e8f8 d1a1 f8f7 d4d1 f7e8");
    assert_eq!(game.repetitions(), 2, "and back");
}

#[test]
fn threefold_is_claimable_with_the_move_that_brings_it_about() {
    let mut game = from_start("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1");
    let (back, elsewhere) = (mv(&game, "f6g8"), mv(&game, "f6h5"));
    assert!(!game.occurred(THREEFOLD));
    assert!(game.claimable(THREEFOLD));
    assert!(game.claimable_with(THREEFOLD, back));
    assert!(!game.claimable_with(THREEFOLD, elsewhere));
    let mut over = game.clone();
    over.resign(Color::White).unwrap();
    assert!(!over.claimable(THREEFOLD) && !over.claimable_with(THREEFOLD, back));
    assert_eq!(
        game.claim(THREEFOLD, None).unwrap_err().to_string(),
        "no draw by threefold repetition: 2 occurrences of the position, 3 needed"
    );
    assert_eq!(
        game.claim(THREEFOLD, elsewhere).unwrap_err().to_string(),
        "no draw by threefold repetition: 1 occurrence of the position, 3 needed"
    );
    game.play(back).unwrap();
    assert!(game.occurred(THREEFOLD) && game.claimable(THREEFOLD));
    assert_eq!(game.outcome(), None, "nobody has claimed");
    assert_eq!(game.claim(THREEFOLD, None), Ok(Outcome::Draw(DrawReason::ThreefoldRepetition)));
    assert_eq!(game.outcome(), Some(Outcome::Draw(DrawReason::ThreefoldRepetition)));
}

#[test]
fn a_claim_of_threefold_lapses_with_the_next_move() {
    let mut game = from_start(&[KNIGHTS_OUT_AND_BACK; 2].join(" "));
    assert!(game.occurred(THREEFOLD));
    play(&mut game, "e2e4");
    assert!(!game.occurred(THREEFOLD) && !game.claimable(THREEFOLD));
}

#[test]
fn fivefold_ends_the_game_unclaimed() {
    let mut game = from_start(&[KNIGHTS_OUT_AND_BACK; 3].join(" "));
    assert_eq!((game.repetitions(), game.outcome()), (4, None));
    play(&mut game, KNIGHTS_OUT_AND_BACK);
    assert_eq!(game.outcome(), Some(Outcome::Draw(DrawReason::FivefoldRepetition)));
    assert!(game.occurred(THREEFOLD), "it is so on the board");
    assert!(!game.claimable(THREEFOLD), "but there is no game left to claim in");
}

#[test]
fn fifty_moves_are_a_hundred_plies() {
    let mut game = game("4k3/8/8/8/8/8/P7/R3K3 w - - 98 80", "");
    assert!(!game.occurred(FIFTY) && !game.claimable(FIFTY));
    play(&mut game, "a1b1");
    let king = mv(&game, "e8e7");
    assert!(!game.occurred(FIFTY) && game.claimable(FIFTY) && game.claimable_with(FIFTY, king));
    play(&mut game, "e8e7");
    assert!(game.occurred(FIFTY) && game.claimable(FIFTY));
    assert!(!game.claimable_with(FIFTY, mv(&game, "a2a3")), "a pawn move starts the count again");
    assert!(game.claimable_with(FIFTY, mv(&game, "b1b2")));
    assert_eq!(game.outcome(), None, "nobody has claimed");
    assert_eq!(game.claim(FIFTY, None), Ok(Outcome::Draw(DrawReason::FiftyMoves)));
}

#[test]
fn fifty_moves_are_not_claimable_where_every_move_captures() {
    let game = game("7k/6Q1/8/8/8/8/P7/K7 b - - 99 80", "");
    assert_eq!(game.position().legal_moves().len(), 1);
    assert!(!game.claimable(FIFTY));
}

#[test]
fn seventy_five_moves_end_the_game_unclaimed() {
    let mut game = game("4k3/8/8/8/8/8/8/R3K3 w - - 149 100", "");
    assert_eq!(game.outcome(), None);
    play(&mut game, "a1a2");
    assert_eq!(game.outcome(), Some(Outcome::Draw(DrawReason::SeventyFiveMoves)));
    assert!(game.occurred(FIFTY) && !game.claimable(FIFTY));
}

#[test]
fn checkmate_on_the_last_of_seventy_five_moves_is_checkmate() {
    let game = game("7k/8/6K1/8/8/8/8/R7 w - - 149 100", "a1a8");
    assert_eq!(game.position().halfmove_clock(), 150);
    assert_eq!(game.outcome(), Some(Outcome::Win { winner: Color::White, by: WinReason::Checkmate }));
    assert!(!game.occurred(FIFTY) && !game.claimable(FIFTY));
}

#[test]
fn stalemate_on_the_last_of_seventy_five_moves_is_stalemate() {
    let game = game("7k/8/6K1/8/8/8/8/5Q2 w - - 149 100", "f1f7");
    assert_eq!(game.outcome(), Some(Outcome::Draw(DrawReason::Stalemate)));
}

#[test]
fn checkmate_on_the_last_of_fifty_moves_leaves_nothing_to_claim() {
    let mut game = game("7k/8/6K1/8/8/8/8/R7 w - - 99 100", "");
    play(&mut game, "a1a8");
    assert!(!game.occurred(FIFTY));
    assert_eq!(game.outcome().unwrap().to_string(), "White wins by checkmate");
}

/// FIDE articles 9.2.1 and 9.3.1: the player writes the move down and declares it, but does not make it. By article 5 only a move
/// that is made ends a game.
#[test]
fn a_move_that_would_mate_or_stalemate_may_be_announced() {
    for (start, announced) in
        [("7k/8/6K1/8/8/8/8/R7 w - - 99 100", "a1a8"), ("7k/8/6K1/8/8/8/8/5Q2 w - - 99 100", "f1f7")]
    {
        let mut game = game(start, "");
        let announced = mv(&game, announced);
        assert!(game.claimable(FIFTY) && game.claimable_with(FIFTY, announced));
        assert!(History::new(*game.position()).claimable_with(FIFTY, announced));
        assert_eq!(game.claim(FIFTY, announced), Ok(Outcome::Draw(DrawReason::FiftyMoves)));
        assert_eq!((game.announced(), game.moves()), (Some(announced), &[][..]));
    }
    // All legal moves mate.
    let game = game("k7/8/1K6/8/8/8/8/7R w - - 99 100", "");
    assert!(game.claimable(FIFTY));
}

#[test]
fn a_clock_beyond_the_limit_is_no_trouble() {
    let position = position("4k3/8/8/8/8/8/8/R3K3 w - - 4294967295 100");
    assert_eq!(position.outcome(), Some(Outcome::Draw(DrawReason::SeventyFiveMoves)));
    let mut game = Game::new(position);
    play(&mut game, "a1a2");
    assert_eq!(game.position().halfmove_clock(), u32::MAX);
}

#[test]
fn stalemate_and_checkmate_are_told_apart() {
    let stalemate = position("7k/5Q2/8/8/8/8/8/K7 b - - 0 1");
    assert!(stalemate.is_stalemate() && !stalemate.is_checkmate());
    let checkmate = position("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
    assert!(checkmate.is_checkmate() && !checkmate.is_stalemate());
    let neither = Chess::startpos();
    assert!(!neither.is_checkmate() && !neither.is_stalemate());
}

#[test]
fn material_tells_which_side_can_mate() {
    // The placement, whether White has insufficient material, whether Black has.
    for (placement, white, black) in [
        ("4k3/8/8/8/8/8/8/4K3", true, true),
        // One minor piece against nothing.
        ("4k3/8/8/8/8/8/8/4K1N1", true, true),
        ("4k3/8/8/8/8/8/8/4KB2", true, true),
        ("2b1k3/8/8/8/8/8/8/4K3", true, true),
        // Pawn, rook, queen.
        ("4k3/8/8/8/8/8/4P3/4K3", false, true),
        ("4k3/8/8/8/8/8/8/R3K3", false, true),
        ("3qk3/8/8/8/8/8/8/4K3", true, false),
        // A lone knight can mate only if another piece hems the king in.
        ("4k3/3q4/8/8/8/8/8/4K1N1", true, false),
        ("2qqk3/8/8/8/8/8/8/4K1N1", true, false),
        ("r3k3/8/8/8/8/8/8/4K1N1", false, false),
        ("4k3/4p3/8/8/8/8/8/4K1N1", false, false),
        ("4kb2/8/8/8/8/8/8/4K1N1", false, false),
        ("4k1n1/8/8/8/8/8/8/4K1N1", false, false),
        ("r2qk3/8/8/8/8/8/8/4K1N1", false, false),
        // Two knights can mate, if not by force; so can a knight with a bishop.
        ("4k3/8/8/8/8/8/8/4KNN1", false, true),
        ("3qk3/8/8/8/8/8/8/4KNN1", false, false),
        ("4k3/8/8/8/8/8/8/4KBN1", false, true),
        // Bishops on squares of one colour (f1, c8: light; c1, f8: dark).
        ("2b1k3/8/8/8/8/8/8/4KB2", true, true),
        ("4kb2/8/8/8/8/8/8/2B1K3", true, true),
        ("2b1kb2/8/8/8/8/8/8/4KB2", false, false),
        ("4k3/8/8/8/8/3B4/8/4KB2", true, true),
        ("4k3/1b6/2b5/8/8/3B4/8/4KB2", true, true),
        // Bishops on squares of both colours.
        ("4kb2/8/8/8/8/8/8/4KB2", false, false),
        ("4k3/8/8/8/8/8/8/2B1KB2", false, true),
        // A bishop against pieces that the king can hide behind.
        ("4k1n1/8/8/8/8/8/8/4KB2", false, false),
        ("4k3/4p3/8/8/8/8/8/4KB2", false, false),
        ("r3k3/8/8/8/8/8/8/4KB2", true, false),
        ("3qk3/8/8/8/8/8/8/4KB2", true, false),
    ] {
        let position = position(&format!("{placement} w - - 0 1"));
        let found = Color::ALL.map(|color| position.has_insufficient_material(color));
        assert_eq!(found, [white, black], "{placement}");
        assert_eq!(position.is_insufficient_material(), white && black, "{placement}");
        let dead = Some(Outcome::Draw(DrawReason::InsufficientMaterial));
        assert_eq!(position.outcome() == dead, white && black, "{placement}");
    }
}

#[test]
fn a_flag_falls_and_a_side_resigns_to_a_draw_when_the_other_cannot_mate() {
    for (fen, loser, winner) in [
        ("3qk3/8/8/8/8/8/8/4K1N1 w - - 0 1", Color::Black, None),
        ("3qk3/8/8/8/8/8/8/4K1N1 w - - 0 1", Color::White, Some("Black")),
        ("r3k3/8/8/8/8/8/8/4K1N1 w - - 0 1", Color::Black, Some("White")),
        ("4k3/4p3/8/8/8/8/8/4K3 w - - 0 1", Color::Black, None),
        ("4k3/8/8/8/8/8/8/4KNN1 w - - 0 1", Color::Black, Some("White")),
    ] {
        let sentence = |reason: &str| match winner {
            Some(winner) => format!("{winner} wins by {reason}"),
            None => format!("draw by {reason} against insufficient material"),
        };
        let game = Game::new(position(fen));
        assert_eq!(game.clone().flag_fall(loser).unwrap().to_string(), sentence("flag fall"), "{fen}");
        assert_eq!(game.clone().resign(loser).unwrap().to_string(), sentence("resignation"), "{fen}");
    }
}

#[test]
fn a_capture_can_leave_a_dead_position() {
    let mut game = game("4k3/8/8/8/8/8/4p3/4K1N1 w - - 0 1", "");
    assert_eq!(game.outcome(), None);
    play(&mut game, "e1e2");
    assert_eq!(game.outcome(), Some(Outcome::Draw(DrawReason::InsufficientMaterial)));
    assert!(!game.claimable(FIFTY) && !game.claimable(THREEFOLD));
}

#[test]
fn illegal_moves_are_never_claimable() {
    let game = from_start("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1");
    for mv in (0..=u16::MAX).filter_map(Move::from_bits) {
        assert!(!game.claimable_with(THREEFOLD, mv) || game.position().check_legal(mv).is_ok());
    }
}

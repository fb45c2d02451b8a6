//! Makruk's two counts: each ply of counted endgames by an independent program, and the declarations of players.

use chess0x88::game::{Claim, DrawReason, WinReason};
use chess0x88::makruk::{Count, CountError, Honour};
use chess0x88::{
    Board0x88, Color, History, Makruk, MakrukRules, Move, MoveKind, Outcome, Piece, Role, Setup, Square, Violation,
    Violations, makruk, packed,
};

use common::tolerated;

/// The data also have endgames with more promoted pieces than Bia at the start.
fn position(fen: &str) -> Makruk {
    tolerated(fen)
}

fn play(position: &mut Makruk, uci: &str) {
    let mv = position.parse_uci(uci).unwrap_or_else(|error| panic!("{uci} on {}: {error}", position.fen()));
    position.play(mv).unwrap();
}

/// The state of a game in the words of the data file.
fn state(game: &[Makruk]) -> String {
    let position = game.last().unwrap();
    let mut words = Vec::new();
    let mate = !position.has_legal_move() && position.is_check();
    if position.is_check() && !mate {
        words.push("check");
    }
    if mate {
        words.push("mate");
    } else if !position.has_legal_move() {
        words.push("stalemate");
    }
    if makruk::count(position).is_some_and(|count| count.is_exceeded()) && !mate {
        words.push("draw-count");
    } else if game.iter().filter(|&earlier| earlier == position).count() >= 3 {
        words.push("draw-repetition");
    }
    if words.is_empty() { "-".to_owned() } else { words.join(",") }
}

#[test]
fn every_ply_of_the_reference_endgames_has_the_reference_fen_and_state() {
    let (mut games, mut plies) = (0, 0);
    let mut game: Vec<Makruk> = Vec::new();
    let mut history = History::new(Makruk::startpos());
    let mut title = "";
    for line in include_str!("../data/makruk_counting.txt").lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let &[first, fen, last] = &fields[..] else { panic!("three fields, not {line}") };
        if first == "game" {
            game = vec![position(fen)];
            history = History::new(game[0]);
            title = last;
            games += 1;
            continue;
        }
        let before = *game.last().unwrap();
        let mut after = before;
        let undo = after.make(after.parse_uci(first).unwrap());
        assert_eq!(after.fen().as_str(), fen, "{first} in {title:?}");
        // A position read from its FEN continues the count in the same way.
        let mut resumed = position(&before.fen());
        play(&mut resumed, first);
        assert_eq!(resumed.fen().as_str(), fen, "resumed: {first} in {title:?}");
        game.push(after);
        assert_eq!(state(&game), last, "after {first} in {title:?}");
        history.play(before.parse_uci(first).unwrap()).unwrap();
        let outcome = match history.outcome() {
            Some(Outcome::Win { by: WinReason::Checkmate, winner }) if winner != after.turn() => "mate",
            Some(Outcome::Draw(DrawReason::Stalemate)) => "stalemate",
            Some(Outcome::Draw(DrawReason::BoardHonour)) if makruk::count(&after).unwrap().honour == Honour::Board => {
                "draw-count"
            }
            Some(Outcome::Draw(DrawReason::PiecesHonour)) => "draw-count",
            Some(Outcome::Draw(DrawReason::ThreefoldRepetition)) => "draw-repetition",
            Some(other) => panic!("{other} after {first} in {title:?}"),
            None => "-",
        };
        // If two draws occur at once, the outcome is that of the count.
        let rule = last.split(',').next_back().map_or("-", |word| if word == "check" { "-" } else { word });
        assert_eq!(outcome, rule, "after {first} in {title:?}");
        let mut taken_back = after;
        taken_back.unmake(undo);
        assert_eq!(taken_back.to_setup().state, before.to_setup().state);
        assert_eq!(taken_back.fen(), *before.fen());
        plies += 1;
    }
    assert_eq!((games, plies), (120, 2274));
}

/// Each row: the position before, the move, the position after, and the count.
const CASES: &[(&str, &str, &str, &str)] = &[
    // Baring by a capture, by the last promotion, and by a bare Khun that captures the last Bia.
    (
        "8/8/4k3/r7/8/2K2R2/8/R7 w - - 0 40",
        "a1a5",
        "8/8/4k3/R7/8/2K2R2/8/8 b - 16 8 40",
        "pieces' honour: Black has counted 4 of 8",
    ),
    (
        "8/3k4/8/2K1S1P1/8/8/8/8 w - - 0 1",
        "g5g6m",
        "8/3k4/6M~1/2K1S3/8/8/8/8 b - 88 8 1",
        "pieces' honour: Black has counted 4 of 44",
    ),
    (
        "8/2K3k1/5m2/4S1S1/8/8/8/8 w - - 0 1",
        "e5f6",
        "8/2K3k1/5S2/6S1/8/8/8/8 b - 44 8 1",
        "pieces' honour: Black has counted 4 of 22",
    ),
    (
        "8/8/4k3/5P2/8/2RMK3/8/8 b - - 0 50",
        "e6f5",
        "8/8/8/5k2/8/2RMK3/8/8 w - 32 7 51",
        "pieces' honour: Black has counted 4 of 16",
    ),
    (
        "8/8/8/3k4/3P4/8/8/R3K3 b - - 4 10",
        "d5d4",
        "8/8/8/8/3k4/8/8/R3K3 w - 32 5 11",
        "pieces' honour: Black has counted 3 of 16",
    ),
    ("8/8/8/3k4/3P4/7P/8/R3K3 b - - 4 10", "d5d4", "8/8/8/8/3k4/7P/8/R3K3 w - - 0 11", ""),
    // Board's honour: for the side to move when the last Bia is gone.
    (
        "8/m7/8/3k4/3P4/8/8/R3K3 b - - 4 10",
        "d5d4",
        "8/m7/8/8/3k4/8/8/R3K3 w - 128 0 11",
        "board's honour: White has counted 0 of 64",
    ),
    (
        "8/8/8/3k4/6p1/8/8/R3K3 b - - 4 10",
        "g4g3m",
        "8/8/8/3k4/8/6m~1/8/R3K3 w - 128 0 11",
        "board's honour: White has counted 0 of 64",
    ),
    ("8/8/8/P7/3k4/8/P7/4K3 w - - 1 11", "a5a6m", "8/8/M~7/8/3k4/8/P7/4K3 b - - 0 11", ""),
    // A FEN without a count and without Bia: counting starts after the next move, if the other side can then count.
    (
        "8/8/8/3k4/8/8/8/R3K3 w - - 5 10",
        "a1a2",
        "8/8/8/3k4/8/8/R7/4K3 b - 32 6 10",
        "pieces' honour: Black has counted 3 of 16",
    ),
    ("8/8/8/3k4/8/8/8/R3K3 b - - 5 10", "d5d4", "8/8/8/8/3k4/8/8/R3K3 w - - 6 11", ""),
    (
        "8/8/8/3k2m1/8/8/8/R3K3 w - - 5 10",
        "a1a2",
        "8/8/8/3k2m1/8/8/R7/4K3 b - 128 0 10",
        "board's honour: Black has counted 0 of 64",
    ),
    // The limit stays, even when no piece is left to mate.
    (
        "8/8/8/3k4/3S4/8/8/R3K3 b - 32 11 10",
        "d5d4",
        "8/8/8/8/3k4/8/8/R3K3 w - 32 12 11",
        "pieces' honour: White has counted 6 of 16",
    ),
    (
        "8/8/8/3k4/3R4/8/8/4K3 b - 32 7 10",
        "d5d4",
        "8/8/8/8/3k4/8/8/4K3 w - 32 8 11",
        "pieces' honour: White has counted 4 of 16",
    ),
    ("8/8/8/3k4/3P4/8/8/4K3 b - - 4 10", "d5d4", "8/8/8/8/3k4/8/8/4K3 w - - 0 11", ""),
    // Board's honour continues after a capture, until a side is bare.
    (
        "8/8/1m6/3k4/3r4/8/8/R2RK3 w - 128 20 10",
        "d1d4",
        "8/8/1m6/3k4/3R4/8/8/R3K3 b - 128 21 10",
        "board's honour: White has counted 11 of 64",
    ),
    (
        "8/8/8/3k4/3r4/8/8/R2RK3 w - 128 20 10",
        "d1d4",
        "8/8/8/3k4/3R4/8/8/R3K3 b - 16 8 10",
        "pieces' honour: Black has counted 4 of 8",
    ),
    (
        "8/8/8/3k4/3R4/8/8/m3K3 b - 128 21 10",
        "d5d4",
        "8/8/8/8/3k4/8/8/m3K3 w - 128 6 11",
        "pieces' honour: White has counted 3 of 64",
    ),
    // The limit of a FEN stays, with any pieces.
    (
        "8/8/8/3k4/8/8/8/RR2K3 b - 32 10 10",
        "d5d4",
        "8/8/8/8/3k4/8/8/RR2K3 w - 32 11 11",
        "pieces' honour: Black has counted 6 of 16",
    ),
];

#[test]
fn counts_start_restart_and_freeze_as_the_reference_does() {
    for &(before, uci, after, count) in CASES {
        let mut position = position(before);
        play(&mut position, uci);
        assert_eq!(position.fen().as_str(), after, "{uci} on {before}");
        assert_eq!(makruk::count(&position).map_or(String::new(), |count| count.to_string()), count, "{after}");
    }
}

#[test]
fn the_limit_depends_on_the_stronger_sides_pieces_in_this_order() {
    // The bare Khun on h8 captures the last Bia on h7. The other side has the listed pieces.
    for (pieces, limit) in [
        ("RRR", 8),
        ("RR", 8),
        ("RSSNN", 16),
        ("R", 16),
        ("SSNN", 22),
        ("SS", 22),
        ("SNN", 32),
        ("NN", 32),
        ("SN", 44),
        ("S", 44),
        ("N", 64),
        ("MM", 64),
        ("", 64),
    ] {
        let mut setup: Setup<MakrukRules> = "7k/7P/8/8/8/8/8/K7 b - - 0 1".parse().unwrap();
        // Pieces on these squares do not attack h7.
        let squares = [Square::A3, Square::A4, Square::A5, Square::B3, Square::B4];
        for (letter, square) in pieces.chars().zip(squares) {
            let role = match letter {
                'R' => Role::Rook,
                'S' => Role::Khon,
                'N' => Role::Knight,
                _ => Role::Met,
            };
            setup.board.set(square, Some(Piece::new(Color::White, role)));
        }
        let mut position = setup.to_position_with(Violations::TOLERABLE).unwrap();
        play(&mut position, "h8h7");
        // Against a lone Khun there is nothing to count.
        let expected = (!pieces.is_empty()).then_some(limit);
        assert_eq!(makruk::count(&position).map(|count| count.limit.div_ceil(2)), expected, "{pieces}");
    }
}

#[test]
fn the_draw_comes_with_the_ply_after_the_limit_and_after_mate() {
    let mut position = position("8/8/8/3k4/8/8/8/R3K3 b - 32 32 10");
    assert!(!makruk::count(&position).is_some_and(|count| count.is_exceeded()));
    play(&mut position, "d5d4");
    assert!(makruk::count(&position).is_some_and(|count| count.is_exceeded()));
    // Moves stay legal: the game, not the position, decides the draw.
    assert!(position.has_legal_move());

    let mated = self::position("k7/2K5/8/8/8/8/8/R7 b - 32 40 10");
    assert!(
        makruk::count(&mated).is_some_and(|count| count.is_exceeded()) && mated.is_check() && !mated.has_legal_move()
    );
}

#[test]
fn baring_may_pass_the_limit_at_once() {
    let mut position = position("k7/7m/7R/6R1/8/MM6/NNSS4/K7 w - - 0 1");
    play(&mut position, "h6h7");
    let count = makruk::count(&position).unwrap();
    assert_eq!((count.limit, count.plies, count.first), (16, 20, 11));
    assert!(makruk::count(&position).is_some_and(|count| count.is_exceeded()));
}

#[test]
fn a_null_move_keeps_the_counting_sides_turn_and_is_undone() {
    let mut position = position("8/8/8/3k4/8/8/8/R3K3 b - 32 10 10");
    let before = position.to_setup().state;
    let undo = position.make_null().unwrap();
    assert_eq!(makruk::count(&position).unwrap().plies, 11);
    position.unmake(undo);
    assert_eq!(position.to_setup().state, before);
}

#[test]
fn a_count_that_was_stopped_starts_again_only_by_choice() {
    let mut position = position("8/m7/8/3k4/3P4/8/8/R3K3 b - - 4 10");
    play(&mut position, "d5d4");
    makruk::stop_counting(&mut position, Color::White).unwrap();
    for uci in ["a1a2", "d4d5", "a2a1"] {
        play(&mut position, uci);
        assert_eq!(makruk::count(&position), None);
    }
    assert_eq!(position.fen().as_str(), "8/m7/8/3k4/8/8/8/R3K3 b - - 3 12");
    makruk::start_counting(&mut position, Color::Black).unwrap();
    let expected = Count { honour: Honour::Board, side: Color::Black, first: 1, plies: 0, limit: 128, by_choice: true };
    assert_eq!(makruk::count(&position), Some(expected));
    makruk::stop_counting(&mut position, Color::Black).unwrap();
    assert_eq!(makruk::count(&position), None);
}

#[test]
fn baring_starts_pieces_honour_even_after_a_stop_and_ends_the_choice() {
    let mut position = position("8/8/8/3k4/3r4/8/8/R2RK3 b - - 0 10");
    makruk::start_counting(&mut position, Color::Black).unwrap();
    makruk::stop_counting(&mut position, Color::Black).unwrap();
    play(&mut position, "d5e5");
    assert_eq!(makruk::count(&position), None);
    makruk::start_counting(&mut position, Color::White).unwrap();
    play(&mut position, "d1d4");
    let count = makruk::count(&position).unwrap();
    assert_eq!((count.honour, count.side, count.by_choice), (Honour::Pieces, Color::Black, false));
    assert!(!position.to_setup().state.stopped);
}

#[test]
fn a_side_that_counts_by_choice_has_only_drawn_when_it_mates() {
    let before = position("7k/8/6K1/8/8/8/m7/5R2 w - 128 20 1");
    let win = Some(Outcome::Win { winner: Color::White, by: WinReason::Checkmate });
    let mate = |mut position: Makruk| {
        play(&mut position, "f1f8");
        position.outcome()
    };
    assert_eq!(mate(before), win, "counted by itself");
    let mut stopped = before;
    makruk::stop_counting(&mut stopped, Color::White).unwrap();
    assert_eq!(mate(stopped), win, "not counted");
    makruk::start_counting(&mut stopped, Color::White).unwrap();
    assert_eq!(mate(stopped), Some(Outcome::Draw(DrawReason::MateWhileCounting)));
    assert_eq!(mate(stopped).unwrap().to_string(), "draw by mate by the side that was counting");
    // The side that does not count may mate.
    let mut other = position("6k1/8/6K1/8/8/8/m7/5R2 b - - 0 1");
    makruk::start_counting(&mut other, Color::Black).unwrap();
    play(&mut other, "g8h8");
    assert_eq!(mate(other), win);
}

#[test]
fn only_mate_stalemate_count_and_repetition_end_a_game() {
    let outcome = |fen: &str| position(fen).outcome().map(|outcome| outcome.to_string());
    assert_eq!(outcome("8/8/8/3k4/8/8/8/R3K3 w - 32 33 10").as_deref(), Some("draw by pieces' honour"));
    assert_eq!(outcome("8/m7/8/3k4/8/8/8/R3K3 b - 128 129 10").as_deref(), Some("draw by board's honour"));
    assert_eq!(outcome("k7/2K5/8/8/8/8/8/R7 b - 32 40 10").as_deref(), Some("White wins by checkmate"));
    assert_eq!(outcome("k7/2S5/1K6/8/8/8/8/8 b - 88 20 10").as_deref(), Some("draw by stalemate"));
    // There is no rule of fifty moves, and two Khun alone play on.
    assert_eq!(outcome("8/8/8/3k4/8/8/8/4K3 w - - 1000 900"), None);
    let mut history = History::new(position("8/8/8/3k4/8/8/8/4K3 w - - 0 1"));
    for uci in ["e1e2", "d5d6", "e2e1", "d6d5", "e1e2", "d5d6", "e2e1", "d6d5"] {
        assert_eq!(history.outcome(), None);
        history.play(history.position().parse_uci(uci).unwrap()).unwrap();
    }
    assert_eq!(history.outcome(), Some(Outcome::Draw(DrawReason::ThreefoldRepetition)));
    assert!(!history.claimable(Claim::ThreefoldRepetition), "it needs no claim");
}

#[test]
fn the_material_to_mate_with_is_told_for_flag_falls_only() {
    let lacks = |fen: &str| position(fen).has_insufficient_material(Color::White);
    for (fen, expected) in [
        ("7k/8/8/8/8/8/8/K7 w - - 0 1", true),
        ("7k/8/8/8/8/8/8/KM6 w - - 0 1", true),
        ("7k/8/8/8/8/8/8/KN6 w - - 0 1", true),
        ("7k/8/8/8/8/8/8/KS6 w - - 0 1", false),
        ("7k/8/8/8/8/8/8/KR6 w - - 0 1", false),
        ("7k/8/8/8/8/P7/8/K7 w - - 0 1", true),
        ("8/8/8/8/8/1P2k3/2K5/8 w - - 0 75", true),
        ("7k/8/8/8/8/PP6/8/K7 w - - 0 1", false),
        ("7k/8/8/8/8/P7/8/KM6 w - - 0 1", false),
        ("7k/8/8/8/8/P7/8/KN6 w - - 0 1", false),
        ("7k/8/8/8/8/Pm6/8/K7 w - - 0 1", false),
        ("7k/8/8/8/p7/P7/8/K7 w - - 0 1", false),
        ("7k/8/8/8/p7/8/8/KM6 w - - 0 1", false),
        ("7k/8/8/8/8/8/8/KMM5 w - - 0 1", false),
        ("7k/8/8/8/8/8/8/KM1M4 w - - 0 1", true),
        ("7k/8/8/8/8/8/n7/KM6 w - - 0 1", false),
        ("7k/8/8/8/8/8/m7/KN6 w - - 0 1", false),
        ("7k/8/8/8/8/8/r7/1K6 w - - 0 1", true),
    ] {
        assert_eq!(lacks(fen), expected, "{fen}");
    }
}

/// A side with one piece can only get that piece, or a Met for a Bia, so a search for mates with it is enough.
#[test]
fn a_lone_piece_that_is_said_not_to_mate_mates_nowhere() {
    for (role, can_mate) in
        [(Role::Pawn, false), (Role::Met, false), (Role::Knight, false), (Role::Khon, true), (Role::Rook, true)]
    {
        let mut mates = 0;
        let mut setup = Setup::<MakrukRules>::empty();
        setup.turn = Color::Black;
        for (own, at) in Square::ALL.into_iter().flat_map(|own| Square::ALL.map(|at| (own, at))) {
            for other in Square::ALL {
                setup.board = Board0x88::empty();
                setup.board.set(at, Some(Piece::new(Color::White, role)));
                setup.board.set(own, Some(Piece::new(Color::White, Role::King)));
                setup.board.set(other, Some(Piece::new(Color::Black, Role::King)));
                // Two kings on one square, or the piece on a king's square, are no position.
                let Ok(position) = setup.to_position() else { continue };
                mates += u32::from(position.is_checkmate());
                if setup.board.occupied().len() == 3 {
                    assert_eq!(position.has_insufficient_material(Color::White), !can_mate, "{}", position.fen());
                }
            }
        }
        assert_eq!(mates > 0, can_mate, "{role:?}: {mates}");
    }
}

#[test]
fn a_board_without_a_khun_has_material_too() {
    // Only an unchecked move leads here.
    let mut moves = (0..=u16::MAX).filter_map(Move::from_bits);
    let mut takes = |from, to| moves.find(|mv| (mv.from(), mv.to(), mv.kind()) == (from, to, MoveKind::Capture));
    let khun_takes_khun = takes(Square::A1, Square::C1).unwrap();
    for (fen, lacks) in [
        ("8/8/8/8/8/8/8/K1k5 w - - 0 1", [true, true]),
        ("8/8/8/8/8/8/8/KMk5 w - - 0 1", [true, true]),
        ("8/8/8/8/8/8/7R/KMk5 w - - 0 1", [false, true]),
        ("7n/8/8/8/8/8/8/K1k5 w - - 0 1", [true, true]),
        ("7n/8/8/8/8/8/8/KMk5 w - - 0 1", [false, false]),
    ] {
        let after = position(fen).after_unchecked(khun_takes_khun);
        assert_eq!(Color::ALL.map(|color| after.has_insufficient_material(color)), lacks, "{fen}");
        assert_eq!(after.is_insufficient_material(), lacks == [true, true], "{fen}");
        let _ = after.outcome();
    }
}

#[test]
fn a_count_has_a_limit() {
    let on_the_limit = position("8/8/8/3k4/8/8/8/R3K3 b - 1 0 10");
    let mut setup = on_the_limit.to_setup();
    assert_eq!(makruk::thai_fen(&on_the_limit).as_str(), "8/8/8/3k4/8/8/8/R3K3 b 10 b pp 0 4 1");
    setup.state.count = setup.state.count.map(|count| Count { limit: 0, ..count });
    assert_eq!(setup.violations(), Violation::CountLimit.into());
    assert_eq!(setup.to_position_with(Violations::TOLERABLE), Err(Violation::CountLimit.into()));
    let thai = makruk::from_thai_fen("8/8/8/3k4/8/8/8/R3K3 b 10 b pp 0 4 0");
    assert_eq!(thai.unwrap_err().to_string(), "the limit of the count is 0, not 1 or more");
    let mut packed = packed::pack(&on_the_limit).unwrap();
    packed[27] = 0;
    let error = Setup::<MakrukRules>::unpack(&packed).unwrap_err();
    assert_eq!(error.to_string(), "the number at byte 27 is 0, which is not allowed there");
}

#[test]
fn the_limit_in_moves_is_the_last_number_said() {
    // The number n is announced with ply 2n - 1.
    for limit in 1..=5 {
        let said = (1..=limit).map(|plies| Count { plies, ..count(limit) });
        assert!(said.clone().all(|count| !count.is_exceeded()));
        assert_eq!(said.map(|count| count.moves()).max(), Some(count(limit).limit.div_ceil(2)), "{limit}");
    }
}

fn count(limit: u32) -> Count {
    Count { honour: Honour::Board, side: Color::White, first: 1, plies: 0, limit, by_choice: false }
}

#[test]
fn the_text_of_a_position_tells_the_count() {
    let text = position("8/8/4k3/R7/8/2K2R2/8/8 b - 16 8 40").to_string();
    assert!(text.ends_with("\n   a b c d e f g h\nBlack to move\npieces' honour: Black has counted 4 of 8"), "{text}");
    assert!(Makruk::startpos().to_string().ends_with("h\nWhite to move"));
}

#[test]
fn stopping_and_starting_say_why_they_cannot() {
    let start = |fen: &str, side| makruk::start_counting(&mut position(fen), side).unwrap_err();
    let stop = |fen: &str, side| makruk::stop_counting(&mut position(fen), side).unwrap_err();
    let with_bia = makruk::start_counting(&mut Makruk::startpos(), Color::White).unwrap_err();
    assert_eq!(with_bia, CountError::BiaOnBoard { square: Square::A3 });
    assert_eq!(with_bia.to_string(), "there is nothing to count while a Bia stands on a3");
    assert_eq!(
        start("8/8/8/3k4/8/8/8/R3K3 b - - 5 10", Color::Black).to_string(),
        "there is no board's honour to count: Black has only its Khun"
    );
    assert_eq!(
        start("8/m7/8/3k4/8/8/8/R3K3 b - - 5 10", Color::White).to_string(),
        "only Black can start or stop this count, not White"
    );
    assert_eq!(start("8/m7/8/3k4/8/8/8/R3K3 b - 128 4 10", Color::Black).to_string(), "Black is counting already");
    assert_eq!(stop("8/m7/8/3k4/8/8/8/R3K3 b - - 5 10", Color::Black).to_string(), "neither side is counting");
    assert_eq!(stop("8/8/8/3k4/8/8/8/R3K3 b - 32 10 10", Color::Black).to_string(), "pieces' honour cannot be stopped");
    assert_eq!(
        stop("8/m7/8/3k4/8/8/8/R3K3 b - 128 5 10", Color::Black),
        CountError::WrongSide { expected: Color::White, found: Color::Black }
    );
}

#[test]
fn the_count_saturates() {
    let mut position = position("8/8/8/3k4/8/8/8/R3K3 b - 4294967295 4294967295 4294967295");
    play(&mut position, "d5d4");
    assert_eq!(position.fen().as_str(), "8/8/8/8/3k4/8/8/R3K3 w - 4294967295 4294967295 4294967295");
    assert_eq!(makruk::count(&position).unwrap().moves(), 2_147_483_648);
}

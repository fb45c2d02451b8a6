//! Moves taken back: all possible ones, and no others.

use std::collections::HashSet;

use chess0x88::{
    Chess, ChessRules, Color, File, Makruk, MakrukRules, Move, MoveKind, Piece, Position, Role, Rules, Setup, Square,
    Violation, Violations, makruk,
};
use chess0x88_retro::Unmove;
use common::{Random, chess, makruk, position, positions, scatter, starts, walk};
use proptest::prelude::*;

/// Random positions with a verdict on their past.
const LAST_MOVE: &str = include_str!("../data/last_move.txt");

/// Checks each unmove: the position before is legal, the move is legal in it and leads back, and no unmove comes twice.
fn unmoves<R: Rules>(position: &Position<R>) -> Vec<Unmove<R>> {
    let unmoves: Vec<_> = chess0x88_retro::unmoves(position).collect();
    let mut seen = HashSet::new();
    for Unmove { played, before, .. } in &unmoves {
        let fen = before.fen();
        assert_eq!(before.to_setup().violations(), Violations::NONE, "{fen}, before {}", position.fen());
        assert_eq!(before.after(*played).as_ref(), Ok(position), "{played:?} from {fen} to {}", position.fen());
        assert!(seen.insert((*played, *before)), "{played:?} from {fen} twice");
    }
    unmoves
}

/// The position with no castling rights but those after a move, and the one that the move used.
fn with_fewest_rights(position: &Chess, mv: Move) -> Chess {
    let mut setup = position.to_setup();
    setup.state.castling = position.after_unchecked(mv).castling_rights();
    if let Some(castling) = mv.castling() {
        setup.state.castling.set(position.turn(), castling.side(), Some(castling.rook));
    }
    setup.to_position().unwrap_or_else(|error| panic!("{}: {error}", position.fen()))
}

/// Legal positions with a legal capture en passant and another legal capture, which are rare in random games.
fn with_en_passant() -> impl Strategy<Value = Chess> {
    any::<u64>().prop_map(|seed| {
        let is_wanted = |position: &Chess| {
            let captures = position.legal_captures();
            let passing = captures.iter().filter(|mv| mv.kind() == MoveKind::EnPassant).count();
            passing > 0 && passing < captures.len() && position.to_setup().violations().is_empty()
        };
        (0..10_000).map(|n| scatter(seed.wrapping_add(n))).find(is_wanted).expect("one position in some hundred")
    })
}

/// A random game of Makruk: its positions with the moves between them.
fn makruk_walk(seed: u64, plies: usize) -> Vec<(Makruk, Move)> {
    let mut random = Random::new(seed);
    let mut position = Makruk::startpos();
    let mut played = Vec::new();
    for _ in 0..plies {
        let Some(mv) = random.pick(&position.legal_moves()) else { break };
        played.push((position, mv));
        position = position.after_unchecked(mv);
    }
    played
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn the_move_just_played_is_among_the_unmoves(start in starts(), seed: u64) {
        let game = walk(start, seed, 120);
        for pair in game.windows(2) {
            let [before, after] = [pair[0], pair[1]];
            prop_assert_eq!(after.to_setup().violations(), Violations::NONE, "{}", after.fen());
            let led_here = |mv: &&Move| before.after_unchecked(**mv) == after;
            let moves = before.legal_moves();
            let mv = *moves.iter().find(led_here).expect("the move that was played");
            let unmoves = unmoves(&after);
            let expected = with_fewest_rights(&before, mv);
            let found = unmoves.iter().any(|unmove| unmove.played == mv && unmove.before == expected);
            prop_assert!(found, "{mv:?} from {} to {}", before.fen(), after.fen());
        }
    }

    #[test]
    fn whatever_is_played_where_en_passant_is_legal_its_unmove_restores_the_square(before in with_en_passant()) {
        for mv in before.legal_moves() {
            let after = before.after_unchecked(mv);
            let expected = with_fewest_rights(&before, mv);
            let found = chess0x88_retro::unmoves(&after).any(|unmove| unmove.played == mv && unmove.before == expected);
            prop_assert!(found, "{mv:?} from {} to {}", before.fen(), after.fen());
        }
    }

    #[test]
    fn whatever_stands_on_the_board_every_unmove_leads_there(position in positions()) {
        let faults = position.to_setup().violations();
        for Unmove { played, before, .. } in chess0x88_retro::unmoves(&position).take(500) {
            prop_assert_eq!(before.after(played), Ok(position), "{:?} from {}", played, before.fen());
            let new = before.to_setup().violations() & !faults;
            prop_assert!(new.is_empty(), "{new} before {played:?} to {}", position.fen());
        }
    }

    #[test]
    fn the_move_just_played_is_among_the_unmoves_of_makruk(seed: u64) {
        for (before, mv) in makruk_walk(seed, 300) {
            let after = before.after_unchecked(mv);
            prop_assert_eq!(after.to_setup().violations(), Violations::NONE, "{}", after.fen());
            let found = unmoves(&after).into_iter().find(|unmove| unmove.played == mv && unmove.before == before);
            let Some(found) = found else { panic!("{mv:?} from {} to {}", before.fen(), after.fen()) };
            // The move leads to the count of the position.
            prop_assert_eq!(makruk::count(&found.before.after_unchecked(mv)), makruk::count(&after), "{}", after.fen());
        }
    }
}

/// Every position of two kings (White's and Black's each on one of these squares) and at most one white piece. The boards must have no
/// violation.
fn each_small<R: Rules>([whites, blacks]: [&[Square]; 2], mut visit: impl FnMut(Position<R>)) {
    let third = R::ROLES
        .iter()
        .filter(|&&role| role != Role::King)
        .flat_map(|&role| Square::ALL.map(|square| Some((square, Piece::new(Color::White, role)))))
        .chain([None]);
    for third in third {
        for &white in whites {
            for &black in blacks {
                let mut setup = Setup::<R>::empty();
                setup.board.set(white, Some(Piece::new(Color::White, Role::King)));
                setup.board.set(black, Some(Piece::new(Color::Black, Role::King)));
                if let Some((square, piece)) = third {
                    if square == white {
                        continue;
                    }
                    setup.board.set(square, Some(piece));
                }
                for turn in Color::ALL {
                    setup.turn = turn;
                    if let Ok(position) = setup.to_position() {
                        visit(position);
                    }
                }
            }
        }
    }
}

/// Counts the moves between small positions, forward and backward, with White's king and Black's each on some squares. (With a black
/// third piece the positions are the same with colours swapped.)
fn edges<R: Rules>(whites: impl Fn(Square) -> bool, blacks: impl Fn(Square) -> bool) -> [u64; 2] {
    // A king goes one step. White's rook is one to castle with.
    let near = |kings: &dyn Fn(Square) -> bool, castled: &[Square]| -> Vec<Square> {
        let steps = |king: Square| Square::ALL.into_iter().any(|from| kings(from) && king.distance(from) <= 1);
        Square::ALL.into_iter().filter(|king| castled.contains(king) || steps(*king)).collect()
    };
    let near = [near(&whites, &[Square::C1, Square::G1]), near(&blacks, &[])];
    let chosen = |position: &Position<R>| {
        let [white, black] = Color::ALL.map(|color| position.king(color));
        position.board().colored(Color::Black).len() == 1 && whites(white) && blacks(black)
    };
    let (mut forwards, mut backwards) = (0, 0);
    each_small::<R>(near.each_ref().map(Vec::as_slice), |position| {
        if chosen(&position) {
            forwards += position.legal_move_count() as u64;
        }
        for Unmove { played, before, .. } in chess0x88_retro::unmoves(&position) {
            if before.board().occupied().len() <= 3 && chosen(&before) {
                // The castling right was not part of the setup.
                backwards += 1;
                forwards += u64::from(played.kind() == MoveKind::Castle);
                assert_eq!(before.after(played), Ok(position), "{played:?} from {}", before.fen());
            }
        }
    });
    [forwards, backwards]
}

/// The same with Black's king in the corner, and White's on one square.
fn edges_in_the_corner<R: Rules>(white: Square) {
    let [forwards, backwards] = edges::<R>(|king| king == white, |king| king == Square::A8);
    assert!(forwards > 1_000, "{forwards}");
    assert_eq!(forwards, backwards);
}

#[test]
fn as_many_unmoves_as_moves_between_small_positions_with_the_king_in_the_corner() {
    // The rook castles with this king.
    edges_in_the_corner::<ChessRules>(Square::E1);
}

#[test]
fn as_many_unmoves_as_moves_between_small_positions_of_makruk_with_the_king_in_the_corner() {
    // The kings keep each other from squares.
    edges_in_the_corner::<MakrukRules>(Square::C7);
}

#[test]
#[ignore = "a million positions of either game, and all before them"]
fn as_many_unmoves_as_moves_between_small_positions() {
    // The other half is the mirror image, except for castling, which is in this half.
    let half = |king: Square| king.file() <= File::D;
    let [forwards, backwards] = edges::<ChessRules>(|_| true, half);
    println!("chess: {forwards} moves, {backwards} unmoves");
    assert_eq!(forwards, backwards);
    let [forwards, backwards] = edges::<MakrukRules>(|_| true, half);
    println!("Makruk: {forwards} moves, {backwards} unmoves");
    assert_eq!(forwards, backwards);
}

/// Returns `true` if a game from the standard start can have this unmove: castling must be that of the standard start.
fn is_of_standard_chess(mv: Move) -> bool {
    mv.castling()
        .is_none_or(|castling| castling.king.file() == File::E && matches!(castling.rook.file(), File::A | File::H))
}

/// Returns `true` if some line of `plies` moves can have led to the position.
fn has_past(position: &Chess, plies: u32, budget: &mut u64) -> bool {
    if plies == 0 || *budget == 0 {
        return true;
    }
    *budget -= 1;
    let mut unmoves = chess0x88_retro::unmoves(position).filter(|unmove| is_of_standard_chess(unmove.played));
    unmoves.any(|unmove| has_past(&unmove.before, plies - 1, budget))
}

#[test]
fn random_positions_have_a_last_move_just_when_they_can() {
    let mut found = [0; 4];
    for line in LAST_MOVE.lines().filter(|line| !line.starts_with('#')) {
        let (fen, verdict) = line.split_once(" | ").expect("a verdict");
        let position = position(fen);
        let violations = position.to_setup().violations();
        match verdict {
            "legal" => {
                assert!(has_past(&position, 3, &mut 500), "{fen}");
                assert!(violations.is_empty(), "{fen}: {violations}");
                found[0] += 1;
            }
            // In all of these there is a check that no move can have given.
            "illegal: No possible last move" => {
                assert!(!has_past(&position, 1, &mut 500), "{fen}");
                let is_double = position.checkers().len() == 2;
                assert_eq!(violations.contains(Violation::ImpossibleCheck), is_double, "{fen}");
                found[1] += 1;
            }
            // Each last move was rejected for reasons before it: too many pawn captures for the missing pieces. The moves
            // themselves are possible, and so are those before them.
            "illegal: No possible last move, all moves rejected" => {
                assert!(has_past(&position, 3, &mut 500), "{fen}");
                found[2] += 1;
            }
            // Verdicts about the whole game; a few of these positions have no last move either.
            _ => found[3] += u32::from(!has_past(&position, 1, &mut 500)),
        }
    }
    assert_eq!(found, [264, 27, 30, 8]);
}

/// The unmoves as short texts, sorted: the move and the captured piece.
fn told<R: Rules>(position: &Position<R>) -> Vec<String> {
    let mut told: Vec<_> = unmoves(position)
        .into_iter()
        .map(|Unmove { played, before, .. }| {
            let captured = before.captured_piece(played).map_or(String::new(), |(_, piece)| format!("x{piece}"));
            let passed = R::en_passant(&before.to_setup().state).map_or(String::new(), |square| format!(" ({square})"));
            format!("{played}{captured}{passed}")
        })
        .collect();
    told.sort();
    told
}

#[test]
fn a_double_step_is_the_only_move_that_leaves_an_en_passant_square() {
    assert_eq!(told(&chess("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")), ["d7d5"]);
    // Without the square the last move cannot have been the double step, unless no capture would have been legal.
    let without = told(&chess("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1"));
    assert!(!without.contains(&"d7d5".to_owned()) && without.contains(&"d6d5".to_owned()), "{without:?}");
    assert!(told(&chess("4k3/8/8/3p4/8/8/8/4K3 w - - 0 1")).contains(&"d7d5".to_owned()));
    // If no other move is possible, the diagram itself shows it: a problem that is solved by a capture en passant.
    assert!(told(&chess("kN6/pp6/1P1P4/1PpK4/8/8/8/8 w - - 0 1")).is_empty());
    assert_eq!(told(&chess("kN6/pp6/1P1P4/1PpK4/8/8/8/8 w - c6 0 1")), ["c7c5"]);
}

#[test]
fn en_passant_is_taken_back_with_its_square() {
    let position = chess("4k3/8/3P4/8/8/8/8/4K3 b - - 0 1");
    let told = told(&position);
    assert!(told.contains(&"e5d6xp (d6)".to_owned()) && told.contains(&"c5d6xp (d6)".to_owned()), "{told:?}");
    assert!(told.contains(&"e5d6xp".to_owned()), "a plain capture is another move: {told:?}");
    // A piece on the square where the pawn came from, or which it passed.
    for blocked in ["4k3/3n4/3P4/8/8/8/8/4K3 b - - 0 1", "4k3/8/3P4/3n4/8/8/8/4K3 b - - 0 1"] {
        assert!(!self::told(&chess(blocked)).iter().any(|unmove| unmove.ends_with("(d6)")), "{blocked}");
    }
}

#[test]
fn a_position_before_may_have_allowed_en_passant() {
    // Before the king's move Black may have played d7-d5.
    let told = told(&chess("4k3/8/8/3pP3/8/8/8/4K3 b - - 0 1"));
    assert!(told.contains(&"d1e1".to_owned()) && told.contains(&"d1e1 (d6)".to_owned()), "{told:?}");
}

#[test]
fn castling_is_taken_back_where_king_and_rook_could_pass() {
    let castlings = |fen: &str| -> Vec<String> {
        let told = unmoves(&chess(fen)).into_iter().filter(|unmove| unmove.played.kind() == MoveKind::Castle);
        told.filter(|unmove| is_of_standard_chess(unmove.played))
            .map(|unmove| unmove.before.fen().to_string())
            .collect()
    };
    assert_eq!(castlings("4k3/8/8/8/8/8/8/5RK1 b - - 0 1"), ["4k3/8/8/8/8/8/8/4K2R w K - 0 1"]);
    assert_eq!(castlings("4k3/8/8/8/8/8/8/2KR4 b - - 3 9"), ["4k3/8/8/8/8/8/8/R3K3 w Q - 2 9"]);
    for never in [
        "4k3/8/8/8/8/8/8/5RKN b - - 0 1",   // something stands on h1
        "4k3/8/8/8/4r3/8/8/5RK1 b - - 0 1", // the king would have castled out of check
        "4k3/8/8/8/8/8/6p1/5RK1 b - - 0 1", // through check: by the pawn on f1
        "4k3/8/8/8/8/8/8/R4RK1 b Q - 0 1",  // no right here, the king has moved
    ] {
        assert!(castlings(never).is_empty(), "{never}");
    }
    // In Chess960 the two may have come from elsewhere.
    let castled = |unmove: &Unmove<ChessRules>| unmove.played.kind() == MoveKind::Castle;
    let all: Vec<_> = chess0x88_retro::unmoves(&chess("4k3/8/8/8/8/8/8/5RK1 b - - 0 1")).filter(castled).collect();
    let before = chess("4k3/8/8/8/8/8/8/5KR1 w K - 0 1");
    assert!(all.iter().any(|unmove| unmove.before == before));
    // 28 ways for a king on the left of a rook, less the four from e1, where the rook would have attacked the king.
    assert_eq!(all.len(), 24);
}

#[test]
fn a_king_that_may_still_castle_has_not_moved() {
    let told = told(&chess("r3k2r/8/8/8/8/8/8/4K3 w k - 0 1"));
    assert!(told.iter().all(|unmove| unmove.ends_with("a8") || unmove.contains("a8x")), "{told:?}");
    assert!(!told.is_empty());
}

#[test]
fn promotions_are_taken_back_to_pawns() {
    let told = told(&chess("4Q2k/8/8/8/8/8/8/4K3 b - - 0 1"));
    for unmove in ["e7e8q", "d7e8qxr", "f7e8qxn"] {
        assert!(told.contains(&unmove.to_owned()), "{unmove}: {told:?}");
    }
    // With eight pawns on the board no pawn has promoted.
    let told = self::told(&position("4Q2k/8/8/8/8/8/PPPPPPPP/4K3 b - - 0 1"));
    assert!(told.iter().all(|unmove| !unmove.starts_with("e7e8q")), "{told:?}");
    let told = self::told(&makruk("4k3/8/2M~5/8/8/8/8/4K3 b - - 0 1"));
    assert!(told.contains(&"c5c6m".to_owned()) && told.contains(&"b5c6mxp".to_owned()), "{told:?}");
}

#[test]
fn clocks_and_numbers_go_back_and_no_further_than_they_can() {
    let before = |fen: &str, played: &str| {
        let unmove = unmoves(&chess(fen)).into_iter().find(|unmove| unmove.played.to_string() == played);
        unmove.map(|unmove| unmove.before.fen().to_string())
    };
    let back = |fen, played, expected: &str| assert_eq!(before(fen, played).as_deref(), Some(expected));
    back("4k3/8/8/8/8/8/8/4K3 w - - 7 9", "d8e8", "3k4/8/8/8/8/8/8/4K3 b - - 6 8");
    back("4k3/8/8/8/8/8/8/4K3 b - - 7 9", "d1e1", "4k3/8/8/8/8/8/8/3K4 w - - 6 9");
    back("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "d8e8", "3k4/8/8/8/8/8/8/4K3 b - - 0 1");
    back("4k3/8/8/8/3P4/8/8/4K3 b - - 5 3", "d3d4", "4k3/8/8/8/8/3P4/8/4K3 w - - 0 3");
}

#[test]
fn the_start_has_unmoves_of_knights_alone() {
    // Nothing is missing, so nothing was captured, and the rooks have not moved.
    assert_eq!(told(&Chess::startpos()), ["a6b8", "c6b8", "f6g8", "h6g8"]);
}

#[test]
fn move_numbers_go_back_to_one_and_stay_there() {
    let start = chess("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    let numbers: Vec<u32> = chess0x88_retro::unmoves(&start).map(|unmove| unmove.before.fullmove_number()).collect();
    assert!(numbers.len() > 4 && numbers.iter().all(|&number| number == 1), "{numbers:?}");
}

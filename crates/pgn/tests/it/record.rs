//! Writing the record of a game as PGN, and reading it.

use chess0x88::game::{Claim, DrawReason};
use chess0x88::{Chess, ChessRules, Game, Makruk, Outcome, Position, Rules};
use chess0x88_pgn::{self as pgn, GameResult, GameTree};
use proptest::prelude::*;

use common::Random;

proptest! {
    #[test]
    fn a_game_written_as_pgn_reads_back(seed: u64, plies in 0..80_usize) {
        let mut random = Random::new(seed);
        for start in [Chess::startpos(), Chess::chess960(random.below(960) as u16).unwrap()] {
            let mut game = Game::new(start);
            for _ in 0..plies {
                let moves = game.position().legal_moves();
                let Some(&mv) = moves.get(random.below(moves.len().max(1))) else { break };
                game.play(mv).unwrap();
            }
            prop_assert_eq!(pgn::read(&pgn::write(&game)), Ok(game));
        }
    }
}

/// All outcomes: their numbers are consecutive.
fn outcomes() -> Vec<Outcome> {
    (0..).map_while(|number| postcard::from_bytes(&[number]).ok()).collect()
}

/// A random game from this start.
fn played<R: Rules>(start: Position<R>, seed: u64, plies: usize) -> Game<R> {
    let mut random = Random::new(seed);
    let mut game = Game::new(start);
    for _ in 0..plies {
        let Some(mv) = random.pick(&game.position().legal_moves()) else { break };
        game.play(mv).unwrap();
    }
    game
}

/// Ends a game in each possible way. The game and its tree are equal after writing and reading.
fn ends_survive<R: Rules>(game: &Game<R>) -> usize {
    let (mut ended, rules_say) = (0, game.outcome());
    let announced = game.position().legal_moves().into_iter().map(Some).chain([None]);
    for announced in announced {
        for outcome in outcomes() {
            let mut game = game.clone();
            if game.end(outcome, announced).is_err() {
                continue;
            }
            ended += 1;
            let text = pgn::write(&game);
            let mut again = pgn::read::<R>(&text).unwrap();
            assert_eq!(again, game, "{text}");
            assert_eq!((again.outcome(), again.announced()), (game.outcome(), announced), "{text}");
            assert_eq!(GameTree::from(&again), GameTree::from(&game));
            // A game that players or arbiters have ended accepts no move.
            let takes_moves = again.position().legal_moves().iter().any(|&mv| again.play(mv).is_ok());
            assert!(!takes_moves || rules_say.is_some(), "{text}");
        }
    }
    ended
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_game_that_was_ended_reads_back_as_it_ended(seed: u64, plies in 0..120_usize, clock in prop::sample::select(vec![0_u32, 70, 110])) {
        let mut setup = Chess::startpos().to_setup();
        setup.halfmove_clock = clock;
        // Resigned, out of time, agreed, and by four reasons and none.
        let game = played(setup.to_position().unwrap(), seed, plies);
        prop_assert!(game.outcome().is_some() || ends_survive(&game) >= 2 * 2 + 1 + 5 * 6);
        ends_survive(&game);
        ends_survive(&played(Makruk::startpos(), seed, plies));
    }
}

#[test]
fn the_words_of_sites_and_programs_are_reasons() {
    for (result, termination, outcome) in [
        ("1-0", "Normal", "White wins by unknown means"),
        ("1-0", "", "White wins by unknown means"),
        ("0-1", "unterminated", "Black wins by unknown means"),
        ("0-1", "Time forfeit", "Black wins by flag fall"),
        ("1/2-1/2", "time forfeit", "draw by flag fall against insufficient material"),
        ("1/2-1/2", "Normal", "draw by unknown means"),
        ("1-0", "Abandoned", "White wins by abandonment"),
        ("1-0", "Rules infraction", "White wins by rules infraction"),
        ("0-1", "adjudication", "Black wins by adjudication"),
        ("1/2-1/2", "Adjudication.", "draw by adjudication"),
        ("0-1", "illegal move", "Black wins by rules infraction"),
        ("0-1", "stalled connection", "Black wins by abandonment"),
        ("1-0", "hikaru won by resignation", "White wins by resignation"),
        ("1-0", "on time won by checkmate", "White wins by unknown means"),
        ("0-1", "naggvk won - game abandoned", "Black wins by abandonment"),
        ("0-1", "SirTime won on time", "Black wins by flag fall"),
        ("1/2-1/2", "Game drawn by agreement", "draw by agreement"),
        ("1/2-1/2", "Game drawn by repetition", "draw by unknown means"),
        ("1/2-1/2", "Game drawn by 50-move rule", "draw by unknown means"),
        (
            "1/2-1/2",
            "Game drawn by timeout vs insufficient material",
            "draw by flag fall against insufficient material",
        ),
        ("1/2-1/2", "halftimeout", "draw by unknown means"),
        ("0-0", "forfeit", "neither side wins by forfeit"),
        ("1/2-0", "adjudication", "half a point for White alone by adjudication"),
        ("0-1/2", "", "half a point for Black alone by unknown means"),
        ("*", "Unterminated", "none"),
        ("*", "resignation", "none"),
    ] {
        let text = format!("[Event \"?\"]\n[Result \"{result}\"]\n[Termination \"{termination}\"]\n\n1. e4 e5");
        let mut game: Game = pgn::read(&text).unwrap();
        let told = game.outcome();
        assert_eq!(told.map_or("none".into(), |outcome| outcome.to_string()), outcome, "{result} {termination}");
        assert_eq!(game.play_san("Nf3").is_err(), told.is_some());
        assert_eq!(told.map_or("*", Outcome::result), result);
    }
    // A repetition in the moves, and an end on the board, count more than the tags.
    let read = |tags: &str, moves: &str| pgn::read::<ChessRules>(&format!("{tags}\n\n{moves}")).unwrap().outcome();
    let thrice = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2";
    let told = read("[Termination \"Game drawn by repetition\"]", thrice);
    assert_eq!(told, Some(Outcome::Draw(DrawReason::ThreefoldRepetition)));
    for result in ["1-0", "0-1", "1/2-1/2", "*"] {
        let mated = read("[Termination \"Adjudication\"]", &format!("1. f3 e5 2. g4 Qh4# {result}"));
        assert_eq!(mated.unwrap().to_string(), "Black wins by checkmate");
    }
    assert_eq!(
        GameResult::WhiteWins.outcome("Anna won on time, announced e4").unwrap().to_string(),
        "White wins by flag fall"
    );
}

#[test]
fn an_announced_move_is_written_with_its_claim() {
    let mut game = Game::new("7k/8/6K1/8/8/8/8/R7 w - - 99 100".parse::<Chess>().unwrap());
    game.claim(Claim::FiftyMoves, game.position().parse_uci("a1a8").unwrap()).unwrap();
    let text = pgn::write(&game);
    assert!(text.ends_with("[Termination \"fifty moves, announced Ra8#\"]\n\n1/2-1/2\n"), "{text}");
    assert_eq!(pgn::read(&text), Ok(game));
}

#[test]
fn a_game_is_the_main_line_of_a_text_and_has_no_null_move() {
    let game: Game = pgn::read("1. e4 (1. d4 -- 2. c4) 1... e5 {good} 2. Nf3 1-0\n\n1. d4 *").unwrap();
    assert!(game.san_moves().eq(["e4", "e5", "Nf3"]));
    let error = pgn::read::<ChessRules>("[White \"Anna\"]\n\n1. e4 (1. --) -- 2. Nf3 *").unwrap_err();
    assert_eq!(error.to_string(), "line 3, byte 30: --: a null move passes the turn, and is never legal");
    assert_eq!(
        pgn::read::<ChessRules>("").unwrap_err().to_string(),
        "line 1, byte 0: expected a game, found the end of the text"
    );
    assert_eq!(
        pgn::read::<ChessRules>("1. e5 *").unwrap_err().to_string(),
        "line 1, byte 3: e5: the pawn on e2 does not move to e5"
    );
}

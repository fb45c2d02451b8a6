//! Whole games: playing, taking back, playing again, and the ends by players.

use chess0x88::fen::{EnPassantMode, FenStyle};
use chess0x88::game::{Claim, DrawReason, GameError, Judge, NoWinReason, WinReason};
use chess0x88::{
    Chess, ChessRules, Color, Game, History, MakrukRules, Move, MoveKind, Outcome, Rules, Setup, Violations, fen,
};
use common::{Random, starts, walk};
use proptest::prelude::*;

const CLAIMS: [Claim; 2] = [Claim::FiftyMoves, Claim::ThreefoldRepetition];

/// Each kind of judge.
const JUDGES: [Option<Judge<ChessRules>>; 5] = [
    None,
    Some(Judge::MATERIAL),
    Some(Judge::ONE_PLY),
    Some(Judge::ONE_PLY.with_dead_positions()),
    Some(Judge::new(|_, _, _| Some(false), 0).with_dead_positions()),
];

/// The first four fields of a FEN, with legal en passant and castling by files: a position as the repetition rules see it.
fn identity(position: &Chess) -> String {
    let style = FenStyle { shredder: true, en_passant: EnPassantMode::Legal };
    let fen = fen::write(position, style);
    fen.split(' ').take(4).collect::<Vec<_>>().join(" ")
}

/// All of a position, with clocks and any en passant square.
fn full(position: &Chess) -> String {
    fen::write(position, FenStyle { shredder: true, en_passant: EnPassantMode::Always }).to_string()
}

/// Returns a legal move. In two of three cases it takes the side's last move back, so that positions repeat.
fn shuffling_move(random: &mut Random, game: &Game<ChessRules>) -> Option<Move> {
    let played = game.moves();
    let own_last = played.len().checked_sub(2).and_then(|at| played.get(at));
    let back = own_last.and_then(|last| game.position().find_move(last.to(), last.from(), None).ok());
    match back {
        Some(back) if random.below(3) > 0 && back.kind() == MoveKind::Quiet => Some(back),
        _ => random.pick(&game.position().legal_moves()),
    }
}

fn play(game: &mut Game<ChessRules>, moves: &str) {
    for uci in moves.split_whitespace() {
        let mv = game.position().parse_uci(uci).unwrap_or_else(|error| panic!("{uci}: {error}"));
        game.play(mv).unwrap_or_else(|error| panic!("{uci}: {error}"));
    }
}

#[test]
fn a_new_game_stands_at_its_start() {
    let game = Game::<ChessRules>::default();
    assert_eq!((game.start(), game.position()), (&Chess::startpos(), &Chess::startpos()));
    assert!(game.moves().is_empty());
    assert_eq!((game.repetitions(), game.outcome()), (1, None));
}

/// Outcomes that neither the rules nor the players decide.
fn others() -> impl Iterator<Item = Outcome> {
    let wins = [
        WinReason::Abandonment,
        WinReason::Forfeit,
        WinReason::Adjudication,
        WinReason::RulesInfraction,
        WinReason::Unknown,
    ];
    let draws = [
        DrawReason::Abandonment,
        DrawReason::Forfeit,
        DrawReason::Adjudication,
        DrawReason::RulesInfraction,
        DrawReason::Unknown,
    ];
    let no_wins = [
        NoWinReason::Abandonment,
        NoWinReason::Forfeit,
        NoWinReason::Adjudication,
        NoWinReason::RulesInfraction,
        NoWinReason::Unknown,
    ];
    let halves = [None, Some(Color::White), Some(Color::Black)];
    let wins = wins.into_iter().flat_map(|by| Color::ALL.map(|winner| Outcome::Win { winner, by }));
    let no_wins = no_wins.into_iter().flat_map(move |by| halves.map(|half| Outcome::NoWin { half, by }));
    wins.chain(draws.map(Outcome::Draw)).chain(no_wins)
}

#[test]
fn decisions_of_arbiters_and_servers_end_a_game() {
    for outcome in others() {
        let mut game = Game::default();
        play(&mut game, "e2e4 e7e5");
        game.take_back();
        assert_eq!(game.end(outcome, None), Ok(()));
        assert_eq!(game.outcome(), Some(outcome));
        // A game that has ended is not played on.
        assert_eq!(game.redo(), None);
        assert!(
            matches!(game.play_san("e5").unwrap_err().to_string(), text if text == format!("the game is over: {outcome}"))
        );
        assert_eq!(game.end(outcome, None), Err(GameError::Over(outcome)));
        assert_eq!(game.lose(Color::White, WinReason::Abandonment), Err(GameError::Over(outcome)));
        game.take_back();
        assert_eq!((game.outcome(), game.moves().len()), (None, 0));
        // An arbiter may give a game to a lone king, or end a game that went on after seventy-five moves.
        for fen in ["4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/R3K3 w - - 150 100"] {
            let mut game = Game::new(fen.parse::<Chess>().unwrap());
            let drawn = game.outcome();
            game.end(outcome, None).unwrap();
            let is_same = outcome == Outcome::Draw(DrawReason::Unknown);
            assert_eq!(game.outcome(), if is_same { drawn } else { Some(outcome) });
        }
        // A mate on the board counts before the record.
        let mut mated = Game::new("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1".parse::<Chess>().unwrap());
        let agrees = outcome == Outcome::Win { winner: Color::White, by: WinReason::Unknown };
        assert_eq!(mated.end(outcome, None).is_ok(), agrees, "{outcome}");
        assert_eq!(mated.outcome().unwrap().to_string(), "White wins by checkmate");
        // These ends cannot be claimed.
        let mut game = Game::default();
        let e4 = game.position().parse_uci("e2e4").unwrap();
        assert_eq!(game.end(outcome, Some(e4)), Err(GameError::NotSo(outcome)));
        if let Outcome::Win { winner, by } = outcome {
            assert_eq!(game.lose(!winner, by), Ok(outcome));
        }
    }
}

#[test]
fn an_illegal_move_changes_nothing() {
    let mut game = Game::<ChessRules>::default();
    play(&mut game, "e2e4 e7e5");
    game.take_back();
    let before = full(game.position());
    let e4 = game.start().parse_uci("e2e4").unwrap();
    assert_eq!(game.play(e4).unwrap_err().to_string(), "no piece on e2");
    assert_eq!((full(game.position()), game.moves().len()), (before, 1));
    assert_eq!(game.redo().unwrap().to_string(), "e7e5", "what was taken back is still there");
}

#[test]
fn moves_are_taken_back_and_played_again_in_order() {
    let mut game = Game::<ChessRules>::default();
    play(&mut game, "e2e4 e7e5 g1f3");
    let back: Vec<String> = std::iter::from_fn(|| game.take_back()).map(|mv| mv.to_string()).collect();
    assert_eq!(back, ["g1f3", "e7e5", "e2e4"]);
    assert_eq!(game.position(), game.start());
    let again: Vec<String> = std::iter::from_fn(|| game.redo()).map(|mv| mv.to_string()).collect();
    assert_eq!(again, ["e2e4", "e7e5", "g1f3"]);
}

#[test]
fn a_new_move_forgets_what_was_taken_back() {
    let mut game = Game::<ChessRules>::default();
    play(&mut game, "e2e4 e7e5 g1f3");
    game.take_back();
    game.take_back();
    play(&mut game, "c7c5");
    assert_eq!(game.redo(), None);
    assert_eq!(game.moves().iter().map(ToString::to_string).collect::<Vec<_>>(), ["e2e4", "c7c5"]);
}

#[test]
fn players_end_a_game_once() {
    let mut game = Game::<ChessRules>::default();
    play(&mut game, "e2e4");
    assert_eq!(game.resign(Color::White).unwrap().to_string(), "Black wins by resignation");
    assert_eq!(game.outcome().unwrap().result(), "0-1");
    let over = "the game is over: Black wins by resignation";
    let e5 = game.position().parse_uci("e7e5").unwrap();
    assert_eq!(game.play(e5).unwrap_err().to_string(), over);
    assert_eq!(game.draw_by_agreement().unwrap_err().to_string(), over);
    assert_eq!(game.flag_fall(Color::White).unwrap_err().to_string(), over);
    assert_eq!(game.claim(Claim::FiftyMoves, None).unwrap_err().to_string(), over);
    assert_eq!(game.claim(Claim::FiftyMoves, e5).unwrap_err().to_string(), over);
    assert!(CLAIMS.iter().all(|&claim| !game.claimable(claim) && !game.claimable_with(claim, e5)));
    assert_eq!(game.redo(), None);
    game.take_back();
    assert_eq!(game.outcome(), None);
    game.redo();
    assert_eq!(game.outcome(), None);
    assert_eq!(game.draw_by_agreement().unwrap().to_string(), "draw by agreement");
}

#[test]
fn a_claim_keeps_the_move_it_was_made_with() {
    let mut game = Game::<ChessRules>::default();
    play(&mut game, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1");
    let back = game.position().parse_uci("f6g8").unwrap();
    let elsewhere = game.position().parse_uci("f6e4").unwrap();
    assert!(game.claim(Claim::ThreefoldRepetition, elsewhere).is_err());
    assert_eq!(game.announced(), None, "a claim that fails ends nothing");
    game.claim(Claim::ThreefoldRepetition, back).unwrap();
    assert_eq!((game.announced(), game.moves().len()), (Some(back), 7));

    let mut again = Game::new(*game.start());
    game.moves().iter().for_each(|&mv| again.play(mv).unwrap());
    assert_eq!(again.claim(Claim::ThreefoldRepetition, game.announced().unwrap()).ok(), game.outcome());

    game.take_back();
    assert_eq!((game.announced(), game.outcome()), (None, None));
    play(&mut game, "f3g1 f6g8");
    game.claim(Claim::ThreefoldRepetition, None).unwrap();
    assert_eq!(game.announced(), None, "the claim was made on what stands on the board");
}

#[test]
fn nothing_is_claimed_where_the_game_is_over() {
    let claimable = |game: &Game<ChessRules>| CLAIMS.map(|claim| game.claimable(claim));
    // Both games have reached fifty moves. In one of them neither side can mate.
    let mut game = Game::new("4k3/8/8/8/8/8/8/R3K3 w - - 100 80".parse::<Chess>().expect("a position"));
    assert!(claimable(&game).contains(&true));
    let dead = Game::new("4k3/8/8/8/8/8/8/4K3 w - - 100 80".parse::<Chess>().expect("a position"));
    assert!(!claimable(&dead).contains(&true));
    game.resign(Color::Black).expect("a game");
    assert!(!claimable(&game).contains(&true));
}

#[test]
fn a_mated_player_cannot_resign() {
    let mut game = Game::<ChessRules>::default();
    play(&mut game, "f2f3 e7e5 g2g4 d8h4");
    assert_eq!(game.resign(Color::Black).unwrap_err().to_string(), "the game is over: Black wins by checkmate");
    assert!(matches!(game.flag_fall(Color::Black), Err(GameError::Over(_))));
}

#[test]
fn records_that_go_on_after_a_fivefold_repetition_can_be_played_through() {
    let mut game = Game::<ChessRules>::default();
    for _ in 0..4 {
        play(&mut game, "g1f3 g8f6 f3g1 f6g8");
    }
    assert!(game.outcome().is_some());
    play(&mut game, "e2e4");
    assert_eq!(game.outcome(), None);
}

#[test]
fn outcomes_have_their_results() {
    for (fen, text, result) in [
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "White wins by checkmate", "1-0"),
        ("7k/5Q2/8/8/8/8/8/K7 b - - 0 1", "draw by stalemate", "1/2-1/2"),
        ("7k/8/8/8/8/8/8/K7 b - - 0 1", "draw by insufficient material", "1/2-1/2"),
        ("7k/7p/8/8/8/8/8/K7 b - - 150 1", "draw by seventy-five moves", "1/2-1/2"),
    ] {
        let outcome = fen.parse::<Chess>().unwrap().outcome().unwrap();
        assert_eq!((outcome.to_string().as_str(), outcome.result()), (text, result));
    }
}

#[test]
fn a_history_counts_as_a_game_does_where_positions_recur_within_150_plies() {
    let mut game = Game::<ChessRules>::default();
    let mut history = History::new(Chess::startpos());
    for _ in 0..100 {
        for uci in ["g1f3", "g8f6", "f3g1", "f6g8"] {
            let mv = game.position().parse_uci(uci).unwrap();
            game.play(mv).unwrap();
            history.play(mv).unwrap();
        }
    }
    assert_eq!(game.repetitions(), 101);
    assert_eq!(history.repetitions(), 101);
    assert_eq!(history.outcome(), game.outcome());
}

/// Moves the two rooks of [`tour_start`]: each position repeats after 180 plies, and not before.
fn tour<R: Rules>(game: &mut Game<R>, plies: usize) {
    let rounds: [&[&str]; 2] = [
        &["a1", "a2", "a3", "a4", "a5", "b5", "b4", "b3", "b2", "b1"],
        &["g8", "g7", "g6", "g5", "g4", "h4", "h6", "h7", "h8"],
    ];
    for ply in 0..plies {
        let round = rounds[ply % 2];
        let [from, to] = [0, 1].map(|step| round[(ply / 2 + step) % round.len()]);
        game.play(game.position().parse_uci(&format!("{from}{to}")).expect("a UCI move")).expect("a legal move");
    }
}

fn tour_start<R: Rules>() -> Game<R> {
    let setup: Setup<R> = "4k1r1/8/8/3p4/3P4/8/8/R3K3 w - - 0 1".parse().expect("a FEN");
    Game::new(setup.to_position().expect("a position"))
}

#[test]
fn a_game_counts_positions_that_stood_there_more_than_150_plies_ago() {
    let mut game = tour_start::<ChessRules>();
    for round in 1..=3 {
        tour(&mut game, 180);
        assert_eq!(game.repetitions(), round + 1);
    }
    // The same after taking moves back beyond the ply where the reversible span was too long, and playing them again.
    for _ in 0..450 {
        game.take_back();
    }
    assert_eq!((game.moves().len(), game.repetitions()), (90, 1));
    while game.redo().is_some() {}
    assert_eq!((game.moves().len(), game.repetitions()), (540, 4));
}

#[test]
fn a_third_repetition_ends_a_game_of_makruk_however_far_apart() {
    let mut game = tour_start::<MakrukRules>();
    tour(&mut game, 359);
    assert_eq!((game.repetitions(), game.outcome()), (2, None));
    game.play(game.position().parse_uci("h8g8").expect("a UCI move")).expect("a legal move");
    assert_eq!(game.outcome(), Some(Outcome::Draw(DrawReason::ThreefoldRepetition)));
}

#[test]
fn games_from_different_starts_differ() {
    let starts = [
        "4k3/8/8/8/8/8/8/4K2R w - - 0 1",
        "4k3/8/8/8/8/8/8/4K2R b - - 0 1",
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        "4k3/8/8/8/8/8/8/4K2R w - - 1 1",
        "4k3/8/8/8/8/8/8/4K1R1 w - - 0 1",
    ];
    let games = starts.map(|fen| Game::new(fen.parse::<Chess>().expect("a FEN")));
    for (n, game) in games.iter().enumerate() {
        assert_eq!(games.iter().position(|other| other == game), Some(n));
    }
}

#[test]
fn a_history_is_small_and_refuses_illegal_moves() {
    assert!(size_of::<History<ChessRules>>() <= 1760);
    let mut history = History::new(Chess::startpos());
    let e4 = history.position().parse_uci("e2e4").unwrap();
    history.play(e4).unwrap();
    assert_eq!(history.play(e4).unwrap_err().to_string(), "no piece on e2");
    assert_eq!(history.repetitions(), 1);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn long_games_count_each_occurrence(seed: u64) {
        let mut random = Random::new(seed);
        let mut game = Game::new("4k1n1/8/8/8/8/8/8/N3K3 w - - 0 1".parse::<Chess>().expect("a FEN"));
        let mut seen = vec![*game.position()];
        for _ in 0..600 {
            if random.below(50) == 0 {
                for _ in 0..random.below(60) {
                    let _ = game.take_back().and_then(|_| seen.pop());
                }
            } else if let Some(mv) = shuffling_move(&mut random, &game) {
                game.play(mv).expect("a legal move");
                seen.push(*game.position());
            }
            let naive = seen.iter().filter(|&other| other == game.position()).count();
            prop_assert_eq!(game.repetitions() as usize, naive);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(common::cases(16)))]

    #[test]
    fn repetitions_are_those_that_comparing_fens_finds(start in starts(), seed: u64) {
        let mut random = Random::new(seed);
        let mut game = Game::new(start);
        let mut history = History::new(start);
        let mut seen = vec![identity(game.position())];
        for _ in 0..300 {
            let Some(mv) = shuffling_move(&mut random, &game) else { break };
            game.play(mv).unwrap();
            history.play(mv).unwrap();
            seen.push(identity(game.position()));
            let naive = seen.iter().filter(|&other| Some(other) == seen.last()).count();
            prop_assert_eq!(game.repetitions() as usize, naive);
            prop_assert_eq!(history.repetitions() as usize, naive);
            prop_assert_eq!(history.position(), game.position());
            prop_assert_eq!(history.outcome(), game.outcome());
        }
    }

    #[test]
    fn a_loss_is_decided_alike_by_game_and_history(start in starts(), seed: u64) {
        for position in walk(start, seed, 150) {
            for (color, by) in [(Color::White, WinReason::FlagFall), (Color::Black, WinReason::Resignation)] {
                // A mate needs pieces now or after the next move.
                let lacks = |position: &Chess| position.has_insufficient_material(!color);
                let moves = position.legal_moves();
                let drawn = lacks(&position) || moves.iter().all(|&mv| lacks(&position.after_unchecked(mv)));
                let lost = Game::new(position).lose(color, by);
                if let Ok(outcome) = lost {
                    prop_assert_eq!(outcome.winner().is_none(), drawn, "{}", position.fen());
                }
                prop_assert_eq!(History::new(position).lose(color, by), lost);
                let told = |can_mate: bool| move |_: &Chess, winner| can_mate && winner == !color;
                for can_mate in [false, true] {
                    let lost = History::new(position).lose_with(color, by, told(can_mate));
                    if let Ok(outcome) = lost {
                        prop_assert_eq!(outcome.winner().is_some(), can_mate && !lacks(&position));
                    }
                }
            }
        }
    }

    #[test]
    fn claims_are_those_that_playing_each_move_finds(start in starts(), seed: u64, judge in 0..JUDGES.len()) {
        let mut random = Random::new(seed);
        // Every second game is near fifty moves.
        let mut setup = start.to_setup();
        setup.halfmove_clock += 80 * random.below(2) as u32;
        let start = setup.to_position_with(Violations::TOLERABLE).unwrap();
        let mut game = Game::new(start);
        if let Some(judge) = JUDGES[judge] {
            game = game.with_judge(judge);
        }
        let mut history = History::new(start);
        for _ in 0..120 {
            let over = game.outcome().is_some();
            for claim in CLAIMS {
                let mut any = false;
                for mv in game.position().legal_moves() {
                    let mut next = game.clone();
                    next.play(mv).unwrap();
                    // An announced mate was not made, and ends nothing.
                    let reached = match claim {
                        Claim::FiftyMoves => next.position().halfmove_clock() >= 100,
                        _ => next.repetitions() >= 3,
                    };
                    let expected = !over && reached;
                    any |= expected;
                    prop_assert_eq!(game.claimable_with(claim, mv), expected, "{} {:?}", game.position().fen(), mv);
                    // A history has no judge, so a dead position does not end it.
                    if game.outcome() == history.outcome() {
                        prop_assert_eq!(history.claimable_with(claim, mv), expected);
                    }
                    // `claim` does what `claimable` promises.
                    let mut claimed = game.clone();
                    prop_assert_eq!(claimed.claim(claim, mv).is_ok(), expected);
                    prop_assert_eq!((claimed.announced(), claimed.play(mv).is_err()), (expected.then_some(mv), expected));
                }
                prop_assert_eq!(game.claimable(claim), any || !over && game.occurred(claim));
                if game.outcome() == history.outcome() {
                    prop_assert_eq!(history.claimable(claim), game.claimable(claim));
                }
                prop_assert_eq!(history.occurred(claim), game.occurred(claim));
                let mut claimed = game.clone();
                prop_assert_eq!(claimed.claim(claim, None).is_ok(), !over && game.occurred(claim));
            }
            // The other ends: a side resigns, or both agree, while the game is on.
            for color in Color::ALL {
                prop_assert_eq!(game.clone().lose(color, WinReason::Resignation).is_err(), over);
                prop_assert_eq!(game.clone().lose(color, WinReason::Abandonment).is_err(), over);
            }
            prop_assert_eq!(game.clone().draw_by_agreement().is_err(), over);
            // Goes back and forward now and then.
            if random.one_in(8) && game.take_back().is_some() {
                history.take_back().unwrap();
            }
            let Some(mv) = shuffling_move(&mut random, &game) else { break };
            game.play(mv).unwrap();
            history.play(mv).unwrap();
        }
    }

    #[test]
    fn taking_back_and_playing_again_restores_everything(start in starts(), seed: u64) {
        let state = |game: &Game<ChessRules>| (full(game.position()), game.repetitions(), game.outcome());
        let mut random = Random::new(seed);
        let mut game = Game::new(start);
        let mut states = vec![state(&game)];
        for _ in 0..200 {
            let Some(mv) = shuffling_move(&mut random, &game) else { break };
            game.play(mv).unwrap();
            states.push(state(&game));
        }
        // Goes through the game, mostly back and then forward.
        for step in 0..400 {
            let _ = if random.below(400) > step { game.take_back() } else { game.redo() };
            prop_assert_eq!(&state(&game), &states[game.moves().len()]);
        }
    }
}

/// An end by the players is taken back with the last move, and alone if there is no move.
#[test]
fn a_game_that_ended_before_its_first_move_is_resumed() {
    let mut game = Game::<ChessRules>::default();
    game.resign(Color::White).expect("it goes on");
    assert!(game.play_san("e4").is_err());
    assert_eq!((game.take_back(), game.outcome()), (None, None));
    assert!(game.play_san("e4").is_ok());
}

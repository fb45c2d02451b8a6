//! The ends of games of Makruk.

use chess0x88::game::{Claim, DrawReason, Judge};
use chess0x88::{Color, Game, History, Makruk, MakrukRules, Outcome, makruk};

use common::Random;

fn game(fen: &str, moves: &str) -> Game<MakrukRules> {
    let mut game = Game::new(fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}")));
    for uci in moves.split_whitespace() {
        let mv = game.position().parse_uci(uci).unwrap_or_else(|error| panic!("{uci}: {error}"));
        game.play(mv).unwrap_or_else(|error| panic!("{uci}: {error}"));
    }
    game
}

fn outcome(fen: &str) -> Option<String> {
    let position: Makruk = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
    position.outcome().map(|outcome| outcome.to_string())
}

const START: &str = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1";

#[test]
fn the_third_repetition_draws_without_a_claim() {
    let cycle = "b1d2 g8e7 d2b1 e7g8";
    let twice = game(START, cycle);
    assert_eq!((twice.repetitions(), twice.outcome()), (2, None));
    let thrice = game(START, &[cycle; 2].join(" "));
    assert_eq!(thrice.outcome(), Some(Outcome::Draw(DrawReason::ThreefoldRepetition)));
}

#[test]
fn nothing_is_claimable() {
    let mut game = game(START, "b1d2 g8e7 d2b1 e7g8 b1d2 g8e7 d2b1");
    let back = game.position().parse_uci("e7g8").unwrap();
    for claim in [Claim::FiftyMoves, Claim::ThreefoldRepetition] {
        assert!(!game.occurred(claim) && !game.claimable(claim) && !game.claimable_with(claim, back));
        assert!(game.claim(claim, None).is_err() && game.claim(claim, back).is_err());
    }
}

/// A game stores some positions, to play fewer moves again. Its answers about a ply must not depend on them.
#[test]
fn positions_and_counts_are_those_of_the_moves_however_often_they_are_taken_back() {
    let mut random = Random::new(40);
    let start: Makruk = "8/m7/1m1k4/8/3P4/2r5/8/R1S1K1R1 w - - 0 1".parse().expect("a position");
    let (mut counted, mut stopped) = (0, 0);
    for _ in 0..20 {
        let mut game = Game::new(start);
        // The positions, computed from the moves and declarations.
        let mut model = vec![start];
        for _ in 0..300 {
            let side = game.position().turn();
            match random.below(16) {
                0..3 => {
                    let ended = model.len() > 1;
                    assert_eq!(game.take_back().is_some(), ended);
                    if ended {
                        model.pop();
                    }
                }
                3 => {
                    if game.start_counting(side).is_ok() {
                        counted += 1;
                        let last = model.last_mut().expect("a start");
                        makruk::start_counting(last, side).expect("as the game");
                    }
                }
                4 => {
                    if game.stop_counting(side).is_ok() {
                        stopped += 1;
                        let last = model.last_mut().expect("a start");
                        makruk::stop_counting(last, side).expect("as the game");
                    }
                }
                _ => {
                    let moves = game.position().legal_moves();
                    let Some(&mv) = moves.get(random.below(moves.len().max(1))) else { break };
                    let mut next = *game.position();
                    next.play_unchecked(mv);
                    if game.play(mv).is_err() {
                        break;
                    }
                    model.push(next);
                }
            }
            let state = |position: &Makruk| (position.to_setup(), makruk::count(position));
            assert_eq!(state(game.position()), state(model.last().expect("a start")));
            let ply = random.below(model.len());
            assert_eq!(game.position_at(ply).as_ref().map(state), model.get(ply).map(state), "ply {ply}");
        }
    }
    assert!(counted > 20 && stopped > 20, "{counted} {stopped}");
}

#[test]
fn a_met_and_a_promoted_bia_may_change_places() {
    let game = game("4k3/8/8/8/8/8/8/M1M~1K3 w - - 0 1", "c1d2 e8e7 a1b2 e7e8 b2c1 e8e7 d2c3 e7e8 c3b2 e8e7 b2a1 e7e8");
    assert_eq!(game.repetitions(), 2);
}

#[test]
fn there_are_no_seventy_five_moves() {
    assert_eq!(outcome("4k3/r7/8/8/8/P7/8/R3K3 w - - 400 300"), None);
}

#[test]
fn stalemate_is_a_draw_but_two_bare_khun_may_walk_on() {
    assert_eq!(outcome("k7/8/1K6/1M6/8/8/8/8 b - - 0 1"), None);
    assert_eq!(outcome("k7/1R6/2K5/8/8/8/8/8 b - - 0 1").as_deref(), Some("draw by stalemate"));
    // In the reference implementation they play on, until a position repeats or a count ends.
    assert_eq!(outcome("k7/8/1K6/8/8/8/8/8 b - - 0 1"), None);
    let bare = "k7/8/1K6/8/8/8/8/8 b - - 0 1".parse().expect("a position");
    assert_eq!(
        Game::new(bare).with_judge(Judge::<MakrukRules>::new(|_, _, _| Some(false), 0).with_dead_positions()).outcome(),
        None
    );
}

#[test]
fn a_count_past_its_limit_draws_unless_it_is_mate() {
    assert_eq!(outcome("8/8/8/3k4/8/8/8/R3K3 b - 32 32 10"), None);
    assert_eq!(outcome("8/8/8/3k4/8/8/8/R3K3 w - 32 33 10").as_deref(), Some("draw by pieces' honour"));
    assert_eq!(outcome("1R5k/8/6K1/8/8/8/m7/8 b - 128 129 80").as_deref(), Some("White wins by checkmate"));
}

#[test]
fn a_side_that_chose_to_count_and_mates_has_drawn() {
    let fen = "7k/8/6K1/8/8/8/m7/1R6 w - - 0 1";
    let mate = fen.parse::<Makruk>().unwrap().parse_uci("b1b8").unwrap();
    let mut game = game(fen, "");
    let mut history = History::new(*game.position());

    game.start_counting(Color::White).unwrap();
    history.start_counting(Color::White).unwrap();
    game.play(mate).unwrap();
    history.play(mate).unwrap();
    assert_eq!(game.outcome(), Some(Outcome::Draw(DrawReason::MateWhileCounting)));
    assert_eq!(game.outcome().unwrap().to_string(), "draw by mate by the side that was counting");
    assert_eq!(history.outcome(), game.outcome());

    game.take_back();
    game.stop_counting(Color::White).unwrap();
    game.play(mate).unwrap();
    assert_eq!(game.outcome().unwrap().to_string(), "White wins by checkmate");
}

#[test]
fn a_mate_wins_when_the_count_began_by_itself() {
    assert_eq!(outcome("1R5k/8/6K1/8/8/8/m7/8 b - 128 11 80").as_deref(), Some("White wins by checkmate"));
}

#[test]
fn a_flag_that_falls_or_a_side_that_resigns_against_a_bare_khun_draws() {
    let mut drawn = game("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "");
    assert_eq!(drawn.flag_fall(Color::White).unwrap(), Outcome::Draw(DrawReason::FlagFall));
    let mut resigned = game("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "");
    assert_eq!(resigned.resign(Color::White).unwrap(), Outcome::Draw(DrawReason::Resignation));
    let mut won = game("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "");
    assert_eq!(won.flag_fall(Color::Black).unwrap().to_string(), "White wins by flag fall");
}

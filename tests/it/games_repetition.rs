//! Repetition inside a search: moves of a history can be taken back completely.

use std::collections::HashMap;

use chess0x88::game::{Claim, HistoryUndo, WinReason};
use chess0x88::{Chess, Color, Game, History, Makruk, Move, MoveKind, Position, Rules};
use common::Random;
use proptest::prelude::*;

/// Returns a legal move, often one that takes the side's last move back.
fn shuffling_move<R: Rules>(random: &mut Random, position: &Position<R>, own_last: Option<Move>) -> Option<Move> {
    let back = own_last.and_then(|last| position.find_move(last.to(), last.from(), None).ok());
    match back {
        Some(back) if random.below(3) > 0 && back.kind() == MoveKind::Quiet => Some(back),
        _ => random.pick(&position.legal_moves()),
    }
}

fn chess(fen: &str) -> Chess {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn play<R: Rules>(history: &mut History<R>, uci: &str) -> HistoryUndo<R> {
    history.make(history.position().parse_uci(uci).unwrap_or_else(|error| panic!("{uci}: {error}")))
}

/// The answers of a history.
type All = (String, u64, u32, Vec<bool>);

/// All answers of a history.
fn state<R: Rules>(history: &History<R>) -> All {
    let claims = [Claim::FiftyMoves, Claim::ThreefoldRepetition];
    let claimable = claims.iter().map(|&claim| history.claimable(claim)).collect();
    (history.position().fen().to_string(), history.key(), history.repetitions(), claimable)
}

/// Makes and takes back random moves, and compares the answers with earlier ones.
fn walk<R: Rules>(start: Position<R>, seed: u64, steps: usize) {
    let mut random = Random::new(seed);
    let mut history = History::new(start);
    let mut stack: Vec<(Move, HistoryUndo<R>, All, Position<R>)> = Vec::new();
    let mut seen: HashMap<Position<R>, u32> = HashMap::from([(start, 1)]);
    // Sometimes far forward, sometimes far back.
    let mut ahead = true;
    for _ in 0..steps {
        if random.below(60) == 0 {
            ahead = !ahead;
        }
        let own_last = stack.len().checked_sub(2).map(|at| stack[at].0);
        let mv = shuffling_move(&mut random, history.position(), own_last);
        match mv {
            Some(mv) if ahead => {
                let before = state(&history);
                let undo = history.make(mv);
                let position = *history.position();
                stack.push((mv, undo, before, position));
                let count = seen.entry(position).or_insert(0);
                *count += 1;
                // A history knows the last 150 plies.
                if position.halfmove_clock() <= 150 {
                    assert_eq!(history.repetitions(), *count, "{}", position.fen());
                }
                assert_eq!(history.key(), position.key());
            }
            _ => {
                let Some((_, undo, before, position)) = stack.pop() else { continue };
                *seen.get_mut(&position).expect("it was counted") -= 1;
                history.unmake(undo);
                assert_eq!(state(&history), before);
            }
        }
    }
}

#[test]
fn moves_beyond_the_longest_span_are_made_and_taken_back() {
    let mut history = History::new(Chess::startpos());
    let mut stack = Vec::new();
    for n in 0..2_000 {
        let before = state(&history);
        assert_eq!(history.repetitions() as usize, n / 4 + 1);
        let uci = ["g1f3", "g8f6", "f3g1", "f6g8"][n % 4];
        stack.push((play(&mut history, uci), before));
    }
    while let Some((undo, before)) = stack.pop() {
        history.unmake(undo);
        assert_eq!(state(&history), before);
    }
}

/// The squares of a rook's tour: ten of White's, nine of Black's, so that all repeats after ninety moves.
const ROUNDS: [&[&str]; 2] = [
    &["a1", "a2", "a3", "a4", "a5", "b5", "b4", "b3", "b2", "b1"],
    &["g8", "g7", "g6", "g5", "g4", "h4", "h6", "h7", "h8"],
];

#[test]
fn a_position_that_stood_there_last_more_than_150_plies_ago_is_new_to_a_history() {
    let mut history = History::new(chess("4k1r1/8/8/8/8/8/8/R3K3 w - - 0 1"));
    let start = *history.position();
    for ply in 0..180 {
        let round = ROUNDS[ply % 2];
        let (from, to) = (round[ply / 2 % round.len()], round[(ply / 2 + 1) % round.len()]);
        let _undo = play(&mut history, &format!("{from}{to}"));
        assert_eq!(history.repetitions(), 1);
        assert_eq!(*history.position() == start, ply == 179);
    }
    assert_eq!(history.position(), &start);
}

#[test]
fn a_history_knows_what_may_be_claimed_with_which_move() {
    let history = History::new(chess("4k3/8/8/8/8/8/4r3/R3K3 w Q - 99 80"));
    let may = |uci: &str| history.claimable_with(Claim::FiftyMoves, history.position().parse_uci(uci).expect(uci));
    assert!(history.claimable(Claim::FiftyMoves) && !history.claimable(Claim::ThreefoldRepetition));
    assert!(may("e1d1") && !may("e1e2"), "a capture begins the count anew");
}

#[test]
fn after_null_moves_nothing_before_them_is_repeated() {
    let mut history = History::new(Chess::startpos());
    for uci in ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(2) {
        let _undo = play(&mut history, uci);
    }
    assert_eq!(history.repetitions(), 3);
    for _ in 0..2 {
        let _undo = history.make_null().expect("no check");
    }
    // Each of these boards occurred before the null moves.
    for uci in ["g1f3", "g8f6", "f3g1"] {
        let _undo = play(&mut history, uci);
        assert_eq!(history.repetitions(), 1, "{uci}");
    }
}

#[test]
fn a_null_move_parts_what_was_before_from_what_is_after() {
    let mut history = History::new(Chess::startpos());
    let mut null_undos = Vec::new();
    for uci in ["g1f3", "g8f6", "f3g1", "f6g8"] {
        let _undo = play(&mut history, uci);
    }
    assert_eq!(history.repetitions(), 2);
    for _ in 0..2 {
        null_undos.push(history.make_null().expect("no check"));
        assert_eq!((history.repetitions(), history.key()), (1, history.position().key()));
    }
    while let Some(undo) = null_undos.pop() {
        history.unmake(undo);
    }
    assert_eq!((history.repetitions(), history.key()), (2, Chess::startpos().key()));

    let undo = play(&mut history, "e2e4");
    history.unmake(undo);

    let checked = chess("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1");
    let mut history = History::new(checked);
    assert_eq!(history.make_null().expect_err("check").to_string(), "the king stays in check from the rook on e2");
    assert_eq!(history.position(), &checked);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(common::cases(12)))]

    #[test]
    fn a_search_sees_each_repetition_and_leaves_no_trace(seed: u64) {
        walk(Chess::startpos(), seed, 600);
        walk(chess("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"), seed, 600);
        walk(chess("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"), seed, 600);
        walk(Makruk::startpos(), seed, 600);
    }
}

/// Plays and takes back at random, and compares with earlier answers.
fn play_and_take_back<R: Rules>(start: Position<R>, seed: u64, steps: usize) {
    let mut random = Random::new(seed);
    let mut history = History::new(start);
    let mut stack: Vec<(Move, All)> = Vec::new();
    // The record has 150 moves; earlier moves cannot be taken back.
    let mut deepest = 0;
    let mut longest = 0;
    for _ in 0..steps {
        if random.below(3) > 0 {
            let own_last = stack.len().checked_sub(2).map(|at| stack[at].0);
            let Some(mv) = shuffling_move(&mut random, history.position(), own_last) else { break };
            stack.push((mv, state(&history)));
            history.play(mv).expect("legal");
            longest = longest.max(stack.len());
            deepest = deepest.max(stack.len().saturating_sub(150));
        } else if stack.len() > deepest {
            let (mv, before) = stack.pop().expect("a move");
            assert_eq!(history.take_back(), Some(mv));
            if longest <= 150 {
                assert_eq!(state(&history), before);
            } else {
                assert_eq!((history.position().fen().to_string(), history.key()), (before.0, before.1));
            }
        } else {
            let before = state(&history);
            assert_eq!(history.take_back(), None);
            assert_eq!(state(&history), before);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(common::cases(24)))]

    #[test]
    fn what_was_played_is_taken_back(seed in any::<u64>()) {
        play_and_take_back(Chess::startpos(), seed, 200);
        play_and_take_back(chess("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"), seed, 200);
        play_and_take_back(Makruk::startpos(), seed, 200);
    }
}

#[test]
fn a_long_game_is_taken_back_for_150_moves() {
    for seed in 0..4 {
        play_and_take_back(chess("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"), seed, 1500);
        play_and_take_back(Makruk::startpos(), seed, 1500);
    }
}

#[test]
fn moves_that_were_made_are_not_taken_back_as_played() {
    let mut history = History::new(Chess::startpos());
    let e4 = history.position().parse_uci("e2e4").expect("legal");
    history.play(e4).expect("legal");
    let undo = play(&mut history, "e7e5");
    assert_eq!(history.take_back(), None);
    history.unmake(undo);
    assert_eq!(history.take_back(), Some(e4));
    assert_eq!(history.take_back(), None);
    // A move of `make` stays; only later moves are taken back.
    let _stays = play(&mut history, "d2d4");
    let d5 = history.position().parse_uci("d7d5").expect("legal");
    history.play(d5).expect("legal");
    assert_eq!((history.take_back(), history.take_back()), (Some(d5), None));
}

/// A position does not show how the game came to it: here it is the one after `1. e4`.
#[test]
fn moves_that_were_made_and_repeat_the_position_are_not_taken_back_as_played() {
    let mut history = History::new(Chess::startpos());
    let e4 = history.position().parse_uci("e2e4").expect("legal");
    history.play(e4).expect("legal");
    let undos = ["g8f6", "g1f3", "f6g8", "f3g1"].map(|uci| play(&mut history, uci));
    let before = (history.position().fen().to_string(), history.repetitions());
    assert_eq!(history.take_back(), None);
    assert_eq!((history.position().fen().to_string(), history.repetitions()), before);
    undos.into_iter().rev().for_each(|undo| history.unmake(undo));
    assert_eq!(history.take_back(), Some(e4));
}

#[test]
fn a_count_by_choice_is_never_taken_back() {
    let mut history = History::new("8/8/3k4/8/8/4K3/4R3/r7 w - - 0 1".parse::<Makruk>().expect("a position"));
    let play = |history: &mut History<_>, uci| {
        let mv = history.position().parse_uci(uci).expect("legal");
        history.play(mv).expect("legal");
    };
    play(&mut history, "e2d2");
    let side = history.position().turn();
    history.stop_counting(side).expect("the count started by itself");
    assert_eq!(history.take_back(), None);
}

#[test]
fn positions_of_a_long_game_differ_by_rights_en_passant_and_turn() {
    let mut game = Game::new(chess("r3k1n1/8/8/8/1p6/8/P7/N3K2R w Kq - 0 1"));
    let mut play = |moves: &str| {
        for uci in moves.split_whitespace() {
            game.play(game.position().parse_uci(uci).expect("legal")).expect("legal");
        }
        game.repetitions()
    };
    let knights = "a1b3 g8f6 b3a1 f6g8 ";
    assert_eq!(play(&knights.repeat(60)), 61);
    assert_eq!(play("h1g1 g8f6 g1h1 f6g8"), 1, "White may not castle any more");
    assert_eq!(play("a1b3 a8b8 b3a1 b8a8"), 1, "nor may Black");
    assert_eq!(play(knights), 2);
    assert_eq!(play("e1d1 g8f6 d1d2 f6g8 d2e1"), 1, "Black is to move");
    assert_eq!(play("g8f6 e1d1 f6g8 d1d2 e8d8 d2e1 d8e8"), 3, "White is to move again");
    assert_eq!(play("a2a4"), 1);
    assert_eq!(play("g8f6 a1b3 f6g8 b3a1"), 1, "the capture en passant is gone");
    assert_eq!(play("g8f6 a1b3 f6g8 b3a1"), 2);
}

/// Plays at random in a history and a game. They agree about each claim and each end, with the reasons.
fn ends_alike<R: Rules>(start: Position<R>, seed: u64, plies: usize) {
    let mut random = Random::new(seed);
    let (mut history, mut game) = (History::new(start), Game::new(start));
    // The earlier state must not matter.
    let mut restarted = History::new(Position::startpos());
    let _ = random.pick(&restarted.position().legal_moves()).map(|mv| restarted.play(mv));
    restarted.restart(start);
    for _ in 0..plies {
        for claim in [Claim::FiftyMoves, Claim::ThreefoldRepetition] {
            assert_eq!(history.clone().claim(claim, None), game.clone().claim(claim, None));
            let legal = history.position().legal_moves();
            let with = |mv: Move| history.claimable_with(claim, mv);
            let open = history.outcome().is_none();
            assert_eq!(history.claimable(claim), open && (history.occurred(claim) || legal.iter().any(|&mv| with(mv))));
            for mv in random.pick(&legal).into_iter().chain(legal.iter().copied().find(|&mv| with(mv))) {
                assert_eq!(history.clone().claim(claim, mv), game.clone().claim(claim, mv));
            }
        }
        let mut ended = history.clone();
        let agreed = ended.draw_by_agreement();
        assert_eq!((agreed, ended.outcome()), (game.clone().draw_by_agreement(), agreed.ok().or(history.outcome())));
        for (color, by) in [(Color::White, WinReason::FlagFall), (Color::Black, WinReason::Resignation)] {
            let mut ended = history.clone();
            let lost = ended.lose(color, by);
            assert_eq!((lost, ended.lose(color, by).is_err()), (game.clone().lose(color, by), true));
        }
        assert!(history.clone().lose(Color::White, WinReason::Checkmate).is_err());
        let own_last = game.moves().iter().rev().nth(1).copied();
        let Some(mv) = shuffling_move(&mut random, history.position(), own_last) else { break };
        // A draw by agreement is gone with the next move, and when the last move is taken back.
        ended.play(mv).expect("legal");
        assert_eq!(ended.take_back(), Some(mv));
        assert_eq!(ended.outcome(), history.outcome());
        for history in [&mut history, &mut restarted] {
            history.play(mv).expect("legal");
        }
        game.play(mv).expect("legal");
        assert_eq!(state(&restarted), state(&history));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(common::cases(8)))]

    #[test]
    fn a_history_ends_as_a_game_does(seed: u64) {
        ends_alike(Chess::startpos(), seed, 60);
        ends_alike(chess("4k3/8/8/8/8/8/4r3/R3K3 w Q - 90 80"), seed, 80);
        ends_alike(Makruk::startpos(), seed, 60);
    }
}

#[test]
fn a_static_holds_a_history_of_either_game() {
    static CHESS: History = History::new(Chess::startpos());
    static MAKRUK: History<chess0x88::MakrukRules> = History::new(Makruk::startpos());
    assert_eq!((CHESS.key(), MAKRUK.key()), (Chess::startpos().key(), Makruk::startpos().key()));
}

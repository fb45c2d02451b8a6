//! Playing moves from texts, and games that accept no more moves.

use chess0x88::error::PlayError;
use chess0x88::game::{Claim, GameError, Judge};
use chess0x88::san::SanError;
use chess0x88::uci::UciError;
use chess0x88::{Chess, ChessRules, Color, Game, Makruk, divide};
use common::{Random, starts};
use proptest::prelude::*;

fn chess(fen: &str) -> Chess {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[test]
fn moves_are_played_as_they_are_written() {
    let mut game = Game::new(Chess::startpos());
    for (san, uci) in [("e4", "e2e4"), ("e7-e5", "e7e5"), ("Ng1-f3", "g1f3"), ("Nc6!?", "b8c6"), ("f1b5", "f1b5")] {
        assert_eq!(game.play_san(san).map(|mv| mv.to_string()).as_deref(), Ok(uci));
    }
    assert_eq!(game.play_uci("g8f6").map(|mv| mv.to_string()).as_deref(), Ok("g8f6"));
    assert_eq!(game.play_uci("e1h1").map(|mv| mv.to_string()).as_deref(), Ok("e1g1"));
    assert_eq!(game.position().turn(), Color::Black);
    assert_eq!(game.position().fen(), "r1bqkb1r/pppp1ppp/2n2n2/1B2p3/4P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 5 4");
    assert_eq!(game.position().legal_moves(), game.position().legal_moves());
    assert_eq!(game.moves().len(), 7);
}

#[test]
fn makruk_is_played_as_it_is_written() {
    let mut game = Game::new(Makruk::startpos());
    game.play_san("e4").unwrap();
    game.play_uci("d6d5").unwrap();
    assert_eq!(game.play_san("Sh8").unwrap_err().to_string(), "no Khon can move to h8");
    assert_eq!(game.position().fen(), *Makruk::from_fen(&game.position().fen()).unwrap().fen());
}

#[test]
fn illegal_moves_are_refused_with_their_reason() {
    let mut game = Game::new(Chess::startpos());
    game.play_san("e4").unwrap();
    game.play_san("e5").unwrap();
    game.take_back();
    let before = game.clone();
    for (san, reason) in [
        ("", "expected a piece, a file a-h or O-O at byte 0, found the end"),
        ("Nf9", "expected a rank 1-8 or x at byte 2, found '9'"),
        ("Qd5", "the pawn on d7 is in the way from d8 to d5"),
        ("Nd7", "a pawn of the same side stands on d7"),
        ("O-O", "the bishop on f8 is in the way of castling"),
    ] {
        let error = game.play_san(san).unwrap_err();
        assert!(matches!(error, PlayError::San(_)), "{san}");
        assert_eq!(error.to_string(), reason, "{san}");
    }
    for (uci, reason) in [
        ("", "expected a file a-h at byte 0, found the end"),
        ("e7e9", "expected a rank 1-8 at byte 3, found '9'"),
        ("e4e5", "the pawn on e4 is White's, and Black is to move"),
        ("e7e8q", "the pawn on e7 does not move to e8"),
    ] {
        let error = game.play_uci(uci).unwrap_err();
        assert!(matches!(error, PlayError::Uci(_)), "{uci}");
        assert_eq!(error.to_string(), reason, "{uci}");
    }
    assert_eq!(game, before);
    assert_eq!(game.redo().map(|mv| mv.to_string()).as_deref(), Some("e7e5"), "what was taken back is still there");

    game.resign(Color::White).unwrap();
    let over = PlayError::Game(GameError::Over(game.outcome().unwrap()));
    assert_eq!(over.to_string(), "the game is over: Black wins by resignation");
    // The end of the game is reported before an error in the text.
    assert_eq!([game.play_san("Nf3"), game.play_san("?"), game.play_uci("g1f3")], [Err(over); 3]);
}

#[test]
fn one_type_has_the_errors_of_all_ways_to_play() {
    fn play(game: &mut Game<ChessRules>) -> Result<(), PlayError> {
        game.play_san("e4")?;
        game.play_uci("e7e5")?;
        game.play(game.position().parse_san("Nf3")?)?;
        game.play(game.position().parse_uci("b8c6")?)?;
        Ok(())
    }
    assert_eq!(play(&mut Game::default()), Ok(()));
    let start = Chess::startpos();
    let (san, uci) = (start.parse_san("Qd4").unwrap_err(), start.parse_uci("d1d4").unwrap_err());
    assert_eq!(PlayError::from(san).to_string(), "the pawn on d2 is in the way from d1 to d4");
    assert_eq!(PlayError::from(uci).to_string(), san.to_string());
    assert!(matches!((san, uci), (SanError::Illegal(one), UciError::Illegal(other)) if one == other));
}

#[test]
fn a_strict_game_refuses_to_go_on() {
    let walls = "3k4/8/8/p2p2p1/P2P2P1/8/3K4/8 w - - 0 1";
    let repetition = ["Nf3", "Nf6", "Ng1", "Ng8"].repeat(4);
    for (start, judge, moves, next, end) in [
        (&*Chess::startpos().fen(), Judge::ONE_PLY, &repetition[..], "e4", "draw by fivefold repetition"),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 149 100", Judge::ONE_PLY, &["Ra7"], "Kd8", "draw by seventy-five moves"),
        ("4k3/8/8/8/8/8/4p3/4K1N1 w - - 0 1", Judge::ONE_PLY, &["Kxe2"], "Kd8", "draw by insufficient material"),
        (walls, Judge::new(|_, _, _| Some(false), 0).with_dead_positions(), &[], "Ke2", "draw by dead position"),
        ("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", Judge::ONE_PLY, &["Qf8#"], "Kg8", "White wins by checkmate"),
    ] {
        let mut game = Game::new(chess(start)).with_judge(judge);
        game.set_strict(true);
        for san in moves {
            game.play_san(san).unwrap_or_else(|error| panic!("{san}: {error}"));
        }
        assert_eq!(game.outcome().map(|outcome| outcome.to_string()).as_deref(), Some(end));
        let before = game.clone();
        let over = format!("the game is over: {end}");
        assert_eq!(game.play_san(next).unwrap_err().to_string(), over);
        assert_eq!(game.play_uci("a1a2").unwrap_err().to_string(), over);
        if let Ok(mv) = game.position().parse_san(next) {
            assert_eq!(game.play(mv).unwrap_err().to_string(), over);
            assert_eq!(game, before);
            // Moves from before `set_strict` stay, but are not played again.
            game.set_strict(false);
            game.play(mv).expect("legal");
            game.set_strict(true);
            assert_eq!(game.take_back(), Some(mv));
            assert_eq!(game.redo(), None);
            game.set_strict(false);
            assert_eq!(game.redo(), Some(mv));
        }
    }
}

#[test]
fn a_strict_game_goes_on_until_a_draw_is_claimed() {
    let mut game = Game::new(chess("4k3/8/8/8/8/8/8/R3K3 w - - 99 80"));
    game.set_strict(true);
    game.play_san("Ra7").unwrap();
    game.play_san("Kd8").unwrap();
    assert_eq!(game.outcome(), None);
}

#[test]
fn iterators_of_known_length_tell_it() {
    fn counts<T>(mut items: impl ExactSizeIterator<Item = T> + Clone, len: usize) {
        for left in (0..=len).rev() {
            assert_eq!((items.len(), items.clone().count()), (left, left));
            assert_eq!(items.next().is_some(), left > 0);
        }
        assert!(items.next().is_none() && items.len() == 0);
    }
    let mut game = Game::new(Chess::startpos());
    counts(game.positions(), 1);
    for san in ["e4", "e5", "Nf3"] {
        game.play_san(san).unwrap();
    }
    game.take_back();
    counts(game.positions(), 3);
    counts(game.san_moves(), 2);
    counts(game.position().board().pieces(), 32);
    for depth in [1, 2] {
        counts(divide(game.position(), depth), 29);
    }
    counts(divide(game.position(), 0), 0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(common::cases(12)))]

    #[test]
    fn a_move_is_played_alike_as_a_value_and_as_text(start in starts(), seed: u64) {
        let mut random = Random::new(seed);
        let mut games = [(); 3].map(|()| Game::new(start));
        let [by_value, by_san, by_uci] = &mut games;
        for _ in 0..60 {
            let Some(mv) = random.pick(&by_value.position().legal_moves()) else { break };
            let san = by_value.position().san(mv);
            by_value.play(mv).unwrap();
            prop_assert_eq!(by_san.play_san(&san), Ok(mv));
            prop_assert_eq!(by_uci.play_uci(&mv.to_string()), Ok(mv));
            prop_assert_eq!((&*by_value, &*by_value), (&*by_san, &*by_uci));
        }
    }

    #[test]
    fn games_are_equal_if_their_records_are(start in starts(), seed: u64) {
        let mut random = Random::new(seed);
        let mut game = Game::new(start);
        for _ in 0..40 {
            let Some(mv) = random.pick(&game.position().legal_moves()) else { break };
            let before = game.clone();
            game.play(mv).unwrap();
            prop_assert_ne!(&game, &before);
            let mut back = game.clone();
            back.take_back();
            prop_assert_eq!(&back, &before);
        }
        let again = Game::from_moves(start, game.moves().iter().copied()).unwrap();
        prop_assert_eq!(&again, &game);
        game = game.with_judge(Judge::MATERIAL);
        game.set_strict(true);
        prop_assert_eq!(&again, &game);
        if game.draw_by_agreement().is_ok() {
            prop_assert_ne!(&again, &game);
        }
    }
}

#[test]
fn an_error_writes_one_ply_in_the_singular() {
    let mut game = Game::new(chess("4k3/8/8/8/8/8/3R4/4K3 w - - 1 9"));
    let text = game.claim(Claim::FiftyMoves, None).expect_err("too early").to_string();
    assert!(text.contains("1 ply without capture or pawn move"), "{text}");
}

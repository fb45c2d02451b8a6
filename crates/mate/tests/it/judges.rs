//! Games decided by the judges of the package.

use chess0x88::game::{DrawReason, Judge, WinReason};
use chess0x88::{Chess, ChessRules, Color, Game, History, Outcome};
use chess0x88_mate::{cannot_mate, judge, quick_judge};

use common::tolerated;

#[test]
fn games_ask_their_judges() {
    let walls: Chess = "3k4/8/8/p2p2p1/P2P2P1/8/3K4/8 w - - 0 1".parse().unwrap();
    let mut game = Game::new(walls);
    // A new game looks at the pieces.
    let won = Outcome::Win { winner: Color::White, by: WinReason::FlagFall };
    assert_eq!((game.outcome(), game.clone().flag_fall(Color::Black)), (None, Ok(won)));
    // A record decided by the material alone reads back.
    let mut again = Game::new(walls);
    assert_eq!((again.end(won, None), again.outcome()), (Ok(()), Some(won)));
    for judge in [quick_judge(), judge(10_000)] {
        game = game.with_judge(judge);
        assert_eq!(game.outcome(), None);
        assert_eq!(game.clone().flag_fall(Color::Black), Ok(Outcome::Draw(DrawReason::FlagFall)));
        game = game.with_judge(judge.with_dead_positions());
        assert_eq!(game.outcome(), Some(Outcome::Draw(DrawReason::DeadPosition)));
        assert!(game.flag_fall(Color::Black).is_err());
    }

    // White can mate, Black cannot.
    let uneven: Chess = "5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8 w - - 0 1".parse().unwrap();
    let mut game = Game::new(uneven);
    game = game.with_judge(quick_judge().with_dead_positions());
    assert_eq!(game.outcome(), None);
    let lost = Outcome::Win { winner: Color::White, by: WinReason::Resignation };
    assert_eq!(game.clone().resign(Color::Black), Ok(lost));
    assert_eq!(game.flag_fall(Color::White), Ok(Outcome::Draw(DrawReason::FlagFall)));
}

#[test]
fn public_complaints_about_flags_that_fell_are_decided_as_the_laws_say() {
    // The position, the side whose flag fell, whether the other side wins, and a source of the discussion.
    for (fen, color, wins, _source) in [
        ("r7/K1k5/8/8/8/8/8/8 w - - 4 3", Color::White, false, "lichess-org/lila/issues/7039"),
        ("7k/6q1/p4PPK/6PP/8/5P2/8/8 w - - 0 2", Color::White, false, "lichess-org/lila/issues/7039"),
        ("3k4/8/8/p2p2p1/P2P2P1/8/3K4/8 b - - 0 1", Color::White, false, "lichess-org/lila/issues/5557"),
        (
            "6kr/1p1N1p1p/1P3P1P/P6P/3q1RQr/7p/4pN1P/4B1KR b - - 0 1",
            Color::White,
            false,
            "lichess-org/lila/issues/5557",
        ),
        ("6Rk/8/7K/8/8/8/8/8 b - - 0 1", Color::Black, false, "lichess-org/scalachess/pull/821"),
        ("8/8/8/4k3/4p3/4N3/4K3/8 w - - 0 1", Color::Black, true, "cutechess/cutechess/issues/710"),
        ("8/8/3rk3/8/8/2K5/8/8 w - - 0 1", Color::Black, false, "cutechess/cutechess/issues/710"),
        ("8/8/8/8/5b2/4p1p1/4P1P1/4kBK1 w - - 0 1", Color::White, false, "lichess.org, forum, unfair-decision, page 2"),
    ] {
        let mut game = Game::new(tolerated::<ChessRules>(fen)).with_judge(judge(30_000));
        let outcome = game.flag_fall(color).expect("the game is on");
        assert_eq!(outcome.winner(), wins.then_some(!color), "{fen}");
    }
}

#[test]
fn a_loss_without_the_search_is_decided_by_the_pieces_or_the_judge() {
    let walls: Chess = "3k4/8/8/p2p2p1/P2P2P1/8/3K4/8 w - - 0 1".parse().unwrap();
    let won = Outcome::Win { winner: Color::Black, by: WinReason::FlagFall };
    assert_eq!(Game::new(walls).lose(Color::White, WinReason::FlagFall), Ok(won));
    let drawn = Outcome::Draw(DrawReason::Resignation);
    assert_eq!(Game::new(walls).with_judge(quick_judge()).lose(Color::White, WinReason::Resignation), Ok(drawn));
    let can_mate = |position: &Chess, winner| !cannot_mate(position, winner);
    assert_eq!(History::new(walls).lose_with(Color::White, WinReason::Resignation, can_mate), Ok(drawn));
    let error = Game::new(walls).lose(Color::White, WinReason::Checkmate).unwrap_err();
    assert_eq!(error.to_string(), "the position does not allow this result: Black wins by checkmate");
}

#[test]
fn a_recorded_draw_is_believed_unless_the_judge_finds_a_mate() {
    let walls: Chess = "3k4/8/8/p2p2p1/P2P2P1/8/3K4/8 w - - 0 1".parse().unwrap();
    for reason in [DrawReason::DeadPosition, DrawReason::FlagFall, DrawReason::Resignation] {
        let outcome = Outcome::Draw(reason);
        for judge in [Judge::MATERIAL, quick_judge(), judge(20_000)] {
            let mut game = Game::new(walls).with_judge(judge);
            assert_eq!((game.end(outcome, None), game.outcome()), (Ok(()), Some(outcome)));
        }
        // A judge without a search finds no mate.
        let start = Chess::startpos();
        assert_eq!(Game::new(start).end(outcome, None), Ok(()));
        let error = Game::new(start).with_judge(judge(20_000)).end(outcome, None).unwrap_err();
        assert_eq!(error.to_string(), format!("the position does not allow this result: {outcome}"));
    }
}

#[test]
fn a_judge_that_searches_knows_more_and_says_nothing_that_it_does_not_know() {
    // Black's bishops and pawns cannot mate, which takes more than a microsecond to find.
    let locked: Chess = "Bb1k1b2/bKp1p1p1/1pP1P1P1/pP6/6P1/P7/8/8 w - - 0 1".parse().expect("a position");
    let flag_fall = |judge| {
        let mut game = Game::new(locked).with_judge(judge);
        game.flag_fall(Color::White).expect("the game goes on").to_string()
    };
    assert_eq!(flag_fall(quick_judge()), "Black wins by flag fall");
    assert_eq!(flag_fall(judge(1)), "Black wins by flag fall");
    assert_eq!(flag_fall(judge(100_000)), "draw by flag fall against insufficient material");
}

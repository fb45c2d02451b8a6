//! Rebuilding games from their moves, and through serde.

use chess0x88::game::{Claim, DrawReason, GameError, Judge, WinReason};
use chess0x88::{Chess, ChessRules, Color, Game, Makruk, MakrukRules, Move, Outcome, Position, Rules, makruk};

fn chess(fen: &str) -> Chess {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn play<R: Rules>(game: &mut Game<R>, moves: &str) {
    for uci in moves.split_whitespace() {
        let mv = game.position().parse_uci(uci).unwrap_or_else(|error| panic!("{uci}: {error}"));
        game.play(mv).unwrap_or_else(|error| panic!("{uci}: {error}"));
    }
}

fn game(start: &str, moves: &str) -> Game<ChessRules> {
    let mut game = Game::new(chess(start));
    play(&mut game, moves);
    game
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const KNIGHT_AGAINST_QUEEN: &str = "3qk3/8/8/8/8/8/8/4K1N1 w - - 0 1";
const SHUFFLE: &str = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1";

/// A game for each way in which a game of chess can end.
fn ended_games() -> Vec<Game<ChessRules>> {
    let mut games = vec![
        game(START, ""),
        game(START, "e2e4 e7e5"),
        game(START, "f2f3 e7e5 g2g4 d8h4"),
        game("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "f1f7"),
        game("4k3/8/8/8/8/8/4p3/4K1N1 w - - 0 1", "e1e2"),
        game("4k3/8/8/8/8/8/8/R3K3 w - - 149 100", "a1a2"),
        game(START, &format!("{SHUFFLE} f6g8 {SHUFFLE} f6g8")),
    ];
    for (start, moves) in [(START, "e2e4"), (KNIGHT_AGAINST_QUEEN, "")] {
        for color in Color::ALL {
            let mut resigned = game(start, moves);
            resigned.resign(color).expect("it goes on");
            let mut flagged = game(start, moves);
            flagged.flag_fall(color).expect("it goes on");
            games.extend([resigned, flagged]);
        }
    }
    let mut agreed = game(START, "e2e4");
    agreed.draw_by_agreement().expect("it goes on");
    let mut claimed = game(START, &format!("{SHUFFLE} f6g8"));
    claimed.claim(Claim::ThreefoldRepetition, None).expect("the third time");
    let mut announced = game(START, SHUFFLE);
    let back = announced.position().parse_uci("f6g8").expect("legal");
    announced.claim(Claim::ThreefoldRepetition, back).expect("the third time");
    let mut fifty = game("4k3/8/8/8/8/8/8/R3K3 w - - 99 80", "");
    let rook = fifty.position().parse_uci("a1a2").expect("legal");
    fifty.claim(Claim::FiftyMoves, rook).expect("a hundred plies");
    games.extend([agreed, claimed, announced, fifty]);
    games
}

/// All facts of a game, without the moves taken back.
fn told<R: Rules>(game: &Game<R>) -> (Vec<String>, Vec<Move>, Option<Outcome>, Option<Move>, u32) {
    let fens = game.positions().map(|position| position.fen().to_string()).collect();
    (fens, game.moves().to_vec(), game.outcome(), game.announced(), game.repetitions())
}

#[test]
fn a_game_is_rebuilt_from_what_it_tells() {
    for game in ended_games() {
        let mut again = Game::from_moves(*game.start(), game.moves().iter().copied()).expect("they are legal");
        if let Some(outcome) = game.outcome() {
            again.end(outcome, game.announced()).expect("it ended so");
        }
        assert_eq!(told(&again), told(&game));
        assert_eq!(again, game);
    }
}

#[test]
fn a_record_with_an_illegal_move_says_where() {
    let start = Chess::startpos();
    let e4 = start.parse_uci("e2e4").expect("legal");
    let error = Game::from_moves(start, [e4, e4]).expect_err("illegal");
    assert_eq!(error.to_string(), "at ply 1: no piece on e2");
    assert!(matches!(error, GameError::IllegalAt { ply: 1, .. }));
}

#[test]
fn a_game_does_not_end_as_it_cannot() {
    let drawn = |reason| Outcome::Draw(reason);
    let won = |winner, by| Outcome::Win { winner, by };
    let mv = Chess::startpos().parse_uci("e2e4").expect("legal");
    for (start, outcome, announced, message) in [
        (
            START,
            won(Color::White, WinReason::Checkmate),
            None,
            "the position does not allow this result: White wins by checkmate",
        ),
        (START, drawn(DrawReason::Stalemate), None, "the position does not allow this result: draw by stalemate"),
        // Black cannot mate, but White can.
        (
            "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
            drawn(DrawReason::DeadPosition),
            None,
            "the position does not allow this result: draw by dead position",
        ),
        (
            START,
            drawn(DrawReason::Resignation),
            None,
            "the position does not allow this result: draw by resignation against insufficient material",
        ),
        (
            KNIGHT_AGAINST_QUEEN,
            won(Color::White, WinReason::FlagFall),
            None,
            "the position does not allow this result: White wins by flag fall",
        ),
        (START, drawn(DrawReason::Agreement), Some(mv), "the position does not allow this result: draw by agreement"),
        (
            START,
            drawn(DrawReason::FiftyMoves),
            Some(mv),
            "no draw by fifty moves: 0 plies without capture or pawn move, 100 needed",
        ),
        (
            "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
            drawn(DrawReason::Agreement),
            None,
            "the game is over: White wins by checkmate",
        ),
    ] {
        let mut game = game(start, "");
        // A judge that has found the mates of both sides.
        game = game.with_judge(Judge::new(|_, _, _| Some(true), 0));
        let before = told(&game);
        assert_eq!(game.end(outcome, announced).expect_err("it cannot").to_string(), message);
        assert_eq!(told(&game), before);
    }
    // Makruk counts, and knows no dead positions.
    let bare: Makruk = "8/8/4k3/8/8/8/8/4K3 w - - 0 1".parse().expect("a position");
    assert!(Game::new(bare).end(drawn(DrawReason::DeadPosition), None).is_err());
}

#[test]
fn an_ended_game_ends_no_second_time() {
    let mut game = game(START, "e2e4");
    game.resign(Color::White).expect("it goes on");
    let over = "the game is over: Black wins by resignation";
    let again = Outcome::Win { winner: Color::Black, by: WinReason::Resignation };
    assert_eq!(game.end(again, None).expect_err("over").to_string(), over);
}

#[test]
fn positions_and_keys_are_those_that_were_played_through() {
    let mut game = game("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", "");
    let mut seen = vec![*game.position()];
    for uci in ["e1g1", "e8c8", "a2a4", "b4a3", "a1a3"] {
        play(&mut game, uci);
        seen.push(*game.position());
    }
    let fens = |positions: &[Chess]| positions.iter().map(|position| position.fen().to_string()).collect::<Vec<_>>();
    assert_eq!(fens(&game.positions().collect::<Vec<_>>()), fens(&seen));
    let at: Vec<_> = (0..seen.len()).filter_map(|ply| game.position_at(ply)).collect();
    assert_eq!(fens(&at), fens(&seen));
    assert_eq!(game.position_at(seen.len()), None);
    assert!(game.san_moves().eq(["O-O", "O-O-O", "a4", "bxa3", "Rxa3"]));
    // A move that was taken back was not played.
    game.take_back();
    assert_eq!((game.positions().count(), game.san_moves().count()), (5, 4));
}

/// A game in which Black begins to count and stops again.
fn counted() -> Game<MakrukRules> {
    let start: Makruk = "8/m7/8/3k4/8/8/8/R3K3 b - - 4 10".parse().expect("a position");
    let mut game = Game::new(start);
    game.start_counting(Color::Black).expect("Black is to move");
    play(&mut game, "d5d4 a1a2");
    game.stop_counting(Color::Black).expect("Black is counting");
    play(&mut game, "d4d5 a2a1");
    game.start_counting(Color::Black).expect("Black is to move");
    game
}

#[test]
fn the_counting_side_may_stop_while_the_other_is_to_move() {
    let mut game = counted();
    play(&mut game, "d5d4");
    game.stop_counting(Color::Black).expect("Black is counting");
    play(&mut game, "a1a2 d4d5");
    let at = |ply| makruk::count(&game.position_at(ply).expect("played")).is_some();
    assert_eq!([4, 5, 6, 7].map(at), [true, false, false, false]);
    game.take_back();
    game.take_back();
    assert!(makruk::count(game.position()).is_none() && makruk::count(&game.position_at(5).expect("played")).is_none());
    assert!(makruk::count(&game.position_at(4).expect("played")).is_some());
    // A declaration before a move stays when the move is taken back.
    play(&mut game, "a1a2");
    assert!(makruk::count(&game.position_at(5).expect("played")).is_none());
    game.take_back();
    game.take_back();
    assert!(makruk::count(game.position()).is_some());
}

#[test]
fn earlier_positions_of_makruk_know_what_was_said() {
    let game = counted();
    let counts: Vec<_> = game.positions().map(|position| makruk::count(&position)).collect();
    assert_eq!(counts.iter().map(Option::is_some).collect::<Vec<_>>(), [true, true, false, false, true]);
    assert!((0..5).map(|ply| makruk::count(&game.position_at(ply).expect("played"))).eq(counts));
}

#[cfg(feature = "serde")]
mod forms {
    use std::fmt::Debug;

    use proptest::prelude::*;
    use serde::de::value::{Error as ValueError, MapDeserializer};
    use serde::de::{Deserialize, DeserializeOwned};
    use serde::ser::Serialize;

    use super::*;
    use common::{Random, starts};

    fn round_trip<T: Serialize + DeserializeOwned>(value: &T) -> [T; 2] {
        let json = serde_json::to_string(value).expect("JSON");
        let binary = postcard::to_allocvec(value).expect("postcard");
        [serde_json::from_str(&json).expect(&json), postcard::from_bytes(&binary).expect("postcard")]
    }

    fn json_error<T: DeserializeOwned + Debug>(json: &str) -> String {
        serde_json::from_str::<T>(json).expect_err(json).to_string()
    }

    #[test]
    fn games_survive() {
        for game in ended_games() {
            for again in round_trip(&game) {
                assert_eq!(told(&again), told(&game));
            }
        }
        let game = counted();
        for again in round_trip(&game) {
            assert_eq!(told(&again), told(&game));
            assert_eq!(makruk::count(again.position()), makruk::count(game.position()));
        }
    }

    #[test]
    fn the_forms_never_change() {
        let mut game = game(START, "e2e4");
        game.resign(Color::Black).expect("it goes on");
        let json =
            format!(r#"{{"start":"{START}","moves":["e2e4"],"outcome":"White wins by resignation","announced":null}}"#);
        assert_eq!(serde_json::to_string(&game).expect("JSON"), json);
        let mut binary = vec![56];
        binary.extend(START.bytes());
        binary.extend([1, 0x9C, 0x68, 1, 2, 0, 0]);
        assert_eq!(postcard::to_allocvec(&game).expect("postcard"), binary);
        let json = serde_json::to_string(&counted()).expect("JSON");
        assert!(json.ends_with(r#","counting":[[0,true],[2,false],[4,true]]}"#), "{json}");
        // Declarations in a wrong order are refused.
        let disordered = json.replace("[[0,true],[2,false],[4,true]]", "[[0,true],[4,true],[2,false]]");
        let error = serde_json::from_str::<Game<MakrukRules>>(&disordered).expect_err("out of order").to_string();
        assert!(!error.is_empty());
        let late = json.replace("[[0,true],[2,false],[4,true]]", "[[0,true],[2,false],[1,true]]");
        let error = serde_json::from_str::<Game<MakrukRules>>(&late).expect_err("out of order").to_string();
        assert!(error.starts_with("no place for a word on counting at ply 1"), "{error}");
    }

    #[test]
    fn a_game_in_json_takes_the_uci_of_web_pages() {
        use chess0x88::MoveKind::{CapturePromotion, Castle, EnPassant, Quiet};

        let start = "r3k2r/6P1/8/8/3pP3/8/8/R3K2R b KQkq e3 0 1";
        let read = |castles: &str| -> Game<ChessRules> {
            let json = format!(r#"{{"moves":["d4e3",{castles},"e3e2","g7h8q"],"start":"{start}"}}"#);
            serde_json::from_str(&json).expect(&json)
        };
        let (standard, chess960) = (read(r#""e1g1","e8c8","f1e1""#), read(r#""e1h1","e8a8","f1e1""#));
        assert_eq!(told(&standard), told(&chess960));
        let kinds: Vec<_> = standard.moves().iter().map(|mv| mv.kind()).collect();
        assert_eq!(kinds, [EnPassant, Castle, Castle, Quiet, Quiet, CapturePromotion]);
        let json = serde_json::to_string(&standard).expect("JSON");
        assert!(json.contains(r#""moves":["d4e3","e1g1","e8c8","f1e1","e3e2","g7h8q"]"#), "{json}");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn games_from_any_start_survive(start in starts(), seed: u64) {
            let mut random = Random::new(seed);
            let mut game = Game::new(start);
            for _ in 0..80 {
                // Castling, which is rare and has two spellings, is played whenever possible.
                let moves = game.position().legal_moves();
                let castle = moves.iter().copied().find(|mv| mv.castling().is_some());
                let Some(mv) = castle.or_else(|| random.pick(&moves)) else { break };
                game.play(mv).expect("legal");
            }
            for again in round_trip(&game) {
                prop_assert_eq!(told(&again), told(&game));
                prop_assert_eq!(&again, &game);
            }
        }
    }

    #[test]
    fn every_outcome_survives() {
        let mut sentences = Vec::new();
        for number in 0..49 {
            let outcome: Outcome = postcard::from_bytes(&[number]).expect("an outcome");
            assert_eq!(round_trip(&outcome), [outcome; 2]);
            assert_eq!(postcard::to_allocvec(&outcome), Ok(vec![number]));
            sentences.push(outcome.to_string());
        }
        sentences.dedup();
        assert_eq!((sentences.len(), postcard::from_bytes::<Outcome>(&[49]).is_err()), (49, true));
        assert_eq!(
            serde_json::to_string(&Outcome::Draw(DrawReason::BoardHonour)).expect("JSON"),
            "\"draw by board's honour\""
        );
        assert_eq!(
            json_error::<Outcome>("\"White wins\""),
            "invalid value: string \"White wins\", expected an outcome, such as White wins by checkmate or draw by agreement \
             at line 1 column 12"
        );
    }

    #[test]
    fn a_study_that_starts_with_too_many_queens_is_read_again() {
        let start = chess0x88::Setup::<ChessRules>::to_position_with(
            "QQQQQQQQ/8/QQ6/8/8/8/5k2/7K b - - 0 1".parse().expect("a setup"),
            chess0x88::Violations::TOLERABLE,
        );
        let game = Game::new(start.expect("tolerable"));
        for again in round_trip(&game) {
            assert_eq!(told(&again), told(&game));
        }
    }

    #[test]
    fn invalid_games_are_refused() {
        let read = |rest: &str| json_error::<Game<ChessRules>>(&format!(r#"{{"start":"{START}"{rest}}}"#));
        for (rest, message) in [
            ("", "missing field `moves`"),
            (r#","moves":["e2e4","e2e4"]"#, "at ply 1: no piece on e2"),
            (r#","moves":[],"moves":[]"#, "duplicate field `moves`"),
            (
                r#","plies":[]"#,
                "unknown field `plies`, expected one of `start`, `moves`, `outcome`, `announced`, `counting`",
            ),
            (
                r#","moves":[],"outcome":"White wins by checkmate""#,
                "the position does not allow this result: White wins by checkmate",
            ),
            (r#","moves":[],"announced":"e2e4""#, "e2e4 is announced, but nothing is claimed"),
            (r#","moves":[],"counting":[[0,true]]"#, "at ply 0: neither side is counting"),
            (r#","moves":"e2e4""#, "invalid type: string \"e2e4\", expected a sequence"),
            (r#","moves":["e2e9"]"#, "expected a rank 1-8 at byte 3, found '9'"),
            (
                r#","moves":["e2e4 double step"]"#,
                "expected a lower-case promotion letter or the end at byte 4, found a space",
            ),
            (r#","moves":[7]"#, "invalid type: integer `7`, expected a move in UCI, such as e2e4, e1g1 or e7e8q"),
            (r#","moves":[],"outcome":"draw by fifty moves","announced":"e4e5""#, "the announced move: no piece on e4"),
        ] {
            let found = read(rest);
            assert!(found.starts_with(message), "{rest}: {found}");
        }
        let start = "8/m7/8/3k4/8/8/8/R3K3 b - - 4 10";
        let late = format!(r#"{{"start":"{start}","moves":[],"counting":[[1,true]]}}"#);
        let found = json_error::<Game<MakrukRules>>(&late);
        assert!(found.starts_with("no place for a word on counting at ply 1"), "{found}");
        assert!(json_error::<Game<ChessRules>>("7").starts_with("invalid type: integer `7`, expected a game"));
        // A format that numbers the fields.
        let numbered = MapDeserializer::<_, ValueError>::new([(7_u8, 1_u8)].into_iter());
        let found = Game::<ChessRules>::deserialize(numbered).expect_err("there is no eighth field").to_string();
        assert_eq!(found, "invalid value: integer `7`, expected field index 0 <= i < 5");
    }
}

/// A game stores some positions, and plays moves from the nearest one. Every ply has the right position, in any order of calls.
#[test]
fn a_long_game_is_the_same_forwards_and_backwards() {
    fn check<R: Rules>(start: Position<R>) {
        let mut random = common::Random(0x88);
        let (mut game, mut seen) = (Game::new(start), vec![]);
        let state = |game: &Game<R>| (game.position().fen(), game.position().key(), game.repetitions());
        for _ in 0..150 {
            let Some(mv) = random.pick(&game.position().legal_moves()) else { break };
            seen.push(state(&game));
            game.play(mv).expect("a legal move");
        }
        assert!(seen.len() > 64, "{} plies", seen.len());
        for (ply, seen) in seen.iter().enumerate() {
            assert_eq!(game.position_at(ply).map(|position| position.fen()), Some(seen.0));
        }
        let last = state(&game);
        for seen in seen.iter().rev() {
            game.take_back().expect("a move");
            assert_eq!(state(&game), *seen);
        }
        assert!(game.take_back().is_none());
        for seen in &seen {
            assert_eq!(state(&game), *seen);
            game.redo().expect("a move");
        }
        assert!(state(&game) == last && game.redo().is_none());
    }
    check(Chess::startpos());
    check(Makruk::startpos());
}

//! Random games with all parts that a game can have survive writing and reading. Illegal games give the expected reasons.
//!
//! With `PGN_BLESS=1` in the environment the corpus is written again; read the difference before you keep it.

use std::fmt::Write;

use chess0x88::ChessRules;
use chess0x88_pgn::{GameResult, GameTree, NodeId, PgnError, Reader, Step, Writer};
use common::{Random, positions};
use proptest::prelude::*;

type Game = GameTree<ChessRules>;

const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../crates/pgn/tests/data/illegal.txt");

const COMMENTS: [&str; 8] = [
    "Best.",
    "[%clk 0:03:00.5] [%eval -0.25,20]",
    "with a } brace",
    "Überraschend: ♘f3!",
    "",
    "{ ( ; $ % \\ \" [",
    "a long comment, which has to go over more than one line of the file that is written, unless nobody wraps lines",
    "1-0",
];

/// Grows a tree, mostly from the last node, sometimes from an earlier one, with comments and glyphs here and there.
fn grow(mut game: Game, seed: u64, moves: usize) -> Game {
    let mut random = Random::new(seed);
    let mut nodes = vec![game.root()];
    for _ in 0..moves {
        let parent = if random.one_in(5) { random.pick(&nodes) } else { nodes.last().copied() }.expect("the root");
        let position = game.position(parent).expect("a node");
        let added = match random.pick(&position.legal_moves()) {
            _ if random.one_in(25) => game.add_null_move(parent).ok(),
            Some(mv) => Some(game.add_variation(parent, mv).expect("a legal move")),
            None => None,
        };
        let Some(id) = added else { continue };
        nodes.push(id);
        // Only a move that starts a variation has comments around it.
        let starts = game.variations(parent).first() != Some(&id);
        let node = game.node_mut(id).expect("just added");
        if random.one_in(4) {
            node.nags.push(random.below(256) as u8);
        }
        if random.one_in(4) {
            node.comments.extend(random.pick(&COMMENTS).map(String::from));
        }
        if starts && random.one_in(3) {
            node.starting_comments.extend(random.pick(&COMMENTS).map(String::from));
            node.closing_comments.extend(random.pick(&COMMENTS).map(String::from));
        }
    }
    // Variations that change places keep their comments.
    for _ in 0..random.below(5) {
        let node = random.pick(&nodes).expect("the root");
        let _ = if random.one_in(2) { game.promote_to_main(node) } else { game.demote(node) };
    }
    game.tags.push(("Event".into(), "\"Random\" \\ play".into()));
    game.result = random.pick(&[GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw, GameResult::Unknown]);
    game
}

/// All parts of a game in the order of PGN. Line breaks in comments depend on the width.
fn contents(game: &Game) -> impl PartialEq + std::fmt::Debug {
    let node = |id: NodeId| {
        let node = game.node(id).expect("a node");
        let plain = |comments: &[String]| comments.iter().map(|text| text.replace('\n', " ")).collect::<Vec<_>>();
        (
            node.mv(),
            node.nags.clone(),
            plain(&node.starting_comments),
            plain(&node.comments),
            plain(&node.closing_comments),
        )
    };
    let steps: Vec<_> = game
        .walk()
        .map(|step| match step {
            Step::Move(id) => Ok(node(id)),
            other => Err(other),
        })
        .collect();
    (game.tags.clone(), game.result, game.start().fen().to_string(), node(game.root()), steps)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn games_read_back_equal(start in positions(), seed: u64, moves in 0..80_usize) {
        let game = grow(Game::with_start(start), seed, moves);
        for width in [79, usize::MAX, 0] {
            let mut text = String::new();
            game.write(&mut Writer::with_width(&mut text, width)).unwrap();
            let again: Game = text.parse().unwrap();
            prop_assert_eq!(contents(&again), contents(&game), "{}", text);
        }
    }

    #[test]
    fn many_games_are_read_one_by_one(seeds in prop::collection::vec(any::<u64>(), 0..5)) {
        let games: Vec<Game> = seeds.iter().map(|&seed| grow(Game::new(), seed, 30)).collect();
        let mut text = String::new();
        let mut writer = Writer::new(&mut text);
        for game in &games {
            game.write(&mut writer).unwrap();
        }
        let again: Vec<Game> = Game::read_all(text.as_bytes()).collect::<Result<_, _>>().unwrap();
        prop_assert_eq!(again.iter().map(contents).collect::<Vec<_>>(), games.iter().map(contents).collect::<Vec<_>>());
    }

    #[test]
    fn damaged_games_do_no_harm(seed: u64, cut in 0..2000_usize, byte: u8) {
        let mut text = grow(Game::new(), seed, 40).to_string().into_bytes();
        let at = cut % text.len();
        text[at] = byte;
        text.extend(b"\n\n[Event \"next\"]\n\n1. e4 *\n");
        let mut reader = Reader::new(&text);
        let mut strict = Game::read_all(&text);
        while let Some((game, error)) = Game::read_lenient(&mut reader) {
            prop_assert!(error.is_none_or(|error| error.offset() <= text.len()));
            match (strict.next().unwrap(), error) {
                // These errors cost no move, comment or variation.
                (
                    Ok(same),
                    None
                    | Some(
                        PgnError::TagName { .. }
                        | PgnError::TagValue { .. }
                        | PgnError::UnclosedTag { .. }
                        | PgnError::Nag { .. }
                        | PgnError::LargeNag { .. }
                        | PgnError::Repaired { .. }
                        | PgnError::CastlingRights { .. }
                        | PgnError::UnexpectedByte { .. }
                        | PgnError::UnknownSymbol { .. }
                        | PgnError::UnopenedVariation { .. }
                        | PgnError::NextGame { .. },
                    ),
                ) => prop_assert_eq!(contents(&same), contents(&game)),
                (strict, error) => prop_assert_eq!(strict.err(), error),
            }
            // The rest can be written and read.
            let again: Game = game.to_string().parse().unwrap();
            prop_assert_eq!(again.to_string(), game.to_string());
        }
        prop_assert!(strict.next().is_none());
    }
}

#[test]
fn lines_break_where_it_makes_no_difference() {
    let written = |comment: &str, width| {
        let mut text = String::new();
        let mut writer = Writer::with_width(&mut text, width);
        writer.san(0, "e4").and_then(|()| writer.comment(comment)).expect("room");
        writer.end_game(GameResult::Unknown).expect("room");
        text
    };
    for length in 55..85 {
        let before = "x".repeat(length);
        // At the start of a line it would escape the line.
        let text = written(&format!("{before} % y"), 79);
        assert!(text.lines().all(|line| !line.starts_with('%')), "{text}");
        let command = format!("[%x {}]", "word ".repeat(9));
        let text = written(&format!("{before} {command} y"), 79);
        assert!(text.contains(&command), "{text}");
        let text = written(&format!("{before} y z"), 79);
        assert!(text.lines().all(|line| line.len() <= 79.max(length + 1)), "{text}");
    }
    // The end of a comment is found in texts that come in pieces, any number of times.
    let mut text = String::new();
    let mut writer = Writer::new(&mut text);
    writer.san(0, "e4").and_then(|()| writer.comment(format_args!("{}{}", "a } b", " } c"))).expect("room");
    writer.end_game(GameResult::Unknown).expect("room");
    assert!(text.contains("; a } b } c\n"), "{text}");
    // A word longer than the buffer also fills its line.
    let text = written(&format!("{} z", "y".repeat(400)), 350);
    assert!(text.lines().any(|line| line.starts_with('z')), "{text}");
}

#[test]
fn nothing_in_a_comment_with_a_brace_ends_its_line() {
    for (comment, kept) in [
        ("a } <br> e5", "a } < br> e5"),
        ("}</P>e5", "}< /P>e5"),
        ("} 1 <2> < br>, <", "} 1 <2> < br>, <"),
        ("a\n} <\nbr>", "a } < br>"),
        ("} 1<2 a<b", "} 1<2 a< b"),
    ] {
        let mut text = String::new();
        let mut writer = Writer::new(&mut text);
        let (first, rest) = comment.split_at(comment.find('<').map_or(0, |at| at + 1));
        writer.san(0, "e4").and_then(|()| writer.comment(format_args!("{first}{rest}"))).expect("room");
        writer.end_game(GameResult::Unknown).expect("room");
        assert_eq!(text, format!("1. e4 ; {kept}\n*\n"));
        let game: Game = text.parse().expect("a game");
        let node = game.main_line().next().and_then(|id| game.node(id)).expect("e4");
        assert_eq!(node.comments, [kept]);
    }
}

#[test]
fn the_corpus_of_illegal_games() {
    let corpus = std::fs::read_to_string(CORPUS).expect("the corpus");
    let mut actual = String::new();
    let mut inputs = 0;
    for line in corpus.lines().filter(|line| !line.starts_with(['=', '!'])) {
        writeln!(actual, "{line}").unwrap();
        let Some(input) = line.strip_prefix("> ") else { continue };
        inputs += 1;
        let input = input.replace("\\n", "\n");
        // A character beyond Latin-1 has no byte; the corpus has none.
        let latin_1: Vec<u8> = input.chars().map(|char| u8::try_from(char).expect("Latin-1")).collect();
        let mut reader = Reader::new(&latin_1);
        while let Some(game) = Game::read(&mut reader) {
            match game {
                Ok(game) => writeln!(actual, "= {}", game.to_string().trim_end().replace('\n', "\\n")).unwrap(),
                Err(error) => writeln!(actual, "! {error}").unwrap(),
            }
        }
    }
    if std::env::var_os("PGN_BLESS").is_some() {
        std::fs::write(CORPUS, &actual).expect("writing the corpus");
    }
    assert!(inputs >= 40);
    for (line, (actual, expected)) in actual.lines().zip(corpus.lines()).enumerate() {
        assert_eq!(actual, expected, "line {} of the corpus", line + 1);
    }
    assert_eq!(actual.lines().count(), corpus.lines().count());
}

#[test]
fn lines_are_broken_by_characters_not_by_bytes() {
    // With a width of 17 the first line is exactly full.
    for width in [17, 20] {
        let mut text = String::new();
        let mut writer = Writer::with_width(&mut text, width);
        writer.san(0, "e4").unwrap();
        writer.comment("ผผผผ ผผผผ ผผผผ ผผผผ").unwrap();
        writer.end_game(GameResult::Unknown).unwrap();
        assert_eq!(text, "1. e4 { ผผผผ ผผผผ\nผผผผ ผผผผ } *\n");
    }
}

#[test]
fn a_variation_without_moves_is_parted_from_what_follows() {
    let mut text = String::new();
    let mut writer = Writer::new(&mut text);
    writer.san(0, "e4").and_then(|()| writer.begin_variation()).and_then(|()| writer.end_variation()).expect("room");
    writer.nag(1).and_then(|()| writer.end_game(GameResult::Unknown)).expect("room");
    assert_eq!(text, "1. e4 () $1 *\n");
}

#[test]
fn a_game_that_begins_with_blacks_move_has_its_number_wherever_it_stands() {
    let mut text = String::new();
    let mut writer = Writer::new(&mut text);
    for tag in [None, None, Some("Event")] {
        tag.into_iter().try_for_each(|tag| writer.tag(tag, "?")).expect("room");
        writer.san(1, "e5").and_then(|()| writer.san(2, "f4")).and_then(|()| writer.san(3, "exf4")).expect("room");
        writer.end_game(GameResult::Unknown).expect("room");
    }
    // Tags after moves begin another game.
    writer.san(0, "e4").and_then(|()| writer.tag("Event", "?")).and_then(|()| writer.san(1, "c5")).expect("room");
    let game = "1... e5 2. f4 exf4 *\n";
    assert_eq!(text, format!("{game}\n{game}\n[Event \"?\"]\n\n{game}\n1. e4\n\n[Event \"?\"]\n\n1..."));
}

//! Games with rare moves through every function that lists something of a game, beside a plain list of their positions.

use std::io::Cursor;

use crate::events::{Event, events};
use chess0x88::san::PieceLetters;
use chess0x88::{Chess, ChessRules, Color, Game};
use chess0x88_pgn::{
    GameResult, GameTree, PgnError, Reader, Step, StreamReader, TreeBuilder, games, play_san, split_games,
};

/// A start, moves, and a result.
const GAMES: [(&str, &str, &str); 12] = [
    ("", "", "*"),
    ("", "", ""),
    ("", "e4 -- d4 d5 -- Nf6", "1-0"),
    ("", "e4 e5 Ke2 Ke7 Ke1 Ke8", ""),
    ("", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8", "1/2-1/2"),
    ("", "f3 e5 g4 Qh4#", "0-1"),
    ("", "e4 a6 e5 d5 exd6 Nc6 dxc7 Nb8 cxb8=N", "*"),
    ("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 7 41", "Nc6 Nf3", "0-1"),
    ("4k3/P6P/8/8/8/8/p6p/4K3 b - - 0 9", "a1=Q+ Kd2 Qxa7 h8=R+ Kd7", "1-0"),
    ("k7/7p/8/8/8/8/8/1KR5 w C - 0 1", "O-O -- Re1 h5", "*"),
    ("4k2r/8/8/8/8/8/8/4K3 b k - 3 99", "O-O Kd2 Rd8+", "1-0"),
    ("8/8/8/8/8/5k2/6q1/7K w - - 0 1", "", "0-1"),
];

/// The game as text, with a comment after each move, and its positions.
fn game((fen, moves, result): (&str, &str, &str), comment: &str) -> (String, Vec<Chess>) {
    let mut position: Chess = if fen.is_empty() { Chess::startpos() } else { fen.parse().expect(fen) };
    let mut text = String::new();
    if !fen.is_empty() {
        let variant = if fen.contains(" C ") { "[Variant \"Chess960\"]\n" } else { "" };
        text = format!("{variant}[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n");
    }
    let mut positions = vec![position];
    for san in moves.split_whitespace() {
        let dots = if position.turn() == Color::White { "." } else { "..." };
        text += &[&position.fullmove_number().to_string(), dots, " ", san, " {", comment, "} "].concat();
        match san {
            "--" => _ = position.make_null().expect("no check"),
            _ => _ = position.play_san(san).expect(san),
        }
        positions.push(position);
    }
    if moves.is_empty() && result.is_empty() {
        text += "{nothing}";
    }
    (text + result, positions)
}

/// What a tree tells of its main line, beside the positions.
fn tells(tree: &GameTree, positions: &[Chess], moves: &[&str], what: &str) {
    let line: Vec<_> = tree.main_line().collect();
    assert_eq!(line.len(), moves.len(), "{what}");
    let fen = |position: Chess| position.fen();
    assert_eq!(tree.start().fen(), positions[0].fen(), "{what}");
    assert_eq!(tree.position(tree.root()).map(fen), Some(positions[0].fen()), "{what}");
    let mut parent = tree.root();
    for (n, &id) in line.iter().enumerate() {
        let (before, after) = (&positions[n], &positions[n + 1]);
        let node = tree.node(id).expect("a node");
        let mv = (moves[n] != "--").then(|| before.parse_san(moves[n]).expect("legal"));
        assert_eq!((node.mv(), node.parent(), tree.ply(id)), (mv, Some(parent), Some(n as u32 + 1)), "{what}");
        assert_eq!(tree.position(id).map(fen), Some(after.fen()), "{what}");
        assert_eq!(tree.san(id).as_deref(), Some(moves[n]), "{what}");
        assert_eq!(tree.san_moves(id), moves[..=n], "{what}");
        assert_eq!(tree.path(id), line[..=n], "{what}");
        assert!(tree.is_main_line(id) && tree.variations(parent) == [id], "{what}");
        assert_eq!(mv.and_then(|mv| tree.find_variation(parent, mv)), mv.map(|_| id), "{what}");
        parent = id;
    }
    assert!(tree.walk().eq(line.iter().map(|&id| Step::Move(id))), "{what}");
}

#[test]
fn rare_moves_are_told_alike_by_every_function() {
    let long = "word ".repeat(14_000);
    for game_text in GAMES {
        for comment in ["", "[%eval 0.5] [%clk 0:01:00]", if game_text.1.len() < 12 { &long } else { "x" }] {
            let ((_, moves, result), (text, positions)) = (game_text, game(game_text, comment));
            let moves: Vec<&str> = moves.split_whitespace().collect();
            let what = format!("{game_text:?}");
            let read = |tree: Result<GameTree, PgnError>| tree.unwrap_or_else(|error| panic!("{what}: {error}"));
            let tree: GameTree = read(text.parse());
            let ways: [GameTree; 6] = [
                read(GameTree::read(&mut Reader::new(&text)).expect("a game")),
                read(GameTree::read_all(text.as_bytes()).next().expect("a game")),
                read(games(&text).next().expect("a game")),
                GameTree::read_lenient(&mut Reader::new(&text))
                    .map(|(tree, error)| {
                        assert_eq!(error, None, "{what}");
                        tree
                    })
                    .expect("a game"),
                StreamReader::new(Cursor::new(&text)).next().expect("a game").expect("no error"),
                read(tree.to_string().parse()),
            ];
            for node in tree.main_line().filter_map(|id| tree.node(id)) {
                assert_eq!(node.comments.concat().trim(), comment.trim(), "{what}");
            }
            for other in &ways {
                tells(other, &positions, &moves, &what);
                assert_eq!(*other, tree, "{what}");
            }
            assert!(split_games(text.as_bytes()).eq(std::iter::once(0..text.len())), "{what}");
            assert_eq!(tree.result, GameResult::from_ascii(result.as_bytes()), "{what}");
            // The events of a reader, played move by move, and built anew.
            let sans = events(text.as_bytes())
                .into_iter()
                .filter_map(|event| if let Event::San(san) = event { Some(san) } else { None });
            let (mut position, mut builder) = (positions[0], TreeBuilder::untagged(positions[0]));
            for (n, san) in sans.enumerate() {
                assert_eq!(san, moves[n], "{what}");
                if san == "--" {
                    position.make_null().expect("no check");
                    builder.play_null().expect("no check");
                } else {
                    play_san(&mut position, san.as_bytes()).expect("legal");
                    builder.play_san(san.as_bytes(), PieceLetters::ENGLISH).expect("legal");
                }
                assert_eq!(
                    (position.fen(), builder.position().fen()),
                    (positions[n + 1].fen(), position.fen()),
                    "{what}"
                );
            }
            tells(&builder.finish(), &positions, &moves, &what);
            // A game has no null moves, and ends where the rules end it.
            let played: Option<Game<ChessRules>> = tree.to_game();
            assert_eq!(played.is_none(), moves.contains(&"--"), "{what}");
            let Some(played) = played else { continue };
            assert_eq!(played.position().fen(), positions[moves.len()].fen(), "{what}");
            assert_eq!(chess0x88_pgn::read::<ChessRules>(&text).as_ref(), Ok(&played), "{what}");
            tells(&GameTree::from(&played), &positions, &moves, &what);
            let written = chess0x88_pgn::write(&played);
            tells(&read(written.parse()), &positions, &moves, &what);
        }
    }
}

/// Two errors in a game, each with its place, in all ways that tell them.
#[test]
fn of_two_errors_the_reader_tells_both_and_a_tree_the_first() {
    let text = "1. e4 $x e5 ) 2. Ke3 Ke7 *\n\n1. d4 *";
    let told = ["line 1, byte 6: expected a number after `$`, found `x`", "line 1, byte 12: `)` closes no variation"];
    let errors = events(text.as_bytes())
        .into_iter()
        .filter_map(|event| if let Event::Error(error) = event { Some(error.to_string()) } else { None });
    assert!(errors.eq(told));
    let (tree, error) = GameTree::<ChessRules>::read_lenient(&mut Reader::new(text)).expect("a game");
    assert_eq!((tree.main_line().count(), error.map(|error| error.to_string())), (2, Some(told[0].into())));
    assert_eq!(games(text).flatten().count(), 1);
}

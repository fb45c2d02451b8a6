//! Writes a folder of seeds for every fuzz target out of the library's test data: `seeds FOLDER`.

use std::path::Path;
use std::{env, io};

use chess0x88::{ChessRules, Game, MakrukRules, Position, Rules, Violations, fen, packed};
use chess0x88_fuzz::{Seeds, TARGETS};
use chess0x88_pgn::GameTree;
use common::Random;
use serde_json::json;

/// Lines of a text that are no comments.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.starts_with('#') && !line.is_empty())
}

fn byte(random: &mut Random) -> u8 {
    random.below(256) as u8
}

/// A game of so many moves.
fn game<R: Rules>(random: &mut Random, plies: usize) -> Game<R> {
    let mut game = Game::new(Position::<R>::startpos());
    for _ in 0..plies {
        let moves = game.position().legal_moves();
        if moves.is_empty() || game.play(moves[random.below(moves.len())]).is_err() {
            break;
        }
    }
    game
}

/// The positions of a suite, and what stands in its lines before a semicolon or a tab.
fn fens(seeds: &mut Seeds, text: &str) {
    for line in lines(text) {
        let fen = line.split([';', '\t', '|']).next().unwrap_or(line).trim();
        seeds.add(&["fen"], fen);
        seeds.add(&["serde"], serde_json::to_vec(fen).expect("a string"));
        seeds.add(&["serde"], postcard::to_allocvec(fen).expect("bytes"));
        seeds.add(&["wasm"], [&[8, 0, 0, 1, 0, fen.len() as u8], fen.as_bytes(), &[19, 0, 0, 0, 0, 0, 3]].concat());
        seeds.add(&["differential"], [&[1, 0, 0, 0], fen.as_bytes()].concat());
        let chess = fen::parse_tolerating::<ChessRules>(fen, Violations::TOLERABLE).ok();
        let makruk = fen::parse_tolerating::<MakrukRules>(fen, Violations::TOLERABLE).ok();
        let chess = chess.and_then(|position| packed::pack(&position));
        let makruk = makruk.and_then(|position| packed::pack(&position));
        for packed in chess.into_iter().chain(makruk) {
            seeds.add(&["packed"], packed);
        }
    }
}

/// Inputs as corpora of PGN have them, with escapes undone.
fn games(seeds: &mut Seeds, text: &str) {
    for input in lines(text).filter_map(|line| line.strip_prefix("> ")) {
        let plain = input.replace("\\n", "\n").replace("\\r", "\r").replace("\\t", "\t").replace("\\\\", "\\");
        pgn(seeds, &plain);
    }
}

fn pgn(seeds: &mut Seeds, text: &str) {
    seeds.add(&["pgn_stream"], [&[7], text.as_bytes()].concat());
    seeds.add(&["pgn_large"], [b"\0", text.as_bytes()].concat());
    seeds.add(&["wasm"], [&[0, 0, 0, 80, 0, 255], text.as_bytes()].concat());
    seeds.add(&["serde"], serde_json::to_vec(text).expect("a string"));
    seeds.add(&["pgn_tree"], [&[1, 6, 3, 1, 2, 0], text.as_bytes()].concat());
}

fn main() -> io::Result<()> {
    let folder = env::args().nth(1).unwrap_or_else(|| "seeds".into());
    let mut seeds = Seeds::default();
    let mut random = Random(88);
    fens(&mut seeds, include_str!("../../tests/data/fen_bad.txt"));
    fens(&mut seeds, include_str!("../../tests/data/fen_lenient.txt"));
    fens(&mut seeds, include_str!("../../tests/data/perft_standard.epd"));
    fens(&mut seeds, include_str!("../../tests/data/perft_cpw.epd"));
    fens(&mut seeds, include_str!("../../tests/data/perft_makruk.epd"));
    fens(&mut seeds, include_str!("../../tests/data/makruk_random.epd"));
    fens(&mut seeds, include_str!("../../tests/data/makruk_san.txt"));
    for line in lines(include_str!("../../tests/data/wac.epd")).chain(lines(include_str!("../../tests/data/mates.epd")))
    {
        seeds.add(&["epd"], line);
    }
    for line in lines(include_str!("../../crates/pgn/tests/data/epd_bad.txt")) {
        let line = line.split('\t').next().unwrap_or(line).replacen("K ", "4k3/8/8/8/8/8/8/4K2R w K -", 1);
        seeds.add(&["epd"], line);
    }
    games(&mut seeds, include_str!("../../crates/pgn/tests/data/bad.txt"));
    games(&mut seeds, include_str!("../../crates/pgn/tests/data/illegal.txt"));
    // What a reader once came back to for each of its repetitions.
    for piece in [
        "-",
        "0-0-",
        "0000 ",
        "1-0",
        "[A \"",
        "[A \"1\"]",
        "{}",
        "(",
        "((e4) ",
        "$1 ",
        "; x\n",
        "e4\n\n1. ",
        "{\n[A \"\n",
        "% \n",
    ] {
        seeds.add(&["pgn_large"], [b"[A \"1\"]\n\n1. e4 \0", piece.as_bytes(), b"\0 *\n"].concat());
    }
    for value in [
        json!("e4"),
        json!("e2e4 double step"),
        json!("e7d8q capture promotion"),
        json!("White wins by checkmate"),
        json!("fifty moves"),
        json!(["h1", "a1", null, null]),
        json!(["e1", "e2"]),
        json!({"start": "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "moves": ["a1a7"], "outcome": "White wins by resignation", "announced": null}),
        json!({"start": "4k3/8/8/8/8/8/8/R3K3 w Q - 99 80", "moves": [], "outcome": "draw by fifty moves", "announced": "a1a2"}),
        json!({"start": "8/8/3k4/8/8/3R4/3M4/3K4 w - - 0 1", "moves": ["d1c1"], "counting": [[0, true], [1, false]]}),
    ] {
        seeds.add(&["serde"], value.to_string());
    }
    for plies in 0..40 {
        let (chess, makruk) = (game::<ChessRules>(&mut random, plies), game::<MakrukRules>(&mut random, plies));
        pgn(&mut seeds, &GameTree::from(&chess).to_string());
        pgn(&mut seeds, &GameTree::from(&makruk).to_string());
        seeds.add(&["serde"], postcard::to_allocvec(&chess).expect("bytes"));
        seeds.add(&["serde"], postcard::to_allocvec(&makruk).expect("bytes"));
        seeds.add(&["writer"], (0..100).map(|_| byte(&mut random)).collect::<Vec<_>>());
    }

    // Behind a flag for the game: a published position by its number, as `positions` reads them; and the same played on.
    for number in (0..200_u8).step_by(4) {
        for flag in [0, 1] {
            let head = [flag, 1, 0, number];
            let position = chess0x88_fuzz::seeded(&head);
            for (san, uci) in position.iter().step_by(5) {
                seeds.add(&["san"], [&head, san.as_bytes()].concat());
                seeds.add(&["uci"], [&head, uci.as_bytes()].concat());
            }
            let mut long = head.to_vec();
            long.extend((0..60).map(|_| byte(&mut random)));
            seeds.add(&["backends", "game", "inference", "play_undo", "unchecked", "setup"], &long);
            seeds.add(&["differential", "perft_table"], &long[1..]);
            let mut thrown = vec![flag];
            thrown.extend((0..120).map(|_| byte(&mut random)));
            thrown[1] = 2;
            seeds.add(&["backends", "game", "inference", "play_undo", "unchecked", "setup"], &thrown);
            // A move or the FEN of the position, with letters changed.
            for text in 1..4 {
                let changes: Vec<u8> = (0..13).map(|_| byte(&mut random)).collect();
                seeds.add(&["differential"], [&head[1..], &[text << 3], &changes].concat());
            }
            if flag == 1 {
                // A book of the position, its neighbour and a stranger.
                let mut book = [&head[1..], &[0; 8]].concat();
                for entry in 0..6 {
                    book.extend([0, 0, 0, 0, 0, 0, 0, entry / 2]);
                    book.extend((0..8).map(|_| byte(&mut random)));
                }
                seeds.add(&["polyglot"], book);
            }
        }
    }
    for (name, _) in TARGETS {
        let written = seeds.write(name, &Path::new(&folder).join(name))?;
        println!("{name}: {written} seeds");
    }
    Ok(())
}

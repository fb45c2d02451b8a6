//! Openings beside the data that they are made from, and beside a walk over all lines.

use std::collections::HashMap;

use chess0x88::error::Reason;
use chess0x88::{Chess, Game, Move};
use chess0x88_openings::{Lines, Opening, fill_tags};
use chess0x88_pgn::GameTree;
use proptest::prelude::*;

/// Code, name and moves of each line of the data.
fn data() -> impl Iterator<Item = (String, String, Vec<Move>)> {
    let text = ["a", "b", "c", "d", "e"].map(|volume| {
        let path = format!("{}/data/{volume}.tsv", env!("CARGO_MANIFEST_DIR"));
        std::fs::read_to_string(path).expect("the data")
    });
    text.into_iter().flat_map(|text| text.lines().skip(1).map(row).collect::<Vec<_>>())
}

fn row(line: &str) -> (String, String, Vec<Move>) {
    let columns: Vec<_> = line.split('\t').collect();
    let mut position = Chess::startpos();
    let san = columns[2].split(' ').filter(|word| !word.ends_with('.'));
    let moves = san.map(|san| position.play_san(san).expect("a legal move")).collect();
    (columns[0].into(), columns[1].into(), moves)
}

fn play(moves: &[Move]) -> Chess {
    let mut position = Chess::startpos();
    for &mv in moves {
        position.play(mv).expect("a legal move");
    }
    position
}

#[test]
fn each_line_of_the_data_ends_in_its_name() {
    for (code, name, moves) in data() {
        let opening = Opening::of(&play(&moves)).expect("a name");
        assert_eq!((opening.code(), opening.name().to_string()), (code.as_str(), name.clone()));
        assert_eq!(opening.name(), name.as_str());
        assert_eq!(opening.to_string(), format!("{code} {name}"));
        let (family, variation) = name.split_once(": ").map_or((name.as_str(), None), |(a, b)| (a, Some(b)));
        assert_eq!((opening.family(), opening.variation()), (family, variation));
        assert_eq!(Opening::of_game(&Chess::startpos(), &moves), Ok(Some((opening, moves.len()))));
        assert!(opening.lines().any(|line| line.moves().eq(moves.iter().copied())), "{name}");
    }
}

#[test]
fn the_lines_are_those_of_the_data() {
    let mut wanted: Vec<_> = data().map(|(code, name, moves)| (moves, format!("{code} {name}"))).collect();
    wanted.sort();
    let lines: Vec<_> =
        Lines::all().map(|line| (line.moves().collect::<Vec<_>>(), line.opening().to_string())).collect();
    assert_eq!(lines, wanted);
    assert_eq!(Opening::all().map(|opening| opening.lines().count()).sum::<usize>(), wanted.len());
}

#[test]
fn openings_are_sorted_and_each_is_once() {
    let all: Vec<_> = Opening::all().map(|opening| (opening.code(), opening.family(), opening.variation())).collect();
    assert!(all.windows(2).all(|pair| pair[0] < pair[1]));
    let mut codes: Vec<_> = all.iter().map(|opening| opening.0).collect();
    codes.dedup();
    assert_eq!(codes.len(), 500, "each code has an opening");
}

/// A name is one of a position: a name with several codes, or a position with several names, would mislead a table of games. The
/// program that makes the table refuses a position with two names; this says how many names have more than one code.
#[test]
fn names_with_several_codes_are_known() {
    let mut codes: HashMap<String, Vec<&str>> = HashMap::new();
    for opening in Opening::all() {
        codes.entry(opening.name().to_string()).or_default().push(opening.code());
    }
    assert_eq!(codes.len(), 3174);
    assert_eq!(codes.values().filter(|codes| codes.len() > 1).count(), 108);
}

#[test]
fn a_search_finds_what_a_lower_case_copy_finds() {
    for part in ["najdorf", "NAJDORF", "Gambit, with", "king's", "", "ruy lopez: closed", "no such name"] {
        let found: Vec<_> = Opening::search(part).collect();
        let naive =
            Opening::all().filter(|opening| opening.name().to_string().to_lowercase().contains(&part.to_lowercase()));
        assert_eq!(found, naive.collect::<Vec<_>>(), "{part}");
    }
    for (plain, accents) in [("saemisch", 0), ("samisch", 30), ("SÄMISCH", 30), ("maroczy", 20), ("Reti Opening", 20)]
    {
        assert!(Opening::search(plain).count() >= accents, "{plain}");
    }
}

#[test]
fn castling_rights_and_captures_en_passant_count_and_clocks_do_not() {
    let of = |fen: &str| Opening::of(&fen.parse().expect("legal")).map(Opening::code);
    assert_eq!(of("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"), Some("B00"));
    assert_eq!(of("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 17 40"), Some("B00"));
    assert_eq!(of("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQk - 0 1"), None);
    assert_eq!(of("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1"), None);
}

#[test]
fn a_start_of_chess960_has_no_name_until_it_is_a_known_position() {
    for number in 0..960 {
        let start = Chess::chess960(number).expect("a start");
        assert_eq!(Opening::of(&start), None);
        let first = start.legal_moves()[0];
        assert_eq!(Opening::of_game(&start, [first]).expect("legal").is_some(), number == 518, "{number}");
    }
}

#[test]
fn an_illegal_move_is_an_error() {
    let e4 = Chess::startpos().parse_san("e4").expect("legal");
    let error = Opening::of_game(&Chess::startpos(), [e4, e4]).expect_err("White has moved");
    assert!(matches!(error.reason, Reason::WrongColor { .. } | Reason::NoPiece { .. }), "{error}");
}

#[test]
fn tags_that_stand_are_kept() {
    let text = |tags: &str| format!("{tags}\n1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 *");
    let (code, family, variation) = (Some("B90"), Some("Sicilian Defense"), Some("Najdorf Variation"));
    for (tags, wanted) in [
        ("", [code, family, variation]),
        ("[ECO \"?\"]\n[Opening \"\"]\n", [code, family, variation]),
        ("[ECO \"B99\"]\n", [Some("B99"), family, variation]),
        ("[Opening \"Sicilian Defense\"]\n", [code, family, variation]),
        ("[Opening \"Sicilian\"]\n", [code, Some("Sicilian"), None]),
        ("[Variation \"Mine\"]\n", [code, family, Some("Mine")]),
    ] {
        let mut game: GameTree = text(tags).parse().expect("a game");
        assert_eq!(fill_tags(&mut game).map(Opening::code), Some("B90"));
        assert_eq!(["ECO", "Opening", "Variation"].map(|name| game.tag(name)), wanted, "{tags}");
    }
    let mut unnamed: GameTree = "1. Na3 a5 2. Nc4 a4 3. Na5 *".parse().expect("a game");
    let before = unnamed.to_string();
    assert_eq!(fill_tags(&mut unnamed).map(Opening::code), Some("A00"));
    assert_ne!(unnamed.to_string(), before);
    let mut null: GameTree = "1. e4 -- 2. d4 *".parse().expect("a game");
    assert_eq!(fill_tags(&mut null).map(|opening| opening.to_string()).as_deref(), Some("B00 King's Pawn Game"));
    let mut empty: GameTree = "[White \"A\"]\n\n*".parse().expect("a game");
    assert_eq!(fill_tags(&mut empty), None);
    assert_eq!(empty.tag("ECO"), None);
}

proptest! {
    /// The last named position of a game, found by asking each position.
    #[test]
    fn the_last_name_is_that_of_the_last_named_position(line in 0_usize..3810, choices in prop::collection::vec(any::<u16>(), 0..60)) {
        let mut game = Game::new(Chess::startpos());
        for mv in Lines::all().nth(line).expect("a line").moves() {
            game.play(mv).expect("legal");
        }
        for choice in choices {
            let moves = game.position().legal_moves();
            if moves.is_empty() || game.play(moves[usize::from(choice) % moves.len()]).is_err() {
                break;
            }
        }
        let naive = game.positions().enumerate().filter_map(|(ply, position)| Some((Opening::of(&position)?, ply))).last();
        prop_assert_eq!(Opening::of_game(game.start(), game.moves()), Ok(naive));
        prop_assert_eq!(Opening::of_game_unchecked(game.start(), game.moves()), naive);
        for position in game.positions() {
            prop_assert_eq!(Opening::of(&position), Opening::of_key(position.key()));
        }
    }
    /// Moves that are not legal give any name or none.
    #[test]
    fn moves_that_are_not_legal_do_no_harm(bits in prop::collection::vec(any::<u16>(), 0..60)) {
        let _ = Opening::of_game_unchecked(&Chess::startpos(), bits.into_iter().filter_map(Move::from_bits));
    }
}

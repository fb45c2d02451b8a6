//! The work of a second reading: games in other languages and games with errors, by every reader.

use std::format;
use std::string::String;
use std::vec::Vec;

use chess0x88::san::{LANGUAGES, PieceLetters, san_with};
use chess0x88::{Chess, ChessRules};

use crate::tally::Work;
use crate::tally::counter::taken;
use crate::{GameTree, Reader, games, letters_of, split_games};

/// The most bytes that may be examined per byte of a file, for all readings of each game together.
const BOUND: usize = 60;

/// The length of a file: a count of its lines for each game would exceed the bound.
const LENGTH: usize = 16_000;

fn spelt(letters: PieceLetters) -> String {
    let mut position = Chess::startpos();
    let words = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "O-O", "Be7", "Re1", "b5", "Kh1", "Qe2"];
    let spell = |word: &str| {
        let mv = position.parse_san(word).ok()?;
        let text = format!("{}", san_with(&position, mv, letters));
        position.play_unchecked(mv);
        Some(text)
    };
    words.into_iter().filter_map(spell).collect::<Vec<_>>().join("\n")
}

/// Reads a file by each reader and returns the most bytes examined per byte.
fn bytes_examined(text: &str) -> usize {
    let mut most = 0;
    let mut read = |read: &dyn Fn() -> usize| {
        taken(Work::Byte);
        assert!(read() > 100, "too few games");
        most = most.max(taken(Work::Byte).div_ceil(text.len()));
    };
    read(&|| games(text).count());
    read(&|| {
        let mut reader = Reader::new(text);
        core::iter::from_fn(|| GameTree::<ChessRules>::read_lenient(&mut reader)).count()
    });
    read(&|| {
        let mut reader = Reader::new(text);
        core::iter::from_fn(|| GameTree::<ChessRules>::read_with_letters(&mut reader, PieceLetters::ENGLISH)).count()
    });
    read(&|| {
        // As a visitor does that reads a game again.
        let (mut reader, mut games) = (Reader::new(text), 0);
        loop {
            let before = reader.clone();
            let _ = letters_of::<ChessRules>(&before);
            if !reader.skip_game() {
                return games;
            }
            let line = reader.line_of(reader.offset());
            reader.go_back(&before);
            assert!(reader.skip_game() && line > 0);
            games += 1;
        }
    });
    read(&|| split_games(text.as_bytes()).flat_map(|range| games(&text.as_bytes()[range])).count());
    #[cfg(feature = "std")]
    read(&|| crate::StreamReader::new(text.as_bytes()).count());
    most
}

#[test]
fn games_in_any_language_take_a_bounded_number_of_bytes() {
    const ENDS: [(&str, &str); 5] =
        [("", " 1-0\n\n"), ("", "\n\n"), ("[Event \"1\"]\n\n", " *\n\n"), ("", " Xx9 *\n\n"), ("", " $x x y 1-0\n\n")];
    let step = common::stride(ENDS.len());
    for (number, (names, letters)) in LANGUAGES.iter().enumerate() {
        for (head, end) in ENDS.into_iter().skip(number % step).step_by(step) {
            let game = format!("{head}1. {}{end}", spelt(*letters));
            let text = game.repeat(LENGTH / game.len());
            let examined = bytes_examined(&text);
            assert!(examined <= BOUND, "{examined} bytes examined per byte of many {game:?} in {}", names[0]);
        }
    }
}

#[test]
fn games_that_begin_anew_take_a_bounded_number_of_bytes() {
    for game in [
        "e4 e5 Nf3\n\n",
        "e4\n\ne5\n\nNf3\n\nNc6\n\nNg1\n\nNb8\n\n",
        "1. e4 e5\n\n",
        "[Event \"1\"]\n\n1. e4 e5\n\n[Annotator \"x\"]\n\n",
        "[Event \"1\"]\n\n1. e4 e5 [A \"x\"] 2. Ke3\n\n",
        "1. Rf3 *\n\n",
        "[Language \"fi\"]\n\n1. Rf3\n\n",
        "1. e4 {a\n\n[Event \"x\"] b} e5 *\n\n",
        "[Event \"1\"] {x} ; y\n[Site \"2\"]\n\n1. e4 *\n\n",
        "1. — e5\n\n",
    ] {
        let text = game.repeat(LENGTH / game.len());
        let examined = bytes_examined(&text);
        assert!(examined <= BOUND, "{examined} bytes examined per byte of many {game:?}");
    }
    // One game of many lines, each with a move that might begin a game.
    let line = "Nf3\n\nNf6\n\nNg1\n\nNg8\n\n";
    let text = format!("{}{}", line.repeat(LENGTH / line.len()), "1. e4 *\n\n".repeat(101));
    assert!(bytes_examined(&text) <= BOUND);
}

//! All combinations of what a lenient reader of moves accepts: languages, dashes, castling, promotion, signs.

use chess0x88::san::{self, LANGUAGES};
use chess0x88::{Chess, Role};
use chess0x88_pgn::play_san_with;

use common::position;

/// A hyphen and its substitutes in word processors: the dashes of Unicode (categories Pd and Sm) that look like it.
const DASHES: [&str; 7] = ["-", "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{2014}", "\u{2212}"];

/// The signs after a move: none, one, up to six.
fn marks() -> Vec<String> {
    let all = ["+", "#", "!", "?", " ", "."];
    let mut marks = vec![String::new()];
    for (n, one) in all.iter().enumerate() {
        marks.extend((1..=6).map(|count| one.repeat(count)));
        marks.extend(all.iter().map(|other| [one, *other].concat()));
        marks.push(all[n..].concat());
    }
    marks
}

fn reads_as(start: &Chess, text: &str, letters: san::PieceLetters, uci: &str) {
    let mv = start.parse_uci(uci).expect("legal");
    assert_eq!(san::parse_with(start, text, letters), Ok(mv), "{text:?}");
    let mut played = *start;
    assert_eq!(
        play_san_with(&mut played, text.as_bytes(), letters).ok().and_then(|undo| undo.played()),
        Some(mv),
        "{text:?}"
    );
}

#[test]
fn castling_in_every_language_with_every_dash_letter_and_mark() {
    let start = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    for (_, letters) in LANGUAGES {
        for dash in DASHES {
            for zero in ["O", "0", "o"] {
                for mark in marks() {
                    reads_as(&start, &format!("{zero}{dash}{zero}{mark}"), letters, "e1g1");
                    reads_as(&start, &format!("{zero}{dash}{zero}{dash}{zero}{mark}"), letters, "e1c1");
                }
            }
        }
    }
}

#[test]
fn promotion_in_every_language_with_every_spelling_and_mark() {
    let start = position("3r4/4P3/8/8/7k/8/8/K7 w - - 0 1");
    let mut read = 0;
    for (language, letters) in LANGUAGES {
        for (role, uci) in [(Role::Queen, 'q'), (Role::Rook, 'r'), (Role::Bishop, 'b'), (Role::Knight, 'n')] {
            let letter = letters.letter(role);
            // Two pieces may have the same letter in a language: then it names neither.
            if [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight]
                .iter()
                .any(|&other| other != role && letters.letter(other) == letter)
            {
                continue;
            }
            read += 1;
            for spelt in ["=", "", "/", " ", " ="]
                .map(|sign| format!("{sign}{letter}"))
                .into_iter()
                .chain(["", "="].map(|sign| format!("{sign}({letter})")))
            {
                for mark in marks() {
                    for (pawn, to) in [
                        ("e8", "e8"),
                        ("e7e8", "e8"),
                        ("e7-e8", "e8"),
                        ("exd8", "d8"),
                        ("ed8", "d8"),
                        ("e7xd8", "d8"),
                        ("e:d8", "d8"),
                    ] {
                        reads_as(&start, &format!("{pawn}{spelt}{mark}"), letters, &format!("e7{to}{uci}"));
                    }
                }
            }
        }
        assert!(read > 0, "{language:?}");
    }
}

#[test]
fn pieces_in_every_language_with_every_origin_dash_and_mark() {
    let start = position("4k3/8/3p4/8/4N3/8/8/4K3 w - - 0 1");
    for (_, letters) in LANGUAGES {
        let letter = letters.letter(Role::Knight);
        if [Role::King, Role::Queen, Role::Rook, Role::Bishop].iter().any(|&other| letters.letter(other) == letter) {
            continue;
        }
        for mark in marks() {
            for origin in ["", "e", "4", "e4"] {
                for sign in DASHES
                    .iter()
                    .chain(&[""])
                    .map(|&dash| (dash, "c5"))
                    .chain(["x", "X", ":", "×"].map(|sign| (sign, "d6")))
                {
                    let (sign, to) = sign;
                    reads_as(&start, &format!("{letter}{origin}{sign}{to}{mark}"), letters, &format!("e4{to}"));
                }
            }
        }
    }
}

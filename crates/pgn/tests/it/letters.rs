//! Games with the piece letters of other languages.

use chess0x88::san::{LANGUAGES, PieceLetters, SanError};
use chess0x88::{Chess, ChessRules, Move, Role, san};
use chess0x88_pgn::{self as pgn, GameTree, Reader};
use proptest::prelude::*;

/// A game with these letters.
fn text(moves: &[Move], letters: PieceLetters) -> String {
    let (mut position, mut text) = (Chess::startpos(), "[Event \"E\"]\n\n".to_owned());
    for &mv in moves {
        text += &san::san_with(&position, mv, letters);
        text.push(' ');
        position = position.after_unchecked(mv);
    }
    text + "*\n"
}

fn letters(name: &str) -> PieceLetters {
    LANGUAGES.iter().find(|(names, _)| names.contains(&name)).expect("a language").1
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// A move reads with the letters in which it was written. A long game reads as it was played.
    #[test]
    fn games_of_all_languages_are_read_as_they_were_played(choices in prop::collection::vec(0..1000_usize, 0..150)) {
        let (mut position, mut moves) = (Chess::startpos(), Vec::new());
        for choice in choices {
            let list = position.legal_moves();
            if list.is_empty() {
                break;
            }
            let mv = list[choice % list.len()];
            for (names, letters) in &LANGUAGES {
                let written = san::san_with(&position, mv, *letters);
                prop_assert_eq!(san::parse_with(&position, &written, *letters), Ok(mv), "{}: {}", names[0], written);
            }
            moves.push(mv);
            position = position.after_unchecked(mv);
        }
        let (_, english) = LANGUAGES[0];
        let plain: GameTree = text(&moves, english).parse().expect("English");
        for (names, letters) in &LANGUAGES {
            let text = text(&moves, *letters);
            let game = text.parse::<GameTree>();
            // A short game may also read in English, since the Romanian letter of the bishop is the English letter of the knight.
            if moves.len() >= 60 {
                prop_assert_eq!(game.as_ref(), Ok(&plain), "{}", names[0]);
            }
        }
    }
}

#[test]
fn an_ambiguous_language_is_none() {
    let letters_of = |pgn: &str| pgn::letters_of::<ChessRules>(&Reader::new(pgn));
    // English comes first: the same words are knight's moves in Dutch.
    assert_eq!(letters_of("1. e4 e5 2. Pf3 Pc6 *"), Some(PieceLetters::ENGLISH));
    assert_eq!(letters_of("1. e4 e5 2. Pf3 Pc6 3. Lb5 *"), Some(letters("Dutch")));
    // Two languages that give the same moves count as one.
    assert_eq!(letters_of("1. e4 e5 2. Cf3 Cc6 *"), Some(letters("Spanish")));
    // German and Czech give different moves.
    let either = "[FEN \"4k3/8/8/8/8/8/4N3/2B1K3 w - - 0 1\"]\n1. Sf4 *";
    assert_eq!(letters_of(either), None);
    let (game, error) = <GameTree>::read_lenient(&mut Reader::new(either)).expect("a game");
    assert_eq!(
        (game.tags.len(), error.map(|error| error.to_string().contains("Sf4: expected a piece"))),
        (1, Some(true))
    );
    // With a wrong move it is the language that reads the most moves. A letter that it has not speaks against it.
    assert_eq!(letters_of("1. e4 e5 2. Sf3 Sc6 3. Lh6 *"), Some(letters("German")));
    assert_eq!(letters_of("1. e4 e5 2. Sf3 Nc6 *"), None);
    // A wrong move alone says nothing of a language, nor does a letter of another one.
    assert_eq!(letters_of("1. e4 e5 2. Rf3 *"), Some(PieceLetters::ENGLISH));
    assert_eq!(letters_of("1. e4 e5 (2. Sf3) 2. Rf3 *"), None);
    // A wrong move in a variation does not start a search for another language.
    assert_eq!(letters_of("1. e4 e5 (1... Sc6) *"), Some(PieceLetters::ENGLISH));
    assert_eq!(letters_of("[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n1. Sf3 *"), None);
}

#[test]
fn the_next_game_is_read_as_itself() {
    let pgn = "1. e4 e5 2. Sf3 Sc6 (2... d6 3. Yd4) 3. Lb5 1-0\n\n1. e4 e5 2. Nf3 *\n\n1. e4 e5 2. \u{421}c4 \u{421}c5 3. \u{424}h5 *";
    let mut reader = Reader::new(pgn);
    let mut said = Vec::new();
    while let Some((game, error)) = <GameTree>::read_lenient(&mut reader) {
        said.push((game.main_line().count(), error.map(|error| error.to_string())));
    }
    // An error in a variation uses the letters of the game.
    let error = "line 1, byte 32: Yd4: expected one of the letters for pieces, or a file a-h at byte 0, found 'Y'";
    assert_eq!(said, [(5, Some(error.to_owned())), (3, None), (5, None)]);
}

#[test]
fn errors_name_characters_of_the_text() {
    let position: Chess = "k7/4P3/8/8/8/8/8/2B1K1N1 w - - 0 1".parse().expect("a position");
    let error = |text: &str, letters| san::parse_with(&position, text, letters).expect_err(text).to_string();
    let russian = letters("Russian");
    assert_eq!(error("Крe9", russian), "expected a rank 1-8 or x at byte 5, found '9'");
    assert_eq!(
        error("Кf3(", russian),
        "expected the upper-case letter of a piece to promote to at byte 5, found the end"
    );
    assert_eq!(error("e8=Фx", russian), "expected the end at byte 5, found 'x'");
    assert_eq!(error("e8=Q", russian), "expected the upper-case letter of a piece to promote to at byte 3, found 'Q'");
    assert_eq!(error("Кf4", russian), "the knight on g1 does not move to f4");
    assert_eq!(error(&"К".repeat(30), russian), "expected the end at byte 40, found U+041A");
    assert_eq!(
        error("Nf3", letters("French")),
        "expected one of the letters for pieces, or a file a-h at byte 0, found 'N'"
    );
    assert_eq!(san::parse_with(&position, "--", russian), Err(SanError::NullMove));
    for (text, uci) in [("Кf3!?", "g1f3"), ("♘f3", "g1f3"), (" Крd2", "e1d2"), ("ed=К", ""), ("exd8Ф", "")] {
        let read = san::parse_with(&position, text, russian).map(|mv| mv.to_string());
        assert_eq!(read.unwrap_or_default(), uci, "{text}");
    }
    // The bishop of Estonian and castling have a letter in common.
    let castles: Chess = "4k3/8/8/8/8/8/8/2B1K2R w K - 0 1".parse().expect("a position");
    let estonian = letters("Estonian");
    assert_eq!(san::parse_with(&castles, "O-O", estonian), castles.parse_san("O-O"));
    assert_eq!(san::parse_with(&castles, "Of4", estonian), castles.parse_san("Bf4"));
}

#[test]
fn letters_that_two_pieces_have_mean_neither() {
    let both = PieceLetters::ENGLISH.with(Role::Knight, "S").with(Role::Bishop, "S");
    let position: Chess = "4k3/8/8/8/8/4B3/8/4K1N1 w - - 0 1".parse().expect("a position");
    // In one position only the knight could, in the other only the bishop.
    for text in ["Sf3", "Sd4"] {
        assert!(san::parse_with(&position, text, both).is_err(), "{text}");
    }
}

#[test]
fn a_null_move_has_no_letters() {
    let mut position = Chess::startpos();
    for (word, played) in [("Sf3", true), ("--", false), ("Sc3", true), ("Z0", false)] {
        let undo = pgn::play_san_with(&mut position, word.as_bytes(), letters("German")).expect(word);
        assert_eq!(undo.played().is_some(), played, "{word}");
    }
}

/// The place of a wrong move is the first byte of its text, whatever stands before it, in each language and spelling, in a tree and in a
/// stream beyond its first piece.
#[test]
fn the_byte_told_is_the_first_of_the_wrong_move_in_every_language() {
    for (names, letters) in &LANGUAGES {
        let name = names[0];
        let played = ["e4", "e5", "Nf3"].iter().scan(Chess::startpos(), |position, word| {
            let mv = position.parse_san(word).expect("a legal move");
            let text = san::san_with(position, mv, *letters).to_string();
            position.play_unchecked(mv);
            Some(text)
        });
        let played: Vec<String> = played.collect();
        for role in [Role::King, Role::Queen, Role::Knight, Role::Rook, Role::Bishop] {
            let letter = letters.letter(role);
            for wrong in [format!("{letter}a5"), format!("{letter}xa5"), format!("{letter}a1a5"), "a7-a4".to_owned()] {
                for between in ["", "{Кр ½ ♔} ", "; Слон\n", "$1 (d4 {é}) "] {
                    for before in [String::new(), format!("%{}\n", "ш".repeat(1 << 15))] {
                        let head = format!("{before}[White \"Ж\"]\n\n1. {} {} 2. {} ", played[0], played[1], played[2]);
                        let text = format!("{head}{between}{wrong} *\n");
                        let expected = head.len() + between.len();
                        let line = 1 + text[..expected].matches('\n').count();
                        let mut reader = Reader::new(&text);
                        let (_, error) =
                            GameTree::<ChessRules>::read_with_letters(&mut reader, *letters).expect("a game");
                        let error = error.expect("a wrong move");
                        assert!(matches!(error, pgn::PgnError::Move { .. }), "{name}: {error} in {text}");
                        assert_eq!((error.offset(), error.line()), (expected, line), "{name}: {between}{wrong}");
                        assert!(error.to_string().contains(&wrong), "{name}: {error}");
                    }
                }
            }
        }
    }
}

//! Which of several faults of a text is told, and at which byte.

use chess0x88::san::{LANGUAGES, San};
use chess0x88::{Board0x88, ChessRules, MakrukRules, Role, Setup, fen, makruk, san};
use common::places::{ask, spoilt};
use common::position;

#[test]
fn the_byte_told_is_the_first_of_a_character_in_every_fen() {
    let mut errors = 0;
    for (n, fen) in [
        "r3k2r/8/8/8/4Pp2/8/8/R3K2R b KQkq e3 5 12",
        "8/3k4/6M~1/2K1S3/8/8/8/8 b - 44 3 1",
        "8/3ข4/6ม1/2ข1ค3/8/8/8/8 b 1 b pp 3 64",
        "“https://lichess.org/editor/4k3/8/8/8/8/8/8/4K3_w_-_-_0_1?color=white",
        "é [FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]",
    ]
    .into_iter()
    .enumerate()
    {
        for text in spoilt(fen) {
            errors += ask(&text, str::parse::<Setup<ChessRules>>) + ask(&text, str::parse::<Setup<MakrukRules>>);
            errors += ask(&text, fen::parse_lenient::<ChessRules>) + ask(&text, Setup::<MakrukRules>::from_fen_lenient);
            errors += ask(&text, makruk::from_thai_fen) + ask(&text, makruk::from_thai_fen_lenient);
            if n < 3 {
                errors += ask(text.split(' ').next().expect("a board"), Board0x88::from_fen);
            }
        }
    }
    assert!(errors > 10_000, "{errors}");
}

#[test]
fn the_byte_told_is_the_first_of_a_character_in_every_move() {
    let start = position("r3k2r/1P6/8/3pP3/8/5N2/8/RN2K2R w KQkq d6 0 1");
    let mut errors = 0;
    for (_, letters) in LANGUAGES {
        let [king, knight, queen] = [Role::King, Role::Knight, Role::Queen].map(|role| letters.letter(role).to_owned());
        let moves = [
            format!("{king}f2"),
            format!("{knight}b1-d2+"),
            format!("bxa8={queen}!?"),
            format!("exd6e.p.{}", "é".repeat(30)),
        ];
        for text in moves.iter().flat_map(|text| spoilt(text)) {
            errors +=
                ask(&text, |text| san::parse_with(&start, text, letters)) + ask(&text, |text| start.parse_san(text));
        }
    }
    for text in ["O-O-O#", "Nbd2", "exd6", "b7a8q"].into_iter().flat_map(spoilt) {
        errors += ask(&text, |text| san::parse_strict(&start, text)) + ask(&text, str::parse::<San>);
        errors += ask(&text, |text| start.parse_uci(text));
        // Of bytes: those before the first that is no UTF-8.
        let bytes = [text.as_bytes(), b"\xe9x"].concat();
        let error = san::parse_bytes(&start, &bytes).expect_err("no UTF-8").to_string();
        assert_eq!(error, format!("expected UTF-8 at byte {}, found U+FFFD", text.len()));
    }
    assert!(errors > 10_000, "{errors}");
}

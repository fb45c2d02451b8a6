//! Pasted FENs: which are read, which are repaired, and which are errors.

use chess0x88::fen::{EnPassantMode, FenStyle, Repair, RepairKind, Repairs};
use chess0x88::{Chess, ChessRules, Makruk, MakrukRules, Setup, Violation, Violations, fen, makruk};
use common::positions;
use proptest::prelude::*;

/// Lines of `text<TAB>resulting FEN<TAB>repairs`, with `\t` and `\n` spelled out in the text. Without repairs the third
/// column is empty; with an error the second is.
const CORPUS: &str = include_str!("../data/fen_lenient.txt");

fn strict_fen(position: &Chess) -> String {
    fen::write(position, FenStyle { en_passant: EnPassantMode::Always, ..FenStyle::default() }).to_string()
}

#[test]
fn every_pasted_fen_is_read_as_expected() {
    let mut lines = 0;
    for line in CORPUS.lines().filter(|line| !line.starts_with('#')) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [text, fen, told] = columns[..] else { panic!("three columns: {line}") };
        let text = text.replace("\\t", "\t").replace("\\n", "\n");
        match fen::parse_lenient::<ChessRules>(&text) {
            Ok((position, repairs)) => {
                assert_eq!((&*strict_fen(&position), &*repairs.to_string()), (fen, told), "{text}");
            }
            Err(error) => assert_eq!(("", &*error.to_string()), (fen, told), "{text}"),
        }
        lines += 1;
    }
    assert!(lines > 60, "the corpus has only {lines} lines");
}

/// The dialect of a line below.
const FAIRY: bool = false;
const THAI: bool = true;

/// The FEN a text is read as with the repairs, or the error.
type Reading = Result<(&'static str, &'static str), &'static str>;

/// A dialect, a text, and its reading.
const MAKRUK: &[(bool, &str, Reading)] = &[
    (FAIRY, "8/3k4/6M~1/2K1S3/8/8/8/8 b - 88 8 1", Ok(("8/3k4/6M~1/2K1S3/8/8/8/8 b - 88 8 1", ""))),
    (
        FAIRY,
        "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR",
        Ok((
            "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1",
            "side to move: missing, took w (byte 43); castling: missing, took - (byte 43); \
             limit of the count: missing, took - (byte 43); half-move clock: missing, took 0 (byte 43); \
             full-move number: missing, took 1 (byte 43)",
        )),
    ),
    (
        FAIRY,
        "  8/3k4/6M~1/2K1S3 / 8/8/8/8_B_-__88 08\t1\n",
        Ok((
            "8/3k4/6M~1/2K1S3/8/8/8/8 b - 88 8 1",
            "removed stray white space (byte 0); removed stray white space (byte 18); removed stray white space (byte 20); \
             put one space between the fields (byte 28); side to move: read as lower case (byte 29); \
             put one space between the fields (byte 30); put one space between the fields (byte 32); \
             count: removed the leading zeros (byte 37); put one space between the fields (byte 39); \
             removed stray white space (byte 41)",
        )),
    ),
    // With three numbers there is a limit, with two there is none.
    (
        FAIRY,
        "8/m7/8/3k4/8/8/8/R3K3 w 128 3 11",
        Ok(("8/m7/8/3k4/8/8/8/R3K3 w - 128 3 11", "castling: missing, took - (byte 23)")),
    ),
    (
        FAIRY,
        "8/m7/8/3k4/8/8/8/R3K3 w - 3 11",
        Ok(("8/m7/8/3k4/8/8/8/R3K3 w - - 3 11", "limit of the count: missing, took - (byte 25)")),
    ),
    (
        FAIRY,
        "8/m7/8/3k4/8/8/8/R3K3 w 3 11",
        Ok((
            "8/m7/8/3k4/8/8/8/R3K3 w - - 3 11",
            "castling: missing, took - (byte 23); limit of the count: missing, took - (byte 23)",
        )),
    ),
    (
        FAIRY,
        "8/m7/8/3k4/8/8/8/R3K3 w - 128 - 11",
        Ok(("8/m7/8/3k4/8/8/8/R3K3 w - 128 0 11", "count: missing, took 0 (byte 30)")),
    ),
    (
        FAIRY,
        "8/m~7/8/3k4/8/8/8/R~3K3/ w - - 0 1",
        Ok((
            "8/m~7/8/3k4/8/8/8/R3K3 w - - 0 1",
            "board: ignored the ~ after a piece (byte 19); board: removed the slash behind the last rank (byte 23)",
        )),
    ),
    (FAIRY, "8/3k4/8/8/8/8/8/3K3M~ w - - 0 1", Ok(("8/3k4/8/8/8/8/8/3K3M~ w - - 0 1", ""))),
    (
        FAIRY,
        "8/3k4/8/8/8/8/8/3K3Q w - - 0 1",
        Err("board: expected a piece letter or a digit 1-8 at byte 19, found 'Q'"),
    ),
    (
        FAIRY,
        "8/3k4/8/8/8/8/8/3K4 w KQ - 0 1",
        Err("castling: expected - (Makruk has no castling) at byte 22, found 'K'"),
    ),
    (
        FAIRY,
        "8/3k4/8/8/8/8/8/3K4 w - e3 0 1",
        Err("limit of the count: expected a number of plies (1 or more) or - at byte 24, found 'e'"),
    ),
    (
        FAIRY,
        "8/3k4/8/8/8/8/8/3K4 w - 0 0 1",
        Err("limit of the count: expected a number of plies (1 or more) or - at byte 24, found '0'"),
    ),
    (FAIRY, "8/3k4/8/8/8/8/8/3K4 w - - 0 1 2", Err("full-move number: expected the end at byte 30, found '2'")),
    (FAIRY, "8/8/8/8/8/8/8/3K4 w - - 0 1", Err("Black has no Khun")),
    (THAI, "8/3k4/6F1/2K1T3/8/8/8/8 b 1 b pp 4 5 44", Ok(("8/3k4/6F1/2K1T3/8/8/8/8 b 1 b pp 4 5 44", ""))),
    (
        THAI,
        "rmtektmr/44/bbbbbbbb/8/8/BBBBBBBB/8/RMTKETMR",
        Ok((
            "rmtektmr/8/bbbbbbbb/8/8/BBBBBBBB/8/RMTKETMR w 1",
            "board: added up adjacent digits (byte 10); side to move: missing, took w (byte 44); \
             full-move number: missing, took 1 (byte 44)",
        )),
    ),
    (
        THAI,
        "8/3k4/6F1/2K1T3/8/8/8/8_b 1  b_pp 4 5 44 ",
        Ok((
            "8/3k4/6F1/2K1T3/8/8/8/8 b 1 b pp 4 5 44",
            "put one space between the fields (byte 23); put one space between the fields (byte 27); \
             put one space between the fields (byte 30); removed stray white space (byte 40)",
        )),
    ),
    (THAI, "8/3k4/6F1/2K1T3/8/8/8/8 b 1 b pp", Err("kind of count: expected a space at byte 32, found the end")),
];

#[test]
fn pasted_fens_of_makruk_are_read_in_both_dialects() {
    for &(thai, text, expected) in MAKRUK {
        let found = if thai { makruk::from_thai_fen_lenient(text) } else { fen::parse_lenient::<MakrukRules>(text) };
        let found = found
            .map(|(position, repairs)| {
                let fen = if thai { makruk::thai_fen(&position) } else { position.fen() };
                (fen.to_string(), repairs.to_string())
            })
            .map_err(|error| error.to_string());
        let found = found.as_ref().map(|(fen, told)| (&**fen, &**told)).map_err(|error| &**error);
        assert_eq!(found, expected, "{text}");
    }
}

/// Every wrapping with every blank, dash and slash: read as the clean text, and told at places of this text.
#[test]
fn what_stands_around_a_fen_is_told() {
    let wrappings = [
        ("", ""),
        ("\"", "\""),
        ("'", "'"),
        ("\u{201c}", "\u{201d}"),
        ("\u{ab}", "\u{bb}"),
        ("`", "`"),
        ("(", ")"),
        ("", "/"),
        ("", ";"),
        ("", " ; "),
        ("", "."),
        ("", ","),
        ("position fen ", ""),
        ("FEN: ", ""),
        ("fen=", ""),
        ("setboard ", ""),
        ("[FEN \"", "\"]"),
        ("\u{feff}", "\r\n"),
        ("  position  fen  \"", "\" "),
        ("https://lichess.org/analysis/", ""),
        ("https://lichess.org/editor/", "?color=white#12"),
        ("www.a.com/?x=1&fen=", "&y=2"),
        ("lichess.org/", ""),
        ("", " ;D1 20;"),
        ("", " bm a3; id \"x\";"),
    ];
    let blanks = [" ", "  ", "\t", "_", "\u{a0}", " \u{200b}", "\u{2003}", "\u{3000}", "\n"];
    let fields = ["r3k2r/8/8/8/4Pp2/8/8/R3K2R", "b", "-", "e3", "5", "12"];
    let mut read = 0;
    for (before, behind) in wrappings {
        for blank in blanks {
            for dash in ["-", "\u{2010}", "\u{2013}", "\u{2014}", "\u{2212}"] {
                for slash in ["/", "\\", " / ", "/\u{feff}", "%2F"] {
                    let is_address = before.contains(".org") || before.contains(".com");
                    if slash == "%2F" && !is_address || slash != "%2F" && slash != "/" && is_address {
                        continue;
                    }
                    // Operations stand behind four fields.
                    let first = if behind.contains("bm") { 4 } else { 1 };
                    for count in first..=fields.len() {
                        let clean = fields[..count].join(" ");
                        let (clean, _) = fen::parse_lenient::<ChessRules>(&clean).expect("padded");
                        let text = fields[..count].join(blank).replace('/', slash).replace('-', dash);
                        let text = format!("{before}{text}{behind}");
                        let (position, repairs) =
                            fen::parse_lenient::<ChessRules>(&text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
                        assert_eq!(position.to_setup(), clean.to_setup(), "{text:?}");
                        assert!(repairs.iter().all(|repair| text.is_char_boundary(repair.at)), "{text:?}: {repairs}");
                        assert_eq!(repairs.is_empty(), text.parse::<Chess>().is_ok(), "{text:?}: {repairs}");
                        let wrapped = before.trim_matches(['\u{feff}']).len() + behind.trim_ascii().len() > 0;
                        let is_told = repairs
                            .iter()
                            .any(|repair| matches!(repair.kind, RepairKind::Around | RepairKind::TrailingSlash));
                        assert_eq!(is_told, wrapped, "{text:?}: {repairs}");
                        read += 1;
                    }
                }
            }
        }
    }
    assert!(read > 10_000, "{read}");
}

#[test]
fn a_setup_keeps_what_only_the_board_contradicts() {
    let text = "4k3/8/8/8/8/8/8/4K3 w KQkq e6 0 1";
    let (setup, repairs) = Setup::<ChessRules>::from_fen_lenient(text).expect("well-formed");
    assert_eq!(setup, text.parse().expect("well-formed"));
    assert!(repairs.is_empty());
    assert_eq!(fen::parse_lenient::<ChessRules>(text).expect("nothing but rights is wrong").1.len(), 5);
}

#[test]
fn the_list_of_repairs_is_never_full() {
    // As many errors as possible at once.
    let board = " n~n~111111/ ".repeat(8);
    let text = format!("{}\t\t-kqabcdefghKQABCDEFGH-kq__E6  -  007 ", board.trim_end());
    let (_, repairs) = Setup::<ChessRules>::from_fen_lenient(&text).expect("every fault can be put right");
    assert!(repairs.len() < 48, "{repairs}");
    let rooks = "rrrrkrrr/8/8/8/8/8/8/RRRRKRRR w KQABCDEFGHkqabcdefgh - 0 1";
    let (_, repairs) = Setup::<ChessRules>::from_fen_lenient(rooks).expect("letters over and over");
    // The kings stand on e1 and e8.
    assert_eq!(
        repairs.to_string(),
        "castling: ignored a right given twice (byte 34); \
         castling: ignored a letter, since no rook is on e1 (byte 38); \
         castling: ignored a letter, since no rook is on e8 (byte 48)"
    );
}

#[test]
fn rights_that_have_no_spelling_are_dropped_from_a_position() {
    // Black's king is on the square where `k` looks for its rook. The piece on b8, before the rook for `q`, is no rook.
    let text = "n2Rq1rk/nbn4p/Pp4P1/1P6/pPp1P3/6P1/3r4/1RKR4 bkKQq b3 36 204";
    let (position, repairs) = fen::parse_lenient::<ChessRules>(text).expect("rights can be dropped");
    assert_eq!(position.fen().as_str(), "n2Rq1rk/nbn4p/Pp4P1/1P6/pPp1P3/6P1/3r4/1RKR4 w KQq - 36 204");
    assert_eq!(repairs.len(), 5);
}

#[test]
fn repairs_can_be_iterated() {
    let (_, repairs) = fen::parse_lenient::<ChessRules>("4k3/8/8/8/8/8/8/4K3 W - - 0 1").expect("one capital");
    for repair in &repairs {
        assert_eq!(repair.to_string(), "side to move: read as lower case (byte 20)");
        assert_eq!(repair.at, 20);
    }
    assert_eq!(format!("{repairs:?}"), "[Repair { kind: Capitals { field: Turn }, at: 20 }]");
    let _: (&Repair, &Repairs) = (&repairs[0], &repairs);
}

/// A FEN with a few changed characters, so that most of it is valid.
fn damaged() -> impl Strategy<Value = String> {
    let marks = "/ \t_-0123456789KQRBNPkqrbnpwWaAhHe~x.é\\\"';–\u{a0}\u{feff}:=[]?";
    let marks: Vec<char> = marks.chars().collect();
    let edit = (any::<prop::sample::Index>(), prop::sample::select(marks), 0..3);
    (positions(), prop::collection::vec(edit, 0..4)).prop_map(|(position, edits)| {
        let mut text: Vec<char> = position.fen().chars().collect();
        for (index, mark, how) in edits {
            let at = index.index(text.len());
            match how {
                0 => text[at] = mark,
                1 => text.insert(at, mark),
                _ => drop(text.remove(at)),
            }
        }
        text.into_iter().collect()
    })
}

/// Requires the lenient readers to agree with each other and with the writer.
fn check(text: &str) -> Result<(), TestCaseError> {
    let setup = Setup::<ChessRules>::from_fen_lenient(text);
    if let Ok(strict) = text.parse::<Setup<ChessRules>>() {
        let (lenient, repairs) = setup.as_ref().expect("what is strictly a FEN is one");
        prop_assert_eq!(lenient, &strict);
        prop_assert!(repairs.is_empty(), "{}", repairs);
    }
    if let Ok((setup, repairs)) = &setup {
        // The writer's spelling needs no repairs, and is read as the same setup.
        let (again, none) = Setup::<ChessRules>::from_fen_lenient(&setup.fen()).expect("our own spelling");
        prop_assert!(none.is_empty(), "{}", none);
        prop_assert_eq!(&again, setup);
        prop_assert!(repairs.iter().all(|repair| repair.at <= text.len()));
        prop_assert!(!repairs.is_empty() || text.parse::<Setup<ChessRules>>().is_ok(), "unrepaired: {:?}", text);
    }
    if let Ok(strict) = text.parse::<Chess>() {
        let (lenient, repairs) = fen::parse_lenient::<ChessRules>(text).expect("what is strictly legal is legal");
        prop_assert_eq!(lenient.to_setup(), strict.to_setup());
        prop_assert!(repairs.is_empty(), "{}", repairs);
    }
    if let Ok((position, repairs)) = fen::parse_lenient::<ChessRules>(text) {
        let violations = position.to_setup().violations() & !Violations::from(Violation::ImpossibleDoubleStep);
        let noted = repairs.iter().filter(|repair| repair.to_string().starts_with("accepted")).count();
        prop_assert_eq!(violations.iter().count(), noted);
        prop_assert!(!repairs.is_empty() || text.parse::<Chess>().is_ok(), "unrepaired: {:?}", text);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(common::cases(256)))]

    #[test]
    fn any_text_is_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..120)) {
        check(&String::from_utf8_lossy(&bytes))?;
    }

    #[test]
    fn text_out_of_the_characters_of_fen_is_read_or_refused(text in "[1-8KQRBNPkqrbnp/]{0,30}[ _\t]{0,2}[wbWB]?[ _]{0,2}[KQkqHAha-]{0,5}[ ]{0,2}[a-h]?[0-9-]{0,2}[ ]?[0-9-]{0,3}") {
        check(&text)?;
    }

    #[test]
    fn damaged_fens_of_makruk_are_read_or_refused(
        board in "[1-8KMSNRPkmsnrp/~]{0,8}|8/3k4/6M~1/2K1S3/8/8/8/8",
        fields in "[ _]{1,2}[wbW]?[ _]{0,2}-?[ _]{0,2}[0-9-]{0,3}[ ]?[0-9-]{0,2}[ ]?[0-9-]{0,2}[ ]?",
    ) {
        let text = board + &fields;
        for dialect in [FAIRY, THAI] {
            let (strict, lenient) = if dialect == THAI {
                (
                    makruk::from_thai_fen(&text).map(Makruk::to_setup),
                    makruk::from_thai_fen_lenient(&text).map(|(position, repairs)| (position.to_setup(), repairs)),
                )
            } else {
                (text.parse::<Setup<MakrukRules>>(), Setup::<MakrukRules>::from_fen_lenient(&text))
            };
            match (strict, lenient) {
                (Ok(strict), lenient) => {
                    let (lenient, repairs) = lenient.expect("what is strictly a FEN is one");
                    prop_assert_eq!(lenient, strict);
                    prop_assert!(repairs.is_empty(), "{}", repairs);
                }
                (Err(_), Ok((setup, repairs))) => {
                    prop_assert!(!repairs.is_empty(), "unrepaired: {:?}", text);
                    prop_assert!(repairs.iter().all(|repair| repair.at <= text.len()));
                    if dialect == FAIRY {
                        let (_, none) = Setup::<MakrukRules>::from_fen_lenient(&setup.fen()).expect("our own");
                        prop_assert!(none.is_empty());
                    }
                }
                (Err(_), Err(_)) => {}
            }
        }
    }

    #[test]
    fn a_damaged_fen_is_read_or_refused(text in damaged()) {
        check(&text)?;
    }

    #[test]
    fn strict_fens_need_no_repairs(position in positions()) {
        for (shredder, en_passant) in [(false, EnPassantMode::Always), (true, EnPassantMode::Legal)] {
            check(&fen::write(&position, FenStyle { shredder, en_passant }))?;
        }
    }
}

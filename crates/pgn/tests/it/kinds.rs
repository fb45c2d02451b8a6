//! One game in every spelling of each kind, as people and programs write it, and a healthy game behind it: every reader reads both
//! whole.
//!
//! With `KINDS=FILE` the tests append each text and its usual spelling to a file, for the test of the tables in Python: two numbers in
//! base 16 a line.

#![allow(clippy::format_collect, reason = "texts are joined of parts")]

use std::fs::OpenOptions;
use std::io::Write;

use chess0x88::ChessRules;
use chess0x88::san::LANGUAGES;
use chess0x88_pgn::{Flow, GameTree, PgnError, Reader, StreamReader, Visitor, language_name, letters_of, split_games};

use crate::events::{Log, events};

const HEALTHY: &str = "[Event \"healthy\"]\n[White \"h\"]\n\n1. d4 d5 2. c4 e6 *\n";
const HEALTHY_MOVES: &str = "1. d4 d5 2. c4 e6 *";

/// The hyphen and the dashes of word processors.
const DASHES: [&str; 8] = ["-", "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{2014}", "\u{2015}", "\u{2212}"];

/// The movetext of a tree in one line.
fn movetext(tree: &GameTree) -> String {
    let mut tree = tree.clone();
    tree.tags.clear();
    tree.to_string().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The number of remarks of a text.
struct Remarks(usize);

impl Visitor<'_> for Remarks {
    fn error(&mut self, _: PgnError) {
        self.0 += 1;
    }
}

/// Appends a text and its usual spelling to the file in `KINDS`.
fn share(text: &[u8], first: &GameTree) {
    let Some(path) = std::env::var_os("KINDS") else { return };
    let digits = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let mut first = first.clone();
    // The start is that of the text.
    first.tags.retain(|(name, _)| name == "FEN");
    let usual = format!("[Event \"1\"]\n{}{first}\n{HEALTHY}", if first.tags.is_empty() { "\n" } else { "" });
    let line = format!("{} {}\n", digits(text), digits(usual.as_bytes()));
    let mut file = OpenOptions::new().append(true).create(true).open(path).expect("a file in KINDS");
    // In one piece, since the tests run side by side.
    file.write_all(line.as_bytes()).expect("room in the file");
}

/// What was asked of a kind: spellings, those read, those told.
#[derive(Default)]
struct Tally {
    asked: usize,
    told: usize,
}

impl Tally {
    /// Reads a text by every reader. The first game must be `expected`, the second healthy.
    fn reads(&mut self, text: impl AsRef<[u8]>, expected: &str) {
        let text = text.as_ref();
        let shown = String::from_utf8_lossy(text);
        let moves = [expected, HEALTHY_MOVES];
        let strict: Vec<_> = GameTree::<ChessRules>::read_all(text).collect();
        let read: Vec<String> =
            strict.iter().map(|game| game.as_ref().map_or_else(ToString::to_string, movetext)).collect();
        assert_eq!(read, moves, "{shown:?}");

        share(text, strict[0].as_ref().expect("it was read"));
        let mut reader = Reader::new(text);
        let lenient: Vec<_> = std::iter::from_fn(|| GameTree::<ChessRules>::read_lenient(&mut reader)).collect();
        assert!(lenient.iter().map(|(game, _)| game).eq(strict.iter().flatten()), "{shown:?}");
        // What was read is written and read again.
        for (game, _) in &lenient {
            assert_eq!(game.to_string().parse::<GameTree>().as_ref(), Ok(game), "{shown:?}");
        }

        let mut reader = Reader::new(text);
        assert_eq!(std::iter::from_fn(|| reader.skip_game().then_some(())).count(), 2, "{shown:?}");
        let ranges: Vec<_> = split_games(text).collect();
        assert_eq!(ranges.len(), 2, "{shown:?}");
        for (range, game) in ranges.iter().zip(&lenient) {
            let (of_range, _) =
                GameTree::<ChessRules>::read_lenient(&mut Reader::new(&text[range.clone()])).expect("a game");
            assert_eq!(of_range, game.0, "{shown:?}");
        }
        // One in eight as a stream, whose first piece ends before the text, or at each place of it.
        let places = match self.asked {
            n if n.is_multiple_of(common::stride(504)) => text.len(),
            n => usize::from(n.is_multiple_of(8)).min(text.len()),
        };
        for shift in 0..places {
            let padded = [&b"%"[..], &vec![b'x'; (1 << 16) - shift - 2], b"\n", text].concat();
            let (mut games, mut log) = (StreamReader::new(&padded[..]), Log::default());
            while let Some(mut reader) = games.next_game().expect("no error of a slice") {
                assert!(reader.read_game(&mut log));
            }
            assert_eq!(log.events, events(&padded), "{shown:?} from {shift}");
        }
        self.asked += 1;
        let (mut remarks, mut reader) = (Remarks(0), Reader::new(text));
        while reader.read_game(&mut remarks) {}
        self.told += usize::from(remarks.0 > 0);
    }

    /// Prints the row of the table, and requires at least so many spellings.
    fn end(self, kind: &str, least: usize) {
        println!("| {kind} | {} | {} | {} |", self.asked, self.asked, self.told);
        assert!(self.asked >= least, "{} {kind}", self.asked);
    }
}

/// Each result in all spellings, with the standard's.
fn results() -> Vec<(String, &'static str)> {
    let mut signs: Vec<String> = DASHES.iter().chain(&[":"]).map(|sign| (*sign).to_owned()).collect();
    let around: Vec<String> = signs.iter().map(|sign| format!(" {sign} ")).collect();
    signs.extend(around);
    signs.extend(["--", "\u{a0}-\u{a0}", " -", "- ", "  -  "].map(String::from));
    let mut results = Vec::new();
    for sign in &signs {
        for [white, black] in [["1", "0"], ["1.0", "0.0"], ["1,0", "0,0"]] {
            results.push((format!("{white}{sign}{black}"), "1-0"));
            results.push((format!("{black}{sign}{white}"), "0-1"));
        }
        for half in ["1/2", "½", "0.5", "0,5", "1⁄2"] {
            results.push((format!("{half}{sign}{half}"), "1/2-1/2"));
        }
        results.push((format!("½{sign}1/2"), "1/2-1/2"));
    }
    results.extend([("½".to_owned(), "1/2-1/2"), ("1/2".to_owned(), "1/2-1/2"), ("*".to_owned(), "*")]);
    results
}

#[test]
fn results_in_all_places() {
    let mut tally = Tally::default();
    for (spelt, result) in results() {
        let head = "[Event \"1\"]\n\n1. e4 f6";
        for (before, between) in [
            (" ", ""),
            ("", ""),
            ("\n", ""),
            (" {c} ", " { c }"),
            (" $1 ", " $1"),
            (" (1... e5) ", " (1... e5)"),
            ("! ", " $1"),
        ] {
            // Three dots or a digit before a score would belong to it.
            let text = format!("{head}{before}{spelt}\n\n{HEALTHY}");
            tally.reads(&text, &format!("1. e4 f6{between} {result}"));
        }
        for behind in [
            " (forfeit)",
            " {c}",
            " ; c",
            "\u{b1}",
            " +-",
            " White resigned",
            ".",
            "\n(on time)",
            "\n*",
            " [Annotator \"x\"]",
        ] {
            tally.reads(format!("{head} {spelt}{behind}\n\n{HEALTHY}"), &format!("1. e4 f6 {result}"));
        }
        for remark in ["", " (forfeit)", " by resignation", ", time"] {
            let text = format!("[Event \"1\"]\n[Result \"{spelt}{remark}\"]\n\n1. e4 f6 *\n\n{HEALTHY}");
            tally.reads(&text, &format!("1. e4 f6 {result}"));
        }
        // Without moves, without tags, and directly before the next game.
        tally.reads(format!("[Event \"1\"]\n\n{spelt}\n\n{HEALTHY}"), result);
        tally.reads(format!("1. e4 f6 {spelt}\n\n{HEALTHY}"), &format!("1. e4 f6 {result}"));
        tally.reads(format!("1. e4 f6 {spelt}\n{HEALTHY}"), &format!("1. e4 f6 {result}"));
    }
    tally.end("result × place × separator", 4000);
}

#[test]
fn tag_lines_and_what_follows_them() {
    let mut tally = Tally::default();
    let behind = [
        "",
        " ; c",
        ";c",
        " {c}",
        "{c}",
        " \\",
        ".",
        " .",
        ",",
        " !",
        " % c",
        " -",
        " <br>",
        " resigned",
        " )",
        " ]",
        " $1",
        " \u{2028}",
        "\t",
        " {c} ; d",
        " {c\nd}",
        " <b>",
        " \"",
        " [",
        " =",
    ];
    for end in ["\n", "\r\n", "\r", "\n\n", "\n \n"] {
        for what in behind {
            // Behind each of three tags, and behind all.
            for place in 0..4 {
                let tags: String = ["[Event \"1\"]", "[Site \"2\"]", "[White \"3\"]"]
                    .iter()
                    .enumerate()
                    .map(|(at, tag)| format!("{tag}{}{end}", if at == place || place == 3 { what } else { "" }))
                    .collect();
                let text =
                    format!("{tags}{end}1. e4 e5 *{end}{end}{}", HEALTHY.replace('\n', end.get(..1).unwrap_or("\n")));
                let comments = text.matches(['{', ';']).count() - text.matches(") ; d").count();
                let (game, _) = GameTree::<ChessRules>::read_lenient(&mut Reader::new(&text)).expect("a game");
                let said = game.node(game.root()).expect("a root").comments.len();
                assert_eq!(said, comments, "{text:?}");
                assert_eq!(game.tags.len(), 3, "{text:?}");
                let mut plain = game.clone();
                plain.node_mut(game.root()).expect("a root").comments.clear();
                assert!(movetext(&plain).ends_with("1. e4 e5 *"), "{text:?}");
                tally.reads(&text, &movetext(&game));
            }
        }
    }
    // A tag that repeats, tags in any case, and tags among the moves and behind the result.
    for tags in [
        "[Event \"1\"]\n[Event \"2\"]\n",
        "[Event \"1\"]\n[Site \"s\"]\n[event \"2\"]\n",
        "[EVENT \"1\"]\n[white \"a\"]\n[RESULT \"*\"]\n",
    ] {
        tally.reads(format!("{tags}\n1. e4 e5 *\n\n{HEALTHY}"), "1. e4 e5 *");
    }
    for tag in [
        "[Annotator \"x\"]",
        "[Result \"*\"]",
        "[White \"x\"]",
        "[Event \"x\"]",
        "[A \"1\"] [B \"2\"]",
        "[A \"1\"]\n[B \"2\"]",
    ] {
        for [before, after] in [[" ", " "], ["\n", "\n"], ["", ""], [" ", "\n"]] {
            for open in ["[Event \"1\"]\n[Site \"s\"]\n\n", "[Event \"1\"]\n\n"] {
                tally.reads(format!("{open}1. e4 e5{before}{tag}{after}2. Nf3 *\n\n{HEALTHY}"), "1. e4 e5 2. Nf3 *");
                tally.reads(
                    format!("{open}1. e4 (1. d4{before}{tag}{after}d5) 1... e5 *\n\n{HEALTHY}"),
                    "1. e4 (1. d4 d5) 1... e5 *",
                );
            }
        }
    }
    for between in [" ", "\n"] {
        for result in ["", " *"] {
            tally.reads(
                format!("[Event \"1\"]\n\n1. e4 e5{result}{between}[Annotator \"x\"]\n\n{HEALTHY}"),
                "1. e4 e5 *",
            );
        }
    }
    tally.end("tag line × what follows", 500);
}

#[test]
fn games_without_a_result() {
    let mut tally = Tally::default();
    let healthy = "1. d4 d5 2. c4 e6 *";
    for tags in ["", "[Event \"1\"]\n\n", "[Event \"1\"]\n[Result \"*\"]\n\n"] {
        for gap in ["\n\n", "\r\n\r\n", "\r\r", "\n \n", "\n\n\n", " \n\t\n", "\n\u{a0}\n", "<br>\n<br>\n"] {
            for moves in [
                "1. e4 e5 2. Nf3",
                "1.e4 e5 2.Nf3",
                "1 e4 e5 2 Nf3",
                "e4 e5 Nf3",
                "1. e4 e5 (1... c5\n\n2. c3) 2. Nf3",
                "1. e4 {a\n\n1. d4} e5 2. Nf3",
                "1. e4 e5 2. Nf3 2...",
                "1. e4\n\n1... e5\n\n2. Nf3",
            ] {
                let expected = GameTree::<ChessRules>::read_all(format!("{moves} *").as_bytes())
                    .next()
                    .expect("a game")
                    .expect("moves");
                for next in [
                    "1. d4 d5 2. c4 e6",
                    "1.d4 d5 2.c4 e6",
                    "1 d4 d5 2 c4 e6",
                    "1 . d4 d5 c4 e6",
                    "d4 d5 c4 e6",
                    "d4 d5 2. c4 e6",
                ] {
                    tally.reads(format!("{tags}{moves}{gap}{next} *\n"), &movetext(&expected));
                }
                tally.reads(format!("{tags}{moves}{gap}{HEALTHY}"), &movetext(&expected));
            }
        }
    }
    assert_eq!(healthy, HEALTHY_MOVES);
    // What may go on does: a legal move, a higher number, a move of Black.
    for gap in ["\n\n", "\n \n\n"] {
        for rest in
            ["Nc6 3. Bb5", "2... Nc6", "Nc6", "2... Nc6 3. Bb5", "{c} Nc6", "(2. d4) Nc6", "x Nc6", "Nc6\n\n3. Bb5"]
        {
            for tags in ["", "[Event \"1\"]\n\n"] {
                let text = format!("{tags}1. e4 e5 2. Nf3{gap}{rest} *\n\n{HEALTHY}");
                let (game, _) = GameTree::<ChessRules>::read_lenient(&mut Reader::new(&text)).expect("a game");
                assert!(game.main_line().count() > 3, "{text:?}");
                tally.reads(&text, &movetext(&game));
            }
        }
    }
    tally.end("games without a result", 1000);
}

#[test]
fn null_moves_in_all_dashes() {
    let mut tally = Tally::default();
    let mut nulls: Vec<String> = ["Z0", "0000", "@@@@", "<>", "\u{2014}", "\u{2015}"].map(String::from).to_vec();
    for dash in DASHES {
        nulls.extend((2..6).map(|count| dash.repeat(count)));
        nulls.push(format!("{dash}-"));
        nulls.push(format!("-{dash}"));
    }
    for null in &nulls {
        for (text, moves) in [
            ("1. e4 N 2. d4", "1. e4 -- 2. d4"),
            ("1. N e5 2. Nf3", "1. -- e5 2. Nf3"),
            ("1.N e5 2.Nf3", "1. -- e5 2. Nf3"),
            ("1. e4 (1. N e5) e5", "1. e4 (1. -- e5) 1... e5"),
            ("1. e4 N! 2. d4", "1. e4 -- $1 2. d4"),
            ("1. e4 N\n2. d4", "1. e4 -- 2. d4"),
            ("1. e4 e5 2. N", "1. e4 e5 2. --"),
            ("1. e4 N {c} 2. d4", "1. e4 -- { c } 2. d4"),
        ] {
            tally.reads(
                format!(
                    "[Event \"1\"]\n\n{} *\n\n{HEALTHY}",
                    text.replace('N', "\0").replace("\0f3", "Nf3").replace('\0', null)
                ),
                &format!("{moves} *"),
            );
        }
    }
    // One short dash is a null move in the place of a move.
    for dash in &DASHES[1..] {
        for text in ["1. N e5 2. Nf3", "1.N e5 2. Nf3", "1. N e5 {c} 2. Nf3"] {
            let text = text.replacen('N', dash, 1);
            let c = if text.contains('{') { " { c }" } else { "" };
            tally.reads(format!("[Event \"1\"]\n\n{text} *\n\n{HEALTHY}"), &format!("1. -- e5{c} 2. Nf3 *"));
        }
    }
    // Windows-1252.
    for null in [&b"\x96\x96"[..], b"\x97", b"\x97\x97", b"-\x96"] {
        let text = [b"[Event \"M\xfcller\"]\n\n1. e4 ", null, b" 2. d4 *\n\n", HEALTHY.as_bytes()].concat();
        tally.reads(text, "1. e4 -- 2. d4 *");
    }
    // Among words a dash is a dash.
    for text in [
        "1. e4 e5 White \u{2014} resigns",
        "1. e4 e5 resigns \u{2014} a pity",
        "1. e4 e5 \u{2013}",
        "1. e4 - e5",
        "1. e4 \u{2013} e5",
    ] {
        tally.reads(format!("[Event \"1\"]\n\n{text} *\n\n{HEALTHY}"), "1. e4 e5 *");
    }
    tally.end("null × dash", 400);
}

#[test]
fn missing_spaces() {
    let mut tally = Tally::default();
    let moves = [
        "e4", "e5", "Nf3", "Nc6", "Bb5", "Nf6", "O-O", "Nxe4", "Re1", "Nd6", "Nxe5", "Be7", "Bf1", "Nxe5", "Rxe5",
        "O-O",
    ];
    let clean = "1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O Nxe4 5. Re1 Nd6 6. Nxe5 Be7 7. Bf1 Nxe5 8. Rxe5 O-O";
    // The space before one move is missing, with a number or without; or the space before a number, a result, a glyph.
    for result in ["1-0", "0-1", "1/2-1/2", "*", "½-½", "1:0"] {
        let named = match result {
            "½-½" => "1/2-1/2",
            "1:0" => "1-0",
            result => result,
        };
        for missing in 1..moves.len() {
            // A pawn's move and a pawn's move are one long move.
            if missing == 1 {
                continue;
            }
            let text: String = moves
                .iter()
                .enumerate()
                .map(|(at, mv)| format!("{}{mv}", if at == missing || at == 0 { "" } else { " " }))
                .collect();
            tally.reads(format!("{text} {result}\n\n{HEALTHY}"), &format!("{clean} {named}"));
            tally.reads(format!("[Event \"1\"]\n\n{text}{result}\n\n{HEALTHY}"), &format!("{clean} {named}"));
        }
        for numbered in ["N.", "N. ", "N .", "N... "] {
            let text: String = moves
                .iter()
                .enumerate()
                .map(|(at, mv)| {
                    if at % 2 == 0 {
                        format!("{}{mv} ", numbered.replace('N', &(at / 2 + 1).to_string()))
                    } else {
                        (*mv).to_owned()
                    }
                })
                .collect();
            tally.reads(format!("[Event \"1\"]\n\n{text}{result}\n\n{HEALTHY}"), &format!("{clean} {named}"));
        }
    }
    for (text, read) in [
        ("1. e4 e5 2. Nf3+-Nc6", "1. e4 e5 2. Nf3 $18 Nc6"),
        ("1. e4 e5 2. Nf3\u{b1}Nc6", "1. e4 e5 2. Nf3 $16 Nc6"),
        ("1. e4 e5 2. Nf3=Nc6", "1. e4 e5 2. Nf3 $10 Nc6"),
        ("1. e4 e5 2. Nf3-Nc6", "1. e4 e5 2. Nf3 Nc6"),
        ("1. e4 e5 2. Nf3--3. Bb5", "1. e4 e5 2. Nf3 -- 3. Bb5"),
        ("1. e4{a}e5(1...c5)2.Nf3$1Nc6", "1. e4 { a } 1... e5 (1... c5) 2. Nf3 $1 Nc6"),
        ("1. e4 e5 2. Qh5Nc6 3. Qxf7+Kxf7", "1. e4 e5 2. Qh5 Nc6 3. Qxf7+ Kxf7"),
        ("1. e4 d5 2. exd5Qxd5 3. Nc3Qa5", "1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5"),
        ("1. e4 d5 2. exd5c6 3. dxc6Nxc6", "1. e4 d5 2. exd5 c6 3. dxc6 Nxc6"),
    ] {
        tally.reads(format!("[Event \"1\"]\n\n{text} *\n\n{HEALTHY}"), &format!("{read} *"));
    }
    // Castling by zeros and by dashes, and promotions.
    let open = "[FEN \"r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1\"]\n\n";
    for zero in ["O", "0", "o"] {
        for dash in DASHES {
            for (one, other) in [(2, 2), (2, 3), (3, 2), (3, 3)] {
                let castle = |count: usize| vec![zero; count].join(dash);
                let long = |count: usize| if count == 2 { "O-O" } else { "O-O-O" };
                let (white, black) = (castle(one), castle(other));
                for result in ["1-0", "0-1", "1/2-1/2", "*"] {
                    tally.reads(
                        format!("{open}1. {white}{black} {result}\n\n{HEALTHY}"),
                        &format!("1. {} {} {result}", long(one), long(other)),
                    );
                    tally.reads(
                        format!("{open}1. {white} {black}{result}\n\n{HEALTHY}"),
                        &format!("1. {} {} {result}", long(one), long(other)),
                    );
                }
            }
        }
    }
    let open = "[FEN \"r3k2r/2P5/8/8/8/8/8/R3K2R w KQkq - 0 1\"]\n\n";
    for promoted in ["c8=Q+", "c8Q+", "c8=Q", "c8Q", "c8=q"] {
        for next in ["Rxc8 1-0", "Rxc81-0", "Rxc8*"] {
            let result = if next.ends_with('*') { "*" } else { "1-0" };
            tally.reads(format!("{open}1. {promoted}{next}\n\n{HEALTHY}"), &format!("1. c8=Q+ Rxc8 {result}"));
        }
        tally.reads(format!("{open}1. {promoted}1-0\n\n{HEALTHY}"), "1. c8=Q+ 1-0");
    }
    tally.end("missing spaces", 900);
}

#[test]
fn line_ends_and_encodings() {
    let mut tally = Tally::default();
    let game = "[Event \"1\"]|; note|[Site \"2\"] ; c|% escaped [x|[White \"3\"]||1. e4 ; c } d|e5 {a|b} 2. Nf3|% { escaped|Nc6 (2... d6|; in|3. d4) 3. Bb5 1-0||";
    let expected = GameTree::<ChessRules>::read_all(game.replace('|', "\n").as_bytes())
        .next()
        .expect("a game")
        .expect("it is right");
    for end in ["\n", "\r", "\r\n"] {
        let text = format!("{game}{}", HEALTHY.replace('\n', "|")).replace('|', end);
        tally.reads(&text, &movetext(&expected));
        let games: Vec<_> = GameTree::<ChessRules>::read_all(text.as_bytes()).flatten().collect();
        assert_eq!(games[0], expected);
    }
    // Each byte of Windows-1252 in a tag and in a comment, beside a byte that is no UTF-8.
    let decoded = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8d}Ž\u{8f}\u{90}‘’“”•–—˜™š›œ\u{9d}žŸ";
    for (byte, char) in (0x80..=0x9f_u8).zip(decoded.chars()).chain((0xa0..=0xff).map(|byte| (byte, char::from(byte))))
    {
        let text = [
            b"[Event \"\xe9",
            &[byte, b'x'][..],
            b"\"]\n\n1. e4 {\xe9",
            &[byte, b'y'],
            b"} e5 *\n\n",
            HEALTHY.as_bytes(),
        ]
        .concat();
        let game = GameTree::<ChessRules>::read_all(&text).next().expect("a game").expect("it is right");
        let is_utf_8 = std::str::from_utf8(&[0xe9, byte, b'x']).is_ok();
        assert!(!is_utf_8);
        assert_eq!(game.tag("Event"), Some(&*format!("é{char}x")));
        tally.reads(&text, &movetext(&game));
    }
    // Its dashes in castling and results, its dots in numbers.
    let open = b"[Event \"\xe9\"]\n[FEN \"r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1\"]\n\n1. ";
    for dash in [0x96_u8, 0x97] {
        for (text, read) in [
            (
                vec![b'O', dash, b'O', b' ', b'1', 0x85, b' ', b'0', dash, b'0', dash, b'0', b' ', b'1', dash, b'0'],
                "1. O-O O-O-O 1-0",
            ),
            (vec![b'O', dash, b'O', b' ', b'O', dash, b'O', b' ', 0xbd, dash, 0xbd], "1. O-O O-O 1/2-1/2"),
        ] {
            tally.reads([&open[..], &text, b"\n\n", HEALTHY.as_bytes()].concat(), read);
        }
    }
    tally.end("line ends and Windows-1252", 100);
}

/// The moves of a game in the letters of a language.
fn spelt(letters: chess0x88::san::PieceLetters, moves: &str) -> String {
    let mut position = chess0x88::Chess::startpos();
    let words = moves.split(' ').map(|word| {
        let mv = position.parse_san(word).expect(word);
        let text = chess0x88::san::san_with(&position, mv, letters).to_string();
        position.play_unchecked(mv);
        text
    });
    words.collect::<Vec<_>>().join(" ")
}

#[test]
fn languages_need_evidence() {
    let mut tally = Tally::default();
    let moves = "e4 e5 Nf3 Nc6 Bb5 a6 O-O Nf6 Re1 Be7 d4 O-O Qd3 Kh8 Kf1";
    let clean = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O Nf6 5. Re1 Be7 6. d4 O-O 7. Qd3 Kh8 8. Kf1 *";
    for (names, letters) in LANGUAGES {
        let text = spelt(letters, moves);
        for head in ["", "[Event \"1\"]\n\n"] {
            tally.reads(format!("{head}{text} *\n\n{HEALTHY}"), clean);
        }
        let (game, error) = GameTree::<ChessRules>::read_lenient(&mut Reader::new(&text)).expect("a game");
        assert_eq!((language_name(game.letters()), error), (Some(names[0]), None));
        // The tag and the caller say it, also of a move whose letter is English.
        for name in names {
            for (start, mv) in [
                ("", "Nf3 Nc6"),
                ("e4 e5 ", "Nc3 Nc6"),
                ("e4 e5 ", "Bc4 Bc5"),
                ("h4 h5 ", "Rh3 Rh6"),
                ("e4 e5 ", "Ke2 Ke7"),
                ("e4 e5 ", "Qe2 Qe7"),
            ] {
                let line = format!("{start}{mv}");
                let text = spelt(letters, &line);
                let clean = GameTree::<ChessRules>::read_all(line.as_bytes()).next().expect("a game").expect("English");
                tally
                    .reads(format!("[Event \"1\"]\n[Language \"{name}\"]\n\n{text} *\n\n{HEALTHY}"), &movetext(&clean));
                let (game, error) =
                    GameTree::<ChessRules>::read_with_letters(&mut Reader::new(&text), letters).expect("a game");
                assert_eq!((movetext(&game), error, game.letters()), (movetext(&clean), None, letters), "{text}");
                // Without a tag it is English, or shows its language by a letter that English has not.
                let untold: Result<GameTree, _> = text.parse();
                let is_foreign =
                    text.chars().any(|char| !char.is_ascii() || char.is_ascii_uppercase() && !"KQRBNPO".contains(char));
                let has_read = untold.as_ref().is_ok_and(|game| movetext(game) == movetext(&clean));
                assert!(
                    has_read || !is_foreign || letters_of::<ChessRules>(&Reader::new(&text)).is_none(),
                    "{names:?}: {text}"
                );
                if let Ok(game) = untold
                    && !is_foreign
                {
                    assert_eq!(language_name(game.letters()), Some("English"), "{text}");
                }
            }
        }
    }
    // The illegal English move is an error with its reason, and the healthy game is read.
    for (text, error) in [
        ("1. e4 e5 2. Rf3 *", "line 1, byte 12: Rf3: no rook can move to f3"),
        ("1. h4 h5 2. Bh3 *", "line 1, byte 12: Bh3: the pawn on g2 is in the way from f1 to h3"),
        ("1. e4 e5 2. Bf3 *", "line 1, byte 12: Bf3: no bishop can move to f3"),
        ("1. e4 e5 2. Ke3 *", "line 1, byte 12: Ke3: the king on e1 does not move to e3"),
        ("1. e4 e5 2. Kf3 *", "line 1, byte 12: Kf3: the king on e1 does not move to f3"),
    ] {
        let games: Vec<String> = GameTree::<ChessRules>::read_all(format!("{text}\n\n{HEALTHY}").as_bytes())
            .map(|game| game.map_or_else(|error| error.to_string(), |game| movetext(&game)))
            .collect();
        assert_eq!(games, [error, HEALTHY_MOVES]);
    }
    tally.end("language × evidence", 100);
}

/// A visitor that does nothing else stops nowhere.
#[test]
fn nothing_is_lost_without_a_remark() {
    struct Loses(bool);
    impl Visitor<'_> for Loses {
        fn san(&mut self, _: &[u8], _: usize) -> Flow {
            Flow::Continue
        }
        fn error(&mut self, _: PgnError) {
            self.0 = true;
        }
    }
    for text in [
        "[Event \"1\"] x\n[Site \"2\"]\n\n1. e4 *\n",
        "[Event \"1\"]\n\n1. e4 [Annotator \"x\"] e5 *\n",
        "1. e4 e5 1-0 (forfeit)\n",
        "1. e4 e5 1-0 resigned\n",
        "<html><body>Not found</body></html>",
        "{\"error\": \"not found\"}",
        "{ \"error\" : 404 }",
        "> [Event \"1\"]\n> [Site \"2\"]\n>\n> 1. e4 e5 *\n",
    ] {
        let (mut loses, mut reader) = (Loses(false), Reader::new(text));
        let mut games = 0;
        while reader.read_game(&mut loses) {
            games += 1;
        }
        assert!(loses.0 && games == 1, "{text:?}");
    }
    for page in [
        "<html><body>Not found</body></html>",
        "{\"error\": \"not found\"}",
        "<!DOCTYPE html>\n<html>\n",
        "[{\"id\": 1}]",
        "<a>",
    ] {
        assert!(page.parse::<GameTree>().is_err(), "{page}");
    }
}

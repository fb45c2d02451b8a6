//! Malformed PGN: tests each error, and where reading goes on.
//!
//! With `PGN_BLESS=1` in the environment the corpus is written again; read the difference before you keep it.

use std::fmt::Write;

use crate::events::{Event, events, shorthand};
use chess0x88_pgn::{PgnError, Reader, Visitor};
use common::places::spoilt;

const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../crates/pgn/tests/data/bad.txt");

pub(crate) fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'\\' => match rest.next() {
                Some(b'n') => b'\n',
                Some(b'r') => b'\r',
                Some(b't') => b'\t',
                Some(b'x') => {
                    let digits: String = rest.by_ref().take(2).map(char::from).collect();
                    u8::from_str_radix(&digits, 16).expect("two hexadecimal digits")
                }
                _ => b'\\',
            },
            byte => byte,
        });
    }
    bytes
}

#[test]
fn the_corpus_of_malformed_pgn() {
    let corpus = std::fs::read_to_string(CORPUS).expect("the corpus");
    let mut actual = String::new();
    let mut inputs = 0;
    for line in corpus.lines().filter(|line| !line.starts_with(['=', '!'])) {
        writeln!(actual, "{line}").unwrap();
        if let Some(input) = line.strip_prefix("> ") {
            let events = events(&unescape(input));
            writeln!(actual, "= {}", shorthand(&events)).unwrap();
            for event in events {
                if let Event::Error(error) = event {
                    writeln!(actual, "! {error}").unwrap();
                }
            }
            inputs += 1;
        }
    }
    if std::env::var_os("PGN_BLESS").is_some() {
        std::fs::write(CORPUS, &actual).expect("writing the corpus");
    }
    assert!(inputs >= 50);
    for (line, (actual, expected)) in actual.lines().zip(corpus.lines()).enumerate() {
        assert_eq!(actual, expected, "line {} of the corpus", line + 1);
    }
    assert_eq!(actual.lines().count(), corpus.lines().count());
}

/// What an error finds stands at its byte, and as many lines before it as it counts.
#[test]
fn each_error_finds_at_its_byte_what_it_tells() {
    let mut errors = 0;
    for text in ["[Eé \"ä\"]\r\n[X y]\n\n1. é4 $x {— } (♘f3", "1. e4 Ñ $300 ) [A \"b\"] } †e5 [\n1. d4 * é [x \"\n"]
        .into_iter()
        .flat_map(spoilt)
    {
        for event in events(text.as_bytes()) {
            let Event::Error(error) = event else { continue };
            let (before, rest) = text.as_bytes().split_at(error.offset());
            let first = rest.first().copied();
            let starts = |sign: u8| first == Some(sign);
            let holds = match error {
                PgnError::TagName { found, .. } | PgnError::TagValue { found, .. } => found == first,
                PgnError::UnclosedTag { .. } => starts(b'"'),
                PgnError::UnclosedComment { .. } => starts(b'{'),
                PgnError::UnclosedVariation { .. } => starts(b'('),
                PgnError::UnopenedVariation { .. } => starts(b')'),
                PgnError::Nag { .. } | PgnError::LargeNag { .. } => starts(b'$'),
                PgnError::UnexpectedByte { found, .. } => starts(found),
                PgnError::UnknownSymbol { symbol, .. } => {
                    String::from_utf8_lossy(rest).starts_with(symbol.to_string().trim_end_matches('…'))
                }
                PgnError::StrayTag { .. } => starts(b'['),
                PgnError::NextGame { .. } => starts(b'1'),
                other => panic!("{text:?}: {other}"),
            };
            let ends = String::from_utf8_lossy(before).replace("\r\n", "\n").matches(['\r', '\n']).count();
            let split = u8::from(before.ends_with(b"\r") && starts(b'\n')); // A line that ends here has not ended yet.
            assert!(holds && error.line() == ends + 1 - usize::from(split), "{text:?}: {error}");
            errors += 1;
        }
    }
    assert!(errors > 1000, "{errors}");
}

/// Old Macs ended lines with a carriage return alone, other systems with both.
#[test]
fn lines_are_counted_however_they_end() {
    let pgn = "[Event \"1\"]\n\n1. e4 $x *\n\n[Event \"2\"]\n\n1. d4 *\n";
    for end in ["\n", "\r", "\r\n"] {
        let text = pgn.replace('\n', end);
        let mut lines = Lines(Vec::new());
        let mut reader = Reader::new(&text);
        while reader.read_game(&mut lines) {}
        assert_eq!((lines.0, reader.line_of(text.len())), (vec![3], 8), "{end:?}");
    }
}

struct Lines(Vec<usize>);

impl Visitor<'_> for Lines {
    fn error(&mut self, error: PgnError) {
        self.0.push(error.line());
    }
}

#[test]
fn utf_16_is_named() {
    let pgn = "[Event \"Ä\"]\r\n\r\n1. e4 *\r\n";
    for mark in ["", "\u{feff}"] {
        for order in [u16::to_le_bytes, u16::to_be_bytes] {
            let text: Vec<u8> = [mark, pgn].concat().encode_utf16().flat_map(order).collect();
            let mut errors = Lines(Vec::new());
            let mut reader = Reader::new(&text);
            assert!(reader.read_game(&mut errors) && !reader.read_game(&mut errors));
            assert_eq!((errors.0, reader.offset()), (vec![1], text.len()));
            {
                let told = "line 1, byte 0: the text is UTF-16, and PGN is UTF-8 or Windows-1252";
                let mut trees = chess0x88_pgn::GameTree::<chess0x88::ChessRules>::read_all(&text);
                assert_eq!(trees.next().expect("one").unwrap_err().to_string(), told);
                assert!(trees.next().is_none());
                let mut stream = chess0x88_pgn::StreamReader::with_limit(&text[..], 16);
                assert_eq!(stream.next().expect("one").unwrap_err().to_string(), told);
                assert!(stream.next().is_none());
            }
        }
    }
}

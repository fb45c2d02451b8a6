//! Malformed PGN: each error is pinned, and so is where reading goes on.
//!
//! With `PGN_BLESS=1` in the environment the corpus is written anew; read the difference before you keep it.

use std::fmt::Write;

use crate::events::{Event, events, shorthand};

const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/bad.txt");

fn unescape(text: &str) -> Vec<u8> {
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

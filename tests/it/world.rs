//! The FENs in the tests of public projects, and the answers of the two readers.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use chess0x88::{Chess, ChessRules, Setup, Violations, fen, perft};
use common::suite;

/// Lines of `marks<TAB>text<TAB>refusal`: the head of the file explains them.
const FENS: &str = include_str!("../data/world_fens.txt");

/// Perft totals of suites that no other file has.
const TOTALS: &str = include_str!("../data/perft_world.epd");

/// The readers' answers for a text: two of the three marks, and the error.
fn judge(text: &str) -> (&'static str, String) {
    let lenient = fen::parse_lenient::<ChessRules>(text);
    match (text.parse::<Chess>(), lenient) {
        (Ok(strict), lenient) => {
            let (position, repairs) = lenient.expect("the lenient reader takes what the strict one takes");
            assert_eq!(position.to_setup(), strict.to_setup(), "{text}");
            assert!(repairs.is_empty(), "{text}: {repairs}");
            ("sl", String::new())
        }
        (Err(error), Ok((position, repairs))) => {
            assert!(!repairs.is_empty(), "{text}: {error}, and nothing was put right");
            let again = fen::parse_lenient::<ChessRules>(&position.fen()).expect("our own spelling").0;
            assert_eq!(again.board(), position.board(), "{text}");
            ("-l", error.to_string())
        }
        (Err(_), Err(error)) => ("--", error.to_string()),
    }
}

#[test]
fn every_fen_of_public_projects_is_read_as_the_list_says() {
    let (mut found, mut lines, mut wrong) = (String::new(), 0, Vec::new());
    for line in FENS.lines() {
        if line.starts_with('#') {
            writeln!(found, "{line}").expect("it grows");
            continue;
        }
        let mut columns = line.split('\t');
        let (marks, text) = (columns.next().expect("marks"), columns.next().expect("a text"));
        let (ours, refusal) = judge(text);
        let tab = if refusal.is_empty() { "" } else { "\t" };
        let said = format!("{ours}{}\t{text}{tab}{refusal}", marks.get(2..).unwrap_or("-"));
        if said != line {
            wrong.push(format!("{line}\n  is now\n{said}"));
        }
        writeln!(found, "{said}").expect("it grows");
        lines += 1;
    }
    // Replace the list by this file if the answers have changed.
    let renewed = Path::new(env!("CARGO_TARGET_TMPDIR")).join("world_fens.txt");
    if !wrong.is_empty() {
        fs::write(&renewed, found).expect("a file");
    }
    wrong.truncate(10);
    assert!(wrong.is_empty(), "{}\nAll of it: {}", wrong.join("\n"), renewed.display());
    assert!(lines > 2500, "the list has only {lines} lines");
}

#[test]
fn a_setup_is_made_of_every_text_that_a_reader_takes() {
    for line in FENS.lines().filter(|line| !line.starts_with('#')) {
        let mut columns = line.split('\t');
        let (marks, text) = (columns.next().expect("marks"), columns.next().expect("a text"));
        let (strict, lenient) = (text.parse::<Setup<ChessRules>>(), Setup::<ChessRules>::from_fen_lenient(text));
        assert!(!marks.starts_with('s') || strict.is_ok(), "{text}");
        assert!(!marks[1..].starts_with('l') || lenient.is_ok(), "{text}");
        if let (Ok(strict), Ok((lenient, repairs))) = (strict, lenient) {
            assert_eq!(strict, lenient, "{text}");
            assert!(repairs.is_empty(), "{text}");
        }
    }
}

/// Counts the totals of at most `max_nodes` leaves. The positions are read with tolerance, since no game leads to some of them.
/// The lenient reader drops an impossible en passant square, as the authors do.
fn count(max_nodes: u64) -> usize {
    let mut checked = 0;
    for (text, totals) in suite::lines(TOTALS) {
        let setup: Setup<ChessRules> = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        let lenient = || fen::parse_lenient(text).unwrap_or_else(|error| panic!("{text}: {error}")).0;
        let position: Chess = setup.to_position_with(Violations::TOLERABLE).unwrap_or_else(|_| lenient());
        for (depth, nodes) in totals.into_iter().filter(|(_, nodes)| *nodes <= max_nodes) {
            assert_eq!(perft(&position, depth), nodes, "depth {depth} of {text}");
            checked += 1;
        }
    }
    checked
}

#[test]
fn the_totals_of_other_suites_up_to_two_million() {
    assert_eq!(count(2_000_000), 235);
}

#[test]
#[ignore = "half a minute, and only in release"]
fn the_totals_of_other_suites_in_full() {
    assert_eq!(count(u64::MAX), 243);
}

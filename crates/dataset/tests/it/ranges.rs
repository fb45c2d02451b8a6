use std::collections::HashMap;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use dataset::convert::Rows;
use dataset::input::{InputOffset, Limits, Range, Splitter, game_at_or_after};
use dataset::read::{Wanted, read_piece};

use crate::{file, games};

/// A game of a range: its first byte, its line, its moves.
type Row = (i64, i64, Vec<u16>);

/// The games of ranges. Ranges with the same bytes are read once, so that each split can be tested.
#[derive(Default)]
struct Ranges(HashMap<(u64, String, u64), Vec<Row>>);

impl Ranges {
    fn of(&mut self, path: &Path, start: u64, end: u64) -> Vec<Row> {
        let mut range = Range::open(path, start, end, true).unwrap();
        let line = Range::open(path, 0, start, false).unwrap().lines().unwrap() + 1;
        let mut text = String::new();
        range.text.read_to_string(&mut text).unwrap();
        let rows = self.0.entry((range.start, text.clone(), line));
        rows.or_insert_with(|| read(&text, InputOffset { file: 0, byte: range.start, line })).clone()
    }
}

fn read(text: &str, place: InputOffset) -> Vec<Row> {
    let mut splitter = Splitter::new(text.as_bytes(), place, Limits { piece: 2000, game: 1 << 16 });
    let mut found = Vec::new();
    while let Some(piece) = splitter.next_piece().unwrap() {
        let mut rows = Rows::new("a");
        read_piece(&piece, "a", &Wanted::default(), &mut rows);
        let batch = rows.games.finish().unwrap();
        dataset::tables::each_row(&batch, |game| {
            let game = game?;
            found.push((game.byte, game.line, game.moves));
            Ok(())
        })
        .unwrap();
    }
    found
}

/// Lines that look like the beginning of a game, games without blank lines, games whose first tag is another one.
const ODD: &str = "\n\n[Event \"1\"]\n[Site \"a\"]\n\n1. e4 {\n[Site \"no tag\"]\n} e5 *\n[Event \"2\"]\n1. d4 *\n\n[Site \"b\"]\n[Event \"3\"]\n\n1. c4 *\n\
    [White \"c\"]\n\n[Event \"4\"]\n\n1. f4 *\r\n\r\n[Event \"5\"]\r\n\r\n1. g4 *\r\n1. h4 * [Event \"6\"]\n1. a4 *\n";

#[test]
fn no_split_loses_a_game_or_reads_one_twice() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [("odd", ODD.to_owned()), ("usual", games::games(2))] {
        let path = file(folder.path(), name, &text);
        let size = text.len() as u64;
        let mut ranges = Ranges::default();
        let whole = ranges.of(&path, 0, size);
        assert_eq!(whole.len(), if name == "odd" { 7 } else { 2 });
        for split in 0..=size {
            let mut parts = ranges.of(&path, 0, split);
            parts.extend(ranges.of(&path, split, size));
            assert_eq!(parts, whole, "{name}, split at {split}");
        }
        for first in (0..=size).step_by(97) {
            for second in (first..=size).step_by(89) {
                let three = [(0, first), (first, second), (second, size)];
                let parts: Vec<Row> = three.into_iter().flat_map(|(start, end)| ranges.of(&path, start, end)).collect();
                assert_eq!(parts, whole, "{name}, split at {first} and {second}");
            }
        }
    }
}

#[test]
fn ranges_of_a_file_are_disjoint_and_whole() {
    let folder = tempfile::tempdir().unwrap();
    let text = games::games(300);
    let path = file(folder.path(), "a.pgn", &text);
    let mut all = String::new();
    for start in (0..text.len() as u64).step_by(7919) {
        Range::open(&path, start, start + 7919, false).unwrap().text.read_to_string(&mut all).unwrap();
    }
    assert_eq!(all, text);
    // A line longer than the search backwards begins no range, from any byte.
    let long =
        format!("[Event \"1\"]\n\n{{{}}} 1. e4 *\n[Event \"2\"]\n\n1. d4 *\n\n[Event \"3\"]\n*\n", "x".repeat(1 << 19));
    let path = file(folder.path(), "long.pgn", &long);
    let third = long.find("[Event \"3\"]").unwrap() as u64;
    for from in [1, 1000, third - 30, third] {
        assert_eq!(game_at_or_after(&mut File::open(&path).unwrap(), from).unwrap(), third);
    }
}

#[test]
fn archives_are_read_from_their_beginning() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path(), "a.pgn.zst", zstd::encode_all(games::games(3).as_bytes(), 1).unwrap());
    let error = format!("{:#}", Range::open(&path, 5, 9, false).map(drop).unwrap_err());
    assert!(
        error.ends_with("an archive cannot be read from its middle: unpack it, or give whole files to each task"),
        "{error}"
    );
}

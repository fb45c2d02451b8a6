use std::collections::HashMap;

use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use dataset::parts::{Codec, Table, read};
use dataset::tables::positions;
use dataset::unique::{MergeLimits, book, without_clocks};

use crate::{convert, file, games, rows};

#[test]
fn the_book_has_each_position_once() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    convert(&[file(folder.path(), "a.pgn", games::games(150))], &out);
    let mut expected: HashMap<[u8; 32], [i64; 4]> = HashMap::new();
    for game in rows(&out) {
        let mut seen = Vec::new();
        for position in positions(&game).unwrap().into_iter().take(13) {
            let packed = without_clocks(&position).unwrap();
            if seen.contains(&packed) {
                continue;
            }
            seen.push(packed);
            let counts = expected.entry(packed).or_default();
            counts[0] += 1;
            match game.result() {
                "1-0" => counts[1] += 1,
                "1/2-1/2" => counts[2] += 1,
                "0-1" => counts[3] += 1,
                _ => {}
            }
        }
    }
    let mut files = Vec::new();
    // In memory, and with limits so low that positions go to files and the files are merged.
    for limits in [MergeLimits::default(), MergeLimits { positions: 50, files: 3 }] {
        let count = book(&out, 12, 2, Codec::Zstd, limits).unwrap();
        assert_eq!(count, expected.len() as u64);
        let path = Table::Book.path(&out, 0);
        let mut last = i64::MIN;
        for batch in read(Table::Book, &path).unwrap() {
            let batch = batch.unwrap();
            let number = |column: usize, row: usize| batch.column(column).as_primitive::<Int64Type>().value(row);
            for row in 0..batch.num_rows() {
                let packed: [u8; 32] = batch.column(1).as_fixed_size_binary().value(row).try_into().unwrap();
                assert_eq!(std::array::from_fn(|end| number(2 + end, row)), expected[&packed]);
                let position = chess0x88::packed::unpack::<chess0x88::ChessRules>(&packed).unwrap();
                assert_eq!(position.key().cast_signed(), number(0, row));
                assert!(last <= number(0, row), "the book is sorted by the key");
                last = number(0, row);
            }
        }
        files.push(std::fs::read(path).unwrap());
        assert_eq!(std::fs::read_dir(out.join("book")).unwrap().count(), 1, "nothing else is left");
    }
    assert_eq!(files[0], files[1]);
}

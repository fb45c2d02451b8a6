use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::Command;

use dataset::check::check;
use dataset::convert::Rows;
use dataset::input::{InputOffset, Limits, Splitter};
use dataset::parts::{Manifest, Table};
use dataset::read::{Wanted, read_piece};
use dataset::schema::{VERSION, VERSION_KEY};
use parquet::arrow::ArrowWriter;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;

use crate::{convert, errors, file, games, job, program, rows, run, said};

const BAD: &str = r#"[Event "an illegal move"]

1. e4 e5 2. Ke3 Nc6 1-0

[Event "good"]
[White "A"]
[White "B"]

1. e4 $ e5 *

[Event "another game"]
[Variant "Atomic"]

1. e4 *

[Event "a bad start"]
[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]

1. e4 *

[Event "two results"]
[Result "0-1"]

1. d4 1-0

[Event "open"]

1. c4 (1. d4 d5

[Event "fen missing"]
[SetUp "1"]

*

[Event "last"]

1. f4 { never closed
"#;

#[test]
fn bad_games_are_told_and_the_others_kept() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let path = file(folder.path(), "a.pgn", BAD);
    let report = convert(std::slice::from_ref(&path), &out);
    let found: Vec<(i64, String, bool)> =
        errors(&out).into_iter().map(|(line, _, reason, kept)| (line, reason, kept)).collect();
    let expected = [
        (3, "Ke3: the king on e1 does not move to e3", false),
        (7, "the tag White repeats, and said \"A\" before: the last one counts", true),
        (9, "expected a number after `$`, found a space", true),
        (12, "the tag Variant names another game: Atomic", false),
        (17, "the board is empty", false),
        (22, "the tag Result says 0-1, but the moves end with 1-0: that counts", true),
        (28, "the variation that starts here is not closed (1 open)", false),
        (31, "the tag SetUp is 1, but there is no tag FEN", true),
        (37, "the comment that starts here is never closed", false),
    ];
    let lines = |found: &[(i64, String, bool)]| found.iter().map(|(line, _, kept)| (*line, *kept)).collect::<Vec<_>>();
    assert_eq!(lines(&found), expected.iter().map(|&(line, _, kept)| (line, kept)).collect::<Vec<_>>(), "{found:?}");
    for index in [0, 1, 3, 5, 6, 7, 8] {
        assert_eq!(found[index].1, expected[index].1);
    }
    // Each byte is on its line.
    for (line, byte, _, _) in errors(&out) {
        assert_eq!(BAD[..byte as usize].matches('\n').count() as i64 + 1, line);
    }
    let games = rows(&out);
    // An error among the moves costs only the moves after it.
    let plies = |game: &dataset::game::Game| (game.texts[0].clone().unwrap(), game.moves.len());
    let found: Vec<(String, usize)> = games.iter().map(plies).collect();
    let expected =
        [("an illegal move", 2), ("good", 2), ("two results", 1), ("open", 1), ("fen missing", 0), ("last", 1)];
    assert_eq!(found, expected.map(|(event, plies)| (event.to_owned(), plies)));
    assert_eq!(games[0].result(), "*");
    assert_eq!(games[1].texts[3].as_deref(), Some("B"));
    let lines = |game: &dataset::game::Game| game.error.as_ref().map(|error| error.line);
    assert_eq!(games.iter().map(lines).collect::<Vec<_>>(), [Some(3), Some(7), Some(22), Some(28), Some(31), Some(37)]);
    assert_eq!(games[2].result(), "1-0");
    assert_eq!((report.read, report.games, report.errors), (8, 6, 9));
    check(&out).unwrap();

    let to = folder.path().join("strict");
    let arguments = ["convert", path.to_str().unwrap(), "-o", to.to_str().unwrap()];
    assert_eq!(program(&arguments).status.code(), Some(0));
    assert_eq!(program(&[&arguments[..], &["--strict"]].concat()).status.code(), Some(1));
}

#[test]
fn no_games_make_empty_tables() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [("empty", ""), ("blank", " \n\n"), ("noise", "\u{1}")] {
        let out = folder.path().join(name);
        convert(&[file(folder.path(), &format!("{name}.pgn"), text)], &out);
        assert_eq!(rows(&out), []);
        assert!(check(&out).unwrap().is_complete);
    }
    let empty = folder.path().join("folder");
    fs::create_dir(&empty).unwrap();
    let output = program(&["convert", empty.to_str().unwrap(), "-o", "nowhere"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(said(&output).contains("no .pgn, .pgn.zst, .pgn.gz, .pgn.bz2 or .pgn.zip file in this folder"));
    assert!(!Path::new("nowhere").exists());
}

/// A cut input is reported with its place, and the tables are not marked as complete.
#[test]
fn archives_that_are_cut_off_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let text = games::games(300);
    let mut gz = flate2::read::GzEncoder::new(text.as_bytes(), flate2::Compression::fast());
    let mut bz = bzip2::read::BzEncoder::new(text.as_bytes(), bzip2::Compression::fast());
    let (mut gzip, mut bzip) = (Vec::new(), Vec::new());
    gz.read_to_end(&mut gzip).unwrap();
    bz.read_to_end(&mut bzip).unwrap();
    for (name, bytes) in
        [("a.pgn.zst", zstd::encode_all(text.as_bytes(), 1).unwrap()), ("a.pgn.gz", gzip), ("a.pgn.bz2", bzip)]
    {
        for length in [20, bytes.len() / 2, bytes.len() - 1] {
            let out = folder.path().join(format!("out-{name}-{length}"));
            let path = file(folder.path(), name, &bytes[..length]);
            let error = format!("{:#}", run(&job(std::slice::from_ref(&path), &out)).unwrap_err());
            assert!(error.starts_with("the input cannot be read to its end: "), "{error}");
            assert!(error.contains(&format!("{}: line ", path.display())), "{error}");
            assert!(
                error.contains("of the unpacked text: the archive ends in the middle: it is cut off"),
                "{name} {length}: {error}"
            );
            let checked = check(&out).unwrap();
            assert!(!checked.is_complete);
            assert_eq!(program(&["check", out.to_str().unwrap()]).status.code(), Some(1));
            // All games in the tables are valid.
            assert!(rows(&out).iter().all(|game| game.error.is_none()));
        }
    }
    // Garbage in the middle.
    let mut encoder = zstd::Encoder::new(Vec::new(), 1).unwrap();
    encoder.include_checksum(true).unwrap();
    encoder.write_all(text.as_bytes()).unwrap();
    let mut bytes = encoder.finish().unwrap();
    let middle = bytes.len() / 2;
    bytes[middle..middle + 100].fill(0xff);
    let path = file(folder.path(), "b.pgn.zst", &bytes);
    let error = format!("{:#}", run(&job(&[path], &folder.path().join("garbage"))).unwrap_err());
    assert!(error.contains("cannot read on: "), "{error}");
}

/// An endless text that repeats one sequence of bytes.
struct Endless {
    unit: &'static [u8],
    at: usize,
    left: u64,
}

impl Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.left.min(buffer.len() as u64) as usize;
        for byte in &mut buffer[..count] {
            *byte = self.unit[self.at % self.unit.len()];
            self.at += 1;
        }
        self.left -= count as u64;
        Ok(count)
    }
}

/// Reads a long text. Returns the number of games, the number of errors, and the size of the largest piece.
fn endless(unit: &'static [u8], length: u64, limits: Limits) -> (u64, usize, usize) {
    let end = "\n\n[Event \"last\"]\n\n1. e4 *\n".as_bytes();
    let text = Endless { unit, at: 0, left: length }.chain(end);
    let mut splitter = Splitter::new(text, InputOffset::start_of(0), limits);
    let (mut kept, mut bad, mut largest) = (0, 0, 0);
    while let Some(piece) = splitter.next_piece().unwrap() {
        largest = largest.max(piece.text.len());
        let mut rows = Rows::new("a");
        read_piece(&piece, "a", &Wanted::default(), &mut rows);
        kept += rows.games.rows() as u64;
        bad += rows.errors.rows();
    }
    (kept, bad, largest)
}

/// A game without an end, a comment without one, moves without one, and games that share one line.
fn without_line_ends(length: u64, limits: Limits) {
    let most = 2 * limits.piece + 2 * limits.game + (1 << 17);
    for unit in [&b"x"[..], b"{ y ", b"1. Nf3 Nf6 2. Ng1 Ng8 ", b"(((("] {
        let (kept, bad, largest) = endless(unit, length, limits);
        assert_eq!(kept, 1, "the game behind it is read");
        assert!(bad >= 1);
        assert!(largest <= most, "{largest}");
    }
    let (kept, bad, largest) = endless(b"1. e4 e5 1-0 ", length, limits);
    assert_eq!((kept, bad), (length.div_ceil(13) + 1, usize::from(length % 13 > 9)));
    assert!(largest <= most);
}

#[test]
fn megabytes_without_a_line_end_are_read_in_bounded_memory() {
    without_line_ends(13 * 300_000, Limits { piece: 1 << 14, game: 1 << 16 });
}

#[test]
#[ignore = "five times a gigabyte takes a minute"]
fn a_gigabyte_without_a_line_end_is_read_in_bounded_memory() {
    without_line_ends(13 * (1 << 26), Limits::default());
}

/// The program reads a gigabyte without a line end, through a pipe and as an archive, in 300 MB of address space, and finds the
/// game after it.
#[cfg(target_os = "linux")]
#[test]
fn a_gigabyte_without_a_line_end_takes_little_memory() {
    const START: &[u8] = b"[Event \"long\"]\n\n1. e4 ";
    const END: &[u8] = b"\n\n[Event \"last\"]\n\n1. e4 *\n";
    let folder = tempfile::tempdir().unwrap();
    let packed = folder.path().join("long.pgn.zst");
    let mut archive = zstd::Encoder::new(fs::File::create(&packed).unwrap(), 1).unwrap();
    let long = |to: &mut dyn Write| {
        to.write_all(START).unwrap();
        for _ in 0..1024 {
            to.write_all(&[b'x'; 1 << 20]).unwrap();
        }
        to.write_all(END).unwrap();
    };
    long(&mut archive);
    archive.finish().unwrap();
    for source in ["-", packed.to_str().unwrap()] {
        let out = folder.path().join(format!("out{}", source.len()));
        let script = "ulimit -v 300000; exec \"$1\" convert --quiet --threads 2 -o \"$2\" \"$3\"";
        let mut child = Command::new("sh")
            .args(["-c", script, "sh", env!("CARGO_BIN_EXE_dataset")])
            .args([out.as_os_str(), source.as_ref()])
            .env("MALLOC_ARENA_MAX", "1")
            .stdin(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        if source == "-" {
            long(&mut input);
        }
        drop(input);
        assert!(child.wait().unwrap().success());
        assert_eq!(rows(&out).iter().map(|game| game.texts[0].as_deref().unwrap()).collect::<Vec<_>>(), ["last"]);
        let [(1, 0, reason, false)] = &errors(&out)[..] else { panic!("{:?}", errors(&out)) };
        assert_eq!(reason, "the game that starts here is longer than 16777216 bytes");
        check(&out).unwrap();
    }
}

/// Hundreds of thousands of tags, all equal or all different.
#[test]
fn many_tags_take_linear_time() {
    let folder = tempfile::tempdir().unwrap();
    // (A repeated first tag begins another game.)
    let same = format!("[Event \"\"]\n{}", "[White \"a\"]\n".repeat(100_000));
    let other: String = (0..100_000).map(|number| format!("[T{number} \"a\"]\n")).collect();
    let path = file(folder.path(), "a.pgn", format!("{same}\n1. e4 *\n\n{other}\n1. e4 *\n"));
    let out = folder.path().join("out");
    let mut job = job(&[path], &out);
    job.limits = Limits::default();
    run(&job).unwrap();
    let games = rows(&out);
    assert_eq!(games.iter().map(|game| game.tags.len()).collect::<Vec<_>>(), [0, 100_000]);
}

/// A full disk, simulated by a limit of the file size.
#[cfg(unix)]
#[test]
fn a_full_disk_leaves_nothing_that_looks_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path(), "a.pgn", games::games(3000));
    let (out, whole) = (folder.path().join("out"), folder.path().join("whole"));
    let command = |limit: u32, out: &Path| {
        // Without the signal, a write returns an error, as on a full disk.
        let script =
            "trap '' XFSZ; ulimit -f $1; exec \"$2\" convert --quiet --codec none --part-mb 1 -o \"$3\" \"$4\"";
        Command::new("sh")
            .args(["-c", script, "sh", &limit.to_string(), env!("CARGO_BIN_EXE_dataset")])
            .args([out, path.as_path()])
            .output()
            .unwrap()
    };
    let output = command(100, &out);
    assert_eq!(output.status.code(), Some(2));
    assert!(said(&output).contains("cannot write") && said(&output).contains("too large"), "{}", said(&output));
    let manifest = Manifest::of(&out).unwrap();
    assert!(!manifest.complete && manifest.parts.is_empty());
    assert_eq!(fs::read_dir(out.join("games")).unwrap().count(), 0, "nothing is left");
    // With enough room the conversion continues.
    assert!(command(1 << 20, &out).status.success());
    assert!(command(1 << 20, &whole).status.success());
    assert_eq!(crate::contents(&out), crate::contents(&whole));
}

#[test]
fn tables_of_another_schema_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    convert(&[file(folder.path(), "a.pgn", games::games(5))], &out);
    let path = Table::Games.path(&out, 0);
    let batch = dataset::parts::read(Table::Games, &path).unwrap().next().unwrap().unwrap();
    let write = |batch: &arrow_array::RecordBatch, version: Option<&str>| {
        let pair = version.map(|version| vec![KeyValue::new(VERSION_KEY.to_owned(), version.to_owned())]);
        let properties = WriterProperties::builder().set_key_value_metadata(pair).build();
        let mut writer =
            ArrowWriter::try_new(fs::File::create(&path).unwrap(), batch.schema(), Some(properties)).unwrap();
        writer.write(batch).unwrap();
        writer.close().unwrap();
    };
    let refused = || {
        let output = program(&["pgn", out.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(output.stdout, b"");
        said(&output)
    };
    write(&batch, Some("0"));
    let words = "part-00000.parquet: its columns are those of schema 0, and this program reads schema";
    assert!(refused().contains(&format!("{words} {VERSION}: convert the games again")));
    write(&batch, None);
    assert!(refused().contains("it does not say of which schema it is"));
    let mut fewer = batch.clone();
    fewer.remove_column(batch.schema().index_of("movedata").unwrap());
    write(&fewer, Some(&VERSION.to_string()));
    assert!(refused().contains("there is no column \"movedata\""), "{}", refused());
    // A file that is no Parquet, and one that was cut.
    let bytes = fs::read(&path).unwrap();
    for bytes in [&b"PGN"[..], &bytes[..bytes.len() / 2]] {
        fs::write(&path, bytes).unwrap();
        assert!(refused().contains("part-00000.parquet: "));
    }
    // A damaged manifest.
    let manifest = fs::read_to_string(out.join("manifest.json")).unwrap();
    fs::write(out.join("manifest.json"), manifest.replacen(&format!("\"schema\": {VERSION}"), "\"schema\": 0", 1))
        .unwrap();
    assert!(refused().contains("manifest.json: its columns are those of schema 0"));
    fs::remove_file(out.join("manifest.json")).unwrap();
    assert!(refused().contains("there is no manifest.json"));
}

#[test]
fn a_conversion_names_its_first_errors_and_the_folder_of_the_others() {
    let folder = tempfile::tempdir().unwrap();
    for (errors, more) in [(0, 0), (1, 0), (3, 0), (5, 2)] {
        let (file, out) = (folder.path().join("bad.pgn"), folder.path().join(format!("out{errors}")));
        fs::write(&file, "1. e4 Ke4 *\n\n".repeat(errors) + "1. e4 *\n").unwrap();
        let told = said(&program(&["convert", file.to_str().unwrap(), "-o", out.to_str().unwrap()]));
        let named = told.lines().filter(|line| line.ends_with(": Ke4: the king on e8 does not move to e4")).count();
        assert_eq!(named, errors - more, "{told}");
        let others = format!("  and {more} more in {}", out.join("errors").display());
        assert_eq!(told.lines().any(|line| line == others), more > 0, "{told}");
        let counts =
            if errors == 1 { ", 1 error, in 1 part\n".to_owned() } else { format!(", {errors} errors, in 1 part\n") };
        assert!(told.contains(&counts), "{told}");
    }
}

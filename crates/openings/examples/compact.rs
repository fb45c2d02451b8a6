//! Makes `src/table.txt` from the tables of names in `data`.
//!
//! ```text
//! cargo run --example compact
//! ```
//!
//! A line that cannot be played, two names for one position, and a code that is no code are told with their place.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{fs, io};

use chess0x88::{Chess, Color, Move, Rank, Role};

fn main() -> ExitCode {
    match source().and_then(|text| fs::write(package().join("src/table.txt"), text).map_err(|error| error.to_string()))
    {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn package() -> PathBuf {
    // Cargo runs a test or an example for the package `tests/packages`; elsewhere it is the folder that the program is started from.
    let of = |tool| PathBuf::from(tool).join("../../crates/openings");
    std::env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| ".".into(), of)
}

/// One line of the data.
struct Row {
    code: u16,
    family: String,
    variation: String,
    moves: Vec<Move>,
    end: Chess,
}

fn source() -> Result<String, String> {
    let mut rows = Vec::new();
    for volume in 'a'..='e' {
        let path = package().join(format!("data/{volume}.tsv"));
        read(&path, &mut rows)?;
    }
    table(rows)
}

fn read(path: &Path, rows: &mut Vec<Row>) -> Result<(), String> {
    let told = |error: io::Error| format!("{}: {error}", path.display());
    for (number, line) in fs::read_to_string(path).map_err(told)?.lines().enumerate().skip(1) {
        let row = row(line).map_err(|error| format!("{}, line {}: {error}", path.display(), number + 1))?;
        rows.push(row);
    }
    Ok(())
}

fn row(line: &str) -> Result<Row, String> {
    let [code, name, moves] = line.split('\t').collect::<Vec<_>>()[..] else { return Err("not three columns".into()) };
    let code = match code.as_bytes() {
        &[letter @ b'A'..=b'E', tens @ b'0'..=b'9', ones @ b'0'..=b'9'] => {
            u16::from(letter - b'A') * 100 + u16::from(tens - b'0') * 10 + u16::from(ones - b'0')
        }
        _ => return Err(format!("{code} is no code from A00 to E99")),
    };
    let (family, variation) = name.split_once(": ").unwrap_or((name, ""));
    let (mut end, mut played) = (Chess::startpos(), Vec::new());
    for san in moves.split_ascii_whitespace().filter(|word| !word.ends_with('.')) {
        played.push(end.play_san(san).map_err(|error| format!("{san}: {error}"))?);
    }
    Ok(Row { code, family: family.into(), variation: variation.into(), moves: played, end })
}

fn table(mut rows: Vec<Row>) -> Result<String, String> {
    rows.sort_by(|a, b| a.moves.cmp(&b.moves));
    let opening = |row: &Row| (row.code, row.family.clone(), row.variation.clone());
    let openings: Vec<_> = rows.iter().map(opening).collect::<BTreeSet<_>>().into_iter().collect();
    let number = |row: &Row| openings.binary_search(&opening(row)).unwrap_or_default();
    let families: Vec<_> = rows.iter().map(|row| row.family.as_str()).collect::<BTreeSet<_>>().into_iter().collect();

    let mut keys = BTreeMap::new();
    for row in &rows {
        if let Some(other) = keys.insert(row.end.key(), number(row)).filter(|&other| other != number(row)) {
            return Err(format!("{:?} and {:?} are one position", openings[other], opening(row)));
        }
    }
    let at_home = |row: &Row| {
        let board = row.end.board();
        let pawns = |color, rank: Rank| board.by_role(Role::Pawn) & board.colored(color) & rank.squares();
        pawns(Color::White, Rank::Second).len() + pawns(Color::Black, Rank::Seventh).len()
    };
    let least = |pieces| {
        let rows = rows.iter().filter(move |row| row.end.board().occupied().len() <= pieces);
        rows.map(at_home).min().unwrap_or(17)
    };
    let longest = rows.iter().map(|row| row.moves.len()).max().unwrap_or_default();
    let text = joined(openings.iter().map(|(_, _, variation)| variation.as_str()).chain(families.iter().copied()));
    let place = |part: &str| text.find(part).unwrap_or_default() << 15 | part.len() << 8;
    if openings.len() >> 12 != 0 || longest >> 6 != 0 {
        return Err("a line does not fit in an entry of `LINES`: see src/lines.rs".into());
    }
    if text.len() >> 17 != 0 || families.len() > 256 || openings.iter().any(|opening| opening.2.len() >> 7 != 0) {
        return Err("a name does not fit in an entry of `NAMES`: see src/name.rs".into());
    }

    let mut out = String::from("// Made by `examples/compact.rs` from the tables in `data`.\n\n");
    let _ = write!(
        out,
        "/// The number of plies of the longest line.\npub(crate) const LONGEST_LINE: usize = {longest};\n\n"
    );
    array(
        &mut out,
        "The keys of the named positions, sorted.",
        "KEYS",
        "u64",
        keys.keys().map(|key| format!("0x{key:016X}")),
    );
    let below = (0..=256_u128).map(|first| keys.keys().filter(|&&key| u128::from(key) < first << 56).count());
    array(&mut out, "How many keys have a lower first byte, for each byte.", "KEYS_BELOW", "u16", below);
    let doc =
        "The fewest pawns on their first squares in a named position with so many pieces or fewer. 17: there is none.";
    array(&mut out, doc, "LEAST_AT_HOME", "u8", (0..=32).map(least));
    array(&mut out, "The opening of each key.", "OPENING_OF_KEY", "u16", keys.values());
    let first = (0..500).map(|code| openings.partition_point(|opening| opening.0 < code));
    array(&mut out, "The first opening of each code.", "FIRST_OF_CODE", "u16", first);
    let entry = |(_, family, variation): &(u16, String, String)| {
        place(variation) | families.binary_search(&family.as_str()).unwrap_or_default()
    };
    array(&mut out, "The name of each opening; `name.rs` says how.", "NAMES", "u32", openings.iter().map(entry));
    array(&mut out, "The families.", "FAMILIES", "u32", families.iter().map(|family| place(family)));
    let mut before: &[Move] = &[];
    let mut lines = Vec::new();
    let mut moves = Vec::new();
    for row in &rows {
        let kept = row.moves.iter().zip(before).take_while(|(a, b)| a == b).count();
        let entry = number(row) | kept << 12 | (row.moves.len() - kept) << 18;
        lines.push(format!("[{}, {}, {}]", entry & 0xFF, entry >> 8 & 0xFF, entry >> 16));
        moves.extend(row.moves[kept..].iter().map(|mv| mv.bits()));
        before = &row.moves;
    }
    array(&mut out, "The lines, sorted by their moves; `lines.rs` says how.", "LINES", "[u8; 3]", lines);
    array(&mut out, "The plies that the lines add, one line after the other.", "MOVES", "u16", moves);
    let codes = ('A'..='E').flat_map(|volume| (0..100).map(move |number| format!("{volume}{number:02}")));
    let codes = codes.collect::<String>();
    let _ = write!(out, "/// The codes, one after the other.\npub(crate) static CODES: &str = {codes:?};\n\n");
    let _ = write!(out, "/// The words of the names.\npub(crate) static TEXT: &str = {text:?};\n");
    Ok(out)
}

/// Writes an array of numbers, as wide as a line of the sources.
fn array<T: ToString>(out: &mut String, doc: &str, name: &str, kind: &str, items: impl IntoIterator<Item = T>) {
    let items: Vec<_> = items.into_iter().map(|item| item.to_string()).collect();
    let _ = write!(out, "/// {doc}\npub(crate) static {name}: [{kind}; {}] = [", items.len());
    let mut width = usize::MAX;
    for item in items {
        let start = if width < 134 { " " } else { "\n    " };
        width = if width < 134 { width } else { 0 } + item.len() + 2;
        let _ = write!(out, "{start}{item},");
    }
    out.push_str("\n];\n\n");
}

/// Joins texts to one that contains each of them. Where the end of one is the beginning of another they overlap.
fn joined<'a>(parts: impl Iterator<Item = &'a str>) -> String {
    let mut parts: Vec<_> = parts.collect::<BTreeSet<_>>().into_iter().collect();
    parts.sort_by_key(|part| usize::MAX - part.len());
    let mut text = String::new();
    for part in parts {
        if !text.contains(part) {
            let overlap = (0..=part.len()).rev().find(|&n| part.is_char_boundary(n) && text.ends_with(&part[..n]));
            text.push_str(&part[overlap.unwrap_or_default()..]);
        }
    }
    text
}

#[test]
fn the_table_is_of_the_data() {
    let text = source().expect("the data can be read");
    let stands = fs::read_to_string(package().join("src/table.txt")).expect("the table stands");
    let differs = text.lines().zip(stands.lines()).position(|(made, stands)| made != stands);
    assert_eq!(differs, None, "`cargo run --example compact` makes the table anew");
    assert_eq!(text.len(), stands.len());
}

#[test]
fn a_damaged_line_is_told() {
    for (line, told) in [
        ("A00\tAmar Opening", "not three columns"),
        ("F00\tAmar Opening\t1. Nh3", "F00 is no code from A00 to E99"),
        ("A00\tAmar Opening\t1. Nh4", "Nh4: no knight can move to h4"),
    ] {
        assert_eq!(row(line).err().as_deref(), Some(told));
    }
}

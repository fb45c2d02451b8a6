//! Turns each row of the tables of equivalent calls into functions: one for the call of this library, one for the peer's call if the
//! peer is in Rust. `examples/rows` runs them side by side. A row that does not compile stops the build.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

/// The pages, from the root of the repository.
const PAGES: [&str; 5] = [
    "crates/pgn/docs/from-shakmaty.md",
    "docs/from-cozy-chess.md",
    "crates/pgn/docs/from-python-chess.md",
    "crates/pgn/docs/from-chess-js.md",
    "crates/pgn/docs/from-chessops.md",
];

/// The libraries whose calls are compiled. The calls of the others are run by the scripts in `examples/rows`.
const IN_RUST: [&str; 3] = ["shakmaty", "cozy-chess", "chess"];

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=examples/rows");
    let values = |library: &str| {
        fs::read_to_string(root.join(format!("examples/rows/{library}.txt"))).expect("the values of a library")
    };
    let ours = values("chess0x88");
    let (mut functions, mut rows) = (String::new(), String::new());
    for page in PAGES {
        let path = root.join("../..").join(page);
        println!("cargo::rerun-if-changed={}", path.display());
        let text = fs::read_to_string(path).expect("a page");
        let mut heading: Vec<String> = Vec::new();
        for (number, line) in text.lines().enumerate().filter(|(_, line)| line.starts_with('|')) {
            let cells = cells(line);
            if cells[0].starts_with("---") {
                continue;
            }
            if heading.is_empty() {
                let library = |cell: &String| cell.split(' ').next().expect("a library").to_owned();
                heading = cells.iter().map(library).collect();
                assert_eq!(heading.last().map(String::as_str), Some("chess0x88"), "{page}");
                continue;
            }
            assert_eq!(cells.len(), heading.len(), "{page}:{}", number + 1);
            let (our_cell, their_cells) = cells.split_last().expect("two cells");
            let (our_cell, for_all) = told(our_cell);
            for (library, cell) in heading.iter().zip(their_cells).filter(|(_, cell)| !cell.is_empty()) {
                let (cell, for_one) = told(cell);
                let their_calls = calls(cell);
                let ours_of_row = calls(our_cell);
                assert!(!ours_of_row.is_empty(), "{page}:{}: no call", number + 1);
                let name = format!("{}_{}", library.replace(['-', '.'], "_"), number + 1);
                let theirs = their_calls.first().filter(|_| IN_RUST.contains(&library.as_str()));
                let theirs = theirs.map_or("None".to_owned(), |calls| {
                    let name = format!("{name}_theirs");
                    write_function(
                        &mut functions,
                        &name,
                        &values(library),
                        calls,
                        &format!("use super::libraries::{}::*;", library.replace('-', "_")),
                    );
                    format!("Some({name})")
                });
                let mut alternatives = String::new();
                for (index, alternative) in ours_of_row.iter().enumerate() {
                    let name = format!("{name}_ours_{index}");
                    write_function(&mut functions, &name, &ours, alternative, "use super::libraries::chess0x88::*;");
                    write!(alternatives, "({:?}, {name} as Run), ", alternative.join(" and then ")).expect("text");
                }
                let told = for_one.or(for_all);
                let texts = their_calls.first().cloned().unwrap_or_default();
                writeln!(
                    rows,
                    "Row {{ page: {page:?}, line: {}, library: {library:?}, theirs: &{texts:?}, run: {theirs}, ours: &[{alternatives}], told: {told:?} }},",
                    number + 1
                )
                .expect("text");
            }
            // What no peer has is run too.
            if their_cells.iter().all(String::is_empty) {
                for (index, calls) in calls(our_cell).iter().enumerate() {
                    let name = format!("alone_{}_{index}", number + 1);
                    write_function(&mut functions, &name, &ours, calls, "use super::libraries::chess0x88::*;");
                    writeln!(rows, "Row {{ page: {page:?}, line: {}, library: \"\", theirs: &[], run: None, ours: &[({:?}, {name})], told: None }},", number + 1, calls.join(" and then ")).expect("text");
                }
            }
        }
    }
    let text = format!("pub const ROWS: &[Row] = &[\n{rows}];\n{functions}");
    fs::write(Path::new(&env::var("OUT_DIR").expect("cargo")).join("rows.rs"), text).expect("a file");
}

/// The cells of a row. `\|` does not separate cells.
fn cells(line: &str) -> Vec<String> {
    let cells: Vec<String> = line.replace("\\|", "\0").split('|').map(|cell| cell.trim().replace('\0', "|")).collect();
    cells[1..cells.len() - 1].to_vec()
}

/// Splits off what a cell says about the difference: the condition and the text of ` ≠ condition: text`.
fn told(cell: &str) -> (&str, Option<(&str, &str)>) {
    match cell.split_once(" ≠ ") {
        Some((calls, told)) => (calls, Some(told.split_once(": ").expect("a condition, a colon and a text"))),
        None => (cell, None),
    }
}

/// The calls of a cell: alternatives, separated by "or", of calls in sequence, separated by "and then". Any other text ends them.
fn calls(cell: &str) -> Vec<Vec<String>> {
    let mut alternatives: Vec<Vec<String>> = Vec::new();
    let mut spans = cell.split('`');
    let mut between = spans.next().unwrap_or_default();
    if !between.is_empty() {
        return alternatives;
    }
    while let Some(call) = spans.next() {
        match between {
            "" | " or " => alternatives.push(vec![call.to_owned()]),
            " and then " => alternatives.last_mut().expect("a call before it").push(call.to_owned()),
            _ => break,
        }
        between = spans.next().unwrap_or_default();
    }
    alternatives
}

fn words(code: &str) -> impl Iterator<Item = &str> {
    code.split(|char: char| !char.is_alphanumeric() && char != '_').filter(|word| !word.is_empty())
}

/// The words that are no name of a field or method.
fn names(code: &str) -> impl Iterator<Item = &str> {
    words(code).filter(|word| {
        let at = word.as_ptr() as usize - code.as_ptr() as usize;
        !code[..at].ends_with('.') || code[..at].ends_with("..")
    })
}

/// Writes a function that binds the values which the calls mention, each by its line of `values`, and makes the calls.
fn write_function(functions: &mut String, name: &str, values: &str, calls: &[String], uses: &str) {
    let mut mentioned: BTreeSet<&str> = calls.iter().flat_map(|call| names(call)).collect();
    let (mut lines, mut mutable) = (Vec::new(), Vec::new());
    for line in values.lines().rev().filter_map(|line| line.trim().strip_prefix("let ")) {
        let (bound, value) = line.split_once('=').expect("a value");
        let variable = words(bound).find(|word| *word != "mut").expect("a name");
        if mentioned.contains(variable) {
            if bound.starts_with("mut ") && calls.iter().any(|call| names(call).any(|word| word == variable)) {
                mutable.push(variable);
            }
            mentioned.extend(names(value));
            lines.push(format!("    let {line}\n"));
        }
    }
    lines.reverse();
    let state = mutable.iter().map(|variable| format!("{variable}.plain()")).collect::<Vec<_>>().join(", ");
    let calls = calls.iter().map(|call| {
        let call = match call.strip_prefix("for ").and_then(|rest| rest.split_once(" in ")) {
            Some((_, items)) => format!("({items}).into_iter()"),
            None if call.starts_with("let ") => format!("{{ {call} {} }}", words(call).nth(1).expect("a name")),
            // A field is read where it is.
            None if call.contains('.') && call.chars().all(|char| char.is_alphanumeric() || "._".contains(char)) => {
                format!("&{call}")
            }
            None => call.clone(),
        };
        format!("(&&Given::new({call})).say()")
    });
    let calls = calls.collect::<Vec<_>>().join(", ");
    writeln!(
        functions,
        "#[allow(warnings, clippy::all)]\nfn {name}(case: &Case) -> Answer {{\n    {uses}\n{}    let before: Vec<String> = vec![{state}];\n    \
         let values: Vec<String> = vec![{calls}];\n    let after: Vec<String> = vec![{state}];\n    Ok(answer(values, before, after))\n}}",
        lines.concat()
    )
    .expect("text");
}

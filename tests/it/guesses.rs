//! Names that users of other libraries expect lead to the right item. A file of first guesses, one function each, is compiled.
//! Each guess must compile, or its name must be an alias (`#[doc(alias("..."))]`, for the search of the reference:
//! `xtask/search.js`) of the right item. No guess may meet a private name.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

const GUESSES: &str = include_str!("../data/first_guesses.rs");

/// The functions of the file: line, name, and the item after the arrow, if there is one.
fn guesses() -> impl Iterator<Item = (usize, &'static str, Option<&'static str>)> {
    GUESSES.lines().zip(1..).filter_map(|(line, number)| {
        let (name, _) = line.strip_prefix("fn ")?.split_once('(')?;
        Some((number, name, line.split_once(" // -> ").map(|(_, item)| item)))
    })
}

/// The lines of the file on which the compiler finds errors.
fn lines_with_errors() -> BTreeSet<usize> {
    let cargo = std::env::var_os("CARGO").unwrap_or("cargo".into());
    let mut command = Command::new(cargo);
    // In the profile and with the features of `cargo test`, which has built what the file depends on.
    let arguments =
        ["build", "--quiet", "--offline", "--message-format=json", "--profile=test", "--example=first_guesses"];
    command.args(arguments).arg("--features=packages/guesses").current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    // If this test runs under a sanitizer, the compiler must not.
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("a target folder");
    let output = command.arg("--target-dir").arg(target).env_remove("RUSTFLAGS").output().expect("cargo");
    let messages = String::from_utf8(output.stdout).expect("UTF-8");
    let messages = messages.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"));
    let mut lines = BTreeSet::new();
    for message in messages.filter(|message| message["message"]["level"] == "error") {
        let spans = message["message"]["spans"].as_array().into_iter().flatten();
        for span in spans.filter(|span| span["is_primary"] == true) {
            let file = span["file_name"].as_str();
            assert!(file.is_some_and(|file| file.ends_with("data/first_guesses.rs")), "{message}");
            // A private name: an item, a field without a method of its name, or a method.
            let (code, told) = (&message["message"]["code"]["code"], message["message"]["rendered"].as_str());
            let is_trap = code == "E0603"
                || code == "E0624"
                || code == "E0616" && !told.is_some_and(|told| told.contains("a method"));
            assert!(!is_trap, "{message}");
            lines.extend(span["line_start"].as_u64().map(|line| line as usize));
        }
    }
    assert!(!lines.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    lines
}

/// A name in the form that the search compares: lower case, without underscores.
fn normal(name: &str) -> String {
    name.chars().filter(|&char| char != '_').flat_map(char::to_lowercase).collect()
}

/// The names of each item in the sources of a folder: its own and its aliases.
fn names(folder: &Path, found: &mut BTreeMap<String, BTreeSet<String>>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            names(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let mut aliases = Vec::new();
            for line in fs::read_to_string(&path).expect("UTF-8").lines().map(str::trim) {
                if line.starts_with("#[doc(alias") {
                    aliases.extend(line.split('"').skip(1).step_by(2).map(normal));
                } else if let Some(item) = line.strip_prefix("pub ") {
                    let mut words = item.split(|char: char| !char.is_alphanumeric() && char != '_');
                    // The aliases of a type are at its `pub use`, which ends with its name.
                    let name = match item.strip_prefix("use ") {
                        Some(path) => path.trim_end_matches(';').rsplit("::").next(),
                        None => words.find(|word| !["const", "fn", "struct", "enum", "mod", "type"].contains(word)),
                    };
                    let name = name.unwrap_or_default().to_string();
                    found.entry(name.clone()).or_default().extend(aliases.drain(..).chain([normal(&name)]));
                }
            }
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "it runs the compiler")]
fn first_guesses_compile_or_lead_to_what_is_meant() {
    let wrong = lines_with_errors();
    let mut known = BTreeMap::new();
    for folder in ["../src", "../crates"] {
        names(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut known);
    }
    let starts: Vec<usize> = guesses().map(|(line, ..)| line).collect();
    assert!(starts.len() > 140, "{} guesses", starts.len());
    let last_before = |line: &usize| starts.iter().rev().find(|start| *start <= line);
    let refused: BTreeSet<usize> = wrong.iter().filter_map(last_before).copied().collect();
    let mut faults = Vec::new();
    for (line, name, item) in guesses() {
        // A suffix after two underscores distinguishes guesses with one name.
        let name = name.split_once("__").map_or(name, |(name, _)| name);
        match (item, refused.contains(&line)) {
            (None, true) => faults.push(format!("line {line}: {name} does not compile")),
            (Some(item), false) => faults.push(format!("line {line}: {name} compiles, {item} need not be named")),
            (Some(item), true) => {
                let target = item.rsplit("::").next().unwrap_or(item);
                if !known.get(target).is_some_and(|names| names.contains(&normal(name))) {
                    faults.push(format!("line {line}: {name} is no alias of {item}"));
                }
            }
            (None, false) => {}
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

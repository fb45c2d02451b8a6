//! Bugs that a person makes: a forgotten case, the wrong colour, a condition that nearly always holds. Each names the test that
//! must catch it. `bugs/README.md` explains how to add one.
//!
//! ```text
//! cargo run -p mutants               # tries each bug: builds twice, then runs one test for each
//! cargo run -p mutants -- pgn.txt:   # tries only the bugs of a list, or the one at a line: pgn.txt:12:
//! cargo run -p mutants -- --check    # finds the place of each bug and its test in the sources; takes a second
//! ```
//!
//! All bugs are in one build, and an environment variable turns one on.
//!
//! Exit status: 0 if each bug is found and caught, else 1.

mod build;
mod list;
mod trial;

use std::collections::{BTreeMap, BTreeSet};
use std::process::{Command, ExitCode};
use std::time::Instant;
use std::{env, fs};

fn main() -> ExitCode {
    let root = fs::canonicalize(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).expect("the repository");
    let word = env::args().nth(1).unwrap_or_default();
    let mut bugs = list::read(&root.join("tests/mutants/bugs"));
    bugs.retain(|bug| word == "--check" || format!("{}:", bug.line).starts_with(&word));

    let output = Command::new("git").arg("-C").arg(&root).args(["ls-files", "-z"]).output().expect("git");
    let names = String::from_utf8(output.stdout).expect("names are text");
    let files: Vec<&str> = names.split('\0').filter(|name| root.join(name).is_file()).collect();
    let (places, mut failed) = list::places(&root, &bugs);
    let sources = files.iter().filter(|name| name.ends_with(".rs"));
    let text: String = sources.map(|name| fs::read_to_string(root.join(name)).expect("a source")).collect();
    let functions: BTreeSet<&str> = text.split("fn ").filter_map(|rest| rest.split(['(', '<']).next()).collect();
    for (n, bug) in bugs.iter().enumerate() {
        if !functions.contains(bug.test.rsplit("::").next().unwrap_or("")) {
            failed.insert(n, format!("there is no test {}", bug.test));
        }
    }
    if word != "--check" {
        let start = Instant::now();
        let builds = build::build(&root, &files, &bugs, &places, &mut failed);
        println!("built in {} s", start.elapsed().as_secs());
        trial::run(&root.join(build::COPY), &builds, &bugs, &mut failed);
        println!("built and tried in {} s", start.elapsed().as_secs());
    }
    for (n, why) in &failed {
        println!("bugs/{}: {}: {why}", bugs[*n].line, bugs[*n].why);
    }
    let mut counts = BTreeMap::<&str, usize>::new();
    bugs.iter().for_each(|bug| *counts.entry(&bug.folder).or_default() += 1);
    counts.iter().for_each(|(folder, count)| println!("{folder:20} {count:3}"));
    let done = if word == "--check" { "found in the sources" } else { "caught, each by the test that is named for it" };
    println!("{} bugs: {} {done}", bugs.len(), bugs.len() - failed.len());
    ExitCode::from(u8::from(!failed.is_empty()))
}

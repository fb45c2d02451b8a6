//! Mutants: the code with one thing changed, an operator, a returned value, an arm of a `match` or its condition. If the tests let a
//! mutant live, a test is missing, or the code makes no difference. Either is done away with, or `reasons.txt` says why the mutant may
//! live: see [`reasons`].
//!
//! ```text
//! cargo xtask mutants              # of the files changed since the commit before; three minutes
//! cargo xtask mutants all 600      # of all of src
//! cargo xtask bugs                 # not mutants, but bugs such as a person makes: see [`bugs`] and [`hunt`]
//! ```
//!
//! [cargo-mutants](https://mutants.rs) builds each mutant, which would take days here. This builds all at once: every place is
//! written so that it asks which mutant is on. Each unit and integration test is run once by itself, to learn which places it reaches;
//! each mutant is then tried on the tests that reach it, the fastest first, until one fails. Doc tests, tests that are ignored, and
//! those that take more than a minute in that build are not asked.
//!
//! What only the compiler reckons (tables, constants) cannot be switched. Such mutants are counted apart; the tables are held entry
//! by entry in unit tests. cargo-mutants can take them one by one, as `.cargo/mutants.toml` has it.

mod bugs;
mod hunt;
mod reasons;
mod sites;
mod switched;
mod trial;
mod whole;

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use clap::Parser;
use reasons::Reason;
use sites::{Finder, Site};
use syn::visit::Visit;
use trial::Fate;

/// Tries all mutants of a clone's sources on its tests, and names those that live.
///
/// Exit status: 0 when reasons.txt has a reason for each that lives, and each reason has a mutant; else 1.
#[derive(Parser)]
struct Arguments {
    /// A clone of the repository, which is changed and built in place
    tree: PathBuf,
    /// Files and folders of it; all of src, if none is given
    paths: Vec<PathBuf>,
    /// Begins with no more mutants after so many minutes
    #[arg(long, default_value_t = 600)]
    minutes: u64,
    /// Lists the mutants and tries none
    #[arg(long)]
    list: bool,
    /// Tries those only for which there is a reason
    #[arg(long)]
    explained: bool,
    /// Puts in the bugs of the folder bugs in place of mutants, and fails if the test that is named for one does not catch it
    #[arg(long)]
    bugs: bool,
    /// For bugs without a test that catches them looks for one, and names it in the list
    #[arg(long, requires = "bugs")]
    find: bool,
    /// Decides the order in which mutants are tried
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Takes only tests that need no longer than this, in seconds
    #[arg(long, default_value_t = 60)]
    longest: u64,
}

/// What is mutated if no path is given.
const WHOLE: &str = "src";

impl Arguments {
    fn is_whole(&self) -> bool {
        self.paths == [Path::new(WHOLE)]
    }
}

struct File {
    path: PathBuf,
    name: String,
    source: String,
    /// The sites by their number; what lies within another comes after it.
    sites: Vec<(u32, Site)>,
}

/// Files and folders of which this build compiles nothing but tests: the back ends of other machines, and what takes the place of a
/// feature. CI tests them in other builds, and holds them against what is mutated here.
const OTHERS: [&str; 8] =
    ["aarch64.rs", "lists.rs", "no_bitboards.rs", "no_simd.rs", "portable.rs", "tests", "tests.rs", "x86_64"];

/// Whether a file is mutated. The root has no code.
fn is_mutated(name: &Path) -> bool {
    let is_other = OTHERS.iter().any(|other| name.ends_with(other) || name.iter().any(|part| part == *other));
    name.starts_with("src") && name != Path::new("src/lib.rs") && !is_other
}

fn sources(path: &Path, found: &mut Vec<PathBuf>) {
    if path.is_dir() {
        let entries = fs::read_dir(path).expect("a folder").map(|entry| entry.expect("an entry").path());
        let mut entries: Vec<_> = entries.collect();
        entries.sort();
        entries.iter().for_each(|entry| sources(entry, found));
    } else if path.extension().is_some_and(|extension| extension == "rs") {
        found.push(path.into());
    }
}

fn git(tree: &Path, arguments: &[&str]) -> String {
    let output = Command::new("git").arg("-C").arg(tree).args(arguments).output().expect("git");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// A file as it was before it was switched.
fn committed(tree: &Path, name: &str) -> String {
    git(tree, &["show", &format!("HEAD:{name}")])
}

/// Spares cargo a build when nothing changes.
fn write_if_new(path: &Path, text: &str) {
    if fs::read_to_string(path).is_ok_and(|old| old != text) {
        fs::write(path, text).expect("a file that can be written");
    }
}

fn numbers(text: &str) -> BTreeSet<u32> {
    text.split_whitespace().filter_map(|number| number.parse().ok()).collect()
}

/// Runs cargo on the clone, with what makes its builds fast. What it said, the messages apart.
fn run_cargo(tree: &Path, arguments: &[&str], features: &[&str], profile: &[&str]) -> (Output, Vec<serde_json::Value>) {
    let mut command = Command::new("cargo");
    command.current_dir(tree).args(arguments).arg("--message-format=json").args(features);
    let fast = ["debug=false", "incremental=true", "codegen-units=64", "package.chess0x88.opt-level=1"];
    for option in fast.iter().chain(profile) {
        for profile in ["dev", "test"] {
            command.arg(format!("--config=profile.{profile}.{option}"));
        }
    }
    // Tests keep what they write there: see `whole`.
    command.env("CARGO_TARGET_TMPDIR", tree.join("target/tmp"));
    // Only in the library may a switch know whether it is the compiler who asks.
    let output = command.env("RUSTFLAGS", "-Awarnings").env("RUSTC_BOOTSTRAP", "chess0x88").output().expect("cargo");
    let said = String::from_utf8_lossy(&output.stdout);
    let messages = said.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    (output, messages)
}

/// Builds the tests, leaving out whatever does not compile. The programs.
fn build(tree: &Path, files: &[File], without: &mut BTreeSet<u32>) -> Vec<PathBuf> {
    loop {
        let mut places = Vec::new();
        for file in files {
            let sites = file.sites.iter().filter(|(number, _)| !without.contains(number));
            let (text, found) = switched::switched(&file.source, sites.map(|(number, site)| (*number, site)));
            write_if_new(&file.path, &text);
            places.push((&file.name, found));
        }
        let all = ["--all-features"];
        let (checked, said) = run_cargo(tree, &["check", "--lib"], &all, &[]);
        if checked.status.success() {
            let (built, said) = run_cargo(tree, &["test", "--no-run", "--lib", "--test", "it"], &all, &[]);
            assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
            let program = |message: &serde_json::Value| message["executable"].as_str().map(PathBuf::from);
            return said.iter().filter_map(program).collect();
        }
        let before = without.len();
        for message in said.iter().filter(|message| message["message"]["level"] == "error") {
            for span in message["message"]["spans"].as_array().into_iter().flatten() {
                let (file, start, end) = (
                    span["file_name"].as_str().unwrap_or(""),
                    span["byte_start"].as_u64().unwrap_or(0) as usize,
                    span["byte_end"].as_u64().unwrap_or(0) as usize,
                );
                // The innermost one that has anything to do with it; those around it may be well.
                for (_, found) in places.iter().filter(|(name, _)| *name == file) {
                    let around = found.iter().filter(|(_, from, to)| *from < end.max(start + 1) && start < *to);
                    without.extend(around.min_by_key(|(_, from, to)| to - from).map(|(number, ..)| *number));
                }
            }
        }
        println!("{} places do not compile and are left out", without.len());
        assert!(without.len() > before, "{}", String::from_utf8_lossy(&checked.stdout));
    }
}

/// Names the reasons that are not used, and counts them.
fn unused(reasons: &[Reason], used: &[bool]) -> usize {
    let unused = reasons.iter().zip(used).filter(|(_, used)| !**used).map(|(reason, _)| reason);
    unused
        .inspect(|reason| {
            println!(
                "no mutant lives for this reason: reasons.txt:{}: {}::{}: `{}`",
                reason.line, reason.module, reason.function, reason.part
            );
        })
        .count()
}

/// Prints all mutants. Fails if a reason has none.
fn list(files: &[File], reasons: &[Reason]) -> ExitCode {
    let mut used = vec![false; reasons.len()];
    for file in files {
        for (_, site) in &file.sites {
            for what in site.mutants(&file.source).into_iter().map(|what| what.replace('`', "'")) {
                let covers = |at: &usize| reasons[*at].covers(&file.name, &site.function, &what);
                let covering: Vec<usize> = (0..reasons.len()).filter(covers).collect();
                covering.iter().for_each(|&at| used[at] = true);
                let mark = if covering.is_empty() { "" } else { " (may live)" };
                println!("{}:{}: {}: {what}{mark}", file.name, site.line, site.function);
            }
        }
    }
    ExitCode::from(u8::from(unused(reasons, &used) > 0))
}

fn main() -> ExitCode {
    let mut arguments = Arguments::parse();
    let tree = fs::canonicalize(&arguments.tree).expect("a clone of the repository");
    if arguments.bugs {
        return hunt::run(&tree, arguments.find);
    }
    if arguments.paths.is_empty() {
        arguments.paths.push(WHOLE.into());
    }
    let mut paths = Vec::new();
    arguments.paths.iter().for_each(|path| sources(&tree.join(path), &mut paths));
    paths.retain(|path| path.strip_prefix(&tree).is_ok_and(is_mutated));
    if paths.is_empty() {
        println!("mutants skipped: none of these is mutated");
        return ExitCode::SUCCESS;
    }
    let (mut files, mut sites) = (Vec::new(), 0);
    for path in paths {
        let name = path.strip_prefix(&tree).expect("below the tree").display().to_string();
        let source = committed(&tree, &name);
        let mut finder = Finder::default();
        let parsed = syn::parse_file(&source).expect("Rust");
        finder.visit_file(&parsed);
        let numbered = finder.sites.into_iter().map(|site| {
            sites += 1;
            (sites, site)
        });
        files.push(File { sites: numbered.collect(), path, name, source });
    }
    let mut reasons = reasons::all();
    if !arguments.is_whole() {
        reasons.retain(|reason| {
            files.iter().any(|file| file.sites.iter().any(|(_, site)| reason.is_about(&file.name, &site.function)))
        });
    }
    if arguments.list {
        return list(&files, &reasons);
    }
    let root = committed(&tree, "src/lib.rs");
    let root = format!("{}{root}{}", switched::FEATURES, switched::switch(sites as usize));
    write_if_new(&tree.join("src/lib.rs"), &root);
    // What did not compile the last time, if that was the same.
    let notes = tree.join("target/without");
    let head = git(&tree, &["rev-parse", "HEAD"]);
    let same = format!("{} {:?}\n", head.trim(), arguments.paths);
    let last = fs::read_to_string(&notes).unwrap_or_default();
    let mut without: BTreeSet<u32> = last.strip_prefix(&same).map(numbers).unwrap_or_default();
    let start = Instant::now();
    let programs = build(&tree, &files, &mut without);
    println!("built in {} s", start.elapsed().as_secs());
    fs::write(&notes, without.iter().fold(same.clone(), |text, number| format!("{text}{number} "))).expect("a file");
    let tests = trial::tests(
        &tree,
        &programs,
        sites as usize,
        Duration::from_secs(arguments.longest),
        &tree.join("target/reached"),
    );
    let took: Duration = tests.iter().map(|test| test.took).sum();
    println!("{} tests, {} s one by one", tests.len(), took.as_secs());

    let mut mutants = Vec::new();
    for file in &files {
        for (number, site) in file.sites.iter().filter(|(number, _)| !without.contains(number)) {
            for (n, what) in site.mutants(&file.source).into_iter().enumerate() {
                mutants.push((*number, n + 1, file.name.as_str(), site, what.replace('`', "'")));
            }
        }
    }
    let all = mutants.len();
    // Any order will do that does not begin with one file.
    mutants.sort_by_key(|(number, n, ..)| {
        (u64::from(*number) + arguments.seed).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23) ^ *n as u64
    });
    // Those that were caught the last time need not be caught again, if nothing has changed.
    let notes = tree.join("target/caught");
    let last = fs::read_to_string(&notes).ok().filter(|text| text.starts_with(&same)).unwrap_or(same);
    fs::write(&notes, &last).expect("a file");
    let caught: BTreeSet<&str> = last.lines().skip(1).collect();
    let judged = Mutex::new(fs::OpenOptions::new().append(true).open(notes).expect("a file"));
    let limit = Duration::from_secs(60 * arguments.minutes);
    let start = Instant::now();
    let fates = trial::each(mutants, |(number, n, file, site, what)| {
        // By its places among the reasons.
        let reasons: Vec<usize> =
            (0..reasons.len()).filter(|&at| reasons[at].covers(file, &site.function, &what)).collect();
        if start.elapsed() > limit || arguments.explained && reasons.is_empty() {
            return (None, reasons);
        }
        let mutant = format!("{number}.{n}");
        let again = caught.contains(mutant.as_str());
        let fate = if again { Fate::Caught } else { trial::judge(&tree, &tests, &mutant, number) };
        if matches!(fate, Fate::Caught) && !again {
            writeln!(judged.lock().expect("no panic"), "{mutant}").expect("a file");
        }
        let fate = match fate {
            Fate::NeverReached if site.is_const => Fate::Compiled,
            fate => fate,
        };
        let name = format!("{file}:{}: {}: {what}", site.line, site.function);
        match fate {
            Fate::Alive if reasons.is_empty() => println!("alive: {name}"),
            Fate::NeverReached if reasons.is_empty() => println!("never reached: {name}"),
            _ => {}
        }
        (Some(fate), reasons)
    });
    let (mut caught, mut alive, mut unreached, mut compiled, mut unknown) = (0, 0, 0, 0, 0);
    // Whether a reason has a mutant that lives, or may have one.
    let mut used = vec![false; reasons.len()];
    for (fate, reasons) in &fates {
        let lives = match fate {
            Some(Fate::Caught) => {
                caught += 1;
                continue;
            }
            Some(Fate::Alive) => {
                alive += 1;
                true
            }
            Some(Fate::NeverReached) => {
                unreached += 1;
                true
            }
            Some(Fate::Compiled) => {
                compiled += 1;
                false
            }
            None => false,
        };
        unknown += usize::from(lives && reasons.is_empty());
        reasons.iter().for_each(|&at| used[at] = true);
    }
    let stale = unused(&reasons, &used);
    println!(
        "of {all} mutants {} were tried: {caught} caught, {alive} alive, {unreached} never reached, {compiled} reckoned by the \
         compiler; {unknown} without a reason, and {stale} reasons without a mutant",
        caught + alive + unreached + compiled
    );
    ExitCode::from(u8::from(unknown + stale > 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Functions are renamed and go; their reasons go with them.
    #[test]
    fn each_reason_has_a_mutant() {
        let tree = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let mut paths = Vec::new();
        sources(&tree.join(WHOLE), &mut paths);
        let mut reasons = reasons::all();
        for path in paths {
            let name = path.strip_prefix(&tree).expect("below the tree");
            if !is_mutated(name) {
                continue;
            }
            let (name, source) = (name.display().to_string(), fs::read_to_string(&path).expect("a file"));
            let mut finder = Finder::default();
            finder.visit_file(&syn::parse_file(&source).expect("Rust"));
            for site in &finder.sites {
                for what in site.mutants(&source) {
                    reasons.retain(|reason| !reason.covers(&name, &site.function, &what.replace('`', "'")));
                }
            }
        }
        let left = reasons.iter().map(|reason| format!("{}: {}", reason.line, reason.function));
        assert_eq!(left.collect::<Vec<_>>(), [""; 0], "reasons.txt has lines without a mutant");
    }
}

//! All mutants in one build: every place where code can be changed is written so that it asks which mutant is on. Each test
//! is run once by itself, to learn which places it reaches; each mutant is then tried on the tests that reach it, the fastest
//! first.
//!
//! What only the compiler reckons (tables, constants) cannot be switched; docs/mutants.md says what is done about that.

mod sites;
mod switched;
mod trial;

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use clap::Parser;
use sites::{Finder, Site};
use syn::visit::Visit;
use trial::Fate;

/// Tries all mutants of a clone's sources on its tests, and names those that live.
///
/// Exit status: 0 when docs/mutants.md of the clone has a reason for each that lives, 1 when it has not.
#[derive(Parser)]
struct Arguments {
    /// A clone of the repository, which is changed and built in place
    tree: PathBuf,
    /// Files and folders of it, of which those count that .cargo/mutants.toml names; all of these, if none is given
    paths: Vec<PathBuf>,
    /// Begins with no more mutants after so many minutes
    #[arg(long, default_value_t = 600)]
    minutes: u64,
    /// Decides the order in which mutants are tried
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Takes only tests that need no longer than this, in seconds
    #[arg(long, default_value_t = 60)]
    longest: u64,
}

struct File {
    path: PathBuf,
    name: String,
    source: String,
    /// The sites by their number; what lies within another comes after it.
    sites: Vec<(u32, Site)>,
}

/// The folders that are mutated. cargo-mutants reads them too.
fn folders(tree: &Path) -> Vec<PathBuf> {
    let config = fs::read_to_string(tree.join(".cargo/mutants.toml")).expect("the settings");
    let globs = config.lines().filter_map(|line| line.trim().strip_prefix('"')?.strip_suffix("/**\","));
    globs.map(PathBuf::from).collect()
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
        let run = |arguments: &[&str]| {
            let mut command = Command::new("cargo");
            command.current_dir(tree).args(arguments).args(["--message-format=json", "--all-features"]);
            for option in ["debug=false", "incremental=true", "codegen-units=64", "package.chess0x88.opt-level=1"] {
                for profile in ["dev", "test"] {
                    command.arg(format!("--config=profile.{profile}.{option}"));
                }
            }
            // Only in the library may a switch know whether it is the compiler who asks.
            command.env("RUSTFLAGS", "-Awarnings").env("RUSTC_BOOTSTRAP", "chess0x88").output().expect("cargo")
        };
        let messages = |output: &[u8]| -> Vec<serde_json::Value> {
            String::from_utf8_lossy(output).lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
        };
        let checked = run(&["check", "--lib"]);
        if checked.status.success() {
            let built = run(&["test", "--no-run", "--lib", "--test", "it"]);
            assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
            let program = |message: &serde_json::Value| message["executable"].as_str().map(PathBuf::from);
            return messages(&built.stdout).iter().filter_map(program).collect();
        }
        let before = without.len();
        for message in messages(&checked.stdout).iter().filter(|message| message["message"]["level"] == "error") {
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

/// The mutants of which docs/mutants.md says why they live.
fn reasons(tree: &Path) -> BTreeSet<String> {
    let page = fs::read_to_string(tree.join("docs/mutants.md")).unwrap_or_default();
    page.lines().filter_map(|line| Some(line.strip_prefix("    ")?.trim().to_owned())).collect()
}

fn main() -> ExitCode {
    let mut arguments = Arguments::parse();
    let tree = fs::canonicalize(&arguments.tree).expect("a clone of the repository");
    let folders = folders(&tree);
    if arguments.paths.is_empty() {
        arguments.paths.clone_from(&folders);
    }
    arguments.paths.retain(|path| folders.iter().any(|folder| path.starts_with(folder)));
    if arguments.paths.is_empty() {
        println!("mutants skipped: none of these is mutated");
        return ExitCode::SUCCESS;
    }
    let mut paths = Vec::new();
    arguments.paths.iter().for_each(|path| sources(&tree.join(path), &mut paths));
    let (mut files, mut sites) = (Vec::new(), 0);
    // The back ends of one machine are held against the plain one as a whole.
    let of_a_machine =
        |path: &PathBuf| ["x86_64", "aarch64"].iter().any(|machine| path.to_string_lossy().contains(machine));
    for path in paths.into_iter().filter(|path| !of_a_machine(path)) {
        let name = path.strip_prefix(&tree).expect("below the tree").display().to_string();
        let source = committed(&tree, &name);
        let mut finder = Finder::default();
        finder.visit_file(&syn::parse_file(&source).expect("Rust"));
        let numbered = finder.sites.into_iter().map(|site| {
            sites += 1;
            (sites, site)
        });
        files.push(File { sites: numbered.collect(), path, name, source });
    }
    let root = committed(&tree, "src/lib.rs");
    let root = format!("{}{root}{}", switched::FEATURES, switched::switch(sites as usize));
    write_if_new(&tree.join("src/lib.rs"), &root);
    // What did not compile the last time, if that was the same.
    let notes = tree.join("target/without");
    let same = format!("{} {:?}\n", git(&tree, &["rev-parse", "HEAD"]).trim(), arguments.paths);
    let last = fs::read_to_string(&notes).unwrap_or_default();
    let mut without: BTreeSet<u32> = last.strip_prefix(&same).map(numbers).unwrap_or_default();
    let start = Instant::now();
    let programs = build(&tree, &files, &mut without);
    println!("built in {} s", start.elapsed().as_secs());
    fs::write(&notes, without.iter().fold(same.clone(), |text, number| format!("{text}{number} "))).expect("a file");
    let tests = trial::tests(&tree, &programs, sites as usize, Duration::from_secs(arguments.longest));
    let took: Duration = tests.iter().map(|test| test.took).sum();
    println!("{} tests, {} s one by one", tests.len(), took.as_secs());

    let mut mutants = Vec::new();
    for file in &files {
        for (number, site) in file.sites.iter().filter(|(number, _)| !without.contains(number)) {
            for (n, what) in site.mutants(&file.source).into_iter().enumerate() {
                // Places shift, so mutants are known by what they do.
                let name = format!("{}: {}: {what}", file.name, site.function).replace('`', "'");
                mutants.push((*number, n + 1, name, site.line));
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
    let reasons = reasons(&tree);
    let limit = Duration::from_secs(60 * arguments.minutes);
    let start = Instant::now();
    let fates = trial::each(mutants, |(number, n, name, line)| {
        if start.elapsed() > limit {
            return None;
        }
        let mutant = format!("{number}.{n}");
        let again = caught.contains(mutant.as_str());
        let fate = if again { Fate::Caught } else { trial::judge(&tree, &tests, &mutant, number) };
        if matches!(fate, Fate::Caught) && !again {
            writeln!(judged.lock().expect("no panic"), "{mutant}").expect("a file");
        }
        let known = reasons.contains(&name);
        match fate {
            Fate::Caught => {}
            Fate::Alive if known => {}
            Fate::NeverReached if known => {}
            Fate::Alive => println!("alive: {line}: {name}"),
            Fate::NeverReached => println!("never reached: {line}: {name}"),
        }
        Some((fate, name, known))
    });
    let (mut caught, mut alive, mut unreached, mut unknown) = (0, 0, 0, 0);
    for (fate, name, known) in fates.iter().flatten() {
        match fate {
            Fate::Caught => caught += 1,
            Fate::Alive => alive += 1,
            Fate::NeverReached => unreached += 1,
        }
        let lives = !matches!(fate, Fate::Caught);
        unknown += usize::from(lives && !known);
        if !lives && *known {
            println!("caught, though docs/mutants.md says that it lives: {name}");
        }
    }
    println!(
        "of {all} mutants {} were tried: {caught} caught, {alive} alive, {unreached} never reached; {unknown} without a reason",
        caught + alive + unreached
    );
    ExitCode::from(u8::from(unknown > 0))
}

//! Thousands of mutants in one build. Every place where code can be changed is written so that it asks which mutant is on, the
//! tests are built once, and run once for each mutant: `mutants TREE SEED COUNT MINUTES [FOLDER...]`
//!
//! TREE is a clone of the repository that is changed, and built, in place. Of the mutants in src/FOLDER (all that
//! docs/mutants.md names, if none is given) COUNT are drawn by SEED, until MINUTES are over. A quick part of the tests goes
//! first; what survives it gets the rest.
//!
//! What the compiler reckons (const fn, constants) cannot be switched; cargo-mutants takes that.

mod sites;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};
use std::{env, fs};

use sites::{Finder, How, Site};
use syn::visit::Visit;

const FOLDERS: [&str; 7] = ["geometry", "attacks", "rules", "movegen", "position", "game", "notation"];

/// Asks the environment once which mutant is on: `SITE.MUTANT`.
const SWITCH: &str = "
#[doc(hidden)]
#[allow(missing_docs)]
pub mod mutant_switch {
    use core::sync::atomic::{AtomicU32, Ordering::Relaxed};
    static SITE: AtomicU32 = AtomicU32::new(u32::MAX);
    static MUTANT: AtomicU32 = AtomicU32::new(0);
    #[cold]
    fn read() {
        let text = std::env::var(\"MUTANT\").unwrap_or_default();
        let (site, mutant) = text.split_once('.').unwrap_or((\"0\", \"0\"));
        MUTANT.store(mutant.parse().unwrap(), Relaxed);
        SITE.store(site.parse().unwrap(), Relaxed);
    }
    #[inline]
    pub fn which(site: u32) -> u32 {
        if SITE.load(Relaxed) == u32::MAX {
            read();
        }
        if SITE.load(Relaxed) == site { MUTANT.load(Relaxed) } else { 0 }
    }
}
";

struct File {
    path: PathBuf,
    source: String,
    /// The sites by their number, in the order of the text, none within another but behind the start of functions and arms.
    sites: Vec<(u32, Site)>,
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % n
    }
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// Draws sites that do not lie within each other; those that are only put in before something always fit.
fn drawn(all: Vec<Site>, random: &mut Random) -> Vec<Site> {
    let mut order: Vec<Site> = all;
    for n in (1..order.len()).rev() {
        order.swap(n, random.below(n + 1));
    }
    let mut chosen: Vec<Site> = Vec::new();
    for site in order {
        // The operands are written out more than once, and must not hold other sites.
        if chosen.iter().all(|other| site.end <= other.start || other.end <= site.start) {
            chosen.push(site);
        }
    }
    chosen.sort_by_key(|site| (site.start, site.end));
    chosen
}

/// The text of a file with all its sites switched, and where each stands in it.
fn switched(file: &File, without: &BTreeSet<u32>) -> (String, Vec<(u32, usize, usize)>) {
    let (mut text, mut at, mut places) = (String::new(), 0, Vec::new());
    for (number, site) in file.sites.iter().filter(|(number, _)| !without.contains(number)) {
        text.push_str(&file.source[at..site.start]);
        let start = text.len();
        let part = |(start, end): (usize, usize)| &file.source[start..end];
        let which = format!("crate::mutant_switch::which({number})");
        match &site.how {
            How::Binary { left, right, new, .. } => {
                text.push_str(&format!("(match {which} {{ "));
                for (n, new) in new.iter().enumerate() {
                    text.push_str(&format!("{} => ({}) {new} ({}), ", n + 1, part(*left), part(*right)));
                }
                text.push_str(&format!("_ => {} }})", part((site.start, site.end))));
            }
            How::Unary { operand, .. } => {
                text.push_str(&format!(
                    "(match {which} {{ 1 => {}, _ => {} }})",
                    part(*operand),
                    part((site.start, site.end))
                ));
            }
            How::Returns { values, .. } => {
                text.push_str(&format!(" match {which} {{ "));
                for (n, value) in values.iter().enumerate() {
                    text.push_str(&format!("{} => return {value}, ", n + 1));
                }
                text.push_str("_ => {} } ");
            }
            How::Arm { .. } => text.push_str(&format!(" if {which} == 0")),
        }
        places.push((*number, start, text.len()));
        at = site.end;
    }
    text.push_str(&file.source[at..]);
    (text, places)
}

/// Builds the tests, leaving out whatever does not compile. The programs.
fn build(tree: &Path, files: &[File], without: &mut BTreeSet<u32>) -> Vec<PathBuf> {
    loop {
        let mut places = Vec::new();
        for file in files {
            let (text, found) = switched(file, without);
            if fs::read_to_string(&file.path).is_ok_and(|old| old != text) {
                fs::write(&file.path, &text).expect("a file that can be written");
            }
            places.push((file.path.strip_prefix(tree).expect("below the tree").to_owned(), found));
        }
        let run = |arguments: &[&str]| {
            let mut command = Command::new("cargo");
            command.current_dir(tree).args(arguments).args(["--message-format=json", "--all-features"]);
            for option in ["debug=false", "incremental=true", "codegen-units=64", "opt-level=1"] {
                command.arg(format!("--config=profile.test.{option}"));
            }
            command.env("RUSTFLAGS", "-Awarnings").output().expect("cargo")
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
                let (file, start) =
                    (span["file_name"].as_str().unwrap_or(""), span["byte_start"].as_u64().unwrap_or(0) as usize);
                for (_, found) in places.iter().filter(|(path, _)| path == Path::new(file)) {
                    without.extend(
                        found.iter().filter(|(_, from, to)| (*from..*to).contains(&start)).map(|(number, ..)| *number),
                    );
                }
            }
        }
        println!("{} places do not compile and are left out", without.len());
        assert!(without.len() > before, "{}", String::from_utf8_lossy(&checked.stderr));
    }
}

/// Whether the tests notice a mutant.
fn is_caught(tree: &Path, programs: &[PathBuf], mutant: &str, stages: &[&[&str]]) -> bool {
    for stage in stages {
        for program in programs {
            // So much processor time is no mutant's but one that runs in circles, which is caught too.
            let mut command = Command::new("bash");
            command.args(["-c", "ulimit -t 300; ulimit -v 8000000; exec \"$0\" \"$@\""]).arg(program).args(*stage);
            let output =
                command.current_dir(tree).env("MUTANT", mutant).env("RUST_BACKTRACE", "0").output().expect("bash");
            if !output.status.success() {
                return true;
            }
        }
    }
    false
}

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [tree, seed, count, minutes, folders @ ..] = arguments.as_slice() else {
        panic!("mutants TREE SEED COUNT MINUTES [FOLDER...]")
    };
    let tree = fs::canonicalize(tree).expect("a clone of the repository");
    let mut random = Random(seed.parse::<u64>().expect("a number").wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let folders: Vec<&str> =
        if folders.is_empty() { FOLDERS.into() } else { folders.iter().map(String::as_str).collect() };

    let (mut files, mut number, mut all) = (Vec::new(), 0, 0);
    for folder in folders {
        let mut paths = Vec::new();
        sources(&tree.join("src").join(folder), &mut paths);
        for path in paths.into_iter().filter(|path| !path.to_string_lossy().contains("x86_64")) {
            let source = fs::read_to_string(&path).expect("text");
            let mut finder = Finder::default();
            finder.visit_file(&syn::parse_file(&source).expect("Rust"));
            all += finder.sites.iter().map(|site| site.mutants().len()).sum::<usize>();
            let sites = drawn(finder.sites, &mut random).into_iter().map(|site| {
                number += 1;
                (number, site)
            });
            files.push(File { path, sites: sites.collect(), source });
        }
    }
    let lib = tree.join("src/lib.rs");
    let root = fs::read_to_string(&lib).expect("text");
    if !root.contains("mod mutant_switch") {
        fs::write(&lib, root + SWITCH).expect("a file that can be written");
    }
    let mut without = BTreeSet::new();
    let programs = build(&tree, &files, &mut without);

    let mut mutants: Vec<(String, String)> = Vec::new();
    for file in &files {
        let path = file.path.strip_prefix(&tree).expect("below the tree").display().to_string();
        for (number, site) in file.sites.iter().filter(|(number, _)| !without.contains(number)) {
            for (n, what) in site.mutants().into_iter().enumerate() {
                mutants.push((format!("{number}.{}", n + 1), format!("{path}:{}: {what}", site.line)));
            }
        }
    }
    println!("{all} mutants in all, {} of them in this build", mutants.len());
    let quick: &[&str] =
        &["perft::", "movegen::", "san::", "fen::", "attacks::", "keys::", "play::", "--skip", "property"];
    let rest: &[&str] = &["--skip", "engine::", "--skip", "hostile::", "--skip", "backends::"];
    assert!(!is_caught(&tree, &programs, "0.0", &[quick, rest]), "the tests fail without any mutant");

    let start = Instant::now();
    let limit = Duration::from_secs(60 * minutes.parse::<u64>().expect("minutes"));
    let (mut tried, mut caught) = (0, 0);
    for _ in 0..count.parse::<usize>().expect("a number") {
        if mutants.is_empty() || start.elapsed() > limit {
            break;
        }
        let (mutant, what) = mutants.swap_remove(random.below(mutants.len()));
        tried += 1;
        if is_caught(&tree, &programs, &mutant, &[quick, rest]) {
            caught += 1;
        } else {
            println!("alive: {what}");
        }
    }
    println!("{caught} of {tried} mutants were caught");
}

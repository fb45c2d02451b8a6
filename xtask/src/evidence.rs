//! `docs/evidence.md`: what was tested, with the command, its last result, and the commit at which that was taken.
//!
//! A command that has come to a good end leaves its result in the folder `evidence` of the target directory ([`Project::result`]): the
//! date, the commit, git's name for the tree `src` of that commit, and the text. `cargo xtask evidence --write` takes such results into
//! `xtask/results`, a file each, and makes the page: the text of `xtask/evidence.md`, in which `{name}` stands for a result.
//!
//! A text that its command cannot print is refused: [`KINDS`] says which it can. How many lines of code have changed since a result is
//! counted without git's history, which a clone may lack: `xtask/trees` has a mark for each line of each tree that a result names.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use regex_lite::Regex;

use crate::lines;
use crate::project::Project;
use crate::sanitize::Part;
use crate::{coverage, fuzz, sanitize};

const PAGE: &str = "docs/evidence.md";
const TEXT: &str = "xtask/evidence.md";
const RESULTS: &str = "xtask/results";
const TREES: &str = "xtask/trees";

/// What everything else stands on.
const CORE: [&str; 5] = ["src/attacks/", "src/movegen/", "src/perft/", "src/position/", "src/rules/"];
/// A result that CI does not take again holds until one line in so many of the core has changed.
const SHARE: usize = 5;

/// When a result is taken.
#[derive(Clone, Copy)]
enum Taken {
    /// By each run of CI, so that what is in the tree may be of an earlier commit.
    ByCi,
    /// By hand. CI fails when too much of the core has changed since.
    ByHand,
    /// By hand, in a few minutes: `cargo xtask evidence --retake` does it.
    Soon(fn(&Project) -> Result<()>),
}

/// A result: its name, the command that takes it, what each line of its text is, and when it is taken.
struct Kind {
    name: &'static str,
    command: &'static str,
    line: &'static str,
    taken: Taken,
}

const fn kind(name: &'static str, command: &'static str, line: &'static str, taken: Taken) -> Kind {
    Kind { name, command, line, taken }
}

const CLEAN: &str = r"nothing found; [a-z0-9 ]+: \d+ tests(, [a-z0-9 ]+: \d+ tests)*";

const KINDS: [Kind; 17] = [
    kind(
        "ci",
        "ci",
        r"all well in \d+ s: \d+ of \d+ steps ran whole(; skipped at least in part: [a-z, -]+)?",
        Taken::ByCi,
    ),
    kind("checked", "ci --only checked", r"\d+ tests", Taken::ByCi),
    kind("backends", "ci --only checked", r"back ends: \[.+\]|back end [a-z0-9]+: \d+ totals", Taken::ByCi),
    kind(
        "naive",
        "ci --only checked",
        r"\d+ castlings|(Chess|Makruk): \d+ positions of (three|four) men(, one in \d+)?",
        Taken::ByCi,
    ),
    kind(
        "exhaustive",
        "ci --only checked",
        r"\d+ packed positions, each its only form|[A-Za-z' ]+: \d+ strings, \d+ taken strictly, \d+ leniently|\d+ codes in each of \d+ positions|\d+ strings as moves for engines, \d+ as SAN|\d+ texts of three bytes",
        Taken::ByCi,
    ),
    kind(
        "bugs",
        "bugs",
        r"\d+ bugs: \d+ caught, each by the test that is named for it|[a-z ]+ +\d+ bugs, caught by +\d+ tests",
        Taken::ByHand,
    ),
    kind("miri-quick", "miri --quick", CLEAN, Taken::ByCi),
    kind("sanitize", "sanitize", CLEAN, Taken::ByCi),
    kind("threads", "sanitize threads", r"nothing found; \d+ totals, each counted by [a-z]+ threads", Taken::ByCi),
    kind("targets", "targets", r"run: [a-z0-9, ]+; built only: [a-z0-9, ]+; skipped: [a-z0-9, ]+", Taken::ByCi),
    kind(
        "mutants",
        "mutants all",
        r"of \d+ mutants \d+ were tried: \d+ caught, \d+ alive, \d+ never reached, \d+ reckoned by the compiler; \d+ without a reason, and \d+ reasons without a mutant",
        Taken::ByHand,
    ),
    kind("miri", "miri", CLEAN, Taken::ByHand),
    kind("sanitize-whole", "sanitize whole", CLEAN, Taken::ByHand),
    kind("fuzz-hour", "fuzz 3600", FUZZED, Taken::ByHand),
    kind("fuzz", "fuzz", FUZZED, Taken::Soon(|project| fuzz::run(project, 20, &[]))),
    kind("coverage", "coverage", r"\d+ of \d+ lines, \d+\.\d %", Taken::Soon(coverage::run)),
    kind(
        "valgrind",
        "sanitize valgrind",
        r"nothing found; \d+ tests",
        Taken::Soon(|project| sanitize::run(project, Part::Valgrind)),
    ),
];

const FUZZED: &str = r"\d+ targets, \d+ s each, \d+ executions: nothing found";

/// What the command is to do.
#[derive(Clone, Copy, clap::Args)]
pub struct Arguments {
    /// Takes the results that commands have left in target/evidence since, and makes the page
    #[arg(long)]
    write: bool,
    /// First runs the commands again that take minutes and whose sources have changed: fuzz, coverage, sanitize valgrind. What CI
    /// runs anyway is left to CI, what takes hours to the night
    #[arg(long)]
    retake: bool,
}

/// The step of CI: the page is made of the results, each of which says what its command can print, and the core has not changed too
/// much since those that CI does not take again.
pub fn held(project: &Project) -> Result<()> {
    run(project, Arguments { write: false, retake: false })
}

/// Holds the page, or takes new results and makes it anew.
pub fn run(project: &Project, Arguments { write, retake }: Arguments) -> Result<()> {
    let now = marks(&project.root.join("src"), "src")?;
    if retake {
        for kind in &KINDS {
            let known = Record::read(&project.root.join(RESULTS).join(kind.name));
            let is_stale = || {
                known.as_ref().map_or(Ok(true), |known| Ok::<_, anyhow::Error>(changed(project, known, &now)?.0 > 0))
            };
            if let Taken::Soon(take) = kind.taken
                && is_stale()?
            {
                take(project)?;
            }
        }
    }
    let results = project.root.join(RESULTS);
    if write || retake {
        take_in(project, &results)?;
    }
    let found = names(&results)?;
    let mut records = BTreeMap::new();
    for name in &found {
        let path = results.join(name);
        let record = Record::read(&path).with_context(|| format!("{RESULTS}/{name} does not say its commit"))?;
        check(name, &record.text)?;
        records.insert(name.as_str(), record);
    }
    let page = page(&project.read(TEXT)?, &found, |name| records.get(name).map(Record::shown))?;
    if write || retake {
        fs::write(project.root.join(PAGE), &page)?;
    }
    ensure!(
        project.read(PAGE)? == page,
        "{PAGE} is not what {TEXT} and {RESULTS} make: change those, then cargo xtask evidence --write"
    );
    fresh(project, &records, &now)
}

/// Tells of each result how many lines of code have changed since. Fails if it is too many of the core for one that CI does not take.
fn fresh(project: &Project, records: &BTreeMap<&str, Record>, now: &Marks) -> Result<()> {
    let is_core = |path: &str| CORE.iter().any(|folder| path.starts_with(folder));
    let core: usize = now.iter().filter(|(path, _)| is_core(path)).map(|(_, marks)| marks.len()).sum();
    println!("{:14} {:10} {:12} {:>8} {:>8}  taken by", "result", "date", "commit", "changed", "of core");
    let mut stale = Vec::new();
    for kind in &KINDS {
        let Some(record) = records.get(kind.name) else {
            println!("{:14} not taken yet: cargo xtask {}", kind.name, kind.command);
            continue;
        };
        let (all, of_core) = changed(project, record, now)?;
        let by_ci = matches!(kind.taken, Taken::ByCi);
        let is_stale = !by_ci && of_core * SHARE > core;
        let by = if by_ci { "CI, each time" } else { "hand" };
        let mark = if is_stale { "; STALE" } else { "" };
        println!("{:14} {:10} {:12} {all:8} {of_core:8}  {by}{mark}", kind.name, record.date, record.commit);
        if is_stale {
            stale.push(format!("{} ({of_core} lines): cargo xtask {}", kind.name, kind.command));
        }
    }
    println!("lines of code that have changed since, in src and in its core, which has {core}");
    ensure!(
        stale.is_empty(),
        "more than one in {SHARE} of the core's {core} lines has changed since these results, so they say nothing of it: {}; \
         cargo xtask evidence --retake runs what takes minutes; a result that is deleted is shown as not taken yet",
        stale.join(", ")
    );
    Ok(())
}

/// Lines of code that have changed since a result, in `src` and in its core: those that are gone or new, whichever are more, in each
/// file.
fn changed(project: &Project, record: &Record, now: &Marks) -> Result<(usize, usize)> {
    let path = format!("{TREES}/{}", record.tree);
    let then = read_marks(&project.read(&path).with_context(|| format!("there is no {path}: take the result again"))?)?;
    let (mut all, mut core) = (0, 0);
    for path in now.keys().chain(then.keys()).collect::<BTreeSet<_>>() {
        let count = differing(now.get(path), then.get(path));
        all += count;
        if CORE.iter().any(|folder| path.starts_with(folder)) {
            core += count;
        }
    }
    Ok((all, core))
}

/// Takes the results that commands have left, and the marks of the trees that they name, and drops those that none names.
fn take_in(project: &Project, results: &Path) -> Result<()> {
    let new = project.target.join("evidence");
    fs::create_dir_all(results)?;
    let trees = project.root.join(TREES);
    fs::create_dir_all(&trees)?;
    for name in names(&new)? {
        if name == "trees" {
            continue;
        }
        let Some(record) = Record::read(&new.join(&name)) else { continue };
        check(&name, &record.text)?;
        fs::copy(new.join(&name), results.join(&name))?;
        fs::copy(new.join("trees").join(&record.tree), trees.join(&record.tree))?;
        println!("{name}: taken");
    }
    let named: BTreeSet<String> =
        names(results)?.iter().filter_map(|name| Some(Record::read(&results.join(name))?.tree)).collect();
    for tree in names(&trees)?.difference(&named) {
        fs::remove_file(trees.join(tree))?;
    }
    Ok(())
}

/// Whether a command can print this text as its result.
pub fn check(name: &str, text: &str) -> Result<()> {
    let kind = KINDS.iter().find(|kind| kind.name == name);
    let kind = kind.with_context(|| format!("no result is called {name}: xtask/src/evidence.rs lists them"))?;
    let form = Regex::new(&format!("^(?:{})$", kind.line))?;
    let wrong = text.trim_end().lines().find(|line| !form.is_match(line));
    ensure!(
        wrong.is_none() && !text.trim().is_empty(),
        "the result {name} has the line {:?}, which cargo xtask {} does not print: xtask/src/evidence.rs says what it prints",
        wrong.unwrap_or_default(),
        kind.command
    );
    Ok(())
}

/// Leaves a result and the marks of the sources in the folder `evidence` of the target directory.
pub fn leave(project: &Project, name: &str, text: &str) -> Result<()> {
    check(name, text)?;
    let git = |words: &[&str]| project.shell.cmd("git").args(words).quiet().read();
    let tree = git(&["rev-parse", "--short=12", "HEAD:src"])?;
    if !git(&["status", "--porcelain", "--", "src"])?.is_empty() || tree != project.tree {
        println!("{name}: not kept as evidence, since src is not, or no longer, that of a commit");
        return Ok(());
    }
    let folder = project.target.join("evidence");
    fs::create_dir_all(folder.join("trees"))?;
    let marks = marks(&project.root.join("src"), "src")?;
    let lines: Vec<String> = marks.iter().map(|(path, marks)| format!("{path} {}\n", marks.concat())).collect();
    fs::write(folder.join("trees").join(&tree), lines.concat())?;
    let date = project.shell.cmd("date").args(["-u", "+%F"]).quiet().read()?;
    let commit = git(&["rev-parse", "--short=12", "HEAD"])?;
    Ok(fs::write(folder.join(name), format!("{date} commit {commit} src {tree}\n{text}\n"))?)
}

/// A result as it is kept.
struct Record {
    date: String,
    commit: String,
    tree: String,
    text: String,
}

impl Record {
    /// The result in a file: none if the file does not say the commit and the tree.
    fn read(path: &Path) -> Option<Self> {
        Self::parse(&fs::read_to_string(path).ok()?)
    }

    fn parse(text: &str) -> Option<Self> {
        let (head, text) = text.split_once('\n')?;
        let words: Vec<&str> = head.split(' ').collect();
        let [date, "commit", commit, "src", tree] = words[..] else { return None };
        let is_name = |name: &str| name.len() >= 12 && name.bytes().all(|byte| byte.is_ascii_hexdigit());
        let [date, commit, tree] =
            (is_name(commit) && is_name(tree)).then(|| [date, commit, tree].map(str::to_owned))?;
        Some(Self { date, commit, tree, text: text.trim_end().to_owned() })
    }

    /// As the page has it.
    fn shown(&self) -> String {
        let Self { date, commit, tree, text } = self;
        let is_one = !text.contains('\n');
        let text = if is_one { format!(" {text}") } else { format!("\n\n```text\n{text}\n```") };
        format!("{date}, commit {commit}, src {tree}:{text}")
    }
}

/// For each file a mark for each of its lines of code: two letters, which say whether it is the same line.
type Marks = BTreeMap<String, Vec<String>>;

/// The marks of all files of Rust below a folder, which is called so.
fn marks(folder: &Path, name: &str) -> Result<Marks> {
    let mut found = Marks::new();
    for path in lines::sources(folder)? {
        let text = fs::read_to_string(&path)?;
        let code = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//"));
        let below: Vec<_> = path.strip_prefix(folder)?.iter().map(|part| part.to_string_lossy()).collect();
        found.insert(format!("{name}/{}", below.join("/")), code.map(mark).collect());
    }
    Ok(found)
}

/// Twelve bits of a hash (FNV-1a) as two letters.
fn mark(line: &str) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let hash = line.bytes().fold(0x811C_9DC5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    let folded = hash ^ hash >> 12 ^ hash >> 24;
    [folded >> 6, folded].map(|bits| char::from(LETTERS[bits as usize % 64])).iter().collect()
}

fn read_marks(text: &str) -> Result<Marks> {
    let mut found = Marks::new();
    for line in text.lines() {
        let (path, marks) = line.split_once(' ').with_context(|| format!("{line} is not a file and its marks"))?;
        let pairs = marks.as_bytes().chunks(2).map(|pair| String::from_utf8_lossy(pair).into_owned());
        found.insert(path.to_owned(), pairs.collect());
    }
    Ok(found)
}

/// How many lines of a file are new or gone, whichever are more.
fn differing(new: Option<&Vec<String>>, old: Option<&Vec<String>>) -> usize {
    let mut counts = BTreeMap::<&str, isize>::new();
    for (lines, one) in [(new, 1), (old, -1)] {
        lines.into_iter().flatten().for_each(|mark| *counts.entry(mark.as_str()).or_default() += one);
    }
    let sum = |sign: isize| counts.values().map(|count| (count * sign).max(0).unsigned_abs()).sum::<usize>();
    sum(1).max(sum(-1))
}

/// The files of a folder, none if there is no folder.
fn names(folder: &Path) -> Result<BTreeSet<String>> {
    let Ok(entries) = folder.read_dir() else { return Ok(BTreeSet::new()) };
    entries.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned())).collect()
}

/// The text with the results in their places. Each result must have one.
fn page(text: &str, results: &BTreeSet<String>, shown: impl Fn(&str) -> Option<String>) -> Result<String> {
    let place = Regex::new(r"\{([a-z0-9-]+)\}")?;
    let placed: BTreeSet<String> = place.captures_iter(text).map(|found| found[1].to_owned()).collect();
    let lost: Vec<_> = results.difference(&placed).collect();
    ensure!(lost.is_empty(), "{TEXT} has no place for the results {lost:?}");
    let unknown: Vec<_> = placed.iter().filter(|name| !KINDS.iter().any(|kind| kind.name == **name)).collect();
    ensure!(unknown.is_empty(), "{TEXT} has places for results that no command takes: {unknown:?}");
    let shown = |name: &str| shown(name).unwrap_or_else(|| "not taken yet".to_owned());
    Ok(place.replace_all(text, |found: &regex_lite::Captures<'_>| shown(&found[1])).into_owned())
}

#[cfg(test)]
mod tests {
    use super::{KINDS, Record, check, differing, mark, page};
    use regex_lite::Regex;
    use std::collections::BTreeSet;

    const HEAD: &str = "2026-11-23 commit 0123456789ab src ba9876543210";

    #[test]
    fn results_have_their_places() {
        let shown = |name: &str| match name {
            "ci" => Some(Record::parse(&format!("{HEAD}\n30 tests\n")).expect("a record").shown()),
            "bugs" => Some(Record::parse(&format!("{HEAD}\na\nb\n")).expect("a record").shown()),
            _ => None,
        };
        let names = BTreeSet::from(["ci".to_owned(), "bugs".to_owned()]);
        let made = page("1: {ci}\n2: {bugs}\n3: {fuzz}\n", &names, shown).expect("all have places");
        let head = "2026-11-23, commit 0123456789ab, src ba9876543210:";
        assert_eq!(made, format!("1: {head} 30 tests\n2: {head}\n\n```text\na\nb\n```\n3: not taken yet\n"));
        assert!(page("{ci}", &names, shown).is_err());
        assert!(page("{ci} {bugs} {seen}", &names, shown).is_err());
    }

    #[test]
    fn a_result_says_its_commit() {
        for text in ["2026-11-23\n30 tests\n", "2026-11-23 commit 774cc7e src 12\n30 tests\n", HEAD, ""] {
            assert!(Record::parse(text).is_none(), "{text}");
        }
    }

    #[test]
    fn what_no_command_prints_is_refused() {
        check("checked", "780 tests").expect("the step prints so");
        check("fuzz", "20 targets, 20 s each, 123456 executions: nothing found").expect("it prints so");
        for (name, text) in [
            ("checked", "780 tests, all but one"),
            ("checked", ""),
            ("fuzz", "15 targets, 4260 s in all, 9326775 executions: nothing found in the library"),
            ("mutants", "in parts, of 6753 mutants 6363 were tried"),
            ("backends", "back end avx2: 2459 totals\nback end avx3: many"),
            ("unknown", "1 test"),
        ] {
            assert!(check(name, text).is_err(), "{name}: {text}");
        }
    }

    #[test]
    fn kinds_are_well_formed() {
        for kind in &KINDS {
            Regex::new(kind.line).expect(kind.name);
        }
    }

    #[test]
    fn changed_lines_are_counted() {
        let lines = |text: &str| text.split(' ').map(mark).collect::<Vec<_>>();
        let (old, new) = (lines("a b c d"), lines("a c e d f g"));
        assert_eq!(differing(Some(&new), Some(&old)), 3);
        assert_eq!(differing(Some(&old), Some(&new)), 3);
        assert_eq!(differing(None, Some(&old)), 4);
        assert_eq!(differing(Some(&lines("d c b a")), Some(&old)), 0);
    }
}

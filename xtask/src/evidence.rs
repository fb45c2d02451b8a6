//! `docs/evidence.md`: what was tested, with the command, its last result, and the commit at which that was taken.
//!
//! A command that has come to a good end leaves its result in the folder `evidence` of the target directory (`Project::result`): the
//! date, the commit, git's name for the tree `src` of that commit, and the text. `cargo xtask evidence --write` takes such results into
//! `xtask/results`, a file each, and makes the page: the text of `xtask/evidence.md`, in which `{name}` stands for a result.
//!
//! How many lines of code have changed since a result is counted by the marks in `xtask/trees`, a file for each tree that a result
//! names.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use regex_lite::Regex;

use crate::project::Project;
use crate::results::{KINDS, Marks, Record, Taken, check, marks, read_marks};
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

/// What takes a result in a few minutes.
type Take = fn(&Project) -> Result<()>;

/// The results that are taken by hand in a few minutes.
const SOON: [(&str, Take); 3] = [
    ("fuzz", |project| fuzz::run(project, 20, &[])),
    ("coverage", coverage::run),
    ("valgrind", |project| sanitize::run(project, Part::Valgrind, &[])),
];

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
        for (name, take) in SOON {
            let known = Record::read(&project.root.join(RESULTS).join(name));
            let is_stale = || {
                known.as_ref().map_or(Ok(true), |known| Ok::<_, anyhow::Error>(changed(project, known, &now)?.0 > 0))
            };
            if is_stale()? {
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
        let by_ci = kind.taken == Taken::ByCi;
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
    use super::{KINDS, Record, SOON, Taken, differing, page};
    use crate::results::mark;
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
    fn changed_lines_are_counted() {
        let lines = |text: &str| text.split(' ').map(mark).collect::<Vec<_>>();
        let (old, new) = (lines("a b c d"), lines("a c e d f g"));
        assert_eq!(differing(Some(&new), Some(&old)), 3);
        assert_eq!(differing(Some(&old), Some(&new)), 3);
        assert_eq!(differing(None, Some(&old)), 4);
        assert_eq!(differing(Some(&lines("d c b a")), Some(&old)), 0);
    }

    #[test]
    fn what_is_taken_again_is_a_result() {
        for (name, _) in SOON {
            assert!(KINDS.iter().any(|kind| kind.name == name && kind.taken == Taken::ByHand), "{name}");
        }
    }
}

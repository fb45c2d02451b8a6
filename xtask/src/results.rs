//! Results: what each command can print when it has come to a good end, and how it is left for `docs/evidence.md`.
//!
//! A text that its command cannot print is refused: [`KINDS`] says which it can. How many lines of code have changed since a result is
//! counted without git's history, which a clone may lack, by a mark for each line of code of its tree `src`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use regex_lite::Regex;

use crate::lines;
use crate::project::Project;

/// When a result is taken.
#[derive(Clone, Copy, PartialEq)]
pub enum Taken {
    /// By each run of CI, so that what is in the tree may be of an earlier commit.
    ByCi,
    /// By hand. CI fails when too much of the core has changed since.
    ByHand,
}

/// A result: its name, the command that takes it, what each line of its text is, and when it is taken.
pub struct Kind {
    pub name: &'static str,
    pub command: &'static str,
    line: &'static str,
    pub taken: Taken,
}

const fn kind(name: &'static str, command: &'static str, line: &'static str, taken: Taken) -> Kind {
    Kind { name, command, line, taken }
}

const CLEAN: &str = r"nothing found; [a-z0-9 ]+: \d+ tests(, [a-z0-9 ]+: \d+ tests)*";

pub const KINDS: [Kind; 18] = [
    kind(
        "ci",
        "ci",
        r"all well in \d+ s: \d+ of \d+ steps ran whole(; skipped at least in part: [a-z, -]+)?",
        Taken::ByCi,
    ),
    kind("checked", "ci --only checked", r"\d+ tests", Taken::ByCi),
    kind("backends", "ci --only checked", r"back end [a-z0-9]+: \d+ totals", Taken::ByCi),
    kind(
        "naive",
        "ci --only checked",
        r"(Chess|Makruk): \d+ positions of (three|four) men(, one in \d+)?",
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
        Taken::ByCi,
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
    kind(
        "four-men",
        "four-men",
        r"part \d+ of \d+: \d+ positions of chess, \d+ of Makruk, commit [0-9a-f]{12} src [0-9a-f]{12}",
        Taken::ByHand,
    ),
    kind("miri", "miri", CLEAN, Taken::ByHand),
    kind("sanitize-whole", "sanitize whole", CLEAN, Taken::ByHand),
    kind("fuzz", "fuzz", r"\d+ targets, \d+ s each, \d+ executions: nothing found", Taken::ByHand),
    kind("fuzz-sum", "fuzz", r"[a-z0-9_]+: \d+ executions in \d+ s, last at commit [0-9a-f]{12}", Taken::ByHand),
    kind("coverage", "coverage", r"\d+ of \d+ lines, \d+\.\d %", Taken::ByHand),
    kind("valgrind", "sanitize valgrind", r"nothing found; \d+ tests", Taken::ByHand),
];

/// Whether a command can print this text as its result.
pub fn check(name: &str, text: &str) -> Result<()> {
    let kind = KINDS.iter().find(|kind| kind.name == name);
    let kind = kind.with_context(|| format!("no result is called {name}: xtask/src/results.rs lists them"))?;
    let form = Regex::new(&format!("^(?:{})$", kind.line))?;
    let wrong = text.trim_end().lines().find(|line| !form.is_match(line));
    ensure!(
        wrong.is_none() && !text.trim().is_empty(),
        "the result {name} has the line {:?}, which cargo xtask {} does not print: xtask/src/results.rs says what it prints",
        wrong.unwrap_or_default(),
        kind.command
    );
    Ok(())
}

impl Project {
    /// Leaves the result of a command that went well, with the marks of the sources, in the folder `evidence` of the target directory:
    /// `cargo xtask evidence --write` takes it into the tree.
    pub fn result(&self, name: &str, text: &str) -> Result<()> {
        check(name, text)?;
        let git = |words: &[&str]| self.shell.cmd("git").args(words).quiet().read();
        let tree = git(&["rev-parse", "--short=12", "HEAD:src"])?;
        if !git(&["status", "--porcelain", "--", "src"])?.is_empty() || tree != self.tree {
            println!("{name}: not kept as evidence, since src is not, or no longer, that of a commit");
            return Ok(());
        }
        let folder = self.target.join("evidence");
        fs::create_dir_all(folder.join("trees"))?;
        let marks = marks(&self.root.join("src"), "src")?;
        let lines: Vec<String> = marks.iter().map(|(path, marks)| format!("{path} {}\n", marks.concat())).collect();
        fs::write(folder.join("trees").join(&tree), lines.concat())?;
        let date = self.shell.cmd("date").args(["-u", "+%F"]).quiet().read()?;
        let commit = git(&["rev-parse", "--short=12", "HEAD"])?;
        Ok(fs::write(folder.join(name), format!("{date} commit {commit} src {tree}\n{text}\n"))?)
    }
}

/// A result as it is kept.
pub struct Record {
    pub date: String,
    pub commit: String,
    pub tree: String,
    pub text: String,
}

impl Record {
    /// The result in a file: none if the file does not say the commit and the tree.
    pub fn read(path: &Path) -> Option<Self> {
        Self::parse(&fs::read_to_string(path).ok()?)
    }

    pub fn parse(text: &str) -> Option<Self> {
        let (head, text) = text.split_once('\n')?;
        let words: Vec<&str> = head.split(' ').collect();
        let [date, "commit", commit, "src", tree] = words[..] else { return None };
        let is_name = |name: &str| name.len() >= 12 && name.bytes().all(|byte| byte.is_ascii_hexdigit());
        let [date, commit, tree] =
            (is_name(commit) && is_name(tree)).then(|| [date, commit, tree].map(str::to_owned))?;
        Some(Self { date, commit, tree, text: text.trim_end().to_owned() })
    }

    /// As the page has it.
    pub fn shown(&self) -> String {
        let Self { date, commit, tree, text } = self;
        let is_one = !text.contains('\n');
        let text = if is_one { format!(" {text}") } else { format!("\n\n```text\n{text}\n```") };
        format!("{date}, commit {commit}, src {tree}:{text}")
    }
}

/// For each file a mark for each of its lines of code: two letters, which say whether it is the same line.
pub type Marks = BTreeMap<String, Vec<String>>;

/// The marks of all files of Rust below a folder, which is called so.
pub fn marks(folder: &Path, name: &str) -> Result<Marks> {
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
pub fn mark(line: &str) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let hash = line.bytes().fold(0x811C_9DC5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    let folded = hash ^ hash >> 12 ^ hash >> 24;
    [folded >> 6, folded].map(|bits| char::from(LETTERS[bits as usize % 64])).iter().collect()
}

pub fn read_marks(text: &str) -> Result<Marks> {
    let mut found = Marks::new();
    for line in text.lines() {
        let (path, marks) = line.split_once(' ').with_context(|| format!("{line} is not a file and its marks"))?;
        let pairs = marks.as_bytes().chunks(2).map(|pair| String::from_utf8_lossy(pair).into_owned());
        found.insert(path.to_owned(), pairs.collect());
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::{KINDS, Record, check};
    use regex_lite::Regex;

    const HEAD: &str = "2026-11-23 commit 0123456789ab src ba9876543210";

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
}

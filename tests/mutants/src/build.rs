//! Makes a copy of the repository with all bugs, each behind a switch, and builds its tests.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::list::{Bodies, Bug};

/// The number of the bug that is on, read once from the environment. During constant evaluation no bug is on.
const SWITCH: &str = "
#[doc(hidden)]
mod bug {
    extern crate std;
    use std::sync::LazyLock;
    static ON: LazyLock<u32> = LazyLock::new(|| std::env::var(\"BUG\").map_or(0, |bug| bug.parse().unwrap()));
    const fn none() -> u32 { 0 }
    fn asked() -> u32 { *ON }
    pub(crate) const fn on() -> u32 { core::intrinsics::const_eval_select((), none, asked) }
}
";
const FEATURES: &str = "#![feature(core_intrinsics, const_eval_select)]\n";

/// The folder of the copy, relative to the root of the repository.
pub const COPY: &str = "target/bugs/copy";

/// The programs of the two builds: with all features, and the 0x88 engine alone.
pub type Builds = [Vec<PathBuf>; 2];

/// Copies the repository, puts the bugs in, and builds the tests. Bugs that do not compile are added to `failed` and left out.
///
/// # Panics
/// If other code does not compile.
pub fn build(
    root: &Path,
    files: &[&str],
    bugs: &[Bug],
    places: &BTreeMap<String, Bodies>,
    failed: &mut BTreeMap<usize, String>,
) -> Builds {
    let copy = root.join(COPY);
    let read = |name: &str| fs::read_to_string(root.join(name)).expect("a text");
    // The folders of crates: empty, or with a slash at the end.
    let crates: BTreeSet<&str> = bugs.iter().filter_map(|bug| bug.file.split("src/").next()).collect();
    let _ = fs::remove_dir_all(&copy);
    for name in files {
        fs::create_dir_all(copy.join(name).parent().expect("below the copy")).expect("a folder");
        fs::copy(root.join(name), copy.join(name)).expect("a copy");
    }
    let package = |folder: &&str| {
        let manifest = read(&format!("{folder}Cargo.toml"));
        manifest.lines().find_map(|line| line.strip_prefix("name = ")).expect("a name").trim_matches('"').to_owned()
    };
    let packages: Vec<String> = crates.iter().map(package).collect();
    // The tests of the rules are in a package beside them, and those of PGN.
    let beside = ["-p", "tests", "-p", "packages", "--all-features", "--test=*"];
    let all = packages.iter().flat_map(|name| ["-p", name]).chain(beside);
    let all = all.collect();
    let alone = vec!["-p", "chess0x88", "-p", "tests", "--no-default-features", "--features=alloc", "--test=it"];
    let builds = [all, alone];
    loop {
        let mut texts = BTreeMap::new();
        for name in files.iter().filter(|name| name.ends_with(".rs")) {
            let within = crates.iter().find_map(|folder| name.strip_prefix(folder)?.strip_prefix("src/"));
            let Some(within) = within else { continue };
            let text = planted(&read(name), places.get(*name), bugs, failed);
            // Inlining would copy each combination of bodies, and building would take an hour.
            let text = text.replace("#[inline(always)]", "#[inline(never)]").replace("#[inline]", "");
            let text = if within == "lib.rs" { format!("{FEATURES}{text}{SWITCH}") } else { text };
            fs::write(copy.join(name), &text).expect("a source");
            texts.insert(*name, text);
        }
        let before = failed.len();
        let programs = builds.each_ref().map(|options: &Vec<&str>| {
            let (programs, said) = cargo(&copy, &packages, options);
            let errors = said.lines().filter(|line| line.contains(": error"));
            failed.extend(errors.filter_map(|line| Some((blamed(line, &texts)?, format!("does not compile: {line}")))));
            assert!(!programs.is_empty() || failed.len() > before, "no bug is to blame:\n{said}");
            programs
        });
        if failed.len() == before {
            return programs;
        }
    }
}

/// Returns a source with its bugs. A function with bugs chooses between its own body and one for each bug.
fn planted(source: &str, bodies: Option<&Bodies>, bugs: &[Bug], failed: &BTreeMap<usize, String>) -> String {
    let mut text = source.to_owned();
    for (&(start, end), found) in bodies.into_iter().flatten().rev() {
        let mut chosen = " match crate::bug::on() {".to_owned();
        for (n, at) in found.iter().filter(|(n, _)| !failed.contains_key(n)) {
            let body = [&source[start..at.start], &bugs[*n].new, &source[at.end..end]].concat();
            chosen += &format!("\n{} => {{ /*bug {n}*/ {body} }}", n + 1);
        }
        chosen += &format!("\n_ => {{ /*bug none*/ {} }} }} ", &source[start..end]);
        text.replace_range(start..end, &chosen);
    }
    text
}

/// Returns the bug whose body contains the place of a compiler message, `file:line:column: error`.
fn blamed(message: &str, texts: &BTreeMap<&str, String>) -> Option<usize> {
    let mut words = message.split(':');
    let (text, line) = (texts.get(words.next()?)?, words.next()?.parse().ok()?);
    let marks = text.lines().take(line).filter_map(|line| line.split_once("/*bug "));
    marks.last()?.1.split("*/").next()?.parse().ok()
}

/// Builds the tests as in a release, so that the test and not an overflow check catches a bug. Returns the programs and the
/// output of cargo.
fn cargo(copy: &Path, packages: &[String], options: &[&str]) -> (Vec<PathBuf>, String) {
    let output = Command::new("cargo")
        .args(["test", "--no-run", "--lib", "--message-format=short", "--color=never", "--target-dir=../target"])
        .args(["debug-assertions", "overflow-checks"].map(|check| format!("--config=profile.test.{check}=false")))
        .args(options)
        .current_dir(copy)
        .env("RUSTFLAGS", "--cap-lints=allow")
        .env("RUSTC_BOOTSTRAP", packages.join(",").replace('-', "_"))
        .output()
        .expect("cargo");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let paths = said.lines().filter_map(|line| line.trim().strip_prefix("Executable ")?.split_once('('));
    let programs = paths.map(|(_, path)| copy.join(path.trim_end_matches(')'))).collect();
    (if output.status.success() { programs } else { Vec::new() }, said)
}

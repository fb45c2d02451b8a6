//! Puts faults into the code and tells whether the tests notice. The package `tests/mutants` does it; here it gets a
//! clone to change, and the files.

use anyhow::{Context, Result};

use crate::project::{Project, cargo, tee};

/// Takes the files of `src` that have changed since a commit, or all of them, and begins no mutant after so many minutes. Fails when
/// a mutant lives for which tests/mutants/reasons.txt gives no reason, and when no mutant lives for a reason.
pub fn run(project: &Project, base: &str, minutes: u32) -> Result<()> {
    let git = |words: &[&str]| project.shell.cmd("git").args(words).quiet();
    let mut changed = Vec::new();
    if base != "all" {
        let commit = format!("{base}^{{commit}}");
        if git(&["rev-parse", "--verify", "--quiet", &commit]).ignore_stdout().run().is_err() {
            project.skip("mutants", &format!("there is no {base} here"));
            return Ok(());
        }
        let names = git(&["diff", "--name-only", "--diff-filter=d", base, "--", "src"]).read()?;
        changed.extend(names.lines().filter(|name| name.ends_with(".rs")).map(str::to_owned));
        if changed.is_empty() {
            project.skip("mutants", &format!("nothing in src has changed since {base}"));
            return Ok(());
        }
    }
    changed.extend(["--minutes".to_owned(), minutes.to_string()]);
    let said = try_all(project, "mutants", &changed)?;
    if said.contains("mutants skipped") {
        project.skip("mutants", "no changed file is one that is mutated");
        return Ok(());
    }
    let outcome = outcome(&said)?;
    if base == "all" { project.result("mutants", outcome) } else { Ok(()) }
}

/// Puts in the bugs of `tests/mutants/bugs`. Fails when one is not caught by the test that is named for it. With `find` it looks for
/// tests first, and names them in the list.
pub fn bugs(project: &Project, find: bool) -> Result<()> {
    let mut arguments = vec!["--bugs".to_owned()];
    arguments.extend(find.then(|| "--find".to_owned()));
    let said = try_all(project, "bugs", &arguments)?;
    let start = said.rfind(TABLE).and_then(|at| said[..at].rfind('\n')).context("they ended without a result")?;
    project.result("bugs", said[start..].trim())
}

/// The end of the line that begins the table of bugs.
const TABLE: &str = "caught, each by the test that is named for it";

/// The line that says how many were tried, and what became of them.
fn outcome(said: &str) -> Result<&str> {
    said.lines().find(|line| line.contains(" were tried: ")).context("they ended without a result")
}

/// Runs the package on a clone.
fn try_all(project: &Project, name: &str, arguments: &[String]) -> Result<String> {
    let tree = project.copy_of_head(name)?;
    let shell = project.at("");
    // The clone has a target directory of its own.
    let command =
        cargo(&shell, "run --quiet --package mutants --target-dir").arg(&project.target).env_remove("CARGO_TARGET_DIR");
    tee(command.arg("--").arg(&tree).args(arguments))
}

//! Changes the code as nobody wants it and sees whether the tests notice. The package `tests/mutants` does it; here it gets a
//! clone to change, and the files.

use anyhow::{Result, ensure};

use crate::project::{Project, cargo, tee};

/// Takes the files of `.cargo/mutants.toml`'s folders that have changed since a commit, or all of them, and begins no mutant after
/// so many minutes. Fails when a mutant lives on that `docs/mutants.md` gives no reason for.
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
    // What was built of the last tree is of use for this one.
    let tree = project.target.join("mutants/tree");
    if tree.exists() {
        let git = || project.shell.cmd("git").arg("-C").arg(&tree).quiet();
        git().args(["fetch", "--quiet"]).arg(&project.root).arg("HEAD").run()?;
        git().args(["checkout", "--quiet", "--force", "FETCH_HEAD"]).run()?;
    } else {
        git(&["clone", "--quiet", "."]).arg(&tree).run()?;
    }
    let shell = project.at("");
    // The clone has a target directory of its own.
    let command =
        cargo(&shell, "run --quiet --package mutants --target-dir").arg(&project.target).env_remove("CARGO_TARGET_DIR");
    let said = tee(command.arg("--").arg(&tree).args(changed).arg("--minutes").arg(minutes.to_string()))?;
    if said.contains("mutants skipped") {
        project.skip("mutants", "no changed file is in a folder that is mutated");
        return Ok(());
    }
    ensure!(said.contains(" were tried: "), "the mutants ended without a result");
    Ok(())
}

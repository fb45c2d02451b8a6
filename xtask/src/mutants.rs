//! Puts bugs into the code and tells whether the tests notice. The package `tests/mutants` does it.

use anyhow::{Context, Result, bail};

use crate::project::{Project, cargo, tee};

/// Says what makes mutants of operators and values.
pub fn run(_: &Project, base: &str, _: u32) -> Result<()> {
    bail!("cargo-mutants does it: git diff {base} > changes; cargo mutants --in-diff changes")
}

/// Puts in the bugs of `tests/mutants/bugs`. Fails when one is not caught by the test that is named for it.
pub fn bugs(project: &Project, _: bool) -> Result<()> {
    let shell = project.at("");
    let said = tee(cargo(&shell, "run --quiet --package mutants --target-dir").arg(&project.target))?;
    project.result("bugs", said.lines().last().context("they ended without a result")?)
}

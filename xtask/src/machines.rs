//! Other machines than this: the compiler, the source of its library and the emulators that `.ci/tools` fetches, and the tests
//! and programs that `.ci/targets` and `.ci/referee` run with them.

use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use regex_lite::Regex;
use xshell::Shell;

use crate::project::{Project, on_path, tee};

/// Where what is fetched is kept.
fn folder(project: &Project) -> PathBuf {
    project.target.join("bare-tools")
}

/// Calls functions of `.ci/tools`; what they print.
fn tools(project: &Project, script: &str) -> Result<String> {
    let script = format!(". .ci/tools; {script}");
    Ok(project
        .shell
        .cmd("bash")
        .args(["-euo", "pipefail", "-c", &script])
        .env("tools", folder(project))
        .quiet()
        .read()?)
}

/// A shell in which cargo builds with the compiler that has the source of its library, or nothing if it cannot be had.
pub fn compiler(project: &Project, there: &str) -> Option<Shell> {
    let variables = tools(project, "fetch_compiler && use_compiler && env").ok()?;
    let shell = project.at(there);
    for line in variables.lines() {
        if let Some((name @ ("LD_LIBRARY_PATH" | "PATH" | "RUSTC" | "RUSTC_BOOTSTRAP"), value)) = line.split_once('=') {
            shell.set_var(name, value);
        }
    }
    Some(shell)
}

/// The emulator of whole machines, with the options that tell where its files are.
pub fn emulator(project: &Project) -> Option<Vec<String>> {
    if on_path("qemu-system-arm") {
        return Some(vec!["qemu-system-arm".to_owned()]);
    }
    tools(project, "fetch_emulator").ok()?;
    let root = folder(project).join("root/usr");
    let words = [root.join("bin/qemu-system-arm"), "-L".into(), root.join("share/qemu")];
    Some(words.iter().map(|word: &PathBuf| word.display().to_string()).collect())
}

/// Bytes of text and constants of a program.
pub fn size(shell: &Shell, program: &Path) -> Result<u64> {
    let sections = shell.cmd("size").arg("-A").arg(program).quiet().read()?;
    let parts = sections.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    let bytes = parts.filter(|parts| parts.len() >= 2 && (parts[0] == ".text" || parts[0].starts_with(".rodata")));
    Ok(bytes.map(|parts| parts[1].parse::<u64>()).sum::<Result<u64, _>>()?)
}

/// Builds and runs the library for other machines, all or those named.
pub fn targets(project: &Project, names: &[String]) -> Result<()> {
    let said = tee(project.shell.cmd(project.root.join(".ci/targets")).args(names))?;
    for (what, why) in skipped(&said)? {
        project.skip(&what, &why);
    }
    ensure!(said.contains("\ntargets run: "), ".ci/targets ended without saying what it ran");
    Ok(())
}

/// Builds the firmware of `examples/embedded/referee`, and drives it in the emulator.
pub fn referee(project: &Project) -> Result<()> {
    let said = tee(project.shell.cmd(project.root.join(".ci/referee")))?;
    if let Some((_, why)) = said.lines().find_map(|line| line.split_once("referee skipped, since ")) {
        project.skip("referee", why);
    }
    Ok(())
}

/// What `.ci/targets` says that it did not do, and why.
fn skipped(said: &str) -> Result<Vec<(String, String)>> {
    let skipped = Regex::new("^skipped: (.*), since (.*)$|^(.*): built, but not run, since (.*)$")?;
    let mut found = Vec::new();
    for line in said.lines() {
        if line.starts_with("figures are not held ") {
            found.push(("targets limits".to_owned(), line.to_owned()));
        } else if let Some(parts) = skipped.captures(line) {
            let part = |n, m| parts.get(n).or(parts.get(m)).map_or("", |part| part.as_str());
            found.push((format!("targets: {}", part(1, 3)), part(2, 4).to_owned()));
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::skipped;

    #[test]
    fn what_is_not_run_is_known() {
        let said = "figures are not held to limits that were made with another compiler than rustc 2.0\n\
            skipped: all of them, since no compiler for them can be had\n\
            wasm32: built, but not run, since there is no node\n\
            targets run: none\ntargets built only: riscv32imac\ntargets skipped: none\n";
        let names: Vec<String> =
            skipped(said).expect("a regular expression").into_iter().map(|(what, _)| what).collect();
        assert_eq!(names, ["targets limits", "targets: all of them", "targets: wasm32"]);
    }
}

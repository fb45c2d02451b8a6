//! The tests under sanitizers, which see what is wrong with memory and with threads where a test sees nothing.

use anyhow::{Result, ensure};
use xshell::{Cmd, Shell};

use crate::project::{Project, cargo, on_linux_x86_64, passed, tee};
use crate::results::Record;
use crate::tools;

const TRIPLE: &str = "x86_64-unknown-linux-gnu";

/// How a result begins.
const CLEAN: &str = "nothing found; ";

/// What is run under a sanitizer.
#[derive(Clone, Copy, PartialEq, clap::ValueEnum)]
pub enum Part {
    /// Unit tests under AddressSanitizer that hold mailbox, bitboards, every SIMD back end of this machine and both arrays of moves equal:
    /// `unsafe` is nowhere else
    Engines,
    /// All tests under AddressSanitizer, in a build for each back end
    Whole,
    /// A program whose threads share a table of perft, under ThreadSanitizer
    Threads,
    /// The unit tests of the SIMD back ends in valgrind, which knows no AVX-512
    Valgrind,
}

/// The builds, each with its features and the flags for what the machine must have: the mailbox answers, or bitboards, or the vectors
/// that the library finds as it runs, or those that the compiler knows of.
const BUILDS: [(&str, &str, &str); 5] = [
    ("found as it runs", "std polyglot serde simd defmt", ""),
    ("mailbox", "alloc polyglot serde", ""),
    ("bitboards", "alloc polyglot serde bitboards", ""),
    ("avx2", "alloc polyglot serde simd", tools::AVX2),
    ("avx512", "alloc polyglot serde simd", tools::AVX512),
];

/// The part of CI.
pub fn engines(project: &Project) -> Result<()> {
    run(project, Part::Engines, &[])
}

/// Runs tests with overflow checks and debug assertions. (The fuzz targets run under `AddressSanitizer` as they are.) Of [`Part::Whole`],
/// which takes an hour, only these builds, if any are given: what others found in the same sources stays.
pub fn run(project: &Project, part: Part, only: &[String]) -> Result<()> {
    if !on_linux_x86_64() {
        project.skip("sanitize", "it is set up for Linux on x86_64 only");
        return Ok(());
    }
    match part {
        Part::Threads => return threads(project),
        Part::Valgrind => return valgrind(project),
        Part::Engines | Part::Whole => {}
    }
    // The stable compiler has the sanitizer, but does not offer it.
    let shell = project.at("");
    shell.set_var("RUSTC_BOOTSTRAP", "1");
    for name in only {
        ensure!(
            BUILDS.iter().any(|(build, ..)| build == name),
            "no build is called {name}: {}",
            BUILDS.map(|(name, ..)| name).join(", ")
        );
    }
    let (builds, what): (_, &[&str]) = match part {
        Part::Engines => (&BUILDS[..1], &["--lib", "--", "perft::simd", "tests::engines"]),
        _ => (&BUILDS[..], &["--lib", "--test", "it"]),
    };
    if part == Part::Engines {
        tools::unit_tests(project, &shell, "sanitize")?;
    }
    let mut results = Vec::new();
    for (name, features, has) in
        builds.iter().filter(|(name, ..)| only.is_empty() || only.iter().any(|one| one == name))
    {
        println!("AddressSanitizer: {name}");
        if tools::has(has) {
            let said = tee(test(project, &shell, has, features).args(what))?;
            results.push(format!("{name}: {} tests", passed(&said)));
        } else {
            project.skip(&format!("sanitize: {name}"), "this machine has no such vectors");
        }
    }
    let name = if part == Part::Engines { "sanitize" } else { "sanitize-whole" };
    let known = Record::read(&project.target.join("evidence").join(name)).filter(|known| known.tree == project.tree);
    let known = known.filter(|_| !only.is_empty()).map(|known| known.text).unwrap_or_default();
    project.result(name, &with_others(&known, results))
}

/// The results of builds, and those of others that are known.
fn with_others(known: &str, mut results: Vec<String>) -> String {
    let build = |result: &str| result.split(':').next().unwrap_or_default().to_owned();
    let others = known.strip_prefix(CLEAN).unwrap_or_default().split(", ").filter(|other| !other.is_empty());
    let others: Vec<String> =
        others.filter(|other| results.iter().all(|new| build(new) != build(other))).map(str::to_owned).collect();
    results.extend(others);
    format!("{CLEAN}{}", results.join(", "))
}

/// A program of its own: with all that the tests need it would be minutes to build.
fn threads(project: &Project) -> Result<()> {
    let Some(shell) = project.or_skip("threads", tools::toolchain(project, tools::NIGHTLY, &["rust-src"], "")) else {
        return Ok(());
    };
    tools::user(project, &shell, "threads", &["std", "simd"], include_str!("../threads/main.rs"))?;
    shell.cmd("cargo").args(["generate-lockfile", "--quiet"]).run()?;
    // The library beneath has to be built with it.
    let command = cargo(&shell, "run --quiet --release -Zbuild-std --target-dir target --target").arg(TRIPLE);
    let said = tee(command.env("RUSTFLAGS", "-Zsanitizer=thread"))?;
    project.result("threads", &format!("nothing found; {}", said.trim()))
}

fn valgrind(project: &Project) -> Result<()> {
    let Some(()) = project.or_skip("valgrind", tools::programs(project, &["valgrind"])) else { return Ok(()) };
    let runner = format!("target.{TRIPLE}.runner = ['valgrind', '--quiet', '--error-exitcode=9']");
    let command = project.cargo("test --lib --target").args([TRIPLE, "--config", &runner, "perft::simd"]);
    let said = tee(command.arg("--target-dir").arg(project.target.join("valgrind")))?;
    project.result("valgrind", &format!("nothing found; {} tests", passed(&said)))
}

/// `cargo test` under `AddressSanitizer`, with overflow checks and debug assertions.
fn test<'a>(project: &Project, shell: &'a Shell, has: &str, features: &str) -> Cmd<'a> {
    let mut command = cargo(shell, "test --no-default-features --target").args([TRIPLE, "--features", features]);
    for setting in ["debug-assertions=true", "overflow-checks=true", "debug=false"] {
        command = command.arg("--config").arg(format!("profile.test.{setting}"));
    }
    let flags = format!("-Zsanitizer=address {has}");
    command.arg("--target-dir").arg(project.target.join("sanitize")).env("RUSTFLAGS", flags)
}

#[cfg(test)]
mod tests {
    use super::with_others;
    use crate::results::check;

    #[test]
    fn builds_that_were_run_one_by_one_are_one_result() {
        let first = with_others("", vec!["mailbox: 30 tests".into(), "avx2: 31 tests".into()]);
        let both = with_others(&first, vec!["bitboards: 32 tests".into(), "avx2: 33 tests".into()]);
        assert_eq!(both, "nothing found; bitboards: 32 tests, avx2: 33 tests, mailbox: 30 tests");
        check("sanitize-whole", &both).expect("the command prints so");
    }
}

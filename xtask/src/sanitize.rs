//! The tests under sanitizers, which see what is wrong with memory and with threads where a test sees nothing.

use anyhow::Result;
use xshell::{Cmd, Shell};

use crate::project::{Project, cargo, on_linux_x86_64, passed, tee};
use crate::tools;

const TRIPLE: &str = "x86_64-unknown-linux-gnu";

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

/// Runs tests with overflow checks and debug assertions. (The fuzz targets run under `AddressSanitizer` as they are.)
pub fn run(project: &Project, part: Part) -> Result<()> {
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
    let (builds, what): (_, &[&str]) = match part {
        Part::Engines => (&BUILDS[..1], &["--lib", "--", "perft::simd", "moves::list", "tests::engines"]),
        _ => (&BUILDS[..], &["--lib", "--test", "it"]),
    };
    let mut results = Vec::new();
    for (name, features, has) in builds {
        println!("AddressSanitizer: {name}");
        if tools::has(has) {
            let said = tee(test(project, &shell, has, features).args(what))?;
            results.push(format!("{name}: {} tests", passed(&said)));
        } else {
            project.skip(&format!("sanitize: {name}"), "this machine has no such vectors");
        }
    }
    let name = if part == Part::Engines { "sanitize" } else { "sanitize-whole" };
    project.result(name, &format!("nothing found; {}", results.join(", ")))
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

//! What is checked before a change is merged, and what is measured: `cargo xtask --help`.
//!
//! Each command is a file. [`ci`] has the steps of CI in their order, as a list, and tells what each came to.

mod ci;
mod cost;
mod coverage;
mod evidence;
mod examples;
mod four_men;
mod fuzz;
mod inlined;
mod instructions;
mod lines;
mod machines;
mod map;
mod miri;
mod mutants;
mod package;
mod paths;
mod perft;
mod project;
mod results;
mod sanitize;
mod spoilt;
mod step;
mod surface;
mod tools;
mod versions;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};
use project::Project;

/// Checks and measures chess0x88.
///
/// Exit status: 0 when all is well, 1 when a check fails, 2 for a wrong command line. `ci` also fails when it skips what
/// xtask/skips.txt does not name, and so does any command with `CI=true` in the environment.
#[derive(Parser)]
#[command(name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Everything that must hold before a change is merged, step by step
    Ci(ci::Arguments),
    /// What the library costs: bytes of code, stack, and the time that a build takes
    Cost(cost::Arguments),
    /// Builds and runs the library for other machines than this, as far as emulators stand for them
    Targets {
        /// Only these: cortex, aarch64, s390x, i686, wasm32, riscv32imac
        names: Vec<String>,
    },
    /// Fetches what web/build needs, and prints what its shell has to know
    Tools,
    /// Builds the firmware of examples/embedded/referee, and plays with it in the emulator
    Referee,
    /// How much of each file the tests reach, and which lines they never reach without a reason in xtask/uncovered.txt
    Coverage,
    /// Puts faults into the code and tells whether the tests notice
    Mutants {
        /// Takes the files of src that have changed since this commit; "all" takes all of them
        #[arg(default_value = "HEAD~1")]
        base: String,
        /// Begins no mutant after so many minutes
        #[arg(default_value_t = 3)]
        minutes: u32,
    },
    /// Holds that docs/evidence.md is made of xtask/evidence.md and xtask/results, and says how much has changed since each result
    Evidence(evidence::Arguments),
    /// Puts in bugs such as a person makes, for every module, and sees whether each is caught by the test that is named for it
    Bugs {
        /// Looks for a test for each bug that has none, and names it in the list
        #[arg(long)]
        find: bool,
    },
    /// Holds all positions of four men against a plain rules program
    FourMen {
        /// Only these parts, of 0 to 7; without any those that have not run at this commit
        parts: Vec<u32>,
    },
    /// Fuzzes targets, two at a time; what is found lies in fuzz/artifacts
    Fuzz {
        /// For so many seconds each. With 0 only the seeds and what was ever found are run, for which no fuzzer is needed
        #[arg(default_value_t = 20)]
        seconds: u32,
        /// Then makes fuzz/corpus anew, which is in the tree: with what was learned, and without what no longer adds to it
        #[arg(long)]
        merge: bool,
        /// Only these targets
        targets: Vec<String>,
    },
    /// Holds the public items of the library, all features on, against tests/data/public_api.txt
    Surface {
        /// Writes the list anew, for a change that is meant
        #[arg(long)]
        write: bool,
    },
    /// Holds the package, as users get it: its files, its size, its own tests, the links of its pages
    Package,
    /// Shows that the 0x88 engine is what runs: with its tables spoilt the answers must change
    Spoilt,
    /// Fails if a release program calls a lane operation that should be inlined
    Inlined {
        /// Such as target/release/examples/perft
        program: PathBuf,
    },
    /// Counts lines of code by folder, without comments, blank lines and tests; then cfg attributes
    Lines {
        /// What is counted
        #[arg(default_value = "src")]
        folder: PathBuf,
    },
    /// Holds the map of the sources in src/lib.rs against what the modules import
    Map,
    /// Builds the library with the oldest compiler that Cargo.toml promises
    Msrv,
    /// Says what has changed for callers since the baseline in xtask/baseline.txt, and holds the version in Cargo.toml against it
    Semver {
        /// Makes the public items of today the baseline, after a release
        #[arg(long)]
        write: bool,
    },
    /// Builds the library with the oldest dependencies that Cargo.toml promises
    Minimal,
    /// Holds the licences and the sources of dependencies against deny.toml
    Deny,
    /// Tests under sanitizers, with overflow checks and debug assertions
    Sanitize {
        #[arg(default_value = "engines")]
        part: sanitize::Part,
        /// Of "whole" only these builds: "found as it runs", mailbox, bitboards, avx2, avx512. Their results come together
        only: Vec<String>,
    },
    /// The unit tests and some integration tests in Miri, by the mailbox, bitboards and AVX2
    Miri {
        /// Only the tests for which CI has the time
        #[arg(long)]
        quick: bool,
    },
}

fn run(command: Command, project: &Project) -> Result<()> {
    match command {
        Command::Ci(arguments) => return ci::run(project, &arguments),
        Command::Cost(arguments) => cost::run(project, &arguments),
        Command::Targets { names } => machines::run(project, &names),
        Command::Tools => tools::for_scripts(project),
        Command::Referee => machines::referee(project),
        Command::Coverage => coverage::run(project),
        Command::Evidence(arguments) => evidence::run(project, arguments),
        Command::Mutants { base, minutes } => mutants::run(project, &base, minutes),
        Command::Bugs { find } => mutants::bugs(project, find),
        Command::FourMen { parts } => four_men::run(project, &parts),
        Command::Fuzz { seconds, merge, targets } => fuzz::run(project, seconds, &targets)
            .and_then(|()| if merge { fuzz::merge(project, &targets) } else { Ok(()) }),
        Command::Surface { write } => surface::run(project, write),
        Command::Package => package::run(project),
        Command::Spoilt => spoilt::run(project),
        Command::Inlined { program } => inlined::run(project, &program),
        Command::Lines { folder } => lines::run(&project.root.join(folder)),
        Command::Map => map::run(project),
        Command::Msrv => versions::oldest(project),
        Command::Semver { write } => versions::semver(project, write),
        Command::Minimal => versions::minimal(project),
        Command::Deny => versions::deny(project),
        Command::Sanitize { part, only } => sanitize::run(project, part, &only),
        Command::Miri { quick } => miri::run(project, quick),
    }?;
    let skips = project.take_skips();
    if project.in_ci { project.judge(&skips) } else { Ok(()) }
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match Project::find().and_then(|project| run(arguments.command, &project)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

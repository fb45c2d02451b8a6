//! The checks and measurements that are programs of this project: `cargo xtask` lists them. Well-kept tools are called by `.ci/run` and
//! `.ci/deep`.

mod cost;
mod examples;
mod inlined;
mod lines;
mod machines;
mod map;
mod package;
mod paths;
mod project;
mod surface;
mod words;

use std::process::ExitCode;

use anyhow::Result;
use project::Project;

const HELP: &str = "usage: cargo xtask NAME

  map              modules import only what stands above them in the map of CONTRIBUTING.md
  paths            every path that a comment or a page names is there; every file of tests is a module
  surface [--write]
                   the public items of all packages are those of tests/data/public_api.txt
  package          the packages hold what users need, and the links of their pages lead somewhere
  examples         the programs of examples end with the statuses that their help promises
  bare             a program without operating system, allocator and panics
  cortex [--run]   a program for Cortex-M0 stays within xtask/limits.txt; all of them, in the emulator
  referee [--day | --hour]
                   the firmware of examples/embedded/referee keeps games, in the emulator; five of them; an hour of garbage
  cost [--write]   bytes of code, firmwares, stack, and what a build takes, beside the last values in docs/cost.md
  inlined          no lane operation of the SIMD back ends is a call
  lines            lines of code by place, cfg, paths of modules, macros, public functions, bytes of the package
  words            lines of documentation begin with a verb or a noun

Exit status: 0 if all is well, 1 if a check fails, 2 for a wrong command line.";

fn run(words: &[&str]) -> Result<()> {
    let project = Project::find()?;
    match words {
        ["map"] => map::run(&project),
        ["paths"] => paths::run(&project),
        ["surface"] => surface::run(&project, false),
        ["surface", "--write"] => surface::run(&project, true),
        ["package"] => package::run(&project),
        ["examples"] => examples::run(&project),
        ["bare"] => machines::bare(&project),
        ["cortex"] => machines::cortex(&project, false),
        ["cortex", "--run"] => machines::cortex(&project, true),
        ["referee"] => machines::referee(&project, None, "0"),
        ["referee", "--day"] => machines::referee(&project, Some("5"), "0"),
        ["referee", "--hour"] => machines::referee(&project, Some("0"), machines::HOUR),
        ["cost"] => cost::run(&project, false),
        ["cost", "--write"] => cost::run(&project, true),
        ["inlined"] => inlined::run(&project),
        ["lines"] => lines::run(&project),
        ["words"] => words::run(&project),
        _ => {
            eprintln!("{HELP}");
            std::process::exit(2);
        }
    }
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match run(&words.iter().map(String::as_str).collect::<Vec<_>>()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

//! The program `dataset`: see [`dataset::cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(dataset::cli::run(std::env::args_os().collect()))
}

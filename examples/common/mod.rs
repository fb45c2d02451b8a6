//! What the tools in this folder share: how they read arguments and how they end.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Parser, ValueEnum};

/// Why a tool stops early.
pub(crate) enum Failure {
    /// The input is at fault: one line for the person who gave it.
    Input(String),
    /// The reader of standard output has gone away, as `head` does. A message would find no reader.
    BrokenPipe,
}

impl Failure {
    /// A failure that names what was being read: a file, a file and line, an option.
    pub(crate) fn at(place: impl Display, reason: impl Display) -> Failure {
        Failure::Input(format!("{place}: {reason}"))
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::BrokenPipe,
            _ => Failure::at("cannot write", error),
        }
    }
}

/// The games a tool can be told to play.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Variant {
    /// Chess, Chess960 included
    Chess,
    /// Makruk, the chess of Thailand
    Makruk,
}

/// Runs a tool: status 0 when it found everything in order, 1 when not, 2 when it could not do its work.
pub(crate) fn run<A: Parser>(tool: impl FnOnce(A) -> Result<bool, Failure>) -> ExitCode {
    let args = match A::try_parse() {
        Ok(args) => args,
        Err(error) if error.use_stderr() => {
            // The first paragraph says what is wrong; the usage that follows is a `--help` away.
            let text = error.to_string();
            let lines: Vec<&str> = text.lines().map(str::trim).take_while(|line| !line.is_empty()).collect();
            return fail(lines.join(" ").trim_start_matches("error: "));
        }
        Err(help) => return if help.print().is_ok() { ExitCode::SUCCESS } else { ExitCode::from(2) },
    };
    match tool(args) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(Failure::Input(message)) => fail(&message),
        Err(Failure::BrokenPipe) => ExitCode::from(2),
    }
}

fn fail(message: &str) -> ExitCode {
    // A message may quote its input; line breaks in there must not make two lines of one.
    note(&message.replace(['\n', '\r'], " "));
    ExitCode::from(2)
}

/// A line on standard error. If that is closed there is nothing left to do about it.
pub(crate) fn note(message: &str) {
    let _ = writeln!(io::stderr(), "{message}");
}

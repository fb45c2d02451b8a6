//! Helpers that the tools in this folder share: arguments and exit codes.

#![allow(dead_code, unused_imports, unused_macros, reason = "each tool takes what it needs")]

pub(crate) mod arguments;
pub(crate) mod progress;

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

pub(crate) use arguments::{Arguments, arguments};

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
#[derive(Clone, Copy, Default)]
pub(crate) enum Variant {
    /// Chess960 included.
    #[default]
    Chess,
    /// The chess of Thailand.
    Makruk,
}

/// Runs a tool: status 0 when it found everything in order, 1 when not, 2 when it could not do its work.
pub(crate) fn run<A>(
    help: &str,
    read: impl FnOnce(&mut Arguments) -> Result<A, Failure>,
    tool: impl FnOnce(A) -> Result<bool, Failure>,
) -> ExitCode {
    let done = match Arguments::new(help) {
        Ok(None) => io::stdout().write_all(help.as_bytes()).map(|()| true).map_err(Failure::from),
        Ok(Some(mut given)) => read(&mut given).and_then(|args| given.finish().and_then(|()| tool(args))),
        Err(error) => Err(Failure::Input(error.to_string())),
    };
    match done {
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

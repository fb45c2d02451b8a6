//! Helpers that the programs of the examples share: arguments and exit codes. Those of the rules, beside this folder, have it as a module;
//! the others depend on it as a package, `tests/tool`.

#![allow(dead_code, unused_imports, unreachable_pub, reason = "each program of the rules takes what it needs")]

pub mod arguments;
pub mod progress;

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

pub use arguments::{Arguments, arguments};

/// The reason why a tool stops early.
pub enum Failure {
    /// An error in the input, as one line for the user.
    Input(String),
    /// The reader of standard output has closed it, as `head` does. There is no one to read a message.
    BrokenPipe,
}

impl Failure {
    /// Makes a failure with a place: a file, a file and line, or an option.
    pub fn at(place: impl Display, reason: impl Display) -> Failure {
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

/// The games that a tool can use.
#[derive(Clone, Copy, Default)]
pub enum Variant {
    /// Chess and Chess960.
    #[default]
    Chess,
    /// The chess of Thailand.
    Makruk,
}

/// Runs a tool. The status is 0 if all is well, 1 if the tool found errors, 2 if it could not do its work.
pub fn run<A>(
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
    // A message may quote its input. Line breaks in the quotation must not make two lines.
    note(&format!("error: {}", message.replace(['\n', '\r'], " ")));
    ExitCode::from(2)
}

/// Writes a number in groups of three digits: `20,045`.
pub fn grouped(number: impl Display) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Writes `1 game` or `20,045 games`.
pub fn count(number: impl Display, one: &str, many: &str) -> String {
    let number = grouped(number);
    format!("{number} {}", if number == "1" { one } else { many })
}

/// Writes a line to standard error. Errors are ignored, since standard error may be closed.
pub fn note(message: &str) {
    let _ = writeln!(io::stderr(), "{message}");
}

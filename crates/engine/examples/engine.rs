//! A chess engine for chess, Chess960 and Makruk. The engine itself, file by file, is in `crates/engine`.
//!
//! ```text
//! cargo run --release --example engine              # speaks UCI: load target/release/examples/engine into any program for boards
//! cargo run --release --example engine -- bench     # a fixed amount of work, and how long it took
//! ```

use std::io::{self, BufRead, Write};
use std::process::ExitCode;
use std::time::Instant;

use chess0x88_engine::bench;
use chess0x88_engine::uci::Session;
use tool::{Arguments, Failure};

const HELP: &str = "\
Plays chess, Chess960 and Makruk by the protocol UCI, on standard input and output

Usage: engine [bench [DEPTH]]

  bench  Search fixed positions of both games to a fixed depth: the number of nodes is the same everywhere

Exit status: 0 the work was done, 2 bad arguments, or standard input or output failed
";

/// Reads the command line. Returns the depth of the benchmark, `None` for UCI.
fn read(given: &mut Arguments) -> Result<Option<i32>, Failure> {
    match given.optional::<String>("COMMAND")?.as_deref() {
        None => Ok(None),
        Some("bench") => Ok(Some(given.optional_within("DEPTH", 1..=20)?.unwrap_or(bench::DEPTH))),
        Some(other) => Err(Failure::at(other, "the command is bench, or none")),
    }
}

fn main() -> ExitCode {
    tool::run(HELP, read, |bench| match bench {
        None => speak_uci(),
        Some(depth) => run_bench(depth),
    })
}

/// Executes the commands of standard input until it ends or says `quit`.
fn speak_uci() -> Result<bool, Failure> {
    let mut session = Session::new(io::stdout());
    for line in io::stdin().lock().split(b'\n') {
        let line = line.map_err(|error| Failure::at("standard input", error))?;
        if !session.obey(&String::from_utf8_lossy(&line)) {
            break;
        }
    }
    Ok(true)
}

fn run_bench(depth: i32) -> Result<bool, Failure> {
    let mut out = io::stdout().lock();
    let (start, mut sum) = (Instant::now(), 0);
    for (fen, nodes) in bench::run(depth) {
        writeln!(out, "{nodes:>10}  {fen}")?;
        sum += nodes;
    }
    let millis = start.elapsed().as_millis().max(1);
    let speed = tool::grouped(u128::from(sum) * 1000 / millis);
    writeln!(out, "{}, {speed} nodes per second", tool::count(sum, "node", "nodes"))?;
    Ok(true)
}

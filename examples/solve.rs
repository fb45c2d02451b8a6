//! Solves chess problems: direct mates, helpmates and selfmates, with every key or every line.
//!
//! ```text
//! cargo run --release --example solve -- "#2" "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"
//! cargo run --release --example solve -- --lines "s#2" "7k/8/8/5Q2/8/2p5/p1p1p3/2KbN3 w - - 0 1"
//! cargo run --release --example solve -- "h#3" "RK6/P7/2q5/8/8/8/6P1/3N1k2 b - - 0 1"
//! cargo run --release --example solve -- --suite tests/data/problems.txt
//! ```
//!
//! The problem is solved for the side to move: in `h#3` it is mated, in `h#2.5` it mates. Ctrl-C stops the search and writes the
//! solutions found so far. The solver is in `problem/mod.rs`.
//!
//! A line of a suite has four fields, separated by `|`: the stipulation, the position, the keys or lines (separated by commas),
//! and the source. The solutions are compared with it.

mod tool;
mod problem;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use chess0x88::{ChessRules, MakrukRules, Move, Position, Rules, fen};
use problem::{Aim, Entry, Key, Progress, Solution, Stipulation, Table, solve, variations};
use tool::{Failure, Variant, note};

const HELP: &str = "\
Solves chess problems: direct mates, helpmates and selfmates

Usage: solve [OPTIONS] [STIPULATION] [FEN]

  [STIPULATION]  The task: `#2`, `s#3`, `h#2`, `h#2.5`
  [FEN]          The position

      --variant <VARIANT>  The game [default: chess] [possible values: chess, makruk]
      --lines              Write the moves after each key too: every reply, the shortest continuations, and the \
duals
      --threads <THREADS>  How many threads [default: as many as the machine has]
      --table <TABLE>      The size of the table that they share, in mebibytes [default: 64]
      --seconds <SECONDS>  How many seconds to search at most
      --suite <FILE>       Solve the problems of a file, and compare the solutions with those in it

Exit status: 0 the problem has a solution, or all problems of the suite have the given ones; 1 no solution, or the \
search was stopped, or a problem has other solutions; 2 bad input
";

tool::arguments! {
    given:
    variant: Variant = given.variant()?,
    lines: bool = given.flag("--lines"),
    threads: Option<u16> = given.within("--threads", 1..=1024)?,
    table: u32 = given.within("--table", 1..=1 << 20)?.unwrap_or(64),
    seconds: Option<u64> = given.within("--seconds", 0..)?,
    suite: Option<PathBuf> = given.apart("--suite", &["--lines"])?.value("--suite")?,
    stipulation: Option<String> = given.optional("STIPULATION")?,
    fen: Option<String> = given.optional("FEN")?,
}

/// Set by Ctrl-C.
static STOP: AtomicBool = AtomicBool::new(false);

fn is_stopped() -> bool {
    STOP.load(Ordering::Relaxed)
}

fn main() -> ExitCode {
    tool::run(HELP, read, |args| {
        let stop = || STOP.store(true, Ordering::Relaxed);
        ctrlc::set_handler(stop).map_err(|error| Failure::at("Ctrl-C", error))?;
        match args.variant {
            Variant::Chess => run::<ChessRules>(&args),
            Variant::Makruk => run::<MakrukRules>(&args),
        }
    })
}

fn run<R: Rules>(args: &Args) -> Result<bool, Failure> {
    let session = Session::new(args)?;
    match (&args.suite, &args.stipulation, &args.fen) {
        (Some(suite), None, None) => session.check_suite::<R>(suite),
        (None, Some(stipulation), Some(fen)) => {
            let stipulation = stipulation.parse().map_err(|error| Failure::at("the stipulation", error))?;
            let (position, repairs) =
                fen::parse_lenient::<R>(fen).map_err(|error| Failure::at("the position", error))?;
            for repair in &repairs {
                note(&repair.to_string());
            }
            session.answer(&position, stipulation, args.lines)
        }
        _ => Err(Failure::at("the problem", "a stipulation and a FEN, or --suite")),
    }
}

/// The data kept from one problem to the next.
struct Session {
    table: Table,
    threads: usize,
    end: Option<Instant>,
}

impl Session {
    fn new(args: &Args) -> Result<Session, Failure> {
        let threads = args.threads.map_or_else(|| thread::available_parallelism().map_or(1, usize::from), usize::from);
        let end = args.seconds.and_then(|seconds| Instant::now().checked_add(Duration::from_secs(seconds)));
        let table = Table::new(args.table as usize)
            .map_err(|error| Failure::at(format!("a table of {} mebibytes", args.table), error))?;
        Ok(Session { table, threads, end })
    }

    /// Solves a problem, and writes its progress to standard error now and then.
    fn solve<R: Rules>(&self, position: &Position<R>, stipulation: Stipulation) -> Solution {
        let (start, mut last) = (Instant::now(), Instant::now());
        let mut watch = |progress: Progress| {
            if self.end.is_some_and(|end| Instant::now() >= end) {
                STOP.store(true, Ordering::Relaxed);
            }
            if last.elapsed() < Duration::from_secs(2) {
                return;
            }
            last = Instant::now();
            let Progress { moves, done, parts, found, nodes } = progress;
            let seconds = start.elapsed().as_secs();
            note(&format!("{moves} moves: {done} of {parts} parts, {found} found, {}, {seconds} s", positions(nodes)));
        };
        solve(position, stipulation, &self.table, self.threads, &STOP, &mut watch)
    }

    /// Writes the solution of a problem. Returns `true` if it has one and it is complete.
    fn answer<R: Rules>(
        &self,
        position: &Position<R>,
        stipulation: Stipulation,
        with_lines: bool,
    ) -> Result<bool, Failure> {
        let out = &mut io::stdout().lock();
        writeln!(out, "{position}\n\n{stipulation}, {} to move", position.turn())?;
        let start = Instant::now();
        let solution = self.solve(position, stipulation);
        for line in &solution.lines {
            writeln!(out, "{}", in_words(position, line))?;
        }
        for &Key { mv, moves } in &solution.keys {
            let sooner = if moves < stipulation.moves { format!("  in {moves}") } else { String::new() };
            writeln!(out, "1.{}{sooner}", position.san(mv))?;
            if with_lines && !is_stopped() {
                self.follow(out, &position.after_unchecked(mv), stipulation, moves - 1, 1)?;
            }
        }
        let stopped = solution.stopped || is_stopped();
        let what = match (stipulation.aim, solution.len()) {
            (_, 0) => "no solution".to_owned(),
            (Aim::Help, 1) => "1 line".to_owned(),
            (Aim::Help, lines) => format!("{lines} lines"),
            (_, 1) => "1 key".to_owned(),
            (_, keys) => format!("{keys} keys"),
        };
        let all = if stopped { " so far: the search was stopped" } else { "" };
        writeln!(out, "{what}{all}")?;
        note(&format!("{}, {:.1} s", positions(solution.nodes), start.elapsed().as_secs_f64()));
        Ok(solution.len() > 0 && !stopped)
    }

    /// Writes every reply to a move that forces the aim in `moves` more moves. Replies with the same last moves share a line.
    fn follow<R: Rules>(
        &self,
        out: &mut impl Write,
        position: &Position<R>,
        stipulation: Stipulation,
        moves: u8,
        number: usize,
    ) -> Result<(), Failure> {
        let margin = "    ".repeat(number);
        let mut shared: Vec<(Vec<String>, String)> = Vec::new();
        let variations = variations(position, stipulation, moves, &self.table, &STOP);
        // A stopped search may have missed solutions.
        if is_stopped() {
            return Ok(());
        }
        for variation in variations {
            let reply = position.san(variation.reply).to_string();
            let after = position.after_unchecked(variation.reply);
            let dual = if variation.next.len() > 1 { "  (dual)" } else { "" };
            let ends = stipulation.aim == Aim::Direct && variation.next.iter().all(|key| key.moves == 1);
            if variation.mates || ends {
                let next: Vec<String> = variation.next.iter().map(|key| after.san(key.mv).to_string()).collect();
                let next =
                    if next.is_empty() { String::new() } else { format!("  {}.{}{dual}", number + 1, next.join(", ")) };
                match shared.iter_mut().find(|(_, other)| *other == next) {
                    Some((replies, _)) => replies.push(reply),
                    None => shared.push((vec![reply], next)),
                }
                continue;
            }
            for &Key { mv, moves } in &variation.next {
                writeln!(out, "{margin}{number}...{reply}  {}.{}{dual}", number + 1, after.san(mv))?;
                self.follow(out, &after.after_unchecked(mv), stipulation, moves - 1, number + 1)?;
            }
        }
        for (replies, next) in shared {
            writeln!(out, "{margin}{number}...{}{next}", replies.join(", "))?;
        }
        Ok(())
    }

    /// Solves the problems of a suite, and compares the solutions with it.
    fn check_suite<R: Rules>(&self, file: &Path) -> Result<bool, Failure> {
        let name = file.display();
        let text = fs::read_to_string(file).map_err(|error| Failure::at(&name, error))?;
        let mut entries = Vec::new();
        for (at, line) in text.lines().enumerate().filter(|(_, line)| Entry::<R>::is_one(line)) {
            let entry = Entry::<R>::parse(line).map_err(|error| Failure::at(format!("{name}:{}", at + 1), error))?;
            entries.push((at + 1, entry));
        }
        let out = &mut io::stdout().lock();
        let (mut solved, mut others) = (0, 0);
        for (at, entry) in &entries {
            let solution = self.solve(&entry.position, entry.stipulation);
            if solution.stopped {
                break;
            }
            solved += 1;
            if !entry.is_solved_by(&solution) {
                others += 1;
                let found: Vec<String> = match entry.stipulation.aim {
                    Aim::Help => solution.lines.iter().map(|line| in_words(&entry.position, line)).collect(),
                    _ => solution.keys.iter().map(|key| entry.position.san(key.mv).to_string()).collect(),
                };
                writeln!(out, "{name}:{at}: {}, {}: {}", entry.stipulation, entry.source, found.join(", "))?;
            }
        }
        let left = entries.len() - solved;
        let left = if left > 0 { format!(", {left} left when the search was stopped") } else { String::new() };
        writeln!(out, "{solved} problems, {others} with other solutions{left}")?;
        Ok(others == 0 && left.is_empty())
    }
}

/// Writes a line of a helpmate with its numbers. The side that is mated begins a move.
fn in_words<R: Rules>(position: &Position<R>, line: &[Move]) -> String {
    let (mut position, mut words) = (*position, Vec::new());
    let half = line.len() % 2;
    for (at, &mv) in line.iter().enumerate() {
        let san = position.san(mv);
        let ply = at + half;
        let number = ply / 2 + 1;
        words.push(match ply % 2 {
            0 => format!("{number}.{san}"),
            _ if at == 0 => format!("{number}...{san}"),
            _ => san.to_string(),
        });
        position.play_unchecked(mv);
    }
    words.join(" ")
}

/// Writes `1,024 positions`.
fn positions(number: u64) -> String {
    tool::count(number, "position", "positions")
}

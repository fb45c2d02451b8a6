//! Counts the leaves of the move tree: the tool to validate a move generator, this one or another.
//!
//! ```text
//! cargo run --release --example perft                                              start position, depth 6
//! cargo run --release --example perft -- --fen "4k3/8/8/8/8/8/8/4K2R w K - 0 1" --depth 5 --divide
//! cargo run --release --example perft -- --suite tests/data/perft_standard.epd --threads 2
//! cargo run --release --example perft -- --variant makruk --depth 5
//! ```
//!
//! `--divide --json` prints a task for each first move, which another machine counts by `--fen` and `--depth`
//! (`crates/dataset/spark/perft.py` does). `--divide` prints the lines of Stockfish's `go perft`, so the two outputs can be
//! sorted and compared. Totals go to standard output, speed and progress to standard error. Illegal positions of a suite (such as
//! those with the side not to move in check) are named and left out. The example `fast_perft` of the package chess0x88-perft counts some
//! seven times as fast.

mod tool;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use chess0x88::uci::CastlingMode;
use chess0x88::{ChessRules, MakrukRules, Move, Position, Rules, Setup, Violations, perft};
use tool::progress::Progress;
use tool::{Failure, Variant, note};

const HELP: &str = "\
Counts the positions that a number of plies leads to (perft)

Usage: perft [OPTIONS]

      --variant <VARIANT>  The game [default: chess] [possible values: chess, makruk]
      --fen <FEN>          The position to count from, instead of the start position
      --depth <N>          How many plies to play [default: 6]
      --chess960           Spell castling as king takes rook
      --divide             Print the count after each first move
      --json               Print a line of JSON for each first move: the move, the FEN after it, the depth that is \
left, and the count (to share the work among machines)
      --threads <N>        Share the work among this many threads [default: 1]
      --suite <FILE>       Check a file of lines \"FEN ;D1 20 ;D2 400 ...\"
      --max-nodes <N>      Leave out the entries of a suite with more positions than this

Exit status: 0 all counts are right, 1 a count of the suite is wrong, 2 bad input
";

tool::arguments! {
    given:
    variant: Variant = given.variant()?,
    fen: Option<String> = given.value("--fen")?,
    depth: u8 = given.within("--depth", 0..=u8::MAX)?.unwrap_or(6),
    chess960: bool = given.flag("--chess960"),
    divide: bool = given.flag("--divide"),
    json: bool = given.needs("--json", "--divide")?.flag("--json"),
    threads: u16 = given.within("--threads", 1..=256)?.unwrap_or(1),
    suite: Option<PathBuf> = given.apart("--suite", &["--fen", "--depth", "--divide"])?.value("--suite")?,
    max_nodes: Option<u64> = given.needs("--max-nodes", "--suite")?.within("--max-nodes", 0..)?,
}

fn main() -> ExitCode {
    tool::run(HELP, read, |args| match args.variant {
        Variant::Chess => count_for::<ChessRules>(&args),
        Variant::Makruk => count_for::<MakrukRules>(&args),
    })
}

fn count_for<R: Rules>(args: &Args) -> Result<bool, Failure> {
    match &args.suite {
        Some(path) => suite::<R>(args, path),
        None => single::<R>(args),
    }
}

/// Counts from one position.
fn single<R: Rules>(args: &Args) -> Result<bool, Failure> {
    let position = match &args.fen {
        Some(fen) => position::<R>(fen).map_err(|reason| Failure::at("--fen", reason))?,
        None => Position::<R>::startpos(),
    };
    let start = Instant::now();
    let counts = count(&position, args.depth, args.threads, Progress::new);
    let elapsed = start.elapsed();

    let mut out = io::stdout().lock();
    if args.divide {
        let mode = if args.chess960 { CastlingMode::Chess960 } else { CastlingMode::Standard };
        for &(mv, nodes) in &counts.by_move {
            let uci = mv.to_uci(mode);
            if args.json {
                let (fen, depth) = (position.after_unchecked(mv).fen(), args.depth.saturating_sub(1));
                writeln!(out, r#"{{"move":"{uci}","fen":"{fen}","depth":{depth},"nodes":{nodes}}}"#)?;
            } else {
                writeln!(out, "{uci}: {nodes}")?;
            }
        }
        if args.json {
            out.flush()?;
            return Ok(true);
        }
        writeln!(out)?;
    }
    note(&speed(counts.total, elapsed));
    writeln!(out, "Nodes searched: {}", counts.total)?;
    out.flush()?;
    Ok(true)
}

/// Checks every entry of a suite.
fn suite<R: Rules>(args: &Args, path: &Path) -> Result<bool, Failure> {
    let text = fs::read_to_string(path).map_err(|error| Failure::at(path.display(), error))?;
    let entries = read_suite::<R>(path, &text)?;
    let progress = Progress::new(entries.len() as u64);
    let (mut passed, mut failed, mut nodes) = (0_u64, 0_u64, 0_u64);
    let start = Instant::now();
    for entry in &entries {
        for &(depth, expected) in &entry.results {
            if args.max_nodes.is_some_and(|max| expected > max) {
                continue;
            }
            let found = count(&entry.position, depth, args.threads, Progress::hidden).total;
            nodes = nodes.saturating_add(found);
            if found == expected {
                passed += 1;
                continue;
            }
            failed += 1;
            progress.clear();
            writeln!(io::stdout(), "{}: depth {depth}: expected {expected}, got {found}", entry.fen)?;
        }
        progress.step(1);
    }
    progress.clear();
    note(&speed(nodes, start.elapsed()));
    let mut out = io::stdout().lock();
    writeln!(out, "{passed} passed, {failed} failed")?;
    out.flush()?;
    Ok(failed == 0)
}

/// A line of a suite.
struct Entry<'a, R: Rules> {
    fen: &'a str,
    position: Position<R>,
    results: Vec<(u8, u64)>,
}

fn read_suite<'a, R: Rules>(path: &Path, text: &'a str) -> Result<Vec<Entry<'a, R>>, Failure> {
    let mut entries = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let here = |reason: String| Failure::at(format_args!("{}:{}", path.display(), i + 1), reason);
        let mut parts = line.split(';').map(str::trim);
        let fen = parts.next().unwrap_or_default();
        let setup: Setup<R> = fen.parse().map_err(|error| here(format!("{error}")))?;
        let position = match setup.to_position_with(Violations::TOLERABLE) {
            Ok(position) => position,
            Err(violations) => {
                note(&format!("{}:{}: left out: {violations}", path.display(), i + 1));
                continue;
            }
        };
        let results = parts
            .map(|part| result(part).ok_or_else(|| here(format!("expected D<depth> <nodes>, found {part:?}"))))
            .collect::<Result<Vec<_>, _>>()?;
        if results.is_empty() {
            return Err(here("no results after the FEN, such as ;D1 20".into()));
        }
        entries.push(Entry { fen, position, results });
    }
    if entries.is_empty() { Err(Failure::at(path.display(), "no positions in this file")) } else { Ok(entries) }
}

/// Reads `D3 8902`.
fn result(part: &str) -> Option<(u8, u64)> {
    let (depth, nodes) = part.strip_prefix('D')?.split_once(' ')?;
    Some((depth.parse().ok()?, nodes.trim().parse().ok()?))
}

/// Reads the position of a FEN. Published suites have some that no game leads to; they count too.
fn position<R: Rules>(fen: &str) -> Result<Position<R>, String> {
    let setup: Setup<R> = fen.parse().map_err(|error| format!("{error}"))?;
    setup.to_position_with(Violations::TOLERABLE).map_err(|violations| violations.to_string())
}

/// The leaves in all and after each first move, sorted by the names of the moves.
struct Counts {
    total: u64,
    by_move: Vec<(Move, u64)>,
}

/// The least number of subtrees for each thread, so that no thread waits long for the others at the end.
const SHARE: usize = 32;

/// Counts with several threads. They take subtrees from a queue, each two plies deep or more.
fn count<R: Rules>(position: &Position<R>, depth: u8, threads: u16, progress: fn(u64) -> Progress) -> Counts {
    let Some(mut rest) = depth.checked_sub(1) else { return Counts { total: 1, by_move: Vec::new() } };
    let mut moves = position.legal_moves().to_vec();
    moves.sort_by_cached_key(ToString::to_string);
    // Each subtree has its first move.
    let mut queue: Vec<_> = moves.iter().map(|&mv| position.after_unchecked(mv)).enumerate().collect();
    let mut plies = 1;
    while rest > 2 && (plies < 2 || queue.len() < SHARE * usize::from(threads)) {
        queue = queue
            .iter()
            .flat_map(|(first, parent)| {
                parent.legal_moves().into_iter().map(move |mv| (*first, parent.after_unchecked(mv)))
            })
            .collect();
        rest -= 1;
        plies += 1;
    }

    let progress = progress(queue.len() as u64);
    let next = AtomicUsize::new(0);
    let by_move = Mutex::new(vec![0_u64; moves.len()]);
    let work = || {
        let mut own = vec![0_u64; moves.len()];
        while let Some((first, subtree)) = queue.get(next.fetch_add(1, Ordering::Relaxed)) {
            let nodes = perft(subtree, rest);
            own[*first] = own[*first].saturating_add(nodes);
            progress.step(1);
        }
        // No thread panics while it has the lock. If one did, the numbers would still be valid.
        let mut all = by_move.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        for (sum, nodes) in all.iter_mut().zip(own) {
            *sum = sum.saturating_add(nodes);
        }
    };
    thread::scope(|scope| {
        // A small count is faster than starting a thread. This thread is one of those requested.
        let others = if rest < 2 { 0 } else { threads - 1 };
        for _ in 0..others {
            // If the system has no more threads, the existing ones do the work.
            if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        work();
    });
    progress.clear();
    let by_move = by_move.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    Counts {
        total: by_move.iter().fold(0, |sum, &nodes| sum.saturating_add(nodes)),
        by_move: moves.into_iter().zip(by_move).collect(),
    }
}

#[expect(clippy::cast_precision_loss, reason = "a speed to one decimal")]
fn speed(nodes: u64, elapsed: Duration) -> String {
    let seconds = elapsed.as_secs_f64();
    let millions = nodes as f64 / seconds.max(1e-9) / 1e6;
    format!("{} in {seconds:.3} s, {millions:.1} million nodes per second", tool::count(nodes, "node", "nodes"))
}

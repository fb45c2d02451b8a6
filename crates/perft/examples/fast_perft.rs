//! Counts the leaves of the move tree as fast as this machine can.
//!
//! ```text
//! cargo run --release --example fast_perft                                       start position, depth 6
//! cargo run --release --example fast_perft -- --depth 9 --hash 1024 --threads 2
//! cargo run --release --example fast_perft -- --fen "4k3/8/8/8/8/8/8/4K2R w K - 0 1" --variant makruk
//! cargo run --release --example fast_perft -- --backend list                     the back ends, fastest first
//! cargo run --release --example fast_perft -- --backend mailbox                  with one of them
//! ```
//!
//! The total goes to standard output, speed to standard error. The example `perft` of the rules checks suites and divides.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use chess0x88::{ChessRules, MakrukRules, Position, Rules, Setup, Violations};
use chess0x88_perft::{Backend, PerftTable};
use tool::{Failure, Variant, note};

const HELP: &str = "\
Counts the positions that a number of plies leads to, by the vectors of this machine

Usage: fast_perft [OPTIONS]

      --variant <VARIANT>  The game [default: chess] [possible values: chess, makruk]
      --fen <FEN>          The position to count from, instead of the start position
      --depth <N>          How many plies to play [default: 6]
      --threads <N>        Share the work among this many threads [default: 1]
      --hash <MB>          Remember results in a table of this many megabytes
      --backend <NAME>     Count with this back end instead of the fastest; `list` prints the back ends of this \
machine, the fastest first

Exit status: 0 counted, 2 bad input
";

tool::arguments! {
    given:
    variant: Variant = given.variant()?,
    fen: Option<String> = given.value("--fen")?,
    depth: u8 = given.within("--depth", 0..=u8::MAX)?.unwrap_or(6),
    threads: u16 = given.within("--threads", 1..=256)?.unwrap_or(1),
    hash: Option<u32> = given.within("--hash", 1..=1 << 20)?,
    backend: Option<String> = given.apart("--backend", &["--hash"])?.value("--backend")?,
}

fn main() -> ExitCode {
    tool::run(HELP, read, |args| {
        if args.backend.as_deref() == Some("list") {
            return list();
        }
        match args.variant {
            Variant::Chess => count_for::<ChessRules>(&args),
            Variant::Makruk => count_for::<MakrukRules>(&args),
        }
    })
}

/// Prints the back ends of this machine, a line each. The default comes first.
fn list() -> Result<bool, Failure> {
    let mut out = io::stdout().lock();
    for (place, backend) in Backend::available().enumerate() {
        writeln!(out, "{backend}{}", if place == 0 { " (default)" } else { "" })?;
    }
    out.flush()?;
    Ok(true)
}

#[expect(clippy::cast_precision_loss, reason = "a speed to one decimal")]
fn count_for<R: Rules>(args: &Args) -> Result<bool, Failure> {
    let position = match &args.fen {
        Some(fen) => position::<R>(fen).map_err(|reason| Failure::at("--fen", reason))?,
        None => Position::<R>::startpos(),
    };
    let start = Instant::now();
    let total = if let Some(megabytes) = args.hash {
        let table = PerftTable::new(megabytes as usize);
        let none = || Failure::at("--hash", format!("there are no {megabytes} megabytes to be had"));
        let table = table.ok_or_else(none)?;
        count(&position, args, |position, depth| table.perft(position, depth))
    } else {
        let backend = backend(args)?;
        count(&position, args, |position, depth| backend.perft(position, depth))
    };
    let seconds = start.elapsed().as_secs_f64();
    let millions = total as f64 / seconds.max(1e-9) / 1e6;
    note(&format!("{} in {seconds:.3} s, {millions:.1} million nodes per second", tool::count(total, "node", "nodes")));
    writeln!(io::stdout(), "Nodes searched: {total}")?;
    Ok(true)
}

/// Reads the position of a FEN. Published suites have some that no game leads to; they count too.
fn position<R: Rules>(fen: &str) -> Result<Position<R>, String> {
    let setup: Setup<R> = fen.parse().map_err(|error| format!("{error}"))?;
    setup.to_position_with(Violations::TOLERABLE).map_err(|violations| violations.to_string())
}

fn backend(args: &Args) -> Result<Backend, Failure> {
    let Some(name) = &args.backend else { return Ok(Backend::fastest()) };
    Backend::by_name(name).ok_or_else(|| {
        let names: Vec<_> = Backend::available().map(Backend::name).collect();
        Failure::at("--backend", format!("this machine has no back end named {name}, only {}", names.join(", ")))
    })
}

/// Counts with several threads, which take the subtrees below the first two plies from a queue.
fn count<R: Rules>(position: &Position<R>, args: &Args, leaves: impl Fn(&Position<R>, u8) -> u64 + Sync) -> u64 {
    let Some(rest) = args.depth.checked_sub(2).filter(|_| args.threads > 1) else {
        return leaves(position, args.depth);
    };
    let replies = |parent: Position<R>| parent.legal_moves().into_iter().map(move |mv| parent.after_unchecked(mv));
    let queue: Vec<_> = replies(*position).flat_map(replies).collect();
    let (next, total) = (AtomicUsize::new(0), AtomicU64::new(0));
    let work = || {
        while let Some(subtree) = queue.get(next.fetch_add(1, Ordering::Relaxed)) {
            total.fetch_add(leaves(subtree, rest), Ordering::Relaxed);
        }
    };
    thread::scope(|scope| {
        // This thread is one of those requested. If the system has no more threads, the existing ones do the work.
        for _ in 1..args.threads {
            let _ = thread::Builder::new().spawn_scoped(scope, work);
        }
        work();
    });
    total.into_inner()
}

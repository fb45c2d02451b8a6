//! chess0x88 beside cozy-chess, shakmaty, chess, chasolver and pgn-reader: same input, one interleaved run.
//!
//! ```sh
//! cargo run --release                                                        # everybody's plain release build
//! cargo run --release -- --runs 5                                            # the medians of five runs, and how far apart they are
//! cargo run --release -- --only SEE                                          # one question
//! RUSTFLAGS="-C target-cpu=native" cargo run --release --features pext       # cozy-chess at its best
//! ```
//!
//! It prints Markdown tables. Nothing but the default of `cargo build --release` is set: no link-time optimization, since
//! few users have it.
//!
//! `libraries` holds what is known about each library, `questions` what they are asked, `search` an engine over them.

mod contest;
mod libraries;
mod positions;
mod questions;
mod report;
mod runs;
mod search;
mod weights;

use std::time::Duration;

use clap::Parser;
use common::Random;
use contest::{Contest, Row, Table};
use positions::{PERFT, Positions};
use questions::{
    board, exchange, fen, growth, moves, perft, pgn, play, repetition, san, search as fixed_search, winnable,
};

#[derive(Parser)]
#[command(about = "chess0x88 beside its peers: same input, one interleaved run")]
struct Options {
    /// How often each library takes its turn
    #[arg(long, default_value_t = 7)]
    rounds: usize,
    /// How long a turn lasts at least, in milliseconds
    #[arg(long, default_value_t = 150)]
    slice: u64,
    /// How often the whole program runs; what is printed are medians
    #[arg(long, default_value_t = 1)]
    runs: usize,
    /// Only the questions whose name contains this
    #[arg(long, default_value = "")]
    only: String,
    /// Where this crate takes part in several ways, only the one of this name: a back end of perft, undo, copy
    #[arg(long)]
    backend: Option<String>,
    /// Something to say in the first line, about the machine for example
    #[arg(long)]
    note: Option<String>,
    /// Print figures for the program that started this one
    #[arg(long, hide = true)]
    figures: bool,
}

/// The contests run so far.
struct Tournament {
    options: Options,
    rows: Vec<Row>,
}

impl Tournament {
    fn wants(&self, name: &str) -> bool {
        name.contains(&self.options.only)
    }

    fn run(&self, table: Table, name: &str, contest: Contest<'_>) -> Row {
        let contest = match &self.options.backend {
            Some(way) => contest.only(way),
            None => contest,
        };
        contest.run(table, name, self.options.rounds, Duration::from_millis(self.options.slice))
    }

    /// Runs a contest, if it is wanted.
    fn ask<'a>(&mut self, name: &str, contest: impl FnOnce() -> Contest<'a>) {
        if self.wants(name) {
            let row = self.run(Table::Questions, name, contest());
            self.rows.push(row);
        }
    }
}

fn main() {
    let options = Options::parse();
    if options.figures {
        runs::print(&measure(options));
        return;
    }
    report::print_header(options.note.as_deref(), options.runs);
    report::print(&if options.runs > 1 { runs::repeat(options.runs) } else { measure(options) });
}

/// Runs all contests that are wanted.
fn measure(options: Options) -> Vec<Row> {
    let mut tournament = Tournament { options, rows: Vec::new() };
    let positions = Positions::new(2000);

    tournament.ask("in check", || play::is_check(&positions));
    tournament.ask("gives check", || play::gives_check(&positions));
    tournament.ask("make by copy", || play::make_by_copy(&positions));
    tournament.ask("make in place and undo", || play::make_and_undo(&positions));
    tournament.ask("make, then ask for check", || play::make_then_check(&positions));
    tournament.ask("legality of one given move", || play::is_legal(&positions));
    tournament.ask("SEE at least 0", || exchange::see_at_least_zero(&positions));
    tournament.ask("walk the pieces", || board::walk(&positions));
    tournament.ask("insufficient material", || board::insufficient_material(&positions));
    tournament.ask("repetition at a node", repetition::at_node);
    tournament.ask("make, then ask for repetition", repetition::made_then_asked);
    tournament.ask("attackers of one square", || board::attackers_of_one(&positions));
    tournament.ask("attackers of all 64 squares", || board::attackers_of_all(&positions));
    tournament.ask("attacked or not, all 64 squares", || board::attacked_squares(&positions));
    tournament.ask("captures listed", || moves::captures_listed(&positions));
    tournament.ask("moves listed", || moves::listed(&positions));
    tournament.ask("moves counted", || moves::counted(&positions));
    tournament.ask("SAN read and play", || san::read_and_play(&positions));
    tournament.ask("SAN write and play", || san::write_and_play(&positions));
    tournament.ask("FEN read", || fen::read(&positions));
    tournament.ask("FEN write", || fen::write(&positions));
    for (kind, annotated) in [("plain", false), ("with clocks and evals", true)] {
        let file = pgn::file(2000, annotated);
        for task in pgn::Task::ALL {
            tournament.ask(&format!("PGN {}, {kind}", task.name()), || pgn::contest(&file, task));
        }
    }
    {
        let (all, some) = (winnable::cases("# part 2", 1), winnable::cases("# part 2", 16));
        tournament.ask("who can still mate, at once", || winnable::quick(&all));
        tournament.ask("who can still mate, with proof", || winnable::full(&some));
    }
    if tournament.wants("perft, a leaf") {
        let run = |(name, fen, depth)| tournament.run(Table::Perft, name, perft::bulk_counted(fen, depth));
        let perfts: Vec<Row> = PERFT.into_iter().map(run).collect();
        tournament.rows.push(Row::mean(Table::Questions, "perft, a leaf", &perfts));
        tournament.rows.extend(perfts);
    }
    tournament.ask("engine, a node", fixed_search::plain_engine::<false>);
    tournament.ask("engine with a table, a node", fixed_search::plain_engine::<true>);
    tournament.ask("staged engine, a node", fixed_search::staged_engine::<false>);
    tournament.ask("staged engine with a table, a node", fixed_search::staged_engine::<true>);
    tournament.ask(report::FIXED_SEARCH, fixed_search::fixed);
    if tournament.wants("growth") {
        measure_growth(&mut tournament, &positions);
    }
    tournament.rows
}

/// How the cost grows.
fn measure_growth(tournament: &mut Tournament, positions: &Positions) {
    let depths = (1..=6).map(|depth| (Table::Depths, format!("depth {depth}"), growth::with_depth(depth)));
    let threads = [1, 2].map(|threads| (Table::Threads, format!("threads: {threads}"), growth::with_threads(threads)));
    let name = |tens| format!("{} to {} moves", tens * 10, tens * 10 + 9);
    let lengths = growth::with_moves(positions).into_iter();
    let lengths = lengths.map(|(tens, contest)| (Table::Lengths, name(tens), contest));
    for (table, name, contest) in depths.chain(threads).chain(lengths) {
        let row = tournament.run(table, &name, contest);
        tournament.rows.push(row);
    }
}

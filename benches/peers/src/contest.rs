//! One contest: the same work done by several libraries, turn and turn about, so that whatever disturbs the machine
//! disturbs all of them alike.

use std::borrow::Cow;
use std::hint::black_box;
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;

use crate::libraries::{Backend, Library, Ours};

/// A library's way of doing the work. It returns a checksum, which all entries must agree on.
type Work<'a> = Box<dyn FnMut() -> u64 + 'a>;

/// What does the work: a library, and in which of its ways if that is not the usual one.
#[derive(Clone, PartialEq, Eq)]
pub struct Entrant {
    pub library: Cow<'static, str>,
    pub way: Cow<'static, str>,
}

/// Several ways to do the same work.
pub struct Contest<'a> {
    operations: u64,
    /// Whether the work is shared out to threads, so that only a clock on the wall can tell.
    threads: bool,
    entries: Vec<(Entrant, Work<'a>)>,
}

/// What came out: nanoseconds per operation.
pub struct Row {
    pub table: Table,
    pub name: String,
    pub times: Vec<(Entrant, Runs)>,
}

/// One figure of each run of the program.
pub struct Runs(pub Vec<f64>);

/// Where a row is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Table {
    Questions,
    Perft,
    Depths,
    Threads,
    Lengths,
}

impl<'a> Contest<'a> {
    /// A contest whose work is this many operations.
    pub fn new(operations: u64) -> Contest<'a> {
        Contest { operations, threads: false, entries: Vec::new() }
    }

    /// The same, of work that is shared out to threads.
    pub fn on_threads(self) -> Contest<'a> {
        Contest { threads: true, ..self }
    }

    /// A library as its users get it.
    pub fn entry(self, library: &'static str, work: impl FnMut() -> u64 + 'a) -> Contest<'a> {
        self.enter(Entrant { library: library.into(), way: "".into() }, work)
    }

    /// This crate in another way.
    pub fn variant(self, way: &'static str, work: impl FnMut() -> u64 + 'a) -> Contest<'a> {
        self.enter(Entrant { library: Ours::NAME.into(), way: way.into() }, work)
    }

    /// This crate with each back end of perft that the machine has, the mailbox last.
    pub fn backends(self, work: impl Fn(Backend) -> u64 + Clone + 'a) -> Contest<'a> {
        Backend::available().fold(self, |contest, backend| {
            let work = work.clone();
            contest.variant(backend.name(), move || work(backend))
        })
    }

    fn enter(mut self, entrant: Entrant, work: impl FnMut() -> u64 + 'a) -> Contest<'a> {
        self.entries.push((entrant, Box::new(work)));
        self
    }

    /// The same with one way of this crate, if it has several and one has this name.
    pub fn only(mut self, way: &str) -> Contest<'a> {
        if self.entries.iter().any(|(entrant, _)| entrant.way == way) {
            self.entries.retain(|(entrant, _)| entrant.way.is_empty() || entrant.way == way);
        }
        self
    }

    /// Runs the entries in turn, `rounds` times over, each for `slice` at least, and takes lower quartiles: of processor
    /// time, so that what else runs on the machine disturbs as little as may be.
    pub fn run(mut self, table: Table, name: &str, rounds: usize, slice: Duration) -> Row {
        let checksums: Vec<u64> = self.entries.iter_mut().map(|(_, work)| work()).collect();
        for ((entrant, _), checksum) in self.entries.iter().zip(&checksums) {
            assert_eq!(*checksum, checksums[0], "{name}: {} {} disagrees", entrant.library, entrant.way);
        }
        let mut turns_of: Vec<Vec<f64>> = vec![Vec::new(); self.entries.len()];
        for _ in 0..rounds {
            for ((_, work), times) in self.entries.iter_mut().zip(&mut turns_of) {
                let (processor, wall) = (ThreadTime::now(), Instant::now());
                let elapsed = || if self.threads { wall.elapsed() } else { processor.elapsed() };
                let mut turns = 0;
                while turns == 0 || elapsed() < slice {
                    black_box(work());
                    turns += 1;
                }
                times.push(elapsed().as_nanos() as f64 / f64::from(turns) / self.operations as f64);
            }
        }
        let lower_quartile = |mut times: Vec<f64>| {
            times.sort_by(f64::total_cmp);
            Runs(vec![times[times.len() / 4]])
        };
        let entrants = self.entries.into_iter().map(|(entrant, _)| entrant);
        let times = entrants.zip(turns_of.into_iter().map(lower_quartile)).collect();
        eprint!(".");
        Row { table, name: name.to_owned(), times }
    }
}

impl Row {
    /// The times of one entrant, if it took part.
    pub fn of(&self, entrant: &Entrant) -> Option<&Runs> {
        self.times.iter().find(|(other, _)| other == entrant).map(|(_, runs)| runs)
    }

    /// How many times the speed of the fastest peer a speed of this crate is, in each run.
    pub fn ratios(&self, ours: &Runs) -> Runs {
        let peers = || self.times.iter().filter(|(entrant, _)| entrant.library != Ours::NAME);
        let fastest = |run: usize| peers().map(|(_, peer)| peer.0[run]).fold(f64::INFINITY, f64::min);
        Runs(ours.0.iter().enumerate().map(|(run, time)| fastest(run) / time).collect())
    }

    /// The geometric mean of rows with the same entrants.
    pub fn mean(table: Table, name: &str, rows: &[Row]) -> Row {
        let mean = |column: usize, run: usize| {
            let logs: f64 = rows.iter().map(|row| row.times[column].1.0[run].ln()).sum();
            (logs / rows.len() as f64).exp()
        };
        let entrants = rows.first().into_iter().flat_map(|row| &row.times).enumerate();
        let times = entrants.map(|(column, (entrant, runs))| {
            (entrant.clone(), Runs((0..runs.0.len()).map(|run| mean(column, run)).collect()))
        });
        Row { table, name: name.to_owned(), times: times.collect() }
    }
}

impl Runs {
    /// The figure in the middle.
    pub fn median(&self) -> f64 {
        let mut sorted = self.0.clone();
        sorted.sort_by(f64::total_cmp);
        sorted[sorted.len() / 2]
    }

    /// How far apart the lowest and the highest figure are, as a part of the one in the middle.
    pub fn spread(&self) -> f64 {
        let highest = self.0.iter().copied().fold(0.0, f64::max);
        let lowest = self.0.iter().copied().fold(f64::INFINITY, f64::min);
        (highest - lowest) / self.median()
    }
}

//! One contest: the same work done by several libraries, turn and turn about, so that whatever disturbs the machine
//! disturbs all of them alike.

use std::hint::black_box;
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;

use crate::libraries::{Library, Ours, PerftBackend};

/// A library's way of doing the work. It returns a checksum, which all entries must agree on.
type Work<'a> = Box<dyn FnMut() -> u64 + 'a>;

/// Who does the work: a library, and in which of its ways if that is not the usual one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Entrant {
    pub library: &'static str,
    pub way: &'static str,
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
    pub name: String,
    pub nanoseconds: Vec<(Entrant, f64)>,
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
        self.enter(Entrant { library, way: "" }, work)
    }

    /// This crate in another way.
    pub fn variant(self, way: &'static str, work: impl FnMut() -> u64 + 'a) -> Contest<'a> {
        self.enter(Entrant { library: Ours::NAME, way }, work)
    }

    /// This crate with each back end of perft that the machine has, the mailbox last.
    pub fn backends(self, work: impl Fn(PerftBackend) -> u64 + Clone + 'a) -> Contest<'a> {
        PerftBackend::available().fold(self, |contest, backend| {
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
    pub fn run(mut self, name: &str, rounds: usize, slice: Duration) -> Row {
        let checksums: Vec<u64> = self.entries.iter_mut().map(|(_, work)| work()).collect();
        for ((entrant, _), checksum) in self.entries.iter().zip(&checksums) {
            assert_eq!(*checksum, checksums[0], "{name}: {} {} disagrees", entrant.library, entrant.way);
        }
        let mut times: Vec<Vec<f64>> = vec![Vec::new(); self.entries.len()];
        for _ in 0..rounds {
            for ((_, work), times) in self.entries.iter_mut().zip(&mut times) {
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
            times[times.len() / 4]
        };
        let entrants = self.entries.into_iter().map(|(entrant, _)| entrant);
        let nanoseconds = entrants.zip(times.into_iter().map(lower_quartile)).collect();
        eprint!(".");
        Row { name: name.to_owned(), nanoseconds }
    }
}

impl Row {
    /// The time of one entrant, if it took part.
    pub fn time(&self, entrant: Entrant) -> Option<f64> {
        self.nanoseconds.iter().find(|(other, _)| *other == entrant).map(|(_, time)| *time)
    }

    /// The geometric mean of rows with the same entrants.
    pub fn mean(name: &str, rows: &[Row]) -> Row {
        let mean = |column: usize| {
            let logs: f64 = rows.iter().map(|row| row.nanoseconds[column].1.ln()).sum();
            (logs / rows.len() as f64).exp()
        };
        let entrants = rows.first().into_iter().flat_map(|row| &row.nanoseconds);
        let nanoseconds = entrants.enumerate().map(|(column, (entrant, _))| (*entrant, mean(column))).collect();
        Row { name: name.to_owned(), nanoseconds }
    }
}

//! One contest: the same work done by several libraries, turn and turn about, so that whatever disturbs the machine
//! disturbs all of them alike.

use std::time::{Duration, Instant};

use chess0x88::vector::Backend;

/// A library's way of doing the work. It returns a checksum, which all entries must agree on.
type Work<'a> = Box<dyn FnMut() -> u64 + 'a>;

/// Several ways to do the same work.
pub struct Contest<'a> {
    operations: u64,
    entries: Vec<(String, Work<'a>)>,
}

/// What came out: nanoseconds per operation, by entry.
pub struct Row {
    pub name: String,
    pub nanoseconds: Vec<(String, f64)>,
}

impl<'a> Contest<'a> {
    /// A contest whose work is this many operations.
    pub fn new(operations: u64) -> Contest<'a> {
        Contest { operations, entries: Vec::new() }
    }

    pub fn entry(mut self, name: impl Into<String>, work: impl FnMut() -> u64 + 'a) -> Contest<'a> {
        self.entries.push((name.into(), Box::new(work)));
        self
    }

    /// An entry for each back end of this crate that the machine has.
    pub fn backends<W: FnMut() -> u64 + 'a>(self, work: impl Fn(Backend) -> W) -> Contest<'a> {
        Backend::available()
            .fold(self, |contest, backend| contest.entry(format!("chess0x88, {}", backend.name()), work(backend)))
    }

    /// Runs the entries in turn, `rounds` times over, each for `slice` at least, and takes medians.
    pub fn run(mut self, name: &str, rounds: usize, slice: Duration) -> Row {
        let checksums: Vec<u64> = self.entries.iter_mut().map(|(_, work)| work()).collect();
        for (entry, checksum) in self.entries.iter().zip(&checksums) {
            assert_eq!(*checksum, checksums[0], "{name}: {} and {} disagree", entry.0, self.entries[0].0);
        }
        let mut times: Vec<Vec<f64>> = vec![Vec::new(); self.entries.len()];
        for _ in 0..rounds {
            for ((_, work), times) in self.entries.iter_mut().zip(&mut times) {
                let start = Instant::now();
                let mut turns = 0;
                while turns == 0 || start.elapsed() < slice {
                    std::hint::black_box(work());
                    turns += 1;
                }
                times.push(start.elapsed().as_nanos() as f64 / turns as f64 / self.operations as f64);
            }
        }
        let median = |mut times: Vec<f64>| {
            times.sort_by(f64::total_cmp);
            times[times.len() / 2]
        };
        let nanoseconds = self.entries.into_iter().zip(times).map(|((name, _), times)| (name, median(times))).collect();
        eprint!(".");
        Row { name: name.to_owned(), nanoseconds }
    }
}

/// Prints rows of one unit as a Markdown table.
pub fn print_rows(title: &str, unit: &str, rows: &[Row], show: impl Fn(f64) -> f64) {
    let Some(first) = rows.first() else { return };
    println!("\n{title}, {unit}:\n");
    print!("| |");
    for (name, _) in &first.nanoseconds {
        print!(" {name} |");
    }
    println!("\n|---|{}", "---:|".repeat(first.nanoseconds.len()));
    for row in rows {
        print_line(&row.name, row.nanoseconds.iter().map(|(_, time)| show(*time)));
    }
}

/// Prints rows, then their geometric mean, then how many times our speed is theirs.
pub fn print_table(title: &str, unit: &str, rows: &[Row], show: impl Fn(f64) -> f64) {
    print_rows(title, unit, rows, &show);
    let Some(first) = rows.first() else { return };
    let mean = |column: usize| {
        let logs: f64 = rows.iter().map(|row| row.nanoseconds[column].1.ln()).sum();
        (logs / rows.len() as f64).exp()
    };
    let columns = 0..first.nanoseconds.len();
    if rows.len() > 1 {
        print_line("geometric mean", columns.clone().map(|column| show(mean(column))));
    }
    print_line("our speed over theirs", columns.map(|column| mean(column) / mean(0)));
}

/// Three digits, more or less: no timing here is better than that.
fn print_line(name: &str, values: impl Iterator<Item = f64>) {
    print!("| {name} |");
    for value in values {
        let digits = match value {
            ..10.0 => 2,
            ..100.0 => 1,
            _ => 0,
        };
        print!(" {value:.digits$} |");
    }
    println!();
}

//! One contest: the same work done by several libraries, turn and turn about, so that whatever disturbs the machine
//! disturbs all of them alike.

use std::time::{Duration, Instant};

/// A library's way of doing the work. It returns a checksum, which all entries must agree on.
type Work<'a> = Box<dyn FnMut() -> u64 + 'a>;

/// Several ways to do the same work.
pub struct Contest<'a> {
    operations: u64,
    entries: Vec<(&'static str, Work<'a>)>,
}

/// What came out: nanoseconds per operation, by entry.
pub struct Row {
    pub name: String,
    pub nanoseconds: Vec<(&'static str, f64)>,
}

impl<'a> Contest<'a> {
    /// A contest whose work is this many operations.
    pub fn new(operations: u64) -> Contest<'a> {
        Contest { operations, entries: Vec::new() }
    }

    pub fn entry(mut self, name: &'static str, work: impl FnMut() -> u64 + 'a) -> Contest<'a> {
        self.entries.push((name, Box::new(work)));
        self
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
        let nanoseconds =
            self.entries.iter().zip(times).map(|((name, _), times)| (*name, median(times))).collect();
        eprint!(".");
        Row { name: name.to_owned(), nanoseconds }
    }
}

/// Prints rows of one unit as a Markdown table, the last row being the geometric mean of the others' ratios.
pub fn print_table(title: &str, unit: &str, rows: &[Row], show: impl Fn(f64) -> f64) {
    let Some(first) = rows.first() else { return };
    println!("\n{title}, {unit}:\n");
    print!("| |");
    for (name, _) in &first.nanoseconds {
        print!(" {name} |");
    }
    print!("\n|---|");
    for _ in &first.nanoseconds {
        print!("---:|");
    }
    println!();
    for row in rows {
        print!("| {} |", row.name);
        for (_, time) in &row.nanoseconds {
            let shown = show(*time);
            let digits = if shown < 100.0 { 1 } else { 0 };
            print!(" {shown:.digits$} |");
        }
        println!();
    }
    if rows.len() > 1 {
        print!("| geometric mean |");
        for column in 0..first.nanoseconds.len() {
            let logs: f64 = rows.iter().map(|row| row.nanoseconds[column].1.ln()).sum();
            let shown = show((logs / rows.len() as f64).exp());
            let digits = if shown < 100.0 { 1 } else { 0 };
            print!(" {shown:.digits$} |");
        }
        println!();
    }
    print!("| our speed over theirs |");
    for column in 0..first.nanoseconds.len() {
        let logs: f64 = rows.iter().map(|row| (row.nanoseconds[column].1 / row.nanoseconds[0].1).ln()).sum();
        print!(" {:.2} |", (logs / rows.len() as f64).exp());
    }
    println!();
}

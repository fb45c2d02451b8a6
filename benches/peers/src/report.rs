//! What came out, as Markdown.

use std::process::Command;

use crate::contest::{Entrant, Row, Runs, Table};
use crate::libraries::{Library, Ours};

/// The question that has a table of its own too.
pub const FIXED_SEARCH: &str = "fixed search, a node";

/// Where and how this runs, and beside which versions of the others: figures without that say little.
pub fn print_header(note: Option<&str>, runs: usize) {
    let read = |path| std::fs::read_to_string(path).unwrap_or_default();
    let cpu = read("/proc/cpuinfo");
    let model = cpu.lines().find(|line| line.starts_with("model name")).and_then(|line| line.split_once(": "));
    let model = model.map_or("unknown processor", |(_, model)| model);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let target = if cfg!(target_feature = "avx2") { "target-cpu with AVX2" } else { "plain target-cpu" };
    let pext = if cfg!(feature = "pext") { ", pext" } else { "" };
    let date = Command::new("date").args(["-u", "+%F %R UTC"]).output().map(|output| output.stdout);
    let date = String::from_utf8(date.unwrap_or_default()).unwrap_or_default();
    let load = read("/proc/loadavg");
    let load = load.split(' ').next().unwrap_or_default();
    print!("{model}, {cores} cores, load {load}; {target}{pext}; {}; ", date.trim());
    if runs > 1 {
        print!("medians of {runs} runs; ");
    }
    let peers = include_str!("../Cargo.toml").lines().filter_map(|line| line.split_once(" = \"="));
    let peers = peers.map(|(name, version)| format!("{name} {}", version.trim_end_matches('"')));
    print!("{}", peers.collect::<Vec<_>>().join(", "));
    println!("{}{}", if note.is_some() { "; " } else { "" }, note.unwrap_or_default());
}

/// All tables that have rows.
pub fn print(rows: &[Row]) {
    let of = |table| rows.iter().filter(move |row| row.table == table);
    print_questions(&of(Table::Questions).collect::<Vec<_>>());
    print_rows("Perft", "million leaves per second", of(Table::Perft), |time| 1000.0 / time);
    let searches = rows.iter().filter(|row| row.name == FIXED_SEARCH);
    print_rows("Search", "thousand nodes per second", searches, |time| 1e6 / time);
    print_rows("Perft of the start position", "nanoseconds a leaf", of(Table::Depths), |time| time);
    let title = "Perft of Kiwipete, root moves shared out";
    print_rows(title, "million leaves per second", of(Table::Threads), |time| 1000.0 / time);
    print_rows("Moves listed", "nanoseconds a position", of(Table::Lengths), |time| time);
}

/// Nanoseconds by question, a line for each way in which this crate answers it: its time, the times of its peers, how
/// many times the speed of the fastest peer its speed is, and how far that went apart from run to run.
fn print_questions(rows: &[&Row]) {
    let mut peers = Vec::new();
    for (entrant, _) in rows.iter().flat_map(|row| &row.times) {
        if entrant.library != Ours::NAME && !peers.contains(entrant) {
            peers.push(entrant.clone());
        }
    }
    if peers.is_empty() {
        return;
    }
    let titles = peers.iter().map(|peer| format!(" {} |", peer.library)).collect::<String>();
    println!("\n| nanoseconds | {} |{titles} speed / fastest peer | spread |", Ours::NAME);
    println!("|---|---:|{}---:|---:|", "---:|".repeat(peers.len()));
    for row in rows {
        let times = peers.iter().map(|peer| row.of(peer).map_or("–".to_owned(), |runs| digits(runs.median())));
        let times = times.map(|time| format!(" {time} |")).collect::<String>();
        for (entrant, ours) in row.times.iter().filter(|(entrant, _)| entrant.library == Ours::NAME) {
            let way = if entrant.way.is_empty() { String::new() } else { format!(", {}", entrant.way) };
            let (ratios, time) = (row.ratios(ours), digits(ours.median()));
            println!("| {}{way} | {time} |{times} {}x | {} |", row.name, digits(ratios.median()), spread(&ratios));
        }
    }
}

/// A spread in per cent, if there is more than one run.
fn spread(runs: &Runs) -> String {
    if runs.0.len() > 1 { format!("{:.0} %", 100.0 * runs.spread()) } else { "–".to_owned() }
}

/// Rows of one unit, with a column for each entrant.
fn print_rows<'a>(title: &str, unit: &str, rows: impl Iterator<Item = &'a Row>, show: impl Fn(f64) -> f64) {
    let mut rows = rows.peekable();
    let Some(first) = rows.peek() else { return };
    println!("\n{title}, {unit}:\n");
    print!("| |");
    for (Entrant { library, way }, _) in &first.times {
        print!(" {} |", if way.is_empty() { library } else { way });
    }
    println!("\n|---|{}", "---:|".repeat(first.times.len()));
    for row in rows {
        let values = row.times.iter().map(|(_, runs)| format!(" {} |", digits(show(runs.median()))));
        println!("| {} |{}", row.name, values.collect::<String>());
    }
}

/// Three digits, more or less: no timing here is better than that.
fn digits(value: f64) -> String {
    let digits = match value {
        ..10.0 => 2,
        ..100.0 => 1,
        _ => 0,
    };
    format!("{value:.digits$}")
}

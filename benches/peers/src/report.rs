//! What came out, as Markdown.

use std::process::Command;

use crate::contest::{Entrant, Row};
use crate::libraries::{Library, Ours};

/// Where and how this runs: figures without that say little.
pub fn print_header(note: Option<&str>) {
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
    print!("{model}, {cores} cores, load {load}; {target}{pext}; {}", date.trim());
    println!("{}{}", if note.is_some() { "; " } else { "" }, note.unwrap_or_default());
}

/// Nanoseconds by question, a line for each way in which this crate answers it: its time, the times of its peers, and how
/// many times the speed of the fastest peer its speed is.
pub fn print_questions(rows: &[Row]) {
    let mut peers = Vec::new();
    for (entrant, _) in rows.iter().flat_map(|row| &row.nanoseconds) {
        if entrant.library != Ours::NAME && !peers.contains(entrant) {
            peers.push(*entrant);
        }
    }
    if peers.is_empty() {
        return;
    }
    let titles = peers.iter().map(|peer| format!(" {} |", peer.library)).collect::<String>();
    println!("\n| nanoseconds | {} |{titles} speed / fastest peer |", Ours::NAME);
    println!("|---|---:|{}---:|", "---:|".repeat(peers.len()));
    for row in rows {
        let times = peers.iter().map(|peer| row.time(*peer));
        let fastest = times.clone().flatten().fold(f64::INFINITY, f64::min);
        for &(entrant, ours) in &row.nanoseconds {
            if entrant.library == Ours::NAME {
                let way = if entrant.way.is_empty() { String::new() } else { format!(", {}", entrant.way) };
                let peers = times.clone().map(|time| format!(" {} |", time.map_or("–".to_owned(), digits)));
                let ratio = digits(fastest / ours);
                println!("| {}{way} | {} |{} {ratio}x |", row.name, digits(ours), peers.collect::<String>());
            }
        }
    }
}

/// Rows of one unit, with a column for each entrant.
pub fn print_rows(title: &str, unit: &str, rows: &[Row], show: impl Fn(f64) -> f64) {
    let Some(first) = rows.first() else { return };
    println!("\n{title}, {unit}:\n");
    print!("| |");
    for (Entrant { library, way }, _) in &first.nanoseconds {
        print!(" {} |", if way.is_empty() { library } else { way });
    }
    println!("\n|---|{}", "---:|".repeat(first.nanoseconds.len()));
    for row in rows {
        let values = row.nanoseconds.iter().map(|(_, time)| format!(" {} |", digits(show(*time))));
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

//! Several runs of this program, one after the other: the same code at other addresses, and at another time. What a run has
//! found goes to the program that started it, a line for each entrant of a row.

use std::process::{Command, Stdio};

use clap::ValueEnum;

use crate::contest::{Entrant, Row, Runs, Table};

/// Prints what one run has found.
pub fn print(rows: &[Row]) {
    for Row { table, name, times } in rows {
        for (Entrant { library, way }, runs) in times {
            println!("{table:?}\t{name}\t{library}\t{way}\t{}", runs.median());
        }
    }
}

/// Runs this program, with the options that it was given, so many times.
pub fn repeat(runs: usize) -> Vec<Row> {
    let program = std::env::current_exe().expect("the name of this program");
    let mut rows: Vec<Row> = Vec::new();
    for _ in 0..runs {
        let mut command = Command::new(&program);
        command.args(std::env::args_os().skip(1)).arg("--figures").stderr(Stdio::inherit());
        let output = command.output().expect("this program runs");
        assert!(output.status.success(), "a run failed");
        for line in String::from_utf8(output.stdout).expect("text").lines() {
            add(&mut rows, line).unwrap_or_else(|| panic!("not the figures of a run: {line}"));
        }
        eprintln!();
    }
    rows
}

/// Enters a line into its row.
fn add(rows: &mut Vec<Row>, line: &str) -> Option<()> {
    let [table, name, library, way, time] = line.split('\t').collect::<Vec<_>>().try_into().ok()?;
    let (table, time) = (Table::from_str(table, true).ok()?, time.parse().ok()?);
    let entrant = Entrant { library: library.to_owned().into(), way: way.to_owned().into() };
    let place = rows.iter().position(|row| row.table == table && row.name == name).unwrap_or_else(|| {
        rows.push(Row { table, name: name.to_owned(), times: Vec::new() });
        rows.len() - 1
    });
    let times = &mut rows[place].times;
    match times.iter_mut().find(|(other, _)| *other == entrant) {
        Some((_, runs)) => runs.0.push(time),
        None => times.push((entrant, Runs(vec![time]))),
    }
    Some(())
}

//! What the tests reach.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result, ensure};
use regex_lite::Regex;

use crate::project::Project;
use crate::tools;

/// The version of cargo-llvm-cov whose reports are read here.
const CARGO_LLVM_COV: &str = "0.9.1";

/// A line that no test reaches.
struct Missed {
    file: String,
    number: usize,
    text: String,
}

/// Says how much of each file the unit and integration tests reach. Fails if there is a line they never reach that
/// `xtask/uncovered.txt` gives no reason for.
pub fn run(project: &Project) -> Result<()> {
    let Some(()) = project.or_skip("coverage", tools::install(project, "cargo-llvm-cov", CARGO_LLVM_COV)) else {
        return Ok(());
    };
    let component = project.shell.cmd("rustup").args(["component", "add", "llvm-tools"]);
    if component.ignore_stderr().run().is_err() {
        project.skip("coverage", "the component llvm-tools cannot be had");
        return Ok(());
    }
    // What the 0x88 engine answers alone is reached in a build without bitboards only.
    for features in ["--all-features", "--no-default-features --features alloc"] {
        project.cargo(&format!("llvm-cov test --locked --no-report {features} --lib --test it")).run()?;
    }
    let report = project.target.join("coverage.lcov");
    project.cargo("llvm-cov report --lcov --output-path").arg(&report).ignore_stderr().run()?;
    let report = project.shell.read_file(&report)?;
    let missed = count(project, &report)?;

    // A reason stands for a file (or folder) and a line of it, by its text; * stands for every line.
    let list = project.read("xtask/uncovered.txt")?;
    let reasons = list.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect::<Vec<_>>());
    let (mut whole, mut known) = (Vec::new(), BTreeSet::new());
    for reason in reasons.filter(|fields| fields.len() >= 3) {
        if reason[1] == "*" {
            whole.push(reason[0]);
        } else {
            known.insert((reason[0], reason[1]));
        }
    }
    let unexplained: Vec<String> = missed
        .iter()
        .filter(|missed| !whole.iter().any(|start| missed.file.starts_with(start)))
        .filter(|missed| !known.contains(&(missed.file.as_str(), missed.text.as_str())))
        .map(|missed| format!("{}:{}: {}", missed.file, missed.number, missed.text))
        .collect();
    ensure!(unexplained.is_empty(), "never reached, and no reason in xtask/uncovered.txt:\n{}", unexplained.join("\n"));
    println!("every other line has its reason in xtask/uncovered.txt");
    Ok(())
}

/// For each file its lines and those reached, then the sum; the lines that are not reached.
fn count(project: &Project, report: &str) -> Result<Vec<Missed>> {
    let root = format!("{}/", project.root.display());
    let (mut missed, mut total) = (Vec::new(), (0, 0));
    let print = |name: &str, (reached, all): (usize, usize)| {
        println!("{name:50} {all:5} lines, {reached:5} reached, {:6.2} %", 100.0 * reached as f64 / all as f64);
    };
    for record in report.split("end_of_record") {
        let Some(path) = record.lines().find_map(|line| line.strip_prefix("SF:")) else { continue };
        let file = path.strip_prefix(&root).unwrap_or(path).to_owned();
        let text = project.read(&file)?;
        let text: Vec<&str> = text.lines().collect();
        let mut counts = BTreeMap::new();
        for line in record.lines().filter_map(|line| line.strip_prefix("DA:")) {
            let (number, hits) = line.split_once(',').context("a line of the report is a number and a count")?;
            counts.insert(number.parse::<usize>()?, hits.split(',').next() != Some("0"));
        }
        let opens = const_functions(&text)?;
        let mut of_file = (0, 0);
        for (&number, &reached) in &counts {
            // A function that the compiler alone calls, for tables, has no lines that could be reached.
            if opens.get(&number).is_some_and(|start| counts.get(start) != Some(&true)) {
                continue;
            }
            of_file.1 += 1;
            if reached {
                of_file.0 += 1;
            } else {
                let text = text.get(number - 1).map_or("", |line| line.trim()).to_owned();
                missed.push(Missed { file: file.clone(), number, text });
            }
        }
        if of_file.1 > 0 {
            print(&file, of_file);
        }
        total = (total.0 + of_file.0, total.1 + of_file.1);
    }
    ensure!(total.1 > 0, "the report has no lines");
    print("all", total);
    let share = 100.0 * total.0 as f64 / total.1 as f64;
    project.result("coverage", &format!("{} of {} lines, {share:.1} %", total.0, total.1))?;
    Ok(missed)
}

/// For each line of a `const fn` the line that it begins with. The code is formatted, so it ends as far in as it begins.
fn const_functions(text: &[&str]) -> Result<BTreeMap<usize, usize>> {
    let begins = Regex::new(r"^( *)(pub(\([a-z: ]+\))? )?const fn ")?;
    let (mut opens, mut open) = (BTreeMap::new(), None);
    for (line, number) in text.iter().zip(1..) {
        if let Some(found) = begins.captures(line) {
            open = Some((number, format!("{}}}", &found[1])));
        }
        if let Some((start, end)) = &open {
            opens.insert(number, *start);
            if line == end {
                open = None;
            }
        }
    }
    Ok(opens)
}

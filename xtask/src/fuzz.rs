//! Fuzzing, and what it needs no fuzzer for: the seeds, and all that was ever found.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::thread;

use anyhow::{Context, Result, bail, ensure};
use regex_lite::Regex;

use crate::project::{Project, cargo, on_linux_x86_64};

/// Fuzzes targets for so many seconds each, two at a time. What was found lies in the folder artifacts there, and becomes a test
/// first, then a file in `fuzz/found`. What is learned about coverage stays in the folder corpus.
pub fn run(project: &Project, seconds: u32, targets: &[String]) -> Result<()> {
    let shell = project.at("fuzz");
    // libFuzzer needs its counters in the code, which the stable compiler knows how to make but does not offer.
    shell.set_var("RUSTC_BOOTSTRAP", "1");
    cargo(&shell, "run --quiet --bin seeds -- seeds").run()?;
    cargo(&shell, "test --quiet").run()?;
    if seconds == 0 {
        return Ok(());
    }
    if !on_linux_x86_64() {
        project.skip("fuzz", "it is set up for Linux on x86_64 only");
        return Ok(());
    }
    if !project.install("cargo-fuzz") {
        project.skip("fuzz", "cargo-fuzz cannot be had");
        return Ok(());
    }
    let all = names(&shell.current_dir().join("fuzz_targets"))?;
    for target in targets {
        ensure!(all.contains(target), "{target} is no fuzz target; these are: {}", all.join(", "));
    }
    let targets = if targets.is_empty() { &all } else { targets };
    // cargo-fuzz takes no `--locked`; nothing is left to change in a lock file that this accepts. A program that an earlier build
    // left would be run if this one's failure went unnoticed.
    cargo(&shell, "metadata --quiet --format-version 1").ignore_stdout().run()?;
    cargo(&shell, "fuzz build --features fuzzer").run()?;

    let waiting = Mutex::new(targets.iter());
    let folder = shell.current_dir();
    let work = || -> Vec<anyhow::Error> {
        let next = || waiting.lock().expect("no thread panics while it takes a name").next();
        std::iter::from_fn(next).filter_map(|target| one(&folder, target, seconds).err()).collect()
    };
    let found = thread::scope(|scope| {
        let (first, second) = (scope.spawn(work), scope.spawn(work));
        [first, second]
            .into_iter()
            .flat_map(|thread| thread.join().expect("fuzzing does not panic"))
            .collect::<Vec<_>>()
    });
    for error in &found {
        println!("{error:#}");
    }
    ensure!(found.is_empty(), "{} of {} targets found something or did not run", found.len(), targets.len());
    Ok(())
}

/// The targets: a file each.
fn names(folder: &Path) -> Result<Vec<String>> {
    let entries = fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
    let mut names: Vec<String> =
        entries.iter().filter_map(|entry| Some(entry.file_name().to_str()?.strip_suffix(".rs")?.to_owned())).collect();
    names.sort();
    Ok(names)
}

/// Runs one target.
fn one(folder: &Path, target: &str, seconds: u32) -> Result<()> {
    let (corpus, artifacts) = (format!("corpus/{target}"), format!("artifacts/{target}/"));
    for path in [&corpus, &artifacts] {
        fs::create_dir_all(folder.join(path))?;
    }
    let output = Command::new(folder.join("target/x86_64-unknown-linux-gnu/release").join(target))
        .current_dir(folder)
        .env("ASAN_OPTIONS", "detect_leaks=0")
        .arg(format!("-max_total_time={seconds}"))
        .args(["-timeout=30", "-rss_limit_mb=4096", "-max_len=4096", "-dict=chess.dict", "-print_final_stats=1"])
        .arg(format!("-artifact_prefix={artifacts}"))
        .args([corpus, format!("seeds/{target}")])
        .output()
        .with_context(|| format!("{target} cannot be started"))?;
    let log = String::from_utf8_lossy(&output.stderr);
    let last = |pattern: &str| -> Result<Option<String>> {
        Ok(Regex::new(pattern)?.captures_iter(&log).last().map(|found| found[1].to_owned()))
    };
    let (executions, edges) = (last("stat::number_of_executed_units: *([0-9]+)")?, last("cov: ([0-9]+)")?);
    let (true, Some(executions)) = (output.status.success(), executions) else {
        let lines: Vec<&str> = log.lines().collect();
        let end = lines[lines.len().saturating_sub(40)..].join("\n");
        bail!("{target}: FOUND ({}), see fuzz/{artifacts}\n{end}", output.status)
    };
    println!("{target}: {executions} executions, {} edges, nothing found", edges.unwrap_or_default());
    Ok(())
}

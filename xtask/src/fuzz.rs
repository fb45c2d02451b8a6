//! Fuzzing, and what it needs no fuzzer for: the seeds, the corpus, and all that was ever found.
//!
//! | folder of fuzz | what is in it | in the tree |
//! |---|---|---|
//! | seeds | inputs made of the test data | no, made anew each time |
//! | found | inputs that a target once fell over | yes |
//! | corpus | inputs that reach code that no seed reaches: a file for each target | yes |
//! | unpacked | the corpus as libFuzzer has it: a file for each input | no |
//! | learned | what the fuzzer has come upon since | no, `--merge` adds to the corpus what is of use |

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::thread;

use anyhow::{Context, Result, bail, ensure};
use regex_lite::Regex;
use xshell::Shell;

use crate::project::{Project, cargo, on_linux_x86_64};
use crate::results::Record;
use crate::tools;

/// The version of cargo-fuzz whose options are used here.
const CARGO_FUZZ: &str = "0.13.2";

/// Fuzzes targets for so many seconds each, two at a time. What was found lies in the folder artifacts there, and becomes a test
/// first, then a file in `fuzz/found`.
pub fn run(project: &Project, seconds: u32, targets: &[String]) -> Result<()> {
    let shell = shell(project);
    cargo(&shell, "run --quiet --bin seeds -- seeds").run()?;
    shell.remove_path("unpacked")?;
    cargo(&shell, "run --quiet --bin corpus -- unpack unpacked").run()?;
    cargo(&shell, "test --quiet").run()?;
    if seconds > 0
        && let Some(targets) = build(project, targets)?
    {
        let folder = shell.current_dir();
        let runs = Mutex::new(BTreeMap::new());
        let outcome = each(&targets, |target| {
            let executions = one(&folder, target, seconds)?;
            runs.lock().expect("no thread panics while it notes a run").insert(target.to_owned(), executions);
            Ok(())
        });
        // What the targets ran that found nothing counts, whatever the others found.
        let runs = runs.into_inner().expect("no thread panics while it notes a run");
        keep_sum(project, &runs, seconds)?;
        outcome?;
        // A few targets say nothing of the others.
        if targets.len() == names(&folder.join("fuzz_targets"))?.len() {
            let executions: u64 = runs.values().sum();
            let said = format!("{} targets, {seconds} s each, {executions} executions: nothing found", targets.len());
            project.result("fuzz", &said)?;
        }
    }
    Ok(())
}

/// The result that all runs add to.
const SUM: &str = "fuzz-sum";

/// Adds runs to what each target has run so far: by the result that is waiting to be taken into the tree, or that in the tree.
fn keep_sum(project: &Project, runs: &BTreeMap<String, u64>, seconds: u32) -> Result<()> {
    if runs.is_empty() {
        return Ok(());
    }
    let waiting = Record::read(&project.target.join("evidence").join(SUM));
    let known = waiting.or_else(|| Record::read(&project.root.join("xtask/results").join(SUM)));
    let commit = project.shell.cmd("git").args(["rev-parse", "--short=12", "HEAD"]).quiet().read()?;
    let text = known.map(|record| record.text).unwrap_or_default();
    project.result(SUM, &summed(&text, runs, seconds, &commit)?)
}

/// The lines `TARGET: EXECUTIONS executions in SECONDS s, last at commit COMMIT`, with some runs added.
fn summed(known: &str, runs: &BTreeMap<String, u64>, seconds: u32, commit: &str) -> Result<String> {
    let form = Regex::new(r"^([a-z0-9_]+): (\d+) executions in (\d+) s, last at commit ([0-9a-f]+)$")?;
    let mut sums = BTreeMap::<String, (u64, u64, String)>::new();
    for found in known.lines().filter_map(|line| form.captures(line)) {
        sums.insert(found[1].to_owned(), (found[2].parse()?, found[3].parse()?, found[4].to_owned()));
    }
    for (target, &executions) in runs {
        let (all, time, last) = sums.entry(target.clone()).or_default();
        *all += executions;
        *time += u64::from(seconds);
        commit.clone_into(last);
    }
    let line = |(target, (all, time, last)): (&String, &(u64, u64, String))| {
        format!("{target}: {all} executions in {time} s, last at commit {last}")
    };
    Ok(sums.iter().map(line).collect::<Vec<_>>().join("\n"))
}

/// Makes the corpus anew.
pub fn merge(project: &Project, targets: &[String]) -> Result<()> {
    let folder = shell(project).current_dir();
    let Some(targets) = build(project, targets)? else { return Ok(()) };
    each(&targets, |target| merge_one(&folder, target))?;
    Ok(cargo(&shell(project), "run --quiet --bin corpus -- pack unpacked").run()?)
}

/// libFuzzer needs its counters in the code, which the stable compiler knows how to make but does not offer.
fn shell(project: &Project) -> Shell {
    let shell = project.at("fuzz");
    shell.set_var("RUSTC_BOOTSTRAP", "1");
    shell
}

/// Builds all targets with the fuzzer. These of them, or all; `None` if that cannot be done here.
fn build(project: &Project, targets: &[String]) -> Result<Option<Vec<String>>> {
    let shell = shell(project);
    if !on_linux_x86_64() {
        project.skip("fuzz", "it is set up for Linux on x86_64 only");
        return Ok(None);
    }
    let Some(()) = project.or_skip("fuzz", tools::install(project, "cargo-fuzz", CARGO_FUZZ)) else {
        return Ok(None);
    };
    let all = names(&shell.current_dir().join("fuzz_targets"))?;
    for target in targets {
        ensure!(all.contains(target), "{target} is no fuzz target; these are: {}", all.join(", "));
    }
    // cargo-fuzz takes no `--locked`; nothing is left to change in a lock file that this accepts. A program that an earlier build
    // left would be run if this one's failure went unnoticed.
    cargo(&shell, "metadata --quiet --format-version 1").ignore_stdout().run()?;
    cargo(&shell, "fuzz build --features fuzzer").run()?;
    Ok(Some(if targets.is_empty() { all } else { targets.to_vec() }))
}

/// Does something for each target, two at a time.
fn each(targets: &[String], task: impl Fn(&str) -> Result<()> + Sync) -> Result<()> {
    let waiting = Mutex::new(targets.iter());
    let work = || -> Vec<anyhow::Error> {
        let next = || waiting.lock().expect("no thread panics while it takes a name").next();
        std::iter::from_fn(next).filter_map(|target| task(target).err()).collect()
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

/// A target's program, which no leak of the runtime's ends.
fn program(folder: &Path, target: &str) -> Command {
    let mut command = Command::new(folder.join("target/x86_64-unknown-linux-gnu/release").join(target));
    command.current_dir(folder).env("ASAN_OPTIONS", "detect_leaks=0");
    // Long enough for what grows with the square of an input to take longer than the limit.
    command.args(["-timeout=30", "-rss_limit_mb=4096", "-max_len=65536", "-dict=chess.dict"]);
    command
}

/// Runs one target. How often it ran.
fn one(folder: &Path, target: &str, seconds: u32) -> Result<u64> {
    let (learned, corpus) = (format!("learned/{target}"), format!("unpacked/{target}"));
    let artifacts = format!("artifacts/{target}/");
    for path in [&learned, &corpus, &artifacts] {
        fs::create_dir_all(folder.join(path))?;
    }
    let output = program(folder, target)
        .arg(format!("-max_total_time={seconds}"))
        .arg("-print_final_stats=1")
        .arg(format!("-artifact_prefix={artifacts}"))
        .args([learned, corpus, format!("seeds/{target}")])
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
    Ok(executions.parse()?)
}

/// Makes the corpus of a target anew: of the old one and of what was learned, the inputs that reach an edge which neither a seed
/// reaches nor a smaller input that is kept.
fn merge_one(folder: &Path, target: &str) -> Result<()> {
    let [seeds, corpus, learned, merged] =
        ["seeds", "unpacked", "learned", "artifacts/merged"].map(|name| folder.join(name).join(target));
    if merged.exists() {
        fs::remove_dir_all(&merged)?;
    }
    for path in [&corpus, &learned, &merged] {
        fs::create_dir_all(path)?;
    }
    // What is in the first folder stays, and only what adds to it comes.
    for seed in fs::read_dir(&seeds)? {
        let seed = seed?;
        fs::copy(seed.path(), merged.join(seed.file_name()))?;
    }
    let output =
        program(folder, target).args(["-merge=1", "-use_counters=0"]).args([&merged, &corpus, &learned]).output()?;
    ensure!(output.status.success(), "{target}: {}", String::from_utf8_lossy(&output.stderr));
    fs::remove_dir_all(&corpus)?;
    fs::create_dir_all(&corpus)?;
    let (mut files, mut bytes) = (0, 0);
    for entry in fs::read_dir(&merged)? {
        let entry = entry?;
        if !seeds.join(entry.file_name()).exists() {
            bytes += fs::copy(entry.path(), corpus.join(entry.file_name()))?;
            files += 1;
        }
    }
    fs::remove_dir_all(&merged)?;
    println!("{target}: {files} inputs of {bytes} bytes beside the seeds");
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{SUM, summed};
    use crate::results::check;

    #[test]
    fn runs_add_up() {
        let runs = |runs: &[(&str, u64)]| -> BTreeMap<String, u64> {
            runs.iter().map(|&(target, executions)| (target.to_owned(), executions)).collect()
        };
        let first = summed("", &runs(&[("san", 100), ("pgn_tree", 7)]), 20, "0123456789ab").expect("numbers");
        let second = summed(&first, &runs(&[("pgn_tree", 3), ("fen", 5)]), 3600, "ba9876543210").expect("numbers");
        let expected = "fen: 5 executions in 3600 s, last at commit ba9876543210\n\
            pgn_tree: 10 executions in 3620 s, last at commit ba9876543210\n\
            san: 100 executions in 20 s, last at commit 0123456789ab";
        assert_eq!(second, expected);
        check(SUM, &second).expect("the command prints so");
    }
}

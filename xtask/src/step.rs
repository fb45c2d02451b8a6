//! A step of CI as a process of its own. Of half an hour's output a reader wants the results, and the end of what failed: what a step
//! prints goes to a file, and what came of it to another.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::time::Instant;

use anyhow::{Context, Result};

use crate::project::{Project, Skip, seconds_of_children};

/// How many lines are shown of a step that failed. The tests say at their end which failed, and why.
const SHOWN: usize = 150;

/// What came of a step, and what it took.
pub struct Outcome {
    pub fate: Fate,
    pub seconds: f64,
    /// Seconds of the processor. A loaded machine makes them little more.
    pub busy: f64,
}

#[derive(Debug, PartialEq)]
pub enum Fate {
    Ran,
    Skipped(Vec<Skip>),
    Failed(String),
}

/// Runs a step in this process. It fails for what it skips that it may not.
pub fn here(project: &Project, name: &str, let_skip: bool, run: fn(&Project) -> Result<()>) -> Result<()> {
    let outcome = run(project);
    let skips = project.take_skips();
    let outcome = outcome.and_then(|()| if let_skip { Ok(()) } else { project.judge(&skips) });
    let fate = match &outcome {
        Err(error) => Fate::Failed(format!("{error:#}")),
        Ok(()) if skips.is_empty() => Fate::Ran,
        Ok(()) => Fate::Skipped(skips),
    };
    fs::write(file(project, name, "outcome"), written(&fate, seconds_of_children()?))?;
    outcome
}

/// A step that runs in a process of its own.
pub struct Running {
    process: Child,
    begun: Instant,
    outcome: PathBuf,
}

impl Running {
    /// Begins a step. What it prints is shown, or goes to its log.
    pub fn begin(project: &Project, name: &str, is_shown: bool, let_skip: bool) -> Result<Self> {
        let outcome = file(project, name, "outcome");
        // That of an earlier run.
        fs::remove_file(&outcome).ok();
        let program = project.shell.cmd(std::env::current_exe()?).args(["ci", "--step", name]);
        let mut command = Command::from(program.args(let_skip.then_some("--let-skip")));
        if !is_shown {
            let path = log(project, name);
            let log = File::create(&path).with_context(|| format!("{} cannot be written", path.display()))?;
            command.stdout(log.try_clone()?).stderr(log);
        }
        let process = command.spawn().with_context(|| format!("{name} cannot be started"))?;
        Ok(Self { process, begun: Instant::now(), outcome })
    }

    /// Waits for its end.
    pub fn end(mut self) -> Outcome {
        let status = self.process.wait().map_or_else(|error| error.to_string(), |status| status.to_string());
        let seconds = self.begun.elapsed().as_secs_f64();
        let told = fs::read_to_string(&self.outcome).ok().and_then(|text| read(&text));
        let (fate, busy) =
            told.unwrap_or_else(|| (Fate::Failed(format!("it does not say what came of it: {status}")), 0.0));
        Outcome { fate, seconds, busy }
    }
}

/// Where a step leaves what it prints.
pub fn log(project: &Project, name: &str) -> PathBuf {
    file(project, name, "log")
}

fn file(project: &Project, name: &str, what: &str) -> PathBuf {
    project.target.join("ci").join(format!("{name}.{what}"))
}

/// Seconds of the processor, and what came of a step: lines, and words between tabs.
fn written(fate: &Fate, busy: f64) -> String {
    let word = |text: &str| text.replace(['\n', '\t'], " ");
    let skipped = |skip: &Skip| format!("skipped\t{}\t{}", word(&skip.what), word(&skip.why));
    let fate = match fate {
        Fate::Ran => String::new(),
        Fate::Skipped(skips) => skips.iter().map(skipped).collect::<Vec<_>>().join("\n"),
        Fate::Failed(error) => format!("failed\t{error}"),
    };
    format!("{busy}\n{fate}")
}

fn read(text: &str) -> Option<(Fate, f64)> {
    let (busy, fate) = text.split_once('\n')?;
    let fate = if let Some(error) = fate.strip_prefix("failed\t") {
        Fate::Failed(error.to_owned())
    } else if fate.is_empty() {
        Fate::Ran
    } else {
        let skip = |line: &str| {
            let (what, why) = line.strip_prefix("skipped\t")?.split_once('\t')?;
            Some(Skip { what: what.to_owned(), why: why.to_owned() })
        };
        Fate::Skipped(fate.lines().map(skip).collect::<Option<_>>()?)
    };
    Some((fate, busy.parse().ok()?))
}

/// Shows what `cargo test` said of each program of tests, and of those that failed.
pub fn show_results(path: &Path) -> Result<()> {
    let text = text_of(path)?;
    text.lines().filter(|line| is_result(line)).for_each(|line| println!("{line}"));
    Ok(())
}

fn is_result(line: &str) -> bool {
    line.contains("test result: ") || line.starts_with("test ") && line.ends_with(" FAILED")
}

/// The text of a file, whatever bytes it has.
fn text_of(path: &Path) -> Result<String> {
    let text = fs::read(path).with_context(|| format!("{} cannot be read", path.display()))?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// The last lines of a file.
pub fn end_of(path: &Path) -> Result<String> {
    let text = text_of(path)?;
    let lines: Vec<&str> = text.lines().collect();
    Ok(lines[lines.len().saturating_sub(SHOWN)..].join("\n"))
}

#[cfg(test)]
mod tests {
    use super::{Fate, SHOWN, end_of, is_result, read, written};
    use crate::project::Skip;

    #[test]
    fn what_came_of_a_step_is_read_as_it_was_written() {
        let skip = |what: &str, why: &str| Skip { what: what.to_owned(), why: why.to_owned() };
        for fate in [
            Fate::Ran,
            Fate::Skipped(vec![skip("deny", "no network: none"), skip("targets: s390x", "")]),
            Fate::Failed("first\nsecond\tthird".to_owned()),
        ] {
            let text = written(&fate, 12.25);
            assert_eq!(read(&text), Some((fate, 12.25)), "{text}");
        }
        let text = written(&Fate::Skipped(vec![skip("a\tb", "c\nd")]), 0.0);
        assert_eq!(read(&text), Some((Fate::Skipped(vec![skip("a b", "c d")]), 0.0)));
        for text in ["", "1.5", "x\n", "1.5\nskipped\tdeny", "1.5\nother"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn results_are_found() {
        for line in
            ["test result: ok. 2 passed", "i686, . --lib: test result: FAILED. 1 passed", "test a::b ... FAILED"]
        {
            assert!(is_result(line), "{line}");
        }
        for line in ["test a::b ... ok", "running 2 tests", "FAILED"] {
            assert!(!is_result(line), "{line}");
        }
    }

    #[test]
    fn the_end_of_a_file_is_shown() {
        let path = std::env::temp_dir().join(format!("xtask-{}", std::process::id()));
        let mut text = Vec::from(*b"first\xFF\n");
        std::fs::write(&path, &text).expect("a file");
        assert_eq!(end_of(&path).expect("its end"), "first\u{FFFD}");
        text.extend_from_slice("line\n".repeat(SHOWN).as_bytes());
        std::fs::write(&path, &text).expect("a file");
        let end = end_of(&path).expect("its end");
        std::fs::remove_file(&path).expect("the file is there");
        assert_eq!((end.lines().count(), end.contains("first")), (SHOWN, false));
    }
}

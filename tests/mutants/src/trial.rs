//! Tests run by themselves, with a bug and without.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use crate::build::Builds;
use crate::list::Bug;

/// Runs the test of each bug, first without it. Adds to `failed` what is not caught.
pub fn run(folder: &Path, builds: &Builds, bugs: &[Bug], failed: &mut BTreeMap<usize, String>) {
    let programs = builds.each_ref().map(|programs| programs.iter().flat_map(|path| tests(path)).collect::<Vec<_>>());
    let waiting: Vec<usize> = (0..bugs.len()).filter(|n| !failed.contains_key(n)).collect();
    let named: BTreeSet<(bool, &str)> = waiting.iter().map(|&n| (bugs[n].is_alone, bugs[n].test.as_str())).collect();
    let timed = each(named.into_iter().collect(), |key| {
        let is_named =
            |name: &str| name.strip_suffix(key.1).is_some_and(|rest| rest.is_empty() || rest.ends_with("::"));
        let found: Vec<_> = programs[usize::from(key.0)].iter().filter(|(_, name)| is_named(name)).collect();
        let [(program, name)] = found[..] else {
            return (key, Err(format!("{} tests are called {}", found.len(), key.1)));
        };
        let start = Instant::now();
        let passes = passes(folder, program, name, 0, Duration::from_secs(300));
        (key, if passes { Ok((program, name, start.elapsed())) } else { Err(format!("{name} fails without a bug")) })
    });
    let timed: BTreeMap<_, _> = timed.into_iter().collect();
    let tried = each(waiting, |n| {
        let fate = timed[&(bugs[n].is_alone, bugs[n].test.as_str())].clone().and_then(|(program, name, took)| {
            let passes = passes(folder, program, name, n + 1, took * 5 + Duration::from_secs(5));
            if passes { Err(format!("ALIVE: {name} does not fail")) } else { Ok(()) }
        });
        (n, fate)
    });
    failed.extend(tried.into_iter().filter_map(|(n, fate)| Some((n, fate.err()?))));
}

/// Lists the tests of a program.
fn tests(program: &Path) -> Vec<(PathBuf, String)> {
    let output = Command::new(program).args(["--list", "--format=terse"]).output().expect("a list of tests");
    let names = String::from_utf8_lossy(&output.stdout).into_owned();
    names.lines().filter_map(|line| Some((program.to_owned(), line.strip_suffix(": test")?.to_owned()))).collect()
}

/// Runs a test with a bug turned on. A bug may make it run for ever, or fill the memory; it fails then too. What is random begins
/// with a fixed seed, so that nothing is caught by luck.
fn passes(folder: &Path, program: &Path, name: &str, bug: usize, limit: Duration) -> bool {
    let limits = format!("ulimit -t {}; ulimit -v 8000000; exec \"$0\" \"$@\"", limit.as_secs() + 1);
    let mut command = Command::new("bash");
    command.args(["-c", &limits]).arg(program).args(["--exact", name, "--include-ignored", "--test-threads=1"]);
    command.current_dir(folder).stdout(Stdio::null()).stderr(Stdio::null()).env("BUG", bug.to_string());
    command.env("PROPTEST_RNG_SEED", "1").env("PROPTEST_MAX_SHRINK_ITERS", "0");
    command.env("PROPTEST_DISABLE_FAILURE_PERSISTENCE", "true").env("RUST_BACKTRACE", "0");
    command.status().expect("bash").success()
}

/// Does something for each of many, on all processors.
fn each<T: Send, R: Send>(items: Vec<T>, task: impl Fn(T) -> R + Sync) -> Vec<R> {
    let (queue, results) = (Mutex::new(items.into_iter()), Mutex::new(Vec::new()));
    let next = || queue.lock().expect("no panic").next();
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(item) = next() {
                    let result = task(item);
                    results.lock().expect("no panic").push(result);
                }
            });
        }
    });
    results.into_inner().expect("no panic")
}

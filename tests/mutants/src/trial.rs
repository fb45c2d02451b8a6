//! Runs single tests with and without a bug.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use crate::build::Builds;
use crate::list::Bug;

/// Runs each named test, first without a bug, then with each of its bugs. Adds bugs that it does not catch to `failed`.
pub fn run(folder: &Path, builds: &Builds, bugs: &[Bug], failed: &mut BTreeMap<usize, String>) {
    let programs = builds.each_ref().map(|programs| programs.iter().flat_map(|path| tests(path)).collect::<Vec<_>>());
    let mut named = BTreeMap::<(bool, &str), Vec<usize>>::new();
    for (n, bug) in bugs.iter().enumerate().filter(|(n, _)| !failed.contains_key(n)) {
        named.entry((bug.is_alone, bug.test.as_str())).or_default().push(n);
    }
    let fates = each(named.into_iter().collect(), |((is_alone, test), bugs)| {
        let is_named = |name: &str| name.strip_suffix(test).is_some_and(|rest| rest.is_empty() || rest.ends_with("::"));
        let found: Vec<_> = programs[usize::from(is_alone)].iter().filter(|(_, name)| is_named(name)).collect();
        let all = |why: String| bugs.iter().map(|&n| (n, why.clone())).collect();
        let [(program, name)] = found[..] else { return all(format!("{} tests are called {test}", found.len())) };
        let start = Instant::now();
        if !passes(folder, program, name, 0, Duration::from_secs(300)) {
            return all(format!("{name} fails without a bug"));
        }
        let limit = start.elapsed() * 5 + Duration::from_secs(5);
        let alive = bugs.iter().filter(|&&n| passes(folder, program, name, n + 1, limit));
        alive.map(|&n| (n, format!("ALIVE: {name} does not fail"))).collect::<Vec<_>>()
    });
    failed.extend(fates.into_iter().flatten());
}

/// Lists the tests of a program.
fn tests(program: &Path) -> Vec<(PathBuf, String)> {
    let output = Command::new(program).args(["--list", "--format=terse"]).output().expect("a list of tests");
    let names = String::from_utf8_lossy(&output.stdout).into_owned();
    names.lines().filter_map(|line| Some((program.to_owned(), line.strip_suffix(": test")?.to_owned()))).collect()
}

/// Runs a test with a bug turned on. A bug may make it run for ever, or fill the memory: this also counts as a failure. Random
/// tests use a fixed seed, so that no bug is caught by luck.
fn passes(folder: &Path, program: &Path, name: &str, bug: usize, limit: Duration) -> bool {
    let limits = format!("ulimit -t {}; ulimit -v 8000000; exec \"$0\" \"$@\"", limit.as_secs() + 1);
    let mut command = Command::new("bash");
    command.args(["-c", &limits]).arg(program).args(["--exact", name, "--include-ignored", "--test-threads=1"]);
    command.current_dir(folder).stdout(Stdio::null()).stderr(Stdio::null()).env("BUG", bug.to_string());
    command.env("PROPTEST_RNG_SEED", "1").env("PROPTEST_MAX_SHRINK_ITERS", "0");
    command.env("PROPTEST_DISABLE_FAILURE_PERSISTENCE", "true").env("RUST_BACKTRACE", "0");
    command.status().expect("bash").success()
}

/// Runs a task for each item, on all processors.
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

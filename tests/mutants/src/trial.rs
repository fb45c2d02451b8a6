//! The tests, one at a time: which sites each reaches, and whether any of them notices a mutant.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};
use std::{fs, thread};

pub struct Test {
    pub program: PathBuf,
    pub name: String,
    pub took: Duration,
    reaches: Vec<bool>,
}

impl Test {
    pub fn reaches(&self, site: u32) -> bool {
        self.reaches[site as usize]
    }
}

/// Runs a test by itself. A mutant may run in circles or fill the memory, which is noticed too. What is random begins with a fixed
/// seed, so that nothing is caught by luck, and finds are not kept for the next.
pub fn run(tree: &Path, program: &Path, name: &str, limit: Duration, variable: (&str, &str)) -> bool {
    let mut command = Command::new("bash");
    command
        .args(["-c", &format!("ulimit -t {}; ulimit -v 8000000; exec \"$0\" \"$@\"", limit.as_secs() + 1)])
        .arg(program)
        .args(["--exact", name, "--include-ignored", "--test-threads=1"])
        .current_dir(tree)
        .env(variable.0, variable.1)
        .env("PROPTEST_RNG_SEED", "1")
        .env("PROPTEST_MAX_SHRINK_ITERS", "0")
        .env("PROPTEST_DISABLE_FAILURE_PERSISTENCE", "true")
        .env("RUST_BACKTRACE", "0")
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command.status().expect("bash").success()
}

/// Does something for each of many, on all processors.
pub fn each<T: Send, R: Send>(items: Vec<T>, task: impl Fn(T) -> R + Sync) -> Vec<R> {
    let (queue, results) = (Mutex::new(items.into_iter()), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let Some(item) = queue.lock().expect("no panic").next() else { return };
                    let result = task(item);
                    results.lock().expect("no panic").push(result);
                }
            });
        }
    });
    results.into_inner().expect("no panic")
}

/// The tests of the programs, the fastest first, with what they reach. Notes of it are left in a folder.
pub fn tests(tree: &Path, programs: &[PathBuf], sites: usize, longest: Duration, notes: &Path) -> Vec<Test> {
    let mut names = Vec::new();
    for program in programs {
        let list = |also: &[&str]| {
            let mut command = Command::new(program);
            let output = command.args(["--list", "--format=terse"]).args(also).current_dir(tree).output();
            String::from_utf8_lossy(&output.expect("a list").stdout).into_owned()
        };
        let ignored = list(&["--ignored"]);
        for line in list(&[]).lines() {
            let Some(name) = line.strip_suffix(": test") else { continue };
            // What is left out every day is long.
            if !ignored.lines().any(|other| other == line) {
                names.push((program.clone(), name.to_owned()));
            }
        }
    }
    fs::create_dir_all(notes).expect("a folder");
    let mut tests: Vec<Test> = each(names.into_iter().enumerate().collect(), |(n, (program, name))| {
        let file = notes.join(n.to_string());
        let mut test = Test { program, name, took: Duration::ZERO, reaches: vec![false; sites + 1] };
        // The time it took the last time, if that was the same program.
        let known = file.with_extension("took");
        let built = |path: &Path| fs::metadata(path).and_then(|data| data.modified()).ok();
        let is_new = built(&known) > built(&test.program);
        let last = is_new.then(|| fs::read_to_string(&known).ok()).flatten();
        match last.and_then(|text| text.strip_prefix(&test.name)?.trim().parse().ok()) {
            Some(took) => test.took = Duration::from_micros(took),
            None => {
                let _ = fs::remove_file(&file);
                let start = Instant::now();
                if !run(tree, &test.program, &test.name, longest, ("REACHED", &file.to_string_lossy())) {
                    println!("left out, since it fails by itself or takes too long: {}", test.name);
                    return None;
                }
                test.took = start.elapsed();
                fs::write(&known, format!("{} {}", test.name, test.took.as_micros())).expect("a file");
            }
        }
        if test.took > longest {
            return None;
        }
        for number in fs::read(&file).unwrap_or_default().chunks_exact(4) {
            test.reaches[u32::from_le_bytes(number.try_into().expect("four bytes")) as usize] = true;
        }
        Some(test)
    })
    .into_iter()
    .flatten()
    .collect();
    tests.sort_by_key(|test| test.took);
    tests
}

/// What became of a mutant.
pub enum Fate {
    Caught,
    Alive,
    NeverReached,
    /// No test reaches it while the program runs, and it is in a `const fn`, which can be switched only there.
    Compiled,
}

/// Runs the tests that reach a site, until one notices that it is changed.
pub fn judge(tree: &Path, tests: &[Test], mutant: &str, site: u32) -> Fate {
    let mut fate = Fate::NeverReached;
    for test in tests.iter().filter(|test| test.reaches(site)) {
        if !run(tree, &test.program, &test.name, test.took * 5 + Duration::from_secs(5), ("MUTANT", mutant)) {
            return Fate::Caught;
        }
        fate = Fate::Alive;
    }
    fate
}

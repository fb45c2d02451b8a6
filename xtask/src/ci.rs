//! Everything that must hold before a change is merged, from a fresh clone, with Rust and nothing else given. On two slow cores
//! it takes three quarters of an hour, most of it compiling.
//!
//! Each step is a process of its own ([`step`] runs it), two of them side by side: much of what they do keeps one core busy.

use std::fs;
use std::path::Path;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use xshell::Shell;

use crate::project::{PINNED, Project, cargo, passed, tee};
use crate::step::{self, Fate, Outcome, Running};
use crate::{
    cost, evidence, examples, fuzz, instructions, machines, map, miri, mutants, package, paths, perft, sanitize,
    spoilt, surface, tools, versions,
};

#[derive(clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of the command line")]
pub struct Arguments {
    /// Lists the steps
    #[arg(long)]
    list: bool,
    /// Runs these steps only
    #[arg(long, value_name = "NAME", num_args = 1..)]
    only: Vec<String>,
    /// Begins with this step
    #[arg(long, value_name = "NAME", conflicts_with = "only")]
    from: Option<String>,
    /// Goes on with the other steps when one has failed
    #[arg(long)]
    keep_going: bool,
    /// Lets steps be skipped, in whole or in part, that xtask/skips.txt does not name. Without, each of these fails
    #[arg(long)]
    let_skip: bool,
    /// Runs one step after the other, and shows all that they print, as they print it. Else that is done for the step "test" alone: for
    /// each other step it goes to a file, and what is shown are the results of tests, and the end if the step fails
    #[arg(long)]
    show: bool,
    /// Runs this step in this process
    #[arg(long, hide = true, value_name = "NAME")]
    step: Option<String>,
}

struct Step {
    name: &'static str,
    what: &'static str,
    run: fn(&Project) -> Result<()>,
}

/// The steps in their order: what takes seconds comes first, so that what is wrong is mostly told within five minutes; then what
/// README promises; then what takes long.
const STEPS: [Step; 40] = [
    Step { name: "unlisted", what: "every file of tests is a module of tests/it/main.rs", run: paths::unlisted },
    Step { name: "dangling", what: "every path that a comment or a page names is there", run: paths::dangling },
    Step { name: "map", what: "modules import only what stands above them in the map of src/lib.rs", run: map::run },
    Step { name: "evidence", what: "docs/evidence.md is made of results that still hold", run: evidence::held },
    Step { name: "fmt", what: "every package is formatted", run: fmt },
    Step { name: "test", what: "cargo test, as README says it", run: |p| Ok(p.cargo("test").run()?) },
    Step {
        name: "clippy",
        what: "no warning of clippy's with any of five sets of features, nor in xtask and mutants",
        run: clippy,
    },
    Step { name: "doc", what: "the documentation builds without warnings", run: doc },
    Step {
        name: "check",
        what: "tests, examples and benchmarks compile without features",
        run: |p| Ok(p.cargo("check --tests --examples --benches --no-default-features").run()?),
    },
    Step {
        name: "xtask",
        what: "the tests of this program and of that which makes mutants",
        run: |p| Ok(p.cargo("test --package xtask --package mutants").run()?),
    },
    // With piece lists in the right half of the board.
    Step { name: "test-mailbox", what: "the same tests by the 0x88 engine alone", run: machines::mailbox },
    Step {
        name: "test-core",
        what: "the unit tests without allocator",
        run: |p| Ok(p.cargo("test --no-default-features --lib").run()?),
    },
    Step {
        name: "examples",
        what: "the programs end with the statuses that their help promises",
        run: examples::statuses,
    },
    Step {
        name: "unused",
        what: "a program that keeps games does not carry the search for mates",
        run: examples::unused_code,
    },
    Step { name: "spoilt", what: "the tables of the 0x88 engine are what answers", run: spoilt::run },
    Step { name: "powerset", what: "sets of features compile, any three choices in every way", run: powerset },
    Step { name: "surface", what: "the public items are those listed", run: |p| surface::run(p, false) },
    Step {
        name: "semver",
        what: "the version has risen as far as the changes ask for",
        run: |p| versions::semver(p, false),
    },
    Step { name: "package", what: "the package has what it takes, and its links lead somewhere", run: package::run },
    Step { name: "benches", what: "the benchmarks compile", run: |p| Ok(p.cargo("test --benches --no-run").run()?) },
    Step { name: "mailbox", what: "the 0x88 engine alone gives the published totals", run: perft::mailbox },
    Step { name: "inlined", what: "no lane operation of the SIMD back ends is a call", run: perft::inlined },
    // The published suites and all else that takes long: through the library, then through the tool people use.
    Step { name: "checked", what: "the long tests, fast and with overflow checks", run: checked },
    Step { name: "suites", what: "the published totals by each back end", run: perft::suites },
    Step {
        name: "bugs",
        what: "hundreds of bugs, each caught by the test that is named for it",
        run: |p| mutants::bugs(p, false),
    },
    Step {
        name: "bare",
        what: "a program without operating system, allocator and panics, and small",
        run: perft::bare,
    },
    Step {
        name: "targets",
        what: "other machines, as far as emulators stand for them",
        run: |p| machines::run(p, &[]),
    },
    Step { name: "referee", what: "the firmware keeps 200 games, and stands all garbage", run: machines::referee },
    Step { name: "cost", what: "what users carry along has not grown, on any machine", run: cost::held },
    Step { name: "dataset", what: "PGN to tables and back, with all that can be wrong with either", run: dataset },
    Step { name: "web", what: "the page and the package for JavaScript", run: web },
    // A fresh machine has to build the program for it, which takes two minutes.
    Step { name: "deny", what: "dependencies have licences and sources that deny.toml names", run: versions::deny },
    Step { name: "miri", what: "some tests do nothing undefined, by three engines", run: |p| miri::run(p, true) },
    Step { name: "sanitize", what: "the engines are clean of what AddressSanitizer sees", run: sanitize::engines },
    Step {
        name: "threads",
        what: "the table of perft is clean of what ThreadSanitizer sees",
        run: |p| sanitize::run(p, sanitize::Part::Threads, &[]),
    },
    Step {
        name: "peers",
        what: "what is refused, others refuse too; who can mate is as a peer says; the contest compiles",
        run: peers,
    },
    Step {
        name: "instructions",
        what: "an engine written in the obvious way takes as many as it did, beside cozy-chess",
        run: instructions::held,
    },
    // Of the fuzzing, the seeds and all that was ever found: there is no time for more. docs/evidence.md has the rest.
    Step {
        name: "fuzz",
        what: "the fuzz targets hold on their seeds and all earlier finds",
        run: |p| fuzz::run(p, 0, &[]),
    },
    // What takes little time comes last, so that all cores end at nearly the same time.
    Step { name: "msrv", what: "the oldest promised compiler builds the library", run: versions::oldest },
    Step { name: "minimal", what: "so do the oldest promised dependencies", run: versions::minimal },
];

/// How many steps run side by side. (With three, each takes more of the processor's time, `targets` a quarter
/// more and `referee` twice as much, and all end no sooner.)
const AT_ONCE: usize = 2;

/// What users run first: nothing runs beside it, and all that it prints is shown.
const ALONE: &str = "test";

/// Steps that build in the same folder. Cargo would have one wait for the other, and some use what those before them have built there.
const SAME_FOLDER: [&[&str]; 2] = [
    &["clippy", "doc", "check", "xtask", "test-core", "examples", "unused", "package", "benches"],
    &["mailbox", "inlined", "suites", "dataset"],
];

/// Which of the steps that wait is begun next, while these run.
fn next(waiting: &[&Step], running: &[&str]) -> Option<usize> {
    if running.contains(&ALONE) || waiting.first()?.name == ALONE {
        return running.is_empty().then_some(0);
    }
    let excluded = |step: &Step| {
        let same = SAME_FOLDER.iter().filter(|same| same.contains(&step.name));
        step.name == ALONE || same.flat_map(|same| same.iter()).any(|name| running.contains(name))
    };
    waiting.iter().position(|step| !excluded(step))
}

/// A step that was begun.
struct Row {
    step: &'static Step,
    outcome: Outcome,
}

pub fn run(project: &Project, arguments: &Arguments) -> Result<()> {
    for name in arguments.only.iter().chain(&arguments.from).chain(&arguments.step) {
        ensure!(STEPS.iter().any(|step| step.name == name), "no step is called {name}; --list lists them");
    }
    if let Some(step) = arguments.step.as_ref().and_then(|name| STEPS.iter().find(|step| step.name == name)) {
        return step::here(project, step.name, arguments.let_skip, step.run);
    }
    if arguments.list {
        for Step { name, what, .. } in &STEPS {
            println!("{name:14} {what}");
        }
        return Ok(());
    }
    if project.compiler()? != PINNED {
        tools::have(project, PINNED, &["clippy", "rustfmt"])?;
        project.shell.set_var("RUSTUP_TOOLCHAIN", PINNED);
    }
    // Nothing is built twice here.
    project.shell.set_var("CARGO_INCREMENTAL", "0");
    fs::create_dir_all(project.target.join("ci"))?;
    let first = arguments.from.as_ref().and_then(|name| STEPS.iter().position(|step| step.name == name)).unwrap_or(0);
    let wanted = |step: &&Step| arguments.only.is_empty() || arguments.only.iter().any(|name| name == step.name);
    let start = Instant::now();
    let rows = run_all(project, arguments, STEPS[first..].iter().filter(wanted).collect())?;
    table(&rows);
    let total = start.elapsed().as_secs();
    let names = |wanted: fn(&Fate) -> bool| -> Vec<&str> {
        rows.iter().filter(|row| wanted(&row.outcome.fate)).map(|row| row.step.name).collect()
    };
    let failed = names(|fate| matches!(fate, Fate::Failed(_)));
    if !failed.is_empty() {
        bail!("failed: {}, after {total} s", failed.join(", "));
    }
    let skipped = names(|fate| matches!(fate, Fate::Skipped(_)));
    let skips =
        if skipped.is_empty() { String::new() } else { format!("; skipped at least in part: {}", skipped.join(", ")) };
    println!("all well, in {total} s{skips}");
    if rows.len() == STEPS.len() {
        let ran = rows.len() - skipped.len();
        project.result("ci", &format!("all well in {total} s: {ran} of {} steps ran whole{skips}", rows.len()))?;
    }
    Ok(())
}

/// Runs steps, [`AT_ONCE`] at a time, until all have ended; once one has failed, no other is begun, if they are not to go on.
fn run_all(project: &Project, arguments: &Arguments, mut waiting: Vec<&'static Step>) -> Result<Vec<Row>> {
    let at_once = if arguments.show { 1 } else { AT_ONCE };
    let is_shown = |step: &Step| arguments.show || step.name == ALONE;
    let (mut rows, mut running) = (Vec::<Row>::new(), Vec::new());
    let (sender, ended) = mpsc::channel();
    for minute in 1.. {
        let end = Instant::now() + Duration::from_mins(1);
        loop {
            while running.len() < at_once
                && let Some(at) = next(&waiting, &running)
            {
                let step = waiting.remove(at);
                println!("\n== {}: {}", step.name, step.what);
                let begun = Running::begin(project, step.name, is_shown(step), arguments.let_skip)?;
                running.push(step.name);
                let sender = sender.clone();
                // It can only fail once nothing waits for rows any more.
                thread::spawn(move || sender.send(Row { step, outcome: begun.end() }).ok());
            }
            if running.is_empty() {
                rows.sort_by_key(|row| STEPS.iter().position(|step| step.name == row.step.name));
                return Ok(rows);
            }
            let Ok(row) = ended.recv_timeout(end.saturating_duration_since(Instant::now())) else { break };
            running.retain(|name| *name != row.step.name);
            let failed = matches!(row.outcome.fate, Fate::Failed(_));
            tell(project, &row, is_shown(row.step))?;
            rows.push(row);
            if failed && !arguments.keep_going {
                waiting.clear();
            }
        }
        println!("   {minute} min: {}", running.join(", "));
    }
    unreachable!("minutes have no end")
}

/// Says what came of a step, and shows of its log what a reader wants.
fn tell(project: &Project, Row { step, outcome }: &Row, is_shown: bool) -> Result<()> {
    let log = step::log(project, step.name);
    println!("\n-- {}: {:.0} s, {:.0} of the processor", step.name, outcome.seconds, outcome.busy);
    if !is_shown {
        step::show_results(&log)?;
    }
    if let Fate::Failed(error) = &outcome.fate {
        if !is_shown {
            println!("{}\n(All of it is in {}.)", step::end_of(&log)?, log.display());
        }
        println!("FAILED: {}: {error}", step.name);
    }
    Ok(())
}

/// Says of each step whether it ran, and how long.
fn table(rows: &[Row]) {
    println!("\n{:14} {:>6} {:>9}  what came of it", "step", "s", "CPU s");
    for Row { step, outcome: Outcome { fate, seconds, busy } } in rows {
        let fate = match fate {
            Fate::Ran => "ran".to_owned(),
            // A part has a name of its own.
            Fate::Skipped(skips) => {
                let whole = skips.iter().any(|skip| skip.what == step.name);
                let skips: Vec<String> = skips.iter().map(|skip| format!("{} ({})", skip.what, skip.why)).collect();
                format!("{}skipped: {}", if whole { "" } else { "ran; " }, skips.join("; "))
            }
            Fate::Failed(error) => format!("FAILED: {}", error.lines().next().unwrap_or_default()),
        };
        println!("{:14} {seconds:>6.0} {busy:>9.0}  {fate}", step.name);
    }
    println!();
}

fn fmt(project: &Project) -> Result<()> {
    let manifests = project.files(&["Cargo.toml", "*/Cargo.toml"])?;
    for manifest in manifests {
        let formatted = project.cargo("fmt --check --manifest-path").arg(&manifest).quiet().run();
        formatted.with_context(|| format!("cargo fmt --manifest-path {manifest} has something to do"))?;
    }
    Ok(())
}

fn clippy(project: &Project) -> Result<()> {
    for what in [
        "--all-targets --all-features",
        "--no-default-features",
        "--no-default-features --features alloc,polyglot,serde",
        "--no-default-features --features bitboards",
        "--no-default-features --features simd",
        "--package xtask --package mutants --all-targets",
    ] {
        project.cargo(&format!("clippy {what} -- -Dwarnings")).run()?;
    }
    Ok(())
}

fn doc(project: &Project) -> Result<()> {
    for features in ["--all-features", "--no-default-features", "--no-default-features --features bitboards"] {
        project.cargo(&format!("doc --no-deps {features}")).env("RUSTDOCFLAGS", "-Dwarnings").run()?;
    }
    // As docs.rs does it: with a nightly, which marks what takes a feature.
    let Some(shell) = project.or_skip("docs.rs", tools::toolchain(project, tools::NIGHTLY, &[], "")) else {
        return Ok(());
    };
    let command = cargo(&shell, "doc --no-deps --lib --all-features --target-dir").arg(project.target.join("docsrs"));
    Ok(command.env("RUSTDOCFLAGS", "-Dwarnings --cfg docsrs").run()?)
}

/// Sets of features, in which any three of the four choices stand in every way that they can. `std` brings `alloc`, and `simd` brings
/// `bitboards`; `defmt` only derives, and is tried with the least and the most.
fn feature_sets() -> Vec<String> {
    let mut sets = vec!["defmt".to_owned(), "std simd serde polyglot defmt".to_owned()];
    for (a, growing) in ["", "alloc", "std"].into_iter().enumerate() {
        for (b, engine) in ["", "bitboards", "simd"].into_iter().enumerate() {
            for (c, serde) in ["", "serde"].into_iter().enumerate() {
                // The one of the two that the other three choose.
                let polyglot = ["", "polyglot"][(a + b + c) % 2];
                sets.push(format!("{growing} {engine} {serde} {polyglot}"));
            }
        }
    }
    sets
}

fn powerset(project: &Project) -> Result<()> {
    let sets = feature_sets();
    let threads = project.threads.parse().unwrap_or(1);
    let check = |slot: usize, shell: &Shell, target: &Path| -> Result<()> {
        for features in sets.iter().skip(slot).step_by(threads) {
            let command = cargo(shell, "check --quiet --lib --no-default-features --features").arg(features);
            let command = command.arg("--target-dir").arg(target).env("RUSTFLAGS", "-Dwarnings").quiet();
            command.run().with_context(|| format!("with the features: {features}"))?;
        }
        Ok(())
    };
    let slots = (0..threads).map(|slot| (slot, project.at(""), project.target.join(format!("powerset/{slot}"))));
    thread::scope(|scope| {
        let check = &check;
        let running: Vec<_> =
            slots.map(|(slot, shell, target)| scope.spawn(move || check(slot, &shell, &target))).collect();
        running.into_iter().try_for_each(|thread| thread.join().expect("a check does not panic"))
    })?;
    println!("{} sets of features compile", sets.len());
    Ok(())
}

fn checked(project: &Project) -> Result<()> {
    // All placements of four men take hours: they are run by hand. (The other tests have all checks in the step `test`.)
    let options = "--ignored --show-output --skip endings_of_four_men";
    let said = tee(project.cargo(&format!("test --profile checked --all-features --lib --test it -- {options}")))?;
    project.result("checked", &format!("{} tests", passed(&said)))?;
    for module in ["backends", "naive", "exhaustive"] {
        project.result(module, &shown(&said, module))?;
    }
    Ok(())
}

/// What the tests of a module printed.
fn shown(said: &str, module: &str) -> String {
    let mut lines = Vec::new();
    let mut inside = false;
    for line in said.lines() {
        if let Some(name) = line.strip_prefix("---- ") {
            inside = name.strip_prefix(module).is_some_and(|rest| rest.starts_with("::"));
        } else if inside && !line.is_empty() {
            lines.push(line);
        } else {
            inside = false;
        }
    }
    lines.join("\n")
}

/// Built with optimizations, as parquet is unbearable without. That at link time within each crate, which is the default, would be
/// a third more work.
fn dataset(project: &Project) -> Result<()> {
    let shell = project.at("examples/dataset");
    shell.set_var("CARGO_PROFILE_RELEASE_LTO", "off");
    // The module for Python, and the queries.
    let script = shell.cmd(project.root.join("examples/dataset/python/test")).arg(&project.target);
    script.env("FETCHING", project.target.join(tools::FETCHING)).run()?;
    Ok(cargo(&shell, "test --release --workspace --target-dir").arg(project.target.join("dataset")).run()?)
}

/// (That they all agree, the fuzz target `differential` holds on its seeds.)
fn peers(project: &Project) -> Result<()> {
    let shell = project.at("benches/peers");
    let target = project.target.join("peers");
    cargo(&shell, "build --profile suites --tests --examples --target-dir").arg(&target).run()?;
    for example in ["refusals", "verdicts"] {
        cargo(&shell, "run --profile suites --example").arg(example).arg("--target-dir").arg(&target).run()?;
    }
    Ok(())
}

fn web(project: &Project) -> Result<()> {
    let script = project.shell.cmd(project.root.join("web/test"));
    let said = tee(script.env("FETCHING", project.target.join(tools::FETCHING)))?;
    for (what, why) in skipped_of_web(&said) {
        project.skip(&what, why);
    }
    Ok(())
}

/// What `web/test` says that it cannot do, and why. (What the test runner skips is a figure.)
fn skipped_of_web(said: &str) -> Vec<(String, &str)> {
    let mut found = Vec::new();
    for line in said.lines().filter_map(|line| line.strip_prefix("web: ")) {
        if let Some((what, why)) = line.split_once("skipped, since ") {
            let part = what.trim_end_matches(" are ").trim_end();
            found.push((if part.is_empty() { "web".to_owned() } else { format!("web: {part}") }, why));
        } else if let Some((why, so)) = line.split_once(", so ") {
            found.push((format!("web: {so}"), why));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{ALONE, AT_ONCE, SAME_FOLDER, STEPS, Step, feature_sets, next, shown, skipped_of_web};
    use std::collections::BTreeSet;

    #[test]
    fn steps_have_names_of_their_own() {
        let names: BTreeSet<&str> = STEPS.iter().map(|step| step.name).collect();
        assert_eq!(names.len(), STEPS.len());
    }

    /// The steps in the order in which they are begun, if always the one that was begun first ends first.
    fn begun(mut waiting: Vec<&'static Step>) -> Vec<&'static str> {
        let (mut running, mut begun) = (Vec::new(), Vec::new());
        loop {
            while running.len() < AT_ONCE
                && let Some(at) = next(&waiting, &running)
            {
                let name = waiting.remove(at).name;
                running.push(name);
                begun.push(name);
                assert!(running == [name] || !running.contains(&ALONE), "{running:?}");
                for same in SAME_FOLDER {
                    assert!(running.iter().filter(|name| same.contains(name)).count() < 2, "{running:?}");
                }
            }
            if running.is_empty() {
                return begun;
            }
            running.remove(0);
        }
    }

    #[test]
    fn every_step_is_begun_once_and_beside_none_that_it_would_wait_for() {
        let order = begun(STEPS.iter().collect());
        let names: BTreeSet<&str> = order.iter().copied().collect();
        assert_eq!((order.len(), names.len()), (STEPS.len(), STEPS.len()));
        assert_eq!(order[..6], ["unlisted", "dangling", "map", "evidence", "fmt", ALONE]);
        // In a folder, the order is that of the list.
        for same in SAME_FOLDER {
            let listed: Vec<&str> = STEPS.iter().map(|step| step.name).filter(|name| same.contains(name)).collect();
            assert_eq!(listed.len(), same.len(), "{same:?}");
            assert!(order.iter().filter(|name| same.contains(name)).eq(&listed));
        }
    }

    #[test]
    fn three_features_meet_in_every_way() {
        let sets: Vec<Vec<String>> =
            feature_sets()[2..].iter().map(|set| set.split(' ').map(str::to_owned).collect()).collect();
        let choices = [3, 3, 2, 2];
        for left_out in 0..4 {
            let kept: Vec<usize> = (0..4).filter(|choice| *choice != left_out).collect();
            let met: BTreeSet<Vec<&str>> =
                sets.iter().map(|set| kept.iter().map(|&choice| set[choice].as_str()).collect()).collect();
            assert_eq!(met.len(), kept.iter().map(|&choice| choices[choice]).product::<usize>(), "{left_out}");
        }
    }

    #[test]
    fn what_tests_print_is_found() {
        let said = "test naive::a ... ok\n\nsuccesses:\n\n---- naive::a stdout ----\nChess: 5\nMakruk: 6\n\n\n---- uci::b stdout ----\n7\n\nsuccesses:\n    naive::a\n";
        assert_eq!(shown(said, "naive"), "Chess: 5\nMakruk: 6");
        assert_eq!(shown(said, "uci"), "7");
        assert_eq!(shown(said, "exhaustive"), "");
    }

    #[test]
    fn what_the_page_lacks_is_known() {
        let said = "web: skipped, since there is no compiler for wasm32\n\
            web: the page's tests are skipped, since there is no Chromium\n\
            web: chess.js cannot be had, so nothing is compared with it\n\
            web: built, but its tests are skipped, since there is no node\n\
            web: no wasm-opt, so sizes are told but not held to their limits\n\
            package: skipped 0\n";
        let names: Vec<String> = skipped_of_web(said).into_iter().map(|(what, _)| what).collect();
        let parts = ["the page's tests", "nothing is compared with it", "built, but its tests"];
        assert_eq!(names[0], "web");
        assert_eq!(names[1..4], parts.map(|part| format!("web: {part}")));
        assert_eq!(names[4], "web: sizes are told but not held to their limits");
    }
}

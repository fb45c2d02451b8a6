//! The tests in Miri, which interprets the library and fails where it does what the language does not define.

use std::path::Path;
use std::thread;

use anyhow::{Result, ensure};
use xshell::Shell;

use crate::project::{Project, cargo, passed, tee};
use crate::tools;

/// A build: its name, the features, what the target has, and the tests that CI runs, by parts of their names. Outside of CI all
/// are run but the slow.
type Build = (&'static str, &'static str, &'static str, &'static [&'static str]);

const BUILDS: [Build; 3] = [
    ("mailbox", "alloc", "", &["mailbox_and_bitboards_agree_in", "blocks_and_words"]),
    ("bitboards", "alloc bitboards polyglot", "", &["attacks::bits", "polyglot"]),
    ("avx2", "alloc simd", tools::AVX2, &["perft::simd"]),
];

/// Tests that would take Miri minutes, by the beginning of their names: they count work on large inputs, try all of something, or prove
/// that there is no mate.
const SLOW: [&str; 23] = [
    "tests::pgn_work",
    "tests::work",
    "merging_takes_work",
    "no_node_is_far",
    "equal_fingerprints",
    "every_character",
    "every_entry_agrees",
    "the_squares_between_two",
    "words_and_bytes_give",
    "every_legal_move_has_its_step",
    "no_proof_forgets_a_capture_en_passant",
    "what_is_proved_is_known",
    "where_there_is_a_mate_nothing_proves",
    "a_search_that_left_something_out",
    "a_proof_that_is_stopped",
    "mates_are_excluded",
    "men_captured_first",
    "pieces_castle_within",
    "positions_and_counts_are_those_of_the_moves",
    "sets_give_the_answers",
    "the_moves_of_a_set",
    "walls_with_a_free_king",
    "illegal_moves_are_never_claimable",
];

/// Modules of integration tests with little work in each test.
const INTEGRATION: [&str; 1] = ["draws::"];

/// Runs the tests, or only those for CI, the builds side by side: Miri takes one core. Addresses may not be made of numbers (strict
/// provenance).
pub fn run(project: &Project, quick: bool) -> Result<()> {
    let Some(shell) = project.or_skip("miri", tools::toolchain(project, tools::NIGHTLY, &["miri", "rust-src"], ""))
    else {
        return Ok(());
    };
    shell.set_var("MIRIFLAGS", "-Zmiri-strict-provenance");
    if quick {
        tools::unit_tests(project, &shell, "miri")?;
    }
    // The standard library, once for all.
    cargo(&shell, "miri setup").run()?;
    let target = project.target.join("miri");
    let results = thread::scope(|scope| {
        let running = BUILDS.map(|build| {
            let (shell, target) = (shell.clone(), &target);
            scope.spawn(move || one(&shell, target, build, quick))
        });
        let results = running.map(|thread| thread.join().expect("a run of Miri does not panic"));
        results.into_iter().collect::<Result<Vec<String>>>()
    })?;
    project.result(if quick { "miri-quick" } else { "miri" }, &format!("nothing found; {}", results.join(", ")))
}

/// Runs the tests of a build. How many passed.
fn one(shell: &Shell, target: &Path, (name, features, has, tests): Build, quick: bool) -> Result<String> {
    let test = |what: &[&str]| {
        let command = cargo(shell, "miri test --locked --no-default-features --features").arg(features).args(what);
        command.arg("--target-dir").arg(target).env("RUSTFLAGS", has)
    };
    let mut said = String::new();
    if quick {
        said += &tee(test(&["--lib"]).arg("--").args(tests))?;
    } else {
        let skips: Vec<&str> = SLOW.iter().flat_map(|test| ["--skip", test]).collect();
        said += &tee(test(&["--lib"]).arg("--").args(&skips))?;
        said += &tee(test(&["--test", "it"]).arg("--").args(&skips).args(INTEGRATION))?;
    }
    ensure!(passed(&said) > 0, "no test of {tests:?} ran");
    Ok(format!("{name}: {} tests", passed(&said)))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::SLOW;
    use crate::lines;
    use crate::project::Project;

    #[test]
    fn what_is_left_out_is_there() {
        let root = Project::find().expect("the repository").root;
        let paths = ["src", "tests/it"].map(|folder| lines::sources(&root.join(folder)).expect("sources"));
        let text: String = paths.concat().iter().map(|path| fs::read_to_string(path).expect("text")).collect();
        for name in SLOW {
            let name = name.rsplit("::").next().expect("a part");
            assert!(text.contains(&format!("fn {name}")) || text.contains(&format!("mod {name};")), "{name}");
        }
    }
}

//! The tests in Miri, which interprets the library and fails where it does what the language does not define.

use anyhow::{Result, ensure};

use crate::project::{Project, cargo, passed, tee};
use crate::tools;

/// The builds: features, what the target has, and the tests that CI runs, by parts of their names. Outside of CI all are run but
/// the slow.
const BUILDS: [(&str, &str, &str, &[&str]); 3] = [
    ("mailbox", "alloc", "", &["mailbox_and_bitboards_agree_in", "blocks_and_words"]),
    ("bitboards", "alloc bitboards polyglot", "", &["attacks::bits", "polyglot"]),
    ("avx2", "alloc simd", tools::AVX2, &["perft::simd", "moves::list"]),
];

/// Tests that would take Miri minutes: they count work on large inputs, or try all of something.
const SLOW: [&str; 11] = [
    "tests::pgn_work",
    "tests::work",
    "merging_takes_work",
    "no_node_is_far",
    "equal_fingerprints",
    "every_character",
    "every_entry_agrees",
    "the_squares_between_two",
    "words_and_bytes_give",
    "mate::",
    "illegal_moves_are_never_claimable",
];

/// Modules of integration tests with little work in each test.
const INTEGRATION: [&str; 1] = ["draws::"];

/// Runs the tests, or only those for CI. Addresses may not be made of numbers (strict provenance).
pub fn run(project: &Project, quick: bool) -> Result<()> {
    let Some(shell) = project.or_skip("miri", tools::toolchain(project, tools::NIGHTLY, &["miri", "rust-src"], ""))
    else {
        return Ok(());
    };
    shell.set_var("MIRIFLAGS", "-Zmiri-strict-provenance");
    let mut results = Vec::new();
    for (name, features, has, tests) in BUILDS {
        println!("Miri: {name}");
        let test = |what: &[&str]| {
            let command = cargo(&shell, "miri test --locked --no-default-features --features").arg(features);
            command.args(what).arg("--target-dir").arg(project.target.join("miri")).env("RUSTFLAGS", has)
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
        results.push(format!("{name}: {} tests", passed(&said)));
    }
    project.result(if quick { "miri-quick" } else { "miri" }, &format!("nothing found; {}", results.join(", ")))
}

//! The published totals by the program that people use, as they build it.

use std::path::PathBuf;

use anyhow::{Result, ensure};

use crate::machines;
use crate::project::{Project, cargo, on_linux_x86_64};

/// What the text and constants of the program without an operating system may take. (On 64-bit machines speed goes before size.)
const BARE_LIMIT: u64 = 19_700;

fn program(project: &Project) -> PathBuf {
    project.target.join("release/examples/perft")
}

/// Counts a suite with the release program.
fn suite(project: &Project, name: &str, options: &str) -> Result<()> {
    let path = format!("tests/data/perft_{name}.epd");
    let command = project.shell.cmd(program(project)).args(["--suite", &path, "--threads", &project.threads]);
    Ok(command.args(options.split_whitespace()).run()?)
}

/// The 0x88 engine alone, without bitboards and SIMD, gives the published totals.
pub fn mailbox(project: &Project) -> Result<()> {
    project.cargo("build --release --example perft --no-default-features --features alloc").run()?;
    suite(project, "cpw", "--max-nodes 20000000")?;
    suite(project, "chess960", "--max-nodes 100000")?;
    suite(project, "makruk", "--variant makruk")
}

/// The program with default features; then that its vectors are no calls.
pub fn inlined(project: &Project) -> Result<()> {
    project.cargo("build --release --example perft").run()?;
    if cfg!(not(target_arch = "x86_64")) {
        project.skip("inlined", "this is no x86-64");
        return Ok(());
    }
    crate::inlined::run(project, &program(project))
}

/// All suites with default features, then one by each back end.
pub fn suites(project: &Project) -> Result<()> {
    project.cargo("build --release --example perft").run()?;
    suite(project, "standard", "")?;
    suite(project, "chess960", "--max-nodes 10000000")?;
    suite(project, "cpw", "")?;
    suite(project, "cpw", "--hash 64")?;
    suite(project, "makruk", "--variant makruk")?;
    let listed = project.shell.cmd(program(project)).args(["--backend", "list"]).quiet().read()?;
    println!("{listed}");
    let names: Vec<&str> = listed.lines().map(|line| line.split(' ').next().unwrap_or_default()).collect();
    ensure!(
        listed.lines().next().is_some_and(|line| line.ends_with(" (default)")),
        "the first back end is not the default"
    );
    let accelerated = accelerated(&names);
    if accelerated.len() < if cfg!(target_arch = "x86_64") { 2 } else { 1 } {
        project.skip("back ends", &format!("of vectors and bitboards this machine has {accelerated:?} only"));
    }
    ensure!(!accelerated.is_empty() && names.contains(&"mailbox"), "a back end is missing: {names:?}");
    for name in names {
        suite(project, "cpw", &format!("--max-nodes 20000000 --backend {name}"))?;
    }
    Ok(())
}

/// The mailbox is in every build and walks move by move, so it proves nothing of the others.
fn accelerated<'a>(names: &[&'a str]) -> Vec<&'a str> {
    names.iter().filter(|name| **name != "mailbox").copied().collect()
}

/// Nothing underneath: no undefined symbol, no panic, no allocator, and small.
pub fn bare(project: &Project) -> Result<()> {
    if !on_linux_x86_64() {
        project.skip("bare", "the program is written for Linux on x86_64");
        return Ok(());
    }
    let shell = project.at("tests/bare");
    cargo(&shell, "build --release --target-dir").arg(project.target.join("bare")).run()?;
    let bare = project.target.join("bare/release/bare");
    for arguments in [
        ["8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "5", "674624"],
        ["r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", "4", "4085603"],
    ] {
        shell.cmd(&bare).args(arguments).run()?;
    }
    let undefined = shell.cmd("nm").arg("-u").arg(&bare).quiet().read()?;
    ensure!(undefined.is_empty(), "bare: undefined symbols: {undefined}");
    machines::lacks(&shell, &bare, &["panic", "alloc"])?;
    let bytes = machines::size(&shell, &bare)?;
    println!("bare: {bytes} bytes of text and constants");
    ensure!(bytes > 0 && bytes <= BARE_LIMIT, "bare: {bytes} bytes, which is more than {BARE_LIMIT}");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::accelerated;

    #[test]
    fn the_mailbox_is_no_second_back_end() {
        assert_eq!(accelerated(&["bitboards", "mailbox"]), ["bitboards"]);
        assert_eq!(accelerated(&["avx2", "bitboards", "mailbox"]).len(), 2);
    }
}

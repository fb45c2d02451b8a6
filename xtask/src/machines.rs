//! Machines without an operating system, for which an emulator stands: programs for microcontrollers, held to limits, and one that has
//! nothing underneath on this machine.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use xshell::Shell;

use crate::project::{Project, cargo};

const LIMITS: &str = "xtask/limits.txt";

/// Bytes of text and constants of a program.
pub fn size(shell: &Shell, program: &Path) -> Result<u64> {
    sections(shell, program, &[".text", ".rodata"])
}

/// Bytes of flash and of static variables of a firmware. What a variable is at the start stands in flash too.
pub fn footprint(shell: &Shell, program: &Path) -> Result<(u64, u64)> {
    let flash = sections(shell, program, &[".vector_table", ".text", ".rodata", ".data"])?;
    Ok((flash, sections(shell, program, &[".data", ".bss", ".uninit"])?))
}

fn sections(shell: &Shell, program: &Path, names: &[&str]) -> Result<u64> {
    let sections = shell.cmd("size").arg("-A").arg(program).quiet().read()?;
    let parts = sections.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    let bytes = parts.filter(|parts| parts.len() >= 2 && names.iter().any(|name| parts[0].starts_with(name)));
    Ok(bytes.map(|parts| parts[1].parse::<u64>()).sum::<Result<u64, _>>()?)
}

/// Fails if a program has a symbol with one of these words.
pub fn lacks(shell: &Shell, program: &Path, words: &[&str]) -> Result<()> {
    let symbols = shell.cmd("nm").arg("-C").arg(program).quiet().read()?;
    let unwanted = |line: &&str| words.iter().any(|word| line.to_lowercase().contains(word));
    let unwanted: Vec<&str> = symbols.lines().filter(unwanted).collect();
    ensure!(unwanted.is_empty(), "{} has unwanted symbols: {unwanted:?}", program.display());
    Ok(())
}

/// The symbols that no firmware has: panics, an allocator, formatted text.
pub const UNWANTED: [&str; 3] = ["panic", "alloc::", "core::fmt"];

/// A line that a program of `examples/embedded` says: what was measured, bytes of stack, and thousands of instructions on a machine whose
/// timer runs at 25 MHz (mps2); infinite if the timer was full.
#[derive(Debug, PartialEq)]
pub struct Measured {
    pub name: String,
    pub stack: u64,
    pub thousands: f64,
}

/// The bytes of memory of a micro:bit.
pub const MEMORY: u64 = 16_384;

/// Returns what the emulator loads into the memory above the static variables of a program: noise, as in a chip that nothing has cleared.
/// (The program itself sets its variables. The emulator loads zeros for them, and nothing else at the same place.)
fn noise(project: &Project, program: &Path) -> Result<String> {
    let (_, variables) = footprint(&project.shell, program)?;
    let bytes: Vec<u8> = (variables..MEMORY).map(|n| n.wrapping_mul(0x9E37_79B1).to_le_bytes()[3]).collect();
    let file = project.target.join("noise");
    fs::create_dir_all(&project.target)?;
    fs::write(&file, bytes)?;
    Ok(format!("loader,file={},addr={:#x},force-raw=on", file.display(), 0x2000_0000 + variables))
}

/// Runs a program on a machine of the emulator's, on which an instruction takes a nanosecond, and returns what it says.
pub fn emulate(project: &Project, machine: &str, program: &Path) -> Result<String> {
    let options = ["-nographic", "-monitor", "none", "-serial", "none", "-icount", "shift=0", "-semihosting-config"];
    let command = project.shell.cmd("timeout").arg("300").args(["qemu-system-arm", "-M", machine]).args(options);
    let command =
        command.arg("enable=on,target=native").arg("-device").arg(noise(project, program)?).arg("-kernel").arg(program);
    let output = command.quiet().ignore_status().output()?;
    let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{} on {machine}: {}\n{said}", program.display(), output.status);
    Ok(said.into_owned())
}

pub fn measured(line: &str) -> Option<Measured> {
    let (name, figures) = line.split_once(": stack ")?;
    let (stack, ticks) = figures.split_once(" ticks ")?;
    // A tick is 40 ns, and an instruction 1 ns.
    let thousands = ticks.parse().map_or(f64::INFINITY, |ticks: u32| f64::from(ticks) / 25.0);
    Some(Measured { name: name.to_owned(), stack: stack.parse().ok()?, thousands })
}

/// Builds a program of `examples/embedded` by the 0x88 engine alone: it cannot panic, and is not larger than it may be. With `run` it builds all,
/// and each ends well in the emulator and keeps to its stack; then `tests/chip` holds what it finds against what this computer finds.
pub fn cortex(project: &Project, run: bool) -> Result<()> {
    let shell = project.elsewhere("examples/embedded");
    let (limits, mut above) = (project.read(LIMITS)?, Vec::new());
    let target = project.target.join("targets");
    let rows = limits.lines().filter(|line| !line.starts_with('#'));
    for row in rows.take(if run { usize::MAX } else { 1 }) {
        let &[triple, machine, level, name, bytes_limit, stack_limit] = &row.split(' ').collect::<Vec<_>>()[..] else {
            bail!("{LIMITS}: {row} is no row of six");
        };
        let build = cargo(&shell, "build --quiet --release -Zbuild-std=core --target").args([triple, "--bin", name]);
        let build = build.arg("--target-dir").arg(&target).env("CARGO_PROFILE_RELEASE_OPT_LEVEL", level);
        build.run()?;
        let program = target.join(triple).join("release").join(name);
        // Inlining as much as level 2 does, the compiler keeps a few checks of bounds that always hold.
        if level != "2" {
            lacks(&shell, &program, &UNWANTED)?;
        }
        let bytes = size(&shell, &program)?;
        let said = if run { emulate(project, machine, &program)? } else { String::new() };
        let stack = said.lines().filter_map(measured).map(|line| line.stack).max();
        println!("{row}: {bytes} bytes{}", stack.map_or(String::new(), |stack| format!(", {stack} of stack")));
        ensure!(!run || stack.is_some(), "{name} says nothing");
        if bytes > bytes_limit.parse()? || stack.unwrap_or(0) > stack_limit.parse()? {
            above.push(row);
        }
    }
    ensure!(above.is_empty(), "above the limits of {LIMITS}: {above:#?}");
    if run {
        let (triple, chip) = ("thumbv7em-none-eabihf", project.elsewhere("tests/chip"));
        let build = cargo(&chip, "build --quiet --profile checked -Zbuild-std=core --target").arg(triple);
        build.arg("--target-dir").arg(&target).run()?;
        emulate(project, "mps2-an386", &target.join(triple).join("checked/chip"))?;
        println!("{triple}: what the chip says of the published suites is what this computer says");
    }
    Ok(())
}

/// The most bytes of text and constants of the program without an operating system. (On 64-bit machines speed goes before size.)
const BARE_LIMIT: u64 = 20_700;

/// Nothing underneath: no undefined symbol, no panic, no allocator, and small. (The program is written for Linux on x86-64.)
pub fn bare(project: &Project) -> Result<()> {
    let shell = project.at("tests/bare");
    cargo(&shell, "build --quiet --release --target-dir").arg(project.target.join("bare")).run()?;
    let bare = project.target.join("bare/release/bare");
    for arguments in [
        ["8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "5", "674624"],
        ["r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", "4", "4085603"],
    ] {
        shell.cmd(&bare).args(arguments).run()?;
    }
    let undefined = shell.cmd("nm").arg("-u").arg(&bare).quiet().read()?;
    ensure!(undefined.is_empty(), "bare: undefined symbols: {undefined}");
    lacks(&shell, &bare, &["panic", "alloc"])?;
    let bytes = size(&shell, &bare)?;
    println!("bare: {bytes} bytes of text and constants");
    ensure!(bytes > 0 && bytes <= BARE_LIMIT, "bare: {bytes} bytes, which is more than {BARE_LIMIT}");
    Ok(())
}

/// The limits of the firmware `examples/embedded/referee`, by its features: bytes of text and constants, bytes of memory that must never
/// have been in use, and games. The first is 51 KiB and a promise; the others have some room.
const REFEREES: [(&str, u64, u64, &str); 2] = [("", 52_224, 8_000, "200"), ("makruk", 82_500, 1_900, "30")];
/// The bytes that its line carries in an hour, ten bits each.
pub const HOUR: &str = "41472000";

/// Builds the firmware, and drives it over its serial line in the emulator: games, readings of a board, and garbage of every kind,
/// each reply held against the library on this machine. With another number of games, the firmware for chess alone; garbage goes on until the
/// line has carried so many bytes.
pub fn referee(project: &Project, other: Option<&str>, bytes: &str) -> Result<()> {
    for (features, flash, free, games) in REFEREES.into_iter().take(if other.is_none() { 2 } else { 1 }) {
        let firmware = referee_firmware(project, features)?;
        lacks(&project.shell, &firmware, &UNWANTED)?;
        let size = size(&project.shell, &firmware)?;
        println!("referee {features}: {size} bytes of text and constants");
        ensure!(size > 0 && size <= flash, "referee {features}: {size} bytes, which is more than {flash}");
        let unused = drive(project, &firmware, features, other.unwrap_or(games), bytes)?;
        ensure!(unused >= free, "referee {features}: {unused} bytes were never in use, fewer than {free}");
    }
    Ok(())
}

pub fn referee_firmware(project: &Project, features: &str) -> Result<PathBuf> {
    let shell = project.elsewhere("examples/embedded/referee");
    let build =
        cargo(&shell, "build --quiet --profile smallest -Zbuild-std=core --target thumbv6m-none-eabi --features");
    build.arg(features).arg("--target-dir").arg(project.target.join("targets")).run()?;
    Ok(project.target.join("targets/thumbv6m-none-eabi/smallest/referee"))
}

/// Drives a firmware of the referee, and returns the bytes of memory that were never in use.
pub fn drive(project: &Project, firmware: &Path, features: &str, games: &str, bytes: &str) -> Result<u64> {
    let (shell, target) = (project.at("examples/embedded/referee/driver"), project.target.join("referee"));
    cargo(&shell, "build --quiet --release --target-dir").arg(&target).run()?;
    let driver = shell.cmd("timeout").arg("7200").arg(target.join("release/driver"));
    let driver = driver.args((!features.is_empty()).then(|| format!("--{features}")));
    let driver = driver.args(["--games", games, "--bytes", bytes, "qemu-system-arm"]);
    let machine = "-M microbit -display none -monitor none -serial stdio -device";
    let said = driver.args(machine.split(' ')).arg(noise(project, firmware)?).arg("-kernel").arg(firmware).read()?;
    println!("{said}");
    let unused = said.rsplit_once("never in use: ").and_then(|(_, bytes)| bytes.split(' ').next());
    Ok(unused.context("the driver does not say what was never in use")?.parse()?)
}

#[cfg(test)]
mod tests {
    use super::{Measured, measured};

    #[test]
    fn figures_are_read() {
        let expected = Measured { name: "start 4".to_owned(), stack: 1492, thousands: 15_941.12 };
        assert_eq!(measured("start 4: stack 1492 ticks 398528"), Some(expected));
        assert_eq!(measured("something else"), None);
    }
}

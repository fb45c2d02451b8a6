//! The library on other machines than this, as far as emulators stand for them: microcontrollers, whose programs are held to
//! limits; its own tests where words are smaller or bytes lie in the other order; and WebAssembly.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use cargo_metadata::Message;
use xshell::{Cmd, Shell};

use crate::project::{Project, cargo};
use crate::tools;

const LIMITS: &str = "xtask/limits.txt";

/// What a machine came to. What is skipped was named to [`Project::skip`].
#[derive(PartialEq)]
enum Fate {
    Ran,
    Built,
    Skipped,
}

/// A machine by its name, and what is done for it.
type Machine = (&'static str, fn(&Project) -> Result<Fate>);

const MACHINES: [Machine; 6] = [
    ("cortex", cortex),
    ("aarch64", |project| hosted(project, &AARCH64)),
    ("s390x", |project| hosted(project, &S390X)),
    ("i686", |project| hosted(project, &I686)),
    ("wasm32", wasm),
    ("riscv32imac", riscv),
];

/// Builds and runs the library for other machines, all or those named. One that fails does not keep the others from running.
pub fn run(project: &Project, names: &[String]) -> Result<()> {
    for name in names {
        let known = MACHINES.map(|(name, _)| name);
        ensure!(known.contains(&name.as_str()), "no machine is called {name}; these are: {}", known.join(", "));
    }
    let (mut failed, mut fates) = (Vec::new(), Vec::new());
    for (name, machine) in
        MACHINES.iter().filter(|(name, _)| names.is_empty() || names.iter().any(|asked| asked == name))
    {
        match machine(project) {
            Ok(fate) => fates.push((name, fate)),
            Err(error) => {
                println!("{name} FAILED: {error:#}");
                failed.push(*name);
            }
        }
    }
    let of = |wanted: Fate| -> String {
        let names: Vec<&str> = fates.iter().filter(|(_, fate)| *fate == wanted).map(|(name, _)| **name).collect();
        if names.is_empty() { "none".to_owned() } else { names.join(", ") }
    };
    println!("machines run: {}; built only: {}; skipped: {}", of(Fate::Ran), of(Fate::Built), of(Fate::Skipped));
    ensure!(failed.is_empty(), "failed: {}", failed.join(", "));
    ensure!(fates.iter().any(|(_, fate)| *fate != Fate::Skipped), "every machine was skipped");
    if fates.len() == MACHINES.len() {
        let [ran, built, skipped] = [Fate::Ran, Fate::Built, Fate::Skipped].map(of);
        project.result("targets", &format!("run: {ran}; built only: {built}; skipped: {skipped}"))?;
    }
    Ok(())
}

/// Bytes of text and constants of a program.
pub fn size(shell: &Shell, program: &Path) -> Result<u64> {
    let sections = shell.cmd("size").arg("-A").arg(program).quiet().read()?;
    let parts = sections.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    let bytes = parts.filter(|parts| parts.len() >= 2 && (parts[0] == ".text" || parts[0].starts_with(".rodata")));
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

/// What no firmware has: panics, an allocator, formatted text.
pub const UNWANTED: [&str; 3] = ["panic", "alloc::", "core::fmt"];

/// A line that a program of `examples/embedded` says: what was measured, bytes of stack, and the timer's ticks, if it did not
/// overflow.
#[derive(Debug, PartialEq)]
pub struct Measured {
    pub name: String,
    pub stack: u64,
    ticks: Option<u64>,
}

/// Runs a program on a machine of the emulator's, on which an instruction takes a nanosecond.
pub fn emulate(project: &Project, emulator: &[String], machine: &str, program: &Path) -> Result<Vec<Measured>> {
    let options = ["-nographic", "-monitor", "none", "-serial", "none", "-icount", "shift=0", "-semihosting-config"];
    let command = project.shell.cmd("timeout").arg("300").args(emulator).args(["-M", machine]).args(options);
    let command = command.arg("enable=on,target=native").arg("-kernel").arg(program);
    let output = command.quiet().ignore_status().output()?;
    let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{} on {machine}: {}\n{said}", program.display(), output.status);
    Ok(said.lines().filter_map(measured).collect())
}

fn measured(line: &str) -> Option<Measured> {
    let (name, figures) = line.split_once(": stack ")?;
    let (stack, ticks) = figures.split_once(" ticks ")?;
    Some(Measured { name: name.to_owned(), stack: stack.parse().ok()?, ticks: ticks.trim().parse().ok() })
}

/// The programs of `examples/embedded` by the 0x88 engine alone: none can panic, each ends well, and none costs more than it may. Then
/// `tests/chip`, which holds what it finds against what this computer finds.
fn cortex(project: &Project) -> Result<Fate> {
    let had = tools::compiler(project, "examples/embedded").and_then(|s| Ok((s, tools::machine_emulator(project)?)));
    let Some((shell, emulator)) = project.or_skip("targets: cortex", had) else { return Ok(Fate::Skipped) };
    let (limits, mut above) = (project.read(LIMITS)?, Vec::new());
    // The timer ticks once for so many thousandths of instructions.
    let machines = [
        ("thumbv6m-none-eabi", "microbit", 62_500, &["s", "z"][..]),
        ("thumbv7em-none-eabihf", "mps2-an386", 40_000, &["2", "s", "z"]),
    ];
    for (triple, machine, tick, levels) in machines {
        for &level in levels {
            let rows = limits.lines().map(|line| line.split(' ').collect::<Vec<_>>());
            let rows: Vec<_> = rows.filter(|row| row.len() == 6 && row[..2] == [triple, level]).collect();
            ensure!(!rows.is_empty(), "{LIMITS} has no program for {triple} at level {level}");
            let target = project.target.join("targets");
            let build =
                cargo(&shell, "build --quiet --release -Zbuild-std=core --target").args([triple, "--target-dir"]);
            let build = build.arg(&target).args(rows.iter().flat_map(|row| ["--bin", row[2]]));
            build.env("CARGO_PROFILE_RELEASE_OPT_LEVEL", level).run()?;
            for row in rows {
                let program = target.join(triple).join("release").join(row[2]);
                // Inlining as much as level 2 does, the compiler keeps a few checks of bounds that always hold.
                if level != "2" {
                    lacks(&shell, &program, &UNWANTED)?;
                }
                let lines = emulate(project, &emulator, machine, &program)?;
                let stack =
                    lines.iter().map(|line| line.stack).max().with_context(|| format!("{} says nothing", row[2]))?;
                let thousands = lines[0].ticks.map_or(u64::MAX, |ticks| ticks * tick / 1_000_000);
                let figures = [size(&shell, &program)?, stack, thousands];
                let [bytes, stack, thousands] = figures;
                println!(
                    "{triple} {level} {}: {bytes} bytes, {stack} of stack, {thousands} thousand instructions",
                    row[2]
                );
                for ((figure, limit), what) in
                    figures.into_iter().zip(&row[3..]).zip(["bytes", "stack", "thousand instructions"])
                {
                    if let Some(error) = hold(figure, limit)? {
                        above.push(format!("{triple} {level} {}, {what}: {error}", row[2]));
                    }
                }
            }
        }
    }
    shell.change_dir(project.root.join("tests/chip"));
    let (triple, target) = ("thumbv7em-none-eabihf", project.target.join("targets"));
    let build =
        cargo(&shell, "build --quiet --profile checked -Zbuild-std=core --target").args([triple, "--target-dir"]);
    build.arg(&target).run()?;
    emulate(project, &emulator, "mps2-an386", &target.join(triple).join("checked/chip"))?;
    println!("{triple}: what the chip says of the published suites is what this computer says");
    ensure!(above.is_empty(), "above the limits of {LIMITS}:\n{}", above.join("\n"));
    Ok(Fate::Ran)
}

/// Holds a figure to its limit, which is a number, or `-` for none. Far below, the limit should be lower, which is told.
fn hold(figure: u64, limit: &str) -> Result<Option<String>> {
    if limit == "-" {
        return Ok(None);
    }
    let limit: u64 = limit.parse().with_context(|| format!("{LIMITS}: {limit} is no number"))?;
    if figure * 100 < limit * 95 {
        println!("  {figure}, with room below the limit of {limit}");
    }
    Ok((figure > limit).then(|| format!("{figure} is above {limit}")))
}

/// A processor for which a program of this system is emulated, or none is needed (an empty name): what the GNU tools and Debian
/// call it, and what is built and run.
struct Hosted {
    name: &'static str,
    gnu: &'static str,
    debian: &'static str,
    emulator: &'static str,
    /// The options that build the standard library, where rustup has none.
    build_std: &'static str,
    builds: &'static [Build],
}

/// Tests of a package: its folder, or [`UNIT_TESTS`], the options, and those tests that are run (all, if none is named).
struct Build {
    folder: &'static str,
    options: &'static str,
    tests: &'static [&'static str],
}

/// Where the library's unit tests are.
const UNIT_TESTS: &str = "src";

/// The tests that another machine could fail, with default features, in which the mailbox is one of the back ends of perft.
const TARGETS: Build = Build { folder: "tests/targets", options: "--profile emulated", tests: &[] };
/// The same by the 0x88 engine alone, which keeps piece lists instead of bitboards.
const MAILBOX: Build =
    Build { folder: "tests/targets", options: "--profile emulated --no-default-features --features std", tests: &[] };
/// The library's own, by the 0x88 engine alone.
const WHOLE: Build =
    Build { folder: ".", options: "--no-default-features --features alloc --lib --test it", tests: &[] };

const AARCH64: Hosted = Hosted {
    name: "aarch64",
    gnu: "aarch64-linux-gnu",
    debian: "arm64",
    emulator: "qemu-aarch64",
    build_std: "",
    // A machine with vectors of its own holds them to the portable lanes.
    builds: &[TARGETS, Build { folder: UNIT_TESTS, options: "", tests: &["perft::simd"] }],
};
const S390X: Hosted = Hosted {
    name: "s390x",
    gnu: "s390x-linux-gnu",
    debian: "s390x",
    emulator: "qemu-s390x",
    build_std: "-Zbuild-std=std,test -Zbuild-std-features=panic-unwind",
    builds: &[TARGETS, MAILBOX],
};
const I686: Hosted = Hosted {
    name: "i686",
    gnu: "i686-linux-gnu",
    debian: "i386",
    emulator: if cfg!(target_arch = "x86_64") { "" } else { "qemu-i386" },
    build_std: "",
    // Not emulated: in the profile of the step `test-mailbox`, whose dependencies are there already.
    builds: &[Build { options: "", ..TARGETS }],
};

fn hosted(project: &Project, machine: &Hosted) -> Result<Fate> {
    let had = project.or_skip(&format!("targets: {}", machine.name), linker(project, machine));
    let Some((shell, flags, emulator)) = had else { return Ok(Fate::Skipped) };
    for build in machine.builds {
        hosted_build(project, machine, build, &shell, &flags, &emulator)?;
    }
    Ok(Fate::Ran)
}

/// The whole tests by the 0x88 engine alone: where words have 32 bits, as on a microcontroller, if programs for such a machine can be
/// had here. ([`S390X`] has 64 bits.)
pub fn mailbox(project: &Project) -> Result<()> {
    match linker(project, &I686) {
        Ok((shell, flags, emulator)) => hosted_build(project, &I686, &WHOLE, &shell, &flags, &emulator),
        Err(why) => {
            println!("with the words of this machine, since {} cannot be had: {why:#}", I686.name);
            Ok(project.cargo(&format!("test {}", WHOLE.options)).run()?)
        }
    }
}

/// The compiler, the flags with which it links, and the emulator. No C compiler for the machine is needed, so what starts a
/// program and what ends it are named.
fn linker(project: &Project, machine: &Hosted) -> Result<(Shell, String, Vec<String>)> {
    let Hosted { name, gnu, debian, emulator, .. } = machine;
    let library =
        if machine.build_std.is_empty() { format!("rust-std-{}", triple(machine)) } else { "rust-src".to_owned() };
    let shell = tools::toolchain(project, tools::ELSEWHERE, &[&library], "")?;
    let compiler = tools::needs(project, &format!("gcc-{gnu}"), "gcc-")?;
    let runtime = tools::needs(project, &compiler, "libgcc-")?;
    tools::unpack(project, name, &[&format!("libc6-dev-{debian}-cross"), &runtime], false)?;
    let root = tools::unpacked(project).join("usr");
    let begin = root.join(gnu).join("lib");
    let ends: Vec<PathBuf> = shell.read_dir(root.join("lib/gcc-cross").join(gnu))?;
    let (begin, end) = (begin.display(), ends.first().context("libgcc has no folder")?.display());
    let flags = format!(
        "-Clinker=rust-lld -Clinker-flavor=ld.lld -Ctarget-feature=+crt-static -Crelocation-model=static \
         -Lnative={begin} -Lnative={end} -Zpre-link-args={begin}/crt1.o -Zpre-link-args={begin}/crti.o \
         -Zpre-link-args={end}/crtbeginT.o -Clink-arg=--start-group -Clink-arg=-lgcc -Clink-arg=-lgcc_eh -Clink-arg=-lc \
         -Clink-arg=--end-group -Clink-arg={end}/crtend.o -Clink-arg={begin}/crtn.o"
    );
    let emulator = if emulator.is_empty() { Vec::new() } else { tools::emulator(project, emulator, "qemu-user")? };
    Ok((shell, flags, emulator))
}

fn triple(machine: &Hosted) -> String {
    format!("{}-unknown-linux-gnu", machine.name)
}

fn hosted_build(
    project: &Project,
    machine: &Hosted,
    build: &Build,
    shell: &Shell,
    flags: &str,
    emulator: &[String],
) -> Result<()> {
    let there = shell.clone();
    if build.folder == UNIT_TESTS {
        tools::unit_tests(project, &there, machine.name)?;
    } else {
        there.change_dir(project.root.join(build.folder));
    }
    let command = cargo(&there, "test --quiet --no-run --message-format=json --target").arg(triple(machine));
    let command = command
        .arg("--target-dir")
        .arg(project.target.join("targets"))
        .args(build.options.split_whitespace())
        .args(machine.build_std.split_whitespace());
    let messages = command.env("RUSTFLAGS", flags).quiet().read()?;
    let mut count = 0;
    for message in Message::parse_stream(messages.as_bytes()) {
        let Message::CompilerArtifact(artifact) = message? else { continue };
        let Some(program) = artifact.executable else { continue };
        // `cargo test` runs in the folder of the package; so do its tests here.
        let words = ["timeout", "900"].iter().map(ToString::to_string).chain(emulator.iter().cloned());
        let mut words = words.chain([program.to_string()]).chain(build.tests.iter().map(ToString::to_string));
        let command = there.cmd(words.next().unwrap_or_default()).args(words).env("PROPTEST_CASES", "16");
        let output = command.quiet().ignore_status().output()?;
        let said = String::from_utf8_lossy(&output.stdout);
        ensure!(output.status.success(), "{}\n{said}{}", output.status, String::from_utf8_lossy(&output.stderr));
        let result = said.lines().rfind(|line| line.starts_with("test result")).context("the tests told no result")?;
        println!("{}, {} {}: {result}", machine.name, build.folder, build.options);
        count += 1;
    }
    ensure!(count > 0, "no tests were built in {}", build.folder);
    Ok(())
}

/// Counts and speed in node: the 0x88 engine alone, bitboards, portable lanes, and lanes in the machine's own vectors.
fn wasm(project: &Project) -> Result<Fate> {
    let triple = "wasm32-unknown-unknown";
    let had =
        tools::compiler(project, "tests/wasm").and_then(|s| tools::programs(project, &["node", "npm"]).map(|()| s));
    let Some(shell) = project.or_skip("targets: wasm32", had) else { return Ok(Fate::Skipped) };
    let package = project.root.join("web/js");
    let fetching = tools::fetching(project)?;
    if !package.join("node_modules/chess.js").exists() {
        let npm = project.at("web/js");
        let install = npm.cmd("npm").args(["install", "--no-audit", "--no-fund", "--loglevel=error"]).quiet();
        if let Err(error) = install.ignore_stdout().run() {
            project.skip("targets: chess.js beside wasm32", &error.to_string());
        }
    }
    drop(fetching);
    let mut modules = Vec::new();
    for (name, features) in [("mailbox", ""), ("bitboards", "bitboards"), ("portable", "simd"), ("simd128", "simd")] {
        let target = project.target.join("targets");
        let command =
            cargo(&shell, "build --quiet --profile fast -Zbuild-std=core --target").args([triple, "--target-dir"]);
        let mut command = command.arg(&target).args(["--features", features]);
        if name == "simd128" {
            // For what is ours, so that the library beneath is built once.
            command = command.arg("-Zprofile-rustflags");
            for package in ["chess0x88", "wasm"] {
                let flags = format!("profile.fast.package.{package}.rustflags=[\"-Ctarget-feature=+simd128\"]");
                command = command.arg("--config").arg(flags);
            }
        }
        command.run()?;
        let module = target.join(format!("{name}.wasm"));
        std::fs::copy(target.join(triple).join("fast/wasm.wasm"), &module)?;
        modules.push(module);
    }
    let test = project.shell.cmd("node").arg("tests/wasm/test.mjs").arg("tests/data/perft_cpw.epd");
    // Node takes a folder to look in by the slash at its end.
    test.arg(format!("{}/", package.display())).args(modules).run()?;
    Ok(Fate::Ran)
}

/// Nothing here runs this one.
fn riscv(project: &Project) -> Result<Fate> {
    let Some(shell) = project.or_skip("targets: riscv32imac", tools::compiler(project, "tests/cost")) else {
        return Ok(Fate::Skipped);
    };
    let build =
        cargo(&shell, "build --quiet --release -Zbuild-std=core --target riscv32imac-unknown-none-elf --bin history");
    build.arg("--target-dir").arg(project.target.join("targets")).run()?;
    Ok(Fate::Built)
}

/// What a firmware of `examples/embedded/referee` is held to, by its features: bytes of flash, bytes of memory that must never
/// have been in use, and games. The first is 43 KiB and a promise; the others have some room.
const REFEREES: [(&str, u64, u32, u32); 2] = [("", 44_032, 6_500, 200), ("makruk", 70_400, 2_100, 30)];

/// Builds the firmware, and drives it over its serial line in the emulator: games, readings of a board, and garbage of every kind,
/// each reply held against the library on this machine.
pub fn referee(project: &Project) -> Result<()> {
    let folder = "examples/embedded/referee";
    let had = tools::compiler(project, folder).and_then(|s| Ok((s, tools::machine_emulator(project)?)));
    let Some((shell, emulator)) = project.or_skip("referee", had) else { return Ok(()) };
    let target = project.target.join("referee");
    let driver = project.at(&format!("{folder}/driver"));
    cargo(&driver, "build --quiet --release --target-dir").arg(&target).run()?;
    for (features, flash, free, games) in REFEREES {
        let build =
            cargo(&shell, "build --quiet --profile smallest -Zbuild-std=core --target thumbv6m-none-eabi --features");
        build.arg(features).arg("--target-dir").arg(project.target.join("targets")).run()?;
        let firmware = project.target.join("targets/thumbv6m-none-eabi/smallest/referee");
        lacks(&shell, &firmware, &UNWANTED)?;
        let bytes = size(&shell, &firmware)?;
        println!("referee {features}: {bytes} bytes of flash");
        ensure!(bytes > 0 && bytes <= flash, "referee {features}: {bytes} bytes of flash, which is more than {flash}");
        let drive: Cmd<'_> = driver.cmd("timeout").arg("600").arg(target.join("release/driver"));
        let drive = drive.args((!features.is_empty()).then(|| format!("--{features}")));
        let drive = drive.args(["--games", &games.to_string(), "--free", &free.to_string()]).args(&emulator);
        drive.args("-M microbit -display none -monitor none -serial stdio -kernel".split(' ')).arg(firmware).run()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Measured, hold, measured};

    #[test]
    fn figures_are_read() {
        let expected = Measured { name: "start 4".to_owned(), stack: 1492, ticks: Some(398_528) };
        assert_eq!(measured("start 4: stack 1492 ticks 398528"), Some(expected));
        let expected = Measured { name: "a".to_owned(), stack: 8, ticks: None };
        assert_eq!(measured("a: stack 8 ticks more"), Some(expected));
        assert_eq!(measured("something else"), None);
    }

    #[test]
    fn limits_hold() {
        assert_eq!(hold(100, "-").expect("a limit"), None);
        assert_eq!(hold(100, "100").expect("a limit"), None);
        assert!(hold(101, "100").expect("a limit").is_some());
        assert!(hold(1, "many").is_err());
    }
}

//! The costs of the library: bytes of code for each thing that it does, stack, and the time that a build takes.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use tool::grouped;
use xshell::{Cmd, Shell};

use crate::machines;
use crate::project::{Project, cargo};

const PAGE: &str = "docs/cost.md";
const TRIPLES: [&str; 3] = ["thumbv6m-none-eabi", "wasm32-unknown-unknown", "x86_64-unknown-linux-gnu"];

/// The measured thing, the program in `tests/cost` that does it, and the one without it.
const ASKED: [[&str; 3]; 26] = [
    ["FEN in", "fen-in", "nothing"],
    ["legal moves, and playing one", "moves", "fen-in"],
    ["perft", "perft", "fen-in"],
    ["FEN in, lenient", "fen-lenient", "fen-in"],
    ["FEN out", "fen-out", "moves"],
    ["SAN in: `parse_san`", "san-in", "moves"],
    ["SAN in: `san::parse_strict`, with what writes SAN", "san-strict", "moves"],
    ["SAN out", "san-out", "moves"],
    ["UCI in", "uci-in", "moves"],
    ["UCI out", "uci-out", "moves"],
    ["outcome", "outcome", "moves"],
    ["history: repetition, claims, outcome", "history", "moves"],
    ["PGN reader, with SAN in", "pgn", "moves"],
    ["key", "key", "moves"],
    ["static exchange evaluation", "see", "moves"],
    ["packed positions, in and out", "packed", "moves"],
    ["Makruk beside chess", "makruk", "moves"],
    ["`infer`: the move that a reading shows", "eboard", "moves"],
    ["`BoardReader`, over UCI in", "reader", "uci-in"],
    ["`cannot_mate`", "cannot-mate", "moves"],
    ["SVG, with what formats texts", "svg", "moves"],
    ["whole: FEN in, perft", "perft", "nothing"],
    ["whole: FEN in, perft, of chess and Makruk", "both", "nothing"],
    ["whole: FEN, SAN and UCI in and out, perft, history", "device", "nothing"],
    ["`bitboards`: legal moves", "moves-bitboards", "moves"],
    ["chess0x88-perft, over perft", "vectors", "perft"],
];

/// Programs that count perft, by the library that they use.
const NO_PERFT: &str = "fn perft(_: &str, depth: u8) -> u64 { depth.into() }";
const OUR_PERFT: &str = "fn perft(fen: &str, depth: u8) -> u64 {
    fen.parse().map_or(0, |position: chess0x88::Chess| chess0x88::perft(&position, depth))
}";
const COZY_PERFT: &str = "fn count(board: &cozy_chess::Board, depth: u8) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            nodes += moves.len() as u64;
            return false;
        }
        for mv in moves {
            let mut board = board.clone();
            board.play_unchecked(mv);
            nodes += count(&board, depth - 1);
        }
        false
    });
    nodes
}
fn perft(fen: &str, depth: u8) -> u64 { fen.parse().map_or(0, |board| count(&board, depth)) }";
const SHAKMATY_PERFT: &str = "fn perft(fen: &str, depth: u8) -> u64 {
    let fen: Result<shakmaty::fen::Fen, _> = fen.parse();
    let position = fen.map(|fen| fen.into_position::<shakmaty::Chess>(shakmaty::CastlingMode::Standard));
    position.map_or(0, |position| position.map_or(0, |position| shakmaty::perft(&position, depth.into())))
}";
const MAIN: &str = "
fn main() {
    let (fen, depth) = (std::env::args().nth(1).unwrap_or_default(), std::env::args().len() as u8);
    println!(\"{}\", perft(&fen, depth));
}
";

/// Bytes by target and program.
type Bytes = BTreeMap<(&'static str, String), u64>;

struct Costs<'a> {
    project: &'a Project,
    work: PathBuf,
    write: bool,
}

/// The costs of a build on this computer.
struct Host {
    seconds: f64,
    bytes: u64,
    crates: usize,
}

/// Measures, and says what is larger than in docs/cost.md, or makes the page anew.
pub fn run(project: &Project, write: bool) -> Result<()> {
    let costs = Costs { project, work: project.target.join("cost"), write };
    fs::create_dir_all(&costs.work)?;
    let hosts = costs.hosts()?;
    let shell = project.elsewhere("tests/cost");
    // Those that a feature makes bear its name in the table.
    let featured = |program: &&str| program.ends_with("-bitboards");
    let programs: BTreeSet<&str> =
        ASKED.iter().flat_map(|row| row[1..].to_vec()).filter(|name| !featured(name)).collect();
    let programs: Vec<&str> = programs.into_iter().collect();
    let mut bytes = Bytes::new();
    for triple in TRIPLES {
        costs.build(&shell, triple, "", &programs, &mut bytes)?;
        costs.build(&shell, triple, "bitboards", &["moves"], &mut bytes)?;
    }
    let (code, firmwares, (sizes, stacks)) = (code_table(&bytes)?, costs.firmware_table()?, costs.stack_table()?);
    if write {
        let compiler = shell.cmd("rustc").arg("--version").quiet().read()?;
        let page = format!(
            include_str!("../cost.md"),
            compiler = compiler,
            code = code,
            firmwares = firmwares,
            sizes = sizes,
            stacks = stacks,
            hosts = hosts
        );
        fs::write(project.root.join(PAGE), page)?;
        println!("{PAGE} written");
    } else {
        print!("{}", beside(&project.read(PAGE)?, &[code, firmwares, sizes, stacks, hosts].concat())?);
    }
    Ok(())
}

impl Costs<'_> {
    /// Builds programs for a target, and notes how large they are: text and constants, or the whole of a wasm module.
    fn build(
        &self,
        shell: &Shell,
        triple: &'static str,
        feature: &str,
        programs: &[&str],
        bytes: &mut Bytes,
    ) -> Result<()> {
        let bins = programs.iter().flat_map(|program| ["--bin", program]);
        self.stripped(shell, triple).args(["--features", feature]).args(bins).run()?;
        for program in programs {
            let file = self.work.join(triple).join("stripped").join(program);
            let size = if triple.starts_with("wasm32") {
                fs::metadata(file.with_extension("wasm"))?.len()
            } else {
                machines::size(shell, &file)?
            };
            let name = if feature.is_empty() { (*program).to_owned() } else { format!("{program}-{feature}") };
            bytes.insert((triple, name), size);
        }
        Ok(())
    }

    /// Builds for a machine without operating system. What the compiler calls on its own account (memcpy) has to come from somewhere.
    fn stripped<'s>(&self, shell: &'s Shell, triple: &str) -> Cmd<'s> {
        let build =
            "build --quiet --profile stripped -Zbuild-std=core -Zbuild-std-features=compiler-builtins-mem --target";
        cargo(shell, build).args([triple, "--target-dir"]).arg(&self.work)
    }

    /// Measures each firmware of `examples/embedded` on a micro:bit, and the peak of its stack in the emulator.
    fn firmware_table(&self) -> Result<String> {
        let (project, mut table) = (self.project, String::new());
        let mut row = |name: &str, program: &Path, stack: &dyn Fn(u64) -> Option<u64>| {
            let (flash, statics) = machines::footprint(&project.shell, program)?;
            let stack = stack(statics).with_context(|| format!("{name} told no stack"))?;
            let [flash, statics, stack] = [flash, statics, stack].map(grouped);
            Ok::<_, anyhow::Error>(writeln!(table, "| `{name}` | {flash} | {statics} | {stack} |")?)
        };
        for name in ["clock", "board", "puzzles", "stored"] {
            let program = self.embedded("thumbv6m-none-eabi", name, "16K")?;
            let said = machines::emulate(project, "microbit", &program)?;
            row(name, &program, &|_| said.lines().filter_map(machines::measured).map(|line| line.stack).max())?;
        }
        let referee = machines::referee_firmware(project, "")?;
        let unused = machines::drive(project, &referee, "", "5", "0")?;
        row("referee", &referee, &|statics| machines::MEMORY.checked_sub(statics + unused))?;
        Ok("| firmware | flash, bytes | static variables, bytes | stack, bytes |\n|---|---:|---:|---:|\n".to_owned()
            + &table)
    }

    /// The sizes of the types, and the peak and the time of each entry point, as examples/embedded measures them.
    fn stack_table(&self) -> Result<(String, String)> {
        let said = |triple, machine| {
            // The code of a Cortex-M0 too runs on a machine with room for the largest.
            machines::emulate(self.project, machine, &self.embedded(triple, "stacks", "64K")?)
        };
        let small = said("thumbv6m-none-eabi", "mps2-an385")?;
        let large = said("thumbv7em-none-eabihf", "mps2-an386")?;
        let (mut sizes, mut stacks) = ("| type | bytes |\n|---|---:|\n".to_owned(), String::new());
        for (name, bytes) in small.lines().filter_map(|line| line.split_once(": bytes ")) {
            writeln!(sizes, "| `{name}` | {} |", grouped(bytes.parse::<u64>()?))?;
        }
        for (small, large) in small.lines().zip(large.lines()) {
            if let (Some(small), Some(large)) = (machines::measured(small), machines::measured(large)) {
                let [small_time, large_time] = [small.thousands, large.thousands].map(decimal);
                writeln!(stacks, "| {} | {} | {small_time} | {large_time} |", small.name, grouped(small.stack))?;
            }
        }
        ensure!(!stacks.is_empty(), "the emulator told no stack");
        let head = "| call | stack, bytes | Cortex-M0, 1,000 instructions | Cortex-M4, 1,000 instructions |\n|---|---:|---:|---:|\n";
        Ok((sizes, head.to_owned() + &stacks))
    }

    /// Builds a program of examples/embedded for a machine with so much memory.
    fn embedded(&self, triple: &str, name: &str, ram: &str) -> Result<PathBuf> {
        let shell = self.project.elsewhere("examples/embedded");
        self.stripped(&shell, triple).env("RAM", ram).args(["--bin", name]).run()?;
        Ok(self.work.join(triple).join("stripped").join(name))
    }

    /// The table of builds on this computer.
    fn hosts(&self) -> Result<String> {
        let root = self.project.root.display();
        let ours = format!("chess0x88 = {{ path = \"{root}\"");
        let empty = self.host("nothing", NO_PERFT, "")?.bytes;
        let mut table = "| dependency | seconds | crates | bytes |\n|---|---:|---:|---:|\n".to_owned();
        let mut row = |label: &str, host: &Host| {
            // Of a machine that does other things meanwhile only the bytes are worth comparing.
            let (seconds, crates) = if self.write {
                (format!("{:.2}", host.seconds), host.crates.to_string())
            } else {
                ("-".to_owned(), "-".to_owned())
            };
            writeln!(table, "| {label} | {seconds} | {crates} | {} |", grouped(host.bytes.saturating_sub(empty)))
        };
        row("chess0x88", &self.host("default", OUR_PERFT, &format!("{ours} }}"))?)?;
        let mailbox = format!("{ours}, default-features = false }}");
        row("chess0x88 without default features", &self.host("mailbox", OUR_PERFT, &mailbox)?)?;
        if self.write {
            let thiserror = "thiserror = { version = \"2\", default-features = false }";
            row("thiserror, which is in both", &self.host("thiserror", NO_PERFT, thiserror)?)?;
            row("cozy-chess 0.3.4", &self.host("cozy", COZY_PERFT, "cozy-chess = \"=0.3.4\"")?)?;
            row("shakmaty 0.30.0", &self.host("shakmaty", SHAKMATY_PERFT, "shakmaty = \"=0.30.0\"")?)?;
        }
        Ok(table)
    }

    /// A package with one dependency, and a program that reads a FEN and counts; built from nothing if the page is made.
    fn host(&self, name: &str, perft: &str, dependency: &str) -> Result<Host> {
        let (folder, target) = (self.work.join("host").join(name), self.work.join("host/target"));
        let shell = self.project.at("");
        shell.create_dir(folder.join("src"))?;
        shell.change_dir(&folder);
        let manifest = format!(
            "[package]\nname = \"host\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[dependencies]\n{dependency}\n\
             [profile.release]\nstrip = true\n[workspace]\n"
        );
        shell.write_file("Cargo.toml", manifest)?;
        shell.write_file("src/main.rs", format!("{perft}\n{MAIN}"))?;
        if self.write {
            shell.remove_path("Cargo.lock")?;
            shell.remove_path(&target)?;
        }
        // The package was made here: it has no lock file that could be held.
        shell.cmd("cargo").args(["fetch", "--quiet"]).run()?;
        let before = seconds_of_children()?;
        cargo(&shell, "build --quiet --release --target-dir").arg(&target).run()?;
        let seconds = seconds_of_children()? - before;
        let tree = cargo(&shell, "tree -e normal,build --prefix none").quiet().ignore_stderr().read()?;
        let crates: BTreeSet<&str> =
            tree.lines().map(|line| line.trim_end_matches(" (*)")).filter(|line| !line.is_empty()).collect();
        let bytes = fs::metadata(target.join("release/host"))?.len();
        Ok(Host { seconds, bytes, crates: crates.len() - 1 })
    }
}

fn code_table(bytes: &Bytes) -> Result<String> {
    let mut table = "| what | thumbv6m, bytes | wasm32, bytes | x86-64, bytes |\n|---|---:|---:|---:|\n".to_owned();
    for [label, program, without] in ASKED {
        write!(table, "| {label} |")?;
        for triple in TRIPLES {
            let size = |name: &str| {
                let size = bytes.get(&(triple, name.to_owned()));
                size.copied().with_context(|| format!("{name} was not built for {triple}"))
            };
            write!(table, " {} |", grouped(size(program)?.saturating_sub(size(without)?)))?;
        }
        writeln!(table)?;
    }
    Ok(table)
}

/// A number of thousands, those below ten with one digit behind the point.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a count is small and no less than 0")]
fn decimal(thousands: f64) -> String {
    if thousands < 10.0 { format!("{thousands:.1}") } else { grouped(thousands.round() as u64) }
}

/// The cells of a row; none of what is no row with figures.
fn cells(line: &str) -> Option<Vec<&str>> {
    let cells: Vec<&str> = line.strip_prefix('|')?.strip_suffix('|')?.split('|').map(str::trim).collect();
    let head = ["what", "firmware", "type", "call", "dependency"].contains(&cells[0]) || cells[0].starts_with('-');
    (!head).then_some(cells)
}

/// The figures of bytes, each with its last value, the one of the page, where the two differ.
fn beside(page: &str, tables: &str) -> Result<String> {
    let told: Vec<Vec<&str>> = page.lines().filter_map(cells).collect();
    let mut said = String::new();
    for row in tables.lines().filter_map(cells) {
        let was = told.iter().find(|was| was[0] == row[0] && was.len() == row.len());
        let pairs = row.iter().enumerate().skip(1).map(|(n, is)| match was.map(|was| was[n]) {
            Some(was) if was == *is => (*is).to_owned(),
            was => format!("{is} (was {})", was.unwrap_or("none")),
        });
        writeln!(said, "{:40} {}", row[0], pairs.collect::<Vec<_>>().join("  "))?;
    }
    Ok(said)
}

/// Seconds of the processor that the programs took which this one started and waited for, as Linux tells them.
fn seconds_of_children() -> Result<f64> {
    let text = fs::read_to_string("/proc/self/stat")?;
    // The second field is a name in brackets; the sixteenth counts hundredths.
    let (_, fields) = text.rsplit_once(')').context("a name in brackets")?;
    let hundredths: u32 = fields.split_whitespace().nth(13).context("a sixteenth field")?.parse()?;
    Ok(f64::from(hundredths) / 100.0)
}

#[cfg(test)]
mod tests {
    use super::{beside, grouped};

    #[test]
    fn numbers_have_commas() {
        assert_eq!([0, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
    }

    #[test]
    fn what_has_changed_is_told() {
        let page = "| what | a | b |\n|---|---:|---:|\n| key | 1,000 | 2,000 |\n";
        let beside = |tables| beside(page, tables).expect("a table");
        let said = beside("| key | 1,020 | 2,000 |\n");
        assert!(said.starts_with("key ") && said.ends_with(" 1,020 (was 1,000)  2,000\n"), "{said}");
        assert!(beside("| lock | 1 |\n").ends_with(" 1 (was none)\n"));
    }
}

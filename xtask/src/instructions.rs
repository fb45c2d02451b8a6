//! What an engine takes that is written in the obvious way, beside the same engine over cozy-chess: instructions, which a machine that does
//! other things too counts as well as one that does not.

use anyhow::{Context, Result, ensure};

use crate::project::{Project, cargo, on_linux_x86_64};
use crate::tools;

const LIMITS: &str = "xtask/limits.txt";
/// How many hundredths a figure may lie beside the one that is written down. Without the same compiler it lies beside it by one or two.
const WITHIN: u64 = 3;

/// Holds what `benches/obvious` takes in callgrind.
pub fn held(project: &Project) -> Result<()> {
    let Some(()) = project.or_skip("instructions", had(project)) else { return Ok(()) };
    let shell = project.at("benches/obvious");
    let target = project.target.join("obvious");
    cargo(&shell, "build --quiet --release --target-dir").arg(&target).run()?;
    let count = |library: &str, table: &str| -> Result<u64> {
        let valgrind = shell.cmd("valgrind").args(["--tool=callgrind", "--toggle-collect=*measured*"]);
        let valgrind = valgrind.arg("--callgrind-out-file=/dev/null").arg(target.join("release/obvious"));
        let said = valgrind.args([library, table, "4"]).quiet().ignore_stdout().read_stderr()?;
        let count = said.lines().find_map(|line| line.split_once("Collected : ")?.1.trim().parse().ok());
        count.context("callgrind does not say what it has counted")
    };
    let (limits, mut beside) = (project.read(LIMITS)?, Vec::new());
    for table in ["plain", "table"] {
        let peer = count("cozy", table)?;
        for library in ["undo", "copy"] {
            let row = format!("obvious {library} {table} ");
            let known = limits.lines().find_map(|line| line.strip_prefix(&row)?.parse::<u64>().ok());
            let known = known.with_context(|| format!("{LIMITS} has no line \"{row}\" with a number"))?;
            let ours = count(library, table)?;
            let figure = ours * 1000 / peer;
            println!("{row}{figure}  ({known} is known; {ours} instructions, cozy-chess {peer})");
            if figure.abs_diff(known) * 100 > known * WITHIN {
                beside.push(format!("{row}{figure}"));
            }
        }
    }
    ensure!(beside.is_empty(), "more than {WITHIN} % beside what {LIMITS} says, which is now:\n{}", beside.join("\n"));
    Ok(())
}

fn had(project: &Project) -> Result<()> {
    ensure!(on_linux_x86_64(), "the figures are those of x86_64 with Linux");
    tools::programs(project, &["valgrind"])
}

//! All positions of four men of both games, held against the plain rules program of `tests/it/naive`. It takes more than an hour of
//! one core, so there are parts, and a result names the commit of each.

use std::collections::BTreeMap;

use anyhow::{Context, Result, ensure};
use regex_lite::Regex;

use crate::project::{Project, cargo, tee};
use crate::results::Record;

/// How many parts there are: each takes some ten minutes.
const PARTS: u32 = 8;
const NAME: &str = "four-men";
const TEST: &str = "one_in_a_thousand_positions_of_four_men_is_judged_alike";

/// Runs these parts, or those that no commit with these sources has run. Each part that is done counts, whatever becomes of the next.
pub fn run(project: &Project, parts: &[u32]) -> Result<()> {
    let mut known = known(project)?;
    let commit = project.shell.cmd("git").args(["rev-parse", "--short=12", "HEAD"]).quiet().read()?;
    let left = (0..PARTS).filter(|part| !known.get(part).is_some_and(|line| line.ends_with(&project.tree)));
    for part in if parts.is_empty() { left.collect() } else { parts.to_vec() } {
        ensure!(part < PARTS, "there is no part {part}: they go from 0 to {}", PARTS - 1);
        let shell = project.at("");
        let command = cargo(&shell, "test --quiet --release --test it -- --ignored --nocapture").arg(TEST);
        let said = tee(command.env("FOUR_MEN_STRIDE", PARTS.to_string()).env("FOUR_MEN_PART", part.to_string()))?;
        let [chess, makruk] = ["Chess", "Makruk"].map(|game| looked_at(&said, game));
        let positions = format!("{} positions of chess, {} of Makruk", chess?, makruk?);
        known.insert(part, format!("part {part} of {PARTS}: {positions}, commit {commit} src {}", project.tree));
        project.result(NAME, &known.values().cloned().collect::<Vec<_>>().join("\n"))?;
    }
    Ok(())
}

/// The line of each part: in the result that waits to be taken into the tree, or in that of the tree.
fn known(project: &Project) -> Result<BTreeMap<u32, String>> {
    let places = [project.target.join("evidence"), project.root.join("xtask/results")];
    let text =
        places.iter().find_map(|place| Record::read(&place.join(NAME))).map(|record| record.text).unwrap_or_default();
    let number = |line: &str| line.strip_prefix("part ")?.split(' ').next()?.parse().ok();
    text.lines()
        .map(|line| Ok((number(line).with_context(|| format!("{line:?} names no part"))?, line.to_owned())))
        .collect()
}

/// How many positions of a game the test has looked at.
fn looked_at(said: &str, game: &str) -> Result<u64> {
    let found =
        Regex::new(&format!(r"{game}: (\d+) positions of four men"))?.captures(said).map(|found| found[1].parse());
    Ok(found.with_context(|| format!("the test {TEST} did not say what it looked at of {game}"))??)
}

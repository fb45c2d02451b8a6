//! `docs/evidence.md`: what was tested, with the command and its last result.
//!
//! A command that has come to a good end leaves its result, with the date, in the folder `evidence` of the target directory
//! ([`Project::result`]). `cargo xtask evidence --write` takes such results into `xtask/results`, a file each, and makes the page: the text
//! of `xtask/evidence.md`, in which `{name}` stands for a result.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::{Result, ensure};
use regex_lite::Regex;

use crate::project::Project;

const PAGE: &str = "docs/evidence.md";
const TEXT: &str = "xtask/evidence.md";
const RESULTS: &str = "xtask/results";

/// Holds that the page is what its text and the results in the tree make, or takes new results and makes it anew.
pub fn run(project: &Project, write: bool) -> Result<()> {
    let results = project.root.join(RESULTS);
    if write {
        let new = project.target.join("evidence");
        for name in names(&new)? {
            fs::copy(new.join(&name), results.join(&name))?;
            println!("{name}: taken");
        }
    }
    let page = page(&project.read(TEXT)?, &names(&results)?, |name| fs::read_to_string(results.join(name)).ok())?;
    if write {
        return Ok(fs::write(project.root.join(PAGE), page)?);
    }
    ensure!(
        project.read(PAGE)? == page,
        "{PAGE} is not what {TEXT} and {RESULTS} make: change those, then cargo xtask evidence --write"
    );
    Ok(())
}

/// The files of a folder, none if there is no folder.
fn names(folder: &Path) -> Result<BTreeSet<String>> {
    let Ok(entries) = folder.read_dir() else { return Ok(BTreeSet::new()) };
    entries.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned())).collect()
}

/// The text with the results in their places. Each result must have one.
fn page(text: &str, results: &BTreeSet<String>, read: impl Fn(&str) -> Option<String>) -> Result<String> {
    let place = Regex::new(r"\{([a-z0-9-]+)\}")?;
    let placed: BTreeSet<String> = place.captures_iter(text).map(|found| found[1].to_owned()).collect();
    let lost: Vec<_> = results.difference(&placed).collect();
    ensure!(lost.is_empty(), "{TEXT} has no place for the results {lost:?}");
    let shown = |name: &str| match read(name) {
        None => "not run yet".to_owned(),
        Some(result) => match result.trim_end().split_once('\n') {
            Some((date, lines)) if lines.contains('\n') => format!("{date}:\n\n```text\n{lines}\n```"),
            Some((date, line)) => format!("{date}: {line}"),
            None => result,
        },
    };
    Ok(place.replace_all(text, |found: &regex_lite::Captures<'_>| shown(&found[1])).into_owned())
}

#[cfg(test)]
mod tests {
    use super::page;
    use std::collections::BTreeSet;

    #[test]
    fn results_have_their_places() {
        let read = |name: &str| match name {
            "one" => Some("2026-11-23\n30 tests\n".to_owned()),
            "two" => Some("2026-11-23\na\nb\n".to_owned()),
            _ => None,
        };
        let names = BTreeSet::from(["one".to_owned(), "two".to_owned()]);
        let made = page("1: {one}\n2: {two}\n3: {three}\n", &names, read).expect("all have places");
        assert_eq!(made, "1: 2026-11-23: 30 tests\n2: 2026-11-23:\n\n```text\na\nb\n```\n3: not run yet\n");
        assert!(page("{one}", &names, read).is_err());
    }
}

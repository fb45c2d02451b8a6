//! Lines of code, as the project counts them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use regex_lite::Regex;

/// Counts lines by the first part of the path below the folder. Comments, blank lines and tests do not count: neither what is
/// behind `#[cfg(test)]` nor files and folders named tests. Then cfg attributes and `cfg!`, those of tests included.
pub fn run(folder: &Path) -> Result<()> {
    let files = sources(folder)?;
    let cfg = Regex::new(r"^[^/]*(#!?\[cfg|\bcfg!\()")?;
    let (mut lines, mut attributes) = (BTreeMap::<String, usize>::new(), 0);
    for file in files {
        let text = fs::read_to_string(&file)?;
        attributes += text.lines().filter(|line| cfg.is_match(line)).count();
        let below = file.strip_prefix(folder)?;
        if below.iter().any(|part| part.to_string_lossy().starts_with("tests")) {
            continue;
        }
        let place = below.iter().next().context("a file below the folder")?.to_string_lossy().into_owned();
        *lines.entry(place).or_default() += code_lines(&text)?;
    }
    println!("{:6} in all", lines.values().sum::<usize>());
    let mut sorted: Vec<_> = lines.into_iter().collect();
    sorted.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    for (place, count) in sorted {
        println!("{count:6} {place}");
    }
    println!("{attributes} cfg attributes and cfg!");
    Ok(())
}

/// The Rust files below a folder.
pub fn sources(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| format!("{} cannot be read", folder.display()))? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(sources(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    Ok(found)
}

/// Lines of one file. The code is formatted, so an item ends with a line as far in as it starts.
fn code_lines(text: &str) -> Result<usize> {
    let tests = Regex::new(r"^ *#\[cfg\((all\()?(test|doctest)[,)]")?;
    let (mut skipped, mut count) = (None, 0);
    for line in text.lines() {
        let code = line.trim_start_matches(' ');
        if code.is_empty() || code.starts_with("//") {
            continue;
        }
        let depth = line.len() - code.len();
        match skipped {
            None if tests.is_match(line) => skipped = Some(depth),
            None => count += 1,
            Some(start) if start == depth && line.ends_with([';', '}', ',']) => skipped = None,
            Some(_) => {}
        }
    }
    Ok(count)
}

#[cfg(test)]
mod tests {
    use super::code_lines;

    #[test]
    fn leaves_out_comments_and_tests() {
        let text = "//! Text\nuse a;\n\n#[cfg(test)]\nmod tests {\n    fn f() {\n    }\n}\n#[cfg(all(test, feature = \"x\"))]\nuse b;\nfn g() {} // x\n";
        assert_eq!(code_lines(text).expect("a regular expression"), 2);
    }
}

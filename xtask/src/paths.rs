//! Checks of names that need no compiler.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Result, ensure};
use regex_lite::Regex;

use crate::project::Project;

/// Every file of tests is a module of the one program: one that is not would never run.
pub fn unlisted(project: &Project) -> Result<()> {
    let main = project.read("tests/it/main.rs")?;
    let listed: BTreeSet<&str> = main.lines().filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(';')).collect();
    let known = |file: &&String| {
        let name = file.strip_prefix("tests/it/").and_then(|name| name.strip_suffix(".rs"));
        name.is_some_and(|name| name == "main" || name.contains('/') || listed.contains(name))
    };
    // The working tree counts, so that a file that is not committed yet is seen too.
    let mut files = project.files(&["tests/*.rs"])?;
    files.extend(untracked(project, "tests/*.rs")?);
    let tests = |file: &&String| file.matches('/').count() == 1 || file.starts_with("tests/it/");
    let unlisted: Vec<&String> = files.iter().filter(tests).filter(|file| !known(file)).collect();
    ensure!(unlisted.is_empty(), "no module of tests/it/main.rs, so never run: {unlisted:?}");
    Ok(())
}

fn untracked(project: &Project, pattern: &str) -> Result<Vec<String>> {
    let listed =
        project.shell.cmd("git").args(["ls-files", "--others", "--exclude-standard", "--", pattern]).quiet().read()?;
    Ok(listed.lines().map(str::to_owned).collect())
}

/// Every path that a comment or a page names is there. (CHANGELOG.md may name paths that are gone.)
pub fn dangling(project: &Project) -> Result<()> {
    let path = Regex::new("`((?:src|tests|examples|benches|docs|fuzz|web|xtask)/[^` ]+)`")?;
    let mut named = BTreeSet::new();
    for file in project.files(&["*.rs", "*.md", ":!CHANGELOG.md"])? {
        let text = project.read(&file)?;
        named.extend(path.captures_iter(&text).map(|found| found[1].to_owned()));
    }
    ensure!(named.len() > 20, "only {} paths are named anywhere", named.len());
    let dangling: Vec<&String> = named.iter().filter(|path| !exists(&project.root, path)).collect();
    ensure!(dangling.is_empty(), "named, and not in the repository: {dangling:?}");
    println!("{} paths that comments and pages name are there", named.len());
    Ok(())
}

/// Whether a path is there, in which a `*` stands for anything within a name.
fn exists(root: &Path, path: &str) -> bool {
    let mut found = vec![root.to_owned()];
    for part in path.split('/').filter(|part| !part.is_empty()) {
        found = match part.split_once('*') {
            None => found.into_iter().map(|folder| folder.join(part)).filter(|path| path.exists()).collect(),
            Some((start, end)) => {
                let entries = found.iter().filter_map(|folder| folder.read_dir().ok()).flatten().flatten();
                let fits = |name: &str| name.starts_with(start) && name.ends_with(end);
                entries.filter(|entry| entry.file_name().to_str().is_some_and(fits)).map(|entry| entry.path()).collect()
            }
        };
    }
    !found.is_empty()
}

#[cfg(test)]
mod tests {
    use super::exists;
    use std::path::Path;

    #[test]
    fn finds_names_and_patterns() {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        assert!(exists(here, "src/paths.rs"));
        assert!(exists(here, "src/*.rs"));
        assert!(exists(here, "src/"));
        assert!(!exists(here, "src/*.py"));
        assert!(!exists(here, "source/*.rs"));
    }
}

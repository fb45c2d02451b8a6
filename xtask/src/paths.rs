//! Names that no compiler looks at.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Result, ensure};
use regex_lite::Regex;

use crate::project::Project;

pub fn run(project: &Project) -> Result<()> {
    unlisted(project)?;
    dangling(project)
}

/// Every file beside a `main.rs` of tests is a module of it: one that is not would never run.
fn unlisted(project: &Project) -> Result<()> {
    for main in project.files(&["*tests/it/main.rs"])? {
        let text = project.read(&main)?;
        let listed: BTreeSet<&str> =
            text.lines().filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(';')).collect();
        let folder = main.trim_end_matches("main.rs");
        let files = project.files(&[&format!(":(glob){folder}*.rs")])?;
        let name = |file: &String| file[folder.len()..].trim_end_matches(".rs").to_owned();
        let unlisted: Vec<String> =
            files.iter().map(name).filter(|name| name != "main" && !listed.contains(name.as_str())).collect();
        ensure!(unlisted.is_empty(), "no module of {main}, so never run: {unlisted:?}");
    }
    Ok(())
}

/// Every path that a comment or a page names is there. (CHANGELOG.md may name paths that are gone.)
fn dangling(project: &Project) -> Result<()> {
    let path = Regex::new("`((?:src|tests|examples|benches|crates|python|docs|fuzz|web|xtask)/[^` ]+)`")?;
    let mut named = BTreeSet::new();
    for file in project.files(&["*.rs", "*.md", ":!CHANGELOG.md"])? {
        let text = project.read(&file)?;
        named.extend(path.captures_iter(&text).map(|found| (found[1].to_owned(), file.clone())));
    }
    ensure!(named.len() > 20, "only {} paths are named anywhere", named.len());
    // A package speaks of its own files.
    let there = |(path, file): &&(String, String)| {
        Path::new(file).ancestors().skip(1).any(|folder| exists(&project.root.join(folder), path))
    };
    let dangling: Vec<_> = named.iter().filter(|named| !there(named)).collect();
    ensure!(dangling.is_empty(), "named, and not in the repository: {dangling:?}");
    println!("{} paths that comments and pages name are there", named.len());
    Ok(())
}

/// Returns `true` if a path is there, in which a `*` stands for anything within a name.
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

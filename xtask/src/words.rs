//! The first words of documentation.

use anyhow::{Result, ensure};
use regex_lite::Regex;

use crate::project::Project;

/// A few lines may begin with such a word, in the middle of a sentence.
const LIMIT: usize = 60;

/// Requires nearly all lines of documentation to begin with a verb or a noun: a reader has to turn a sentence round that begins with
/// "What" or "Whether" to find its subject.
pub fn run(project: &Project) -> Result<()> {
    let line = Regex::new(r#"^\s*(?://[/!] |/\*\* |\* |""")(?:What|Whether|How|Where|That|Which|Those)\b"#)?;
    let mut found = Vec::new();
    for file in project.files(&["src", "crates", "python", "web", "examples"])? {
        if ![".rs", ".js", ".ts", ".mjs", ".py"].iter().any(|extension| file.ends_with(extension)) {
            continue;
        }
        for (at, text) in project.read(&file)?.lines().enumerate().filter(|(_, text)| line.is_match(text)) {
            found.push(format!("{file}:{}: {}", at + 1, text.trim()));
        }
    }
    let count = found.len();
    println!("{count} lines of documentation begin with What, Whether and the like, of {LIMIT}");
    ensure!(count <= LIMIT, "{}", found.join("\n"));
    Ok(())
}

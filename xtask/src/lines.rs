//! The size of the project, as it counts it: for the note at the end of a piece of work.

use std::fs;

use anyhow::Result;
use regex_lite::Regex;

use crate::package;
use crate::project::Project;

/// Counts lines of code: neither comments nor blank lines, and of sources no unit tests. Then what makes the rules hard to follow, what
/// users see, and what they download. The sum is of the packages that are published: programs (dataset, engine, query) stand beside it.
pub fn run(project: &Project) -> Result<()> {
    let mut all = 0;
    let manifests = project.files(&[":(glob)crates/*/Cargo.toml"])?;
    for manifest in ["Cargo.toml".to_owned()].iter().chain(&manifests) {
        let place = manifest.replace("Cargo.toml", "src");
        let count = count(project, &[&format!("{place}/*.rs")], true)?;
        let is_published = !project.read(manifest)?.lines().any(|line| line == "publish = false");
        all += if is_published { count } else { 0 };
        println!("{count:7} {place}{}", if is_published { "" } else { ", not published" });
    }
    println!("{all:7} src and crates that are published");
    for (place, patterns) in [
        ("tests", [":(glob)tests/**/*.rs", ":(glob)crates/*/tests/**/*.rs"].as_slice()),
        ("examples", &[":(glob)examples/**/*.rs", ":(glob)crates/*/examples/**/*.rs"]),
        ("xtask", &["xtask/*.rs"]),
    ] {
        println!("{:7} {place}", count(project, patterns, false)?);
    }
    println!("{:7} files of src", project.files(&["src/*.rs"])?.len());
    for (what, pattern, patterns) in [
        ("cfg of src", r"#!?\[cfg|\bcfg!\(", ["src/*.rs"].as_slice()),
        ("path = of src", r#"\bpath = ""#, &["src/*.rs"]),
        ("macros of src and crates", r"macro_rules!", &["src/*.rs", ":(glob)crates/*/src/**/*.rs"]),
        ("public functions of src", r"^\s*pub (const )?(unsafe )?fn", &["src/*.rs", ":!src/tests"]),
    ] {
        let pattern = Regex::new(pattern)?;
        let mut count = 0;
        for file in project.files(patterns)?.iter().filter(|file| !is_test(file)) {
            count += code(&project.read(file)?).filter(|line| pattern.is_match(line)).count();
        }
        println!("{count:7} {what}");
    }
    let folder = package::unpacked(project)?.swap_remove(0);
    let file = folder.with_added_extension("crate");
    let packed = fs::metadata(&file)?.len();
    let unpacked = project.shell.cmd("tar").arg("-xzOf").arg(&file).quiet().output()?.stdout.len();
    println!("{packed:7} bytes of the rules as a package, {unpacked} unpacked");
    Ok(())
}

/// Lines of code of these files. Of sources, unit tests are left out: files and folders of that name, and the module at a file's end.
fn count(project: &Project, patterns: &[&str], without_tests: bool) -> Result<usize> {
    let mut count = 0;
    for file in project.files(patterns)? {
        if without_tests && is_test(&file) {
            continue;
        }
        let text = project.read(&file)?;
        let end = if without_tests { text.find("\n#[cfg(test)]\nmod tests {") } else { None };
        count += code(&text[..end.unwrap_or(text.len())]).count();
    }
    Ok(count)
}

fn is_test(file: &str) -> bool {
    file.split('/').any(|part| part.trim_end_matches(".rs") == "tests")
}

fn code(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.trim_start().is_empty() && !line.trim_start().starts_with("//"))
}

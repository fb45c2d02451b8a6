//! The size of the project, as it counts it: for the note at the end of a piece of work.

use anyhow::Result;
use regex_lite::Regex;

use crate::project::Project;

/// Counts lines of code by folder: neither comments nor blank lines, and of sources no unit tests. Then, of the sources, what makes them hard to
/// follow, and what users see.
pub fn run(project: &Project) -> Result<()> {
    let mut places: Vec<(String, Vec<String>)> = Vec::new();
    for file in project.files(&["*.rs"])? {
        let parts: Vec<&str> = file.split('/').collect();
        // A package beside the rules is a place of its own, and so is a folder of their sources.
        let place = parts[..parts.len().min(3) - 1].join("/");
        let place = if place.starts_with("src") || place.starts_with("crates") { &place } else { parts[0] };
        match places.last_mut() {
            Some((last, files)) if last == place => files.push(file),
            _ => places.push((place.to_owned(), vec![file])),
        }
    }
    places.sort();
    let is_source = |place: &str| place.starts_with("src") || place.starts_with("crates");
    let mut all = 0;
    for (place, files) in
        places.chunk_by(|a, b| a.0 == b.0).map(|same| (&same[0].0, same.iter().flat_map(|(_, files)| files)))
    {
        let mut count = 0;
        for file in files {
            let in_tests = is_source(place) && file.split('/').any(|part| part.trim_end_matches(".rs") == "tests");
            count += if in_tests { 0 } else { code_lines(&project.read(file)?, is_source(place)) };
        }
        all += if is_source(place) { count } else { 0 };
        println!("{count:6} {place}");
    }
    println!("{all:6} src and crates");
    let sources = project.files(&["src/*.rs", "crates/*/src/*.rs"])?;
    for (what, pattern) in [
        ("cfg attributes and cfg!", r"^[^/]*(#!?\[cfg|\bcfg!\()"),
        ("path =", r#"^[^/]*\bpath = ""#),
        ("macros", r"^ *(pub )?macro_rules!"),
        ("public functions", r"^ *pub (const |async |unsafe )*fn "),
        ("#[doc(hidden)]", r"^ *#\[doc\(hidden\)\]"),
    ] {
        let pattern = Regex::new(pattern)?;
        let mut count = 0;
        for file in &sources {
            count += project.read(file)?.lines().filter(|line| pattern.is_match(line)).count();
        }
        println!("{count:6} {what}");
    }
    Ok(())
}

/// Lines of one file, or of what stands before its unit tests.
fn code_lines(text: &str, without_tests: bool) -> usize {
    let end = if without_tests { text.find("\n#[cfg(test)]\nmod tests {") } else { None };
    let lines = text[..end.unwrap_or(text.len())].lines().map(str::trim_start);
    lines.filter(|line| !line.is_empty() && !line.starts_with("//")).count()
}

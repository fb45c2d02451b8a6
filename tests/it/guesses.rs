//! What users of other libraries look for is found: under its name, or by the search of the reference, which knows the names that
//! other libraries have for a thing (`#[doc(alias = "...")]`).

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// A name as the search of the reference compares it: without regard to case and underscores.
fn normal(name: &str) -> String {
    name.chars().filter(|&char| char != '_').flat_map(char::to_lowercase).collect()
}

/// The last part of the path of each public item.
fn public_names() -> BTreeSet<String> {
    let path = |item: &str| -> Option<String> {
        let is_of_path = |char: char| char.is_alphanumeric() || "_:".contains(char);
        let start = item.find("chess0x88::")?;
        // What stands in angle brackets is no part of the path.
        let mut depth = 0;
        let plain = item.get(start..)?.chars().filter(|&char| {
            depth += i32::from(char == '<') - i32::from(char == '>');
            depth == 0 && char != '>'
        });
        Some(plain.take_while(|&char| is_of_path(char)).collect())
    };
    let items = include_str!("../data/public_api.txt").lines().filter(|item| !item.starts_with("impl"));
    items.filter_map(path).filter_map(|path| path.rsplit("::").next().map(normal)).collect()
}

/// The aliases in the sources of a folder and those below it.
fn aliases(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            aliases(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).expect("UTF-8");
            for alias in text.split("#[doc(alias").skip(1).filter_map(|rest| rest.split_once(")]")) {
                found.extend(alias.0.split('"').skip(1).step_by(2).map(normal));
            }
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "it reads the sources")]
fn forty_first_guesses_are_found() {
    let mut known = public_names();
    assert!(known.contains("legalmoves") && known.contains("setup") && !known.contains("chess0x88"));
    aliases(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut known);
    let lines = include_str!("../data/first_guesses.txt").lines().filter(|line| !line.starts_with('#'));
    let guesses: Vec<[&str; 3]> = lines
        .map(|line| {
            let parts: Vec<&str> = line.split(" | ").collect();
            parts.try_into().unwrap_or_else(|_| panic!("library, name and meaning: {line}"))
        })
        .collect();
    assert_eq!(guesses.len(), 40);
    let unknown: Vec<_> = guesses.iter().filter(|[_, name, _]| !known.contains(&normal(name))).collect();
    assert!(unknown.is_empty(), "neither a public name nor an alias: {unknown:#?}");
}

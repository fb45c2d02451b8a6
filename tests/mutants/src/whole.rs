//! The library with its integration tests inside, as modules of its unit tests: so a build compiles it once, and not once for each
//! kind of test. Tests that are not asked for are no tests there, and the compiler leaves them out.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::{committed, sources, write_if_new};

/// What cargo would build for tests and benchmarks that are not run here. The library itself is one: the tests are in it.
const NOT_NEEDED: [&str; 5] = ["chess0x88", "clap", "criterion", "ctrlc", "indicatif"];

/// Makes the integration tests of a clone modules of its library. With a list, only the tests in it are left; each is written as in
/// the list of bugs.
pub fn prepare(tree: &Path, only: Option<&[&str]>) {
    let manifest: Vec<String> =
        committed(tree, "Cargo.toml").lines().filter(|line| is_needed(line)).map(line_end).collect();
    write_if_new(&tree.join("Cargo.toml"), &manifest.concat());
    let folder = tree.join("tests/it");
    let mut paths = Vec::new();
    sources(&folder, &mut paths);
    for path in paths {
        let name = path.strip_prefix(tree).expect("below the tree").display().to_string();
        let mut text = below(&committed(tree, &name));
        if let Some(only) = only {
            text = without_others(&text, &wanted(&module(&path, &folder), only));
        }
        write_if_new(&path, &text);
    }
    // Where tests may write; cargo makes it, and says where it is, for integration tests only.
    fs::create_dir_all(tree.join("target/tmp")).expect("a folder");
}

fn line_end(line: &str) -> String {
    format!("{line}\n")
}

fn is_needed(line: &str) -> bool {
    !NOT_NEEDED.iter().any(|name| line.strip_prefix(name).is_some_and(|rest| rest.starts_with(" = ")))
}

/// The root of the library with the tests below it. They take the standard library for granted.
pub fn root(text: &str) -> String {
    let text = text.replacen("#![no_std]", "", 1);
    format!(
        "{text}\n#[cfg(test)]\nextern crate self as chess0x88;\n#[cfg(test)]\n#[path = \"../tests/it/main.rs\"]\nmod it;\n"
    )
}

/// A file of the tests, whose root is now a module.
fn below(text: &str) -> String {
    let mut moved = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("crate::") {
        let (before, after) = rest.split_at(at + "crate::".len());
        let is_path = !before[..at].ends_with(|char: char| char == '$' || char == '_' || char.is_alphanumeric());
        moved += before;
        moved += if is_path { "it::" } else { "" };
        rest = after;
    }
    moved + rest
}

/// The path of the module that a file of the tests is.
fn module(path: &Path, folder: &Path) -> String {
    let path = path.strip_prefix(folder).expect("in the folder").with_extension("");
    let parts = path.iter().map(|part| part.to_string_lossy());
    parts.filter(|part| !["main", "mod"].contains(&&**part)).collect::<Vec<_>>().join("::")
}

/// The names of the tests of a module and of those written in it that a list has.
fn wanted<'a>(module: &str, only: &[&'a str]) -> BTreeSet<&'a str> {
    let of_it = only.iter().filter_map(|test| test.strip_prefix("alone ").unwrap_or(test).strip_prefix("it "));
    of_it.filter_map(|test| test.strip_prefix(module)?.rsplit("::").next()).collect()
}

/// The text with the mark of a test before the tests of these names only.
fn without_others(text: &str, wanted: &BTreeSet<&str>) -> String {
    const MARK: &str = "#[test]";
    let mut parts = text.split(MARK);
    let mut kept = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let name = part.split_once("fn ").map_or("", |(_, rest)| rest);
        let name = name.split(|char: char| char != '_' && !char.is_alphanumeric()).next().unwrap_or_default();
        kept += if wanted.contains(name) { MARK } else { "" };
        kept += part;
    }
    kept
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::{below, is_needed, module, wanted, without_others};

    #[test]
    fn paths_from_the_root_lead_on() {
        assert_eq!(
            below("use crate::a; x!($crate::b); chess0x88::c crate::d::crate_e"),
            "use crate::it::a; x!($crate::b); chess0x88::c crate::it::d::crate_e"
        );
        assert_eq!(below("nothing"), "nothing");
    }

    #[test]
    fn only_named_tests_are_left() {
        let names = ["it a::f", "alone it a::inner::h", "lib a::g", "it ab::g"];
        let folder = Path::new("tests/it");
        assert_eq!(module(Path::new("tests/it/a/mod.rs"), folder), "a");
        assert_eq!(module(Path::new("tests/it/a/b.rs"), folder), "a::b");
        let named = wanted("a", &names);
        assert_eq!(named, BTreeSet::from(["f", "g", "h"]), "one too many does no harm");
        let text = "#[test]\nfn f() {}\n#[test]\n#[ignore]\nfn k() {}\n#[test]\n    fn h(x in 1..2) {}\n";
        let left = "#[test]\nfn f() {}\n\n#[ignore]\nfn k() {}\n#[test]\n    fn h(x in 1..2) {}\n";
        assert_eq!(without_others(text, &named), left);
    }

    #[test]
    fn what_only_benchmarks_need_is_left_out() {
        assert!(!is_needed("criterion = { version = \"0.7\" }") && !is_needed("chess0x88 = { path = \".\" }"));
        assert!(
            is_needed("serde_json = \"1\"") && is_needed("name = \"chess0x88\"") && is_needed("clap_derive = \"4\"")
        );
    }
}

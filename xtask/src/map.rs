//! The map of the sources, in the documentation of `src/lib.rs`: a module imports only what stands above it there.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result, ensure};
use regex_lite::Regex;

use crate::project::Project;

/// The names between backticks in the first column of the table below `# Sources`.
fn map(root: &str) -> Result<Vec<&str>> {
    let lines = root.lines().filter_map(|line| line.strip_prefix("//!")).map(str::trim);
    let table = lines.skip_while(|line| *line != "# Sources").skip(1).take_while(|line| !line.starts_with("# "));
    let cells = table.filter_map(|line| line.strip_prefix("| `")?.split(" |").next());
    let names: Vec<&str> = cells.flat_map(|cell| cell.split(", ")).map(|name| name.trim_matches('`')).collect();
    ensure!(!names.is_empty(), "src/lib.rs has no table below `# Sources`");
    Ok(names)
}

/// The modules that the root declares, in their order, without those for tests.
fn declared(root: &str) -> Vec<&str> {
    let (mut modules, mut for_tests) = (Vec::new(), false);
    for line in root.lines() {
        let name = line.trim_start_matches("pub ").strip_prefix("mod ").and_then(|rest| rest.strip_suffix(';'));
        match name {
            Some(name) if !for_tests => modules.push(name),
            _ => {}
        }
        for_tests = line.starts_with("#[cfg(test)]") || line.starts_with("#[path") || for_tests && name.is_none();
    }
    modules
}

/// The module of each name that the root exports, as `pub use MODULE::{NAMES};` has it.
fn exported(root: &str) -> Result<BTreeMap<&str, &str>> {
    let export = Regex::new(r"(?m)^pub use (\w+)::(?:\{([^}]*)\}|(\w+));")?;
    let mut names = BTreeMap::new();
    for found in export.captures_iter(root) {
        let module = found.get(1).map_or("", |name| name.as_str());
        let list = found.get(2).or(found.get(3)).map_or("", |list| list.as_str());
        names.extend(list.split(',').map(|name| (name.trim(), module)));
    }
    Ok(names)
}

/// What follows `crate::` in a source: names, and the first names of groups in braces. Comments and unit tests do not count.
fn imported(source: &str) -> BTreeSet<String> {
    let code = source.split("#[cfg(test)]\nmod ").next().unwrap_or(source);
    let code: Vec<&str> = code.lines().map(|line| line.split("//").next().unwrap_or(line)).collect();
    let code = code.join("\n");
    let word =
        |text: &str| text.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    let mut names = BTreeSet::new();
    for rest in code.split("crate::").skip(1) {
        let Some(group) = rest.strip_prefix('{') else {
            names.insert(word(rest));
            continue;
        };
        let (mut depth, mut start) = (0, 0);
        for (at, c) in group.char_indices() {
            match c {
                '{' => depth += 1,
                ',' | '}' if depth == 0 => {
                    names.insert(word(&group[start..at]));
                    start = at + 1;
                    if c == '}' {
                        break;
                    }
                }
                '}' => depth -= 1,
                _ => {}
            }
        }
    }
    names.remove("");
    names
}

/// Holds the map, the declarations and the imports against each other.
pub fn run(project: &Project) -> Result<()> {
    let root = project.read("src/lib.rs")?;
    let (map, exported) = (map(&root)?, exported(&root)?);
    ensure!(map == declared(&root), "the map of src/lib.rs names {map:?}; it declares {:?}", declared(&root));
    let place = |name: &str| map.iter().position(|module| *module == name);
    let (mut upward, mut arrows) = (BTreeSet::new(), BTreeSet::new());
    for file in project.files(&["src/*.rs"])? {
        let module = file.trim_start_matches("src/").split('/').next().context("a path")?.trim_end_matches(".rs");
        let Some(here) = place(module).filter(|_| !file.contains("/tests")) else { continue };
        for name in imported(&project.read(&file)?) {
            let Some(there) = place(exported.get(name.as_str()).unwrap_or(&name.as_str())) else { continue };
            if there > here {
                upward.insert(format!("{file} imports {}", map[there]));
            } else if there < here {
                arrows.insert((here, there));
            }
        }
    }
    ensure!(upward.is_empty(), "against the map of src/lib.rs: {upward:#?}");
    println!("{} modules, {} arrows between them, none against the map", map.len(), arrows.len());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{declared, imported, map};

    #[test]
    fn imports_are_found() {
        let source = "use crate::board::Board0x88;\nuse crate::{geometry::{File, Rank}, piece, IS};\n// crate::mate\n\
                      fn f() { crate::key::of() }\n#[cfg(test)]\nmod tests { use crate::game; }\n";
        assert_eq!(imported(source).into_iter().collect::<Vec<_>>(), ["IS", "board", "geometry", "key", "piece"]);
    }

    #[test]
    fn the_map_and_the_declarations_are_read() {
        let root = "//! # Sources\n//!\n//! | modules | x |\n//! |---|---|\n//! | `a`, `b` | `no` |\n//! | `c` | y |\n//!\n//! # Next\n\
                    //! | `d` | z |\nmod a;\n#[cfg(test)]\nmod tests;\npub mod b;\n#[cfg(feature = \"x\")]\nmod c;\n";
        assert_eq!(map(root).expect("a map"), ["a", "b", "c"]);
        assert_eq!(declared(root), ["a", "b", "c"]);
    }
}

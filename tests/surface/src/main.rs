//! Prints the public items of a crate, one a line, out of the JSON that rustdoc writes, and holds what is not `#[non_exhaustive]`
//! against a list of decisions. `run` says how and what for.

use std::{collections::BTreeSet, error::Error};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(json), Some(decisions)) = (arguments.next(), arguments.next()) else {
        return Err("usage: surface FILE.json DECISIONS.txt".into());
    };
    // What every type has of itself, by blanket impls, says nothing; Send and the like follow from the fields.
    let api =
        public_api::Builder::from_rustdoc_json(json).omit_blanket_impls(true).omit_auto_trait_impls(true).build()?;
    let items: Vec<String> = api.items().map(ToString::to_string).collect();
    for item in &items {
        println!("{item}");
    }

    let text = std::fs::read_to_string(decisions)?;
    let decided: BTreeSet<&str> =
        text.lines().filter(|line| !line.starts_with('#')).filter_map(|line| Some(line.split_once(": ")?.0)).collect();
    let found = exhaustive(&items);
    let undecided: Vec<_> = found.difference(&decided).collect();
    let stale: Vec<_> = decided.difference(&found).collect();
    if !undecided.is_empty() || !stale.is_empty() {
        return Err(format!(
            "exhaustive, and without a reason in the list: {undecided:?}; in the list, and not exhaustive: {stale:?}"
        )
        .into());
    }
    Ok(())
}

/// The paths, without the name of the crate, of enums and of structs with public fields that are not `#[non_exhaustive]`.
fn exhaustive(items: &[String]) -> BTreeSet<&str> {
    let fields: BTreeSet<&str> = items.iter().filter_map(|item| owner_of_field(item)).collect();
    let mut found = BTreeSet::new();
    for item in items.iter().filter(|item| !item.contains("#[non_exhaustive]")) {
        let Some((_, declared)) = item.split_once("pub enum ").or_else(|| item.split_once("pub struct ")) else {
            continue;
        };
        let path = path(declared);
        if item.contains("pub enum ") || fields.contains(path) || declared.contains("(pub ") {
            found.insert(path);
        }
    }
    // An item that is re-exported has two paths. The shorter one is decided on.
    let name = |path: &str| path.rsplit("::").next().unwrap_or_default().to_owned();
    let at_root: BTreeSet<String> = found.iter().filter(|path| !path.contains("::")).map(|path| name(path)).collect();
    found.retain(|path| !path.contains("::") || !at_root.contains(&name(path)));
    found
}

/// `Type` of `pub crate::Type::field: Kind`.
fn owner_of_field(item: &str) -> Option<&str> {
    let (declared, _) = item.strip_prefix("pub ")?.split_once(": ")?;
    let (owner, field) = declared.rsplit_once("::")?;
    let is_name = field.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
    (is_name && !declared.contains(' ')).then(|| path(owner))
}

/// A path without the name of the crate, generic parameters and what follows.
fn path(declared: &str) -> &str {
    let end = declared.find(['<', '(', ' ']).unwrap_or(declared.len());
    declared[..end].split_once("::").map_or("", |(_, path)| path)
}

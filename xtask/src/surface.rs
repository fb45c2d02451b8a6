//! The public items of the rules and of what stands on them, which change on purpose only.

use std::collections::BTreeSet;
use std::fs;

use anyhow::{Result, ensure};

use crate::project::{PINNED, Project, cargo};
use crate::tools;

const LISTING: &str = "tests/data/public_api.txt";
const DECISIONS: &str = "xtask/exhaustive.txt";

/// Lists the public items, all features on, and holds them to the listing, or writes it anew. What is not `#[non_exhaustive]` is
/// held against a list of decisions.
pub fn run(project: &Project, write: bool) -> Result<()> {
    // rustdoc's JSON differs from version to version, so one version of Rust writes it.
    let shell = tools::toolchain(project, PINNED, &[], "")?;
    let target = project.target.join("surface");
    // The switch lets a stable rustdoc write JSON; `--cap-lints` because only the items count here.
    let mut packages: Vec<Vec<String>> = Vec::new();
    for package in project.packages() {
        cargo(&shell, "rustdoc --quiet --lib --all-features --package")
            .arg(package.name.as_str())
            .arg("--target-dir")
            .arg(&target)
            .args(["--", "-Z", "unstable-options", "--output-format", "json", "--cap-lints", "allow"])
            .run()?;
        // What every type has of itself, by blanket impls, says nothing; Send and the like follow from the fields.
        let json = format!("doc/{}.json", package.name.replace('-', "_"));
        let api = public_api::Builder::from_rustdoc_json(target.join(json))
            .omit_blanket_impls(true)
            .omit_auto_trait_impls(true)
            .build()?;
        packages.push(api.items().map(ToString::to_string).collect());
    }
    packages.sort();

    let text = project.read(DECISIONS)?;
    let decided: BTreeSet<&str> =
        text.lines().filter(|line| !line.starts_with('#')).filter_map(|line| Some(line.split_once(": ")?.0)).collect();
    let found: BTreeSet<&str> = packages.iter().flat_map(|items| exhaustive(items)).collect();
    let undecided: Vec<_> = found.difference(&decided).collect();
    let stale: Vec<_> = decided.difference(&found).collect();
    ensure!(undecided.is_empty(), "exhaustive, and without a reason in {DECISIONS}: {undecided:?}");
    ensure!(stale.is_empty(), "in {DECISIONS}, and not exhaustive: {stale:?}");

    let items = packages.concat();
    let mut text =
        "# The public items of all packages, all features on, sorted by path. Written by cargo xtask surface --write\n"
            .to_owned();
    text.extend(items.iter().flat_map(|item| [item, "\n"]));
    if write {
        fs::write(project.root.join(LISTING), text)?;
        return Ok(());
    }
    let listed = project.read(LISTING)?;
    for line in listed.lines().filter(|line| !text.lines().any(|item| item == *line)) {
        println!("- {line}");
    }
    for line in text.lines().filter(|line| !listed.lines().any(|item| item == *line)) {
        println!("+ {line}");
    }
    ensure!(
        text == listed,
        "the public surface differs from {LISTING}. If that is meant: cargo xtask surface --write, and say so in CHANGELOG.md"
    );
    println!("public surface: {} items, as listed", items.len());
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

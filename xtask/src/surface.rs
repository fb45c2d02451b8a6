//! The public items of the rules and of what stands on them, which change on purpose only.

use std::fs;

use anyhow::{Result, ensure};

use crate::project::{Project, cargo};

const LISTING: &str = "tests/data/public_api.txt";

/// Lists the public items, all features on, and holds them to the listing, or writes it anew.
pub fn run(project: &Project, write: bool) -> Result<()> {
    // rustdoc's JSON is unstable: `public-api` reads that of one version, which `.ci/run` installs.
    let shell = project.elsewhere("");
    let target = project.target.join("surface");
    let mut packages: Vec<Vec<String>> = Vec::new();
    for package in &project.packages()? {
        cargo(&shell, "rustdoc --quiet --lib --all-features --package")
            .arg(package)
            .arg("--target-dir")
            .arg(&target)
            .args(["--", "-Z", "unstable-options", "--output-format", "json", "--cap-lints", "allow"])
            .run()?;
        // What every type has of itself, by blanket impls, says nothing; Send and the like follow from the fields.
        let json = format!("doc/{}.json", package.replace('-', "_"));
        let api = public_api::Builder::from_rustdoc_json(target.join(json))
            .omit_blanket_impls(true)
            .omit_auto_trait_impls(true)
            .build()?;
        packages.push(api.items().map(ToString::to_string).collect());
    }
    packages.sort();
    let items = packages.concat();
    let mut text =
        "# The public items of all packages, all features on, sorted by path. Written by cargo xtask surface --write\n"
            .to_owned();
    text.extend(items.iter().flat_map(|item| [item, "\n"]));
    if write {
        return Ok(fs::write(project.root.join(LISTING), text)?);
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

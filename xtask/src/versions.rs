//! The oldest compiler, and what callers must change.

use std::collections::BTreeSet;

use anyhow::{Context, Result, ensure};

use crate::project::{Project, cargo};
use crate::tools;

/// The version of cargo-deny whose settings deny.toml has.
const CARGO_DENY: &str = "0.20.2";

/// The library is built by the oldest compiler that Cargo.toml promises. Where that cannot be had, clippy says whether anything
/// younger is used.
pub fn oldest(project: &Project) -> Result<()> {
    let version = project.library()?.rust_version.as_ref().context("Cargo.toml has rust-version")?;
    let version = format!("{}.{}", version.major, version.minor);
    if tools::have(project, &version, &[]).is_err() {
        project.skip("msrv", &format!("Rust {version} cannot be had; clippy stands in"));
        return Ok(project.cargo("clippy --all-features --lib -- -D clippy::incompatible_msrv").run()?);
    }
    for features in ["", "alloc", "bitboards", "simd", "std,simd,polyglot,serde"] {
        cargo(&project.shell, &format!("+{version} check --quiet --lib --no-default-features --target-dir"))
            .arg(project.target.join("msrv"))
            .args(["--features", features])
            .env_remove("RUSTUP_TOOLCHAIN")
            .run()?;
    }
    println!("the library builds with Rust {version}");
    Ok(())
}

/// The library is built with the oldest versions of its dependencies that Cargo.toml promises, for a package that has it alone: what
/// tests and tools need is not asked.
pub fn minimal(project: &Project) -> Result<()> {
    let Some(shell) = project.or_skip("minimal", tools::toolchain(project, tools::NIGHTLY, &[], "")) else {
        return Ok(());
    };
    let features: Vec<&str> = project.library()?.features.keys().map(String::as_str).collect();
    tools::user(project, &shell, "minimal", &features, "fn main() {}")?;
    // There is no lock file yet that could be held.
    shell.cmd("cargo").args(["update", "--quiet", "-Zminimal-versions"]).run()?;
    cargo(&shell, "check --quiet --target-dir target").run()?;
    println!("the library builds with the oldest versions of what it depends on");
    Ok(())
}

/// Dependencies come from crates.io alone, under licences that deny.toml names. (Its advisories need a database that has to be
/// cloned from elsewhere; they are not looked at.)
pub fn deny(project: &Project) -> Result<()> {
    let Some(()) = project.or_skip("deny", tools::install(project, "cargo-deny", CARGO_DENY)) else { return Ok(()) };
    for manifest in project.files(&["Cargo.toml", "*/Cargo.toml"])? {
        // Members are looked at with the root of their workspace; these three have other chess libraries, under other licences.
        let is_root = project.read(&manifest)?.lines().any(|line| line == "[workspace]");
        if !is_root || ["fuzz/", "benches/peers/", "benches/obvious/"].iter().any(|folder| manifest.starts_with(folder))
        {
            continue;
        }
        let command = project.shell.cmd("cargo-deny").args(["--manifest-path", &manifest]);
        let options = "--workspace --all-features --locked --config deny.toml check licenses bans sources";
        command.args(options.split(' ')).run()?;
    }
    Ok(())
}

/// The public items of the version that callers may have, with that version in its first line.
const BASELINE: &str = "xtask/baseline.txt";
const LISTING: &str = "tests/data/public_api.txt";

/// Says what has changed for callers since the baseline, and holds the version in Cargo.toml against it. A line of the listing that is
/// gone or has changed breaks callers; so does a new variant or field of a type that is not `#[non_exhaustive]`. (The step `surface`
/// holds that the listing is that of the sources.) After a release `write` makes its listing the baseline.
pub fn semver(project: &Project, write: bool) -> Result<()> {
    let version = project.library()?.version.to_string();
    let listing = project.read(LISTING)?;
    if write {
        return Ok(std::fs::write(project.root.join(BASELINE), format!("# {version}\n{listing}"))?);
    }
    let baseline = project.read(BASELINE)?;
    let (head, old) = baseline.split_once('\n').context("the baseline has lines")?;
    let before = head.strip_prefix("# ").with_context(|| format!("{BASELINE} begins with a version"))?;
    let breaks = breaks(old, &listing);
    for line in &breaks {
        println!("breaks callers: {line}");
    }
    let added = items(&listing).filter(|line| !items(old).any(|other| other == *line)).count();
    println!(
        "since {before}: {} changes that break callers, {added} new lines; the version is {version}",
        breaks.len()
    );
    ensure!(
        allows(before, &version, !breaks.is_empty())?,
        "the version {version} does not say that it breaks callers of {before}: raise {}",
        if version.starts_with("0.") { "the second number" } else { "the first number" }
    );
    Ok(())
}

fn items(listing: &str) -> impl Iterator<Item = &str> {
    listing.lines().filter(|line| !line.starts_with('#') || line.starts_with("#["))
}

/// What callers of the old items must change.
fn breaks(old: &str, new: &str) -> Vec<String> {
    let there: BTreeSet<&str> = items(new).collect();
    let before: BTreeSet<&str> = items(old).collect();
    let gone = items(old).filter(|line| !there.contains(line)).map(|line| format!("gone or changed: {line}"));
    // Types that callers may match or build in whole.
    let whole: BTreeSet<&str> =
        items(old).filter_map(|line| line.strip_prefix("pub enum ").or(line.strip_prefix("pub struct "))).collect();
    let grown = items(new).filter(|line| !before.contains(line)).filter_map(|line| {
        let member = line.strip_prefix("pub ")?;
        let name = member.split(['(', ':']).next().filter(|name| !name.contains(' '));
        let path = &member[..member.find(['(', ' ']).unwrap_or(member.len())];
        let (owner, _) = path.trim_end_matches(':').rsplit_once("::")?;
        (name.is_some() && whole.contains(owner))
            .then(|| format!("new in a type that is matched or built in whole: {line}"))
    });
    gone.chain(grown).collect()
}

/// Whether a version may follow another, if callers must change something or not.
fn allows(before: &str, version: &str, breaks: bool) -> Result<bool> {
    let [before, version] = [before, version].map(|text| {
        let numbers = text.split('.').map(str::parse).collect::<Result<Vec<u64>, _>>();
        numbers.with_context(|| format!("{text} is no version"))
    });
    let (before, version) = (before?, version?);
    let main = |numbers: &[u64]| if numbers[0] == 0 { numbers[..2].to_vec() } else { numbers[..1].to_vec() };
    Ok(version >= before && (!breaks || main(&version) > main(&before)))
}

#[cfg(test)]
mod tests {
    use super::{allows, breaks};

    const OLD: &str = "# list\npub enum a::Whole\npub a::Whole::One\n#[non_exhaustive] pub enum a::Open\npub a::Open::One\npub struct a::Point\npub a::Point::x: i32\npub fn a::f(u8) -> u8\n";

    #[test]
    fn what_breaks_callers_is_found() {
        assert!(breaks(OLD, OLD).is_empty());
        let more = format!("{OLD}pub fn a::g()\npub a::Open::Two\npub struct a::New\npub a::New::x: i32\n");
        assert!(breaks(OLD, &more).is_empty(), "{:?}", breaks(OLD, &more));
        assert_eq!(breaks(OLD, &format!("{OLD}pub a::Whole::Two(u8)\n")).len(), 1);
        assert_eq!(breaks(OLD, &format!("{OLD}pub a::Point::y: i32\n")).len(), 1);
        assert_eq!(breaks(OLD, &OLD.replace("f(u8)", "f(u16)")).len(), 1);
        assert_eq!(breaks(OLD, &OLD.replace("pub a::Open::One\n", "")).len(), 1);
    }

    #[test]
    fn versions_rise_as_far_as_they_must() {
        let allows = |before, version, breaks| allows(before, version, breaks).expect("versions");
        assert!(allows("0.1.0", "0.2.0", true) && allows("0.2.0", "0.2.0", false) && allows("0.2.0", "0.2.1", false));
        assert!(!allows("0.2.0", "0.2.1", true) && !allows("0.2.0", "0.1.9", false));
        assert!(allows("1.2.0", "2.0.0", true) && !allows("1.2.0", "1.3.0", true));
    }
}

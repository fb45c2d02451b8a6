//! The oldest compiler, and what callers must change.

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
    let install = project.shell.cmd("rustup").args(["toolchain", "install", &version, "--profile", "minimal"]);
    if install.ignore_stderr().run().is_err() {
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
        // Members are looked at with the root of their workspace; these two have other chess libraries, under other licences.
        let is_root = project.read(&manifest)?.lines().any(|line| line == "[workspace]");
        if !is_root || ["fuzz/", "benches/peers/"].iter().any(|folder| manifest.starts_with(folder)) {
            continue;
        }
        let command = project.shell.cmd("cargo-deny").args(["--manifest-path", &manifest]);
        let options = "--workspace --all-features --locked --config deny.toml check licenses bans sources";
        command.args(options.split(' ')).run()?;
    }
    Ok(())
}

/// Holds the version in Cargo.toml against what has changed for callers since the last release, which is the last tag `v*`.
pub fn semver(project: &Project) -> Result<()> {
    let last =
        project.shell.cmd("git").args(["describe", "--tags", "--abbrev=0", "--match", "v*"]).ignore_stderr().quiet();
    let Ok(last) = last.read() else {
        project.skip("semver", "no release is tagged yet");
        return Ok(());
    };
    ensure!(project.install("cargo-semver-checks"), "cargo-semver-checks cannot be had");
    Ok(project.cargo("semver-checks --all-features --baseline-rev").arg(last).run()?)
}

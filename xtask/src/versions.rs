//! The oldest compiler, and what callers must change.

use anyhow::{Context, Result, ensure};

use crate::project::{Project, cargo};

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

//! The repository that the commands work on, and how they call cargo.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use xshell::{Cmd, Shell};

/// The repository, with a shell that stands in its root.
pub struct Project {
    pub root: PathBuf,
    /// The folder of all builds: `CARGO_TARGET_DIR`, or the folder `target`.
    pub target: PathBuf,
    pub shell: Shell,
}

impl Project {
    pub fn find() -> Result<Self> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("xtask is a folder of the repository")?;
        let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |folder| root.join(folder));
        let shell = Shell::new()?;
        shell.change_dir(root);
        shell.set_var("CARGO_TERM_COLOR", "never");
        Ok(Self { root: root.to_owned(), target, shell })
    }

    /// The names of the packages that users add: the rules, and what stands on them.
    pub fn packages(&self) -> Result<Vec<String>> {
        let mut packages = Vec::new();
        for manifest in self.files(&["Cargo.toml", ":(glob)crates/*/Cargo.toml"])? {
            let text = self.read(&manifest)?;
            let name = text.lines().find_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'));
            let name = name.with_context(|| format!("{manifest} has no name"))?.to_owned();
            if !text.lines().any(|line| line == "publish = false") {
                packages.push(name);
            }
        }
        Ok(packages)
    }

    /// `cargo` with these words, in the root.
    pub fn cargo(&self, words: &str) -> Cmd<'_> {
        cargo(&self.shell, words)
    }

    /// A shell that stands in a folder of the repository, for a package that is none of the workspace.
    pub fn at(&self, folder: &str) -> Shell {
        let shell = self.shell.clone();
        shell.change_dir(self.root.join(folder));
        shell
    }

    /// The same for a package that is built for a machine without operating system: `core` is built with it, as the program is.
    pub fn elsewhere(&self, folder: &str) -> Shell {
        let shell = self.at(folder);
        shell.set_var("RUSTC_BOOTSTRAP", "1");
        shell
    }

    /// The text of a file of the repository.
    pub fn read(&self, path: &str) -> Result<String> {
        let path = self.root.join(path);
        fs::read_to_string(&path).with_context(|| format!("{} cannot be read", path.display()))
    }

    /// The files of the repository that git knows or would, by these patterns, without those that are gone.
    pub fn files(&self, patterns: &[&str]) -> Result<Vec<String>> {
        let list = ["ls-files", "--cached", "--others", "--exclude-standard", "--"];
        let listed = self.shell.cmd("git").args(list).args(patterns).quiet().read()?;
        let files = listed.lines().filter(|file| self.root.join(file).is_file()).map(str::to_owned);
        let files: BTreeSet<String> = files.collect();
        Ok(files.into_iter().collect())
    }
}

/// `cargo` with these words, which blanks part, and with `--locked`.
pub fn cargo<'a>(shell: &'a Shell, words: &str) -> Cmd<'a> {
    let mut command = shell.cmd("cargo");
    // What `cargo run` tells the program that it runs is not for the cargo beneath.
    for (name, _) in env::vars() {
        if name == "CARGO" || name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_") {
            command = command.env_remove(name);
        }
    }
    let (first, rest) = words.split_once(' ').unwrap_or((words, ""));
    command.arg(first).arg("--locked").args(rest.split_whitespace())
}

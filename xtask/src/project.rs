//! The repository that the commands work on: how they call cargo, and how they say what they could not do.

use std::cell::RefCell;
use std::env;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};
use cargo_metadata::{Metadata, MetadataCommand, Package};
use xshell::{Cmd, Shell};

/// The version of Rust that CI builds with: others warn of other things, make code of other sizes, and list the public items otherwise.
pub const PINNED: &str = "1.95.0";

/// What a command could not do here, and why. `xtask/skips.txt` says which of these CI lets pass.
#[derive(Debug, PartialEq)]
pub struct Skip {
    pub what: String,
    pub why: String,
}

/// The repository, with a shell that stands in its root.
pub struct Project {
    pub root: PathBuf,
    /// Where everything is built: `CARGO_TARGET_DIR`, or the folder `target`.
    pub target: PathBuf,
    /// Whether this is CI, in which only what is listed may be skipped.
    pub in_ci: bool,
    pub threads: String,
    pub shell: Shell,
    /// git's name for the tree `src` of the commit at which the command was begun.
    pub tree: String,
    metadata: Metadata,
    skips: RefCell<Vec<Skip>>,
}

impl Project {
    pub fn find() -> Result<Self> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("xtask is a folder of the repository")?;
        let metadata = MetadataCommand::new()
            .manifest_path(root.join("Cargo.toml"))
            .no_deps()
            .other_options(["--locked".to_owned()])
            .exec()?;
        let target = metadata.target_directory.clone().into_std_path_buf();
        let shell = Shell::new()?;
        shell.change_dir(root);
        shell.set_var("CARGO_TERM_COLOR", "never");
        let tree = shell.cmd("git").args(["rev-parse", "--short=12", "HEAD:src"]).quiet().read()?;
        Ok(Self {
            tree,
            root: root.to_owned(),
            target,
            in_ci: env::var("CI").is_ok_and(|value| value == "true"),
            threads: std::thread::available_parallelism().map_or(1, usize::from).to_string(),
            shell,
            metadata,
            skips: RefCell::default(),
        })
    }

    /// The library's own package.
    pub fn library(&self) -> Result<&Package> {
        self.metadata.root_package().context("Cargo.toml has a package")
    }

    /// The packages that users add: the rules, and what stands on them.
    pub fn packages(&self) -> Vec<&Package> {
        self.metadata.workspace_default_packages()
    }

    /// `cargo` with these words, which blanks part, and with `--locked` where it can change a lock file.
    pub fn cargo(&self, words: &str) -> Cmd<'_> {
        cargo(&self.shell, words)
    }

    /// A shell that stands in a folder of the repository, for a package that is none of the workspace.
    pub fn at(&self, folder: &str) -> Shell {
        let shell = self.shell.clone();
        shell.change_dir(self.root.join(folder));
        shell
    }

    /// The text of a file of the repository.
    pub fn read(&self, path: &str) -> Result<String> {
        let path = self.root.join(path);
        fs::read_to_string(&path).with_context(|| format!("{} cannot be read", path.display()))
    }

    /// An example as `cargo test` built it.
    pub fn example(&self, name: &str) -> PathBuf {
        self.target.join("debug/examples").join(name)
    }

    /// The version of the compiler that cargo uses here.
    pub fn compiler(&self) -> Result<String> {
        let said = self.shell.cmd("rustc").arg("--version").quiet().read()?;
        Ok(said.split_whitespace().nth(1).unwrap_or_default().to_owned())
    }

    /// Notes that something is not done.
    pub fn skip(&self, what: &str, why: &str) {
        let known = self.skips.borrow().iter().any(|skip| skip.what == what);
        if !known {
            println!("skipped: {what}: {why}");
            self.skips.borrow_mut().push(Skip { what: what.to_owned(), why: why.to_owned() });
        }
    }

    /// What could be had; or notes that something is not done without it.
    pub fn or_skip<T>(&self, what: &str, had: Result<T>) -> Option<T> {
        had.map_err(|why| self.skip(what, &format!("{why:#}"))).ok()
    }

    /// What was skipped since this was asked the last time.
    pub fn take_skips(&self) -> Vec<Skip> {
        self.skips.take()
    }

    /// Whether the list allows CI to skip this.
    pub fn may_skip(&self, what: &str) -> Result<bool> {
        let list = self.read("xtask/skips.txt")?;
        Ok(list.lines().any(|line| line.strip_prefix(what).is_some_and(|rest| rest.starts_with(": "))))
    }

    /// Fails if something was skipped that may not be.
    pub fn judge(&self, skips: &[Skip]) -> Result<()> {
        for skip in skips {
            ensure!(
                self.may_skip(&skip.what)?,
                "{} may not be skipped ({}): xtask/skips.txt does not name it",
                skip.what,
                skip.why
            );
        }
        Ok(())
    }

    /// The files of the repository that git knows and that these patterns name.
    pub fn files(&self, patterns: &[&str]) -> Result<Vec<String>> {
        let listed = self.shell.cmd("git").args(["ls-files", "--"]).args(patterns).quiet().read()?;
        Ok(listed.lines().map(str::to_owned).collect())
    }
}

/// Runs a command, prints its lines as they come, and returns those of its standard output.
pub fn tee(command: Cmd<'_>) -> Result<String> {
    let shown = command.to_string();
    println!("$ {shown}");
    let mut child = Command::from(command)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("{shown} cannot be started"))?;
    let mut text = String::new();
    for line in BufReader::new(child.stdout.take().context("the output was asked for")?).lines() {
        let line = line?;
        println!("{line}");
        text.push_str(&line);
        text.push('\n');
    }
    let status = child.wait()?;
    if !status.success() {
        bail!("{shown}: {status}");
    }
    Ok(text)
}

/// How many tests passed, in all that `cargo test` said.
pub fn passed(said: &str) -> u32 {
    let results = said.lines().filter_map(|line| line.trim().strip_prefix("test result: ok. "));
    results.filter_map(|line| line.split(' ').next()?.parse::<u32>().ok()).sum()
}

/// Whether a program can be called by its name.
pub fn on_path(program: &str) -> bool {
    env::var_os("PATH").is_some_and(|path| env::split_paths(&path).any(|folder| folder.join(program).is_file()))
}

/// Whether this is the machine that most instruments are set up for.
pub fn on_linux_x86_64() -> bool {
    cfg!(all(target_os = "linux", target_arch = "x86_64"))
}

/// See [`Project::cargo`]; here for threads, each of which has its own shell.
pub fn cargo<'a>(shell: &'a Shell, words: &str) -> Cmd<'a> {
    let mut words = words.split_whitespace();
    let mut command = shell.cmd("cargo");
    // What `cargo run` tells the program that it runs is not for the cargo beneath.
    for (name, _) in env::vars() {
        if name == "CARGO" || name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_") {
            command = command.env_remove(name);
        }
    }
    let mut first = words.next().unwrap_or_default();
    while first.starts_with('+') {
        command = command.arg(first);
        first = words.next().unwrap_or_default();
    }
    command = command.arg(first);
    if !["fmt", "fuzz", "miri", "llvm-cov"].contains(&first) {
        command = command.arg("--locked");
    }
    command.args(words)
}

/// Seconds of the processor that the programs took which this one started and waited for. Zero where the system does not tell.
pub fn seconds_of_children() -> Result<f64> {
    let Ok(text) = fs::read_to_string("/proc/self/stat") else { return Ok(0.0) };
    // The second field is a name in brackets; the sixteenth counts hundredths.
    let (_, fields) = text.rsplit_once(')').context("a name in brackets")?;
    let hundredths: u32 = fields.split_whitespace().nth(13).context("a sixteenth field")?.parse()?;
    Ok(f64::from(hundredths) / 100.0)
}

#[cfg(test)]
mod tests {
    use super::{Project, Skip, passed};

    #[test]
    fn ci_skips_only_what_the_list_names() {
        let project = Project::find().expect("the repository");
        let judge =
            |project: &Project, what: &str| project.judge(&[Skip { what: what.to_owned(), why: String::new() }]);
        assert!(judge(&project, "deny").is_ok());
        for what in ["semver", "back ends", "cost limits", "targets: cortex", "miri", "docs.rs", "den", ""] {
            assert!(judge(&project, what).is_err(), "{what}");
        }
    }

    #[test]
    fn tests_are_counted() {
        let said = "test result: ok. 30 passed; 0 failed\n  x\ntest result: ok. 4 passed; 0 failed\n";
        assert_eq!(passed(said), 34);
    }
}

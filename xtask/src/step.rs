//! What a step of CI prints, in a file: of half an hour's output a reader wants the results, and the end of what failed.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};

/// How many lines are shown of a step that failed. The tests say at their end which failed, and why.
const SHOWN: usize = 150;

/// While it lives, what this program prints goes to a file, and so does what the programs print that it starts. Where it was printed
/// before, a line a minute tells that they are at work.
pub struct Hidden {
    /// The standard output and the standard error of before.
    #[cfg(unix)]
    before: [std::os::fd::OwnedFd; 2],
    /// Ends those lines when it is gone.
    #[cfg(unix)]
    _minutes: mpsc::Sender<()>,
}

#[cfg(unix)]
impl Hidden {
    pub fn into(path: &Path) -> Result<Self> {
        let file = File::create(path).with_context(|| format!("{} cannot be written", path.display()))?;
        io::stdout().flush()?;
        let keep = |stream| rustix::io::fcntl_dupfd_cloexec(stream, 3);
        let before = [keep(rustix::stdio::stdout())?, keep(rustix::stdio::stderr())?];
        let (minutes, end) = mpsc::channel();
        let mut shown = File::from(before[0].try_clone()?);
        thread::spawn(move || {
            for minute in 1.. {
                if end.recv_timeout(Duration::from_mins(1)) != Err(RecvTimeoutError::Timeout) {
                    break;
                }
                // What cannot be shown is not missed.
                let _ = writeln!(shown, "   {minute} min");
            }
        });
        rustix::stdio::dup2_stdout(&file)?;
        rustix::stdio::dup2_stderr(&file)?;
        Ok(Self { before, _minutes: minutes })
    }
}

#[cfg(unix)]
impl Drop for Hidden {
    fn drop(&mut self) {
        let [output, error] = &self.before;
        // What cannot be put back cannot be told either.
        let _ = io::stdout().flush();
        let _ = rustix::stdio::dup2_stdout(output);
        let _ = rustix::stdio::dup2_stderr(error);
    }
}

/// Where streams are not files, everything is shown.
#[cfg(not(unix))]
impl Hidden {
    pub fn into(path: &Path) -> Result<Self> {
        File::create(path).with_context(|| format!("{} cannot be written", path.display()))?;
        Ok(Self {})
    }
}

/// Shows what `cargo test` said of each program of tests, and of those that failed.
pub fn show_results(path: &Path) -> Result<()> {
    let text = text_of(path)?;
    text.lines().filter(|line| is_result(line)).for_each(|line| println!("{line}"));
    Ok(())
}

fn is_result(line: &str) -> bool {
    line.contains("test result: ") || line.starts_with("test ") && line.ends_with(" FAILED")
}

/// The text of a file, whatever bytes it has.
fn text_of(path: &Path) -> Result<String> {
    let text = fs::read(path).with_context(|| format!("{} cannot be read", path.display()))?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// The last lines of a file.
pub fn end_of(path: &Path) -> Result<String> {
    let text = text_of(path)?;
    let lines: Vec<&str> = text.lines().collect();
    Ok(lines[lines.len().saturating_sub(SHOWN)..].join("\n"))
}

#[cfg(test)]
mod tests {
    use super::{SHOWN, end_of, is_result};

    #[test]
    fn results_are_found() {
        for line in
            ["test result: ok. 2 passed", "i686, . --lib: test result: FAILED. 1 passed", "test a::b ... FAILED"]
        {
            assert!(is_result(line), "{line}");
        }
        for line in ["test a::b ... ok", "running 2 tests", "FAILED"] {
            assert!(!is_result(line), "{line}");
        }
    }

    #[test]
    fn the_end_of_a_file_is_shown() {
        let path = std::env::temp_dir().join(format!("xtask-{}", std::process::id()));
        let mut text = Vec::from(*b"first\xFF\n");
        std::fs::write(&path, &text).expect("a file");
        assert_eq!(end_of(&path).expect("its end"), "first\u{FFFD}");
        text.extend_from_slice("line\n".repeat(SHOWN).as_bytes());
        std::fs::write(&path, &text).expect("a file");
        let end = end_of(&path).expect("its end");
        std::fs::remove_file(&path).expect("the file is there");
        assert_eq!((end.lines().count(), end.contains("first")), (SHOWN, false));
    }
}

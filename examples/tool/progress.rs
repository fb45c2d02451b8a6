//! Shows progress on standard error.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicU64, Ordering};

/// The share of the work that is done.
pub struct Progress {
    all: u64,
    done: AtomicU64,
    is_shown: bool,
}

impl Progress {
    /// Shows progress on a terminal only, not in a file.
    pub fn new(all: u64) -> Progress {
        Progress { is_shown: io::stderr().is_terminal(), ..Progress::hidden(all) }
    }

    pub fn hidden(all: u64) -> Progress {
        Progress { all, done: AtomicU64::new(0), is_shown: false }
    }

    pub fn step(&self, by: u64) {
        let done = by + self.done.fetch_add(by, Ordering::Relaxed);
        if self.is_shown {
            let _ = write!(io::stderr(), "\r{:3} %", 100 * done / done.max(self.all).max(1));
        }
    }

    /// Clears the line for other output.
    pub fn clear(&self) {
        if self.is_shown {
            let _ = write!(io::stderr(), "\r     \r");
        }
    }
}

//! Why a mutant may live: `tests/mutants/reasons.txt`, whose first lines say how to read it.
//!
//! The list is by function and not by line, so that it outlives changes around the function.

use std::path::Path;

/// The reasons for all of src.
const LIST: &str = include_str!("../reasons.txt");

/// A part of a mutant's name, and the function in which that counts.
pub struct Reason {
    /// The line of the list.
    pub line: usize,
    /// The folder or file of src.
    pub module: &'static str,
    pub function: &'static str,
    pub part: &'static str,
}

/// The folder of src in which a file is, or the file's own name if it is in none.
pub fn module(file: &str) -> &str {
    let below = Path::new(file).strip_prefix("src").unwrap_or(Path::new(file));
    let first = below.iter().next().and_then(|part| part.to_str()).unwrap_or("");
    first.strip_suffix(".rs").unwrap_or(first)
}

impl Reason {
    /// Whether a function of a file is the one that the reason is about.
    pub fn is_about(&self, file: &str, function: &str) -> bool {
        module(file) == self.module && function == self.function
    }

    /// Whether the mutant of a function, which is so described, may live for this reason.
    pub fn covers(&self, file: &str, function: &str, what: &str) -> bool {
        self.is_about(file, function) && what.contains(self.part)
    }
}

/// All reasons of the list.
///
/// # Panics
/// If a line is not `MODULE::FUNCTION: PART, PART: WHY` with each part between backticks.
pub fn all() -> Vec<Reason> {
    let mut reasons = Vec::new();
    for (line, text) in LIST.lines().enumerate().map(|(n, text)| (n + 1, text)) {
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        let (place, rest) = text.split_once(": `").unwrap_or((text, ""));
        let (parts, why) = rest.rsplit_once("`: ").unwrap_or((rest, ""));
        let (module, function) = place.split_once("::").unwrap_or((place, ""));
        assert!(
            !function.is_empty() && !why.is_empty(),
            "reasons.txt:{line}: a reason is MODULE::FUNCTION: `PART`, `PART`: WHY"
        );
        reasons.extend(parts.split('`').step_by(2).map(|part| Reason { line, module, function, part }));
    }
    reasons
}

//! Texts for the library's answers.

use std::fmt::{Display, Write};

#[cfg(any(feature = "engine", feature = "lesson", feature = "openings", feature = "rules"))]
use crate::Reason;

/// Returns the reason for people from an error.
#[cfg(any(feature = "engine", feature = "lesson", feature = "openings", feature = "rules"))]
pub(crate) fn reason(error: impl Display) -> Reason {
    let mut text = String::new();
    push(&mut text, &error);
    text
}

/// Appends the `Display` of a value.
pub(crate) fn push(answer: &mut String, what: &dyn Display) {
    // Writing to a string does not fail.
    let _ = write!(answer, "{what}");
}

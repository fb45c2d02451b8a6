//! Texts of the library's answers.

use std::fmt::{Display, Write};

#[cfg(any(feature = "engine", feature = "lesson", feature = "rules"))]
use crate::Reason;

/// The reason for people that an error is.
#[cfg(any(feature = "engine", feature = "lesson", feature = "rules"))]
pub(crate) fn reason(error: impl Display) -> Reason {
    let mut text = String::new();
    push(&mut text, &error);
    text
}

/// Appends what something says of itself.
pub(crate) fn push(answer: &mut String, what: &dyn Display) {
    // A string takes whatever it is given.
    let _ = write!(answer, "{what}");
}

//! [`ParseNameError`]: the error for a text that should name a square, a file, a colour or a piece, and does not.

/// A text that is no name of the kind asked for: square, file, rank, colour, role or piece. The message says what such a name
/// looks like.
///
/// ```
/// use chess0x88::{Color, Square};
/// let error = "e9".parse::<Square>().unwrap_err();
/// assert_eq!(error.to_string(), "a square is a letter a-h and a digit 1-8, such as e4");
/// assert_eq!("grey".parse::<Color>().unwrap_err().to_string(), "a colour is white or black, or w or b");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[error("{expected}")]
pub struct ParseNameError {
    expected: &'static str,
}

impl ParseNameError {
    #[inline]
    pub(crate) const fn new(expected: &'static str) -> ParseNameError {
        ParseNameError { expected }
    }
}

/// The only character of a text.
pub(crate) fn only_char(text: &str) -> Option<char> {
    let mut chars = text.chars();
    chars.next().filter(|_| chars.next().is_none())
}

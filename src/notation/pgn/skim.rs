//! Passing over movetext without reading it.
//!
//! Only comments can hide a bracket, and only brackets, a result or a new tag section end something. So it is
//! enough to hop from one of those bytes to the next. Where a game ends must not depend on whether it is read
//! or passed over; the tests hold the two to the same boundaries on arbitrary bytes.

use super::token::{result_around, starts_tag};
use super::{GameResult, scan};

/// Why passing over movetext came to an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Skimmed {
    /// The variation is closed.
    Variation,
    /// A result ended the game.
    Result(GameResult),
    /// A tag section starts here, or the input ends.
    CutShort,
    /// A comment that is never closed starts here.
    UnclosedComment,
}

/// The closing braces of an input.
#[derive(Clone, Debug)]
pub(super) struct Braces {
    /// From here on the input has no `}`. Remembered, because every unclosed comment would search again.
    none_from: usize,
}

impl Braces {
    pub(super) const fn new() -> Braces {
        Braces { none_from: usize::MAX }
    }

    /// The first `}` at or after `from`. All calls must be given the same input.
    pub(super) fn closing(&mut self, input: &[u8], from: usize) -> Option<usize> {
        if from >= self.none_from {
            return None;
        }
        let close = scan::find_byte(input, from, b'}');
        if close == input.len() {
            self.none_from = from;
            return None;
        }
        Some(close)
    }
}

/// Passes over movetext that begins at `from`, `depth` variations deep: to the end of the game, or, `within` a variation,
/// behind the parenthesis that closes the outermost of them. Returns where it came to an end.
pub(super) fn skim(input: &[u8], from: usize, braces: &mut Braces, mut depth: usize, within: bool) -> (Skimmed, usize) {
    let mut next = from;
    loop {
        let at = scan::find_structure(input, next);
        let Some(&byte) = input.get(at) else {
            return (Skimmed::CutShort, at);
        };
        next = at + 1;
        match byte {
            b'(' => depth += 1,
            b')' if within && depth == 1 => return (Skimmed::Variation, next),
            b')' => depth = depth.saturating_sub(1),
            b'{' => {
                let Some(close) = braces.closing(input, at) else {
                    return (Skimmed::UnclosedComment, at);
                };
                next = close + 1;
            }
            b';' => next = scan::next_line(input, at),
            b'%' if scan::starts_line(input, at) => next = scan::next_line(input, at),
            b'[' if starts_tag(input, at) => return (Skimmed::CutShort, at),
            b'*' if depth == 0 => return (Skimmed::Result(GameResult::Unknown), next),
            b'-' if depth == 0 => {
                if let Some((result, end)) = result_around(input, at) {
                    return (Skimmed::Result(result), end);
                }
            }
            _ => {}
        }
    }
}

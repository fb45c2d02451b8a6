//! Passing over movetext without reading it.
//!
//! Only comments can hide a bracket, and only brackets, a result or a new tag section end something. So it is
//! enough to hop from one of those bytes to the next. Where a game ends must not depend on whether it is read
//! or passed over; the tests hold the two to the same boundaries on arbitrary bytes.

use super::reader::{Reader, starts_tag};
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

impl Reader<'_> {
    /// Passes over movetext from `self.at`, `depth` variations deep: to the end of the game, or, `within` a
    /// variation, behind the parenthesis that closes the outermost of them.
    pub(super) fn skim(&mut self, mut depth: usize, within: bool) -> Skimmed {
        let input = self.input;
        loop {
            let at = scan::find_structure(input, self.at);
            self.at = at;
            let Some(&byte) = input.get(at) else {
                return Skimmed::CutShort;
            };
            self.at = at + 1;
            match byte {
                b'(' => depth += 1,
                b')' if within && depth == 1 => return Skimmed::Variation,
                b')' => depth = depth.saturating_sub(1),
                b'{' => {
                    let Some(close) = self.closing_brace(at) else {
                        self.at = at;
                        return Skimmed::UnclosedComment;
                    };
                    self.at = close + 1;
                }
                b';' => self.at = scan::next_line(input, at),
                b'%' if scan::starts_line(input, at) => self.at = scan::next_line(input, at),
                b'[' if starts_tag(input, at) => {
                    self.at = at;
                    return Skimmed::CutShort;
                }
                b'*' if depth == 0 => return Skimmed::Result(GameResult::Unknown),
                b'-' if depth == 0 => {
                    if let Some((result, end)) = result_around(input, at) {
                        self.at = end;
                        return Skimmed::Result(result);
                    }
                }
                _ => {}
            }
        }
    }
}

/// The result whose (first) dash stands at `dash`, and where it ends.
pub(super) fn result_around(input: &[u8], dash: usize) -> Option<(GameResult, usize)> {
    let before = input.get(..dash)?;
    let start = dash - if before.ends_with(b"1/2") { 3 } else { 1.min(dash) };
    // A digit, a letter or `$` before it make it part of something else.
    let alone = start.checked_sub(1).is_none_or(|last| input[last] != b'$' && scan::is_delimiter(input[last]));
    // A `*` would end where the dash stands.
    result_at(input, start).filter(|&(_, end)| alone && end > dash)
}

/// The result that stands at `start`, and where it ends. It must look no further than a result is long: whoever skips
/// asks at every dash.
pub(super) fn result_at(input: &[u8], start: usize) -> Option<(GameResult, usize)> {
    GameResult::ALL.into_iter().find_map(|result| {
        let end = start + result.as_str().len();
        let spelt = input.get(start..end)? == result.as_str().as_bytes();
        let ends = result == GameResult::Unknown || input.get(end).is_none_or(|&next| scan::is_delimiter(next));
        (spelt && ends).then_some((result, end))
    })
}

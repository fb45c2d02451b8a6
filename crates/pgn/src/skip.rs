//! Skips movetext without reading it.
//!
//! Only comments and HTML can hide a bracket. Only brackets, a result or a new tag section end a variation or a game. So the
//! skipper goes from one of these bytes to the next. A game must end at the same byte whether it is read or skipped; tests
//! compare the two on arbitrary bytes.

use super::reader::{GivenUp, Reader};
use super::{GameResult, scan};

/// The reason why skipping ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Skipped {
    /// The variation is closed.
    Variation,
    /// A result ended the game.
    Result(GameResult),
    /// A tag section or a game without tags starts here, or the input ends.
    CutShort,
    /// A comment that is never closed starts here.
    UnclosedComment,
}

impl Reader<'_> {
    /// Skips movetext, inside `depth` variations, to the end of the game. With `within` it stops after the parenthesis that
    /// closes the outermost variation.
    pub(super) fn skip(&mut self, mut depth: usize, within: bool) -> Skipped {
        let input = self.input;
        let mut next = self.at;
        let (skipped, at) = loop {
            let at = scan::find_near_or_far(input, next, &scan::Structure);
            let Some(&byte) = input.get(at) else {
                break (Skipped::CutShort, at);
            };
            next = at + 1;
            match byte {
                b'(' => depth += 1,
                b')' if within && depth == 1 => break (Skipped::Variation, next),
                b')' => depth = depth.saturating_sub(1),
                b'{' => match self.ahead.closing_brace(input, at) {
                    Some(close) => next = close + 1,
                    None => break (Skipped::UnclosedComment, at),
                },
                b';' => next = scan::line_end(input, at),
                b'%' if scan::starts_line(input, at) => next = scan::find_break(input, at),
                b'[' if self.ahead.starts_tag(input, at) => match self.stray_tags(at) {
                    None => break (Skipped::CutShort, at),
                    Some(end) => next = end,
                },
                b'*' | b'-' | b'/' | b':' | 0x80.. if depth == 0 => {
                    if let Some((result, end)) = self.result_around(at, depth) {
                        break (Skipped::Result(result), end);
                    }
                }
                b'<' | b'\n' | b'\r' => {
                    let line_end = if byte == b'<' { scan::html_line_end(input, at) } else { Some(1) };
                    next = at + line_end.unwrap_or(1);
                    if line_end.is_some() && depth == 0 && at >= self.restart_from {
                        match self.restart(at) {
                            Ok(game) => break (Skipped::CutShort, game.at),
                            Err(line) => next = line,
                        }
                    }
                }
                _ => {}
            }
        };
        self.at = at;
        skipped
    }

    /// Skips the rest of the game outside of variations.
    pub(super) fn skip_rest(&mut self) -> Result<Option<GameResult>, GivenUp> {
        match self.skip(0, false) {
            Skipped::Result(result) => Ok(Some(result)),
            Skipped::Variation | Skipped::CutShort => Ok(None),
            Skipped::UnclosedComment => Err(self.unclosed_comment(self.at)),
        }
    }

    /// Skips the rest of the innermost variation and returns its end.
    pub(super) fn skip_variation(&mut self, at: usize, depth: usize, outermost: usize) -> Result<usize, GivenUp> {
        self.at = at;
        match self.skip(1, true) {
            Skipped::Variation => Ok(self.at),
            Skipped::UnclosedComment => Err(self.unclosed_comment(self.at)),
            Skipped::Result(_) | Skipped::CutShort => Err(self.unclosed_variation(depth, outermost)),
        }
    }
}

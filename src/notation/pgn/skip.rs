//! Skips movetext without reading it.
//!
//! Only comments can hide a bracket, and only brackets, a result or a new tag section end a variation or a game. So it is
//! enough to go from one of those bytes to the next. A game must end at the same byte whether it is read or skipped; tests
//! compare the two on arbitrary bytes.

use core::ops::Range;

use super::token::{self, TagHead, result_around};
use super::{GameResult, Reader, scan};

/// Why skipping came to an end.
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

/// What is known of the input ahead of the reader. All calls must be given the same input, or one that continues it.
#[derive(Clone, Debug)]
pub(super) struct Ahead {
    /// A range of the input without a `}`. Without it every unclosed comment would search the range again.
    braceless: Range<usize>,
    /// The end of the bytes that were examined ahead of the reader.
    furthest: usize,
}

impl Ahead {
    pub(super) const fn new() -> Ahead {
        Ahead { braceless: 0..0, furthest: 0 }
    }

    /// The first `}` at or after `from`.
    pub(super) fn closing_brace(&mut self, input: &[u8], from: usize) -> Option<usize> {
        let known = self.braceless.contains(&from);
        let close = scan::find_byte(input, if known { self.braceless.end } else { from }, b'}');
        if close < input.len() {
            return Some(close);
        }
        self.braceless = if known { self.braceless.start } else { from }..close;
        self.has_examined(close);
        None
    }

    /// Notes that the bytes up to `at` were examined.
    pub(super) fn has_examined(&mut self, at: usize) {
        self.furthest = self.furthest.max(at);
    }

    /// Whether a tag starts with the bracket at `at`.
    fn starts_tag(&mut self, input: &[u8], at: usize) -> bool {
        let head = TagHead::at(input, at);
        self.has_examined(head.quote);
        head.is_tag(input)
    }

    /// Whether a reader that stands at `at` may have seen where the input ends, so that more input could have changed
    /// what it found.
    pub(super) fn has_seen_end(&self, input: &[u8], at: usize) -> bool {
        self.furthest.max(at).saturating_add(NEAR) > input.len()
    }

    /// What is known of an input that lacks the first bytes of this one, and may go on where it ended.
    pub(super) fn without(&self, bytes: usize) -> Ahead {
        let Range { start, end } = self.braceless;
        Ahead { braceless: start.saturating_sub(bytes)..end.saturating_sub(bytes), furthest: 0 }
    }
}

/// The most bytes that a reader examines ahead of a token, but for tags, comments and white space: a result and the byte
/// behind it.
const NEAR: usize = token::LONGEST_RESULT + 1;

/// An offset beyond any input: in a game with tags, no move number starts another game.
pub(super) const NO_RESTART: usize = usize::MAX;

impl Reader<'_> {
    /// Passes over movetext, `depth` variations deep: to the end of the game, or, `within` a variation, behind the parenthesis
    /// that closes the outermost of them. From `restart_from` on, a game without tags may end it.
    pub(super) fn skip(&mut self, mut depth: usize, within: bool) -> Skipped {
        let (input, restart_from) = (self.input, self.restart_from);
        let mut next = self.at;
        let (skipped, at) = loop {
            let at = match restart_from {
                NO_RESTART => scan::find_near_or_far(input, next, &scan::Structure),
                _ => scan::find_near_or_far(input, next, &scan::StructureAndLines),
            };
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
                b'%' if scan::starts_line(input, at) => next = scan::find_byte(input, at, b'\n'),
                b'[' if self.ahead.starts_tag(input, at) => break (Skipped::CutShort, at),
                b'*' | b'-' | b'/' | 0x80.. if depth == 0 => {
                    if let Some((result, end)) = result_around(input, at) {
                        break (Skipped::Result(result), end);
                    }
                }
                b'\n' | b'<'
                    if depth == 0
                        && at >= restart_from
                        && (byte == b'\n' || scan::html_line_end(input, at).is_some()) =>
                {
                    match self.restart(at) {
                        Ok(game) => break (Skipped::CutShort, game.at),
                        Err(end) => next = end,
                    }
                }
                _ => {}
            }
        };
        self.at = at;
        skipped
    }
}

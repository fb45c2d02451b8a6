//! Passing over movetext without reading it.
//!
//! Only comments can hide a bracket, and only brackets, a result or a new tag section end something. So it is
//! enough to hop from one of those bytes to the next. Where a game ends must not depend on whether it is read
//! or passed over; the tests hold the two to the same boundaries on arbitrary bytes.

use core::ops::Range;

use super::token::{self, TagHead, result_around};
use super::{GameResult, scan};

/// Why passing over movetext came to an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Skimmed {
    /// The variation is closed.
    Variation,
    /// A result ended the game.
    Result(GameResult),
    /// A tag section or a game without tags starts here, or the input ends.
    CutShort,
    /// A comment that is never closed starts here.
    UnclosedComment,
}

/// What looking ahead has found out about an input. All calls must be given the same one, or one that goes on where it
/// ended.
#[derive(Clone, Debug)]
pub(super) struct Ahead {
    /// Where the input has no `}`. Remembered, because every unclosed comment would search again.
    braceless: Range<usize>,
    /// How far somebody has looked without going there.
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
        self.looked_at(close);
        None
    }

    /// Takes note that somebody has looked as far as this.
    pub(super) fn looked_at(&mut self, at: usize) {
        self.furthest = self.furthest.max(at);
    }

    /// Does a tag start with the bracket at `at`?
    fn starts_tag(&mut self, input: &[u8], at: usize) -> bool {
        let head = TagHead::at(input, at);
        self.looked_at(head.quote);
        head.is_tag(input)
    }

    /// Whether a reader that stands at `at` may have seen where the input ends, so that more input could have changed
    /// what it found.
    #[cfg(feature = "std")]
    pub(super) fn has_seen_end(&self, input: &[u8], at: usize) -> bool {
        self.furthest.max(at).saturating_add(NEAR) > input.len()
    }

    /// What is known of an input that lacks the first bytes of this one, and may go on where it ended.
    #[cfg(feature = "std")]
    pub(super) fn without(&self, bytes: usize) -> Ahead {
        let Range { start, end } = self.braceless;
        Ahead { braceless: start.saturating_sub(bytes)..end.saturating_sub(bytes), furthest: 0 }
    }
}

/// So far a reader at a token looks at most, but for tags, comments and white space: a result and the byte behind it.
#[cfg(feature = "std")]
const NEAR: usize = token::LONGEST_RESULT + 1;

/// A place that no input has: in a game with tags, no move number starts another game.
pub(super) const NO_RESTART: usize = usize::MAX;

/// Passes over movetext that begins at `from`, `depth` variations deep: to the end of the game, or, `within` a variation,
/// behind the parenthesis that closes the outermost of them. From `restart_from` on, a game without tags may end it.
/// Returns where it came to an end.
pub(super) fn skim(
    input: &[u8],
    from: usize,
    ahead: &mut Ahead,
    mut depth: usize,
    within: bool,
    restart_from: usize,
) -> (Skimmed, usize) {
    let mut next = from;
    loop {
        let at = match restart_from {
            NO_RESTART => scan::find_structure(input, next),
            _ => scan::find_structure_or_line(input, next),
        };
        let Some(&byte) = input.get(at) else {
            return (Skimmed::CutShort, at);
        };
        next = at + 1;
        match byte {
            b'(' => depth += 1,
            b')' if within && depth == 1 => return (Skimmed::Variation, next),
            b')' => depth = depth.saturating_sub(1),
            b'{' => {
                let Some(close) = ahead.closing_brace(input, at) else {
                    return (Skimmed::UnclosedComment, at);
                };
                next = close + 1;
            }
            b';' => next = scan::find_byte(input, at, b'\n'),
            b'%' if scan::starts_line(input, at) => next = scan::find_byte(input, at, b'\n'),
            b'[' if ahead.starts_tag(input, at) => return (Skimmed::CutShort, at),
            b'*' if depth == 0 => return (Skimmed::Result(GameResult::Unknown), next),
            b'-' | 0x80.. if depth == 0 => {
                if let Some((result, end)) = result_around(input, at) {
                    return (Skimmed::Result(result), end);
                }
            }
            b'\n' if depth == 0 && at >= restart_from => {
                let (is_restart, end) = token::restart(input, at, |at| ahead.looked_at(at));
                if is_restart {
                    return (Skimmed::CutShort, end);
                }
                next = end;
            }
            _ => {}
        }
    }
}

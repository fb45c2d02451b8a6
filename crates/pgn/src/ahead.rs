//! What a reader knows of the bytes ahead of it.

use core::ops::Range;

use super::scan;
use super::token::{self, TagHead};

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
    pub(super) fn starts_tag(&mut self, input: &[u8], at: usize) -> bool {
        let head = TagHead::at(input, at);
        self.has_examined(head.quote);
        head.is_tag(input)
    }
}

/// What a stream asks.
#[cfg(feature = "std")]
impl Ahead {
    /// Whether a reader that stands at `at` may have seen where the input ends, so that more input could have changed
    /// what it found.
    pub(super) fn has_seen_end(&self, input: &[u8], at: usize) -> bool {
        self.furthest.max(at).saturating_add(Ahead::NEAR) > input.len()
    }

    /// What is known of an input that lacks the first bytes of this one, and may go on where it ended.
    pub(super) fn without(&self, bytes: usize) -> Ahead {
        let Range { start, end } = self.braceless;
        Ahead { braceless: start.saturating_sub(bytes)..end.saturating_sub(bytes), furthest: 0 }
    }

    /// The most bytes that a reader examines ahead of a token, but for tags, comments and white space: a tag of HTML. (A result and
    /// the byte behind it are shorter.)
    const NEAR: usize = scan::LONGEST_HTML;
}

const _: () = assert!(token::LONGEST_RESULT < scan::LONGEST_HTML);

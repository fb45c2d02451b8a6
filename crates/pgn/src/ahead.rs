//! Facts that the reader knows about the bytes ahead of it.

use core::ops::Range;

use super::token::{self, TagHead};
use super::{glyph, scan};

/// Facts about the input ahead of the reader. All calls must be given the same input, or one that continues it.
#[derive(Clone, Debug)]
pub(super) struct Ahead {
    /// A range of the input without the end of a comment: a comment that begins in it is unclosed. Without this range every
    /// unclosed comment would search the same bytes again.
    endless: Range<usize>,
    /// If the range ends at a tag: the length of the input for which that was found, or [`CERTAIN`](Self::CERTAIN) if what continues
    /// the input cannot change it. Otherwise 0: the range ends with the input.
    cut_for: usize,
    /// The last line feed of the range. The line behind it may become a tag.
    last_line: usize,
    /// The end of the bytes that were examined ahead of the reader.
    furthest: usize,
}

impl Ahead {
    const CERTAIN: usize = usize::MAX;

    pub(super) const fn new() -> Ahead {
        Ahead { endless: 0..0, cut_for: 0, last_line: 0, furthest: 0 }
    }

    /// Finds the `}` of the comment that begins at `from`. The comment is unclosed if a tag of the roster comes first, at the
    /// start of a line after a blank line, with a game behind it. A tag with other text behind it is quoted in the comment.
    #[inline]
    pub(super) fn closing_brace(&mut self, input: &[u8], from: usize) -> Option<usize> {
        scan::near_brace(input, from).or_else(|| self.far_brace(input, from))
    }

    fn far_brace(&mut self, input: &[u8], from: usize) -> Option<usize> {
        let known = self.endless.contains(&from);
        if known && ([input.len(), Ahead::CERTAIN].contains(&self.cut_for) || self.endless.end == input.len()) {
            return None;
        }
        let mut at = if known { self.last_line.max(from) } else { from };
        let mut last_line = at;
        let is_cut = loop {
            at = scan::find_far::<16>(input, at, &scan::BraceOrLine);
            match input.get(at) {
                Some(b'}') => return Some(at),
                Some(&byte) if scan::is_break(byte) => last_line = at,
                Some(_) => {
                    at += 1;
                    continue;
                }
                None => break false,
            }
            // The writer knows this rule. It indents a bracket in a comment if the bracket would look like a new game.
            let next = at + input[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            scan::examined(next - at);
            if scan::starts_line(input, next)
                && input.get(next) == Some(&b'[')
                && scan::has_blank_line(&input[at..next])
            {
                let head = TagHead::at(input, next);
                self.has_examined(head.quote);
                let is_right_there = head.name.start == next + 1;
                let is_of_roster =
                    |name: &[u8]| token::ROSTER.iter().any(|tag| tag.as_bytes().eq_ignore_ascii_case(name));
                if is_right_there
                    && head.is_tag(input)
                    && is_of_roster(&input[head.name])
                    && self.is_followed(input, next)
                {
                    break true;
                }
            }
            at = next;
        };
        self.endless = if known { self.endless.start } else { from }..at;
        self.last_line = last_line;
        self.has_examined(at);
        self.cut_for = match is_cut {
            true if self.furthest < input.len() => Ahead::CERTAIN,
            true => input.len(),
            false => 0,
        };
        None
    }

    /// Returns `true` if movetext, other tags or nothing follow the tags at `at`: they are those of a game.
    fn is_followed(&mut self, input: &[u8], at: usize) -> bool {
        let (mut end, mut next) = (at, at);
        while input.get(next) == Some(&b'[') && !scan::has_blank_line(&input[end..next]) {
            let head = TagHead::at(input, next);
            let value = if head.is_tag(input) { token::tag_value(input, head.quote) } else { None };
            end = value.map_or_else(|| scan::find_break(input, head.quote), |(_, end)| end);
            scan::examined(end - next);
            next = scan::skip_blank(input, end);
        }
        let word = input[next..]
            .iter()
            .take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'=' | b'+'))
            .count();
        scan::examined(word);
        self.has_examined(next + word);
        match input.get(next) {
            Some(b'A'..=b'Z' | b'a'..=b'z') => glyph::take_apart(&input[next..next + word]).0 > 0,
            byte => !matches!(byte, Some(b'}' | b'"' | b'\'' | b',' | b'(' | b')')),
        }
    }

    /// Notes that the bytes up to `at` were examined.
    pub(super) fn has_examined(&mut self, at: usize) {
        self.furthest = self.furthest.max(at);
    }

    /// Returns `true` if a tag starts with the bracket at `at`.
    pub(super) fn starts_tag(&mut self, input: &[u8], at: usize) -> bool {
        let head = TagHead::at(input, at);
        self.has_examined(head.quote);
        head.is_tag(input)
    }
}

/// Questions that a stream asks.
#[cfg(feature = "std")]
impl Ahead {
    /// Returns `true` if a reader at `at` may have seen the end of the input. Then more input could have changed what it found.
    pub(super) fn has_seen_end(&self, input: &[u8], at: usize) -> bool {
        self.furthest.max(at).saturating_add(Ahead::NEAR) > input.len()
    }

    /// Returns the facts about the input that follows: it lacks the first `bytes` bytes of this input, and may continue.
    pub(super) fn without(&self, bytes: usize) -> Ahead {
        let before = |at: usize| at.saturating_sub(bytes);
        let Range { start, end } = self.endless;
        let cut_for = if self.cut_for == Ahead::CERTAIN { self.cut_for } else { before(self.cut_for) };
        Ahead { endless: before(start)..before(end), cut_for, last_line: before(self.last_line), furthest: 0 }
    }

    /// The most bytes that a reader examines ahead of a token other than a tag, a comment or white space. The longest is a tag of
    /// HTML.
    const NEAR: usize = scan::LONGEST_HTML;
}

const _: () = assert!(token::LONGEST_RESULT < scan::LONGEST_HTML);

#[cfg(test)]
mod tests {
    use std::format;

    use super::Ahead;

    /// A stream finds the end of a game in a part of its bytes, and goes on with what it found when more have come.
    #[test]
    fn what_is_found_in_a_beginning_holds_when_the_rest_has_come() {
        for behind in [
            "[Event \"1\"]\n\n1. d4 } *",
            "[Event \"1\"]\n[Site \"x\"]\n\n{ } 1. e4 *",
            "[Event \"1\"]\n\n\"he said\" }",
            "[Event \"1\"] is a tag }",
            "[Eventually }",
        ] {
            let input = format!("a comment that is longer than what is searched at once\n\n{behind}");
            let found = Ahead::new().closing_brace(input.as_bytes(), 0);
            for cut in 0..input.len() {
                let mut ahead = Ahead::new();
                ahead.closing_brace(&input.as_bytes()[..cut], 0);
                assert_eq!(ahead.closing_brace(input.as_bytes(), 0), found, "{behind:?}, at first {cut} bytes");
            }
        }
    }
}

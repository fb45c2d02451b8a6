//! Reads one game: the text before it, its tags, its movetext, and the rest of a game that was given up.

use core::ops::Range;

use super::reader::{GivenUp, Reader};
use super::scan;
use super::skip::Skipped;
use super::token::{
    ROSTER, START_TAGS, TagHead, ellipsis, is_utf_16, null_move, plain_tag, result_at, tag_value, two_zeros,
};
use super::{Flow, GameResult, PgnError, RawText, Visitor, glyph};
use crate::text::windows_1252;

impl<'a> Reader<'a> {
    /// Reads the next game and reports it to the visitor.
    ///
    /// Returns `false` if there is no game or the visitor stopped, so `while reader.read_game(&mut visitor) {}` reads all games.
    /// After an [error](Visitor::error) that ends the game it returns `true`, and the reader is at the next game. A result, a
    /// `)`, a full stop or a remark after a result makes no game of its own, unless a blank line comes before it.
    pub fn read_game<V: Visitor<'a>>(&mut self, visitor: &mut V) -> bool {
        self.pass_unread();
        if self.at == 0 && self.preceding.bytes == 0 && is_utf_16(self.input) {
            self.at = self.input.len();
            visitor.begin_game(0);
            visitor.error(PgnError::Utf16 { offset: 0, line: 1 });
            return true;
        }
        if self.at >= self.end || !self.find_game() {
            return false;
        }
        self.preceding.games = true;
        (self.start, self.played) = (self.at, None);
        visitor.begin_game(self.offset());
        if let Some(quote) = object(self.input, self.at) {
            visitor.error(self.misfit(quote..quote + 1));
        }
        if let Ok(result) = self.read(visitor) {
            if result.is_some()
                && let Some(stray) = self.pass_repeated_results()
            {
                visitor.error(self.misfit(stray));
            }
            visitor.end_game(result);
        } else {
            // No error: the visitor stopped.
            let Some(error) = self.failure.take() else { return false };
            self.pass_unread();
            visitor.error(error);
        }
        true
    }

    /// Skips the next game. Returns `true` if there was one.
    pub fn skip_game(&mut self) -> bool {
        self.pass_game().is_some()
    }

    /// Skips the next game. Returns its start.
    pub(super) fn pass_game(&mut self) -> Option<usize> {
        struct Start(usize);

        impl Visitor<'_> for Start {
            fn begin_game(&mut self, offset: usize) {
                self.0 = offset;
            }
            fn end_tags(&mut self) -> Flow {
                Flow::Skip
            }
        }

        let mut start = Start(0);
        self.read_game(&mut start).then_some(start.0)
    }

    /// Goes to the next tag or movetext. Returns `false` if there is none.
    fn find_game(&mut self) -> bool {
        let input = self.input;
        // A line with `%` may also follow a game: the game before must not matter to the next one.
        let start = self.at;
        let mut comment = None;
        let mut has_brace = false;
        loop {
            let at = scan::skip_blank(input, self.at);
            // Another file begins. The comments before it do not belong to its first game.
            if comment.is_some() && scan::has_mark(&input[self.at..at]) {
                (comment, has_brace) = (None, false);
            }
            self.at = at;
            self.at = match input.get(at) {
                // A comment in braces is a game if the input has nothing else.
                None if !has_brace || self.preceding.games => return false,
                Some(b'[') => break,
                Some(b'%') if at == start || scan::starts_line(input, at) => scan::next_line(input, at),
                Some(b';') => {
                    comment.get_or_insert(at);
                    scan::line_end(input, at)
                }
                Some(b'{') => {
                    comment.get_or_insert(at);
                    has_brace = true;
                    match self.ahead.closing_brace(input, at) {
                        Some(close) => close + 1,
                        None => break,
                    }
                }
                _ => {
                    // Comments directly before movetext without tags belong to that movetext.
                    self.ahead.has_examined(at);
                    self.at = comment.unwrap_or(at);
                    break;
                }
            };
        }
        (self.first_tag, self.result_tag) = (None, b"");
        true
    }

    fn read<V: Visitor<'a>>(&mut self, visitor: &mut V) -> Result<Option<GameResult>, GivenUp> {
        self.read_header(visitor);
        match visitor.end_tags() {
            Flow::Continue => self.read_movetext(visitor),
            Flow::Skip => self.skip_rest(),
            Flow::Stop => Err(self.stop(self.at, 0)),
        }
    }

    /// Reads the tags of a game. What stands among them, before the first move, is reported too.
    pub(super) fn read_header<V: Visitor<'a>>(&mut self, visitor: &mut V) {
        loop {
            self.read_plain_tags(visitor);
            match self.read_tag() {
                Ok(Some((name, value))) => self.tell_tag(visitor, name, value),
                Ok(None) if self.read_remarks(visitor) => {}
                Ok(None) => break,
                Err(error) => visitor.error(error),
            }
        }
        self.movetext = (self.at, None);
        self.restart_from = self.at;
        self.first_moves = (self.at, 0);
    }

    /// Returns `true` if the tag of this name at `at` starts the next game: it is the first tag again, behind a blank line.
    #[inline]
    fn starts_game(&self, at: usize, name: &[u8]) -> bool {
        self.is_first_tag(name) && scan::has_blank_line(&self.input[scan::blank_before(self.input, at)..at])
    }

    /// Returns `true` if a tag has the name of the first tag, in any encoding.
    #[inline]
    fn is_first_tag(&self, name: &[u8]) -> bool {
        self.first_tag.is_some_and(|first| is_like(first, name) && (first == name || is_same(first, name)))
    }

    /// Reads tags in the usual spelling, and stops at the first tag in another spelling and at a blank line.
    #[inline]
    fn read_plain_tags<V: Visitor<'a>>(&mut self, visitor: &mut V) {
        while let Some((name, quoted, length)) = plain_tag(&self.input[self.at..]) {
            self.first_tag.get_or_insert(name);
            self.at += length;
            self.tell_tag(visitor, name, RawText::behind(quoted));
        }
    }

    #[inline]
    fn tell_tag<V: Visitor<'a>>(&mut self, visitor: &mut V, name: &'a [u8], value: RawText<'a>) {
        if name.len() == "Result".len() && name.eq_ignore_ascii_case(b"Result") {
            self.result_tag = value.as_bytes().trim_ascii();
        }
        visitor.tag(name, value);
    }

    /// Reads the next tag of this game. Returns `None` at anything else, and at the first tag of another game. Skips a malformed tag.
    fn read_tag(&mut self) -> Result<Option<(&'a [u8], RawText<'a>)>, PgnError> {
        let input = self.input;
        loop {
            self.at = scan::skip_blank(input, self.at);
            match input.get(self.at) {
                Some(b'[') => break,
                Some(b'%') if scan::starts_line(input, self.at) => self.at = scan::next_line(input, self.at),
                _ => return Ok(None),
            }
        }
        let head = TagHead::at(input, self.at);
        self.ahead.has_examined(head.quote);
        if !head.is_tag(input) {
            return Err(self.tag_failure(&head));
        }
        let name = &input[head.name];
        if self.starts_game(self.at, name) {
            return Ok(None);
        }
        let Some((value, end)) = tag_value(input, head.quote) else {
            let (offset, line) = self.place(head.quote);
            self.at = scan::next_line(input, head.quote);
            return Err(PgnError::UnclosedTag { offset, line });
        };
        self.first_tag.get_or_insert(name);
        self.at = end;
        // The next line may have the usual spelling.
        if let [b'\n', b'[', ..] | [b'\r', b'\n', b'[', ..] = input[end..] {
            self.at += 1 + usize::from(input[end] == b'\r');
        }
        Ok(Some((name, value)))
    }

    /// Reads comments and words before the first move, if another tag of this game follows them. Returns `true` if one does.
    #[cold]
    fn read_remarks<V: Visitor<'a>>(&mut self, visitor: &mut V) -> bool {
        let input = self.input;
        let Some(end) = self.remarks_end() else { return false };
        while self.at < end {
            let at = scan::skip_blank(input, self.at);
            self.at = match self.remark_end(at) {
                _ if at >= end => at,
                Some(close) => {
                    if let open @ (b'{' | b';') = input[at] {
                        visitor.comment(RawText::behind(&input[at..close - usize::from(open == b'{')]));
                    }
                    close
                }
                None => {
                    let word = self.word_end(at);
                    visitor.error(self.misfit(at..word));
                    word
                }
            };
        }
        true
    }

    /// Finds the tag of this game behind comments and words that are no movetext.
    fn remarks_end(&mut self) -> Option<usize> {
        let input = self.input;
        let mut at = self.at;
        loop {
            at = scan::skip_blank(input, at);
            self.ahead.has_examined(at);
            if let Some(end) = self.remark_end(at) {
                at = end;
                continue;
            }
            match input.get(at)? {
                b'[' if self.ahead.starts_tag(input, at) => {
                    let name = TagHead::at(input, at).name;
                    return (!self.starts_game(at, &input[name])).then_some(at);
                }
                _ => at = self.junk_end(at)?,
            }
        }
    }

    /// Returns the end of the word or sign at `at`, unless it is movetext or opens a comment.
    fn junk_end(&mut self, at: usize) -> Option<usize> {
        let input = self.input;
        // A result begins with a digit, an asterisk or a half.
        if matches!(input[at], b'0'..=b'9' | b'*' | b'(' | b'{') || input[at] >= 0x80 && result_at(input, at).is_some()
        {
            return None;
        }
        let end = self.word_end(at);
        // A dash alone is judged by the word behind it.
        self.ahead.has_examined(scan::skip_white(input, end).saturating_add(scan::LONGEST_HTML));
        let begins_word = matches!(input[at], b'A'..=b'Z' | b'a'..=b'z' | b'@' | b'+' | b'-' | b'=' | 0x80..);
        let is_sign = !begins_word || ellipsis(input, at).is_some();
        let is_move =
            !is_sign && (glyph::take_apart(&input[at..end]).0 > 0 || glyph::is_lone_null(input, self.start, at, end));
        (!is_move).then_some(end)
    }

    /// Returns the end of the word or sign at `at`.
    fn word_end(&mut self, at: usize) -> usize {
        let from = at + usize::from(self.input[at] == b'$');
        self.tokens.end(self.input, from).max(at + 1)
    }

    /// Reads the section of tags at `at`: returns its end, and `true` if one of its tags shows that a game begins: a tag of the roster or
    /// of a start, or the first tag of this game. A game without tags is followed by any.
    fn section(&mut self, at: usize) -> (usize, bool) {
        let input = self.input;
        let (mut end, mut next, mut opens) = (at, at, self.first_tag.is_none());
        while input.get(next) == Some(&b'[') && self.ahead.starts_tag(input, next) {
            let head = TagHead::at(input, next);
            let name = &input[head.name];
            let mut known = ROSTER.iter().chain(&START_TAGS);
            opens |= self.is_first_tag(name) || known.any(|known| name.eq_ignore_ascii_case(known.as_bytes()));
            end = tag_value(input, head.quote).map_or_else(|| scan::find_break(input, head.quote), |(_, end)| end);
            scan::examined(end - next);
            next = scan::skip_blank(input, end);
            self.ahead.has_examined(next);
            if scan::has_blank_line(&input[end..next]) {
                break;
            }
        }
        (end, opens)
    }

    /// Judges the tags at `at`, in movetext. Returns their end if they belong to no game, and `None` if another game begins: behind a
    /// blank line, or on a line of its own if what follows is another game's. A blank line and any first move of chess are enough for
    /// that: whether this game could go on with it would have to be judged without the tags too.
    #[cold]
    pub(super) fn stray_tags(&mut self, at: usize) -> Option<usize> {
        let (end, opens) = self.section(at);
        let blank = &self.input[scan::blank_before(self.input, at)..at];
        let next = scan::skip_blank(self.input, end);
        self.ahead.has_examined(next);
        let is_game = opens
            && (scan::has_blank_line(blank)
                || scan::line_ends(blank, 0..blank.len()) > 0
                    && (self.input.get(next).is_none_or(|&byte| byte == b'[')
                        || self.is_first_number(next)
                        || scan::has_blank_line(&self.input[end..next]) && self.first_move(next).is_some()));
        (!is_game).then_some(end)
    }

    /// Judges the tags at `at`, behind a result without a blank line. Returns their end if they belong to no game: no tag opens one, and
    /// the tags of another game or nothing follow.
    fn unopened_tags(&mut self, at: usize) -> Option<usize> {
        let (end, opens) = self.section(at);
        let next = scan::skip_blank(self.input, end);
        self.ahead.has_examined(next);
        let is_followed = self.input.get(next).is_none_or(|&byte| byte == b'[');
        (end > at && !opens && is_followed).then_some(end)
    }

    /// Returns the start of the tag behind the tag at `at`, or `end`.
    pub(super) fn next_tag(&self, at: usize, end: usize) -> usize {
        let quote = TagHead::at(self.input, at).quote;
        let behind = tag_value(self.input, quote).map_or(end, |(_, behind)| behind);
        scan::skip_blank(self.input, behind).min(end)
    }

    /// Goes past the bracket that closes the malformed tag, or to the next tag, or to the next line.
    #[cold]
    fn tag_failure(&mut self, head: &TagHead) -> PgnError {
        let has_name = !head.name.is_empty();
        // A tag may continue on the next line, but the error has a place on this line.
        let expected = if has_name { head.name.end } else { self.at + 1 };
        let blanks = self.input[expected..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let expected = expected + blanks;
        let (offset, line) = self.place(expected);
        let found = self.input.get(expected).copied();
        let rest = &self.input[self.at + 1..];
        let length = rest.iter().position(|byte| matches!(byte, b'[' | b']' | b'\n' | b'\r')).unwrap_or(rest.len());
        scan::examined(blanks + length);
        self.at += 1 + length + usize::from(matches!(rest.get(length), Some(b']' | b'\n' | b'\r')));
        if has_name { PgnError::TagValue { found, offset, line } } else { PgnError::TagName { found, offset, line } }
    }

    /// Finds the first token of the movetext that is neither a comment nor a move number.
    pub(super) fn first_token(&mut self) -> usize {
        let (from, known) = self.movetext;
        let first = known.unwrap_or_else(|| self.first_token_behind(from));
        self.movetext.1 = Some(first);
        first
    }

    /// Returns the end of the result `0-0` whose dash is at `at`. `0-0` is castling, unless the tag `Result` has it or no move
    /// comes before it, and unless only comments come after it.
    #[cold]
    pub(super) fn no_winner(&mut self, at: usize) -> Option<usize> {
        let input = self.input;
        let end = two_zeros(input, at)?;
        let mut next = end;
        loop {
            let gap = next;
            next = scan::skip_blank(input, gap);
            self.ahead.has_examined(next);
            match input.get(next) {
                None => break,
                Some(_) if scan::has_blank_line(&input[gap..next]) => break,
                Some(b'[') if self.ahead.starts_tag(input, next) => break,
                Some(_) => next = self.remark_end(next)?,
            }
        }
        let tag = self.result_tag;
        (two_zeros(tag, 1) == Some(tag.len()) || self.first_token() == at).then_some(end)
    }

    fn first_token_behind(&mut self, mut at: usize) -> usize {
        let input = self.input;
        loop {
            let gap = at;
            at = self.tokens.start(input, gap);
            if let Some(null) = null_move(input, gap, at) {
                return null;
            }
            // Another game may begin at a tag.
            if at >= input.len() || input[at] == b'[' && self.ahead.starts_tag(input, at) {
                return at;
            }
            let remark = self.remark_end(at).or_else(|| Some(at + scan::separator(input, at)?));
            match remark.or_else(|| self.junk_end(at)) {
                Some(end) => at = end,
                None => return at,
            }
        }
    }

    /// Returns the end of the comment, escaped line or line end of HTML at `at`. `None` for anything else, and for a comment that is
    /// never closed.
    pub(super) fn remark_end(&mut self, at: usize) -> Option<usize> {
        let input = self.input;
        match input.get(at)? {
            b'{' => Some(self.ahead.closing_brace(input, at)? + 1),
            b';' => Some(scan::line_end(input, at)),
            b'%' if scan::starts_line(input, at) => Some(scan::find_break(input, at)),
            b'<' => Some(at + scan::html_line_end(input, at)?),
            _ => None,
        }
    }

    /// Returns the end of the remark in parentheses at `at`, which is closed on its line.
    fn bracket_end(&mut self, at: usize) -> Option<usize> {
        let rest = &self.input[at + 1..];
        let length = rest.iter().take_while(|byte| !matches!(byte, b'(' | b')' | b'[' | b'{' | b'\n' | b'\r')).count();
        scan::examined(length);
        self.ahead.has_examined(at + 1 + length);
        (rest.get(length) == Some(&b')')).then_some(at + length + 2)
    }

    /// Skips the rest of a game that was given up.
    fn pass_unread(&mut self) {
        let Some(depth) = self.unread.take() else { return };
        match self.skip(depth, false) {
            Skipped::Result(_) => _ = self.pass_repeated_results(),
            Skipped::UnclosedComment => self.find_tag_line(),
            Skipped::Variation | Skipped::CutShort => {}
        }
    }

    /// Skips results, parentheses, remarks, comments and tags that open no game after the result that ended the game. Returns the place of
    /// the first other than a comment: such a parenthesis closes no variation. A blank line ends the game, even if the next game is only a
    /// result.
    fn pass_repeated_results(&mut self) -> Option<Range<usize>> {
        let input = self.input;
        let mut at = self.at;
        let mut stray = None;
        loop {
            let gap = at;
            at = scan::skip_blank(input, at);
            self.ahead.has_examined(at);
            if scan::has_blank_line(&input[gap..at]) || scan::has_mark(&input[gap..at]) {
                return stray;
            }
            if let Some(end) = self.remark_end(at) {
                at = end;
            } else if let Some((_, end)) = result_at(input, at) {
                at = end;
                self.at = end;
            } else {
                let end = match input.get(at) {
                    Some(b')' | b'.' | b'!' | b'?') => at + 1,
                    Some(b'(' | b'[') => {
                        let end = if input[at] == b'(' { self.bracket_end(at) } else { self.unopened_tags(at) };
                        let Some(end) = end else { return stray };
                        end
                    }
                    Some(b'A'..=b'Z' | b'a'..=b'z' | b'+' | b'-' | b'=' | 0x80..) => {
                        let end = self.tokens.end(input, at);
                        self.ahead.has_examined(end);
                        if glyph::take_apart(&input[at..end]).0 > 0 {
                            return stray;
                        }
                        end
                    }
                    _ => return stray,
                };
                stray.get_or_insert(at..end);
                (at, self.at) = (end, end);
            }
        }
    }
}

/// Returns the place of the first name of a JSON object at `at`, which is no comment: `{"error": ...}`.
fn object(input: &[u8], at: usize) -> Option<usize> {
    if input.get(at) != Some(&b'{') {
        return None;
    }
    let quote = scan::skip_white(input, at + 1);
    let name = input.get(quote..)?.strip_prefix(b"\"")?;
    let length = name.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
    scan::examined(length);
    let colon = scan::skip_white(input, quote + length + 2);
    (name.get(length) == Some(&b'"') && input.get(colon) == Some(&b':')).then_some(quote)
}

/// Returns `true` if two texts may be the same in different encodings: their first characters are equal, or neither is ASCII.
#[inline]
fn is_like(one: &[u8], other: &[u8]) -> bool {
    matches!((one, other), ([one, ..], [other, ..]) if one == other || one & other >= 0x80)
}

/// Returns `true` if one text is Windows-1252 and the other is the same text in UTF-8. Texts of other lengths are not compared, so
/// this takes linear time. (`Coded` could decode both, but would make a reader hundreds of bytes larger.)
#[inline(never)]
fn is_same(one: &[u8], other: &[u8]) -> bool {
    let (short, long) = if one.len() < other.len() { (one, other) } else { (other, one) };
    (short.len() + 1..=3 * short.len()).contains(&long.len())
        && core::str::from_utf8(short).is_err()
        && core::str::from_utf8(long).is_ok_and(|long| long.chars().eq(short.iter().copied().map(windows_1252)))
}

//! The reader: one pass over the bytes, no memory, no recursion.

use super::scan::{self, OutsideGap, Tokens, find, line_feeds};
use super::skip::{Ahead, NO_RESTART, Skipped};
use super::token::{
    ELLIPSIS, NULL_MOVE, TagHead, dash, nag, null_move, odd_word_end, plain_tag, restart, result_around, result_at,
    suffix, tag_value,
};
use super::{Flow, GameResult, PgnError, RawText, Visitor, Word, glyph};

/// Reads games one after the other from bytes in memory.
///
/// # Examples
///
/// Find where each game starts, without reading it:
///
/// ```
/// use chess0x88::pgn::{Flow, Reader, Visitor};
///
/// #[derive(Default)]
/// struct Index(Vec<usize>);
///
/// impl Visitor<'_> for Index {
///     fn begin_game(&mut self, offset: usize) {
///         self.0.push(offset);
///     }
///     fn end_tags(&mut self) -> Flow {
///         Flow::Skip
///     }
/// }
///
/// let pgn = b"[Event \"A\"]\n\n1. e4 *\n\n[Event \"B\"]\n\n1. d4 *\n";
/// let mut index = Index::default();
/// let mut reader = Reader::new(pgn);
/// while reader.read_game(&mut index) {}
/// assert_eq!(index.0, [0, 22]);
/// assert_eq!(reader.line_of(22), 5);
/// ```
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    pub(super) input: &'a [u8],
    pub(super) at: usize,
    /// No game starts from here on: what follows belongs to another reader, but may be examined.
    pub(super) end: usize,
    /// Why a tag was passed over or the game given up: what was wrong first, unless it was reported.
    failure: Option<PgnError>,
    /// How many variations are open in the movetext that is left of a game that was given up.
    unread: Option<usize>,
    /// The name of the first tag of this game; seen again, it starts the next one.
    first_tag: Option<&'a [u8]>,
    /// From here on a move number 1 may start another game: behind the first token of a game without tags.
    pub(super) restart_from: usize,
    pub(super) ahead: Ahead,
    tokens: Tokens,
    /// An offset and the number of line feeds before it: errors come in order, so that all of them together
    /// count each line once.
    counted: (usize, usize),
    /// What came before the input.
    before: Before,
}

/// What came before the input of a reader, which is part of a stream.
#[derive(Clone, Copy, Debug)]
pub(super) struct Before {
    pub(super) bytes: usize,
    pub(super) line_feeds: usize,
    /// Whether there was a game.
    pub(super) games: bool,
}

impl Before {
    /// The input is the beginning of the stream.
    pub(super) const NOTHING: Before = Before { bytes: 0, line_feeds: 0, games: false };
}

/// The game was given up: because of an error, which is kept in the reader, since that keeps small what is returned for every
/// tag; or because the visitor stopped.
struct GivenUp;

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

impl<'a> Reader<'a> {
    /// A reader at the start of `input`, bytes or a text. A byte order mark is passed over.
    #[must_use]
    pub fn new<T: AsRef<[u8]> + ?Sized>(input: &'a T) -> Self {
        Self::behind(Before::NOTHING, Ahead::new(), input.as_ref())
    }

    /// A reader of a part of a stream. It reports offsets and lines of the whole stream.
    pub(super) const fn behind(before: Before, ahead: Ahead, input: &'a [u8]) -> Self {
        Self {
            input,
            at: 0,
            end: usize::MAX,
            failure: None,
            unread: None,
            first_tag: None,
            restart_from: NO_RESTART,
            ahead,
            tokens: Tokens::UNKNOWN,
            counted: (0, 0),
            before,
        }
    }

    /// Reads the next game and reports it to the visitor.
    ///
    /// Returns `false` when there is none or the visitor stopped, so that `while reader.read_game(&mut
    /// visitor) {}` reads them all. A game that ended in an [error](Visitor::error) counts as read, and the
    /// reader stands at the next one. A result or a `)` that stands behind a result, with no blank line between, is passed
    /// over: it makes no game.
    pub fn read_game<V: Visitor<'a>>(&mut self, visitor: &mut V) -> bool {
        self.pass_unread();
        if self.at >= self.end || !self.find_game() {
            return false;
        }
        self.before.games = true;
        visitor.begin_game(self.offset());
        if let Ok(result) = self.read(visitor) {
            if result.is_some()
                && let Some(stray) = self.pass_repeated_results()
            {
                visitor.error(self.misfit(stray, stray + 1));
            }
            visitor.end_game(result);
        } else {
            // Without an error it was the visitor that stopped.
            let Some(error) = self.failure.take() else { return false };
            self.pass_unread();
            visitor.error(error);
        }
        true
    }

    /// Passes over the next game. Returns whether there was one.
    pub fn skip_game(&mut self) -> bool {
        self.pass_game().is_some()
    }

    /// Passes over the next game. Returns where it starts.
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

    /// How many bytes were read: between two games, where the search for the next one begins.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.before.bytes.saturating_add(self.at)
    }

    /// The line that holds the byte at `offset`, counted from 1; beyond the end, the last line.
    ///
    /// Line feeds are only counted on a call, from the offset of the call before. Asking in order, or
    /// nearly so, costs one pass in all.
    pub fn line_of(&mut self, offset: usize) -> usize {
        let offset = offset.saturating_sub(self.before.bytes).min(self.input.len());
        let (from, feeds) = self.counted;
        let between = &self.input[from.min(offset)..from.max(offset)];
        let difference = line_feeds(between);
        let feeds = if offset < from { feeds - difference } else { feeds + difference };
        self.counted = (offset, feeds);
        self.before.line_feeds.saturating_add(feeds + 1)
    }

    /// The offset and the line of a byte of the input, for an error.
    #[cold]
    fn place(&mut self, at: usize) -> (usize, usize) {
        let offset = self.before.bytes.saturating_add(at);
        (offset, self.line_of(offset))
    }

    /// Where a part of the input stands in it, `None` if it is none.
    pub(super) fn offset_of(&self, part: &[u8]) -> Option<usize> {
        let offset = part.as_ptr().addr().checked_sub(self.input.as_ptr().addr())?;
        (offset + part.len() <= self.input.len()).then_some(self.before.bytes.saturating_add(offset))
    }

    /// Goes to the next tag or movetext, if there is any.
    fn find_game(&mut self) -> bool {
        let input = self.input;
        // A line may be escaped behind a game too: what came before must not matter to the next game.
        let start = self.at;
        let mut comment = None;
        let mut has_brace = false;
        loop {
            self.at = scan::skip_white(input, self.at);
            let at = self.at;
            self.at = match input.get(at) {
                // If there is nothing else in the input, a comment in braces is a game.
                None if !has_brace || self.before.games => return false,
                Some(b'[') => break,
                Some(b'%') if at == start || scan::starts_line(input, at) => scan::next_line(input, at),
                Some(b';') => {
                    comment.get_or_insert(at);
                    scan::next_line(input, at)
                }
                Some(b'{') => {
                    comment.get_or_insert(at);
                    has_brace = true;
                    match self.ahead.closing_brace(input, at) {
                        Some(close) => close + 1,
                        None => break,
                    }
                }
                // Another file begins: comments before it are not about what follows.
                _ if input[at..].starts_with(BYTE_ORDER_MARK) => {
                    (comment, has_brace) = (None, false);
                    at + BYTE_ORDER_MARK.len()
                }
                _ => {
                    // Comments right before bare movetext belong to it.
                    self.ahead.has_examined(at);
                    self.at = comment.unwrap_or(at);
                    break;
                }
            };
        }
        self.first_tag = None;
        true
    }

    fn read<V: Visitor<'a>>(&mut self, visitor: &mut V) -> Result<Option<GameResult>, GivenUp> {
        loop {
            self.read_plain_tags(visitor);
            match self.read_tag() {
                Ok(Some((name, value))) => visitor.tag(name, value),
                Ok(None) => break,
                // Without a tag before it, it may or may not belong to the next game.
                Err(GivenUp) if self.first_tag.is_none() => return Err(self.pass_malformed_tags()),
                Err(GivenUp) => {
                    if let Some(error) = self.failure.take() {
                        visitor.error(error);
                    }
                }
            }
        }
        self.restart_from = if self.first_tag.is_some() { NO_RESTART } else { self.first_token() };
        match visitor.end_tags() {
            Flow::Continue => self.read_movetext(visitor),
            Flow::Skip => self.skip_rest(),
            Flow::Stop => Err(self.stop(self.at, 0)),
        }
    }

    /// Reads the tags that stand right here, as long as they are written as nearly all programs write them.
    #[inline]
    fn read_plain_tags<V: Visitor<'a>>(&mut self, visitor: &mut V) {
        while let Some((name, quoted, length)) = plain_tag(&self.input[self.at..]) {
            if self.first_tag == Some(name) {
                return;
            }
            self.first_tag.get_or_insert(name);
            self.at += length;
            visitor.tag(name, RawText::behind(quoted));
        }
    }

    /// The next tag of this game, or `None` where its movetext or another game starts. A malformed one is passed over.
    fn read_tag(&mut self) -> Result<Option<(&'a [u8], RawText<'a>)>, GivenUp> {
        let input = self.input;
        loop {
            self.at = scan::skip_white(input, self.at);
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
        if self.first_tag == Some(name) {
            return Ok(None);
        }
        let Some((value, end)) = tag_value(input, head.quote) else {
            let (offset, line) = self.place(head.quote);
            self.failure.get_or_insert(PgnError::UnclosedTag { offset, line });
            // All of it is passed over, so that a reader of the input up to here takes it for a tag too.
            self.at = scan::next_line(input, head.quote);
            return Err(GivenUp);
        };
        self.first_tag.get_or_insert(name);
        self.at = end;
        Ok(Some((name, value)))
    }

    /// Goes behind the bracket that closes the malformed tag, or to where another starts, or to the next line.
    #[cold]
    fn tag_failure(&mut self, head: &TagHead) -> GivenUp {
        let has_name = !head.name.is_empty();
        // A tag may go on in the next line, but the error names a place in this one.
        let expected = if has_name { head.name.end } else { self.at + 1 };
        let blanks = self.input[expected..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let expected = expected + blanks;
        let (offset, line) = self.place(expected);
        let found = self.input.get(expected).copied();
        self.failure.get_or_insert(if has_name {
            PgnError::TagValue { found, offset, line }
        } else {
            PgnError::TagName { found, offset, line }
        });
        let rest = &self.input[self.at + 1..];
        let length = rest.iter().position(|byte| matches!(byte, b'[' | b']' | b'\n')).unwrap_or(rest.len());
        scan::examined(blanks + length);
        self.at += 1 + length + usize::from(matches!(rest.get(length), Some(b']' | b'\n')));
        GivenUp
    }

    /// Passes over the malformed tags behind one that starts a game: one error for all of them is enough.
    #[cold]
    fn pass_malformed_tags(&mut self) -> GivenUp {
        let mut at = self.at;
        while self.read_tag().is_err() {
            at = self.at;
        }
        self.ahead.has_examined(self.at);
        // The first good one starts the next game.
        self.at = at;
        GivenUp
    }

    /// Where the first token of the movetext stands that is neither a comment nor a move number.
    fn first_token(&mut self) -> usize {
        let input = self.input;
        let mut at = self.at;
        loop {
            let gap = at;
            at = find(input, gap, &OutsideGap);
            if let Some(null) = null_move(input, gap, at) {
                return null;
            }
            at = match input.get(at) {
                Some(b'{') => match self.ahead.closing_brace(input, at) {
                    Some(close) => close + 1,
                    None => return at,
                },
                Some(b';') => scan::find_byte(input, at, b'\n'),
                Some(b'%') if scan::starts_line(input, at) => scan::find_byte(input, at, b'\n'),
                _ => return at,
            };
        }
    }

    /// Where another game starts in a gap between two tokens.
    #[cold]
    fn restart_in(&mut self, gap: usize, end: usize) -> Option<usize> {
        let mut at = gap.max(self.restart_from);
        loop {
            at = scan::find_byte(&self.input[..end], at, b'\n');
            if at >= end {
                return None;
            }
            let (is_restart, next) = restart(self.input, at, |at| self.ahead.has_examined(at));
            if is_restart {
                return Some(next);
            }
            at = next;
        }
    }

    #[expect(clippy::too_many_lines, reason = "one loop over all tokens, its state in registers")]
    fn read_movetext<V: Visitor<'a>>(&mut self, visitor: &mut V) -> Result<Option<GameResult>, GivenUp> {
        let input = self.input;
        let mut at = self.at;
        let mut depth = 0;
        // Where the outermost open variation starts: all an error message can know without a stack.
        let mut outermost = 0;
        // Where the gap ends in which a null move stood: it may be long, and more may stand in it.
        let mut known = 0;
        // Where another game starts.
        let mut next_game = NO_RESTART;
        'token: loop {
            let gap = at;
            if at < known {
                at = known;
            } else {
                at = self.tokens.start(input, at);
                if depth == 0
                    && at > self.restart_from
                    && let Some(start) = self.restart_in(gap, at)
                {
                    (at, next_game) = (start, start);
                }
            }
            // Four zeros in a row cover a fourth byte; in a gap before a move, which holds a number, that is rarely one.
            if at - gap >= NULL_MOVE.len()
                && input[gap..at].chunks_exact(NULL_MOVE.len()).any(|four| four.last() == Some(&b'0'))
                && let Some(null) = null_move(input, gap, at)
            {
                (known, at) = (at, null);
            }
            let Some(&byte) = input.get(at).filter(|_| at != next_game) else {
                return self.cut_short(at, depth, outermost);
            };
            let start = 'word: {
                at = match byte {
                    // No gap ends at a digit, but a null move starts with one.
                    b'A'..=b'Z' | b'a'..=b'z' | b'@' | b'0' | b'+' | b'=' => break 'word at,
                    0x80.. if input[at..].starts_with(ELLIPSIS) => at + ELLIPSIS.len(),
                    b'*' | b'-' | 0x80.. => match result_around(input, at) {
                        Some((result, end)) if depth == 0 => {
                            self.at = end;
                            return Ok(Some(result));
                        }
                        Some((_, end)) => end,
                        None => {
                            // The digits of `1-0` and `0-0` were taken for a move number.
                            let digits = if dash(input, at).is_some() { &input[gap..at] } else { &[] };
                            break 'word at
                                - digits.iter().rev().take_while(|byte| matches!(byte, b'0'..=b'9' | b'/')).count();
                        }
                    },
                    b'{' => {
                        let near = self.tokens.near_brace(at);
                        let Some(close) = near.or_else(|| self.ahead.closing_brace(input, at)) else {
                            return Err(self.unclosed_comment(at));
                        };
                        visitor.comment(RawText::behind(&input[at..close]));
                        close + 1
                    }
                    b'!' | b'?' => {
                        let (nag, length) = suffix(byte, input.get(at + 1).copied());
                        visitor.nag(nag);
                        at + length
                    }
                    b'$' => {
                        let end = self.tokens.end(input, at + 1);
                        match nag(&input[at + 1..end]) {
                            Some(nag) => visitor.nag(nag),
                            None => visitor.error(self.nag_error(at, end)),
                        }
                        end
                    }
                    b'(' => {
                        if depth == 0 {
                            outermost = at;
                        }
                        depth += 1;
                        match visitor.begin_variation() {
                            Flow::Continue => at + 1,
                            Flow::Skip => {
                                let end = self.skip_variation(at + 1, depth, outermost)?;
                                visitor.end_variation();
                                depth -= 1;
                                end
                            }
                            Flow::Stop => return Err(self.stop(at + 1, depth)),
                        }
                    }
                    b')' if depth > 0 => {
                        depth -= 1;
                        visitor.end_variation();
                        at + 1
                    }
                    b'[' if TagHead::at(input, at).is_tag(input) => return self.cut_short(at, depth, outermost),
                    b';' => {
                        let end = scan::find_byte(input, at, b'\n');
                        visitor.comment(RawText::behind(&input[at..end]));
                        end
                    }
                    b'%' if scan::starts_line(input, at) => scan::find_byte(input, at, b'\n'),
                    _ => {
                        visitor.error(self.misfit(at, at + 1));
                        at + 1
                    }
                };
                continue 'token;
            };
            at = self.tokens.end(input, at);
            if let Some(b'(' | b'.') = input.get(at) {
                let plain = at;
                at = odd_word_end(input, start, at);
                if at > plain && input[start..at].starts_with(b"e.p.") {
                    continue;
                }
            }
            let mut word = &input[start..at];
            let mut mark = None;
            if glyph::may_be_symbol(word) {
                scan::examined(word.len());
                let length;
                (length, mark) = glyph::take_apart(word);
                if length == 0 {
                    match mark {
                        Some(nag) => visitor.nag(nag),
                        None => visitor.error(self.misfit(start, at)),
                    }
                    continue;
                }
                word = &word[..length];
            }
            match visitor.san(word, self.before.bytes.saturating_add(start)) {
                Flow::Continue => {
                    if let Some(nag) = mark {
                        visitor.nag(nag);
                    } else if start + word.len() < at {
                        visitor.error(self.misfit(start + word.len(), at));
                    }
                }
                Flow::Skip if depth == 0 => {
                    self.at = at;
                    return self.skip_rest();
                }
                Flow::Skip => {
                    at = self.skip_variation(at, depth, outermost)?;
                    visitor.end_variation();
                    depth -= 1;
                }
                Flow::Stop => return Err(self.stop(at, depth)),
            }
        }
    }

    /// The game ends without a result.
    fn cut_short(&mut self, at: usize, depth: usize, outermost: usize) -> Result<Option<GameResult>, GivenUp> {
        self.at = at;
        if depth == 0 {
            return Ok(None);
        }
        Err(self.unclosed_variation(depth, outermost))
    }

    fn stop(&mut self, at: usize, depth: usize) -> GivenUp {
        self.at = at;
        self.unread = Some(depth);
        GivenUp
    }

    /// Passes over the rest of the game.
    fn skip_rest(&mut self) -> Result<Option<GameResult>, GivenUp> {
        match self.skip(0, false) {
            Skipped::Result(result) => Ok(Some(result)),
            Skipped::Variation | Skipped::CutShort => Ok(None),
            Skipped::UnclosedComment => Err(self.unclosed_comment(self.at)),
        }
    }

    /// Passes over the rest of the innermost variation and returns where it ends.
    fn skip_variation(&mut self, at: usize, depth: usize, outermost: usize) -> Result<usize, GivenUp> {
        self.at = at;
        match self.skip(1, true) {
            Skipped::Variation => Ok(self.at),
            Skipped::UnclosedComment => Err(self.unclosed_comment(self.at)),
            Skipped::Result(_) | Skipped::CutShort => Err(self.unclosed_variation(depth, outermost)),
        }
    }

    #[cold]
    fn unclosed_variation(&mut self, depth: usize, outermost: usize) -> GivenUp {
        let (offset, line) = self.place(outermost);
        self.failure = Some(PgnError::UnclosedVariation { depth, offset, line });
        self.stop(self.at, depth)
    }

    #[cold]
    fn unclosed_comment(&mut self, at: usize) -> GivenUp {
        let (offset, line) = self.place(at);
        self.failure = Some(PgnError::UnclosedComment { offset, line });
        self.at = at;
        self.find_tag_line();
        GivenUp
    }

    #[cold]
    fn nag_error(&mut self, at: usize, end: usize) -> PgnError {
        let (offset, line) = self.place(at);
        let digits = &self.input[at + 1..];
        let length = digits.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if length > 0 && at + 1 + length >= end {
            return PgnError::LargeNag { offset, line };
        }
        PgnError::Nag { found: digits.get(length).copied(), offset, line }
    }

    /// What is wrong with a word or a byte that has no meaning in movetext.
    #[cold]
    fn misfit(&mut self, start: usize, end: usize) -> PgnError {
        let (offset, line) = self.place(start);
        match self.input[start] {
            b')' => PgnError::UnopenedVariation { offset, line },
            found @ 0..0x80 => PgnError::UnexpectedByte { found, offset, line },
            _ => PgnError::UnknownSymbol { symbol: Word::new(&self.input[start..end]), offset, line },
        }
    }

    /// Passes over what is left of a game that was given up.
    fn pass_unread(&mut self) {
        let Some(depth) = self.unread.take() else { return };
        match self.skip(depth, false) {
            Skipped::Result(_) => _ = self.pass_repeated_results(),
            Skipped::UnclosedComment => self.find_tag_line(),
            Skipped::Variation | Skipped::CutShort => {}
        }
    }

    /// Passes over results and parentheses behind the result that ended the game, and comments between them. Returns where the first of
    /// the parentheses stands: they close no variation. A blank line parts games, as a writer parts them, even if a result is all that
    /// is in one.
    fn pass_repeated_results(&mut self) -> Option<usize> {
        let input = self.input;
        let mut at = self.at;
        let mut stray = None;
        loop {
            let gap = at;
            at = scan::skip_white(input, at);
            self.ahead.has_examined(at);
            if input[gap..at].iter().filter(|&&byte| byte == b'\n').nth(1).is_some() {
                return stray;
            }
            if input.get(at) == Some(&b'{') {
                let Some(close) = self.ahead.closing_brace(input, at) else { return stray };
                at = close + 1;
            } else if let Some((_, end)) = result_at(input, at) {
                at = end;
                self.at = end;
            } else if input.get(at) == Some(&b')') {
                stray.get_or_insert(at);
                at += 1;
                self.at = at;
            } else {
                return stray;
            }
        }
    }

    /// Goes to the next line that looks like a tag: nothing else can be trusted after an unclosed comment.
    pub(super) fn find_tag_line(&mut self) {
        let input = self.input;
        while self.at < input.len() {
            self.at = scan::next_line(input, self.at);
            if let Some([b'[', b'A'..=b'Z' | b'a'..=b'z', ..]) = input.get(self.at..) {
                return;
            }
        }
    }
}

//! The reader: one pass over the bytes, no memory, no recursion.

use super::scan::{self, line_feeds, skip_gap, token_end};
use super::skip::{Ahead, NO_RESTART, Skipped, skip_movetext};
use super::token::{
    ELLIPSIS, NULL_MOVE, TagHead, dash, nag, null_move, odd_word_end, restart, result_around, result_at, suffix,
    tag_value,
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
    input: &'a [u8],
    at: usize,
    /// No game starts from here on: what follows belongs to another reader, but may be examined.
    end: usize,
    /// Why the last tag was passed over or the last game given up.
    failure: Option<PgnError>,
    /// What is left of a game that was given up.
    unread: Option<Unread>,
    /// The name of the first tag of this game; seen again, it starts the next one.
    first_tag: Option<&'a [u8]>,
    /// From here on a move number 1 may start another game: behind the first token of a game without tags.
    restart_from: usize,
    ahead: Ahead,
    /// An offset and the number of line feeds before it: errors come in order, so that all of them together
    /// count each line once.
    counted: (usize, usize),
    /// What came before the input.
    before: Before,
}

/// What came before the input of a reader, which is part of a stream.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Before {
    pub(super) bytes: usize,
    pub(super) line_feeds: usize,
    /// Whether there was a game.
    pub(super) games: bool,
}

impl Before {
    /// What came before, with these bytes behind it.
    pub(super) fn and(self, bytes: &[u8]) -> Before {
        Before {
            bytes: self.bytes.saturating_add(bytes.len()),
            line_feeds: self.line_feeds.saturating_add(line_feeds(bytes)),
            games: self.games,
        }
    }
}

#[derive(Clone, Copy, Debug)]
enum Unread {
    /// Movetext inside so many variations.
    Movetext(usize),
    /// An unclosed comment.
    Comment,
}

/// How reading a game came to an end, if not by an error.
enum End {
    Game(Option<GameResult>),
    Stopped,
}

/// The reader failed; why is kept in it, which keeps what is returned for every tag small.
struct Failed;

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

impl<'a> Reader<'a> {
    /// A reader at the start of `input`. A byte order mark is passed over.
    #[must_use]
    pub const fn new(input: &'a [u8]) -> Self {
        Self::behind(Before { bytes: 0, line_feeds: 0, games: false }, Ahead::new(), input)
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
            counted: (0, 0),
            before,
        }
    }

    /// The same reader, which finds no game from here on in its input.
    pub(super) const fn until(mut self, end: usize) -> Self {
        self.end = end;
        self
    }

    /// Reads the next game and reports it to the visitor.
    ///
    /// Returns `false` when there is none or the visitor stopped, so that `while reader.read_game(&mut
    /// visitor) {}` reads them all. A game that ended in an [error](Visitor::error) counts as read, and the
    /// reader stands at the next one. A result that stands behind another, with no blank line between, is passed over:
    /// it makes no game.
    pub fn read_game<V: Visitor<'a>>(&mut self, visitor: &mut V) -> bool {
        self.pass_unread();
        if self.at >= self.end || !self.find_game() {
            return false;
        }
        self.before.games = true;
        visitor.begin_game(self.offset());
        match self.read(visitor) {
            Ok(End::Game(result)) => {
                if result.is_some() {
                    self.pass_repeated_results();
                }
                visitor.end_game(result);
                true
            }
            Ok(End::Stopped) => false,
            Err(Failed) => {
                let failure = self.failure.take();
                self.pass_unread();
                if let Some(error) = failure {
                    visitor.error(error);
                }
                true
            }
        }
    }

    /// Passes over the next game. Returns whether there was one.
    pub fn skip_game(&mut self) -> bool {
        struct Nothing;

        impl Visitor<'_> for Nothing {
            fn end_tags(&mut self) -> Flow {
                Flow::Skip
            }
        }

        self.read_game(&mut Nothing)
    }

    /// How many bytes of the input were read, and what looking ahead has found out about it.
    pub(super) fn progress(&self) -> (usize, &Ahead) {
        (self.at, &self.ahead)
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
                None => match comment {
                    Some(comment) if has_brace && !self.before.games => {
                        self.at = comment;
                        break;
                    }
                    _ => return false,
                },
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
                Some(_) if input[at..].starts_with(BYTE_ORDER_MARK) => at + BYTE_ORDER_MARK.len(),
                Some(_) => {
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

    fn read<V: Visitor<'a>>(&mut self, visitor: &mut V) -> Result<End, Failed> {
        loop {
            match self.read_tag() {
                Ok(Some((name, value))) => visitor.tag(name, value),
                Ok(None) => break,
                // Without a tag before it, it may or may not belong to the next game.
                Err(Failed) if self.first_tag.is_none() => return Err(self.pass_malformed_tags()),
                Err(Failed) => {
                    if let Some(error) = self.failure.take() {
                        visitor.error(error);
                    }
                }
            }
        }
        self.restart_from = if self.first_tag.is_some() { NO_RESTART } else { self.first_token() };
        match visitor.end_tags() {
            Flow::Continue => self.read_movetext(visitor),
            Flow::Skip => self.skip_rest(0),
            Flow::Stop => Ok(self.stop(self.at, 0)),
        }
    }

    /// The next tag of this game, or `None` where its movetext or another game starts. A malformed one is passed over.
    fn read_tag(&mut self) -> Result<Option<(&'a [u8], RawText<'a>)>, Failed> {
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
        let name = &input[head.name.clone()];
        if name.is_empty() {
            let expected = self.at + 1;
            return Err(self.tag_failure(|found, offset, line| PgnError::TagName { found, offset, line }, expected));
        }
        if input.get(head.quote) != Some(&b'"') {
            let expected = head.name.end;
            return Err(self.tag_failure(|found, offset, line| PgnError::TagValue { found, offset, line }, expected));
        }
        if self.first_tag == Some(name) {
            return Ok(None);
        }
        let Some((value, end)) = tag_value(input, head.quote) else {
            let (offset, line) = self.place(head.quote);
            self.failure = Some(PgnError::UnclosedTag { offset, line });
            // All of it is passed over, so that a reader of the input up to here takes it for a tag too.
            self.at = scan::next_line(input, head.quote);
            return Err(Failed);
        };
        self.first_tag.get_or_insert(name);
        self.at = end;
        Ok(Some((name, value)))
    }

    /// Goes behind the bracket that closes the malformed tag, or to where another starts, or to the next line.
    #[cold]
    fn tag_failure(&mut self, error: impl Fn(Option<u8>, usize, usize) -> PgnError, expected: usize) -> Failed {
        // A tag may go on in the next line, but the error names a place in this one.
        let blanks = self.input[expected..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let expected = expected + blanks;
        let (offset, line) = self.place(expected);
        self.failure = Some(error(self.input.get(expected).copied(), offset, line));
        let rest = &self.input[self.at + 1..];
        let length = rest.iter().position(|byte| matches!(byte, b'[' | b']' | b'\n')).unwrap_or(rest.len());
        scan::examined(blanks + length);
        self.at += 1 + length + usize::from(matches!(rest.get(length), Some(b']' | b'\n')));
        Failed
    }

    /// Passes over the malformed tags behind one that starts a game: one error for all of them is enough.
    #[cold]
    fn pass_malformed_tags(&mut self) -> Failed {
        let failure = self.failure;
        let mut at = self.at;
        while self.read_tag().is_err() {
            at = self.at;
        }
        self.ahead.has_examined(self.at);
        // The first good one starts the next game.
        self.at = at;
        self.failure = failure;
        Failed
    }

    /// Where the first token of the movetext stands that is neither a comment nor a move number.
    fn first_token(&mut self) -> usize {
        let input = self.input;
        let mut at = self.at;
        loop {
            let gap = at;
            at = skip_gap(input, gap);
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
    fn read_movetext<V: Visitor<'a>>(&mut self, visitor: &mut V) -> Result<End, Failed> {
        let input = self.input;
        let mut at = self.at;
        let mut depth = 0;
        // Where the outermost open variation starts: all an error message can know without a stack.
        let mut outermost = 0;
        // Where the gap ends in which a null move stood: it may be long, and more may stand in it.
        let mut known = 0;
        // Where another game starts.
        let mut next_game = NO_RESTART;
        loop {
            let gap = at;
            if at < known {
                at = known;
            } else {
                at = skip_gap(input, at);
                if depth == 0
                    && at > self.restart_from
                    && let Some(start) = self.restart_in(gap, at)
                {
                    (at, next_game) = (start, start);
                }
            }
            // Four zeros in a row cover a fourth byte; in a gap before a move, which holds a number, that is rarely one.
            if input[gap..at].iter().skip(NULL_MOVE.len() - 1).step_by(NULL_MOVE.len()).any(|&byte| byte == b'0')
                && let Some(null) = null_move(input, gap, at)
            {
                (known, at) = (at, null);
            }
            let Some(&byte) = input.get(at).filter(|_| at != next_game) else {
                return self.cut_short(at, depth, outermost);
            };
            let mut start = at;
            match byte {
                // No gap ends at a digit, but a null move starts with one.
                b'A'..=b'Z' | b'a'..=b'z' | b'@' | b'0' | b'+' | b'=' => {}
                0x80.. if input[at..].starts_with(ELLIPSIS) => {
                    at += ELLIPSIS.len();
                    continue;
                }
                b'-' | 0x80.. => {
                    // The digits of `1-0` and `0-0` were taken for a move number.
                    let digits = if dash(input, at).is_some() { &input[gap..at] } else { &[] };
                    start -= digits.iter().rev().take_while(|byte| matches!(byte, b'0'..=b'9' | b'/')).count();
                    if let Some((result, end)) = result_around(input, at) {
                        at = end;
                        if depth == 0 {
                            self.at = at;
                            return Ok(End::Game(Some(result)));
                        }
                        continue;
                    }
                }
                b'{' => {
                    let Some(close) = self.ahead.closing_brace(input, at) else {
                        return Err(self.unclosed_comment(at));
                    };
                    visitor.comment(RawText::comment(&input[at + 1..close]));
                    at = close + 1;
                    continue;
                }
                b'!' | b'?' => {
                    let (nag, length) = suffix(byte, input.get(at + 1).copied());
                    visitor.nag(nag);
                    at += length;
                    continue;
                }
                b'$' => {
                    let end = token_end(input, at + 1);
                    match nag(&input[at + 1..end]) {
                        Some(nag) => visitor.nag(nag),
                        None => visitor.error(self.nag_error(at, end)),
                    }
                    at = end;
                    continue;
                }
                b'(' => {
                    at += 1;
                    depth += 1;
                    if depth == 1 {
                        outermost = start;
                    }
                    match visitor.begin_variation() {
                        Flow::Continue => {}
                        Flow::Skip => {
                            at = self.skip_variation(at, depth, outermost)?;
                            visitor.end_variation();
                            depth -= 1;
                        }
                        Flow::Stop => return Ok(self.stop(at, depth)),
                    }
                    continue;
                }
                b')' if depth > 0 => {
                    at += 1;
                    depth -= 1;
                    visitor.end_variation();
                    continue;
                }
                b')' => {
                    let (offset, line) = self.place(at);
                    visitor.error(PgnError::UnopenedVariation { offset, line });
                    at += 1;
                    continue;
                }
                b'*' => {
                    at += 1;
                    if depth == 0 {
                        self.at = at;
                        return Ok(End::Game(Some(GameResult::Unknown)));
                    }
                    continue;
                }
                b'[' if TagHead::at(input, at).is_tag(input) => return self.cut_short(at, depth, outermost),
                b';' => {
                    let end = scan::find_byte(input, at, b'\n');
                    visitor.comment(RawText::comment(&input[at + 1..end]));
                    at = end;
                    continue;
                }
                b'%' if scan::starts_line(input, at) => {
                    at = scan::find_byte(input, at, b'\n');
                    continue;
                }
                found => {
                    let (offset, line) = self.place(at);
                    visitor.error(PgnError::UnexpectedByte { found, offset, line });
                    at += 1;
                    continue;
                }
            }
            at = token_end(input, at);
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
                let (length, nag) = glyph::take_apart(word);
                match nag {
                    Some(nag) if length == 0 => {
                        visitor.nag(nag);
                        continue;
                    }
                    None if length == 0 => {
                        visitor.error(self.symbol_error(start, at));
                        continue;
                    }
                    nag => (word, mark) = (&word[..length], nag),
                }
            }
            match visitor.san(word, self.before.bytes.saturating_add(start)) {
                Flow::Continue => {
                    if let Some(nag) = mark {
                        visitor.nag(nag);
                    }
                }
                Flow::Skip if depth == 0 => {
                    self.at = at;
                    return self.skip_rest(0);
                }
                Flow::Skip => {
                    at = self.skip_variation(at, depth, outermost)?;
                    visitor.end_variation();
                    depth -= 1;
                }
                Flow::Stop => return Ok(self.stop(at, depth)),
            }
        }
    }

    /// The game ends without a result.
    fn cut_short(&mut self, at: usize, depth: usize, outermost: usize) -> Result<End, Failed> {
        self.at = at;
        if depth == 0 {
            return Ok(End::Game(None));
        }
        let (offset, line) = self.place(outermost);
        Err(self.fail(PgnError::UnclosedVariation { depth, offset, line }, Unread::Movetext(depth)))
    }

    fn stop(&mut self, at: usize, depth: usize) -> End {
        self.at = at;
        self.unread = Some(Unread::Movetext(depth));
        End::Stopped
    }

    /// Passes over movetext: see [`skip_movetext`].
    fn skip(&mut self, depth: usize, within: bool) -> Skipped {
        let (skipped, at) = skip_movetext(self.input, self.at, &mut self.ahead, depth, within, self.restart_from);
        self.at = at;
        skipped
    }

    /// Passes over the rest of the game.
    fn skip_rest(&mut self, depth: usize) -> Result<End, Failed> {
        match self.skip(depth, false) {
            Skipped::Result(result) => Ok(End::Game(Some(result))),
            Skipped::Variation | Skipped::CutShort => Ok(End::Game(None)),
            Skipped::UnclosedComment => Err(self.unclosed_comment(self.at)),
        }
    }

    /// Passes over the rest of the innermost variation and returns where it ends.
    fn skip_variation(&mut self, at: usize, depth: usize, outermost: usize) -> Result<usize, Failed> {
        self.at = at;
        match self.skip(1, true) {
            Skipped::Variation => Ok(self.at),
            Skipped::UnclosedComment => Err(self.unclosed_comment(self.at)),
            Skipped::Result(_) | Skipped::CutShort => {
                let (offset, line) = self.place(outermost);
                let error = PgnError::UnclosedVariation { depth, offset, line };
                Err(self.fail(error, Unread::Movetext(depth)))
            }
        }
    }

    #[cold]
    fn fail(&mut self, error: PgnError, unread: Unread) -> Failed {
        self.failure = Some(error);
        self.unread = Some(unread);
        Failed
    }

    #[cold]
    fn unclosed_comment(&mut self, at: usize) -> Failed {
        let (offset, line) = self.place(at);
        self.at = at;
        self.fail(PgnError::UnclosedComment { offset, line }, Unread::Comment)
    }

    #[cold]
    fn nag_error(&mut self, at: usize, end: usize) -> PgnError {
        let (offset, line) = self.place(at);
        let digits = &self.input[at + 1..];
        let found = digits.iter().position(|byte| !byte.is_ascii_digit());
        let length = found.unwrap_or(digits.len());
        if length > 0 && at + 1 + length >= end {
            return PgnError::LargeNag { offset, line };
        }
        PgnError::Nag { found: digits.get(length).copied(), offset, line }
    }

    #[cold]
    fn symbol_error(&mut self, start: usize, end: usize) -> PgnError {
        let (offset, line) = self.place(start);
        match self.input[start] {
            found @ 0..0x80 => PgnError::UnexpectedByte { found, offset, line },
            _ => PgnError::UnknownSymbol { symbol: Word::new(&self.input[start..end]), offset, line },
        }
    }

    /// Passes over what is left of a game that was given up.
    fn pass_unread(&mut self) {
        match self.unread.take() {
            None => {}
            Some(Unread::Comment) => self.find_tag_line(),
            Some(Unread::Movetext(depth)) => match self.skip(depth, false) {
                Skipped::Result(_) => self.pass_repeated_results(),
                Skipped::UnclosedComment => self.find_tag_line(),
                Skipped::Variation | Skipped::CutShort => {}
            },
        }
    }

    /// Passes over results behind the one that ended the game, and comments between them. A blank line parts games,
    /// as a writer parts them, even if a result is all that is in one.
    fn pass_repeated_results(&mut self) {
        let input = self.input;
        let mut at = self.at;
        loop {
            let gap = at;
            at = scan::skip_white(input, at);
            self.ahead.has_examined(at);
            if input[gap..at].iter().filter(|&&byte| byte == b'\n').nth(1).is_some() {
                return;
            }
            if input.get(at) == Some(&b'{') {
                let Some(close) = self.ahead.closing_brace(input, at) else { return };
                at = close + 1;
            } else if let Some((_, end)) = result_at(input, at) {
                at = end;
                self.at = end;
            } else {
                return;
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

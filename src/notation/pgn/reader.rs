//! The reader: one pass over the bytes, no memory, no recursion.

use super::movetext::Movetext;
use super::scan::{self, OutsideGap, Tokens, find, line_feeds};
use super::skip::{Ahead, NO_RESTART, Skipped};
use super::token::{ELLIPSIS, TagHead, null_move, plain_tag, result_at, tag_value};
use super::{Flow, GameResult, PgnError, RawText, Visitor, Word};

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
    /// Where the second move of this game's main line stands, once that was asked.
    second_move: Option<usize>,
    pub(super) ahead: Ahead,
    pub(super) tokens: Tokens,
    /// An offset and the number of line feeds before it: errors come in order, so that all of them together
    /// count each line once.
    counted: (usize, usize),
    /// What came before the input.
    pub(super) before: Before,
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
pub(super) struct GivenUp;

/// Another game, which starts in the movetext of one without tags.
pub(super) struct Restart {
    pub(super) at: usize,
    /// Whether a blank line is before it. Without one the visitor is told.
    pub(super) is_parted: bool,
}

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
            second_move: None,
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
    pub(super) fn place(&mut self, at: usize) -> (usize, usize) {
        let offset = self.before.bytes.saturating_add(at);
        (offset, self.line_of(offset))
    }

    /// The offset and the line of a part of the input. Of anything else, where the reader stands is as good a place as any.
    #[cold]
    pub(super) fn place_of(&mut self, part: &[u8]) -> (usize, usize) {
        let at = part.as_ptr().addr().checked_sub(self.input.as_ptr().addr());
        self.place(at.filter(|at| at + part.len() <= self.input.len()).unwrap_or(self.at))
    }

    /// Goes to the next tag or movetext, if there is any.
    fn find_game(&mut self) -> bool {
        let input = self.input;
        // A line may be escaped behind a game too: what came before must not matter to the next game.
        let start = self.at;
        let mut comment = None;
        let mut has_brace = false;
        loop {
            self.at = scan::skip_blank(input, self.at);
            let at = self.at;
            self.at = match input.get(at) {
                // If there is nothing else in the input, a comment in braces is a game.
                None if !has_brace || self.before.games => return false,
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
        self.second_move = None;
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
                Some(b';') => scan::line_end(input, at),
                Some(b'%') if scan::starts_line(input, at) => scan::find_byte(input, at, b'\n'),
                Some(b'<') => match scan::html_line_end(input, at) {
                    Some(length) => at + length,
                    None => return at,
                },
                _ => return at,
            };
        }
    }

    /// The game that starts behind the line end at `line_end`, if one does, else where the next line with something in it
    /// starts. A move of White's with the number 1 starts a game behind a blank line; without one, where a game is past its first
    /// moves.
    pub(super) fn restart(&mut self, line_end: usize) -> Result<Restart, usize> {
        let input = self.input;
        let at = scan::skip_blank(input, line_end);
        self.ahead.has_examined(at);
        if !input[at..].starts_with(b"1.") {
            return Err(at);
        }
        let next = scan::skip_white(input, at + 2);
        self.ahead.has_examined(next);
        // `1...` and `1…` are the number of a move of Black's.
        let is_move = matches!(input.get(next), Some(b'A'..=b'Z' | b'a'..=b'z' | b'0' | b'-' | b'@' | 0x80..));
        let is_parted = scan::has_blank_line(&input[line_end..at]);
        if !is_move || input[next..].starts_with(ELLIPSIS) || !is_parted && line_end < self.second_move() {
            return Err(at);
        }
        Ok(Restart { at, is_parted })
    }

    /// Where the second move of the main line stands. It is looked for once a game, and only where a line makes one ask.
    #[cold]
    fn second_move(&mut self) -> usize {
        struct CountedMoves {
            count: usize,
            last: usize,
        }

        impl Visitor<'_> for CountedMoves {
            fn san(&mut self, _san: &[u8], offset: usize) -> Flow {
                (self.count, self.last) = (self.count + 1, offset);
                if self.count == 2 { Flow::Stop } else { Flow::Continue }
            }
            fn begin_variation(&mut self) -> Flow {
                Flow::Skip
            }
        }

        if let Some(known) = self.second_move {
            return known;
        }
        let mut moves = CountedMoves { count: 0, last: 0 };
        let mut probe = self.clone();
        (probe.at, probe.restart_from, probe.before) = (self.restart_from, NO_RESTART, Before::NOTHING);
        let _ = probe.read_movetext(&mut moves);
        probe.ahead.has_examined(probe.at);
        self.ahead = probe.ahead;
        *self.second_move.insert(if moves.count == 2 { moves.last } else { usize::MAX })
    }

    fn read_movetext<V: Visitor<'a>>(&mut self, visitor: &mut V) -> Result<Option<GameResult>, GivenUp> {
        Movetext::new(self, visitor).read()
    }

    /// The game ends without a result.
    pub(super) fn cut_short(
        &mut self,
        at: usize,
        depth: usize,
        outermost: usize,
    ) -> Result<Option<GameResult>, GivenUp> {
        self.at = at;
        if depth == 0 { Ok(None) } else { Err(self.unclosed_variation(depth, outermost)) }
    }

    pub(super) fn stop(&mut self, at: usize, depth: usize) -> GivenUp {
        self.at = at;
        self.unread = Some(depth);
        GivenUp
    }

    /// Passes over the rest of the game.
    pub(super) fn skip_rest(&mut self) -> Result<Option<GameResult>, GivenUp> {
        match self.skip(0, false) {
            Skipped::Result(result) => Ok(Some(result)),
            Skipped::Variation | Skipped::CutShort => Ok(None),
            Skipped::UnclosedComment => Err(self.unclosed_comment(self.at)),
        }
    }

    /// Passes over the rest of the innermost variation and returns where it ends.
    pub(super) fn skip_variation(&mut self, at: usize, depth: usize, outermost: usize) -> Result<usize, GivenUp> {
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
    pub(super) fn unclosed_comment(&mut self, at: usize) -> GivenUp {
        let (offset, line) = self.place(at);
        self.failure = Some(PgnError::UnclosedComment { offset, line });
        self.at = at;
        self.find_tag_line();
        GivenUp
    }

    #[cold]
    pub(super) fn nag_error(&mut self, at: usize, end: usize) -> PgnError {
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
    pub(super) fn misfit(&mut self, start: usize, end: usize) -> PgnError {
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
            at = scan::skip_blank(input, at);
            self.ahead.has_examined(at);
            if scan::has_blank_line(&input[gap..at]) {
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

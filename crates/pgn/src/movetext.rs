//! Movetext: a state machine that goes from token to token.
//!
//! ```text
//!    ┌──► Gap: spaces and move numbers
//!    │      │ to a token
//!    │      ├──► a word: a move and its symbols ────────────────┐
//!    │      ├──► a comment, a glyph, a bracket of a variation ──┤
//!    │      └──► a result, another game, the end ──► Ended      │
//!    └──────────────────────────────────────────────────────────┘
//! ```

#![expect(
    clippy::inline_always,
    reason = "the state of the loop is in registers only if no function is given its address"
)]

use core::ops::Range;

use super::reader::{GivenUp, NO_RESTART, Reader};
use super::restart::OddGap;
use super::spelling::{before_result, is_plain_move, move_prefix, token_end};
use super::token::{TagHead, dash, ellipsis, nag, odd_word_end, result_around, suffix};
use super::{Flow, GameResult, PgnError, RawText, Visitor, glyph, scan};

/// The next step of the machine.
enum State {
    /// In the gap that begins here, before the next token.
    Gap(usize),
    /// The game has ended or was given up.
    Ended(Result<Option<GameResult>, GivenUp>),
}

/// The movetext of a game during reading.
struct Movetext<'r, 'a, V> {
    reader: &'r mut Reader<'a>,
    /// The input of the reader. A copy here stays in registers during a loop.
    input: &'a [u8],
    visitor: &'r mut V,
    /// The number of open variations.
    depth: usize,
    /// The start of the outermost open variation. An error can name no other without a stack.
    outermost: usize,
    /// The end of a gap with a null move in it. The gap may be long and have more null moves.
    gap_end: usize,
    /// The start of the next game, if it starts in this movetext.
    next_game: usize,
    /// `true` if there is no blank line before the next game.
    is_unparted: bool,
}

impl<'a, V: Visitor<'a>> Movetext<'_, 'a, V> {
    /// Reads the whole movetext and returns its result. Leaves the reader after the result.
    fn read(mut self) -> Result<Option<GameResult>, GivenUp> {
        let mut at = self.reader.at;
        loop {
            match self.gap(at) {
                State::Gap(next) => at = next,
                State::Ended(result) => return result,
            }
        }
    }

    /// Goes to the next token and reads it.
    #[inline(always)]
    fn gap(&mut self, from: usize) -> State {
        let input = self.input;
        let at = self.token_behind(from);
        let Some(&byte) = input.get(at).filter(|_| at != self.next_game) else { return self.cut_short(at) };
        let start = match byte {
            // No gap ends at a digit, except before a null move (`0000`).
            b'A'..=b'Z' | b'a'..=b'z' | b'@' | b'0' | b'+' | b'=' => at,
            b'*' | b'-' | b'/' | b':' | 0x80.. => match self.result(from, at) {
                Ok(state) => return state,
                Err(start) => start,
            },
            b'{' => return self.comment(at),
            b'!' | b'?' => {
                let (nag, length) = suffix(byte, input.get(at + 1).copied());
                self.visitor.nag(nag);
                return State::Gap(at + length);
            }
            b'$' => return self.number(at),
            b'(' => return self.begin_variation(at),
            b')' if self.depth > 0 => return self.end_variation(at + 1),
            b'[' if TagHead::at(input, at).is_tag(input) => return self.tag(at),
            b';' => {
                let end = scan::line_end(input, at);
                self.visitor.comment(RawText::behind(&input[at..end]));
                return State::Gap(end);
            }
            b'%' if scan::starts_line(input, at) => return State::Gap(scan::find_break(input, at)),
            b'<' => return self.html(at),
            b',' | b'`' => return State::Gap(at + 1),
            _ => return symbol(self.reader, self.visitor, at..at + 1, None),
        };
        self.word(start)
    }

    /// Finds the start of the next token. The gap itself may contain a null move, which looks like a number.
    #[inline(always)]
    fn token_behind(&mut self, from: usize) -> usize {
        let known = from < self.gap_end;
        let at = if known { self.gap_end } else { self.reader.tokens.start(self.input, from) };
        if !known && !scan::is_odd_gap(self.input, from, at) {
            return at;
        }
        let OddGap { token, end, game } = self.reader.odd_gap(from..at, known || self.depth > 0);
        self.gap_end = end;
        if let Some(game) = game {
            (self.next_game, self.is_unparted) = (game.at, !game.is_parted);
        }
        token
    }

    /// Reads a word: a move with its symbols, a symbol alone, or a word of a remark.
    #[inline(always)]
    fn word(&mut self, start: usize) -> State {
        let input = self.input;
        let mut end = self.reader.tokens.end(input, start);
        if let Some(b'(' | b'.') = input.get(end) {
            let plain = end;
            end = odd_word_end(input, start, end);
            if end > plain && input[start..end].starts_with(b"e.p.") {
                return State::Gap(end);
            }
        }
        let mut word = &input[start..end];
        let mut mark = None;
        if !is_plain_move(word) {
            end = token_end(input, start..end, &mut self.reader.word);
            word = &input[start..end];
            let length;
            (length, mark) = glyph::take_apart(word);
            if length == 0 && !glyph::is_lone_null(input, self.reader.start, start, end) {
                return symbol(self.reader, self.visitor, start..end, mark);
            }
            word = &word[..if length == 0 { word.len() } else { length }];
        }
        self.san(word, start, end, mark)
    }

    /// Reports a move and the symbols after it.
    #[inline(always)]
    fn san(&mut self, word: &'a [u8], start: usize, end: usize, mark: Option<u8>) -> State {
        match self.visitor.san(word, self.reader.preceding.bytes.saturating_add(start)) {
            Flow::Continue if start + word.len() < end => {
                symbol(self.reader, self.visitor, start + word.len()..end, mark)
            }
            Flow::Continue => State::Gap(end),
            Flow::Skip if self.depth == 0 => {
                self.reader.at = end;
                State::Ended(self.reader.skip_rest())
            }
            Flow::Skip => self.skip_variation(end),
            Flow::Stop => State::Ended(Err(self.reader.stop(end, self.depth))),
        }
    }

    /// Reads a result or an ellipsis. Otherwise returns the start of the word, which begins with a dash or a letter outside
    /// ASCII.
    #[inline(always)]
    fn result(&mut self, from: usize, at: usize) -> Result<State, usize> {
        let input = self.input;
        if let Some(length) = ellipsis(input, at) {
            return Ok(State::Gap(at + length));
        }
        if let Some(length) = scan::separator(input, at) {
            return Ok(State::Gap(at + length));
        }
        match self.reader.result_around(at, self.depth) {
            Some((result, end)) if self.depth == 0 => {
                self.reader.at = end;
                Ok(State::Ended(Ok(Some(result))))
            }
            Some((_, end)) => Ok(State::Gap(end)),
            None if input[at] == b'/' => Ok(State::Gap(at + 1)),
            None if input[at] == b':' => Ok(symbol(self.reader, self.visitor, at..at + 1, None)),
            None => {
                // The gap has taken the digits of `1-0` and `0-0` for a move number.
                let digits = if dash(input, at).is_some() { &input[from.min(at)..at] } else { &[] };
                let digits = digits.iter().rev().take_while(|byte| matches!(byte, b'0'..=b'9' | b'/'));
                Err(at - digits.count())
            }
        }
    }

    #[inline(always)]
    fn comment(&mut self, at: usize) -> State {
        let input = self.input;
        let Some(close) = self.reader.ahead.closing_brace(input, at) else {
            return State::Ended(Err(self.reader.unclosed_comment(at)));
        };
        self.visitor.comment(RawText::behind(&input[at..close]));
        State::Gap(close + 1)
    }

    /// Reads the number of a glyph after `$`.
    #[inline(always)]
    fn number(&mut self, at: usize) -> State {
        let input = self.input;
        let mut end = self.reader.tokens.end(input, at + 1);
        if let Some(nag) = nag(&input[at + 1..end]) {
            self.visitor.nag(nag);
        } else {
            let digits = input[at + 1..end].iter().take_while(|byte| byte.is_ascii_digit()).count();
            let behind = at + 1 + digits;
            if let Some(nag) = nag(&input[at + 1..behind]).filter(|_| move_prefix(&input[behind..end]) > 0) {
                // The space before a move is missing.
                self.visitor.nag(nag);
                return State::Gap(behind);
            }
            end = before_result(input, at..end);
            self.visitor.error(self.reader.nag_error(at, end));
        }
        State::Gap(end)
    }

    #[inline(always)]
    fn begin_variation(&mut self, at: usize) -> State {
        if self.depth == 0 {
            self.outermost = at;
        }
        self.depth += 1;
        match self.visitor.begin_variation() {
            Flow::Continue => State::Gap(at + 1),
            Flow::Skip => self.skip_variation(at + 1),
            Flow::Stop => State::Ended(Err(self.reader.stop(at + 1, self.depth))),
        }
    }

    #[inline(always)]
    fn skip_variation(&mut self, at: usize) -> State {
        match self.reader.skip_variation(at, self.depth, self.outermost) {
            Ok(end) => self.end_variation(end),
            Err(given_up) => State::Ended(Err(given_up)),
        }
    }

    #[inline(always)]
    fn end_variation(&mut self, end: usize) -> State {
        self.depth -= 1;
        self.visitor.end_variation();
        State::Gap(end)
    }

    /// Reads a line end of HTML. Another game may start after it, as after a line feed.
    #[inline(always)]
    fn html(&mut self, at: usize) -> State {
        let Some(length) = scan::html_line_end(self.input, at) else {
            // `<>` is a null move of some programs.
            if let Some(word) = self.input.get(at..at + 2).filter(|word| word.ends_with(b">")) {
                return self.san(word, at, at + 2, None);
            }
            return symbol(self.reader, self.visitor, at..at + 1, None);
        };
        if self.depth > 0 || at < self.reader.restart_from {
            return State::Gap(at + length);
        }
        match self.reader.restart(at) {
            Ok(game) => {
                self.is_unparted = !game.is_parted;
                self.cut_short(game.at)
            }
            Err(next) => State::Gap(next),
        }
    }

    /// Reads a tag: another game begins, or tags stand among the moves.
    #[inline(always)]
    fn tag(&mut self, at: usize) -> State {
        match self.reader.stray_tags(at) {
            None => self.cut_short(at),
            Some(end) => stray_tags(self.reader, self.visitor, at..end),
        }
    }

    /// Ends the game without a result.
    #[inline(always)]
    fn cut_short(&mut self, at: usize) -> State {
        if self.is_unparted {
            let (offset, line) = self.reader.place(at);
            self.visitor.error(PgnError::NextGame { offset, line });
        }
        State::Ended(self.reader.cut_short(at, self.depth, self.outermost))
    }
}

impl<'a> Reader<'a> {
    /// Reads movetext to the end of its game.
    pub(super) fn read_movetext<V: Visitor<'a>>(&mut self, visitor: &mut V) -> Result<Option<GameResult>, GivenUp> {
        let movetext = Movetext {
            input: self.input,
            reader: self,
            visitor,
            depth: 0,
            outermost: 0,
            gap_end: 0,
            next_game: NO_RESTART,
            is_unparted: false,
        };
        movetext.read()
    }

    /// Finds the result around the byte at `at`, inside `depth` variations, and its end.
    #[inline]
    pub(super) fn result_around(&mut self, at: usize, depth: usize) -> Option<(GameResult, usize)> {
        if let Some((result, place)) = result_around(self.input, at) {
            return Some((result, place.end));
        }
        let may_be_zeros = matches!(self.input[..at].last(), Some(b'0' | ..=b' ' | 0x80..));
        if depth == 0 && may_be_zeros { Some((GameResult::BothLose, self.no_winner(at)?)) } else { None }
    }

    /// Ends the game without a result.
    fn cut_short(&mut self, at: usize, depth: usize, outermost: usize) -> Result<Option<GameResult>, GivenUp> {
        self.at = at;
        if depth == 0 { Ok(None) } else { Err(self.unclosed_variation(depth, outermost)) }
    }

    pub(super) fn stop(&mut self, at: usize, depth: usize) -> GivenUp {
        self.at = at;
        self.unread = Some(depth);
        GivenUp
    }

    #[cold]
    pub(super) fn unclosed_variation(&mut self, depth: usize, outermost: usize) -> GivenUp {
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
}

/// Reports tags that stand among the moves.
#[cold]
fn stray_tags<'a, V: Visitor<'a>>(reader: &mut Reader<'a>, visitor: &mut V, place: Range<usize>) -> State {
    let mut at = place.start;
    while at < place.end {
        let misfit = reader.misfit(at..place.end);
        visitor.error(misfit);
        at = reader.next_tag(at, place.end);
    }
    State::Gap(place.end)
}

/// Reads a symbol, alone or after a move, or a word of a remark. Reports the number of the glyph. Without a number it reports an
/// error, as for a byte without a meaning in movetext.
#[cold]
fn symbol<'a, V: Visitor<'a>>(reader: &mut Reader<'a>, visitor: &mut V, place: Range<usize>, nag: Option<u8>) -> State {
    match nag {
        Some(nag) => visitor.nag(nag),
        None => visitor.error(reader.misfit(place.clone())),
    }
    State::Gap(place.end)
}

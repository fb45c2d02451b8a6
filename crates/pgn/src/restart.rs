//! Another game in movetext, without a result before it and without tags: its moves begin anew.
//!
//! Behind a blank line a game starts with the number of the first move, or without a number, if the move there can be no next move of
//! this game but a first move. Without a blank line only a game without tags is cut, at number 1, and that is an error.

use core::ops::Range;

use chess0x88::Chess;

use super::reader::{NO_RESTART, Played, Reader};
use super::spelling::token_end;
use super::token::{ellipsis, null_move, odd_word_end};
use super::{Flow, RawText, StartTags, Visitor, play_san, scan};

/// The start of another game in movetext.
pub(super) struct Restart {
    pub(super) at: usize,
    /// `true` if there is a blank line before it. Otherwise the visitor gets an error.
    pub(super) is_parted: bool,
}

/// What a gap between two tokens holds.
pub(super) struct OddGap {
    /// The next token: a null move in the gap, or what comes behind the gap.
    pub(super) token: usize,
    pub(super) end: usize,
    /// Another game that starts at the end of the gap.
    pub(super) game: Option<Restart>,
}

/// The number of a move.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Label {
    number: u32,
    is_black: bool,
}

impl Label {
    const FIRST: Label = Label { number: 1, is_black: false };
}

impl<'a> Reader<'a> {
    /// Looks into a gap for null moves, which look like numbers, and for the start of another game, unless the caller `passes` it.
    #[cold]
    pub(super) fn odd_gap(&mut self, gap: Range<usize>, passes: bool) -> OddGap {
        let game = if passes { None } else { self.restart_in(gap.start, gap.end) };
        let end = game.as_ref().map_or(gap.end, |game| game.at);
        OddGap { token: null_move(self.input, gap.start, end).unwrap_or(end), end, game }
    }

    /// Finds the start of another game in the gap before a token.
    fn restart_in(&mut self, from: usize, token: usize) -> Option<Restart> {
        let mut at = from.max(self.restart_from);
        loop {
            at = scan::find_break(&self.input[..token], at);
            if at >= token {
                return None;
            }
            match self.restart(at) {
                Ok(game) => return Some(game),
                Err(next) => at = next,
            }
        }
    }

    /// Finds the game that starts after the line end at `line_end`, or else the start of the next line that is not blank.
    pub(super) fn restart(&mut self, line_end: usize) -> Result<Restart, usize> {
        let input = self.input;
        let at = scan::skip_blank(input, line_end);
        self.ahead.has_examined(at);
        // Separators that end a gap may come before the place: the lines between are not examined again.
        self.restart_from = at;
        let is_parted = scan::has_blank_line(&input[line_end..at]);
        if !is_parted && self.first_tag.is_some() || at >= input.len() || line_end < self.first_token() {
            return Err(at);
        }
        let starts = match self.label(at) {
            Some(_) if is_parted => self.is_first_number(at),
            Some(label) => label == Label::FIRST && self.is_past_first_moves(line_end),
            None => is_parted && self.is_first_move(at),
        };
        if starts { Ok(Restart { at, is_parted }) } else { Err(at) }
    }

    /// Reads the number of a move at `at`: `1.` and `1 ` are White's, `1...` and `1…` Black's. A move must follow.
    fn label(&mut self, at: usize) -> Option<Label> {
        let input = self.input;
        let digits = input[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        scan::examined(digits);
        let number = crate::text::decimal(&input[at..at + digits])?;
        let (mut next, mut dots) = (scan::skip_white(input, at + digits), 0);
        loop {
            let length = match input.get(next) {
                Some(b'.') => 1,
                _ => ellipsis(input, next).unwrap_or(0),
            };
            if length == 0 {
                break;
            }
            dots += if length == 1 && input[next] == b'.' { 1 } else { 3 };
            next = scan::skip_white(input, next + length);
        }
        scan::examined(next - at);
        self.ahead.has_examined(next);
        let is_move = match input.get(next)? {
            b'A'..=b'Z' | b'a'..=b'z' | b'@' => true,
            b'0' | b'-' | 0x80.. => dots > 0,
            _ => false,
        };
        (is_move && (dots > 0 || next > at + digits)).then_some(Label { number, is_black: dots > 1 })
    }

    /// Returns the number of the first move of this game; 1 if it has none.
    fn first_label(&mut self) -> Label {
        let first = self.first_token();
        let is_of_number = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b'.' | ..=b' ');
        let before = &self.input[self.movetext.0.min(first)..first];
        let length = before.iter().rev().take_while(|byte| is_of_number(byte)).count();
        scan::examined(length);
        let start = scan::skip_white(self.input, first - length);
        self.label(start).unwrap_or(Label::FIRST)
    }

    /// Returns `true` if the number of a first move is at `at`.
    pub(super) fn is_first_number(&mut self, at: usize) -> bool {
        self.label(at).is_some_and(|label| label == Label::FIRST || label == self.first_label())
    }

    /// Returns `true` if the move at `at` cannot go on with this game, but can be the first of another.
    fn is_first_move(&mut self, at: usize) -> bool {
        self.first_move(at)
            .is_some_and(|word| self.position_at(at).is_some_and(|mut position| play_san(&mut position, word).is_err()))
    }

    /// Returns the move at `at`, if it can be the first of a game of chess.
    pub(super) fn first_move(&mut self, at: usize) -> Option<&'a [u8]> {
        let input = self.input;
        if !matches!(input.get(at), Some(b'A'..=b'Z' | b'a'..=b'z' | 0x80..)) {
            return None;
        }
        // Where the reader will find it, since the end of the word is kept.
        let end = odd_word_end(input, at, self.tokens.end(input, at));
        self.ahead.has_examined(end);
        let word = &input[at..token_end(input, at..end, &mut self.word)];
        play_san(&mut Chess::startpos(), word).is_ok().then_some(word)
    }

    /// Returns the position before the move at `at`, the next of the main line. Each move of a game is played once.
    fn position_at(&mut self, at: usize) -> Option<Chess> {
        struct Replay<'a> {
            tags: StartTags<'a>,
            until: usize,
            position: Option<Chess>,
        }

        impl<'a> Visitor<'a> for Replay<'a> {
            fn tag(&mut self, name: &'a [u8], value: RawText<'a>) {
                self.tags.tag(name, value);
            }
            fn san(&mut self, san: &'a [u8], offset: usize) -> Flow {
                if offset >= self.until {
                    return Flow::Stop;
                }
                self.position = self
                    .position
                    .take()
                    .and_then(|mut position| play_san(&mut position, san).is_ok().then_some(position));
                if self.position.is_some() { Flow::Continue } else { Flow::Stop }
            }
            fn begin_variation(&mut self) -> Flow {
                Flow::Skip
            }
        }

        let mut again = self.clone();
        let mut replay =
            Replay { tags: StartTags::default(), until: self.preceding.bytes.saturating_add(at), position: None };
        if let Some(played) = self.played.take() {
            (again.at, replay.position) = (played.at, played.position);
        } else {
            again.at = self.start;
            again.first_tag = None;
            again.read_header(&mut replay);
            replay.position = replay.tags.position().ok();
        }
        again.restart_from = NO_RESTART;
        if replay.position.is_some() {
            // The visitor stops, so there is no result.
            let _ = again.read_movetext(&mut replay);
        }
        self.played = Some(Played { at, position: replay.position });
        replay.position
    }

    /// Returns `true` if there are two moves of the main line before a line end, not counting comments and variations. Examines
    /// each byte once.
    ///
    /// Any word counts as a move, so this is not a second parser. Reading and skipping ask the same.
    #[cold]
    fn is_past_first_moves(&mut self, line_end: usize) -> bool {
        let input = self.input;
        let (mut at, mut moves) = self.first_moves;
        at = at.max(self.first_token());
        let mut depth = 0_usize;
        while moves < 2 && at < line_end {
            scan::examined(1);
            if let Some(end) = self.remark_end(at) {
                at = end;
                continue;
            }
            at = match input[at] {
                0x80.. if ellipsis(input, at).is_some() => at + ellipsis(input, at).unwrap_or(1),
                0x80.. if scan::ends_word(input, at) => at + scan::separator(input, at).unwrap_or(1),
                b'A'..=b'Z' | b'a'..=b'z' | b'-' | b'@' | 0x80.. => {
                    moves += usize::from(depth == 0);
                    self.tokens.end(input, at)
                }
                byte => {
                    depth = match byte {
                        b'(' => depth + 1,
                        b')' => depth.saturating_sub(1),
                        _ => depth,
                    };
                    at + 1
                }
            };
        }
        self.first_moves = (at, moves);
        moves == 2
    }
}

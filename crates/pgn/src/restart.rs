//! Another game in movetext: a game without tags ends where the moves of the next one begin.

use super::reader::Reader;
use super::scan;
use super::token::ELLIPSIS;

/// The start of another game, in the movetext of a game without tags.
pub(super) struct Restart {
    pub(super) at: usize,
    /// `true` if there is a blank line before it. Otherwise the visitor gets an error.
    pub(super) is_parted: bool,
}

impl Reader<'_> {
    /// Finds the start of another game in the gap before a token of a game without tags.
    #[cold]
    pub(super) fn restart_in(&mut self, from: usize, token: usize) -> Option<Restart> {
        let mut at = from.max(self.restart_from);
        loop {
            at = scan::find_byte(&self.input[..token], at, b'\n');
            if at >= token {
                return None;
            }
            match self.restart(at) {
                Ok(game) => return Some(game),
                Err(next) => at = next,
            }
        }
    }

    /// Finds the game that starts after the line end at `line_end`, or else the start of the next line that is not blank. A game
    /// starts at a move of White with the number 1, after a blank line. Without a blank line, the present game must be past its
    /// first moves.
    pub(super) fn restart(&mut self, line_end: usize) -> Result<Restart, usize> {
        let input = self.input;
        let at = scan::skip_blank(input, line_end);
        self.ahead.has_examined(at);
        // Separators that end a gap may come before the place: the lines between are not examined again.
        self.restart_from = at;
        if !input[at..].starts_with(b"1.") {
            return Err(at);
        }
        let next = scan::skip_white(input, at + 2);
        self.ahead.has_examined(next);
        // `1...` and `1…` are move numbers of Black.
        let is_move = matches!(input.get(next), Some(b'A'..=b'Z' | b'a'..=b'z' | b'0' | b'-' | b'@' | 0x80..));
        let is_parted = scan::has_blank_line(&input[line_end..at]);
        if !is_move || input[next..].starts_with(ELLIPSIS) || !is_parted && !self.is_past_first_moves(line_end) {
            return Err(at);
        }
        Ok(Restart { at, is_parted })
    }

    /// Returns `true` if there are two moves of the main line before a line end, not counting comments and variations. Examines
    /// each byte once.
    ///
    /// Any word counts as a move, so this is not a second parser. Reading and skipping ask the same.
    #[cold]
    fn is_past_first_moves(&mut self, line_end: usize) -> bool {
        let input = self.input;
        let (mut at, mut moves) = self.first_moves;
        let mut depth = 0_usize;
        while moves < 2 && at < line_end {
            scan::examined(1);
            if let Some(end) = self.remark_end(at) {
                at = end;
                continue;
            }
            at = match input[at] {
                0x80.. if input[at..].starts_with(ELLIPSIS) => at + ELLIPSIS.len(),
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

//! The syntax of SAN: splits the text of a move without looking at a board.

use super::SanError;
use crate::geometry::{File, Rank, Square};
use crate::moves::CastlingSide;
use crate::notation::Found;
use crate::notation::expected::Expected;
use crate::notation::text::{is_dash, is_separator};
use crate::notation::uci;
use crate::piece::{Color, Piece, Role};
use crate::rules::Rules;

/// The parsed content of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Parsed {
    Castle(CastlingSide),
    Piece(PieceMove),
}

/// The parts of a move other than castling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PieceMove {
    /// The piece. Without a letter it is a pawn.
    pub(super) role: Role,
    pub(super) has_letter: bool,
    pub(super) file: Option<File>,
    pub(super) rank: Option<Rank>,
    pub(super) capture: bool,
    pub(super) to: Square,
    pub(super) promotion: Option<Role>,
}

/// A text with a read position. A `LENIENT` reader also accepts texts that the writer never writes.
struct SanReader<'a, const LENIENT: bool> {
    text: &'a str,
    at: usize,
}

#[inline]
pub(super) fn read<R: Rules, const LENIENT: bool>(text: &str) -> Result<Parsed, SanError> {
    if is_null_move(text) {
        return Err(SanError::NullMove);
    }
    SanReader::<LENIENT> { text, at: 0 }.parsed::<R>()
}

/// Returns `true` for a null move, with which a side passes its turn: `--` in most programs, `Z0`, `0000` as in UCI, `@@@@` as in
/// xboard, `<>`. Any number of dashes other than one hyphen is `--` too, as people and word processors write it: `---`, `–`, `—`.
///
/// The readers of SAN return [`SanError::NullMove`] for these words. [`make_null`](crate::Position::make_null) plays null moves.
///
/// ```
/// use chess0x88::san;
/// assert!(san::is_null_move("--") && san::is_null_move("0000") && san::is_null_move("––"));
/// assert!(!san::is_null_move("O-O") && !san::is_null_move("-"));
/// ```
#[must_use]
pub fn is_null_move(text: &str) -> bool {
    matches!(text, "Z0" | uci::NULL | "@@@@" | "<>")
        || text.len() > 1 && text.chars().all(|char| char == '-' || is_dash(char))
}

/// Reads the commonest forms with few branches: a pawn's move or capture, and a piece's move with at most one letter or digit of
/// the origin. For `None` the caller tries [`SanReader`].
#[inline]
pub(super) fn plain<R: Rules>(text: &[u8]) -> Option<PieceMove> {
    let text = text.strip_suffix(b"+").or_else(|| text.strip_suffix(b"#")).unwrap_or(text);
    let [head @ .., file, rank] = text else { return None };
    let to = Square::from_name(*file, *rank)?;
    let mut step =
        PieceMove { role: Role::Pawn, has_letter: false, file: None, rank: None, capture: false, to, promotion: None };
    let [first, rest @ ..] = head else { return Some(step) };
    let origin = match rest {
        [origin @ .., b'x'] => {
            step.capture = true;
            origin
        }
        origin => origin,
    };
    let (file, _) = coordinates(*first);
    if file.is_some() {
        step.file = file;
        return (step.capture && origin.is_empty()).then_some(step);
    }
    step.role = role_of::<R>(*first).filter(|&role| role != Role::Pawn)?;
    step.has_letter = true;
    match origin {
        [] => Some(step),
        [one] => {
            (step.file, step.rank) = coordinates(*one);
            (step.file.is_some() || step.rank.is_some()).then_some(step)
        }
        _ => None,
    }
}

/// Signs that do not identify the move.
const MARKS: [&str; 10] = ["+", "#", "!", "?", ":", "e.p.", "e.p", "ep.", "ep", "."];

/// Returns the file and the rank that a character may mean.
#[inline]
const fn coordinates(byte: u8) -> (Option<File>, Option<Rank>) {
    let (file, rank) = (byte.wrapping_sub(b'a'), byte.wrapping_sub(b'1'));
    let file = if file < 8 { Some(File::from_masked(file)) } else { None };
    let rank = if rank < 8 { Some(Rank::from_masked(rank)) } else { None };
    (file, rank)
}

impl<const LENIENT: bool> SanReader<'_, LENIENT> {
    #[cold]
    #[inline(never)]
    fn expected(&self, expected: Expected) -> SanError {
        SanError::Syntax { expected, found: Found::at(self.text, self.at), at: self.at }
    }

    #[inline]
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    #[inline]
    fn comes(&self, byte: u8) -> bool {
        self.peek() == Some(byte)
    }

    /// Skips the first of these strings that comes next.
    #[inline(never)]
    fn skip(&mut self, any: &[&str]) -> bool {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let found = any.iter().find(|&&start| rest.starts_with(start));
        self.at += found.map_or(0, |found| found.len());
        found.is_some()
    }

    /// Skips this byte if it comes next.
    #[inline]
    fn skip_byte(&mut self, byte: u8) -> bool {
        let comes = self.comes(byte);
        self.at += usize::from(comes);
        comes
    }

    /// Returns `true` if the byte at `at` names a file.
    fn names_file(&self, at: usize) -> bool {
        matches!(self.text.as_bytes().get(at), Some(b'a'..=b'h'))
    }

    fn skip_separators(&mut self) -> bool {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let length = rest.len() - rest.trim_start_matches(is_separator).len();
        self.at += length;
        length > 0
    }

    #[inline]
    fn parsed<R: Rules>(&mut self) -> Result<Parsed, SanError> {
        if LENIENT {
            self.skip_separators();
        }
        if R::CASTLING && (self.comes(b'O') || LENIENT && matches!(self.peek(), Some(b'0' | b'o'))) {
            let side = self.castle()?;
            self.end()?;
            return Ok(Parsed::Castle(side));
        }
        let letter = self.piece::<R>();
        let mut file = self.file();
        let mut rank = self.rank();
        // The Informator writes the sign of a capture behind the move: `Bc6:`.
        let is_behind = LENIENT && rank.is_some() && self.comes(b':') && !self.names_file(self.at + 1);
        let capture = !is_behind && self.capture();
        let dash = LENIENT && !capture && (letter.is_some() || file.is_some()) && self.dash();
        // In `e8b` the `b` is a bishop.
        let is_done = LENIENT && file.is_some() && rank.is_some() && !capture && !dash && self.at_bishop();
        let to_file = if is_done { None } else { self.file() };
        let to = match (to_file, file, rank) {
            (Some(to_file), _, _) => match self.rank() {
                Some(to_rank) => Square::new(to_file, to_rank),
                None => return Err(self.expected(Expected::Rank)),
            },
            (None, Some(to_file), Some(to_rank)) if !capture && !dash => {
                (file, rank) = (None, None);
                Square::new(to_file, to_rank)
            }
            (None, None, None) if letter.is_none() && !capture && !dash => {
                let expected = if R::CASTLING { Expected::PieceFileOrCastling } else { Expected::PieceOrFile };
                return Err(self.expected(expected));
            }
            (None, Some(_), None) if !capture && !dash => return Err(self.expected(Expected::RankOrCapture)),
            _ => return Err(self.expected(Expected::File)),
        };
        let promotion = self.promotion::<R>()?;
        self.end()?;
        let role = letter.unwrap_or(Role::Pawn);
        Ok(Parsed::Piece(PieceMove { role, has_letter: letter.is_some(), file, rank, capture, to, promotion }))
    }

    /// Returns `true` if a `b` comes next that is no part of a square.
    #[inline]
    fn at_bishop(&self) -> bool {
        let mut rest = self.text.bytes().skip(self.at);
        rest.next() == Some(b'b') && !rest.next().is_some_and(|byte| byte.is_ascii_digit())
    }

    #[inline]
    fn file(&mut self) -> Option<File> {
        let (file, _) = coordinates(self.peek()?);
        self.at += usize::from(file.is_some());
        file
    }

    #[inline]
    fn rank(&mut self) -> Option<Rank> {
        let (_, rank) = coordinates(self.peek()?);
        self.at += usize::from(rank.is_some());
        rank
    }

    #[inline]
    fn capture(&mut self) -> bool {
        match self.peek() {
            Some(b'x') => self.skip_byte(b'x'),
            Some(b'X' | b':' | 0x80..) if LENIENT => self.skip(&["X", ":", "×"]),
            _ => false,
        }
    }

    /// Skips a hyphen, or one of the dashes that word processors write instead.
    #[inline]
    fn dash(&mut self) -> bool {
        match self.peek() {
            Some(0x80..) if LENIENT => {
                let rest = self.text.get(self.at..).unwrap_or_default();
                let length = rest.chars().next().filter(|&char| is_dash(char)).map_or(0, char::len_utf8);
                self.at += length;
                length > 0
            }
            _ => self.skip_byte(b'-'),
        }
    }

    /// Reads the letter of a piece. Only a lenient reader accepts a pawn's letter.
    #[inline]
    fn piece<R: Rules>(&mut self) -> Option<Role> {
        let byte = self.peek()?;
        let role = match byte {
            b'A'..=b'Z' => role_of::<R>(byte),
            0x80.. if LENIENT => return self.figurine::<R>(),
            // The letter `b` is also a file, and the file takes precedence.
            b'i'..=b'z' if LENIENT => role_of::<R>(byte.to_ascii_uppercase()),
            _ => None,
        }?;
        (LENIENT || role != Role::Pawn).then(|| {
            self.at += 1;
            role
        })
    }

    #[cold]
    fn figurine<R: Rules>(&mut self) -> Option<Role> {
        let next = self.text.get(self.at..)?.chars().next()?;
        let shows = |role: &&Role| Color::ALL.iter().any(|&color| Piece::new(color, **role).figurine() == next);
        let role = R::ROLES.iter().find(shows)?;
        self.at += next.len_utf8();
        // An invisible character after a figurine chooses between text and picture.
        self.skip(&["\u{FE0E}", "\u{FE0F}"]);
        Some(*role)
    }

    /// Reads `=Q`. A lenient reader also accepts `Q`, `(Q)`, `/Q` and `=(Q)`, in either case.
    #[inline]
    fn promotion<R: Rules>(&mut self) -> Result<Option<Role>, SanError> {
        if matches!(self.peek(), None | Some(b'+' | b'#' | b'!' | b'?')) {
            return Ok(None);
        }
        if LENIENT {
            self.skip_separators();
        }
        let sign = self.skip_byte(b'=') || LENIENT && self.skip_byte(b'/');
        let open = LENIENT && self.skip_byte(b'(');
        if !LENIENT && !sign {
            return Ok(None);
        }
        let letter = self.peek().map(|byte| if LENIENT { byte.to_ascii_uppercase() } else { byte });
        let mut role = letter.and_then(role_of::<R>).filter(|role| LENIENT || R::PROMOTIONS.contains(role));
        self.at += usize::from(role.is_some());
        if LENIENT && role.is_none() {
            role = self.figurine::<R>();
        }
        if role.is_none() && (sign || open) {
            return Err(self.expected(Expected::Promotion));
        }
        if open && !self.skip_byte(b')') {
            return Err(self.expected(Expected::Bracket));
        }
        Ok(role)
    }

    /// Reads the sign of check or mate, and the end. A lenient reader accepts all other signs after a move too.
    #[inline]
    fn end(&mut self) -> Result<(), SanError> {
        if matches!(self.peek(), Some(b'+' | b'#')) {
            self.at += 1;
        }
        while LENIENT && self.peek().is_some() && (self.skip(&MARKS) || self.skip_separators()) {}
        if self.peek().is_none() { Ok(()) } else { Err(self.expected(Expected::End)) }
    }

    /// Reads `O-O` or `O-O-O`. A lenient reader also accepts zeros and lower-case letters.
    fn castle(&mut self) -> Result<CastlingSide, SanError> {
        let letters: &[&str] = if LENIENT { &["O", "0", "o"] } else { &["O"] };
        self.skip(letters);
        if !self.dash() {
            return Err(self.expected(Expected::Dash));
        }
        if !self.skip(letters) {
            return Err(self.expected(Expected::LetterO));
        }
        if !self.dash() {
            return Ok(CastlingSide::King);
        }
        if self.skip(letters) { Ok(CastlingSide::Queen) } else { Err(self.expected(Expected::LetterO)) }
    }
}

/// The piece of a game with this SAN letter.
#[inline]
fn role_of<R: Rules>(letter: u8) -> Option<Role> {
    Role::from_letter(letter).filter(|role| R::ROLES.contains(role))
}

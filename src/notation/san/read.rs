//! From a text to the parts of a move, without looking at a board; and the functions that read a legal move.
//!
//! ```text
//!    move = ( "O-O" | "O-O-O" | [letter] [file] [rank] ["x"] file rank ["=" letter] )  ["+" | "#"]
//! ```
//!
//! One grammar serves both readers. What only the lenient reader takes stands behind `LENIENT`.

use core::str::Utf8Error;

use super::{CheckSign, PieceMove, San, SanError};
use crate::geometry::{File, Rank, Square};
use crate::movegen::Reason;
use crate::moves::{CastlingSide, Move};
use crate::notation::text::{Expected, Found, is_dash, is_separator};
use crate::notation::{SanText, uci};
use crate::piece::{Color, Piece, Role};
use crate::position::Position;
use crate::rules::Rules;

/// # SAN
impl<R: Rules> Position<R> {
    /// Reads a legal move in SAN as people type it and programs write it: `Qxf7`, `Qf7` and `Qh5xf7!` all mean `Qxf7#`.
    ///
    /// Besides SAN the reader accepts:
    ///
    /// | accepted | for |
    /// |---|---|
    /// | missing or wrong `+` and `#`, `++`, annotations `!` `?`, a full stop | the same without or with the right sign |
    /// | [separators](crate::san::is_separator) before and behind | the same without them |
    /// | `0-0`, `o-o`, `Kg1`, `e1g1` | `O-O` |
    /// | `exd6e.p.`, `exd6 ep` | `exd6` |
    /// | `e8Q` `e8(Q)` `e8/Q` `e8=q` `e8q` | `e8=Q` |
    /// | Makruk, where there is no choice: `e6` | `e6=M` |
    /// | `Ng1f3` `Ng1-f3` `Ngf3` `g1f3` `Nxf3` | `Nf3` |
    /// | `e2e4` `e2-e4` `Pe4` | `e4` |
    /// | `ed5` `e:d5` `xd5` `eXd5` | `exd5` |
    /// | `nf3` `♘f3` `♞f3` | `Nf3` |
    ///
    /// A lower-case `b` is always the b-file: `bc4` is a pawn's capture and never a bishop's move. A text that fits two legal moves is
    /// an error.
    ///
    /// Of 118 spellings of nine moves, python-chess, shakmaty and chess.js all read 32, and two of the three read 28 more. This
    /// reader reads these 60. [`san::parse_strict`](crate::san::parse_strict) reads only texts of [`san`](Position::san), 9 of them.
    ///
    /// ```
    /// use chess0x88::Chess;
    /// let position: Chess =
    ///     "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2".parse()?;
    /// let nf3 = position.parse_san("Nf3")?;
    /// for text in ["Nf3!?", "Ng1-f3", "nf3", "♘f3", "Ngf3+", " g1f3"] {
    ///     assert_eq!(position.parse_san(text), Ok(nf3));
    /// }
    /// let error = position.parse_san("Nd2").unwrap_err();
    /// assert_eq!(error.to_string(), "a pawn of the same side stands on d2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`SanError::Syntax`] if the text is no move, [`SanError::NullMove`] if it is a null move; [`SanError::Illegal`],
    /// [`SanError::NoSuchPiece`] or [`SanError::Ambiguous`] if it is not exactly one legal move.
    #[doc(alias("from_san"))]
    #[inline]
    pub fn parse_san(&self, text: &str) -> Result<Move, SanError> {
        // Nearly all moves have a plain form, which is read with few branches.
        match plain::<R>(text.as_bytes()) {
            Some(step) => self.resolve(San::Piece(step), true),
            None => parse_odd(self, text),
        }
    }

    /// Plays a move in SAN and returns it. [`parse_san`](Position::parse_san) describes the accepted texts.
    ///
    /// ```
    /// use chess0x88::Chess;
    /// let mut position = Chess::startpos();
    /// position.play_san("e4")?;
    /// assert_eq!(position.play_san("e7-e5")?.to_string(), "e7e5");
    /// let error = position.play_san("Ke3").unwrap_err();
    /// assert_eq!(error.to_string(), "the king on e1 does not move to e3");
    /// # Ok::<(), chess0x88::san::SanError>(())
    /// ```
    ///
    /// # Errors
    /// The reason why the text is no legal move. The position is then unchanged.
    #[doc(alias("push_san"))]
    pub fn play_san(&mut self, san: &str) -> Result<Move, SanError> {
        let mv = self.parse_san(san)?;
        self.play_unchecked(mv);
        Ok(mv)
    }
}

/// Reads a legal move as [`Position::parse_san`] does, from bytes of a file or a connection. The commonest forms need no UTF-8 check.
///
/// ```
/// use chess0x88::{Chess, san};
/// let position = Chess::startpos();
/// let line = b"e4 e5";
/// assert_eq!(san::parse_bytes(&position, &line[..2]), position.parse_san("e4"));
/// let error = san::parse_bytes(&position, b"e4\xb1").unwrap_err();
/// assert_eq!(error.to_string(), "expected UTF-8 at byte 2, found U+FFFD");
/// ```
///
/// # Errors
/// The errors of [`Position::parse_san`], and [`SanError::Syntax`] for bytes that are not UTF-8.
#[inline]
pub fn parse_bytes<R: Rules>(position: &Position<R>, text: &[u8]) -> Result<Move, SanError> {
    match plain::<R>(text) {
        Some(step) => position.resolve(San::Piece(step), true),
        None => parse_odd(position, core::str::from_utf8(text).map_err(not_utf_8)?),
    }
}

#[cold]
fn not_utf_8(error: Utf8Error) -> SanError {
    SanError::Syntax { expected: Expected::Utf8, found: Found::at("\u{fffd}", 0), at: error.valid_up_to() }
}

/// Reads a text without a plain form.
#[cold]
#[inline(never)]
fn parse_odd<R: Rules>(position: &Position<R>, text: &str) -> Result<Move, SanError> {
    let mut reader = SanReader::<true>::new(text);
    let san = reader.read::<R>()?;
    position.resolve(san, reader.names_piece)
}

/// Reads a legal move in SAN strictly: only the exact text of [`Position::san`].
///
/// ```
/// use chess0x88::{Chess, san};
/// let position: Chess = "4k3/8/8/8/8/4r3/8/3NK3 w - - 0 1".parse()?;
/// assert!(san::parse_strict(&position, "Nxe3").is_ok());
/// let error = san::parse_strict(&position, "Ne3").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "capture sign missing or not needed at byte 1: write Nxe3"
/// );
/// # Ok::<(), chess0x88::fen::FenError>(())
/// ```
///
/// # Errors
/// The errors of [`Position::parse_san`]; [`SanError::WrongCaptureSign`], [`SanError::WrongDisambiguation`],
/// [`SanError::WrongCheckSign`] or [`SanError::WrongCastling`] for a legal move in another spelling.
pub fn parse_strict<R: Rules>(position: &Position<R>, text: &str) -> Result<Move, SanError> {
    let said = strict::<R>(text)?;
    let mv = said.to_move(position)?;
    // `to_move` adds the only possible promotion piece. SAN writes it nevertheless.
    if mv.promotion().is_some() && matches!(said, San::Piece(PieceMove { promotion: None, .. })) {
        return Err(Reason::PromotionMissing { square: mv.to() }.of::<R>().into());
    }
    let expected = position.san(mv);
    if expected == *text { Ok(mv) } else { Err(departure(said, mv, text, expected)) }
}

/// Returns the error for a legal move that SAN writes in another way.
#[cold]
fn departure(said: San, mv: Move, text: &str, expected: SanText) -> SanError {
    let at = text.bytes().zip(expected.bytes()).take_while(|(found, expected)| found == expected).count();
    let is_sign = |text: &str| matches!(text.as_bytes().get(at..), None | Some([] | [b'+' | b'#']));
    match said {
        San::Piece(_) if mv.is_castling() => SanError::WrongCastling { expected },
        San::Piece(step) if step.is_capture != mv.is_capture() => SanError::WrongCaptureSign { expected, at },
        _ if is_sign(text) && is_sign(&expected) => SanError::WrongCheckSign { expected, at },
        _ => SanError::WrongDisambiguation { expected, at },
    }
}

/// Returns `true` for a null move, with which a side passes its turn: `--` in most programs, `Z0`, `0000` as in UCI, `@@@@` as in
/// xboard, `<>`. Any number of dashes other than one hyphen is `--` too, as people and word processors write it: `---`, `–`, `—`.
///
/// The readers of SAN return [`SanError::NullMove`] for these words. [`make_null`](crate::Position::make_null) plays null moves.
///
/// ```
/// use chess0x88::san;
/// assert!(
///     san::is_null_move("--") && san::is_null_move("0000") && san::is_null_move("––")
/// );
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
fn plain<R: Rules>(text: &[u8]) -> Option<PieceMove> {
    let (text, sign) = match text {
        [text @ .., b'+'] => (text, Some(CheckSign::Check)),
        [text @ .., b'#'] => (text, Some(CheckSign::Mate)),
        text => (text, None),
    };
    let [head @ .., file, rank] = text else { return None };
    let to = Square::from_name(*file, *rank)?;
    let mut step = PieceMove { role: Role::Pawn, file: None, rank: None, is_capture: false, to, promotion: None, sign };
    let [first, rest @ ..] = head else { return Some(step) };
    let origin = match rest {
        [origin @ .., b'x'] => {
            step.is_capture = true;
            origin
        }
        origin => origin,
    };
    let (file, _) = coordinates(*first);
    if file.is_some() {
        step.file = file;
        return (step.is_capture && origin.is_empty()).then_some(step);
    }
    step.role = role_of::<R>(*first).filter(|&role| role != Role::Pawn)?;
    match origin {
        [] => Some(step),
        [one] => {
            (step.file, step.rank) = coordinates(*one);
            (step.file.is_some() || step.rank.is_some()).then_some(step)
        }
        _ => None,
    }
}

/// Reads exactly the texts that `Display` of [`San`] writes.
#[inline]
pub(super) fn strict<R: Rules>(text: &str) -> Result<San, SanError> {
    SanReader::<false>::new(text).read::<R>()
}

/// A text with a read position.
struct SanReader<'a, const LENIENT: bool> {
    text: &'a str,
    at: usize,
    /// Whether a letter or figurine names the piece: in `Pg1f3`, not in `g1f3`.
    names_piece: bool,
}

impl<const LENIENT: bool> SanReader<'_, LENIENT> {
    const fn new(text: &str) -> SanReader<'_, LENIENT> {
        SanReader { text, at: 0, names_piece: false }
    }

    #[inline]
    fn read<R: Rules>(&mut self) -> Result<San, SanError> {
        // No null move has the form of a move.
        self.san::<R>().map_err(|error| if is_null_move(self.text) { SanError::NullMove } else { error })
    }

    #[inline]
    fn san<R: Rules>(&mut self) -> Result<San, SanError> {
        if LENIENT {
            self.skip_separators();
        }
        if R::CASTLING && (self.comes(b'O') || LENIENT && matches!(self.peek(), Some(b'0' | b'o'))) {
            let side = self.castle()?;
            return Ok(San::Castle { side, sign: self.end()? });
        }
        let letter = self.piece::<R>();
        let mut file = self.file();
        let mut rank = self.rank();
        // The Informator writes the sign of a capture behind the move: `Bc6:`.
        let is_behind = LENIENT && rank.is_some() && self.comes(b':') && !self.names_file(self.at + 1);
        let is_capture = !is_behind && self.capture();
        let dash = LENIENT && !is_capture && (letter.is_some() || file.is_some()) && self.dash();
        // In `e8b` the `b` is a bishop.
        let is_done = LENIENT && file.is_some() && rank.is_some() && !is_capture && !dash && self.at_bishop();
        let to_file = if is_done { None } else { self.file() };
        let to = match (to_file, file, rank) {
            (Some(to_file), _, _) => match self.rank() {
                Some(to_rank) => Square::new(to_file, to_rank),
                None => return Err(self.expected(Expected::Rank)),
            },
            (None, Some(to_file), Some(to_rank)) if !is_capture && !dash => {
                (file, rank) = (None, None);
                Square::new(to_file, to_rank)
            }
            (None, None, None) if letter.is_none() && !is_capture && !dash => {
                let expected = if R::CASTLING { Expected::PieceFileOrCastling } else { Expected::PieceOrFile };
                return Err(self.expected(expected));
            }
            (None, Some(_), None) if !is_capture && !dash => return Err(self.expected(Expected::RankOrCapture)),
            _ => return Err(self.expected(Expected::File)),
        };
        let promotion = self.promotion::<R>()?;
        let (role, sign) = (letter.unwrap_or(Role::Pawn), self.end()?);
        self.names_piece = letter.is_some();
        Ok(San::Piece(PieceMove { role, file, rank, is_capture, to, promotion, sign }))
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

    /// Returns `true` if a `b` comes next that is no part of a square.
    #[inline]
    fn at_bishop(&self) -> bool {
        let mut rest = self.text.bytes().skip(self.at);
        rest.next() == Some(b'b') && !rest.next().is_some_and(|byte| byte.is_ascii_digit())
    }

    /// Reads `=Q`. A lenient reader also accepts `Q`, `(Q)`, `/Q` and `=(Q)`, in either case.
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
    fn end(&mut self) -> Result<Option<CheckSign>, SanError> {
        let sign = match self.peek() {
            Some(b'+') => Some(CheckSign::Check),
            Some(b'#') => Some(CheckSign::Mate),
            _ => None,
        };
        self.at += usize::from(sign.is_some());
        while LENIENT && self.peek().is_some() && (self.skip(&MARKS) || self.skip_separators()) {}
        if self.peek().is_none() { Ok(sign) } else { Err(self.expected(Expected::End)) }
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

    /// Returns `true` if the byte at `at` names a file.
    fn names_file(&self, at: usize) -> bool {
        matches!(self.text.as_bytes().get(at), Some(b'a'..=b'h'))
    }

    #[inline]
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    #[inline]
    fn comes(&self, byte: u8) -> bool {
        self.peek() == Some(byte)
    }

    /// Skips this byte if it comes next.
    #[inline]
    fn skip_byte(&mut self, byte: u8) -> bool {
        let comes = self.comes(byte);
        self.at += usize::from(comes);
        comes
    }

    /// Skips the first of these strings that comes next.
    #[inline(never)]
    fn skip(&mut self, any: &[&str]) -> bool {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let found = any.iter().find(|&&start| rest.starts_with(start));
        self.at += found.map_or(0, |found| found.len());
        found.is_some()
    }

    fn skip_separators(&mut self) -> bool {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let length = rest.len() - rest.trim_start_matches(is_separator).len();
        self.at += length;
        length > 0
    }

    #[cold]
    #[inline(never)]
    fn expected(&self, expected: Expected) -> SanError {
        SanError::Syntax { expected, found: Found::at(self.text, self.at), at: self.at }
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

/// The piece of a game with this SAN letter.
#[inline]
fn role_of<R: Rules>(letter: u8) -> Option<Role> {
    Role::from_letter(letter).filter(|role| R::ROLES.contains(role))
}

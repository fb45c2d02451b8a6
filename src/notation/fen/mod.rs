//! Forsyth-Edwards notation: a position in one line.
//!
//! ```text
//!   rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1
//!   board, eighth rank first                      │ │    │  │ full-move number, from 1
//!                                                 │ │    │  half-move clock: plies since a capture or pawn move
//!                                                 │ │    en passant: the square a pawn has just passed
//!                                                 │ castling: KQkq, X-FEN or Shredder-FEN
//!                                                 side to move
//! ```
//!
//! Reading here is strict: six fields, one space between them, nothing that a writer would not write. A text that
//! passes gives a [`Setup`]; whether that is a legal position is [`Setup::into_position`]'s question.
//!
//! Source: Steven J. Edwards, "PGN Specification and Implementation Guide", section 16.1; Chess Programming Wiki,
//! "Forsyth-Edwards Notation" (X-FEN and Shredder-FEN among it).

/// `?`, which a `const fn` cannot say.
macro_rules! ok {
    ($result:expr) => {
        match $result {
            Ok(value) => value,
            Err(error) => return Err(error),
        }
    };
}

mod error;
mod lenient;
mod literal;

pub use error::{FenError, FenField};
pub(super) use lenient::{Lenient, read_leniently, tolerate};
pub use lenient::{Repair, RepairKind, Repairs};
pub use literal::{FenLiteral, FromFenLiteral, Refusal};

use core::str::FromStr;

use super::{Buffer, FenText, Found};
use crate::board::Board0x88;
use crate::geometry::{Direction, File, Rank, Square};
use crate::moves::CastlingSide;
use crate::piece::{Color, Piece, Role};
use crate::position::Position;
use crate::rules::{CastlingRights, Count, Parts, Rules, Setup, Violations};

/// The longest FEN: 64 promoted Bia (`M~`) and seven slashes, side, four castling letters, en passant or Makruk's limit,
/// two counters of ten digits, five spaces.
pub(super) const CAPACITY: usize = 64 * 2 + 7 + 1 + 4 + 10 + 10 + 10 + 5;

/// Which en passant squares count: for a FEN that is written (reading accepts all three), and for
/// [`Position::en_passant_square`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum EnPassantMode {
    /// Only when a capture there is legal: what repetition counts by, and what modern programs write.
    #[default]
    Legal,
    /// When an enemy pawn stands beside the one that has passed, pinned or not (X-FEN).
    PseudoLegal,
    /// After every double step (the FEN standard).
    Always,
}

/// How to spell a FEN where there is a choice.
///
/// ```
/// use chess0x88::fen::{EnPassantMode, FenStyle};
/// use chess0x88::Chess;
/// let mut position = Chess::startpos();
/// position.play(position.parse_uci("e2e4")?)?;
/// let style = FenStyle { shredder: true, en_passant: EnPassantMode::Always };
/// assert_eq!(position.fen().as_str(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
/// assert_eq!(position.fen_with(style).as_str(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b HAha e3 0 1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct FenStyle {
    /// Castling by the rooks' files, `HAha`. Otherwise X-FEN: `K` and `Q` for the outermost rooks, a file letter for
    /// inner ones; in standard chess that is plain `KQkq`.
    pub shredder: bool,
    /// When to name the en passant square.
    pub en_passant: EnPassantMode,
}

/// Reads a FEN, strictly; the position may be illegal.
///
/// ```
/// use chess0x88::{ChessRules, Setup};
/// let error = "8/8/8/8/8/8/8/9 w - - 0 1".parse::<Setup<ChessRules>>().unwrap_err();
/// assert_eq!(error.to_string(), "board: expected a piece or a digit 1-8 at byte 14, found '9'");
/// ```
impl<R: Rules> FromStr for Setup<R> {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Setup<R>, FenError> {
        Setup::from_fen(text)
    }
}

/// Reads the FEN of a legal position, strictly.
///
/// ```
/// use chess0x88::Chess;
/// let position: Chess = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse()?;
/// assert_eq!(position.legal_moves().len(), 15);
/// let error = "4k3/8/8/8/8/8/8/4K2R w Kq - 0 1".parse::<Chess>().unwrap_err();
/// assert_eq!(error.to_string(), "a castling right lacks its king or its rook");
/// # Ok::<(), chess0x88::fen::FenError>(())
/// ```
impl<R: Rules> FromStr for Position<R> {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Position<R>, FenError> {
        Position::from_fen(text)
    }
}

impl<R: Rules> Position<R> {
    /// Reads the FEN of a legal position, strictly: what [`str::parse`] does. For FEN as people paste it there is
    /// [`from_fen_lenient`](Position::from_fen_lenient).
    ///
    /// ```
    /// use chess0x88::{Chess, Makruk};
    /// let position = Chess::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1")?;
    /// assert_eq!(position.fen().as_str(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    /// let position = Makruk::from_fen("8/3k4/6M~1/2K1S3/8/8/8/8 b - 88 8 1")?;
    /// assert_eq!(position.count().unwrap().to_string(), "pieces' honour: Black has counted 4 of 44");
    /// # Ok::<(), chess0x88::fen::FenError>(())
    /// ```
    ///
    /// # Errors
    /// Where the text is no FEN, or why its position is not legal.
    pub fn from_fen(text: &str) -> Result<Position<R>, FenError> {
        Position::from_fen_with(text, Violations::NONE)
    }

    /// Reads a FEN, strictly, of a position that may have the `tolerated` violations: see
    /// [`Setup::into_position_with`].
    ///
    /// ```
    /// use chess0x88::{Chess, Violations};
    /// let ten_pawns = "7k/PPPPPP2/PPPP4/8/8/8/8/K7 w - - 0 1";
    /// assert!(Chess::from_fen(ten_pawns).is_err());
    /// assert!(Chess::from_fen_with(ten_pawns, Violations::TOLERABLE).is_ok());
    /// ```
    ///
    /// # Errors
    /// Where the text is no FEN, or all that is wrong with its position, if any of it is not tolerated.
    // A frame of its own, which whoever goes on with the position has not below him.
    #[inline(never)]
    pub fn from_fen_with(text: &str, tolerated: Violations) -> Result<Position<R>, FenError> {
        Ok(Setup::from_fen(text)?.into_position_with(tolerated)?)
    }

    /// The position as FEN, in the spelling most programs agree on: `KQkq` (or X-FEN where that does not suffice), the
    /// en passant square only when the capture is legal.
    #[must_use]
    pub fn fen(&self) -> FenText {
        self.fen_with(FenStyle::default())
    }

    /// The position as FEN in a given spelling.
    #[must_use]
    pub fn fen_with(&self, style: FenStyle) -> FenText {
        write(&self.into_setup(), style.shredder, self.en_passant_square(style.en_passant))
    }

    /// The square that a pawn has just passed over with a double step: after every one, or only if it can be captured
    /// there.
    ///
    /// ```
    /// use chess0x88::fen::EnPassantMode;
    /// use chess0x88::{Chess, Square};
    /// let mut position = Chess::startpos();
    /// position.play(position.parse_san("e4")?)?;
    /// assert_eq!(position.en_passant_square(EnPassantMode::Always), Some(Square::E3));
    /// assert_eq!(position.en_passant_square(EnPassantMode::Legal), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn en_passant_square(&self, mode: EnPassantMode) -> Option<Square> {
        match mode {
            EnPassantMode::Legal => self.legal_en_passant(),
            EnPassantMode::PseudoLegal => self.pseudo_legal_en_passant(),
            EnPassantMode::Always => R::en_passant(self.state()),
        }
    }
}

impl<R: Rules> Setup<R> {
    /// Reads a FEN, strictly: what [`str::parse`] does. The position may be illegal.
    ///
    /// # Errors
    /// Where the text is no FEN.
    pub fn from_fen(text: &str) -> Result<Setup<R>, FenError> {
        let Fields { board, turn, parts, halfmove_clock, fullmove_number } = Fields::read::<R>(text)?;
        Ok(Setup { board, turn, state: R::from_parts(parts), halfmove_clock, fullmove_number })
    }

    /// The setup as FEN, the en passant square as it is.
    ///
    /// Of what FEN has no words for, it makes the best it can: a piece of another game, and a right to castle with a rook
    /// that is not on the first rank or stands on the other side of its king. A setup that was read from FEN has none of
    /// these, and reads back equal.
    #[must_use]
    pub fn fen(&self) -> FenText {
        write(self, false, R::en_passant(&self.state))
    }
}

impl Board0x88 {
    /// Reads the board field of a FEN alone, strictly, with the pieces of any game.
    ///
    /// ```
    /// use chess0x88::{Board0x88, Chess};
    /// let board = Board0x88::from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")?;
    /// assert_eq!(board, *Chess::startpos().board());
    /// let error = Board0x88::from_fen("8/8/8/8/8/8/8/9").unwrap_err();
    /// assert_eq!(error.to_string(), "board: expected a piece or a digit 1-8 at byte 14, found '9'");
    /// # Ok::<(), chess0x88::fen::FenError>(())
    /// ```
    ///
    /// # Errors
    /// Where the text is no board.
    pub const fn from_fen(text: &str) -> Result<Board0x88, FenError> {
        let mut reader = Reader::new(text);
        let board = ok!(reader.board(&ANY_GAME));
        ok!(reader.end());
        Ok(board)
    }

    /// The board field of a FEN. It reads back, whatever stands on the board.
    ///
    /// ```
    /// use chess0x88::Makruk;
    /// assert_eq!(Makruk::startpos().board().fen(), "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR");
    /// ```
    #[must_use]
    pub fn fen(&self) -> FenText {
        let mut text = Buffer::new();
        push_board(&mut text, self, &ANY_GAME);
        FenText(text)
    }
}

/// The letters of all games, none of which stands for two pieces.
static ANY_GAME: Alphabet = Alphabet::of_roles(&Role::ALL);

fn write<R: Rules>(setup: &Setup<R>, shredder: bool, en_passant: Option<Square>) -> FenText {
    let mut text = Buffer::new();
    push_board(&mut text, &setup.board, const { &Alphabet::of::<R>() });
    text.push(b' ');
    text.push(setup.turn.char() as u8);
    text.push(b' ');
    let Parts { castling, count, .. } = R::parts(&setup.state);
    push_castling(&mut text, &setup.board, castling, shredder);
    text.push(b' ');
    match (en_passant, count) {
        (Some(square), _) => text.push_all(square.name()),
        (None, Some(count)) => text.push_number(count.limit),
        (None, None) => text.push(b'-'),
    }
    text.push(b' ');
    text.push_number(count.map_or(setup.halfmove_clock, |count| count.plies));
    text.push(b' ');
    text.push_number(setup.fullmove_number);
    FenText(text)
}

/// Writes the ranks, the eighth first. A row is one word, so its gaps are the runs of zeros at its low end.
#[inline]
pub(super) fn push_board(text: &mut Buffer<CAPACITY>, board: &Board0x88, alphabet: &Alphabet) {
    for rank in Rank::ALL.into_iter().rev() {
        let mut row = board.row(rank);
        let mut left = 8;
        while row != 0 {
            let gap = row.trailing_zeros() as u8 / 8;
            text.push_if(b'0' + gap, gap > 0);
            row >>= 8 * gap;
            let code = row as u8;
            text.push(alphabet.letters[usize::from(code % 64)]);
            text.push_if(b'~', alphabet.tilde && code & Piece::PROMOTED != 0);
            row >>= 8;
            left -= gap + 1;
        }
        text.push_if(b'0' + left, left > 0);
        text.push_if(b'/', rank != Rank::First);
    }
}

/// The bit that makes an ASCII capital a Black one.
const fn lower_case(color: Color) -> u8 {
    match color {
        Color::White => 0,
        Color::Black => 0x20,
    }
}

fn push_castling(text: &mut Buffer<CAPACITY>, board: &Board0x88, rights: CastlingRights, shredder: bool) {
    if rights.is_empty() {
        text.push(b'-');
    }
    for (color, side, rook) in rights.iter() {
        let name = match side {
            CastlingSide::King => b'K',
            CastlingSide::Queen => b'Q',
        };
        // A right that lacks its king or its rook is spelled as it reads back, too.
        let letter = if !shredder && castling_letter(board, color, name) == Some((side, rook)) {
            name
        } else {
            b'A' + rook.file() as u8
        };
        text.push(letter | lower_case(color));
    }
}

/// The rook nearest the edge on one side of a colour's first rank, with no own king beyond it: X-FEN's `K` and `Q`.
const fn outermost_rook(board: &Board0x88, color: Color, side: CastlingSide) -> Option<Square> {
    let inward = side.opposite().outward() as i8;
    let mut next = Some(Square::new(side.edge(), color.relative_rank(Rank::First)));
    while let Some(square) = next {
        if board.holds(square, Piece::new(color, Role::King)) {
            return None;
        }
        if board.holds(square, Piece::new(color, Role::Rook)) {
            return Some(square);
        }
        next = square.offset(inward);
    }
    None
}

/// What the fields of a FEN tell, whatever the game: a setup whose state is not put together yet.
#[derive(Debug)]
struct Fields {
    board: Board0x88,
    turn: Color,
    parts: Parts,
    halfmove_clock: u32,
    fullmove_number: u32,
}

impl Fields {
    /// Reads a FEN, strictly, at compile time too.
    #[inline]
    const fn read<R: Rules>(text: &str) -> Result<Fields, FenError> {
        let mut reader = Reader::new(text);
        let board = ok!(reader.board(const { &Alphabet::of::<R>() }));
        ok!(reader.next_field(FenField::Turn));
        let turn = ok!(reader.color());
        let mut fields = Fields { board, turn, parts: Parts::NONE, halfmove_clock: 0, fullmove_number: 1 };
        ok!(reader.state::<R>(&mut fields));
        ok!(reader.end());
        Ok(fields)
    }
}

/// A text and how far it has been read.
#[derive(Debug)]
pub(in crate::notation) struct Reader<'a> {
    text: &'a str,
    at: usize,
    field: FenField,
}

impl<'a> Reader<'a> {
    pub(super) const fn new(text: &'a str) -> Reader<'a> {
        Reader { text, at: 0, field: FenField::Board }
    }

    #[inline]
    pub(super) const fn peek(&self) -> Option<u8> {
        let bytes = self.text.as_bytes();
        if self.at < bytes.len() { Some(bytes[self.at]) } else { None }
    }

    /// Whether this byte comes next.
    #[inline]
    const fn comes(&self, byte: u8) -> bool {
        matches!(self.peek(), Some(next) if next == byte)
    }

    /// How far the text has been read.
    pub(super) const fn offset(&self) -> usize {
        self.at
    }

    /// The field that is being read.
    pub(super) const fn field(&self) -> FenField {
        self.field
    }

    /// Steps over a byte that has been looked at.
    pub(super) const fn advance(&mut self) {
        self.at += 1;
    }

    #[cold]
    pub(super) const fn expected(&self, expected: &'static str) -> FenError {
        FenError::Syntax { field: self.field, expected, found: Found::at(self.text, self.at), at: self.at }
    }

    /// Steps over the one space before a field.
    pub(super) const fn next_field(&mut self, field: FenField) -> Result<(), FenError> {
        if !self.comes(b' ') {
            return Err(self.expected("a space"));
        }
        self.at += 1;
        self.field = field;
        Ok(())
    }

    /// The letter of a side.
    #[inline]
    pub(super) const fn color(&mut self) -> Result<Color, FenError> {
        if let Some(letter) = self.peek()
            && let Some(color) = Color::from_char(letter as char)
        {
            self.at += 1;
            return Ok(color);
        }
        Err(self.expected("w or b"))
    }

    /// Nothing more.
    #[inline]
    pub(super) const fn end(&self) -> Result<(), FenError> {
        match self.peek() {
            None => Ok(()),
            Some(_) => Err(self.expected("the end")),
        }
    }

    /// Reads the board field. The index takes 0x88 at its word: eight squares on it has run off the board, where only a
    /// slash may stand, and the slash takes it to the a-file one rank below. Gaps and slashes write the zero that is
    /// there anyway, so letters, digits and slashes all go the same way, with no branch for a processor to guess.
    #[inline]
    pub(super) const fn board(&mut self, alphabet: &Alphabet) -> Result<Board0x88, FenError> {
        let mut codes = [0; 128];
        let mut index = Square::A8 as u8;
        let mut last = Symbol::NONE;
        while index != END_OF_BOARD {
            let symbol = self.symbol(alphabet);
            let next = index.wrapping_add_signed(symbol.steps);
            let doubled = symbol.flags & last.flags & Symbol::GAP;
            if !symbol.fits(index) || doubled != 0 || next & 0x0F > OFF_BOARD {
                if !alphabet.tilde || !self.is_promotion_mark(&mut codes, index) {
                    return Err(self.board_error(symbol, index, doubled != 0));
                }
            } else {
                codes[(index & 0x7F) as usize] = symbol.code;
                index = next;
                last = symbol;
            }
            self.at += 1;
        }
        if alphabet.tilde && self.is_promotion_mark(&mut codes, index) {
            self.at += 1;
        }
        Ok(Board0x88::from_codes(codes))
    }

    /// What the next character does in the board field.
    #[inline]
    const fn symbol(&self, alphabet: &Alphabet) -> Symbol {
        match self.peek() {
            Some(byte) if byte.is_ascii() => alphabet.symbols[byte as usize],
            _ => Symbol::NONE,
        }
    }

    /// Whether a `~` comes next and makes the piece just read one that was promoted.
    #[inline]
    const fn is_promotion_mark(&self, codes: &mut [u8; 128], index: u8) -> bool {
        if !self.comes(b'~') {
            return false;
        }
        let Some(square) = Square::from_index(index.wrapping_sub(1)) else { return false };
        let code = &mut codes[square as usize];
        let Some(piece) = Piece::from_code(*code) else { return false };
        let promoted = piece.promoted();
        let changes = promoted.is_promoted() && promoted.code() != *code;
        *code = promoted.code();
        changes
    }

    #[cold]
    const fn board_error(&self, symbol: Symbol, index: u8, after_gap: bool) -> FenError {
        let (rank, squares) = (Rank::from_masked(index >> 4), index & 0x0F);
        let squares = match self.peek() {
            _ if squares == OFF_BOARD => return self.expected("'/'"),
            Some(b'/' | b' ') => squares,
            Some(b'1'..=b'8') if after_gap => return self.expected("one digit for the whole gap"),
            Some(b'1'..=b'8') => squares.wrapping_add_signed(symbol.steps),
            _ => return self.expected("a piece or a digit 1-8"),
        };
        FenError::RankLength { rank, squares, at: self.at }
    }

    /// The four fields after the side to move. The third tells of the square a pawn has passed, or of a count's limit,
    /// and then the fourth of the count.
    #[inline]
    const fn state<R: Rules>(&mut self, fields: &mut Fields) -> Result<(), FenError> {
        ok!(self.next_field(FenField::Castling));
        if R::CASTLING {
            fields.parts.castling = ok!(self.castling(&fields.board));
        } else if self.comes(b'-') {
            self.advance();
        } else {
            return Err(self.expected("-, for nobody castles in Makruk"));
        }
        let limit = if R::COUNTING {
            ok!(self.next_field(FenField::CountLimit));
            ok!(self.count_limit())
        } else {
            ok!(self.next_field(FenField::EnPassant));
            fields.parts.en_passant = ok!(self.en_passant());
            None
        };
        if let Some(limit) = limit {
            ok!(self.next_field(FenField::Count));
            let plies = ok!(self.number());
            fields.parts.count = Some(Count::resumed(&fields.board, fields.turn, plies, limit));
        } else {
            ok!(self.next_field(FenField::HalfmoveClock));
            fields.halfmove_clock = ok!(self.number());
        }
        ok!(self.next_field(FenField::FullmoveNumber));
        fields.fullmove_number = ok!(self.number());
        Ok(())
    }

    /// The limit of a count, in plies, or none.
    const fn count_limit(&mut self) -> Result<Option<u32>, FenError> {
        match self.peek() {
            Some(b'-') => {
                self.advance();
                Ok(None)
            }
            Some(b'1'..=b'9') => Ok(Some(ok!(self.number()))),
            _ => Err(self.expected("a number of plies from 1 or -")),
        }
    }

    const fn castling(&mut self, board: &Board0x88) -> Result<CastlingRights, FenError> {
        let mut rights = CastlingRights::NONE;
        if self.comes(b'-') {
            self.at += 1;
            return Ok(rights);
        }
        let mut last = Color::White;
        while let Some(byte) = self.peek()
            && byte != b' '
        {
            let color = if byte.is_ascii_uppercase() { Color::White } else { Color::Black };
            let Some((side, rook)) = castling_letter(board, color, byte.to_ascii_uppercase()) else {
                return Err(self.expected("a castling letter"));
            };
            if (color as u8) < last as u8 {
                return Err(self.expected("White's castling before Black's"));
            }
            if rights.rook(color, side).is_some() {
                return Err(self.expected("each castling right once"));
            }
            rights.set(color, side, Some(rook));
            last = color;
            self.at += 1;
        }
        if rights.is_empty() { Err(self.expected("castling letters or -")) } else { Ok(rights) }
    }

    const fn en_passant(&mut self) -> Result<Option<Square>, FenError> {
        let file = match self.peek() {
            Some(b'-') => {
                self.at += 1;
                return Ok(None);
            }
            Some(file @ b'a'..=b'h') => file,
            _ => return Err(self.expected("a square or -")),
        };
        self.at += 1;
        if let Some(rank) = self.peek()
            && let Some(square) = Square::from_name(file, rank)
        {
            self.at += 1;
            return Ok(Some(square));
        }
        Err(self.expected("a rank 1-8"))
    }

    pub(super) const fn number(&mut self) -> Result<u32, FenError> {
        let start = self.at;
        let mut number = 0_u32;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            if self.at > start && number == 0 {
                return Err(self.expected("no digit after a leading 0"));
            }
            if let Some(tens) = number.checked_mul(10)
                && let Some(more) = tens.checked_add((digit - b'0') as u32)
            {
                number = more;
            } else {
                return Err(FenError::TooLarge { field: self.field, at: start });
            }
            self.at += 1;
        }
        if self.at == start { Err(self.expected("a number")) } else { Ok(number) }
    }
}

/// The file that an index has after a whole rank: the lower bit of 0x88.
const OFF_BOARD: u8 = 8;
/// Where the index stands after h1.
const END_OF_BOARD: u8 = Square::H1 as u8 + 1;
/// From past the h-file to the a-file one rank below.
const TO_NEXT_RANK: i8 = Direction::South as i8 - 8;

/// What a character of the board field does.
#[derive(Clone, Copy, Debug)]
struct Symbol {
    /// The byte that goes on the board: a piece's code, or 0.
    code: u8,
    /// How far it moves the index.
    steps: i8,
    flags: u8,
}

impl Symbol {
    /// A slash: belongs where the index has this bit, off the board. The others belong where it has not.
    const SLASH: u8 = OFF_BOARD;
    /// A digit.
    const GAP: u8 = 1;
    /// A character that never belongs there.
    const FOREIGN: u8 = 2;

    const NONE: Symbol = Symbol { code: 0, steps: 0, flags: Symbol::FOREIGN };

    /// Whether the character may stand where the index is.
    #[inline]
    const fn fits(self, index: u8) -> bool {
        (index ^ self.flags) & Symbol::SLASH | self.flags & Symbol::FOREIGN == 0
    }
}

/// The letters of a board field, both ways.
#[derive(Debug)]
pub(super) struct Alphabet {
    /// What each ASCII character does.
    symbols: [Symbol; 128],
    /// The letter of each piece code.
    letters: [u8; 64],
    /// Whether a promoted piece has the letter of an unpromoted one and a `~` after it.
    tilde: bool,
}

impl Alphabet {
    /// Digits and slashes, and no letters yet.
    const EMPTY: Alphabet = {
        let mut symbols = [Symbol::NONE; 128];
        symbols[b'/' as usize] = Symbol { code: 0, steps: TO_NEXT_RANK, flags: Symbol::SLASH };
        let mut gap = 1;
        while gap <= 8 {
            symbols[b'0' as usize + gap] = Symbol { code: 0, steps: gap as i8, flags: Symbol::GAP };
            gap += 1;
        }
        Alphabet { symbols, letters: [b'?'; 64], tilde: false }
    };

    /// The letters of a game.
    const fn of<R: Rules>() -> Alphabet {
        Alphabet::of_roles(R::ROLES)
    }

    /// The letters of these pieces, and for writing those of all.
    const fn of_roles(roles: &[Role]) -> Alphabet {
        let mut alphabet = Alphabet::EMPTY;
        alphabet.tilde = true;
        let mut i = 0;
        while i < Role::ALL.len() {
            let role = Role::ALL[i];
            alphabet = alphabet.writing(role, role.letter());
            i += 1;
        }
        let mut i = 0;
        while i < roles.len() {
            alphabet = alphabet.reading(roles[i], roles[i].letter());
            i += 1;
        }
        alphabet
    }

    /// Letters that differ from a game's own, a promoted piece's among them.
    pub(super) const fn with<const N: usize>(capitals: [(Role, u8); N], promoted_met: u8) -> Alphabet {
        let mut alphabet = Alphabet::EMPTY;
        let mut i = 0;
        while i < N {
            let (role, capital) = capitals[i];
            alphabet = alphabet.writing(role, capital).reading(role, capital);
            i += 1;
        }
        let mut i = 0;
        while i < Color::ALL.len() {
            let met = Piece::new(Color::ALL[i], Role::Met).promoted();
            let letter = promoted_met | lower_case(Color::ALL[i]);
            alphabet.letters[met.code() as usize] = letter;
            alphabet.symbols[letter as usize] = Symbol { code: met.code(), steps: 1, flags: 0 };
            i += 1;
        }
        alphabet
    }

    /// Writes a role as this capital, or its small letter.
    const fn writing(mut self, role: Role, capital: u8) -> Alphabet {
        let (white, black) = (Piece::new(Color::White, role), Piece::new(Color::Black, role));
        self.letters[white.code() as usize] = capital;
        self.letters[white.promoted().code() as usize] = capital;
        self.letters[black.code() as usize] = capital.to_ascii_lowercase();
        self.letters[black.promoted().code() as usize] = capital.to_ascii_lowercase();
        self
    }

    /// Reads this capital, and its small letter, as a role.
    const fn reading(mut self, role: Role, capital: u8) -> Alphabet {
        let (white, black) = (Piece::new(Color::White, role), Piece::new(Color::Black, role));
        self.symbols[capital as usize] = Symbol { code: white.code(), steps: 1, flags: 0 };
        self.symbols[capital.to_ascii_lowercase() as usize] = Symbol { code: black.code(), steps: 1, flags: 0 };
        self
    }
}

/// The wing and the rook that a castling letter, in upper case, means. `K` and `Q` without a rook mean the corner, so
/// that validation can say what is missing.
const fn castling_letter(board: &Board0x88, color: Color, letter: u8) -> Option<(CastlingSide, Square)> {
    let back = color.relative_rank(Rank::First);
    let side = match letter {
        b'K' => CastlingSide::King,
        b'Q' => CastlingSide::Queen,
        b'A'..=b'H' => {
            let file = File::from_masked(letter - b'A');
            let king_file = match board.king(color) {
                Some(king) => king.file(),
                None => File::E,
            };
            let side = if file as u8 > king_file as u8 { CastlingSide::King } else { CastlingSide::Queen };
            return Some((side, Square::new(file, back)));
        }
        _ => return None,
    };
    match outermost_rook(board, color, side) {
        Some(rook) => Some((side, rook)),
        None => Some((side, Square::new(side.edge(), back))),
    }
}

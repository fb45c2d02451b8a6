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
//! Strict reading takes six fields, one space between them, and nothing that a writer would not write. Lenient reading
//! follows the same grammar and repairs what people paste. A text that passes gives a [`Setup`]; [`Setup::into_position`]
//! checks whether that is a legal position.
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
pub(super) use lenient::tolerate;
pub use lenient::{Repair, RepairKind, Repairs};
pub use literal::{FenLiteral, FromFenLiteral, Refusal};

use core::str::FromStr;

use super::text::Cursor;
use super::{Buffer, FenText};
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
    // A stack frame of its own, which is gone when the caller goes on with the position.
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
        Ok(Fields::read::<R, false>(Reader::strict(text))?.into_setup())
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
        let mut reader = Reader::strict(text);
        let board = ok!(reader.board(&ANY_GAME));
        ok!(reader.end());
        Ok(board)
    }

    /// The board field of a FEN. It reads back for any pieces on the board.
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

/// What the fields of a FEN say in any game: a setup before its state is put together.
#[derive(Debug)]
struct Fields {
    board: Board0x88,
    turn: Color,
    parts: Parts,
    halfmove_clock: u32,
    fullmove_number: u32,
}

impl Fields {
    /// Reads a FEN, at compile time too.
    #[inline]
    const fn read<R: Rules, const LENIENT: bool>(mut reader: Reader<'_, LENIENT>) -> Result<Fields, FenError> {
        let board = ok!(reader.board(const { &Alphabet::of::<R>() }));
        let turn = ok!(reader.turn());
        let mut fields = Fields { board, turn, parts: Parts::NONE, halfmove_clock: 0, fullmove_number: 1 };
        ok!(reader.state::<R>(&mut fields));
        ok!(reader.end());
        Ok(fields)
    }

    fn into_setup<R: Rules>(self) -> Setup<R> {
        let Fields { board, turn, parts, halfmove_clock, fullmove_number } = self;
        Setup { board, turn, state: R::from_parts(parts), halfmove_clock, fullmove_number }
    }
}

/// A FEN and how far it has been read.
///
/// One grammar serves both readers. A strict one takes what a writer writes. A `LENIENT` one takes more, and notes what it put
/// right.
pub(in crate::notation) type Reader<'a, const LENIENT: bool = false> = Cursor<'a, Mode<'a, LENIENT>>;

/// What a reader keeps beside the text.
#[derive(Debug)]
pub(in crate::notation) struct Mode<'a, const LENIENT: bool> {
    field: FenField,
    /// Where a lenient reader puts its notes.
    notes: Option<&'a mut Notes>,
}

impl<'a> Reader<'a> {
    pub(super) const fn strict(text: &'a str) -> Reader<'a> {
        Cursor::new(text, Mode { field: FenField::Board, notes: None })
    }
}

impl<'a> Reader<'a, true> {
    pub(super) const fn lenient(text: &'a str, notes: &'a mut Notes) -> Reader<'a, true> {
        Cursor::new(text, Mode { field: FenField::Board, notes: Some(notes) })
    }
}

impl<'a, const LENIENT: bool> Reader<'a, LENIENT> {
    /// Steps over a byte that has been peeked at.
    pub(super) const fn advance(&mut self) {
        self.at += 1;
    }

    #[cold]
    pub(super) const fn expected(&self, expected: &'static str) -> FenError {
        FenError::Syntax { field: self.mode.field, expected, found: self.found(), at: self.at }
    }

    /// Notes what a lenient reader has put right.
    const fn repair(&mut self, kind: RepairKind, at: usize) {
        if LENIENT && let Some(notes) = &mut self.mode.notes {
            notes.repairs.push(kind, at);
        }
    }

    /// Notes what a lenient reader has put right, if it has not been `noted` yet.
    const fn repair_once(&mut self, noted: &mut bool, kind: RepairKind) {
        if !*noted {
            self.repair(kind, self.at);
        }
        *noted = true;
    }

    /// Steps over white space if the reader is lenient. Whether there was any.
    const fn skip_spaces(&mut self) -> bool {
        let start = self.at;
        while LENIENT
            && let Some(byte) = self.peek()
            && is_space(byte)
        {
            self.at += 1;
        }
        self.at > start
    }

    /// The characters up to the next white space.
    const fn word(&self) -> &'a [u8] {
        let Some((_, rest)) = self.text.as_bytes().split_at_checked(self.at) else { return &[] };
        let mut len = 0;
        while len < rest.len() && !is_space(rest[len]) {
            len += 1;
        }
        match rest.split_at_checked(len) {
            Some((word, _)) => word,
            None => rest,
        }
    }

    /// The word behind white space.
    const fn next_word(&mut self) -> &'a [u8] {
        let start = self.at;
        self.skip_spaces();
        let word = self.word();
        self.at = start;
        word
    }

    /// Steps over a dash that is the whole word, which a strict reader finds out at the next field. Whether there was one.
    const fn takes_dash(&mut self) -> bool {
        let is_dash = self.comes(b'-') && (!LENIENT || self.word().len() == 1);
        self.at += is_dash as usize;
        is_dash
    }

    /// Goes to a field that must be there, over the one space before it.
    pub(super) const fn next_field(&mut self, field: FenField) -> Result<(), FenError> {
        let start = self.at;
        let is_one = self.comes(b' ');
        if LENIENT && self.skip_spaces() {
            if !is_one || self.at > start + 1 {
                self.repair(RepairKind::Separator, start);
            }
        } else if is_one {
            self.at += 1;
        } else {
            return Err(self.expected("a space"));
        }
        self.mode.field = field;
        Ok(())
    }

    /// Goes to a field if it `is_there`. If it is not, which only a lenient reader finds, that is a repair.
    #[inline]
    const fn find_field(&mut self, field: FenField, is_there: bool) -> Result<bool, FenError> {
        if LENIENT {
            self.mode.field = field;
        }
        if is_there {
            ok!(self.next_field(field));
        } else {
            self.repair(RepairKind::Missing { field }, self.at);
        }
        Ok(is_there)
    }

    /// The side to move.
    #[inline]
    pub(super) const fn turn(&mut self) -> Result<Color, FenError> {
        // Any word that is not one of the later fields must be meant for this one.
        let is_there = !LENIENT || {
            let word = self.next_word();
            matches!(word, [b'w' | b'b' | b'W' | b'B'])
                || !(word.is_empty() || is_castling(word) || is_en_passant(word) || is_counter(word))
        };
        if ok!(self.find_field(FenField::Turn, is_there)) { self.color() } else { Ok(Color::White) }
    }

    /// The letter of a side.
    #[inline]
    pub(super) const fn color(&mut self) -> Result<Color, FenError> {
        let Some(letter) = self.peek() else { return Err(self.expected("w or b")) };
        let small = if LENIENT { letter.to_ascii_lowercase() } else { letter };
        let Some(color) = Color::from_char(small as char) else { return Err(self.expected("w or b")) };
        if small != letter {
            self.repair(RepairKind::Capitals { field: self.mode.field }, self.at);
        }
        self.at += 1;
        Ok(color)
    }

    /// Nothing more.
    #[inline]
    pub(super) const fn end(&mut self) -> Result<(), FenError> {
        let end = self.at;
        if self.skip_spaces() {
            self.repair(RepairKind::StraySpace, end);
        }
        match self.peek() {
            None => Ok(()),
            Some(_) => Err(self.expected("the end")),
        }
    }

    /// Nothing more in a word of a lenient reader. A strict one finds that out at the next field.
    const fn end_of_word(&self) -> Result<(), FenError> {
        match self.peek() {
            Some(byte) if LENIENT && !is_space(byte) => Err(self.expected("a space or the end")),
            _ => Ok(()),
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
        // Whether a split gap, and a mark of a promoted piece, has been noted on this rank.
        let (mut split_gap, mut mark) = (false, false);
        if self.skip_spaces() {
            self.repair(RepairKind::StraySpace, 0);
        }
        while index != END_OF_BOARD {
            let symbol = self.symbol(alphabet);
            let next = index.wrapping_add_signed(symbol.steps);
            let is_split = symbol.flags & last.flags & Symbol::GAP != 0;
            if symbol.fits(index) && next & 0x0F <= OFF_BOARD && (LENIENT || !is_split) {
                if is_split {
                    self.repair_once(&mut split_gap, RepairKind::SplitGap);
                }
                if symbol.flags & Symbol::SLASH != 0 {
                    (split_gap, mark) = (false, false);
                }
                codes[(index & 0x7F) as usize] = symbol.code;
                (index, last) = (next, symbol);
                self.at += 1;
            } else if self.takes_promotion_mark(alphabet, &mut codes, index, last, &mut mark) {
                last = Symbol::NONE;
            } else if !self.takes_stray_space(last) {
                return Err(self.board_error(symbol, index, is_split));
            }
        }
        self.takes_promotion_mark(alphabet, &mut codes, index, last, &mut mark);
        if LENIENT && matches!(self.word(), [b'/']) {
            self.repair(RepairKind::TrailingSlash, self.at);
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

    /// Steps over a `~` behind the piece `last`, which makes that piece a promoted one. A lenient reader takes one without
    /// that meaning too. Whether there was a `~` to take.
    #[inline]
    const fn takes_promotion_mark(
        &mut self,
        alphabet: &Alphabet,
        codes: &mut [u8; 128],
        index: u8,
        last: Symbol,
        noted: &mut bool,
    ) -> bool {
        if !self.comes(b'~') {
            return false;
        }
        let promoted = match Piece::from_code(last.code) {
            Some(piece) => piece.promoted(),
            None => return false,
        };
        if alphabet.tilde && promoted.is_promoted() && promoted.code() != last.code {
            codes[(index.wrapping_sub(1) & 0x7F) as usize] = promoted.code();
        } else if LENIENT {
            self.repair_once(noted, RepairKind::PromotionMark);
        } else {
            return false;
        }
        self.at += 1;
        true
    }

    /// Steps over white space beside a slash, if the reader is lenient. Whether there was any.
    const fn takes_stray_space(&mut self, last: Symbol) -> bool {
        let start = self.at;
        let is_stray = self.skip_spaces() && (last.flags & Symbol::SLASH != 0 || self.comes(b'/'));
        if is_stray {
            self.repair(RepairKind::StraySpace, start);
        } else {
            self.at = start;
        }
        is_stray
    }

    #[cold]
    const fn board_error(&self, symbol: Symbol, index: u8, is_split: bool) -> FenError {
        let (rank, squares) = (Rank::from_masked(index >> 4), index & 0x0F);
        let squares = match self.peek() {
            _ if squares == OFF_BOARD => return self.expected("'/'"),
            Some(b'/' | b' ') => squares,
            Some(b'1'..=b'8') if is_split && !LENIENT => return self.expected("one digit for the whole gap"),
            Some(b'1'..=b'8') => squares.wrapping_add_signed(symbol.steps),
            _ => return self.expected("a piece or a digit 1-8"),
        };
        FenError::RankLength { rank, squares, at: self.at }
    }

    /// The four fields after the side to move. The third is the square that a pawn has passed, or the limit of a count, and
    /// then the fourth is the count.
    #[inline]
    const fn state<R: Rules>(&mut self, fields: &mut Fields) -> Result<(), FenError> {
        if R::CASTLING {
            fields.parts.castling = ok!(self.castling(&fields.board));
        } else {
            let is_there = !LENIENT || {
                let word = self.next_word();
                !(word.is_empty() || is_counter(word))
            };
            if ok!(self.find_field(FenField::Castling, is_there)) && !self.takes_dash() {
                return Err(self.expected("-, for nobody castles in Makruk"));
            }
        }
        if R::COUNTING {
            fields.parts.count = ok!(self.count(&fields.board, fields.turn));
        } else {
            fields.parts.en_passant = ok!(self.en_passant());
        }
        if fields.parts.count.is_none() {
            fields.halfmove_clock = ok!(self.counter(FenField::HalfmoveClock, 0));
        }
        fields.fullmove_number = ok!(self.counter(FenField::FullmoveNumber, 1));
        Ok(())
    }

    /// The limit of a count in plies, and how far the count has come, if there is a limit.
    const fn count(&mut self, board: &Board0x88, turn: Color) -> Result<Option<Count>, FenError> {
        // A lenient reader takes a number for the limit only if two more numbers stand behind it.
        let is_there = !LENIENT || {
            let word = self.next_word();
            !(word.is_empty() || is_counter(word) && self.words_left() < 3)
        };
        if !ok!(self.find_field(FenField::CountLimit, is_there)) || self.takes_dash() {
            return Ok(None);
        }
        if !matches!(self.peek(), Some(b'1'..=b'9')) {
            return Err(self.expected("a number of plies from 1 or -"));
        }
        let limit = ok!(self.number());
        let plies = ok!(self.counter(FenField::Count, 0));
        Ok(Some(Count::resumed(board, turn, plies, limit)))
    }

    /// How many words are left.
    const fn words_left(&self) -> u32 {
        let bytes = self.text.as_bytes();
        let (mut words, mut at, mut after_space) = (0, self.at, true);
        while at < bytes.len() {
            words += (after_space && !is_space(bytes[at])) as u32;
            after_space = is_space(bytes[at]);
            at += 1;
        }
        words
    }

    const fn castling(&mut self, board: &Board0x88) -> Result<CastlingRights, FenError> {
        let mut rights = CastlingRights::NONE;
        let word = self.next_word();
        let is_there = !LENIENT || is_castling(word) || !(word.is_empty() || is_en_passant(word) || is_counter(word));
        if !ok!(self.find_field(FenField::Castling, is_there)) || self.takes_dash() {
            return Ok(rights);
        }
        let in_place = if LENIENT { rights_in_place(board, word) } else { CastlingRights::NONE };
        let mut last = Color::White;
        // What has been noted: a dash, the order, a right given twice, and by colour and side a letter without a rook.
        let (mut dash, mut order, mut twice, mut no_rook) = (false, false, false, [[false; 2]; 2]);
        while let Some(byte) = self.peek()
            && byte != b' '
            && !(LENIENT && is_space(byte))
        {
            if LENIENT && byte == b'-' {
                self.repair_once(&mut dash, RepairKind::CastlingDash);
                self.at += 1;
                continue;
            }
            let Some((color, side, rook)) = castling_right(board, byte) else {
                return Err(self.expected("a castling letter"));
            };
            let is_out_of_order = (color as u8) < last as u8;
            if is_out_of_order && !LENIENT {
                return Err(self.expected("White's castling before Black's"));
            }
            let is_another = matches!(in_place.rook(color, side), Some(other) if other as u8 != rook as u8);
            if !is_another && rights.rook(color, side).is_none() {
                rights.set(color, side, Some(rook));
                if LENIENT && let Some(notes) = &mut self.mode.notes {
                    notes.castling_at[color as usize][side as usize] = self.at;
                }
            } else if !LENIENT {
                return Err(self.expected("each castling right once"));
            } else if board.holds(rook, Piece::new(color, Role::Rook)) {
                self.repair_once(&mut twice, RepairKind::CastlingTwice);
            } else {
                let noted = &mut no_rook[color as usize][side as usize];
                self.repair_once(noted, RepairKind::CastlingNoRook { square: rook });
            }
            if is_out_of_order {
                self.repair_once(&mut order, RepairKind::CastlingOrder);
            }
            last = color;
            self.at += 1;
        }
        if rights.is_empty() && !LENIENT { Err(self.expected("castling letters or -")) } else { Ok(rights) }
    }

    const fn en_passant(&mut self) -> Result<Option<Square>, FenError> {
        let is_there = !LENIENT || {
            let word = self.next_word();
            matches!(word, [b'-']) || !(word.is_empty() || is_counter(word))
        };
        if !ok!(self.find_field(FenField::EnPassant, is_there)) {
            return Ok(None);
        }
        if LENIENT && let Some(notes) = &mut self.mode.notes {
            notes.en_passant_at = self.at;
        }
        let is_capital = LENIENT && matches!(self.word(), [b'A'..=b'H', b'1'..=b'8']);
        if is_capital {
            self.repair(RepairKind::Capitals { field: FenField::EnPassant }, self.at);
        }
        let square = match self.peek() {
            Some(b'-') => None,
            Some(file) if is_capital || matches!(file, b'a'..=b'h') => {
                self.at += 1;
                let rank = match self.peek() {
                    Some(rank) => rank,
                    None => 0,
                };
                let Some(square) = Square::from_name(file.to_ascii_lowercase(), rank) else {
                    return Err(self.expected("a rank 1-8"));
                };
                Some(square)
            }
            _ => return Err(self.expected("a square or -")),
        };
        self.at += 1;
        ok!(self.end_of_word());
        Ok(square)
    }

    /// A counter. A lenient reader takes the default for one that is missing, or that is a dash.
    pub(super) const fn counter(&mut self, field: FenField, default: u32) -> Result<u32, FenError> {
        let is_there = !LENIENT || !self.next_word().is_empty();
        if !ok!(self.find_field(field, is_there)) {
            return Ok(default);
        }
        let at = self.at;
        if LENIENT && self.takes_dash() {
            self.repair(RepairKind::Missing { field }, at);
            return Ok(default);
        }
        self.number()
    }

    pub(super) const fn number(&mut self) -> Result<u32, FenError> {
        let start = self.at;
        let field = self.mode.field;
        let (mut number, mut is_too_large) = (0_u32, false);
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            if number == 0 && self.at > start {
                if !LENIENT {
                    return Err(self.expected("no digit after a leading 0"));
                }
                if self.at == start + 1 {
                    self.repair(RepairKind::LeadingZeros { field }, start);
                }
            }
            if let Some(tens) = number.checked_mul(10)
                && let Some(more) = tens.checked_add((digit - b'0') as u32)
            {
                number = more;
            } else if LENIENT {
                (number, is_too_large) = (u32::MAX, true);
            } else {
                return Err(FenError::TooLarge { field, at: start });
            }
            self.at += 1;
        }
        if self.at == start {
            return Err(self.expected("a number"));
        }
        ok!(self.end_of_word());
        if is_too_large {
            self.repair(RepairKind::TooLarge { field }, start);
        }
        Ok(number)
    }

    /// A number of moves, as plies.
    pub(super) const fn doubled(&mut self) -> Result<u32, FenError> {
        let (field, at) = (self.mode.field, self.at);
        match ok!(self.number()).checked_mul(2) {
            Some(plies) => Ok(plies),
            None => Err(FenError::TooLarge { field, at }),
        }
    }

    /// Whether another word follows.
    pub(super) const fn has_more(&mut self) -> bool {
        if LENIENT { !self.next_word().is_empty() } else { self.peek().is_some() }
    }
}

/// What a lenient reader notes about a text.
#[derive(Debug)]
pub(in crate::notation) struct Notes {
    pub(super) repairs: Repairs,
    /// Where the letter of each castling right stands, by colour and side.
    castling_at: [[usize; 2]; 2],
    en_passant_at: usize,
}

impl Notes {
    pub(super) const NONE: Notes = Notes { repairs: Repairs::NONE, castling_at: [[0; 2]; 2], en_passant_at: 0 };
}

/// What a lenient reader takes for white space.
const fn is_space(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == b'_'
}

/// Whether a word looks like castling rights: letters and dashes, and neither a lone side to move nor a square.
const fn is_castling(word: &[u8]) -> bool {
    let mut i = 0;
    while i < word.len() {
        if !matches!(word[i].to_ascii_uppercase(), b'K' | b'Q' | b'A'..=b'H' | b'-') {
            return false;
        }
        i += 1;
    }
    i > 0
}

/// Whether a word looks like an en passant square.
const fn is_en_passant(word: &[u8]) -> bool {
    matches!(word, [b'a'..=b'h' | b'A'..=b'H', b'0'..=b'9'])
}

/// Whether a word begins like a counter.
const fn is_counter(word: &[u8]) -> bool {
    matches!(word, [b'0'..=b'9', ..])
}

/// The rights that letters of a word give to a rook in its place; the first, should there be several for a wing.
/// A letter that gives the same right to another rook, or to none, must not take that right away.
const fn rights_in_place(board: &Board0x88, word: &[u8]) -> CastlingRights {
    let mut rights = CastlingRights::NONE;
    let mut i = 0;
    while i < word.len() {
        if let Some((color, side, rook)) = castling_right(board, word[i])
            && rights.rook(color, side).is_none()
            && let Some(king) = board.king(color)
            && CastlingRights::is_valid(board, king, color, side, rook)
        {
            rights.set(color, side, Some(rook));
        }
        i += 1;
    }
    rights
}

/// The right that a letter gives.
const fn castling_right(board: &Board0x88, letter: u8) -> Option<(Color, CastlingSide, Square)> {
    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
    match castling_letter(board, color, letter.to_ascii_uppercase()) {
        Some((side, rook)) => Some((color, side, rook)),
        None => None,
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

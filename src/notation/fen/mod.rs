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
//! follows the same grammar and repairs what people paste. A text that passes gives a [`Setup`]; [`Setup::to_position`]
//! checks whether that is a legal position.
//!
//! Source: Steven J. Edwards, "PGN Specification and Implementation Guide", section 16.1; Chess Programming Wiki,
//! "Forsyth-Edwards Notation" (X-FEN and Shredder-FEN among it).

#![expect(
    clippy::needless_bitwise_bool,
    reason = "which test of a character fails cannot be foreseen: a branch each costs"
)]

/// `?`, which a `const fn` cannot say.
macro_rules! ok {
    ($option:expr) => {
        match $option {
            Some(value) => value,
            None => return None,
        }
    };
}

mod error;
mod lenient;
mod literal;

pub use error::{Expected, FenError, FenField};
pub(super) use lenient::tolerate;
pub use lenient::{Repair, RepairKind, Repairs, parse_lenient};
pub use literal::{FenLiteral, FromFenLiteral, Refusal};

use core::str::FromStr;

use super::text::{Cursor, with_digit};
use super::{Buffer, FenText};
use crate::IS_SMALL;
use crate::board::Board0x88;
use crate::geometry::{Direction, File, Rank, Square};
use crate::moves::CastlingSide;
use crate::name::named;
use crate::piece::{Color, Piece, Role};
use crate::position::Position;
use crate::rules::{CastlingRights, Count, Examined, Parts, Rules, Setup, Violations, examine};

/// The longest FEN: 64 promoted Bia (`M~`) and seven slashes, side, four castling letters, en passant or Makruk's limit,
/// two counters of ten digits, five spaces.
pub(super) const CAPACITY: usize = 64 * 2 + 7 + 1 + 4 + 10 + 10 + 10 + 5;

/// Which en passant squares count: for a FEN that is written (reading accepts all three), and for
/// [`Position::en_passant_square`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EnPassantMode {
    /// Only when a capture there is legal: what repetition counts by, and what modern programs write.
    #[default]
    Legal,
    /// When an enemy pawn stands beside the one that has passed, pinned or not (X-FEN).
    PseudoLegal,
    /// After every double step (the FEN standard).
    Always,
}

named! {
    /// The mode in lower case: `legal`, `pseudo-legal`, `always`.
    EnPassantMode {
        Legal = "legal",
        PseudoLegal = "pseudo-legal",
        Always = "always",
    }
}

/// How to spell a FEN where there is a choice.
///
/// ```
/// use chess0x88::fen::{EnPassantMode, FenStyle};
/// use chess0x88::{Chess, fen};
/// let mut position = Chess::startpos();
/// position.play(position.parse_uci("e2e4")?)?;
/// let style = FenStyle { shredder: true, en_passant: EnPassantMode::Always };
/// assert_eq!(position.fen().as_str(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
/// assert_eq!(fen::write(&position, style).as_str(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b HAha e3 0 1");
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

/// Reads a FEN, strictly, of a position that may have the `tolerated` violations: see [`Setup::to_position_with`].
///
/// ```
/// use chess0x88::{Chess, Violations, fen};
/// let ten_pawns = "7k/PPPPPP2/PPPP4/8/8/8/8/K7 w - - 0 1";
/// assert!(Chess::from_fen(ten_pawns).is_err());
/// let position: Chess = fen::parse_with(ten_pawns, Violations::TOLERABLE)?;
/// assert_eq!(position.fen(), ten_pawns);
/// # Ok::<(), chess0x88::fen::FenError>(())
/// ```
///
/// # Errors
/// Where the text is no FEN, or all that is wrong with its position, if any of it is not tolerated.
// A stack frame of its own, which is gone when the caller goes on with the position.
#[inline(never)]
pub fn parse_with<R: Rules>(text: &str, tolerated: Violations) -> Result<Position<R>, FenError> {
    let (mut reader, mut fields) = (Reader::strict(text), Fields::empty());
    if reader.fields::<R>(&mut fields).is_none() {
        return Err(reader.mode.error);
    }
    let (kings, checkers) = fields.examine::<R>().accept(tolerated)?;
    Ok(Position::new(fields.into_setup(), kings, checkers))
}

/// The position as FEN in a given spelling.
///
/// ```
/// use chess0x88::fen::{self, FenStyle};
/// use chess0x88::Chess;
/// let style = FenStyle { shredder: true, ..FenStyle::default() };
/// assert_eq!(fen::write(&Chess::startpos(), style), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1");
/// ```
#[must_use]
pub fn write<R: Rules>(position: &Position<R>, style: FenStyle) -> FenText {
    let clocks = [position.halfmove_clock(), position.fullmove_number()];
    let en_passant = position.en_passant_square(style.en_passant);
    write_fields(position.board(), position.turn(), &R::parts(position.state()), clocks, style.shredder, en_passant)
}

/// # FEN
impl<R: Rules> Position<R> {
    /// Reads the FEN of a legal position, strictly: what [`str::parse`] does. For FEN as people paste it there is
    /// [`fen::parse_lenient`](crate::fen::parse_lenient).
    ///
    /// ```
    /// use chess0x88::{Chess, Makruk, makruk};
    /// let position = Chess::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1")?;
    /// assert_eq!(position.fen().as_str(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    /// let position = Makruk::from_fen("8/3k4/6M~1/2K1S3/8/8/8/8 b - 88 8 1")?;
    /// assert_eq!(makruk::count(&position).unwrap().to_string(), "pieces' honour: Black has counted 4 of 44");
    /// # Ok::<(), chess0x88::fen::FenError>(())
    /// ```
    ///
    /// # Errors
    /// Where the text is no FEN, or why its position is not legal.
    #[doc(alias("set_fen", "load", "parse_fen", "from_str"))]
    pub fn from_fen(text: &str) -> Result<Position<R>, FenError> {
        parse_with(text, Violations::NONE)
    }

    /// The position as FEN, in the spelling most programs agree on: `KQkq` (or X-FEN where that does not suffice), the
    /// en passant square only when the capture is legal.
    #[doc(alias("to_fen", "get_fen"))]
    #[must_use]
    pub fn fen(&self) -> FenText {
        write(self, FenStyle::default())
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
    #[doc(alias("ep_square", "maybe_ep_square", "legal_ep_square", "en_passant"))]
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
        let (mut reader, mut fields) = (Reader::strict(text), Fields::empty());
        match reader.fields::<R>(&mut fields) {
            Some(()) => Ok(fields.into_setup()),
            None => Err(reader.mode.error),
        }
    }

    /// The setup as FEN, the en passant square as it is.
    ///
    /// Two things FEN cannot express, and they are written as well as they can be: a piece of another game, and a right to
    /// castle with a rook that is not on the first rank or stands on the other side of its king. A setup that was read from
    /// FEN has none of these, and reads back equal.
    #[must_use]
    pub fn fen(&self) -> FenText {
        let clocks = [self.halfmove_clock, self.fullmove_number];
        write_fields(&self.board, self.turn, &R::parts(&self.state), clocks, false, R::en_passant(&self.state))
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
        let (mut reader, mut board) = (Reader::strict(text), Board0x88::empty());
        if reader.board(&ANY_GAME, &mut board).is_some() && reader.end().is_some() {
            Ok(board)
        } else {
            Err(reader.mode.error)
        }
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
        push_board(&mut text, self, &LETTERS);
        FenText(text)
    }
}

/// The letters of all games, none of which stands for two pieces.
static ANY_GAME: Alphabet = Alphabet::of(letters_of(&Role::ALL));
static LETTERS: Letters = Letters::of(letters_of(&Role::ALL));

// A stack frame of its own, as in reading.
#[inline(never)]
fn write_fields(
    board: &Board0x88,
    turn: Color,
    parts: &Parts,
    [halfmove_clock, fullmove_number]: [u32; 2],
    shredder: bool,
    en_passant: Option<Square>,
) -> FenText {
    let mut text = Buffer::new();
    push_board(&mut text, board, &LETTERS);
    text.push(b' ');
    text.push(turn.char() as u8);
    text.push(b' ');
    let Parts { castling, count, .. } = *parts;
    push_castling(&mut text, board, castling, shredder);
    text.push(b' ');
    match (en_passant, count) {
        (Some(square), _) => text.push_all(square.name()),
        (None, Some(count)) => text.push_number(count.limit),
        (None, None) => text.push(b'-'),
    }
    text.push(b' ');
    text.push_number(count.map_or(halfmove_clock, |count| count.plies));
    text.push(b' ');
    text.push_number(fullmove_number);
    FenText(text)
}

/// Writes the ranks, the eighth first. A row is one word, so its gaps are the runs of zeros at its low end.
#[inline]
pub(super) fn push_board(text: &mut Buffer<CAPACITY>, board: &Board0x88, letters: &Letters) {
    for rank in Rank::ALL.into_iter().rev() {
        let mut row = board.row(rank);
        let mut left = 8;
        while row != 0 {
            let gap = row.trailing_zeros() as u8 / 8;
            text.push_if(b'0' + gap, gap > 0);
            row >>= 8 * gap;
            let code = row as u8;
            text.push(letters.of[usize::from(code % 64)]);
            text.push_if(b'~', letters.tilde && code & Piece::PROMOTED != 0);
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
    /// An empty board, White to move. (A constant would be two hundred bytes of the program.)
    #[inline]
    const fn empty() -> Fields {
        Fields {
            board: Board0x88::empty(),
            turn: Color::White,
            parts: Parts::NONE,
            halfmove_clock: 0,
            fullmove_number: 1,
        }
    }

    const fn examine<R: Rules>(&self) -> Examined {
        examine::<R>(&self.board, self.turn, &self.parts)
    }

    fn into_setup<R: Rules>(self) -> Setup<R> {
        let Fields { board, turn, parts, halfmove_clock, fullmove_number } = self;
        Setup { board, turn, state: R::from_parts(parts), halfmove_clock, fullmove_number }
    }
}

/// A FEN and how far it has been read.
///
/// One grammar serves both readers. A strict one takes what a writer writes. A `LENIENT` one takes more, and notes what it put
/// right. A function of the grammar returns `None` for a text that is no FEN, and the reader keeps the reason: an error is many
/// words, which would be copied from function to function.
pub(in crate::notation) type Reader<'a, const LENIENT: bool = false> = Cursor<'a, Mode<'a, LENIENT>>;

/// What a reader keeps beside the text.
#[derive(Debug)]
pub(in crate::notation) struct Mode<'a, const LENIENT: bool> {
    field: FenField,
    /// Why the text is no FEN, if it is none.
    error: FenError,
    /// Where a lenient reader puts its notes.
    notes: Option<&'a mut Notes>,
}

impl<'a> Reader<'a> {
    pub(super) const fn strict(text: &'a str) -> Reader<'a> {
        Reader::begin(text, None)
    }
}

impl<'a> Reader<'a, true> {
    pub(super) const fn lenient(text: &'a str, notes: &'a mut Notes) -> Reader<'a, true> {
        Reader::begin(text, Some(notes))
    }
}

impl<'a, const LENIENT: bool> Reader<'a, LENIENT> {
    /// Steps over a byte that has been peeked at.
    pub(super) const fn advance(&mut self) {
        self.at += 1;
    }

    #[inline]
    const fn begin(text: &'a str, notes: Option<&'a mut Notes>) -> Self {
        Cursor::new(text, Mode { field: FenField::Board, error: FenError::Illegal(Violations::NONE), notes })
    }

    /// Reads a FEN into empty fields, at compile time too.
    #[inline]
    const fn fields<R: Rules>(&mut self, fields: &mut Fields) -> Option<()> {
        ok!(self.board(const { &Alphabet::of(letters_of(R::ROLES)) }, &mut fields.board));
        fields.turn = ok!(self.turn());
        ok!(self.state::<R>(fields));
        self.end()
    }

    /// What a function of the grammar has read.
    ///
    /// # Errors
    /// Why the text is no FEN.
    pub(super) fn result<T>(&self, read: Option<T>) -> Result<T, FenError> {
        read.ok_or(self.mode.error)
    }

    /// Remembers what should stand here.
    #[cold]
    #[inline(never)]
    const fn expect(&mut self, expected: Expected) {
        self.mode.error = FenError::Syntax { field: self.mode.field, expected, found: self.found(), at: self.at };
    }

    /// The failure to read what should stand here.
    #[inline]
    pub(super) const fn expected<T>(&mut self, expected: Expected) -> Option<T> {
        self.expect(expected);
        None
    }

    /// The failure to read a number, which is too large.
    #[cold]
    const fn too_large<T>(&mut self, at: usize) -> Option<T> {
        self.mode.error = FenError::TooLarge { field: self.mode.field, at };
        None
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
    pub(super) const fn next_field(&mut self, field: FenField) -> Option<()> {
        let start = self.at;
        let is_one = self.comes(b' ');
        if LENIENT && self.skip_spaces() {
            if !is_one || self.at > start + 1 {
                self.repair(RepairKind::Separator, start);
            }
        } else if is_one {
            self.at += 1;
        } else {
            return self.expected(Expected::Space);
        }
        self.mode.field = field;
        Some(())
    }

    /// Goes to a field if it `is_there`. If it is not, which only a lenient reader finds, that is a repair.
    #[inline]
    const fn find_field(&mut self, field: FenField, is_there: bool) -> Option<bool> {
        if LENIENT {
            self.mode.field = field;
        }
        if is_there {
            ok!(self.next_field(field));
        } else {
            self.repair(RepairKind::Missing { field }, self.at);
        }
        Some(is_there)
    }

    /// The side to move.
    #[inline]
    pub(super) const fn turn(&mut self) -> Option<Color> {
        // Any word that is not one of the later fields must be meant for this one.
        let is_there = !LENIENT || {
            let word = self.next_word();
            matches!(word, [b'w' | b'b' | b'W' | b'B'])
                || !(word.is_empty() || is_castling(word) || is_en_passant(word) || is_counter(word))
        };
        if ok!(self.find_field(FenField::Turn, is_there)) { self.color() } else { Some(Color::White) }
    }

    /// The letter of a side.
    #[inline]
    pub(super) const fn color(&mut self) -> Option<Color> {
        let Some(letter) = self.peek() else { return self.expected(Expected::Color) };
        let small = if LENIENT { letter.to_ascii_lowercase() } else { letter };
        let Some(color) = Color::from_char(small as char) else { return self.expected(Expected::Color) };
        if small != letter {
            self.repair(RepairKind::Capitals { field: self.mode.field }, self.at);
        }
        self.at += 1;
        Some(color)
    }

    /// Nothing more.
    #[inline]
    pub(super) const fn end(&mut self) -> Option<()> {
        let end = self.at;
        if self.skip_spaces() {
            self.repair(RepairKind::StraySpace, end);
        }
        match self.peek() {
            None => Some(()),
            Some(_) => self.expected(Expected::End),
        }
    }

    /// Nothing more in a word of a lenient reader. A strict one finds that out at the next field.
    const fn end_of_word(&mut self) -> Option<()> {
        match self.peek() {
            Some(byte) if LENIENT && !is_space(byte) => self.expected(Expected::SpaceOrEnd),
            _ => Some(()),
        }
    }

    /// Reads the board field. The index takes 0x88 at its word: eight squares on it has run off the board, where only a
    /// slash may stand, and the slash takes it to the a-file one rank below. Gaps and slashes write the zero that is
    /// there anyway, so letters, digits and slashes all go the same way, with no branch for a processor to guess.
    #[inline(never)]
    pub(super) const fn board(&mut self, alphabet: &Alphabet, board: &mut Board0x88) -> Option<()> {
        // To make the board of its bytes is quick; to set one piece after the other takes less code and no other board.
        let mut codes = [0; 128];
        let mut index = Square::A8 as u8;
        let mut last = Symbol::NONE;
        // Whether a split gap, and a mark of a promoted piece, has been noted on this rank.
        let (mut split_gap, mut mark) = (false, false);
        if self.skip_spaces() {
            self.repair(RepairKind::StraySpace, 0);
        }
        loop {
            let symbol = match self.peek() {
                Some(byte) => alphabet.symbol(byte),
                None => Symbol::NONE,
            };
            let next = index.wrapping_add_signed(symbol.steps);
            // One test, since which of them fails cannot be foreseen.
            let is_split = symbol.is_gap_after(last);
            if symbol.fits(index) & is_in_row(next) & (LENIENT | !is_split) {
                if LENIENT && is_split {
                    self.repair_once(&mut split_gap, RepairKind::SplitGap);
                }
                if LENIENT && symbol.is_slash() {
                    (split_gap, mark) = (false, false);
                }
                if !IS_SMALL {
                    codes[(index & 0x7F) as usize] = symbol.code();
                } else if symbol.code() != 0 {
                    board.set(Square::from_masked(index), Piece::from_code(symbol.code()));
                }
                (index, last) = (next, symbol);
                self.at += 1;
            } else if let Some(piece) = Piece::from_code(last.code())
                && self.takes_promotion_mark(alphabet, piece, &mut mark)
            {
                if IS_SMALL && alphabet.tilde {
                    board.set(Square::from_masked(index.wrapping_sub(1)), Some(piece.promoted()));
                } else if alphabet.tilde {
                    codes[(index.wrapping_sub(1) & 0x7F) as usize] = piece.promoted().code();
                }
                last = Symbol::NONE;
            } else if index == END_OF_BOARD {
                break;
            } else if !self.takes_stray_space(last) {
                return self.board_error(symbol, index, is_split);
            }
        }
        if LENIENT && matches!(self.word(), [b'/']) {
            self.repair(RepairKind::TrailingSlash, self.at);
            self.at += 1;
        }
        if !IS_SMALL {
            *board = Board0x88::from_codes(codes);
        }
        Some(())
    }

    /// Steps over a `~` behind a piece, which makes it a promoted one. A lenient reader takes one without that meaning too.
    /// Whether there was a `~` to take.
    const fn takes_promotion_mark(&mut self, alphabet: &Alphabet, piece: Piece, noted: &mut bool) -> bool {
        let promotes = alphabet.tilde && !piece.is_promoted() && piece.promoted().is_promoted();
        let takes = self.comes(b'~') && (LENIENT || promotes);
        if takes && !promotes {
            self.repair_once(noted, RepairKind::PromotionMark);
        }
        self.at += takes as usize;
        takes
    }

    /// Steps over white space beside a slash, if the reader is lenient. Whether there was any.
    const fn takes_stray_space(&mut self, last: Symbol) -> bool {
        let start = self.at;
        let is_stray = self.skip_spaces() && (last.is_slash() || self.comes(b'/'));
        if is_stray {
            self.repair(RepairKind::StraySpace, start);
        } else {
            self.at = start;
        }
        is_stray
    }

    #[cold]
    const fn board_error(&mut self, symbol: Symbol, index: u8, is_split: bool) -> Option<()> {
        let (rank, squares) = (Rank::from_masked(index >> 4), index & 0x0F);
        let squares = match self.peek() {
            _ if squares == OFF_BOARD => return self.expected(Expected::Slash),
            Some(b'/' | b' ') => squares,
            Some(b'1'..=b'8') if is_split && !LENIENT => return self.expected(Expected::OneGap),
            Some(b'1'..=b'8') => squares.wrapping_add_signed(symbol.steps),
            _ => return self.expected(Expected::PieceOrGap),
        };
        self.mode.error = FenError::RankLength { rank, squares, at: self.at };
        None
    }

    /// The four fields after the side to move. The third is the square that a pawn has passed, or the limit of a count, and
    /// then the fourth is the count.
    #[inline]
    const fn state<R: Rules>(&mut self, fields: &mut Fields) -> Option<()> {
        if R::CASTLING {
            fields.parts.castling = ok!(self.castling(&fields.board));
        } else {
            let is_there = !LENIENT || {
                let word = self.next_word();
                !(word.is_empty() || is_counter(word))
            };
            if ok!(self.find_field(FenField::Castling, is_there)) && !self.takes_dash() {
                return self.expected(Expected::DashForCastling);
            }
        }
        if R::COUNTING {
            ok!(self.count(fields));
        } else {
            ok!(self.en_passant(&mut fields.parts));
        }
        if fields.parts.count.is_none() {
            fields.halfmove_clock = ok!(self.counter(FenField::HalfmoveClock, 0));
        }
        fields.fullmove_number = ok!(self.counter(FenField::FullmoveNumber, 1));
        Some(())
    }

    /// The limit of a count in plies, and how far the count has come, if there is a limit.
    const fn count(&mut self, fields: &mut Fields) -> Option<()> {
        // A lenient reader takes a number for the limit only if two more numbers stand behind it.
        let is_there = !LENIENT || {
            let word = self.next_word();
            !(word.is_empty() || is_counter(word) && self.words_left() < 3)
        };
        if !ok!(self.find_field(FenField::CountLimit, is_there)) || self.takes_dash() {
            return Some(());
        }
        if !matches!(self.peek(), Some(b'1'..=b'9')) {
            return self.expected(Expected::LimitOrDash);
        }
        let limit = ok!(self.number());
        let plies = ok!(self.counter(FenField::Count, 0));
        fields.parts.count = Some(Count::resumed(&fields.board, fields.turn, plies, limit));
        Some(())
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

    #[inline(never)]
    const fn castling(&mut self, board: &Board0x88) -> Option<CastlingRights> {
        let mut rights = CastlingRights::NONE;
        let word = self.next_word();
        let is_there = !LENIENT || is_castling(word) || !(word.is_empty() || is_en_passant(word) || is_counter(word));
        if !ok!(self.find_field(FenField::Castling, is_there)) || self.takes_dash() {
            return Some(rights);
        }
        let start = self.at;
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
                return self.expected(Expected::CastlingLetter);
            };
            let is_out_of_order = (color as u8) < last as u8;
            if is_out_of_order && !LENIENT {
                return self.expected(Expected::WhiteBeforeBlack);
            }
            let is_another = matches!(in_place.rook(color, side), Some(other) if other as u8 != rook as u8);
            if !is_another && rights.rook(color, side).is_none() {
                rights.set(color, side, Some(rook));
                if LENIENT && let Some(notes) = &mut self.mode.notes {
                    notes.castling_at[color as usize][side as usize] = self.at;
                }
            } else if !LENIENT {
                return self.expected(Expected::CastlingOnce);
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
        if self.at == start && !LENIENT { self.expected(Expected::CastlingLettersOrDash) } else { Some(rights) }
    }

    const fn en_passant(&mut self, parts: &mut Parts) -> Option<()> {
        let is_there = !LENIENT || {
            let word = self.next_word();
            matches!(word, [b'-']) || !(word.is_empty() || is_counter(word))
        };
        if !ok!(self.find_field(FenField::EnPassant, is_there)) {
            return Some(());
        }
        if LENIENT && let Some(notes) = &mut self.mode.notes {
            notes.en_passant_at = self.at;
        }
        let is_capital = LENIENT && matches!(self.word(), [b'A'..=b'H', b'1'..=b'8']);
        if is_capital {
            self.repair(RepairKind::Capitals { field: FenField::EnPassant }, self.at);
        }
        parts.en_passant = match self.peek() {
            Some(b'-') => None,
            Some(file) if is_capital || matches!(file, b'a'..=b'h') => {
                self.at += 1;
                let rank = match self.peek() {
                    Some(rank) => rank,
                    None => 0,
                };
                let Some(square) = Square::from_name(file.to_ascii_lowercase(), rank) else {
                    return self.expected(Expected::RankDigit);
                };
                Some(square)
            }
            _ => return self.expected(Expected::SquareOrDash),
        };
        self.at += 1;
        self.end_of_word()
    }

    /// A counter. A lenient reader takes the default for one that is missing, or that is a dash.
    pub(super) const fn counter(&mut self, field: FenField, default: u32) -> Option<u32> {
        let is_there = !LENIENT || !self.next_word().is_empty();
        if !ok!(self.find_field(field, is_there)) {
            return Some(default);
        }
        let at = self.at;
        if LENIENT && self.takes_dash() {
            self.repair(RepairKind::Missing { field }, at);
            return Some(default);
        }
        self.number()
    }

    pub(super) const fn number(&mut self) -> Option<u32> {
        let start = self.at;
        let field = self.mode.field;
        let (mut number, mut is_too_large) = (0_u32, false);
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            if number == 0 && self.at > start {
                if !LENIENT {
                    return self.expected(Expected::NoLeadingZero);
                }
                if self.at == start + 1 {
                    self.repair(RepairKind::LeadingZeros { field }, start);
                }
            }
            if let Some(more) = with_digit(number, digit) {
                number = more;
            } else if LENIENT {
                (number, is_too_large) = (u32::MAX, true);
            } else {
                return self.too_large(start);
            }
            self.at += 1;
        }
        if self.at == start {
            return self.expected(Expected::Number);
        }
        ok!(self.end_of_word());
        if is_too_large {
            self.repair(RepairKind::TooLarge { field }, start);
        }
        Some(number)
    }

    /// A number of moves, as plies.
    pub(super) const fn doubled(&mut self) -> Option<u32> {
        let at = self.at;
        match ok!(self.number()).checked_mul(2) {
            Some(plies) => Some(plies),
            None => self.too_large(at),
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

/// Whether an index is one of a square, or that past the h-file.
#[inline]
const fn is_in_row(index: u8) -> bool {
    index & 0x8F <= OFF_BOARD
}

/// What a character of the board field does.
#[derive(Clone, Copy, Debug)]
struct Symbol {
    /// The byte that goes on the board, a piece's code or 0, and above it two bits that codes do not have.
    code: u8,
    /// How far it moves the index: a slash back to the next rank.
    steps: i8,
}

impl Symbol {
    const GAP: u8 = 0x40;
    /// At the place of [`OFF_BOARD`], four bits higher.
    const SLASH: u8 = OFF_BOARD << 4;

    /// A character that never belongs on a board. It leads to an index that is in no row.
    const NONE: Symbol = Symbol { code: 0, steps: i8::MIN };

    /// The byte that goes on the board.
    #[inline]
    const fn code(self) -> u8 {
        self.code & 0x3F
    }

    #[inline]
    const fn is_slash(self) -> bool {
        self.code & Symbol::SLASH != 0
    }

    /// Whether this is a gap, and the one before it too.
    #[inline]
    const fn is_gap_after(self, last: Symbol) -> bool {
        self.code & last.code & Symbol::GAP != 0
    }

    /// Whether the character may stand where the index is: a slash off the board, any other on it.
    #[inline]
    const fn fits(self, index: u8) -> bool {
        (self.code >> 4 ^ index) & OFF_BOARD == 0
    }
}

/// How many characters have their symbol in a table. A small build looks through the capitals instead.
const SYMBOLS: usize = if IS_SMALL { 0 } else { (b'z' - b'/') as usize + 1 };

/// The letters that a board field is read by.
#[derive(Debug)]
pub(super) struct Alphabet {
    /// What the characters from `/` to `z` do.
    symbols: [Symbol; SYMBOLS],
    capitals: Capitals,
    /// Whether a promoted piece has the letter of an unpromoted one and a `~` after it.
    tilde: bool,
}

/// The letters that a board field is written with.
#[derive(Debug)]
pub(super) struct Letters {
    /// The letter of each piece code.
    of: [u8; 64],
    /// As in [`Alphabet`].
    tilde: bool,
}

/// The capitals of the roles, and of a promoted Bia if it has one of its own.
pub(super) type Capitals = [u8; Role::COUNT + 1];

/// A capital that is not there: no character, in capitals, is this byte.
pub(super) const NO_CAPITAL: u8 = 0xFF;

/// The capitals of some roles.
const fn letters_of(roles: &[Role]) -> Capitals {
    let (mut capitals, mut n) = ([NO_CAPITAL; Role::COUNT + 1], 0);
    while n < roles.len() {
        capitals[roles[n] as usize] = roles[n].letter();
        n += 1;
    }
    capitals
}

impl Alphabet {
    /// The letters with these capitals.
    pub(super) const fn of(capitals: Capitals) -> Alphabet {
        let (symbols, tilde) = ([Symbol::NONE; SYMBOLS], capitals[Role::COUNT] == NO_CAPITAL);
        let (mut alphabet, mut n) = (Alphabet { symbols, capitals, tilde }, 0);
        while n < alphabet.symbols.len() {
            alphabet.symbols[n] = alphabet.find(b'/' + n as u8);
            n += 1;
        }
        alphabet
    }

    /// What a character does.
    #[inline]
    const fn symbol(&self, byte: u8) -> Symbol {
        let index = byte.wrapping_sub(b'/') as usize;
        if IS_SMALL {
            self.find(byte)
        } else if index < self.symbols.len() {
            self.symbols[index]
        } else {
            Symbol::NONE
        }
    }

    /// What a character does, without a table.
    const fn find(&self, byte: u8) -> Symbol {
        match byte {
            b'/' => return Symbol { code: Symbol::SLASH, steps: TO_NEXT_RANK },
            b'1'..=b'8' => return Symbol { code: Symbol::GAP, steps: (byte - b'0').cast_signed() },
            _ => {}
        }
        let black = byte & lower_case(Color::Black);
        let color = if black == 0 { Color::White } else { Color::Black };
        let mut n = 0;
        while n < self.capitals.len() {
            if self.capitals[n] == byte ^ black {
                let piece = if n < Role::COUNT {
                    Piece::new(color, Role::ALL[n])
                } else {
                    Piece::new(color, Role::Met).promoted()
                };
                return Symbol { code: piece.code(), steps: 1 };
            }
            n += 1;
        }
        Symbol::NONE
    }
}

impl Letters {
    /// The letters that [`Alphabet`] reads; a role without a capital is written as `?`.
    pub(super) const fn of(capitals: Capitals) -> Letters {
        let promoted = capitals[Role::COUNT];
        let mut letters = Letters { of: [b'?'; 64], tilde: promoted == NO_CAPITAL };
        let mut n = 0;
        while n < Piece::COUNT {
            let piece = Piece::ALL[n];
            let capital = capitals[piece.role() as usize];
            if capital != NO_CAPITAL {
                let is_other = !letters.tilde && piece.promoted().is_promoted();
                let black = lower_case(piece.color());
                letters.of[piece.code() as usize] = capital | black;
                letters.of[piece.promoted().code() as usize] = if is_other { promoted } else { capital } | black;
            }
            n += 1;
        }
        letters
    }
}

/// The wing and the rook that a castling letter, in upper case, means. `K` and `Q` mean the rook nearest the edge on one side of
/// a colour's first rank, with no own king beyond it (X-FEN); without such a rook the corner, so that validation can say what
/// is missing.
#[inline(never)]
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
    let corner = Square::new(side.edge(), back);
    let mut at = corner;
    while !board.holds(at, Piece::new(color, Role::Rook)) {
        at = match at.checked_add(side.opposite().outward() as i8) {
            Some(next) if !board.holds(at, Piece::new(color, Role::King)) => next,
            _ => return Some((side, corner)),
        };
    }
    Some((side, at))
}

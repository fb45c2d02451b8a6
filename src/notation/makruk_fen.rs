//! FEN for Makruk, in two dialects.
//!
//! ```text
//!   8/3k4/6M~1/2K1S3/8/8/8/8 b - 88 8 1         Fairy-Stockfish: K M S N R P, M~ a promoted Bia
//!   board                    │ │ │  │ move number
//!                            │ │ │  the count in plies; without a limit, plies since a capture or Bia move
//!                            │ │ the limit of the count in plies, or -
//!                            │ always -
//!                            side to move
//!
//!   8/3k4/6F1/2K1T3/8/8/8/8 b 1 b pp 4 5 44     initials of the Thai names: K E T M R B, F a promoted Bia
//!   board                   │ │ │ │  │ │ the limit, in moves
//!                           │ │ │ │  │ the number the count began with
//!                           │ │ │ │  the number said last
//!                           │ │ │ bp: board's honour, pp: pieces' honour
//!                           │ │ the side that counts; this and the rest only while a count runs
//!                           │ move number
//!                           side to move
//! ```
//!
//! An `m` is a Met in the one and a Ma in the other, so nothing can tell the dialects apart for certain, and the dialect
//! is an argument.
//!
//! Sources: Fairy-Stockfish, by its behaviour; the programs that use the second dialect, for the meaning of its fields.

use super::Text;
use super::fen::{Alphabet, CAPACITY, FenError, FenField, Reader, color_letter, push_board};
use crate::piece::{Color, Role};
use crate::position::Makruk;
use crate::rules::{Count, Honour, MakrukRules, Setup};

/// The initials of the Thai names: Khun, (m)Et, Thon for Khon, Ma, Rua, Bia, and F for a flipped Bia.
pub(super) static THAI: Alphabet = Alphabet::with(
    [
        (Role::King, b'K'),
        (Role::Met, b'E'),
        (Role::Khon, b'T'),
        (Role::Knight, b'M'),
        (Role::Rook, b'R'),
        (Role::Pawn, b'B'),
    ],
    b'F',
);

/// How to spell a Makruk position as FEN. The two ways contradict each other, so name the one you mean.
///
/// ```
/// use chess0x88::Makruk;
/// use chess0x88::makruk::FenDialect;
/// let position = Makruk::from_fen("8/3k4/6M~1/2K1S3/8/8/8/8 b - 88 8 1", FenDialect::FairyStockfish)?;
/// assert_eq!(position.fen_in(FenDialect::ThaiInitials).as_str(), "8/3k4/6F1/2K1T3/8/8/8/8 b 1 b pp 4 5 44");
/// # Ok::<(), chess0x88::FenError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum FenDialect {
    /// The spelling of Fairy-Stockfish and of most servers: `rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1`.
    /// It is what [`str::parse`] reads and [`Makruk::fen`](crate::Position::fen) writes.
    ///
    /// It has no word for which honour is counted or for whom; that follows from the board and from whether the count
    /// is even. While a count runs, it does not tell the clock.
    #[default]
    FairyStockfish,
    /// The initials of the Thai names, as some Makruk programs use them: `rmtektmr/8/bbbbbbbb/8/8/BBBBBBBB/8/RMTKETMR w
    /// 1`. Three fields, or eight while a count runs. It never tells the clock, and takes an odd limit for
    /// the next even one.
    ThaiInitials,
}

impl Makruk {
    /// Reads the FEN of a legal position in a given dialect, strictly.
    ///
    /// # Errors
    /// As [`str::parse`]: where the text is no FEN of this dialect, or why its position is not legal.
    pub fn from_fen(text: &str, dialect: FenDialect) -> Result<Makruk, FenError> {
        Ok(Setup::from_fen(text, dialect)?.into_position()?)
    }

    /// The position as FEN in a given dialect.
    #[must_use]
    pub fn fen_in(&self, dialect: FenDialect) -> Text<CAPACITY> {
        self.into_setup().fen_in(dialect)
    }
}

impl Setup<MakrukRules> {
    /// Reads a FEN in a given dialect, strictly; the position may be illegal.
    ///
    /// # Errors
    /// Where the text is no FEN of this dialect.
    pub fn from_fen(text: &str, dialect: FenDialect) -> Result<Setup<MakrukRules>, FenError> {
        match dialect {
            FenDialect::FairyStockfish => text.parse(),
            FenDialect::ThaiInitials => read_thai(text),
        }
    }

    /// The setup as FEN in a given dialect.
    #[must_use]
    pub fn fen_in(&self, dialect: FenDialect) -> Text<CAPACITY> {
        match dialect {
            FenDialect::FairyStockfish => self.fen(),
            FenDialect::ThaiInitials => write_thai(self),
        }
    }
}

impl Reader<'_> {
    /// The five fields by which the Thai initials tell of a count, and how to go to each.
    pub(super) fn thai_count(
        &mut self,
        turn: Color,
        mut next_field: impl FnMut(&mut Self, FenField) -> Result<(), FenError>,
    ) -> Result<Count, FenError> {
        next_field(self, FenField::CountSide)?;
        let side = self.color()?;
        next_field(self, FenField::Honour)?;
        let honour = match self.peek() {
            Some(b'b') => Honour::Board,
            Some(b'p') => Honour::Pieces,
            _ => return Err(self.expected("bp or pp")),
        };
        self.advance();
        if self.peek() != Some(b'p') {
            return Err(self.expected("bp or pp"));
        }
        self.advance();
        next_field(self, FenField::Count)?;
        // Between the counting side's moves the number said last stands for an odd number of plies.
        let plies = if side == turn {
            self.doubled()?
        } else if self.peek() == Some(b'0') {
            return Err(self.expected("a number from 1, for the counting side has just moved"));
        } else {
            self.doubled()? - 1
        };
        next_field(self, FenField::CountStart)?;
        let first = self.number()?;
        next_field(self, FenField::CountLimit)?;
        let limit = self.doubled()?;
        Ok(Count { honour, side, first, plies, limit, by_choice: false })
    }

    /// A number of moves, as plies.
    fn doubled(&mut self) -> Result<u32, FenError> {
        let at = self.offset();
        let field = self.field();
        self.number()?.checked_mul(2).ok_or(FenError::TooLarge { field, at })
    }
}

fn read_thai(text: &str) -> Result<Setup<MakrukRules>, FenError> {
    let mut reader = Reader::new(text);
    let mut setup = Setup::<MakrukRules>::empty();
    setup.board = reader.board(&THAI)?;
    reader.next_field(FenField::Turn)?;
    setup.turn = reader.color()?;
    reader.next_field(FenField::FullmoveNumber)?;
    setup.fullmove_number = reader.number()?;
    if reader.peek().is_some() {
        setup.state.count = Some(reader.thai_count(setup.turn, Reader::next_field)?);
    }
    reader.end()?;
    Ok(setup)
}

fn write_thai(setup: &Setup<MakrukRules>) -> Text<CAPACITY> {
    let mut text = Text::new();
    push_board(&mut text, &setup.board, &THAI);
    text.push(b' ');
    text.push(color_letter(setup.turn));
    text.push(b' ');
    text.push_number(setup.fullmove_number);
    if let Some(count) = setup.state.count {
        text.push(b' ');
        text.push(color_letter(count.side));
        text.push(b' ');
        text.push(if count.honour == Honour::Board { b'b' } else { b'p' });
        text.push(b'p');
        for number in [count.moves(), count.first, count.limit_moves()] {
            text.push(b' ');
            text.push_number(number);
        }
    }
    text
}

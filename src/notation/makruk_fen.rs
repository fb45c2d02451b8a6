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
//! An `m` is a Met in the one and a Ma in the other, so no reader can tell the dialects apart for certain. "FEN" alone means
//! Fairy-Stockfish's, which most servers use too; the second is called Thai FEN here, and has methods of its own.
//!
//! Fairy-Stockfish's dialect loses part of a count: it has no word for which honour is counted, for which side, from which number
//! or by whose choice, nor for a count that was stopped. The reader takes what the board says: pieces' honour if a side is bare,
//! for the side to move if the plies are even, begun with one more than the pieces on the board. While a count runs, the FEN
//! does not hold the clock. `serde`, [`packed::pack`](crate::packed::pack) and, but for the choice and the clock, the second dialect
//! keep these.
//!
//! Sources: Fairy-Stockfish, by its behaviour; the programs that use the second dialect, for the meaning of its fields.

use super::fen::{
    Alphabet, Capitals, Expected, FenError, FenField, FenReader, Letters, Notes, Repairs, push_board, tolerate,
};
use super::{Buffer, FenText};
use crate::piece::Color;
use crate::position::Makruk;
use crate::rules::{Count, Honour, MakrukRules, Setup};

/// The initials of the Thai names, in the order of the roles: Bia, Ma, Rua, Khun, (m)Et, Thon for Khon; and F for a flipped Bia.
const INITIALS: Capitals = *b"BM\xFFR\xFFKETF";
static THAI_LETTERS: Letters = Letters::of(INITIALS);
static THAI: Alphabet = Alphabet::of(&THAI_LETTERS);

/// Reads the FEN of a legal position by the initials of the Thai names, strictly. Programs that use this dialect write
/// `rmtektmr/8/bbbbbbbb/8/8/BBBBBBBB/8/RMTKETMR w 1`: three fields, or eight while a count runs.
///
/// The dialect has no clock, and an odd limit is read as the next even one.
///
/// ```
/// use chess0x88::{Makruk, makruk};
/// let position = makruk::from_thai_fen("8/3k4/6F1/2K1T3/8/8/8/8 b 1 b pp 4 5 44")?;
/// assert_eq!(position.fen(), "8/3k4/6M~1/2K1S3/8/8/8/8 b - 88 8 1");
/// # Ok::<(), chess0x88::fen::FenError>(())
/// ```
///
/// # Errors
/// The place where the text is no FEN of this dialect, or the reason why its position is not legal.
pub fn from_thai_fen(text: &str) -> Result<Makruk, FenError> {
    Ok(Setup::from_thai_fen(text)?.to_position()?)
}

/// Reads such a FEN as people paste it, and reports what it put right: [`fen::parse_lenient`](crate::fen::parse_lenient) in the
/// other dialect.
///
/// ```
/// use chess0x88::{Makruk, makruk};
/// let (position, repairs) = makruk::from_thai_fen_lenient("8/3k4/6F1/2K1T3/44/8/8/8_b")?;
/// assert_eq!(makruk::thai_fen(&position), "8/3k4/6F1/2K1T3/8/8/8/8 b 1");
/// assert_eq!(repairs[0].to_string(), "board: took several digits in a row for one gap (byte 17)");
/// # Ok::<(), chess0x88::fen::FenError>(())
/// ```
///
/// # Errors
/// The unreadable character and its place, or the reason why the position is not legal.
pub fn from_thai_fen_lenient(text: &str) -> Result<(Makruk, Repairs), FenError> {
    let (setup, repairs) = Setup::from_thai_fen_lenient(text)?;
    tolerate(setup, repairs)
}

/// The position as FEN by the initials of the Thai names.
///
/// ```
/// use chess0x88::{Makruk, makruk};
/// assert_eq!(makruk::thai_fen(&Makruk::startpos()), "rmtektmr/8/bbbbbbbb/8/8/BBBBBBBB/8/RMTKETMR w 1");
/// ```
pub fn thai_fen(position: &Makruk) -> FenText {
    position.to_setup().thai_fen()
}

impl Setup<MakrukRules> {
    /// Reads a FEN by the initials of the Thai names, strictly: see [`makruk::from_thai_fen`](crate::makruk::from_thai_fen). The position may be illegal.
    ///
    /// # Errors
    /// The place where the text is no FEN of this dialect.
    pub fn from_thai_fen(text: &str) -> Result<Setup<MakrukRules>, FenError> {
        let mut reader = FenReader::strict(text);
        let setup = reader.thai();
        reader.result(setup)
    }

    /// Reads such a FEN as people paste it, and reports what it put right. The position may be illegal.
    ///
    /// # Errors
    /// The unreadable character and its place. Half a count is an error, too: no number of it is made up.
    pub fn from_thai_fen_lenient(text: &str) -> Result<(Setup<MakrukRules>, Repairs), FenError> {
        let mut notes = Notes::NONE;
        let mut reader = FenReader::lenient(text, &mut notes);
        let setup = reader.thai();
        let setup = reader.result(setup)?;
        Ok((setup, notes.repairs))
    }

    /// The setup as FEN by the initials of the Thai names.
    pub fn thai_fen(&self) -> FenText {
        let mut text = Buffer::new();
        push_board(&mut text, &self.board, &THAI_LETTERS);
        text.push_all([b' ', self.turn.char() as u8, b' ']);
        text.push_number(self.fullmove_number);
        if let Some(count) = self.state.count {
            let honour = if count.honour == Honour::Board { b'b' } else { b'p' };
            text.push_all([b' ', count.side.char() as u8, b' ', honour, b'p']);
            for number in [count.moves(), count.first, count.limit_moves()] {
                text.push(b' ');
                text.push_number(number);
            }
        }
        FenText(text)
    }
}

impl<const LENIENT: bool> FenReader<'_, LENIENT> {
    /// The three fields of this dialect, or eight while a count runs.
    fn thai(&mut self) -> Option<Setup<MakrukRules>> {
        let mut setup = Setup::<MakrukRules>::empty();
        self.board(&THAI, &mut setup.board)?;
        setup.turn = self.turn()?;
        setup.fullmove_number = self.counter(FenField::FullmoveNumber, 1)?;
        if self.has_more() {
            setup.state.count = Some(self.thai_count(setup.turn)?);
        }
        self.end()?;
        Some(setup)
    }

    /// The five fields of a count.
    fn thai_count(&mut self, turn: Color) -> Option<Count> {
        self.next_field(FenField::CountSide)?;
        let side = self.color()?;
        self.next_field(FenField::Honour)?;
        let honour = match self.peek() {
            Some(b'b') => Honour::Board,
            Some(b'p') => Honour::Pieces,
            _ => return self.expected(Expected::Honour),
        };
        self.at += 1;
        if !self.comes(b'p') {
            return self.expected(Expected::Honour);
        }
        self.at += 1;
        self.next_field(FenField::Count)?;
        // Between the counting side's moves the number said last stands for an odd number of plies.
        let plies = if side == turn {
            self.doubled()?
        } else if self.comes(b'0') {
            return self.expected(Expected::CountFromOne);
        } else {
            self.doubled()? - 1
        };
        self.next_field(FenField::CountStart)?;
        let first = self.number()?;
        self.next_field(FenField::CountLimit)?;
        let limit = self.doubled()?;
        Some(Count { honour, side, first, plies, limit, by_choice: false })
    }
}

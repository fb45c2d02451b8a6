//! Makruk in its own letters: FEN in two dialects, and moves in Thai.
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
//! An `m` is a Met in the first dialect and a Ma in the second, so no reader can tell the dialects apart. In this crate "FEN" means
//! Fairy-Stockfish's dialect, which most servers use. The second is called Thai FEN, and has functions of its own.
//!
//! Fairy-Stockfish's dialect loses part of a count: the kind of honour, the counting side, the first number, the choice of the
//! side, and a stopped count. The reader infers pieces' honour from a bare side, the side to move as counting side from an even
//! number of plies, and a first number of one more than the pieces on the board. While a count runs, the FEN has no half-move
//! clock. `serde` and [`packed::pack`](crate::packed::pack) keep all of this; the second dialect keeps all except the choice and
//! the clock.
//!
//! Sources: Fairy-Stockfish, by its behaviour; the programs that use the second dialect, for the meaning of its fields.
//!
//! Moves in Thai, as Fairy-Stockfish writes them:
//!
//! ```text
//!    ม  ข   -  ง๒        Nbd2: the Ma of the b-file, quietly, to d2           files  ก ข ค ง จ ฉ ช ญ   a to h
//!    ช  x  ฉ๖  =M  +     gxf6=M+: a Bia has no letter, but names its file     ranks  ๑ ๒ ๓ ๔ ๕ ๖ ๗ ๘   1 to 8
//!
//!    Khun ข    Met ม็    promoted Bia ง    Khon ค    Ma ม    Rua ร
//! ```
//!
//! There is no reader, because three letters mean both a piece and a file: `ขxก๕` is a capture by the Khun and by a Bia of the
//! b-file. To read such a text, compare it with the texts of all legal moves. Two may match.
//!
//! Source: Fairy-Stockfish's notation `THAI_SAN`, by its output (`tests/data/makruk_san.txt`).

use super::fen::{
    Alphabet, Capitals, Dialect, Expected, FenError, FenField, FenReader, Letters, Repairs, push_board, read_lenient,
    tolerate,
};
use super::san::{LETTERED, San};
use super::{FenText, LetteredText, Text};
use crate::geometry::Square;
use crate::moves::Move;
use crate::piece::{Color, Piece, Role};
use crate::position::Makruk;
use crate::rules::{Count, Honour, MakrukRules, Setup};

/// The initials of the Thai names in the order of the roles: Bia, Ma, Rua, Khun, (m)Et, Thon for Khon. F is a flipped Bia.
const INITIALS: Capitals = *b"BM\xFFR\xFFKETF";
static THAI_LETTERS: Letters = Letters::of(INITIALS);
static THAI: Alphabet = Alphabet::of(INITIALS);

/// Reads the FEN of a legal position in Thai FEN, strictly. Programs with this dialect write
/// `rmtektmr/8/bbbbbbbb/8/8/BBBBBBBB/8/RMTKETMR w 1`: three fields, or eight while a count runs.
///
/// The dialect has no half-move clock. An odd limit is read as the next even number. The start of the game has White's Khun on d1 and
/// Black's on e8, each before a Met. Where a text has both on one file, it is read as it stands.
///
/// [`PieceLetters::THAI`](crate::san::PieceLetters::THAI) reads and writes moves with these letters: `Td4`, `g6=F`.
///
/// ```
/// use chess0x88::{Makruk, makruk};
/// let position = makruk::from_thai_fen("8/3k4/6F1/2K1T3/8/8/8/8 b 1 b pp 4 5 44")?;
/// assert_eq!(position.fen(), "8/3k4/6M~1/2K1S3/8/8/8/8 b - 88 8 1");
/// # Ok::<(), chess0x88::fen::FenError>(())
/// ```
///
/// # Errors
/// The place of the first wrong character, or the violations of an illegal position.
pub fn from_thai_fen(text: &str) -> Result<Makruk, FenError> {
    Ok(Setup::from_thai_fen(text)?.to_position()?)
}

/// Reads Thai FEN leniently and lists the repairs, as [`fen::parse_lenient`](crate::fen::parse_lenient) does with the first
/// dialect.
///
/// ```
/// use chess0x88::{Makruk, makruk};
/// let (position, repairs) = makruk::from_thai_fen_lenient("8/3k4/6F1/2K1T3/44/8/8/8_b")?;
/// assert_eq!(makruk::thai_fen(&position), "8/3k4/6F1/2K1T3/8/8/8/8 b 1");
/// assert_eq!(repairs[0].to_string(), "board: added up adjacent digits (byte 17)");
/// # Ok::<(), chess0x88::fen::FenError>(())
/// ```
///
/// # Errors
/// The place of the unreadable character, or the violations of an illegal position.
pub fn from_thai_fen_lenient(text: &str) -> Result<(Makruk, Repairs), FenError> {
    let (setup, repairs) = Setup::from_thai_fen_lenient(text)?;
    tolerate(setup, repairs)
}

/// Writes the position as Thai FEN.
///
/// ```
/// use chess0x88::{Makruk, makruk};
/// assert_eq!(
///     makruk::thai_fen(&Makruk::startpos()),
///     "rmtektmr/8/bbbbbbbb/8/8/BBBBBBBB/8/RMTKETMR w 1"
/// );
/// ```
pub fn thai_fen(position: &Makruk) -> FenText {
    position.to_setup().thai_fen()
}

impl Setup<MakrukRules> {
    /// Reads Thai FEN strictly: see [`makruk::from_thai_fen`](crate::makruk::from_thai_fen). The position may be illegal.
    ///
    /// # Errors
    /// The place of the first wrong character.
    pub(crate) fn from_thai_fen(text: &str) -> Result<Setup<MakrukRules>, FenError> {
        let mut reader = FenReader::new(text);
        let setup = reader.thai();
        reader.end()?;
        Ok(setup)
    }

    /// Reads Thai FEN leniently and lists the repairs. The position may be illegal.
    ///
    /// # Errors
    /// The place of the unreadable character. An incomplete count is an error too: no number is invented.
    pub(crate) fn from_thai_fen_lenient(text: &str) -> Result<(Setup<MakrukRules>, Repairs), FenError> {
        read_lenient(text, Dialect::thai(&THAI), Setup::from_thai_fen)
    }

    /// Writes the setup as Thai FEN.
    pub(crate) fn thai_fen(&self) -> FenText {
        let mut text = Text::new();
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
        text
    }
}

impl FenReader<'_> {
    /// Reads the three fields of Thai FEN, or the eight fields while a count runs.
    fn thai(&mut self) -> Setup<MakrukRules> {
        let mut setup = Setup::<MakrukRules>::empty();
        self.board(&THAI, &mut setup.board);
        self.next_field(FenField::Turn);
        setup.turn = self.color();
        self.next_field(FenField::FullmoveNumber);
        setup.fullmove_number = self.number();
        if self.peek().is_some() {
            setup.state.count = Some(self.thai_count(setup.turn));
        }
        setup
    }

    /// Reads the five fields of a count.
    fn thai_count(&mut self, turn: Color) -> Count {
        self.next_field(FenField::CountSide);
        let side = self.color();
        self.next_field(FenField::Honour);
        let honour = if self.takes(b'b') { Honour::Board } else { Honour::Pieces };
        if honour == Honour::Pieces && !self.takes(b'p') || !self.takes(b'p') {
            self.expect(Expected::Honour);
        }
        self.next_field(FenField::Count);
        if side != turn && self.peek() == Some(b'0') {
            self.expect(Expected::CountFromOne);
        }
        // Between two moves of the counting side, the last number stands for an odd number of plies.
        let plies = self.doubled().saturating_sub(u32::from(side != turn));
        self.next_field(FenField::CountStart);
        let first = self.number();
        self.next_field(FenField::CountLimit);
        let limit = self.doubled();
        Count { honour, side, first, plies, limit, by_choice: false }
    }
}

// The longest text has three bytes for each Thai character: 20.
const _: () = assert!("ม็ก๑xข๒#".len() <= LETTERED);

const FILES: [char; 8] = ['ก', 'ข', 'ค', 'ง', 'จ', 'ฉ', 'ช', 'ญ'];
const RANKS: [char; 8] = ['๑', '๒', '๓', '๔', '๕', '๖', '๗', '๘'];

/// Writes a legal move of this position in Thai short notation. The text of an illegal move is unspecified.
///
/// The promotion suffix stays Latin, `=M`. A text may fit two moves, since three letters mean both a piece and a file.
///
/// ```
/// use chess0x88::{Makruk, makruk};
/// let position = Makruk::startpos();
/// assert_eq!(makruk::thai_san(&position, position.parse_uci("b1d2")?).as_str(), "ม-ง๒");
/// assert_eq!(makruk::thai_san(&position, position.parse_uci("e3e4")?).as_str(), "จ๔");
/// # Ok::<(), chess0x88::uci::UciError>(())
/// ```
pub fn thai_san(position: &Makruk, mv: Move) -> LetteredText {
    let mut text = Text::new();
    let Some(piece) = position.board().piece_at(mv.from()) else { return text };
    // A promoted Bia counts as a Met here, although its letter differs.
    let San::Piece(step) = San::of(position, piece, mv, false, position.check_sign(mv)) else { return text };
    text.push_str(letter(piece));
    push_square(&mut text, mv.from(), (step.file.is_some(), step.rank.is_some()));
    if step.is_capture {
        text.push(b'x');
    } else if step.role != Role::Pawn {
        text.push(b'-');
    }
    push_square(&mut text, mv.to(), (true, true));
    if step.promotion.is_some() {
        text.push_str("=M");
    }
    if let Some(sign) = step.sign {
        text.push_str(sign.as_str());
    }
    text
}

const fn letter(piece: Piece) -> &'static str {
    match piece.role() {
        Role::King => "ข",
        Role::Met | Role::Queen if piece.is_promoted() => "ง",
        Role::Met | Role::Queen => "ม็",
        Role::Khon | Role::Bishop => "ค",
        Role::Knight => "ม",
        Role::Rook => "ร",
        Role::Pawn => "",
    }
}

/// Appends the file and the rank of a square, each if it is `named`.
fn push_square(text: &mut Text<LETTERED>, square: Square, named: (bool, bool)) {
    let (file, rank) = (FILES[square.file() as usize], RANKS[square.rank() as usize]);
    for (char, is_named) in [(file, named.0), (rank, named.1)] {
        if is_named {
            text.push_str(char.encode_utf8(&mut [0; 4]));
        }
    }
}

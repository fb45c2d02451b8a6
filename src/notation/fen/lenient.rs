//! FEN as people paste it: read all the same, with a list of what was put right.
//!
//! ```text
//!     rnbqkbnr/pppppppp/44/8/8/8/PPPPPPPP/RNBQKBNR_W  KQkqK  e6
//!                       ││                        │││      │ └┴─ no pawn can have passed there: dropped
//!                       ││                        │││      └ said before: dropped
//!                       ││                        ││└ two spaces: one      (two fields missing: 0 and 1)
//!                       ││                        │└ w
//!                       ││                        └ a space
//!                       └┴ one gap, one digit: 8
//! ```
//!
//! A repair never guesses where a piece stands: ranks that are too short or too long and unknown letters stay errors, and
//! so does a position that is not legal, unless a right to castle or an en passant square is all that is wrong with it.
//! A text that the strict reader takes gives the same position and no repairs.

use core::fmt;
use core::ops::Deref;

use super::{Alphabet, END_OF_BOARD, FenError, FenField, OFF_BOARD, Reader, Symbol, castling_letter};
use crate::board::Board0x88;
use crate::geometry::Square;
use crate::moves::CastlingSide;
use crate::piece::{Color, Piece, PieceNames, Role};
use crate::position::Position;
use crate::rules::{CastlingRights, Count, MakrukRules, Parts, Rules, Setup, Violation, Violations};

/// Something that [`Position::from_fen_lenient`] or [`Position::parse_epd_lenient`] put right, or let pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub struct Repair {
    /// What it was.
    pub kind: RepairKind,
    /// Byte offset in the text. For what is missing, where it should have stood; for what was let pass, the board's.
    pub at: usize,
}

/// What was put right. Its `Display` is a sentence for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum RepairKind {
    /// White space, or an underscore, before the first field, behind the last, or beside a slash.
    #[error("removed stray white space")]
    StraySpace,
    /// Between two fields stood something other than one space: several, a tab, an underscore.
    #[error("put one space between the fields")]
    Separator,
    /// Several digits in a row for one gap, such as `44`. Reported once a rank.
    #[error("board: took several digits in a row for one gap")]
    SplitGap,
    /// A `~` after a piece, with which crazyhouse marks a promoted one, in Makruk after another than a Met. Reported once
    /// a rank.
    #[error("board: ignored the ~ after a piece")]
    PromotionMark,
    /// A slash behind the last rank.
    #[error("board: removed the slash behind the last rank")]
    TrailingSlash,
    /// A side to move or an en passant square in capitals.
    #[error("{field}: took the capital for a small letter")]
    Capitals {
        /// The field.
        field: FenField,
    },
    /// A field that is not there, or for a counter only a `-`.
    #[error("{field}: missing, took {}", .field.default_text())]
    Missing {
        /// The field.
        field: FenField,
    },
    /// Black's castling letters before White's.
    #[error("castling: put White before Black")]
    CastlingOrder,
    /// A castling right that another letter gives: an earlier one, or one whose rook is in its place when this one's is not.
    /// A rook stands on its square.
    #[error("castling: ignored a right given twice")]
    CastlingTwice,
    /// A castling letter beside another one for the same wing, on whose square no rook stands. Reported once for each wing.
    #[error("castling: ignored a letter, since no rook is on {square}")]
    CastlingNoRook {
        /// Where the rook should stand.
        square: Square,
    },
    /// A `-` among castling letters, or a second one.
    #[error("castling: ignored a needless -")]
    CastlingDash,
    /// A counter with zeros in front.
    #[error("{field}: removed the leading zeros")]
    LeadingZeros {
        /// The counter.
        field: FenField,
    },
    /// A counter above 4,294,967,295.
    #[error("{field}: too large, took 4294967295")]
    TooLarge {
        /// The counter.
        field: FenField,
    },
    /// A castling right whose king or rook is not in its place.
    #[error("dropped {color}'s right to castle {}: king or rook is not in its place", .side.name())]
    CastlingDropped {
        /// Whose right.
        color: Color,
        /// On which side.
        side: CastlingSide,
    },
    /// An en passant square that the board, or the check on it, contradicts.
    #[error("dropped the en passant square {square}: no pawn can have just passed over it")]
    EnPassantDropped {
        /// The square.
        square: Square,
    },
    /// EPD: a semicolon with no operation before it. Reported once a line.
    #[error("ignored a ; that ends no operation")]
    StraySemicolon,
    /// EPD: the quotation mark that should end the last operand.
    #[error("put a \" behind the last operand")]
    LastQuote,
    /// EPD: the semicolon that should end the line.
    #[error("put a ; behind the last operation")]
    LastSemicolon,
    /// A violation that upsets no rule of movement, and was let pass. Nothing was changed.
    #[error("let pass: {}", .violation.message(*.names))]
    Tolerated {
        /// What was let pass.
        violation: Violation,
        /// What the game calls its pieces.
        names: PieceNames,
    },
}

impl FenField {
    /// What a lenient reader takes for a field that is not there.
    const fn default_text(self) -> &'static str {
        match self {
            FenField::Turn => "w",
            FenField::HalfmoveClock | FenField::Count => "0",
            FenField::FullmoveNumber => "1",
            _ => "-",
        }
    }
}

/// The sentence, and where.
impl fmt::Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (byte {})", self.kind, self.at)
    }
}

/// The repairs made to one text, in the order of the text; then what was dropped, then what was let pass.
///
/// It dereferences to a slice. There is room for all that one text can need: every kind is reported once for a place that
/// it concerns, and there are at most eight ranks, seven separators, and twenty castling letters.
#[derive(Clone, Copy)]
pub struct Repairs {
    len: u8,
    list: [Repair; Repairs::CAPACITY],
}

impl Repairs {
    const CAPACITY: usize = 64;

    pub(in crate::notation) const NONE: Repairs =
        Repairs { len: 0, list: [Repair { kind: RepairKind::StraySpace, at: 0 }; Repairs::CAPACITY] };

    pub(in crate::notation) fn push(&mut self, kind: RepairKind, at: usize) {
        if let Some(slot) = self.list.get_mut(usize::from(self.len)) {
            *slot = Repair { kind, at };
            self.len += 1;
        }
    }
}

impl Deref for Repairs {
    type Target = [Repair];

    fn deref(&self) -> &[Repair] {
        self.list.get(..usize::from(self.len)).unwrap_or_default()
    }
}

impl<'a> IntoIterator for &'a Repairs {
    type Item = &'a Repair;
    type IntoIter = core::slice::Iter<'a, Repair>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Debug for Repairs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// The sentences, separated by semicolons.
impl fmt::Display for Repairs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, repair) in self.iter().enumerate() {
            if i > 0 {
                f.write_str("; ")?;
            }
            fmt::Display::fmt(repair, f)?;
        }
        Ok(())
    }
}

impl<R: Rules> Setup<R> {
    /// Reads a FEN as people paste it, and tells what it put right. The position may be illegal.
    ///
    /// Beyond the strict form it reads: fields missing from the end or left out; spaces, tabs and underscores in any
    /// number between fields, around the text and beside slashes; a slash behind the last rank; `44` for `8`; `~` after
    /// a piece; `W` and `B`; castling letters twice or in another order; `-` for a counter, leading zeros, and counters
    /// too large, which saturate. When the limit of Makruk's count may be one of the fields left out, the last two numbers
    /// are clock and move number.
    ///
    /// Which pieces stand where it never guesses, and it looks at spelling only: castling rights and en passant square
    /// stay as they are said.
    ///
    /// ```
    /// use chess0x88::{ChessRules, Setup};
    /// let (setup, repairs) = Setup::<ChessRules>::from_fen_lenient("44/8/8/8/8/8/8/k1K5_B")?;
    /// assert_eq!(setup.fen().as_str(), "8/8/8/8/8/8/8/k1K5 b - - 0 1");
    /// assert_eq!(repairs.len(), 7);
    /// assert_eq!(repairs[0].to_string(), "board: took several digits in a row for one gap (byte 1)");
    /// # Ok::<(), chess0x88::fen::FenError>(())
    /// ```
    ///
    /// # Errors
    /// What could not be made sense of, and where.
    pub fn from_fen_lenient(text: &str) -> Result<(Setup<R>, Repairs), FenError> {
        read_leniently(text, const { &Alphabet::of::<R>() }, Lenient::fields)
    }
}

impl<R: Rules> Position<R> {
    /// Reads a FEN as people paste it, and tells what it put right: the spelling, as
    /// [`Setup::from_fen_lenient`] does; and castling rights and an en passant square that the board contradicts, which
    /// are dropped.
    ///
    /// What no game leads to but upsets no rule of movement ([`Violations::TOLERABLE`]) passes too, with a note among
    /// the repairs. A text that [`from_fen`](Position::from_fen) takes gives the same position, and no repairs.
    ///
    /// ```
    /// use chess0x88::{Chess, Makruk};
    /// let (position, repairs) = Chess::from_fen_lenient("r3k2r/8/8/8/8/8/8/4K2R w KQkq e6")?;
    /// assert_eq!(position.fen().as_str(), "r3k2r/8/8/8/8/8/8/4K2R w Kkq - 0 1");
    /// let told: Vec<String> = repairs.iter().map(|repair| repair.to_string()).collect();
    /// assert_eq!(told, [
    ///     "half-move clock: missing, took 0 (byte 32)",
    ///     "full-move number: missing, took 1 (byte 32)",
    ///     "dropped White's right to castle on the queen's side: king or rook is not in its place (byte 26)",
    ///     "dropped the en passant square e6: no pawn can have just passed over it (byte 30)",
    /// ]);
    ///
    /// let (position, _) = Makruk::from_fen_lenient("8/3k4/6M~1/2K1S3/44/8/8/8_b")?;
    /// assert_eq!(position.fen().as_str(), "8/3k4/6M~1/2K1S3/8/8/8/8 b - - 0 1");
    /// # Ok::<(), chess0x88::fen::FenError>(())
    /// ```
    ///
    /// # Errors
    /// What could not be made sense of, and where; or why the position is not legal.
    pub fn from_fen_lenient(text: &str) -> Result<(Position<R>, Repairs), FenError> {
        let mut lenient = Lenient::read(text, const { &Alphabet::of::<R>() }, Lenient::fields)?;
        lenient.drop_what_the_board_contradicts();
        tolerate(lenient.setup, lenient.repairs)
    }
}

/// The setup that a text tells of with these letters, and with these fields after the side to move.
pub(in crate::notation) fn read_leniently<'a, R: Rules>(
    text: &'a str,
    alphabet: &Alphabet,
    fields: fn(&mut Lenient<'a, R>) -> Result<(), FenError>,
) -> Result<(Setup<R>, Repairs), FenError> {
    let Lenient { setup, repairs, .. } = Lenient::read(text, alphabet, fields)?;
    Ok((setup, repairs))
}

/// The position, with a note for each violation that is let pass.
pub(in crate::notation) fn tolerate<R: Rules>(
    setup: Setup<R>,
    mut repairs: Repairs,
) -> Result<(Position<R>, Repairs), FenError> {
    let position = setup.into_position_with(Violations::TOLERABLE)?;
    for violation in setup.violations().iter() {
        repairs.push(RepairKind::Tolerated { violation, names: R::NAMES }, 0);
    }
    Ok((position, repairs))
}

/// A text being read, with what has come of it so far.
pub(in crate::notation) struct Lenient<'a, R: Rules> {
    reader: Reader<'a>,
    setup: Setup<R>,
    repairs: Repairs,
    /// Where the letter of each castling right stands, by colour and side.
    castling_at: [[usize; 2]; 2],
    en_passant_at: usize,
}

const fn is_space(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == b'_'
}

impl<'a, R: Rules> Lenient<'a, R> {
    /// Reads a text with these letters, and with `fields` what comes after the side to move.
    fn read(
        text: &'a str,
        alphabet: &Alphabet,
        fields: fn(&mut Self) -> Result<(), FenError>,
    ) -> Result<Lenient<'a, R>, FenError> {
        let mut lenient = Lenient {
            reader: Reader::new(text),
            setup: Setup::empty(),
            repairs: Repairs::NONE,
            castling_at: [[0; 2]; 2],
            en_passant_at: 0,
        };
        if lenient.skip_spaces() {
            lenient.repairs.push(RepairKind::StraySpace, 0);
        }
        lenient.setup.board = lenient.board(alphabet)?;
        lenient.turn()?;
        fields(&mut lenient)?;
        let end = lenient.reader.at;
        if lenient.skip_spaces() {
            lenient.repairs.push(RepairKind::StraySpace, end);
        }
        match lenient.reader.peek() {
            None => Ok(lenient),
            Some(_) => Err(lenient.reader.expected("the end")),
        }
    }

    /// Steps over white space; whether there was any.
    fn skip_spaces(&mut self) -> bool {
        let start = self.reader.at;
        while self.reader.peek().is_some_and(is_space) {
            self.reader.at += 1;
        }
        self.reader.at > start
    }

    /// The characters up to the next white space.
    fn word(&self) -> &'a [u8] {
        let rest = self.reader.text.as_bytes().get(self.reader.at..).unwrap_or_default();
        rest.split(|&byte| is_space(byte)).next().unwrap_or_default()
    }

    fn board(&mut self, alphabet: &Alphabet) -> Result<Board0x88, FenError> {
        let mut codes = [0; 128];
        let mut index = Square::A8 as u8;
        let mut last = Symbol::NONE;
        let (mut split_gap, mut promotion_mark) = (false, false);
        loop {
            let symbol = self.reader.symbol(alphabet);
            let next = index.wrapping_add_signed(symbol.steps);
            if self.reader.peek() == Some(b'~') && last.code != 0 {
                let has_meaning = alphabet.tilde && self.reader.is_promotion_mark(&mut codes, index);
                if !has_meaning && !promotion_mark {
                    self.repairs.push(RepairKind::PromotionMark, self.reader.at);
                    promotion_mark = true;
                }
                last = Symbol::NONE;
            } else if index == END_OF_BOARD {
                break;
            } else if symbol.fits(index) && next & 0x0F <= OFF_BOARD {
                if symbol.flags & last.flags & Symbol::GAP != 0 && !split_gap {
                    self.repairs.push(RepairKind::SplitGap, self.reader.at);
                    split_gap = true;
                }
                codes[usize::from(index & 0x7F)] = symbol.code;
                if symbol.flags & Symbol::SLASH != 0 {
                    (split_gap, promotion_mark) = (false, false);
                }
                (index, last) = (next, symbol);
            } else {
                let start = self.reader.at;
                let after_slash = last.flags & Symbol::SLASH != 0;
                if self.skip_spaces() && (after_slash || self.reader.peek() == Some(b'/')) {
                    self.repairs.push(RepairKind::StraySpace, start);
                    continue;
                }
                self.reader.at = start;
                return Err(self.reader.board_error(symbol, index, false));
            }
            self.reader.at += 1;
        }
        if let [b'/'] = self.word() {
            self.repairs.push(RepairKind::TrailingSlash, self.reader.at);
            self.reader.at += 1;
        }
        Ok(Board0x88::from_codes(codes))
    }

    /// Goes to the word that holds a field, if there is one: otherwise the field is missing, which is a repair.
    fn find_field(&mut self, field: FenField, is_it: impl FnOnce(&[u8]) -> bool) -> Result<bool, FenError> {
        self.reader.field = field;
        let start = self.reader.at;
        let found_space = self.skip_spaces();
        let word = self.word();
        if is_it(word) {
            if !found_space {
                return Err(self.reader.expected("a space"));
            }
            if self.reader.text.get(start..self.reader.at) != Some(" ") {
                self.repairs.push(RepairKind::Separator, start);
            }
            return Ok(true);
        }
        self.reader.at = start;
        self.repairs.push(RepairKind::Missing { field }, start);
        Ok(false)
    }

    fn turn(&mut self) -> Result<(), FenError> {
        // Whatever is not one of the later fields must be meant for this one.
        let is_it = |word: &[u8]| {
            matches!(word, b"w" | b"b" | b"W" | b"B")
                || !(word.is_empty() || is_castling(word) || is_en_passant(word) || is_counter(word))
        };
        if !self.find_field(FenField::Turn, is_it)? {
            return Ok(());
        }
        self.setup.turn = match self.reader.peek() {
            Some(b'w' | b'W') => Color::White,
            Some(b'b' | b'B') => Color::Black,
            _ => return Err(self.reader.expected("w or b")),
        };
        if self.reader.peek().is_some_and(|byte| byte.is_ascii_uppercase()) {
            self.repairs.push(RepairKind::Capitals { field: FenField::Turn }, self.reader.at);
        }
        self.reader.at += 1;
        Ok(())
    }

    fn counter(&mut self, field: FenField, default: u32) -> Result<u32, FenError> {
        if !self.find_field(field, |word| !word.is_empty())? {
            return Ok(default);
        }
        if self.word() == b"-" {
            self.repairs.push(RepairKind::Missing { field }, self.reader.at);
            self.reader.at += 1;
            return Ok(default);
        }
        self.number(field)
    }

    fn number(&mut self, field: FenField) -> Result<u32, FenError> {
        let start = self.reader.at;
        let mut number = Some(0_u32);
        while let Some(digit @ b'0'..=b'9') = self.reader.peek() {
            if self.reader.at == start + 1 && number == Some(0) {
                self.repairs.push(RepairKind::LeadingZeros { field }, start);
            }
            number = number.and_then(|number| number.checked_mul(10)?.checked_add(u32::from(digit - b'0')));
            self.reader.at += 1;
        }
        if self.reader.at == start {
            return Err(self.reader.expected("a number"));
        }
        self.end_of_word()?;
        if number.is_none() {
            self.repairs.push(RepairKind::TooLarge { field }, start);
        }
        Ok(number.unwrap_or(u32::MAX))
    }

    fn end_of_word(&self) -> Result<(), FenError> {
        match self.reader.peek() {
            Some(byte) if !is_space(byte) => Err(self.reader.expected("a space or the end")),
            _ => Ok(()),
        }
    }
}

impl<R: Rules> Lenient<'_, R> {
    /// The four fields after the side to move.
    fn fields(&mut self) -> Result<(), FenError> {
        let mut parts = Parts::default();
        if R::CASTLING {
            parts.castling = self.castling()?;
        } else {
            self.no_castling()?;
        }
        if R::COUNTING {
            parts.count = self.count()?;
        } else {
            parts.en_passant = self.en_passant()?;
        }
        if parts.count.is_none() {
            self.setup.halfmove_clock = self.counter(FenField::HalfmoveClock, 0)?;
        }
        self.setup.fullmove_number = self.counter(FenField::FullmoveNumber, 1)?;
        self.setup.state = R::from_parts(parts);
        Ok(())
    }

    fn castling(&mut self) -> Result<CastlingRights, FenError> {
        let mut castling = CastlingRights::NONE;
        let is_it = |word: &[u8]| is_castling(word) || !(word.is_empty() || is_en_passant(word) || is_counter(word));
        if !self.find_field(FenField::Castling, is_it)? {
            return Ok(castling);
        }
        let (mut last, mut out_of_order, mut twice, mut dash) = (Color::White, false, false, false);
        let mut rookless = [[false; 2]; 2];
        let word = self.word();
        let meant = self.rights_in_place(word);
        for &byte in word {
            let at = self.reader.at;
            if byte == b'-' {
                if word.len() > 1 && !dash {
                    self.repairs.push(RepairKind::CastlingDash, at);
                    dash = true;
                }
            } else if let Some((color, side, rook)) = right(&self.setup.board, byte) {
                let is_another = meant.rook(color, side).is_some_and(|meant| meant != rook);
                let is_needless = is_another || castling.rook(color, side).is_some();
                let is_rookless = !self.setup.board.holds(rook, Piece::new(color, Role::Rook));
                if is_needless && is_rookless {
                    if !core::mem::replace(&mut rookless[color as usize][side as usize], true) {
                        self.repairs.push(RepairKind::CastlingNoRook { square: rook }, at);
                    }
                } else if is_needless {
                    if !twice {
                        self.repairs.push(RepairKind::CastlingTwice, at);
                    }
                    twice = true;
                } else {
                    castling.set(color, side, Some(rook));
                    self.castling_at[color as usize][side as usize] = at;
                }
                if color < last && !out_of_order {
                    self.repairs.push(RepairKind::CastlingOrder, at);
                    out_of_order = true;
                }
                last = color;
            } else {
                return Err(self.reader.expected("a castling letter"));
            }
            self.reader.at += 1;
        }
        Ok(castling)
    }

    /// The rights that letters of a word give to a rook in its place; the first, should there be several for a wing.
    /// A letter that gives the same right to another rook, or to none, is not to take it away.
    fn rights_in_place(&self, word: &[u8]) -> CastlingRights {
        let board = &self.setup.board;
        let mut rights = CastlingRights::NONE;
        for (color, side, rook) in word.iter().filter_map(|&byte| right(board, byte)) {
            let is_in_place = |king| CastlingRights::is_valid(board, king, color, side, rook);
            if rights.rook(color, side).is_none() && board.king(color).is_some_and(is_in_place) {
                rights.set(color, side, Some(rook));
            }
        }
        rights
    }

    fn en_passant(&mut self) -> Result<Option<Square>, FenError> {
        let is_it = |word: &[u8]| word == b"-" || !(word.is_empty() || is_counter(word));
        if !self.find_field(FenField::EnPassant, is_it)? {
            return Ok(None);
        }
        self.en_passant_at = self.reader.at;
        let square = match *self.word() {
            [file @ b'A'..=b'H', rank @ b'1'..=b'8'] => {
                self.repairs.push(RepairKind::Capitals { field: FenField::EnPassant }, self.reader.at);
                self.reader.at += 2;
                Square::from_name(file.to_ascii_lowercase(), rank)
            }
            _ => self.reader.en_passant()?,
        };
        self.end_of_word()?;
        Ok(square)
    }

    fn drop_what_the_board_contradicts(&mut self) {
        let violations = self.setup.violations();
        if violations.contains(Violation::CastlingRights) {
            let mut kept = R::parts(&self.setup.state);
            for (color, side, rook) in R::castling(&self.setup.state).iter() {
                let mut only_this = CastlingRights::NONE;
                only_this.set(color, side, Some(rook));
                let state = R::from_parts(Parts { castling: only_this, ..Parts::default() });
                if (Setup { state, ..self.setup }).violations().contains(Violation::CastlingRights) {
                    kept.castling.set(color, side, None);
                    let at = self.castling_at[color as usize][side as usize];
                    self.repairs.push(RepairKind::CastlingDropped { color, side }, at);
                }
            }
            self.setup.state = R::from_parts(kept);
        }
        if let Some(square) = R::en_passant(&self.setup.state) {
            let mut without = self.setup;
            without.state = R::from_parts(Parts { en_passant: None, ..R::parts(&self.setup.state) });
            // A check that the double step does not explain speaks against the step, if it has another explanation.
            let contradicted = |setup: &Setup<R>| {
                let violations = setup.violations();
                violations.contains(Violation::EnPassant) || violations.contains(Violation::ImpossibleCheck)
            };
            if contradicted(&self.setup) && (violations.contains(Violation::EnPassant) || !contradicted(&without)) {
                self.setup = without;
                self.repairs.push(RepairKind::EnPassantDropped { square }, self.en_passant_at);
            }
        }
    }
}

impl<R: Rules> Lenient<'_, R> {
    /// The castling field of a game without castling.
    fn no_castling(&mut self) -> Result<(), FenError> {
        if self.find_field(FenField::Castling, |word| !(word.is_empty() || is_counter(word)))? {
            if self.word() != b"-" {
                return Err(self.reader.expected("-, for nobody castles in Makruk"));
            }
            self.reader.at += 1;
        }
        Ok(())
    }

    /// The limit of a count and how far it has come, if there is a limit.
    fn count(&mut self) -> Result<Option<Count>, FenError> {
        // Only with two more numbers behind it is a number the limit.
        let rest = self.reader.text.as_bytes().get(self.reader.at..).unwrap_or_default();
        let words = rest.split(|&byte| is_space(byte)).filter(|word| !word.is_empty()).count();
        let is_limit = |word: &[u8]| !(word.is_empty() || is_counter(word) && words < 3);
        if !self.find_field(FenField::CountLimit, is_limit)? {
            return Ok(None);
        }
        if self.word() == b"-" {
            self.reader.at += 1;
            return Ok(None);
        }
        if !matches!(self.reader.peek(), Some(b'1'..=b'9')) {
            return Err(self.reader.expected("a number of plies from 1 or -"));
        }
        let limit = self.number(FenField::CountLimit)?;
        let plies = self.counter(FenField::Count, 0)?;
        Ok(Some(Count::resumed(&self.setup.board, self.setup.turn, plies, limit)))
    }
}

impl Lenient<'_, MakrukRules> {
    /// The move number, and the five fields of a count if there is one.
    pub(in crate::notation) fn thai_fields(&mut self) -> Result<(), FenError> {
        self.setup.fullmove_number = self.counter(FenField::FullmoveNumber, 1)?;
        let end = self.reader.at;
        self.skip_spaces();
        let has_count = self.reader.peek().is_some();
        self.reader.at = end;
        if has_count {
            let Lenient { reader, setup, repairs, .. } = self;
            let count = reader.thai_count(setup.turn, |reader, field| {
                let start = reader.at;
                while reader.peek().is_some_and(is_space) {
                    reader.at += 1;
                }
                match reader.text.get(start..reader.at) {
                    Some(" ") => {}
                    Some("") => return Err(reader.expected("a space")),
                    _ => repairs.push(RepairKind::Separator, start),
                }
                reader.field = field;
                Ok(())
            })?;
            setup.state.count = Some(count);
        }
        Ok(())
    }
}

/// The right that a letter gives.
fn right(board: &Board0x88, letter: u8) -> Option<(Color, CastlingSide, Square)> {
    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
    let (side, rook) = castling_letter(board, color, letter.to_ascii_uppercase())?;
    Some((color, side, rook))
}

/// Whether a word looks like castling rights: letters and dashes, and neither a lone side to move nor a square.
fn is_castling(word: &[u8]) -> bool {
    !word.is_empty() && word.iter().all(|byte| matches!(byte.to_ascii_uppercase(), b'K' | b'Q' | b'A'..=b'H' | b'-'))
}

/// Whether a word looks like an en passant square.
fn is_en_passant(word: &[u8]) -> bool {
    matches!(word, [b'a'..=b'h' | b'A'..=b'H', b'0'..=b'9'])
}

/// Whether a word begins like a counter.
fn is_counter(word: &[u8]) -> bool {
    word.first().is_some_and(u8::is_ascii_digit)
}

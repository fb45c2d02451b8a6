//! The strict reader: one field after the other, with one space between, exactly as the writer writes them.
//!
//! The functions are `const`, for [`fen!`](crate::fen!), so none returns early by `?`. Instead the reader keeps its first error, and
//! stands at the end of the text from then on: the functions of the later fields find nothing to read, and nobody asks for their
//! values.

use super::{Expected, FenError, FenField};
use crate::board::Board0x88;
use crate::geometry::{File, IS_FAST, Rank, Square};
use crate::moves::CastlingSide;
use crate::notation::Found;
use crate::piece::{Color, Piece, Role};
use crate::rules::{CastlingRights, Count, Examined, Parts, Rules, Setup, examine, outermost_rook};

/// The fields of a FEN in any game, before the state of a setup is built.
#[derive(Debug)]
pub(super) struct Fields {
    pub(super) board: Board0x88,
    pub(super) turn: Color,
    pub(super) parts: Parts,
    pub(super) halfmove_clock: u32,
    pub(super) fullmove_number: u32,
}

impl Fields {
    /// An empty board with White to move. (A constant would take 200 bytes of the program.)
    #[inline]
    pub(super) const fn empty() -> Fields {
        Fields {
            board: Board0x88::empty(),
            turn: Color::White,
            parts: Parts::NONE,
            halfmove_clock: 0,
            fullmove_number: 1,
        }
    }

    /// Reads a FEN into empty fields.
    #[inline]
    pub(super) const fn read<R: Rules>(&mut self, text: &str) -> Result<(), FenError> {
        let mut reader = FenReader::new(text);
        reader.board(const { &Alphabet::of(capitals_of(R::ROLES)) }, &mut self.board);
        reader.next_field(FenField::Turn);
        self.turn = reader.color();
        reader.next_field(FenField::Castling);
        if R::CASTLING {
            self.parts.castling = reader.castling(&self.board);
        } else if !reader.takes(b'-') {
            reader.expect(Expected::DashForCastling);
        }
        // Chess has the en passant square here; Makruk has the limit of the count, and with a limit the next field is the count.
        if R::COUNTING {
            reader.next_field(FenField::CountLimit);
            self.parts.count = reader.count(&self.board, self.turn);
        } else {
            reader.next_field(FenField::EnPassant);
            self.parts.en_passant = reader.en_passant();
        }
        if self.parts.count.is_none() {
            reader.next_field(FenField::HalfmoveClock);
            self.halfmove_clock = reader.number();
        }
        reader.next_field(FenField::FullmoveNumber);
        self.fullmove_number = reader.number();
        reader.end()
    }

    pub(super) const fn examine<R: Rules>(&self) -> Examined {
        examine::<R>(&self.board, self.turn, &self.parts)
    }

    pub(super) fn into_setup<R: Rules>(self) -> Setup<R> {
        let state = R::from_parts(self.parts);
        self.with_state(state)
    }

    /// The setup with this state, which is that of the parts.
    pub(super) const fn with_state<R: Rules>(self, state: R::State) -> Setup<R> {
        let Fields { board, turn, halfmove_clock, fullmove_number, .. } = self;
        Setup { board, turn, state, halfmove_clock, fullmove_number }
    }
}

/// A FEN with a read position.
#[derive(Debug)]
pub(in crate::notation) struct FenReader<'a> {
    text: &'a str,
    at: usize,
    /// The field that is being read.
    field: FenField,
    /// The first error.
    error: Option<FenError>,
}

impl<'a> FenReader<'a> {
    #[inline]
    pub(in crate::notation) const fn new(text: &'a str) -> FenReader<'a> {
        FenReader { text, at: 0, field: FenField::Board, error: None }
    }

    /// The next byte.
    #[inline]
    pub(in crate::notation) const fn peek(&self) -> Option<u8> {
        let bytes = self.text.as_bytes();
        if self.at < bytes.len() { Some(bytes[self.at]) } else { None }
    }

    /// Skips this byte if it comes next, and returns `true` if it did.
    #[inline]
    pub(in crate::notation) const fn takes(&mut self, byte: u8) -> bool {
        let comes = matches!(self.peek(), Some(next) if next == byte);
        self.at += comes as usize;
        comes
    }

    /// Fails with "expected ... here".
    #[cold]
    #[inline(never)]
    pub(in crate::notation) const fn expect(&mut self, expected: Expected) {
        let (field, at) = (self.field, self.at);
        self.fail(FenError::Syntax { field, expected, found: Found::at(self.text, at), at });
    }

    #[cold]
    pub(in crate::notation) const fn fail(&mut self, error: FenError) {
        if self.error.is_none() {
            self.error = Some(error);
        }
        self.at = self.text.len();
    }

    /// Returns the first error.
    #[inline]
    pub(in crate::notation) const fn result(&self) -> Result<(), FenError> {
        match self.error {
            None => Ok(()),
            Some(error) => Err(error),
        }
    }

    /// Requires the end of the text, and returns the first error.
    #[inline]
    pub(in crate::notation) const fn end(mut self) -> Result<(), FenError> {
        if self.at < self.text.len() {
            self.expect(Expected::End);
        }
        self.result()
    }

    /// Requires the space before a field.
    #[cfg_attr(target_pointer_width = "32", inline(never))]
    pub(in crate::notation) const fn next_field(&mut self, field: FenField) {
        if !self.takes(b' ') {
            self.expect(Expected::Space);
        }
        self.field = field;
    }

    /// Reads the board field into an empty board: eight ranks from the eighth to the first, with letters for pieces and digits for
    /// empty squares.
    #[inline(never)]
    pub(in crate::notation) const fn board(&mut self, alphabet: &Alphabet, board: &mut Board0x88) {
        let (text, mut at) = (self.text.as_bytes(), self.at);
        let (mut codes, mut place, mut last) = ([0; CODES], RowIndex::BEGIN, Symbol::NONE);
        while at < text.len() {
            let symbol = alphabet.symbol(text[at]);
            let next = place.after(symbol);
            if next.is_in_row() && symbol.bits & last.bits & Symbol::GAP == 0 {
                put(board, &mut codes, place, symbol.bits);
                (place, last) = (next, symbol);
            } else if text[at] == b'~'
                && let Some(promoted) = alphabet.promoted(last)
            {
                put(board, &mut codes, place.before(), promoted.code());
                last = Symbol::NONE;
            } else {
                break;
            }
            at += 1;
        }
        self.at = at;
        if !place.is_end() {
            self.fail_board(place, last);
        }
        if IS_FAST {
            *board = board_of(&codes);
        }
    }

    /// Fails at a character that belongs on no square, or makes a rank too long or too short.
    #[cold]
    const fn fail_board(&mut self, place: RowIndex, last: Symbol) {
        let (rank, squares, at) = (place.rank(), place.file(), self.at);
        let squares = match self.peek() {
            _ if squares == RowIndex::BEHIND => return self.expect(Expected::Slash),
            Some(b'/') => squares,
            // A space at the start of the text is no short rank.
            Some(b' ') if at > 0 => squares,
            Some(b'1'..=b'8') if last.bits & Symbol::GAP != 0 => return self.expect(Expected::OneGap),
            Some(digit @ b'1'..=b'8') => squares + (digit - b'0'),
            _ => return self.expect(Expected::PieceOrGap),
        };
        self.fail(FenError::RankLength { rank, squares, at });
    }

    /// Reads the side to move, or another side.
    #[inline]
    pub(in crate::notation) const fn color(&mut self) -> Color {
        if self.takes(b'w') {
            return Color::White;
        }
        if !self.takes(b'b') {
            self.expect(Expected::Color);
        }
        Color::Black
    }

    /// Reads the castling rights: `KQkq`, X-FEN or Shredder-FEN.
    #[inline(never)]
    const fn castling(&mut self, board: &Board0x88) -> CastlingRights {
        let (mut rights, mut last, start) = (CastlingRights::NONE, Color::White, self.at);
        if self.takes(b'-') {
            return rights;
        }
        while let Some(letter) = self.peek()
            && letter != b' '
        {
            match castling_right(board, letter) {
                None => self.expect(Expected::CastlingLetter),
                Some((color, ..)) if (color as u8) < last as u8 => self.expect(Expected::WhiteBeforeBlack),
                Some((color, side, _)) if rights.rook(color, side).is_some() => self.expect(Expected::CastlingOnce),
                Some((color, side, rook)) => {
                    rights.set(color, side, Some(rook));
                    last = color;
                    self.at += 1;
                }
            }
        }
        if self.at == start {
            self.expect(Expected::CastlingLettersOrDash);
        }
        rights
    }

    /// Reads the en passant square.
    const fn en_passant(&mut self) -> Option<Square> {
        if self.takes(b'-') {
            return None;
        }
        let Some(file @ b'a'..=b'h') = self.peek() else {
            self.expect(Expected::SquareOrDash);
            return None;
        };
        self.at += 1;
        if let Some(rank) = self.peek()
            && let Some(square) = Square::from_name(file, rank)
        {
            self.at += 1;
            return Some(square);
        }
        self.expect(Expected::RankDigit);
        None
    }

    /// Reads Makruk's limit of a count in plies and, if there is a limit, the plies counted so far.
    const fn count(&mut self, board: &Board0x88, turn: Color) -> Option<Count> {
        if self.takes(b'-') {
            return None;
        }
        if !matches!(self.peek(), Some(b'1'..=b'9')) {
            self.expect(Expected::LimitOrDash);
        }
        let limit = self.number();
        self.next_field(FenField::Count);
        let plies = self.number();
        Some(Count::resumed(board, turn, plies, limit))
    }

    /// Reads a number of this field.
    pub(in crate::notation) const fn number(&mut self) -> u32 {
        let (start, mut number) = (self.at, 0);
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            if number == 0 && self.at > start {
                self.expect(Expected::NoLeadingZero);
            } else if let Some(more) = with_digit(number, digit) {
                number = more;
                self.at += 1;
            } else {
                self.fail(FenError::TooLarge { field: self.field, at: start });
            }
        }
        if self.at == start {
            self.expect(Expected::Number);
        }
        number
    }

    /// Reads a number of moves and returns plies.
    pub(in crate::notation) const fn doubled(&mut self) -> u32 {
        let at = self.at;
        let number = self.number();
        if number > u32::MAX / 2 {
            self.fail(FenError::TooLarge { field: self.field, at });
        }
        number.wrapping_mul(2)
    }
}

/// Appends a decimal digit to a number: `None` for other characters, and for a number that becomes too large. (A checked product
/// would take 64 bits.)
pub(super) const fn with_digit(number: u32, digit: u8) -> Option<u32> {
    if !digit.is_ascii_digit() || number > u32::MAX / 10 {
        return None;
    }
    (number * 10).checked_add((digit - b'0') as u32)
}

/// The number of codes that a reader keeps until the end. A fast build makes the sets of a board of all pieces at once; a small one
/// puts piece by piece.
const CODES: usize = if IS_FAST { RowIndex::COUNT } else { 0 };

/// Puts the code of a piece where the reader is. Digits and slashes put no piece there, so that all characters share one path without
/// a branch.
#[inline]
const fn put(board: &mut Board0x88, codes: &mut [u8; CODES], place: RowIndex, bits: u8) {
    if IS_FAST {
        codes[place.0 as u8 as usize] = bits;
    } else if let Some(piece) = Piece::on_board(bits & Symbol::CODE) {
        board.set(Square::new(File::from_masked(place.file()), place.rank()), Some(piece));
    }
}

#[inline]
#[allow(clippy::trivially_copy_pass_by_ref, reason = "no bytes in the plain build, 64 in others")]
const fn board_of(codes: &[u8; CODES]) -> Board0x88 {
    let (rows, mut halves, mut rank) = (codes.as_chunks::<8>().0, [[0; 8]; 16], 0);
    while rank < 8 {
        let bits = u64::from_ne_bytes(rows[RowIndex::ROW as usize / 8 * rank]);
        halves[2 * rank] = (bits & u64::from_ne_bytes([Symbol::CODE; 8])).to_ne_bytes();
        rank += 1;
    }
    match halves.as_flattened().first_chunk() {
        Some(codes) => Board0x88::from_codes(*codes),
        None => Board0x88::empty(),
    }
}

/// The right of a letter. `K` and `Q` mean the [outermost rook](outermost_rook) of a side (X-FEN), or the corner if there is none,
/// so that validation reports the missing rook. Other letters name the rook's file (Shredder-FEN).
pub(super) const fn castling_right(board: &Board0x88, letter: u8) -> Option<(Color, CastlingSide, Square)> {
    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
    let back = color.relative_rank(Rank::First);
    let side = match letter.to_ascii_uppercase() {
        b'K' => CastlingSide::King,
        b'Q' => CastlingSide::Queen,
        letter @ b'A'..=b'H' => {
            let file = File::from_masked(letter - b'A');
            let king_file = match board.king(color) {
                Some(king) => king.file(),
                None => File::E,
            };
            let side = if file as u8 > king_file as u8 { CastlingSide::King } else { CastlingSide::Queen };
            return Some((color, side, Square::new(file, back)));
        }
        _ => return None,
    };
    let rook = match outermost_rook(board, color, side) {
        Some(rook) => rook,
        None => Square::new(side.edge(), back),
    };
    Some((color, side, rook))
}

/// The reader's place in the board field: the rank, and the file in the lower five bits. File 8 is behind the h-file.
///
/// This is the idea of 0x88 with wider rows. One test accepts or rejects any character: does it lead to a file from 0 to 8 of a
/// row?
///
/// ```text
///    a letter    + 1            from behind the h-file it leads to file 9
///    a digit     + 1 to 8       from too far right it leads to files 9 to 16
///    a slash     - 32 - 8       from a square it leads to files 24 to 31, from rank 1 to no row
/// ```
#[derive(Clone, Copy)]
struct RowIndex(u32);

impl RowIndex {
    /// The distance between equal files of two adjacent ranks.
    const ROW: u8 = 32;
    /// The file behind the h-file.
    const BEHIND: u8 = 8;
    /// The size of a table of eight rows.
    const COUNT: usize = 8 * RowIndex::ROW as usize;

    const BEGIN: RowIndex = RowIndex(RowIndex::ROW as u32 * Rank::Eighth as u32);

    #[inline]
    const fn after(self, symbol: Symbol) -> RowIndex {
        RowIndex(self.0.wrapping_add_signed(symbol.distance as i32))
    }

    /// Returns `true` if this is a square or the place behind an h-file.
    #[inline]
    const fn is_in_row(self) -> bool {
        self.0 & !(7 * RowIndex::ROW as u32) <= RowIndex::BEHIND as u32
    }

    /// Returns `true` if this is the place behind h1.
    #[inline]
    const fn is_end(self) -> bool {
        self.0 == RowIndex::BEHIND as u32
    }

    const fn before(self) -> RowIndex {
        RowIndex(self.0.wrapping_sub(1))
    }

    const fn rank(self) -> Rank {
        Rank::from_masked(self.0 as u8 / RowIndex::ROW)
    }

    const fn file(self) -> u8 {
        self.0 as u8 % RowIndex::ROW
    }
}

/// The effect of a character of the board field.
#[derive(Clone, Copy, Debug)]
struct Symbol {
    /// The code of a piece, [`GAP`](Symbol::GAP), or 0.
    bits: u8,
    /// The number of steps that the character moves the [`RowIndex`].
    distance: i8,
}

impl Symbol {
    /// The bits of a piece code.
    const CODE: u8 = 0x3F;
    /// The bit of a digit.
    const GAP: u8 = 0x40;
    const SLASH: Symbol = Symbol { bits: 0, distance: -(RowIndex::ROW + RowIndex::BEHIND).cast_signed() };
    /// A character that never belongs on a board. It leads to an invalid file.
    const NONE: Symbol = Symbol { bits: 0, distance: (RowIndex::ROW / 2).cast_signed() };
}

/// The upper-case letters of the roles, and of a promoted Bia if it has a letter.
pub(in crate::notation) type Capitals = [u8; Role::COUNT + 1];

/// The value for a missing letter: no upper-case character has this byte.
pub(super) const NO_CAPITAL: u8 = 0xFF;

/// The upper-case letters of some roles.
pub(super) const fn capitals_of(roles: &[Role]) -> Capitals {
    let (mut capitals, mut n) = ([NO_CAPITAL; Role::COUNT + 1], 0);
    while n < roles.len() {
        capitals[roles[n] as usize] = roles[n].letter();
        n += 1;
    }
    capitals
}

/// The bit that turns an upper-case letter into a lower-case letter for Black.
pub(super) const fn lower_case(color: Color) -> u8 {
    color.pick(0, 0x20)
}

/// The letters of a board field for reading: the effect of each character.
#[derive(Debug)]
pub(in crate::notation) struct Alphabet {
    /// The effects of the characters from `/` to `t`, the last letter of a piece.
    symbols: [Symbol; (b't' - b'/') as usize + 1],
    /// `true` if a `~` marks a promoted Bia.
    tilde: bool,
}

impl Alphabet {
    /// Builds the alphabet of these letters, digits and the slash.
    pub(in crate::notation) const fn of(capitals: Capitals) -> Alphabet {
        let mut alphabet = Alphabet { symbols: [Symbol::NONE; _], tilde: capitals[Role::COUNT] == NO_CAPITAL };
        alphabet.symbols[0] = Symbol::SLASH;
        let mut gap = 1;
        while gap <= 8 {
            alphabet.symbols[gap + (b'0' - b'/') as usize] = Symbol { bits: Symbol::GAP, distance: gap as i8 };
            gap += 1;
        }
        let mut n = 0;
        while n < Piece::COUNT {
            let piece = Piece::ALL[n];
            alphabet.add(capitals[piece.role() as usize], piece);
            if matches!(piece.role(), Role::Met) {
                alphabet.add(capitals[Role::COUNT], piece.promoted());
            }
            n += 1;
        }
        alphabet
    }

    const fn add(&mut self, capital: u8, piece: Piece) {
        if capital != NO_CAPITAL {
            let letter = capital | lower_case(piece.color());
            self.symbols[(letter - b'/') as usize] = Symbol { bits: piece.code(), distance: 1 };
        }
    }

    /// Returns the effect of a character.
    #[inline]
    const fn symbol(&self, byte: u8) -> Symbol {
        let index = byte.wrapping_sub(b'/') as usize;
        if index < self.symbols.len() { self.symbols[index] } else { Symbol::NONE }
    }

    /// Returns `true` for the letters and digits of a board.
    pub(super) const fn has(&self, byte: u8) -> bool {
        self.symbol(byte).bits != 0
    }

    /// Returns `true` if a `~` behind this letter marks a promoted Bia.
    pub(super) const fn marks(&self, letter: u8) -> bool {
        self.promoted(self.symbol(letter)).is_some()
    }

    /// Returns the piece that a `~` makes of the piece before, if it marks one.
    const fn promoted(&self, last: Symbol) -> Option<Piece> {
        match Piece::on_board(last.bits & Symbol::CODE) {
            Some(piece) if self.tilde && !piece.is_promoted() && piece.promoted().is_promoted() => {
                Some(piece.promoted())
            }
            _ => None,
        }
    }
}

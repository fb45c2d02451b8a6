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

use core::fmt;
use core::str::FromStr;

use super::{Found, Text};
use crate::board::Board0x88;
use crate::geometry::{File, Rank, Square};
use crate::piece::{Color, Piece, Role};
use crate::position::{Position, Setup, Violations};
use crate::rules::{CastlingRights, CastlingSide, ChessState, Rules};

/// The longest FEN: 64 promoted Bia (`M~`) and seven slashes, side, four castling letters, en passant or Makruk's limit,
/// two counters of ten digits, five spaces.
pub(crate) const CAPACITY: usize = 64 * 2 + 7 + 1 + 4 + 10 + 10 + 10 + 5;

/// When FEN names an en passant square. Reading accepts all three.
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
/// use chess0x88::{Chess, EnPassantMode, FenStyle};
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

/// A field of a FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FenField {
    /// The pieces on the squares.
    Board,
    /// The side to move.
    Turn,
    /// The castling rights.
    Castling,
    /// The en passant square.
    EnPassant,
    /// Plies since the last capture or pawn move.
    HalfmoveClock,
    /// The number of the full move.
    FullmoveNumber,
    /// Makruk: which side counts.
    CountSide,
    /// Makruk: which of the two counts it is.
    Honour,
    /// Makruk: how far the count has come.
    Count,
    /// Makruk: the number the count began with.
    CountStart,
    /// Makruk: how far the count may go.
    CountLimit,
}

/// The name of the field: `board`, `side to move`, ...
impl fmt::Display for FenField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            FenField::Board => "board",
            FenField::Turn => "side to move",
            FenField::Castling => "castling",
            FenField::EnPassant => "en passant",
            FenField::HalfmoveClock => "half-move clock",
            FenField::FullmoveNumber => "full-move number",
            FenField::CountSide => "counting side",
            FenField::Honour => "kind of count",
            FenField::Count => "count",
            FenField::CountStart => "start of the count",
            FenField::CountLimit => "limit of the count",
        })
    }
}

/// Why a text is no FEN, or no FEN of a legal position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FenError {
    /// A character that does not belong there, or a text that ends too early.
    #[error("{field}: expected {expected} at byte {at}, found {found}")]
    Syntax {
        /// The field being read.
        field: FenField,
        /// What should stand there.
        expected: &'static str,
        /// What stands there.
        found: Found,
        /// Byte offset in the text.
        at: usize,
    },
    /// A rank of the board with more or fewer than eight squares.
    #[error("board: rank {} has {squares} squares at byte {at}", .rank.char())]
    RankLength {
        /// Which rank.
        rank: Rank,
        /// How many squares it describes up to `at`.
        squares: u8,
        /// Byte offset in the text.
        at: usize,
    },
    /// A counter that is larger than 4,294,967,295.
    #[error("{field}: the number at byte {at} is too large")]
    TooLarge {
        /// The counter.
        field: FenField,
        /// Byte offset of its first digit.
        at: usize,
    },
    /// The text is a FEN, but not of a legal position.
    #[error("{0}")]
    Illegal(Violations),
}

impl From<Violations> for FenError {
    fn from(violations: Violations) -> FenError {
        FenError::Illegal(violations)
    }
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
        let mut setup = Setup::empty();
        let mut reader = Reader::new(text);
        setup.board = reader.board(piece_of::<R>, true)?;
        reader.next_field(FenField::Turn)?;
        setup.turn = reader.color()?;
        R::read_fen_state(&mut reader, &mut setup)?;
        reader.end()?;
        Ok(setup)
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
/// # Ok::<(), chess0x88::FenError>(())
/// ```
impl<R: Rules> FromStr for Position<R> {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Position<R>, FenError> {
        Ok(text.parse::<Setup<R>>()?.into_position()?)
    }
}

impl<R: Rules> Position<R> {
    /// The position as FEN, in the spelling most programs agree on: `KQkq` (or X-FEN where that does not suffice), the
    /// en passant square only when the capture is legal.
    #[must_use]
    pub fn fen(&self) -> Text<CAPACITY> {
        self.fen_with(FenStyle::default())
    }

    /// The position as FEN in a given spelling.
    #[must_use]
    pub fn fen_with(&self, style: FenStyle) -> Text<CAPACITY> {
        let en_passant = match style.en_passant {
            EnPassantMode::Legal => self.legal_en_passant(),
            EnPassantMode::PseudoLegal => self.pseudo_legal_en_passant(),
            EnPassantMode::Always => R::en_passant(self.state()),
        };
        write(&self.into_setup(), style.shredder, en_passant)
    }
}

impl<R: Rules> Setup<R> {
    /// The setup as FEN, the en passant square as it is.
    #[must_use]
    pub fn fen(&self) -> Text<CAPACITY> {
        write(self, false, R::en_passant(&self.state))
    }
}

fn write<R: Rules>(setup: &Setup<R>, shredder: bool, en_passant: Option<Square>) -> Text<CAPACITY> {
    let mut text = Text::new();
    push_board(&mut text, &setup.board, |text, piece| {
        text.push(R::letter(piece.role()) | lower_case(piece.color()));
        if piece.is_promoted() {
            text.push(b'~');
        }
    });
    text.push(b' ');
    text.push(color_letter(setup.turn));
    text.push(b' ');
    push_castling(&mut text, &setup.board, R::castling(&setup.state), shredder);
    text.push(b' ');
    let count = R::fen_count(&setup.state);
    match (en_passant, count) {
        (Some(square), _) => text.push_all(square.name()),
        (None, Some((limit, _))) => text.push_number(limit),
        (None, None) => text.push(b'-'),
    }
    text.push(b' ');
    text.push_number(count.map_or(setup.halfmove_clock, |(_, plies)| plies));
    text.push(b' ');
    text.push_number(setup.fullmove_number);
    text
}

/// Writes the ranks, the eighth first, each piece as `push_piece` spells it.
pub(super) fn push_board(
    text: &mut Text<CAPACITY>,
    board: &Board0x88,
    push_piece: impl Fn(&mut Text<CAPACITY>, Piece),
) {
    for rank in Rank::ALL.into_iter().rev() {
        let mut empty = 0;
        for file in File::ALL {
            let Some(piece) = board.piece_at(Square::new(file, rank)) else {
                empty += 1;
                continue;
            };
            push_empty(text, &mut empty);
            push_piece(text, piece);
        }
        push_empty(text, &mut empty);
        if rank != Rank::First {
            text.push(b'/');
        }
    }
}

/// The letter of a side: `w` or `b`.
pub(super) const fn color_letter(color: Color) -> u8 {
    match color {
        Color::White => b'w',
        Color::Black => b'b',
    }
}

fn push_empty(text: &mut Text<CAPACITY>, empty: &mut u8) {
    if *empty > 0 {
        text.push(b'0' + *empty);
        *empty = 0;
    }
}

/// The bit that makes an ASCII capital a Black one.
pub(super) const fn lower_case(color: Color) -> u8 {
    match color {
        Color::White => 0,
        Color::Black => 0x20,
    }
}

fn push_castling(text: &mut Text<CAPACITY>, board: &Board0x88, rights: CastlingRights, shredder: bool) {
    if rights.is_empty() {
        text.push(b'-');
    }
    for (color, side, rook) in rights.iter() {
        let letter = if shredder || outermost_rook(board, color, side) != Some(rook) {
            b'A' + rook.file() as u8
        } else {
            match side {
                CastlingSide::King => b'K',
                CastlingSide::Queen => b'Q',
            }
        };
        text.push(letter | lower_case(color));
    }
}

/// The rook nearest the edge on one side of a colour's first rank, with no own king beyond it: X-FEN's `K` and `Q`.
fn outermost_rook(board: &Board0x88, color: Color, side: CastlingSide) -> Option<Square> {
    let back = color.relative_rank(Rank::First);
    let edge = match side {
        CastlingSide::King => File::H,
        CastlingSide::Queen => File::A,
    };
    let edge = Square::new(edge, back);
    let inward = core::iter::once(edge).chain(edge.ray(side.opposite().outward()));
    inward
        .map_while(|square| {
            let piece = board.piece_at(square);
            (piece != Some(Piece::new(color, Role::King))).then_some((square, piece))
        })
        .find(|&(_, piece)| piece == Some(Piece::new(color, Role::Rook)))
        .map(|(square, _)| square)
}

/// A text and how far it has been read.
#[derive(Debug)]
pub struct Reader<'a> {
    text: &'a str,
    at: usize,
    field: FenField,
}

impl<'a> Reader<'a> {
    pub(super) const fn new(text: &'a str) -> Reader<'a> {
        Reader { text, at: 0, field: FenField::Board }
    }

    #[inline]
    pub(super) fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
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
    pub(super) fn expected(&self, expected: &'static str) -> FenError {
        FenError::Syntax { field: self.field, expected, found: Found::at(self.text, self.at), at: self.at }
    }

    /// Steps over the one space before a field.
    pub(super) fn next_field(&mut self, field: FenField) -> Result<(), FenError> {
        if self.peek() != Some(b' ') {
            return Err(self.expected("a space"));
        }
        self.at += 1;
        self.field = field;
        Ok(())
    }

    /// The letter of a side.
    pub(super) fn color(&mut self) -> Result<Color, FenError> {
        let color = match self.peek() {
            Some(b'w') => Color::White,
            Some(b'b') => Color::Black,
            _ => return Err(self.expected("w or b")),
        };
        self.at += 1;
        Ok(color)
    }

    /// Nothing more.
    pub(super) fn end(&self) -> Result<(), FenError> {
        match self.peek() {
            None => Ok(()),
            Some(_) => Err(self.expected("the end")),
        }
    }

    /// The ranks, the eighth first. `piece_of` knows the letters; with `tilde`, one after a Met marks a promoted Bia.
    pub(super) fn board(&mut self, piece_of: impl Fn(u8) -> Option<Piece>, tilde: bool) -> Result<Board0x88, FenError> {
        let mut board = Board0x88::EMPTY;
        for rank in Rank::ALL.into_iter().rev() {
            let mut file = 0;
            let mut after_digit = false;
            while file < 8 {
                let Some(byte) = self.peek() else { return Err(self.expected("a piece or a digit 1-8")) };
                match byte {
                    b'/' | b' ' => return Err(FenError::RankLength { rank, squares: file, at: self.at }),
                    b'1'..=b'8' if after_digit => return Err(self.expected("one digit for the whole gap")),
                    b'1'..=b'8' => {
                        file += byte - b'0';
                        after_digit = true;
                        if file > 8 {
                            return Err(FenError::RankLength { rank, squares: file, at: self.at });
                        }
                    }
                    _ => {
                        let Some(mut piece) = piece_of(byte) else {
                            return Err(self.expected("a piece or a digit 1-8"));
                        };
                        // After anything but a Met a tilde is read as a wrong piece.
                        if tilde && piece.role() == Role::Met && self.text.as_bytes().get(self.at + 1) == Some(&b'~') {
                            piece = piece.promoted();
                            self.at += 1;
                        }
                        let square = Square::from_masked((rank as u8) << 4 | file);
                        board.set(square, Some(piece));
                        file += 1;
                        after_digit = false;
                    }
                }
                self.at += 1;
            }
            if rank != Rank::First {
                if self.peek() != Some(b'/') {
                    return Err(self.expected("'/'"));
                }
                self.at += 1;
            }
        }
        Ok(board)
    }

    /// The four fields of chess after the side to move.
    pub(crate) fn chess_fields(&mut self, board: &Board0x88) -> Result<(ChessState, u32, u32), FenError> {
        self.next_field(FenField::Castling)?;
        let castling = self.castling(board)?;
        self.next_field(FenField::EnPassant)?;
        let en_passant = self.en_passant()?;
        self.next_field(FenField::HalfmoveClock)?;
        let halfmove_clock = self.number()?;
        self.next_field(FenField::FullmoveNumber)?;
        let fullmove_number = self.number()?;
        Ok((ChessState { castling, en_passant }, halfmove_clock, fullmove_number))
    }

    fn castling(&mut self, board: &Board0x88) -> Result<CastlingRights, FenError> {
        let mut rights = CastlingRights::NONE;
        if self.peek() == Some(b'-') {
            self.at += 1;
            return Ok(rights);
        }
        let mut last = Color::White;
        while let Some(byte) = self.peek().filter(|&byte| byte != b' ') {
            let color = if byte.is_ascii_uppercase() { Color::White } else { Color::Black };
            let Some((side, rook)) = castling_letter(board, color, byte.to_ascii_uppercase()) else {
                return Err(self.expected("a castling letter"));
            };
            if color < last {
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

    fn en_passant(&mut self) -> Result<Option<Square>, FenError> {
        let Some(file) = self.peek() else { return Err(self.expected("a square or -")) };
        self.at += 1;
        if file == b'-' {
            return Ok(None);
        }
        if !(b'a'..=b'h').contains(&file) {
            self.at -= 1;
            return Err(self.expected("a square or -"));
        }
        let square = self.peek().and_then(|rank| Square::from_name(file, rank));
        let Some(square) = square else { return Err(self.expected("a rank 1-8")) };
        self.at += 1;
        Ok(Some(square))
    }

    pub(super) fn number(&mut self) -> Result<u32, FenError> {
        let start = self.at;
        let mut number = 0_u32;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            if self.at > start && number == 0 {
                return Err(self.expected("no digit after a leading 0"));
            }
            let more = number.checked_mul(10).and_then(|tens| tens.checked_add(u32::from(digit - b'0')));
            let Some(more) = more else { return Err(FenError::TooLarge { field: self.field, at: start }) };
            number = more;
            self.at += 1;
        }
        if self.at == start { Err(self.expected("a number")) } else { Ok(number) }
    }
}

/// The piece that a letter means in this game.
#[inline]
fn piece_of<R: Rules>(byte: u8) -> Option<Piece> {
    let color = if byte & 0x20 == 0 { Color::White } else { Color::Black };
    let upper = byte & !0x20;
    let role = R::ROLES.iter().copied().find(|&role| R::letter(role) == upper)?;
    // Clearing the bit also folds characters that are no letters; only letters may come back.
    byte.is_ascii_alphabetic().then(|| Piece::new(color, role))
}

/// The wing and the rook that a castling letter, in upper case, means. `K` and `Q` without a rook mean the corner, so
/// that validation can say what is missing.
fn castling_letter(board: &Board0x88, color: Color, letter: u8) -> Option<(CastlingSide, Square)> {
    let back = color.relative_rank(Rank::First);
    let on_wing = |side, corner| Some((side, outermost_rook(board, color, side).unwrap_or(Square::new(corner, back))));
    match letter {
        b'K' => on_wing(CastlingSide::King, File::H),
        b'Q' => on_wing(CastlingSide::Queen, File::A),
        b'A'..=b'H' => {
            let rook = Square::new(File::from_masked(letter - b'A'), back);
            let king = board.king_square(color).unwrap_or(Square::E1);
            let side = if rook.file() > king.file() { CastlingSide::King } else { CastlingSide::Queen };
            Some((side, rook))
        }
        _ => None,
    }
}

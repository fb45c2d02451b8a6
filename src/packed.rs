//! A position in 32 bytes: for databases, hash files and networks.
//!
//! ```
//! use chess0x88::{Chess, ChessRules, packed};
//! let start = Chess::startpos();
//! let bytes: [u8; 32] = packed::pack(&start).expect("at most 32 pieces");
//! assert_eq!(packed::unpack::<ChessRules>(&bytes), Ok(start));
//! ```
//!
//! ```text
//!    byte 0         8                        24      28      32
//!         │occupancy│ the pieces             │ clock │ number│
//!         │ 64 bits │ 32 codes of four bits  │  u32  │  u32  │
//!
//!                          in Makruk:        24    25    26    27    28    30    32
//!                                            │flags│first│plies│limit│clock│numb.│
//!
//!    occupancy    bit n is set if a piece stands on square n (a1 = 0, h8 = 63), little-endian
//!    codes        one per piece in the order of the squares; the low half of a byte first;
//!                 0 after the last piece
//!    clock        the half-move clock, little-endian
//!    number       the full-move number, little-endian, at least 1
//!    flags        1: a count is running, 2: pieces' honour, 4: Black counts, 8: by choice,
//!                 16: counting was stopped
//!    first ...    the parts of the count; 0 without one
//!
//!    code  White  Black
//!           0      1     pawn (Bia)
//!           2      3     knight (Ma)
//!           4      5     bishop                         Makruk: Khon
//!           6      7     rook (Rua)
//!           8      9     queen                          Makruk: Met
//!          10     11     king (Khun)
//!          12     13     rook that may still castle     Makruk: Met that was a Bia
//!             14         pawn of the side not to move that may be captured en passant now
//!             15         Black's king, Black to move; otherwise White is to move
//! ```
//!
//! The rest of a position is marked on a piece: a castling right on its rook, an en passant capture on the pawn, the turn on a
//! king. Sixteen codes are just enough. So a position with at most 32 pieces takes 24 bytes, in any Chess960 game.
//!
//! A position has exactly one packed form: all bytes are defined, and the en passant pawn is marked only if its capture is legal,
//! as in the repetition rules. So packed positions can be compared, sorted and hashed as bytes. The format never changes.

use crate::board::Board0x88;
use crate::geometry::{Rank, Square, SquareSet};
use crate::moves::{CastlingSide, ahead, captured_pawn, is_on_en_passant_rank};
use crate::name::errors;
use crate::piece::{Color, Piece, Role};
use crate::position::Position;
use crate::rules::{CastlingRights, Count, Honour, Parts, Rules, Setup, Violations};

/// The largest number of pieces.
const MAX_PIECES: usize = 32;
/// The byte offset of the codes.
const CODES: usize = 8;
/// The byte offset of the clocks.
const CLOCKS: usize = 24;

/// White's code for a marked piece: a rook with a castling right, or a Met that was a Bia.
const MARKED: u8 = 12;
const EN_PASSANT_PAWN: u8 = 14;
const KING_TO_MOVE: u8 = 15;

errors! {
    /// The reason why 32 bytes are no packed position.
    pub enum PackedError {
        /// More than 32 squares are occupied.
        TooManyPieces {
            /// The number of occupied squares.
            found: usize,
        } => 180 ("bytes 0 to 7 mark {found} squares as occupied, more than 32"),
        /// A code that this game does not use.
        UnknownCode {
            /// The code.
            code: u8,
            /// The square of the piece.
            square: Square,
            /// The byte offset of the code.
            at: usize,
        } => 181 ("code {code} at byte {at}, for {square}, is no piece of this game"),
        /// A half or whole byte after the last piece's code is not zero.
        AfterLastPiece {
            /// The byte offset.
            at: usize,
            /// The value of the byte.
            found: u8,
        } => 182 ("byte {at} is {found:#04x}, but must be 0 after the last piece"),
        /// A rook is marked for castling, but is not on its side's first rank, has no king there, or is the second on its side.
        Castling {
            /// The rook's square.
            square: Square,
            /// The byte offset of the piece code.
            at: usize,
        } => 183 ("the rook on {square} (byte {at}) is marked for castling, but cannot castle from there"),
        /// A pawn is marked for en passant, but has not just made a double step, is the second such pawn, or cannot be captured
        /// legally.
        EnPassant {
            /// The pawn's square.
            square: Square,
            /// The byte offset of the piece code.
            at: usize,
        } => 184 ("the pawn on {square} (byte {at}) is marked for en passant, but cannot be captured so"),
        /// A clock, count or number has an impossible value.
        Number {
            /// The byte offset of the number.
            at: usize,
            /// The value of the number.
            found: u32,
        } => 185 ("the number at byte {at} is {found}, which is not allowed there"),
        /// The bytes are a packed position, but an illegal one.
        Illegal from Violations,
    }
}

/// Packs a position into 32 bytes, which [`packed::unpack`](crate::packed::unpack) reads. Equal positions with equal clocks (and
/// counts) give equal bytes. (Makruk's promoted Bia keep their mark, although `==` treats them as Met.)
///
/// The layout:
///
/// | bytes | hold |
/// |---|---|
/// | 0 to 7 | the occupied squares, bit 0 being a1 and bit 63 h8, little-endian |
/// | 8 to 23 | four bits for each piece from a1 to h8, the low half of a byte first; zero after the last piece |
/// | 24 to 27 | the half-move clock, little-endian |
/// | 28 to 31 | the full-move number, little-endian |
///
/// | four bits | mean |
/// |---|---|
/// | 0, 2, 4, 6, 8, 10 | White's pawn, knight, bishop, rook, queen, king |
/// | 1, 3, 5, 7, 9, 11 | Black's pieces in the same order |
/// | 12, 13 | a rook of White, of Black, with a castling right |
/// | 14 | the pawn that can be captured en passant |
/// | 15 | Black's king if Black is to move |
///
/// In Makruk the codes 4 and 5 are Khon, 8 and 9 Met, 12 and 13 Met that were Bia. Byte 24 has flags of the count: 1 a count runs,
/// 2 pieces' honour, 4 Black counts, 8 by choice, 16 counting was stopped. Bytes 25 to 27 are the first number, the plies and the
/// limit in plies. The clock and the move number have two bytes each.
///
/// Returns `None` for more than 32 pieces, which only a position with [tolerated](Setup::to_position_with) violations has, and for
/// a number of Makruk beyond its bytes: 255 for the count, 65,535 for the others.
///
/// ```
/// use chess0x88::{Chess, ChessRules, packed};
/// let position: Chess = "r3k2r/8/8/8/3Pp3/8/8/R3K2R b KQkq d3 0 20".parse()?;
/// let packed: [u8; 32] = packed::pack(&position).expect("there are eight pieces");
/// let again = packed::unpack::<ChessRules>(&packed)?;
/// assert_eq!(again.fen().as_str(), position.fen().as_str());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias("pack_standard"))]
#[must_use]
pub fn pack<R: Rules>(position: &Position<R>) -> Option<[u8; 32]> {
    let (board, turn) = (position.board(), position.turn());
    let occupied = board.occupied();
    if occupied.len() > MAX_PIECES {
        return None;
    }
    let mut packed = [0; 32];
    let (pieces, counters) = packed.split_at_mut(CLOCKS);
    let (squares, codes) = pieces.split_at_mut(CODES);
    squares.copy_from_slice(&occupied.bits().to_le_bytes());
    for (n, square) in occupied.into_iter().enumerate() {
        *codes.get_mut(n / 2)? |= code_of::<R>(board.piece_at(square)) << shift(n);
    }
    let mut mark = |square, code: u8| {
        let n = number_of(occupied, square);
        if let Some(byte) = codes.get_mut(n / 2) {
            *byte = *byte & !(0xF << shift(n)) | code << shift(n);
        }
    };
    position.castling_rights().iter().for_each(|(color, _, rook)| mark(rook, MARKED + color as u8));
    if let Some(square) = position.legal_en_passant() {
        mark(captured_pawn(turn, square), EN_PASSANT_PAWN);
    }
    if turn == Color::Black {
        mark(position.king(turn), KING_TO_MOVE);
    }
    let setup = position.to_setup();
    counters.copy_from_slice(&if R::COUNTING { count_bytes(&setup)? } else { clock_bytes(&setup) });
    Some(packed)
}

/// Unpacks a position of [`packed::pack`](crate::packed::pack). All packed positions are accepted, including those that no game
/// reaches ([`Violations::TOLERABLE`](crate::Violations::TOLERABLE)), since studies start from them. To refuse these, use
/// [`Setup::unpack`] and its [violations](Setup::violations).
///
/// ```
/// use chess0x88::{Chess, ChessRules, packed};
/// let mut packed = packed::pack(&Chess::startpos()).expect("there are 32 pieces");
/// packed[8] = 0x2A; // White's king on a1, where the rook was
/// let error = packed::unpack::<ChessRules>(&packed).unwrap_err();
/// assert_eq!(error.to_string(), "White has more than one king");
/// packed[28] = 0;
/// let error = packed::unpack::<ChessRules>(&packed).unwrap_err();
/// assert_eq!(error.to_string(), "the number at byte 28 is 0, which is not allowed there");
/// ```
///
/// # Errors
/// [`PackedError::Illegal`] for a position with other violations; another [`PackedError`] for bytes that are no position.
#[doc(alias("unpack_standard"))]
pub fn unpack<R: Rules>(packed: &[u8; 32]) -> Result<Position<R>, PackedError> {
    let position = Setup::unpack(packed)?.to_position_with(Violations::TOLERABLE)?;
    // A position has only one packed form, so an illegal en passant mark is refused.
    match R::en_passant(position.state()).map(|square| captured_pawn(position.turn(), square)) {
        Some(square) if position.legal_en_passant().is_none() => {
            Err(PackedError::EnPassant { square, at: CODES + number_of(position.board().occupied(), square) / 2 })
        }
        _ => Ok(position),
    }
}

impl<R: Rules> Setup<R> {
    /// Unpacks the 32 bytes of [`packed::pack`](crate::packed::pack). The position may be illegal.
    ///
    /// ```
    /// use chess0x88::{ChessRules, Setup, Violations, packed};
    /// let queens: Setup<ChessRules> = "QQQQQQQQ/8/QQ6/8/8/8/5k2/7K b - - 0 1".parse()?;
    /// let position = queens.to_position_with(Violations::TOLERABLE)?;
    /// let packed = packed::pack(&position).expect("there are twelve pieces");
    /// assert_eq!(Setup::unpack(&packed)?, queens);
    /// assert!(Setup::<ChessRules>::unpack(&packed)?.to_position().is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A [`PackedError`] for bytes that are no position.
    pub fn unpack(packed: &[u8; 32]) -> Result<Setup<R>, PackedError> {
        let (pieces, counters) = packed.split_at(CLOCKS);
        let (squares, bytes) = pieces.split_at(CODES);
        let occupied = SquareSet::from_bits(squares.iter().rev().fold(0, |bits, &byte| bits << 8 | u64::from(byte)));
        let found = occupied.len();
        if found > MAX_PIECES {
            return Err(PackedError::TooManyPieces { found });
        }
        let code_at = |n: usize| bytes.get(n / 2).map_or(0, |byte| byte >> shift(n) & 0xF);
        if let Some(n) = (found..MAX_PIECES).find(|&n| code_at(n) != 0) {
            let at = CODES + n / 2;
            return Err(PackedError::AfterLastPiece { at, found: bytes.get(n / 2).copied().unwrap_or_default() });
        }

        let mut setup = Setup::empty();
        let (mut board, mut marked) = ([0; 128], 0);
        for (n, square) in occupied.into_iter().enumerate() {
            let code = code_at(n);
            let piece = const { &pieces_of::<R>() }[usize::from(code & 0xF)];
            if piece.is_none() {
                return Err(PackedError::UnknownCode { code, square, at: CODES + n / 2 });
            }
            board[square as usize] = Piece::code_of(piece);
            marked |= if code >= MARKED { square.bit() } else { 0 };
        }
        let marked = SquareSet::from_bits(marked).into_iter().map(|square| {
            let n = number_of(occupied, square);
            (square, code_at(n), CODES + n / 2)
        });
        if marked.clone().any(|(_, code, _)| code == KING_TO_MOVE) {
            setup.turn = Color::Black;
        }
        let mut castling = CastlingRights::NONE;
        let mut en_passant = None;
        setup.board = Board0x88::from_codes(board);
        for (square, code, at) in marked {
            if R::CASTLING && code & !1 == MARKED {
                let color = if code == MARKED { Color::White } else { Color::Black };
                let side =
                    castling_side(&setup.board, color, square).filter(|&side| castling.rook(color, side).is_none());
                let side = side.ok_or(PackedError::Castling { square, at })?;
                castling.set(color, side, Some(square));
            }
            if code == EN_PASSANT_PAWN {
                let passed = passed_square(square, setup.turn).filter(|_| en_passant.is_none());
                en_passant = Some(passed.ok_or(PackedError::EnPassant { square, at })?);
                setup.board.set(square, Some(Piece::new(!setup.turn, Role::Pawn)));
            }
        }
        let mut bytes = [0; 8];
        bytes.copy_from_slice(counters);
        let mut parts = Parts { castling, en_passant, count: None, stopped: false };
        if R::COUNTING {
            read_count(&mut setup, &mut parts, bytes)?;
        } else {
            read_clock(&mut setup, bytes);
        }
        if setup.fullmove_number == 0 {
            return Err(PackedError::Number { at: CLOCKS + if R::COUNTING { 6 } else { 4 }, found: 0 });
        }
        setup.state = R::from_parts(parts);
        Ok(setup)
    }
}

/// The two clocks, four bytes each.
fn clock_bytes<R: Rules>(setup: &Setup<R>) -> [u8; 8] {
    (u64::from(setup.fullmove_number) << 32 | u64::from(setup.halfmove_clock)).to_le_bytes()
}

fn read_clock<R: Rules>(setup: &mut Setup<R>, bytes: [u8; 8]) {
    let [a, b, c, d, number @ ..] = bytes;
    setup.halfmove_clock = u32::from_le_bytes([a, b, c, d]);
    setup.fullmove_number = u32::from_le_bytes(number);
}

/// The count in four bytes and the two clocks in two bytes each; `None` if a number is too large.
fn count_bytes<R: Rules>(setup: &Setup<R>) -> Option<[u8; 8]> {
    // Castling rights and the double step are in the codes of rooks and pawns.
    let Parts { count, stopped, castling: _, en_passant: _ } = R::parts(&setup.state);
    let holds = |fact: fn(Count) -> bool| count.is_some_and(fact);
    let number = |of: fn(Count) -> u32| u8::try_from(count.map_or(0, of)).ok();
    let (pieces, black) = (holds(|count| count.honour == Honour::Pieces), holds(|count| count.side == Color::Black));
    let flags = [count.is_some(), pieces, black, holds(|count| count.by_choice), stopped];
    let flags = flags.iter().rev().fold(0, |bits, &flag| bits << 1 | u8::from(flag));
    let [a, b] = u16::try_from(setup.halfmove_clock).ok()?.to_le_bytes();
    let [c, d] = u16::try_from(setup.fullmove_number).ok()?.to_le_bytes();
    Some([flags, number(|count| count.first)?, number(|count| count.plies)?, number(|count| count.limit)?, a, b, c, d])
}

fn read_count<R: Rules>(setup: &mut Setup<R>, parts: &mut Parts, bytes: [u8; 8]) -> Result<(), PackedError> {
    let [flags, first, plies, limit, a, b, c, d] = bytes;
    let [counting, pieces, black, by_choice, stopped] = [0, 1, 2, 3, 4].map(|bit| flags >> bit & 1 != 0);
    if flags >> 5 != 0 || !counting && (pieces || black || by_choice) {
        return Err(PackedError::Number { at: CLOCKS, found: flags.into() });
    }
    parts.stopped = stopped;
    if counting {
        if limit == 0 {
            return Err(PackedError::Number { at: CLOCKS + 3, found: 0 });
        }
        parts.count = Some(Count {
            honour: if pieces { Honour::Pieces } else { Honour::Board },
            side: if black { Color::Black } else { Color::White },
            first: first.into(),
            plies: plies.into(),
            limit: limit.into(),
            by_choice,
        });
    } else if let Some((at, &found)) = bytes.iter().enumerate().take(4).skip(1).find(|&(_, &byte)| byte != 0) {
        return Err(PackedError::Number { at: CLOCKS + at, found: found.into() });
    }
    setup.halfmove_clock = u16::from_le_bytes([a, b]).into();
    setup.fullmove_number = u16::from_le_bytes([c, d]).into();
    Ok(())
}

/// Returns the shift of the n-th piece's code within its byte.
#[inline]
const fn shift(n: usize) -> u32 {
    4 * (n as u32 & 1)
}

/// The piece of each code. The pawn that may be captured en passant is White's here.
const fn pieces_of<R: Rules>() -> [Option<Piece>; 16] {
    let (mut pieces, mut code) = ([None; 16], 0);
    while code < KING_TO_MOVE {
        let color = if code & 1 == 0 { Color::White } else { Color::Black };
        pieces[code as usize] = match code {
            EN_PASSANT_PAWN if R::DOUBLE_STEP => Some(Piece::WHITE_PAWN),
            EN_PASSANT_PAWN => None,
            MARKED.. if R::CASTLING => Some(Piece::new(color, Role::Rook)),
            MARKED.. => Some(Piece::new(color, Role::Met).promoted()),
            _ => Some(Piece::new(color, R::ROLES[code as usize / 2])),
        };
        code += 1;
    }
    pieces[KING_TO_MOVE as usize] = Some(Piece::BLACK_KING);
    pieces
}

/// The code of a piece without a mark.
#[inline]
const fn code_of<R: Rules>(piece: Option<Piece>) -> u8 {
    let codes = const { &codes::<R>() };
    codes[Piece::code_of(piece) as usize % Piece::CODES]
}

/// The codes of pieces by their codes on the board.
const fn codes<R: Rules>() -> [u8; Piece::CODES] {
    let (pieces, mut codes, mut code) = (pieces_of::<R>(), [0; Piece::CODES], 0);
    while code < EN_PASSANT_PAWN {
        if code < MARKED || !R::CASTLING {
            codes[Piece::code_of(pieces[code as usize]) as usize] = code;
        }
        code += 1;
    }
    codes
}

/// The number of the piece on a square, from a1 to h8.
#[inline]
const fn number_of(occupied: SquareSet, square: Square) -> usize {
    SquareSet::from_bits(occupied.bits() & (square.bit() - 1)).len()
}

fn castling_side(board: &Board0x88, color: Color, rook: Square) -> Option<CastlingSide> {
    let king = board.king(color)?;
    (color.relative_rank(rook.rank()) == Rank::First).then(|| CastlingSide::of(king, rook))
}

/// The en passant square behind a pawn, if `turn` may capture there and the pawn can have made a double step.
fn passed_square(pawn: Square, turn: Color) -> Option<Square> {
    ahead(turn, pawn).filter(|&square| is_on_en_passant_rank(turn, square))
}

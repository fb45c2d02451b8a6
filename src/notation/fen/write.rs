//! The writer of all fields.

use super::FenStyle;
use super::read::{Capitals, NO_CAPITAL, capitals_of, castling_right, lower_case};
use crate::board::Board0x88;
use crate::geometry::{Rank, Square};
use crate::moves::CastlingSide;
use crate::notation::{FenText, Text};
use crate::piece::{Color, Piece, Role};
use crate::position::Position;
use crate::rules::{CastlingRights, Parts, Rules, Setup};

/// The longest FEN: 64 promoted Bia (`M~`) and seven slashes, side, four castling letters, en passant or Makruk's limit,
/// two counters of ten digits, five spaces.
pub(in crate::notation) const CAPACITY: usize = 64 * 2 + 7 + 1 + 4 + 10 + 10 + 10 + 5;

/// The letters of a board field for writing.
#[derive(Debug)]
pub(in crate::notation) struct Letters {
    /// The letter of each piece code; [`Letters::NONE`] for a code without a letter.
    of: [u8; 64],
    /// `true` if a promoted piece has the letter of an unpromoted piece and a `~`.
    tilde: bool,
}

impl Letters {
    /// The character for a piece without a letter.
    const NONE: u8 = b'?';

    /// Builds the letters from these upper-case letters.
    pub(in crate::notation) const fn of(capitals: Capitals) -> Letters {
        let promoted = capitals[Role::COUNT];
        let mut letters = Letters { of: [Letters::NONE; 64], tilde: promoted == NO_CAPITAL };
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

/// The letters of all games, none of which stands for two pieces.
static LETTERS: Letters = Letters::of(capitals_of(&Role::ALL));

/// The position as FEN in a given spelling.
///
/// ```
/// use chess0x88::Chess;
/// use chess0x88::fen::{self, FenStyle};
/// let style = FenStyle { shredder: true, ..FenStyle::default() };
/// assert_eq!(
///     fen::write(&Chess::startpos(), style),
///     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1"
/// );
/// ```
pub fn write<R: Rules>(position: &Position<R>, style: FenStyle) -> FenText {
    let clocks = [position.halfmove_clock(), position.fullmove_number()];
    let en_passant = position.en_passant_square(style.en_passant);
    write_fields(position.board(), position.turn(), &R::parts(position.state()), clocks, style.shredder, en_passant)
}

impl<R: Rules> Setup<R> {
    /// The setup as FEN, the en passant square as it is.
    ///
    /// Two things FEN cannot express, and they are written as well as they can be: a piece of another game, and a right to
    /// castle with a rook that is not on the first rank or stands on the other side of its king. A setup that was read from
    /// FEN has none of these, and reads back equal.
    pub fn fen(&self) -> FenText {
        let clocks = [self.halfmove_clock, self.fullmove_number];
        write_fields(&self.board, self.turn, &R::parts(&self.state), clocks, false, R::en_passant(&self.state))
    }
}

/// The [FEN](Setup::fen).
impl<R: Rules> core::fmt::Display for Setup<R> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.pad(self.fen().as_str())
    }
}

impl Board0x88 {
    /// The board field of a FEN. It reads back for any pieces on the board.
    ///
    /// ```
    /// use chess0x88::Makruk;
    /// assert_eq!(
    ///     Makruk::startpos().board().fen(),
    ///     "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR"
    /// );
    /// ```
    #[doc(alias("board_fen"))]
    pub fn fen(&self) -> FenText {
        let mut text = Text::new();
        push_board(&mut text, self, &LETTERS);
        text
    }
}

// A stack frame of its own, which is gone when the caller goes on with the text.
#[inline(never)]
fn write_fields(
    board: &Board0x88,
    turn: Color,
    parts: &Parts,
    [halfmove_clock, fullmove_number]: [u32; 2],
    shredder: bool,
    en_passant: Option<Square>,
) -> FenText {
    let mut text = Text::new();
    push_board(&mut text, board, &LETTERS);
    text.push(b' ');
    text.push(turn.char() as u8);
    text.push(b' ');
    // No field says that a count was stopped.
    let Parts { castling, count, en_passant: _, stopped: _ } = *parts;
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
    text
}

/// Writes the ranks, the eighth first. A row is one word, so its gaps are the runs of zeros at its low end.
#[inline(always)]
pub(in crate::notation) fn push_board(text: &mut Text<CAPACITY>, board: &Board0x88, letters: &Letters) {
    for &rank in Rank::ALL.iter().rev() {
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

fn push_castling(text: &mut Text<CAPACITY>, board: &Board0x88, rights: CastlingRights, shredder: bool) {
    if rights.is_empty() {
        text.push(b'-');
    }
    for right @ (color, side, rook) in rights.iter() {
        let name = lower_case(color)
            | match side {
                CastlingSide::King => b'K',
                CastlingSide::Queen => b'Q',
            };
        // A right that lacks its king or its rook is spelled as it reads back, too.
        let names_it = !shredder && castling_right(board, name) == Some(right);
        text.push(if names_it { name } else { lower_case(color) | (b'A' + rook.file() as u8) });
    }
}

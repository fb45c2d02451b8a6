//! [`Compact`]: a small form of a position for searches that store many.

use super::Position;
use crate::attacks::attackers;
use crate::board::{Bitboards, Board0x88};
use crate::geometry::{Square, SquareSet};
use crate::piece::{Color, Piece, Role};
use crate::rules::{CastlingRights, Parts, Rules, Setup};

/// A position without clocks and count. Two compact positions are equal exactly if the positions are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Compact {
    bitboards: Bitboards,
    castling: CastlingRights,
    /// The en passant square, if a capture there is legal.
    en_passant: Option<Square>,
    turn: Color,
}

impl Compact {
    /// An empty board, which stands for no position.
    pub(crate) const NONE: Compact = Compact {
        bitboards: Bitboards::from_bits([0; 5]),
        castling: CastlingRights::NONE,
        en_passant: None,
        turn: Color::White,
    };

    #[inline]
    pub(crate) fn of<R: Rules>(position: &Position<R>) -> Compact {
        Compact {
            bitboards: position.bitboards(),
            castling: position.castling_rights(),
            en_passant: position.legal_en_passant(),
            turn: position.turn(),
        }
    }

    /// Builds the position, with fresh clocks and no count.
    pub(crate) fn position<R: Rules>(&self) -> Position<R> {
        let bitboards = &self.bitboards;
        let (board, kings) = (Board0x88::from_bitboards(bitboards), Color::ALL.map(|color| self.king(color)));
        let checkers = attackers::<R>(&board, kings[self.turn.index()], !self.turn, bitboards.occupied());
        let parts = Parts { castling: self.castling, en_passant: self.en_passant, ..Parts::default() };
        let setup =
            Setup { board, turn: self.turn, state: R::from_parts(parts), halfmove_clock: 0, fullmove_number: 1 };
        Position::from_valid(setup, kings, SquareSet::from_bits(checkers))
    }

    pub(crate) const fn bitboards(&self) -> &Bitboards {
        &self.bitboards
    }

    pub(crate) const fn turn(&self) -> Color {
        self.turn
    }

    /// The square of a king: unspecified after illegal unchecked moves have captured the king.
    pub(crate) fn king(&self, color: Color) -> Square {
        self.bitboards.squares_of(Piece::new(color, Role::King)).first().unwrap_or(Square::A1)
    }

    /// Removes the pieces on these squares.
    pub(crate) fn without(&self, squares: u64) -> Compact {
        self.carried(squares, 0)
    }

    /// Moves the pieces of `from` to `to`, or removes them if `to` is empty.
    pub(crate) fn carried(&self, from: u64, to: u64) -> Compact {
        let carry = |word| word & !from | if word & from == 0 { 0 } else { to };
        Compact { bitboards: self.bitboards.map(carry), ..*self }
    }

    /// Puts a piece on an empty square.
    pub(crate) fn with(&self, square: u64, piece: Piece) -> Compact {
        let code = piece.code();
        let set = |word, bit: u8| if code & bit != 0 { word | square } else { word };
        let [b0, b1, b2, black, extra] = self.bitboards.to_bits();
        let bits = [set(b0, 1), set(b1, 2), set(b2, 4), set(black, 8), set(extra, 0x10)];
        Compact { bitboards: Bitboards::from_bits(bits), ..*self }
    }

    /// Sets the square of a legal capture en passant.
    pub(crate) fn with_en_passant(self, square: Square) -> Compact {
        Compact { en_passant: Some(square), ..self }
    }

    /// The square of a legal capture en passant.
    pub(crate) const fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Passes the turn and clears the en passant square.
    pub(crate) const fn passed(&self) -> Compact {
        Compact { en_passant: None, turn: self.turn.other(), ..*self }
    }

    /// The number of [`words`](Compact::words).
    pub(crate) const WORDS: usize = Bitboards::COUNT + 1;

    /// The position as numbers. Different positions have different numbers.
    #[inline]
    pub(crate) fn words(&self) -> [u64; Compact::WORDS] {
        let [b0, b1, b2, black, extra] = self.bitboards.to_bits();
        let rest = u64::from(self.castling.bits()) << 8 | self.en_passant.map_or(0, |square| square as u64 + 1);
        [b0, b1, b2, black, extra, rest << 1 | self.turn as u64]
    }

    #[inline]
    pub(crate) fn hash(&self) -> u64 {
        self.words().into_iter().fold(0, |hash: u64, word| {
            let mixed = (hash.rotate_left(23) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            mixed ^ mixed >> 29
        })
    }
}

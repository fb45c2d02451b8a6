//! Attacks: which pieces attack a square, which give check, where a piece may capture.
//!
//! All functions ask about a board alone: castling, en passant and the side to move play no part. The difference table answers in every
//! build; where whole sets are wanted, one of two others does. Tests hold them equal:
//!
//! ```text
//!    mailbox      the difference table: on every machine
//!    bitboard     sets of pieces at a time: with the feature `bitboards`
//!    one_by_one   the same questions, one piece at a time: without the feature
//!    bits         the bit tricks: leaper shifts and hyperbola quintessence
//! ```

#[cfg(feature = "bitboards")]
pub(crate) mod bitboard;
pub(crate) mod bits;
pub(crate) mod mailbox;
#[cfg(any(test, not(feature = "bitboards")))]
pub(crate) mod one_by_one;

#[cfg(feature = "bitboards")]
pub(crate) use bitboard::{attackers, checkers_after, gives_check};
#[cfg(not(feature = "bitboards"))]
pub(crate) use one_by_one::{attackers, checkers_after, gives_check};

use crate::board::Board0x88;
use crate::geometry::{IS_FAST, Square, SquareSet};
use crate::piece::{AnyPieces, Color, Piece};

impl Board0x88 {
    /// Returns `true` if a piece of this colour attacks the square. The piece on the square makes no difference, and a
    /// pinned piece attacks too (FIDE article 3.1.2).
    #[doc(alias("is_attacked_by"))]
    #[must_use]
    pub fn is_attacked(&self, square: Square, by: Color) -> bool {
        !self.attackers(square, by).is_empty()
    }

    /// Returns the squares that the piece on a square attacks: an empty set if the square is empty.
    ///
    /// The first piece on each line is attacked, whichever side it belongs to. The side to move makes no difference. A
    /// pawn attacks diagonally only.
    ///
    /// ```
    /// use chess0x88::{Chess, Square};
    /// let start = Chess::startpos();
    /// assert_eq!(start.board().attacks(Square::B1).to_string(), "d2 a3 c3");
    /// assert!(start.board().attacks(Square::E4).is_empty());
    /// ```
    #[doc(alias("attacks_from"))]
    pub fn attacks(&self, square: Square) -> SquareSet {
        self.piece_at(square).map_or(SquareSet::EMPTY, |piece| piece.attacks(square, self.occupied()))
    }

    /// Returns all squares that this colour attacks: the squares with [`is_attacked`](Board0x88::is_attacked).
    ///
    /// ```
    /// use chess0x88::{Chess, Color};
    /// let attacked = Chess::startpos().board().attacked(Color::White);
    /// assert_eq!(attacked.len(), 22); // all of the first three ranks but a1 and h1
    /// ```
    pub fn attacked(&self, by: Color) -> SquareSet {
        self.each_attack(by).fold(SquareSet::EMPTY, |all, (_, attacks)| all | attacks)
    }

    /// The pieces of this colour, each with the squares that it attacks.
    fn each_attack(&self, by: Color) -> impl Iterator<Item = (Square, SquareSet)> {
        self.colored(by).into_iter().map(|from| (from, self.attacks(from)))
    }

    /// Returns the squares of the pieces of this colour that attack the square.
    ///
    /// ```
    /// use chess0x88::{Chess, Color, Square};
    /// let start = Chess::startpos();
    /// assert_eq!(start.board().attackers(Square::F3, Color::White).to_string(), "g1 e2 g2");
    /// ```
    #[doc(alias("attacks_to", "attackers_of"))]
    pub fn attackers(&self, square: Square, by: Color) -> SquareSet {
        SquareSet::from_bits(attackers::<AnyPieces>(self, square, by, self.occupied().bits()))
    }

    /// Returns the squares of the pieces of this colour that would attack the square if exactly the squares of
    /// `occupied` held pieces. A piece outside `occupied` attacks nothing.
    ///
    /// ```
    /// use chess0x88::{Chess, Color, Square};
    /// let position: Chess = "3rk3/8/3q4/8/8/8/8/3K4 w - - 0 1".parse()?;
    /// let board = position.board();
    /// assert_eq!(board.attackers(Square::D2, Color::Black).to_string(), "d6");
    /// let without_queen = board.occupied() - Square::D6.into();
    /// assert_eq!(
    ///     board.attackers_through(Square::D2, Color::Black, without_queen).to_string(),
    ///     "d8"
    /// );
    /// # Ok::<(), chess0x88::fen::FenError>(())
    /// ```
    pub fn attackers_through(&self, square: Square, by: Color, occupied: SquareSet) -> SquareSet {
        SquareSet::from_bits(attackers::<AnyPieces>(self, square, by, occupied.bits())) & occupied
    }
}

impl Piece {
    /// Returns the squares that this piece would attack from a square if exactly the squares of `occupied` held pieces.
    /// The first occupied square of each line is attacked too.
    ///
    /// ```
    /// use chess0x88::{Color, Piece, Role, Square, SquareSet};
    /// let rook = Piece::new(Color::White, Role::Rook);
    /// assert_eq!(rook.attacks(Square::A1, SquareSet::EMPTY).len(), 14);
    /// let occupied = SquareSet::from([Square::A3, Square::B1]);
    /// assert_eq!(rook.attacks(Square::A1, occupied).to_string(), "b1 a2 a3");
    /// ```
    #[doc(alias("bishop_attacks", "get_rook_moves", "rook_attacks"))]
    #[doc(alias("get_knight_moves", "king_attacks", "knight_attacks"))]
    #[inline(always)]
    pub fn attacks(self, from: Square, occupied: SquareSet) -> SquareSet {
        let attacks = if IS_FAST { bits::piece_attacks } else { mailbox::piece_attacks };
        SquareSet::from_bits(attacks(self, from, occupied.bits()))
    }

    /// Returns the squares that pieces of this kind attack by one step from the squares of a set: all pawns, knights or kings at
    /// once. A piece that slides attacks nothing so.
    ///
    /// ```
    /// use chess0x88::{Color, Piece, Role, Square, SquareSet};
    /// let pawns = SquareSet::from([Square::A2, Square::D4]);
    /// assert_eq!(
    ///     Piece::new(Color::White, Role::Pawn).step_attacks(pawns).to_string(),
    ///     "b3 c5 e5"
    /// );
    /// ```
    #[inline]
    pub const fn step_attacks(self, from: SquareSet) -> SquareSet {
        SquareSet::from_bits(bits::step_attacks(self.role(), self.color(), from.bits()))
    }
}

//! Questions about a move in a position: the captured piece, the changed squares, the half-move clock, a check.

use crate::attacks;
use crate::board::Board0x88;
use crate::geometry::Square;
use crate::moves::{self, Effect, Move};
use crate::piece::{Color, Piece};
use crate::position::{Position, is_zeroing};
use crate::rules::Rules;

/// # The effect of a move
impl<R: Rules> Position<R> {
    /// Returns the piece that a legal move captures, with its square; `None` if nothing is captured. In a capture en passant this
    /// square is beside the target. The result for an illegal move is unspecified.
    ///
    /// ```
    /// use chess0x88::{Chess, Role, Square};
    /// let position: Chess = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1".parse()?;
    /// let capture = position.parse_san("exd6")?;
    /// let (square, piece) = position.captured_piece(capture).expect("a capture");
    /// assert_eq!((square, piece.role()), (Square::D5, Role::Pawn));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn captured_piece(&self, mv: Move) -> Option<(Square, Piece)> {
        let square = if mv.is_simple() { mv.to() } else { Effect::of(self.board(), self.turn(), mv).victim? };
        Some((square, self.board().piece_at(square)?))
    }

    /// Returns the squares that a legal move changes, at most four, each with its new piece. Emptied squares come first.
    ///
    /// A screen or a board with lamps shows any move by these squares, castling and captures en passant included. In Chess960 a
    /// king or rook may castle without leaving its square, which is listed too. The result for an illegal move is unspecified.
    ///
    /// ```
    /// use chess0x88::{Chess, Square};
    /// let position: Chess = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse()?;
    /// let mut screen = *position.board();
    /// let castles = position.parse_san("O-O")?;
    /// for (square, piece) in position.changes(castles) {
    ///     screen.set(square, piece);
    /// }
    /// assert_eq!(screen, *position.after(castles)?.board());
    /// let squares: Vec<Square> =
    ///     position.changes(castles).map(|(square, _)| square).collect();
    /// assert_eq!(squares, [Square::E1, Square::H1, Square::G1, Square::F1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn changes(&self, mv: Move) -> impl Iterator<Item = (Square, Option<Piece>)> + use<R> {
        Effect::of(self.board(), self.turn(), mv).changes()
    }

    /// Returns `true` if a legal move sets the [half-move clock](Position::halfmove_clock) to zero: a capture or a pawn move. (A
    /// move that loses a castling right is irreversible too, but does not reset the clock.)
    ///
    /// ```
    /// use chess0x88::Chess;
    /// let position = Chess::startpos();
    /// assert!(position.is_zeroing(position.parse_san("e4")?));
    /// assert!(!position.is_zeroing(position.parse_san("Nf3")?));
    /// # Ok::<(), chess0x88::san::SanError>(())
    /// ```
    #[doc(alias("is_irreversible"))]
    #[must_use]
    pub fn is_zeroing(&self, mv: Move) -> bool {
        is_zeroing(self.board().piece_at(mv.from()), self.captured_piece(mv).map(|(_, piece)| piece))
    }

    /// Returns `true` if a legal move gives check, directly or by opening a line.
    ///
    /// ```
    /// use chess0x88::Chess;
    /// let position: Chess = "3k4/8/8/8/8/8/8/R3K2R w KQ - 0 1".parse()?;
    /// assert!(position.gives_check(position.parse_uci("e1c1")?)); // the rook, from d1
    /// assert!(!position.gives_check(position.parse_uci("e1g1")?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias("is_check_move"))]
    #[must_use]
    #[inline]
    pub fn gives_check(&self, mv: Move) -> bool {
        let (board, us, king) = (self.board(), self.turn(), self.king(!self.turn()));
        let moved = match mv.promotion() {
            Some(role) => Some(Piece::new(us, role)),
            None if mv.is_simple() => board.piece_at(mv.from()),
            None => return special_gives_check(board, us, mv, king),
        };
        attacks::gives_check(board, us, (mv.from(), mv.to(), moved), king)
    }
}

/// Returns `true` if castling or a capture en passant gives check. The function plays the move on a copy of the board.
#[inline(never)]
fn special_gives_check(board: &Board0x88, us: Color, mv: Move, king: Square) -> bool {
    let mut after = *board;
    moves::make_special(&mut after, us, mv);
    after.is_attacked(king, us)
}

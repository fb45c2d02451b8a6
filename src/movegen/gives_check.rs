//! Tests whether a move gives check, without playing it.

use crate::attacks;
use crate::board::Board0x88;
use crate::geometry::Square;
use crate::moves::{self, Move};
use crate::piece::{Color, Piece};
use crate::position::Position;
use crate::rules::Rules;

impl<R: Rules> Position<R> {
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

//! Where can a piece have come from? Asked of the square it goes to.
//!
//! ```text
//!    a b c d e f g h
//!  4 . . . . R . . R      Re1: of all rooks, those that share a line with e1: the one on e4.
//!  3 . . . . . . . .      The way is clear, so it is meant,
//!  2 . . . . . . . .      and no list of moves was made to find it.
//!  1 . . . . * . K .
//! ```
//!
//! The king has his say afterwards, for the few that are left.

use crate::attacks;
use crate::geometry::Square;
use crate::piece::Piece;
use crate::position::Position;
use crate::rules::Rules;

impl<R: Rules> Position<R> {
    /// The squares of the pieces like this one that can go to a square, the king's safety aside. Not for pawns, which go
    /// one way and capture another.
    #[inline]
    pub(super) fn origins(&self, piece: Piece, to: Square) -> impl Iterator<Item = Square> {
        let board = self.board();
        attacks::reaching(board, piece, to).filter(move |&from| attacks::is_clear(board, from, to))
    }

    /// Whether a piece other than the king may leave one square for another, as far as its king is concerned. The move
    /// is one the pieces allow, and no capture en passant.
    #[inline]
    pub(super) fn king_allows_step(&self, from: Square, to: Square) -> bool {
        attacks::is_safe_after_step::<R>(self.board(), self.king(self.turn()), self.turn(), from, to)
    }

    /// Whether the king may step to a square nobody of his own stands on.
    #[inline]
    pub(super) fn king_may_step(&self, to: Square) -> bool {
        let us = self.turn();
        attacks::is_safe_after_step::<R>(self.board(), to, us, self.king(us), to)
    }
}

//! A move on the board and its checkers, where piece lists are kept: one piece of code for all moves, since it is small.

use super::Position;
use crate::attacks::bitboard::checkers;
use crate::moves::{self, Move};
use crate::piece::Piece;
use crate::rules::Rules;

impl<R: Rules> Position<R> {
    /// Plays a move, and gives what it captured.
    #[inline]
    pub(super) fn apply(&mut self, mv: Move) -> Option<Piece> {
        let (us, from, to) = (self.turn, mv.from(), mv.to());
        let (moved, king) = (self.board.piece_at(from), self.kings[!us as usize]);
        let is_king = self.kings[us as usize] == from;
        let captured = if mv.is_simple() {
            let captured = self.board.piece_at(to);
            self.board.carry::<R>(from, to, None);
            if is_king {
                self.kings[us as usize] = to;
            }
            captured
        } else {
            if is_king {
                self.kings[us as usize] = mv.landing();
            }
            moves::make_special(&mut self.board, us, mv)
        };
        // Each piece is asked: that takes less code than to ask what the move has changed, and more time.
        self.checkers = checkers(&self.board, us, king);
        self.have_played(us, mv, moved, captured);
        captured
    }
}

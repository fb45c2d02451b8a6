//! Applying a move and finding the checkers, in small builds. One piece of code serves all moves, to stay small.

use super::Position;
use super::play::with_own_promotion;
use crate::attacks::mailbox::attackers;
use crate::attacks::one_by_one::checkers_after;
use crate::moves::{self, Move};
use crate::piece::Piece;
use crate::rules::Rules;

impl<R: Rules> Position<R> {
    /// Plays a move and returns the captured piece.
    #[inline]
    pub(crate) fn apply(&mut self, mv: Move) -> Option<Piece> {
        let (us, from, to) = (self.turn, mv.from(), mv.to());
        let (moved, king) = (self.board.piece_at(from), self.kings[!us as usize]);
        let is_king = self.kings[us as usize] == from;
        let captured = if mv.is_simple() {
            let captured = self.board.piece_at(to);
            self.board.move_piece::<R>(from, to, None);
            if is_king {
                self.kings[us as usize] = to;
            }
            self.checkers = checkers_after(|at| self.board.piece_at(at), us, (from, to), king);
            captured
        } else {
            if is_king {
                self.kings[us as usize] = mv.landing();
            }
            let captured = moves::make_special(&mut self.board, us, with_own_promotion::<R>(mv));
            self.checkers = attackers(&self.board, king, us);
            captured
        };
        self.have_played(us, mv, moved, captured);
        captured
    }
}

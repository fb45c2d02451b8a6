//! Applying a move and finding the checkers, in fast builds. Simple moves are apart, since they call no function.

use super::Position;
use super::play::with_own_promotion;
use crate::attacks::bitboard::checkers_after;
use crate::moves::{self, Move};
use crate::piece::Piece;
use crate::rules::Rules;

impl<R: Rules> Position<R> {
    /// Plays a move and returns the captured piece.
    #[inline]
    pub(crate) fn apply(&mut self, mv: Move) -> Option<Piece> {
        if mv.is_simple() { self.apply_simple(mv) } else { self.apply_special(mv) }
    }

    /// Plays a simple move. The function calls no other, and so saves few registers of its caller.
    #[inline]
    fn apply_simple(&mut self, mv: Move) -> Option<Piece> {
        let (us, from, to) = (self.turn, mv.from(), mv.to());
        let (moved, captured) = (self.board.piece_at(from), self.board.piece_at(to));
        self.board.move_piece::<R>(from, to, None);
        if self.kings[us as usize] == from {
            self.kings[us as usize] = to;
        }
        self.checkers = checkers_after(&self.board, us, (from, to, moved), self.kings[!us as usize]);
        self.have_played(us, mv, moved, captured);
        captured
    }

    /// Plays a move that is not simple.
    #[inline(never)]
    fn apply_special(&mut self, mv: Move) -> Option<Piece> {
        let mv = with_own_promotion::<R>(mv);
        let (us, from, to) = (self.turn, mv.from(), mv.to());
        let (moved, king) = (self.board.piece_at(from), self.kings[!us as usize]);
        if self.kings[us as usize] == from {
            self.kings[us as usize] = mv.landing();
        }
        let captured = moves::make_special(&mut self.board, us, mv);
        self.checkers = if mv.promotion().is_some() {
            checkers_after(&self.board, us, (from, to, self.board.piece_at(to)), king)
        } else {
            self.board.attackers(king, us)
        };
        self.have_played(us, mv, moved, captured);
        captured
    }
}

//! Counts and lists on machines to which a word of 64 bits is long: less code.

// Inlined always: each copy knows its offsets.

use core::ops::ControlFlow;

use super::SideToMove;
use crate::geometry::{Direction, KNIGHT_OFFSETS, Square};
use crate::movegen::Wanted;
use crate::moves::{Move, MoveKind, ahead};
use crate::piece::Piece;

/// Replies are counted anew after each move: there is never one of these.
pub(crate) enum Replies {}

impl Replies {
    #[inline]
    pub(crate) fn of(_: &SideToMove<'_>) -> Option<Replies> {
        None
    }

    #[inline]
    pub(crate) fn count(&self, _: &SideToMove<'_>, _: Move) -> u32 {
        match *self {}
    }
}

impl SideToMove<'_> {
    /// How many pseudo-legal moves the pawns have, captures en passant aside.
    #[inline(never)]
    pub(super) fn count_pawns(&self) -> u32 {
        self.board.squares(self.board.pawns(self.us)).map(|from| self.count_pawn(from)).sum()
    }

    /// How many pseudo-legal moves a pawn has, captures en passant aside.
    #[inline]
    fn count_pawn(&self, from: Square) -> u32 {
        let Some(ahead) = ahead(self.us, from) else { return 0 };
        let mut count = 0;
        self.pawn_moves(from, ahead, |_, kind| count += u32::from(kind != MoveKind::EnPassant));
        if self.pawns.promotes(self.us, ahead) { count * self.pawns.promotions.len() as u32 } else { count }
    }

    /// Calls for each legal move that is wanted, piece by piece.
    #[inline]
    pub(super) fn visit_for_list(&self, wanted: Wanted, mut visit: impl FnMut(Move)) {
        let _ = self.visit_wanted(wanted, &mut |mv| {
            visit(mv);
            ControlFlow::Continue(())
        });
    }

    /// How many pseudo-legal moves an officer has; the king none. The compiler knows the offsets of sliders and knights, and
    /// writes each step out.
    #[inline]
    pub(super) fn count_officer(&self, from: Square) -> u32 {
        let piece = self.board.piece_at(from);
        if piece.is_some_and(Piece::is_slider) {
            let (straight, diagonal) = piece.map(Piece::slides).unwrap_or_default();
            let mut count = 0;
            if straight {
                count += self.count_steps(from, Direction::ORTHOGONAL.iter().map(|&step| step as i8), true);
            }
            if diagonal {
                count += self.count_steps(from, Direction::DIAGONAL.iter().map(|&step| step as i8), true);
            }
            count
        } else if piece.is_some_and(Piece::is_knight) {
            self.count_steps(from, KNIGHT_OFFSETS.iter().copied(), false)
        } else if from != self.king {
            self.count_steps(from, piece.map(Piece::offsets).unwrap_or_default().iter().copied(), false)
        } else {
            0
        }
    }

    #[inline(always)]
    fn count_steps(&self, from: Square, offsets: impl Iterator<Item = i8>, slides: bool) -> u32 {
        let mut count = 0;
        self.steps(from, offsets, slides, |_, _| count += 1);
        count
    }
}

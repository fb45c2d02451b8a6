//! Pawns counted one by one, on machines to which a word of 64 bits is long: less code.

use super::super::SideToMove;
use crate::geometry::Square;
use crate::moves::{MoveKind, ahead};

impl SideToMove<'_> {
    /// How many pseudo-legal moves the pawns have, captures en passant aside.
    #[inline(never)]
    pub(in super::super) fn count_pawns(&self) -> u32 {
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
}

//! Lists of moves where code may be large: a copy of the walk for each kind of piece and of moves, with their offsets written out.

#![expect(clippy::inline_always, reason = "each copy knows what is wanted")]

use super::super::{SideToMove, step_kind};
use crate::movegen::Wanted;
use crate::moves::{Move, MoveKind, ahead};

impl SideToMove<'_> {
    /// Calls for each legal move that is wanted: moves that may be illegal are asked for as they are found.
    #[inline(always)]
    pub(in super::super) fn visit_for_list(&self, wanted: Wanted, mut visit: impl FnMut(Move)) {
        let (checks, king) = (self.checks(wanted), self.king);
        for from in self.board.squares(self.board.officers(self.us)) {
            if from == king {
                checks.steps.iter().for_each(|to| visit(Move::new(king, to, step_kind(self.board, to))));
                if wanted.includes(MoveKind::Castle) && checks.count == 0 && !self.castling.is_empty() {
                    self.castles(Some(&checks)).for_each(&mut visit);
                }
                continue;
            }
            let is_free = checks.count == 0 && !checks.is_pinned(from);
            self.officer_steps(from, |to, kind| {
                if wanted.includes(kind) && (is_free || checks.allow(king, from, to)) {
                    visit(Move::new(from, to, kind));
                }
            });
        }
        for from in self.board.squares(self.board.pawns(self.us)) {
            let Some(ahead) = ahead(self.us, from) else { continue };
            let is_free = checks.count == 0 && !checks.is_pinned(from);
            self.pawn_moves(from, ahead, |to, kind| {
                let is_legal = || match kind {
                    MoveKind::EnPassant => self.en_passant_is_safe(from, to),
                    _ => is_free || checks.allow(king, from, to),
                };
                if wanted.includes(kind) && is_legal() {
                    self.each_pawn_move(from, to, kind, &mut visit);
                }
            });
        }
    }
}

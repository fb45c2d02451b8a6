//! Lists of moves where code may be large: a copy of the walk for each kind of piece and of moves, with their offsets written out.

#![expect(clippy::inline_always, reason = "each copy knows what is wanted")]

use super::super::{ASIDE, SideToMove, step_kind};
use crate::attacks::mailbox::attacking_pawn;
use crate::movegen::Wanted;
use crate::moves::{Move, MoveKind};

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
        self.each_step_of_pawns(wanted, |from, to, kind| {
            if (checks.count == 0 && !checks.is_pinned(from)) || checks.allow(king, from, to) {
                self.each_pawn_move(from, to, kind, &mut visit);
            }
        });
        if let Some(to) = self.en_passant
            && wanted.includes(MoveKind::EnPassant)
        {
            for from in ASIDE.iter().filter_map(|&aside| attacking_pawn(self.board, to, self.us, aside)) {
                if self.en_passant_is_safe(from, to) {
                    visit(Move::new(from, to, MoveKind::EnPassant));
                }
            }
        }
    }
}

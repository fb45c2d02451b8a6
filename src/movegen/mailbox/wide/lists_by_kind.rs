//! Lists of moves where code may be large: a copy of the walk for each kind of piece and of moves, with their offsets written out.

// Inlined always: each copy knows what is wanted.

use super::super::{ASIDE, SideToMove, step_kind};
use crate::attacks::mailbox::attacking_pawn;
use crate::geometry::{Direction, KNIGHT_OFFSETS, Square};
use crate::movegen::Wanted;
use crate::moves::{Move, MoveKind};
use crate::piece::Piece;

impl SideToMove<'_> {
    /// Calls for each legal move that is wanted: moves that may be illegal are asked for as they are found.
    #[inline(always)]
    pub(in super::super) fn visit_for_list(&self, wanted: Wanted, mut visit: impl FnMut(Move)) {
        let (checks, king) = (self.checks(wanted), self.king);
        for from in self.board.squares(self.board.officers(self.us)) {
            if from == king {
                // In the order of pseudo-legal moves, which the squares found safe do not keep.
                for to in Direction::ALL.iter().filter_map(|&step| king.checked_add(step as i8)) {
                    if checks.steps.contains(to) {
                        visit(Move::new(king, to, step_kind(self.board, to)));
                    }
                }
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

    /// How many pseudo-legal moves an officer has; the king none.
    #[inline]
    pub(in super::super) fn count_officer(&self, from: Square) -> u32 {
        let mut count = 0;
        self.officer_steps(from, |_, _| count += 1);
        count
    }

    /// The steps of an officer; the king has none. The compiler knows the offsets of sliders and knights, and writes each step out.
    #[inline(always)]
    fn officer_steps(&self, from: Square, mut go: impl FnMut(Square, MoveKind)) {
        let piece = self.board.piece_at(from);
        if piece.is_some_and(Piece::is_slider) {
            let (straight, diagonal) = piece.map(Piece::slides).unwrap_or_default();
            if straight {
                self.steps(from, Direction::ORTHOGONAL.iter().map(|&step| step as i8), true, &mut go);
            }
            if diagonal {
                self.steps(from, Direction::DIAGONAL.iter().map(|&step| step as i8), true, &mut go);
            }
        } else if piece.is_some_and(Piece::is_knight) {
            self.steps(from, KNIGHT_OFFSETS.iter().copied(), false, &mut go);
        } else if from != self.king {
            self.steps(from, piece.map(Piece::offsets).unwrap_or_default().iter().copied(), false, &mut go);
        }
    }
}

//! Lists of legal moves by the mailbox, for machines where code may be large: a copy of the walk for each kind of piece and of
//! moves, with constant offsets.

// `inline(always)`: each copy is compiled for one kind of wanted moves.

use super::pawns_by_words::PawnMoves;
use core::ops::ControlFlow;

use super::{ASIDE, step_kind};
use crate::attacks::mailbox::attacking_pawn;
use crate::geometry::{Direction, HAS_WIDE_REGISTERS, Square};
use crate::movegen::side_to_move::SideToMove;
use crate::movegen::{Lister, Wanted};
use crate::moves::{Move, MoveKind, MoveList};
use crate::position::Position;
use crate::rules::Rules;

/// Adds the wanted legal moves to a list.
#[inline]
fn list(node: &SideToMove<'_>, wanted: Wanted, list: &mut MoveList) {
    if HAS_WIDE_REGISTERS {
        node.visit_by_kind(wanted, |mv| list.add(mv));
    } else {
        let _ = node.visit_wanted(wanted, &mut |mv| {
            list.add(mv);
            ControlFlow::Continue(())
        });
    }
}

/// Returns the function that lists the `wanted` moves: the same for both games.
#[expect(clippy::extra_unused_type_parameters, reason = "the one by bitboards is not the same for both")]
pub(crate) fn lister<R: Rules>(wanted: Wanted) -> Lister {
    match wanted {
        Wanted::Any => |node, _, moves| list(node, Wanted::Any, moves),
        Wanted::Captures => |node, _, moves| list(node, Wanted::Captures, moves),
        Wanted::Quiets => |node, _, moves| list(node, Wanted::Quiets, moves),
    }
}

/// Counts the legal moves.
pub(crate) fn count<R: Rules>(position: &Position<R>) -> u32 {
    position.mover().count_legal()
}

/// Returns `true` if there is a legal move.
pub(crate) fn any<R: Rules>(position: &Position<R>) -> bool {
    position.mover().has_legal_move()
}

impl SideToMove<'_> {
    /// Calls `visit` for each wanted legal move. A move that may be illegal is tested as it is found.
    #[inline(always)]
    fn visit_by_kind(&self, wanted: Wanted, mut visit: impl FnMut(Move)) {
        let (checks, king) = (self.checks(wanted), self.king);
        for from in self.board.officers_of(self.us) {
            if from == king {
                // The order is that of pseudo-legal moves, which the list of safe squares does not keep.
                for to in Direction::ALL.iter().filter_map(|&step| king.checked_add(step as i8)) {
                    if checks.king_targets.contains(to) {
                        visit(Move::of(king, to, step_kind(self.board, to)));
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
                    visit(Move::of(from, to, kind));
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
                    visit(Move::of(from, to, MoveKind::EnPassant));
                }
            }
        }
    }

    /// Returns `true` if there is a legal move. Mostly the first piece has one.
    fn has_legal_move(&self) -> bool {
        self.counts(&self.checks(Wanted::Any)).any(|count| count > 0)
    }

    /// Calls `go` with the origin, target and kind of each wanted pseudo-legal pawn move, without captures en passant and
    /// promotions.
    #[inline(always)]
    fn each_step_of_pawns(&self, wanted: Wanted, mut visit: impl FnMut(Square, Square, MoveKind)) {
        const WAYS: [(u8, u8, MoveKind); 4] = [
            (0, 1, MoveKind::Quiet),
            (0, 2, MoveKind::DoubleStep),
            (0xFF, 1, MoveKind::Capture),
            (1, 1, MoveKind::Capture),
        ];
        let forward = self.us.forward() as u8;
        self.each_rank_of_pawns(|relative, PawnMoves { single, double, east, west }| {
            let rank = (self.us.relative_rank(relative) as u8) << 4;
            // The number of its way in each bit of a byte.
            let quiets = if wanted.includes(MoveKind::Quiet) { single >> 7 | double >> 6 } else { 0 };
            let captures = if wanted.includes(MoveKind::Capture) { east >> 5 | west >> 4 } else { 0 };
            let mut moves = quiets | captures;
            while moves != 0 {
                let bit = moves.trailing_zeros();
                moves &= moves - 1;
                let (aside, far, kind) = WAYS[bit as usize & 3];
                let file = rank | (bit >> 3) as u8;
                let (from, to) = (file.wrapping_add(aside), file.wrapping_add(forward.wrapping_mul(far)));
                visit(Square::from_masked(from), Square::from_masked(to), kind);
            }
        });
    }
}

//! The quick test: a short proof that a side cannot mate.
//!
//! The test has three parts: the material; all lines of a few plies, which end at the first line that goes on; and the [semi-static
//! analysis](super::semi_static), if the pawns stand head to head. Each part runs only if the proof is still possible.

use core::ops::ControlFlow;

use chess0x88::{Color, Move, Position, Rules};

use crate::budget::{Budget, note_work};
use crate::compact::Side;
use crate::lacks_material;
use crate::semi_static::{Effort, excludes_mate};
use crate::sets::forward;

/// The number of plies of all lines, ...
const PLIES: u32 = 4;
/// ... and the number with only kings, pawns and bishops.
const QUIET_PLIES: u32 = 7;
/// The largest number of positions in these lines.
const POSITIONS: usize = 500;

/// Returns `true` if the test proves that this side cannot mate.
pub(crate) fn cannot_mate<R: Rules>(position: &Position<R>, winner: Color, budget: &mut Budget<'_, '_>) -> bool {
    if lacks_material(position, winner) {
        return true;
    }
    let [ours, theirs] = [winner, !winner].map(|color| Side::of::<R>(position.board(), color));
    // A side with three pieces that can each mate does not lose all of them in four plies.
    let is_rich = (ours.pawns | ours.majors()).count_ones() >= 3 && !position.is_check();
    let is_quiet = is_quiet(&ours) && is_quiet(&theirs);
    if !is_rich || is_quiet {
        let plies = if is_quiet { QUIET_PLIES } else { PLIES };
        if goes_nowhere(position, winner, plies, &mut budget.part(POSITIONS)) {
            return true;
        }
    }
    may_be_locked(&ours, &theirs, winner, is_quiet) && excludes_mate(position, winner, Effort::Quick, budget)
}

/// Returns `true` if a side has only its king, pawns and bishops.
const fn is_quiet(side: &Side) -> bool {
    side.knights | side.majors() | side.mets == 0
}

/// Returns `true` if every line of this many plies ends without a mate by the winner, or with insufficient material.
fn goes_nowhere<R: Rules>(position: &Position<R>, winner: Color, plies: u32, budget: &mut Budget<'_, '_>) -> bool {
    if lacks_material(position, winner) {
        return true;
    }
    if plies == 0 || !budget.take() {
        return false;
    }
    note_work();
    let mut has_moves = false;
    // Moves that capture nothing mostly go on, so they come first. A list would take a kilobyte of stack at each ply.
    let goes_on = [false, true].into_iter().any(|captures| {
        let visit = |mv: Move| {
            has_moves = true;
            if mv.is_capture() != captures || goes_nowhere(&position.after_unchecked(mv), winner, plies - 1, budget) {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        };
        position.visit_legal_moves(visit).is_break()
    });
    !goes_on && (has_moves || !position.is_check() || position.turn() == winner)
}

/// Returns `true` if the semi-static analysis is worth its time: all pawns stand head to head. With only kings and bishops besides
/// the pawns, some pawns head to head are enough, if no pawn is alone on its file.
fn may_be_locked(ours: &Side, theirs: &Side, winner: Color, is_quiet: bool) -> bool {
    let blocked = forward(winner, ours.pawns) & theirs.pawns;
    if blocked == 0 {
        return false;
    }
    let files = |pawns: u64| {
        let pawns = pawns | pawns >> 32;
        let pawns = pawns | pawns >> 16;
        (pawns | pawns >> 8) & 0xFF
    };
    is_quiet && files(ours.pawns) == files(theirs.pawns)
        || blocked == theirs.pawns && blocked.count_ones() == ours.pawns.count_ones()
}

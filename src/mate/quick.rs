//! The quick form: the answer `No` where little shows it, and otherwise none.
//!
//! Three looks, each taken only if the one before leaves hope that it is worth it: at the material; at all lines of a few
//! plies, of which one that goes on is enough to stop; at what is [locked](super::locks), if the pawns stand head to head.

use super::budget::{Budget, done};
use super::lacks_material;
use super::locks::is_locked_at_a_glance;
use crate::attacks::bits::forward;
use crate::board::Side;
use crate::piece::Color;
use crate::position::Position;
use crate::rules::Rules;

/// How far all lines are followed, ...
const PLIES: u32 = 4;
/// ... and where only kings, pawns and bishops are left.
const QUIET_PLIES: u32 = 7;
/// The most positions that are looked at on the way.
const POSITIONS: usize = 500;

/// Whether this side is known not to be able to mate.
pub(super) fn cannot_mate<R: Rules>(position: &Position<R>, winner: Color, budget: &mut Budget<'_, '_>) -> bool {
    if lacks_material(position, winner) {
        return true;
    }
    let planes = position.planes();
    let [ours, theirs] = [winner, !winner].map(|color| planes.side::<R>(color));
    // Who has three men that each are enough does not lose them in four plies.
    let enough = ours.pawns | ours.orthogonal | ours.khons;
    let is_rich = enough.count_ones() >= 3 && !position.is_check();
    let movers = |side: &Side| side.knights | side.orthogonal | side.khons | side.mets;
    let is_quiet = movers(&ours) | movers(&theirs) == 0;
    if !is_rich || is_quiet {
        let plies = if is_quiet { QUIET_PLIES } else { PLIES };
        if goes_nowhere(position, winner, plies, &mut budget.part(POSITIONS)) {
            return true;
        }
    }
    looks_locked(&ours, &theirs, winner, is_quiet) && is_locked_at_a_glance(position, winner, budget)
}

/// Whether every line of so many plies ends, with no mate by the winner, or with too little to mate with.
fn goes_nowhere<R: Rules>(position: &Position<R>, winner: Color, plies: u32, budget: &mut Budget<'_, '_>) -> bool {
    if lacks_material(position, winner) {
        return true;
    }
    if plies == 0 || !budget.look() {
        return false;
    }
    done();
    let moves = position.legal_moves();
    if moves.is_empty() {
        return !(position.is_check() && position.turn() != winner);
    }
    // What takes nothing is likely to go on.
    let mut line = |captures: bool| {
        let mut some = moves.iter().filter(|mv| mv.is_capture() == captures);
        some.all(|&mv| goes_nowhere(&position.after_unchecked(mv), winner, plies - 1, budget))
    };
    line(false) && line(true)
}

/// Whether it is worth asking what is locked. It is if all pawns stand head to head; if only kings and bishops are with
/// them, it is if some do, and none has its file for itself.
fn looks_locked(ours: &Side, theirs: &Side, winner: Color, is_quiet: bool) -> bool {
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

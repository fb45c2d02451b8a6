//! The key of a game's position after a move, without bitboards: computed anew. It takes longer than in the twin, `keyed`, but a
//! program for a small machine has 1,400 bytes less.

use crate::moves::Move;
use crate::position::{Position, Undo};
use crate::rules::Rules;

/// Makes a move in a position, and gives what takes it back and the key after it.
#[inline]
pub(super) fn make<R: Rules>(position: &mut Position<R>, _: u64, mv: Move) -> (Undo<R>, u64) {
    let undo = position.make(mv);
    (undo, position.key())
}

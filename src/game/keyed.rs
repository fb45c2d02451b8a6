//! The key of a game's position after a move: what the move changes is subtracted and added. The twin is `key_computed`.

use crate::moves::Move;
use crate::position::{Position, Undo};
use crate::rules::Rules;

/// Makes a move in a position with this key, and gives what takes it back and the key after it.
#[inline]
pub(super) fn make<R: Rules>(position: &mut Position<R>, key: u64, mv: Move) -> (Undo<R>, u64) {
    let next = position.next_key(key, mv);
    (position.make(mv), next)
}

//! [`Census`]: the number of occurrences of each position in a long game.
//!
//! The [reversible span](super::span) compares a new position with each earlier one. That is fast for some hundred positions, and
//! quadratic for a game of thousands. A census finds the position in a sorted map, with a number of comparisons that grows with the
//! logarithm of the game's length. The map stores whole positions, not keys, so equal keys made on purpose do not slow it down.

use alloc::collections::BTreeMap;
use core::cmp::Ordering;

use crate::movegen::repetition::Identity;
use crate::position::Position;
use crate::rules::Rules;
use crate::tally::{Work, note};

/// The number of occurrences of each position.
#[derive(Clone, Debug, Default)]
pub(super) struct Census(BTreeMap<Key, u32>);

/// The identity of a position, in an arbitrary order.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Key(Identity);

impl Key {
    fn of<R: Rules>(position: &Position<R>) -> Key {
        Key(Identity::of(position))
    }
}

impl Ord for Key {
    fn cmp(&self, other: &Key) -> Ordering {
        note(Work::Comparison, 1);
        self.0.cmp(&other.0)
    }
}

impl PartialOrd for Key {
    fn partial_cmp(&self, other: &Key) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Census {
    pub(super) fn add<R: Rules>(&mut self, position: &Position<R>) {
        *self.0.entry(Key::of(position)).or_insert(0) += 1;
    }

    pub(super) fn remove<R: Rules>(&mut self, position: &Position<R>) {
        let identity = Key::of(position);
        if let Some(count) = self.0.get_mut(&identity) {
            *count -= 1;
            if *count == 0 {
                self.0.remove(&identity);
            }
        }
    }

    /// Returns the number of occurrences. It saturates.
    pub(super) fn count<R: Rules>(&self, position: &Position<R>) -> u16 {
        let count = self.0.get(&Key::of(position)).copied().unwrap_or(0);
        u16::try_from(count).unwrap_or(u16::MAX)
    }
}

//! [`Census`]: the number of occurrences of each position in a long game.
//!
//! The [reversible span](super::span) compares a new position with each earlier one. That is fast for some hundred positions, and
//! quadratic for a game of thousands. A census finds the position in a sorted map, with a number of comparisons that grows with the
//! logarithm of the game's length. The map stores whole positions, not keys, so equal keys made on purpose do not slow it down.

use alloc::collections::BTreeMap;
use core::cmp::Ordering;

use crate::position::{Compact, Position};
use crate::rules::Rules;
use crate::tally::{Work, note};

/// The number of occurrences of each position.
#[derive(Clone, Debug, Default)]
pub(super) struct Census(BTreeMap<Identity, u32>);

/// The identity of a position, in an arbitrary order.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Identity([u64; Compact::WORDS]);

impl Identity {
    fn of<R: Rules>(position: &Position<R>) -> Identity {
        Identity(Compact::of(position).words())
    }
}

impl Ord for Identity {
    fn cmp(&self, other: &Identity) -> Ordering {
        note(Work::Comparison, 1);
        self.0.cmp(&other.0)
    }
}

impl PartialOrd for Identity {
    fn partial_cmp(&self, other: &Identity) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Census {
    pub(super) fn add<R: Rules>(&mut self, position: &Position<R>) {
        *self.0.entry(Identity::of(position)).or_insert(0) += 1;
    }

    pub(super) fn remove<R: Rules>(&mut self, position: &Position<R>) {
        let identity = Identity::of(position);
        if let Some(count) = self.0.get_mut(&identity) {
            *count -= 1;
            if *count == 0 {
                self.0.remove(&identity);
            }
        }
    }

    /// Returns the number of occurrences. It saturates.
    pub(super) fn count<R: Rules>(&self, position: &Position<R>) -> u16 {
        let count = self.0.get(&Identity::of(position)).copied().unwrap_or(0);
        u16::try_from(count).unwrap_or(u16::MAX)
    }
}

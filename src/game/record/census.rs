//! [`Census`]: how often each position of a long game has stood on the board.
//!
//! The [reversible span](super::span) compares a new position with each position before it. That is quick for some hundred
//! positions, and quadratic for a game of thousands. A census finds the position in a sorted map instead, in a number of
//! comparisons that grows with the logarithm of the game's length. The map holds whole positions, not their keys: positions
//! made to have equal keys gain nothing.

use alloc::collections::BTreeMap;
use core::cmp::Ordering;

use crate::position::{Compact, Position};
use crate::rules::Rules;
use crate::tally::{Work, note};

/// The number of occurrences of each position.
#[derive(Clone, Debug, Default)]
pub(super) struct Census(BTreeMap<Identity, u32>);

/// The identity of a position, in an order that means nothing on a board.
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
    /// Counts the position once more.
    pub(super) fn add<R: Rules>(&mut self, position: &Position<R>) {
        *self.0.entry(Identity::of(position)).or_insert(0) += 1;
    }

    /// Takes back one [`add`](Census::add) of the position.
    pub(super) fn remove<R: Rules>(&mut self, position: &Position<R>) {
        let identity = Identity::of(position);
        if let Some(count) = self.0.get_mut(&identity) {
            *count -= 1;
            if *count == 0 {
                self.0.remove(&identity);
            }
        }
    }

    /// Returns the count of the position. It saturates.
    pub(super) fn count<R: Rules>(&self, position: &Position<R>) -> u16 {
        let count = self.0.get(&Identity::of(position)).copied().unwrap_or(0);
        u16::try_from(count).unwrap_or(u16::MAX)
    }
}

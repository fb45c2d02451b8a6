//! Strategies of `proptest` for positions and games.

use chess0x88::Chess;
use proptest::prelude::*;

use crate::{scatter, walk};

/// The standard start in half of the cases, else any of the 960.
pub fn starts() -> impl Strategy<Value = Chess> {
    prop_oneof![Just(518), 0_u16..960].prop_map(|number| Chess::chess960(number).expect("a number below 960"))
}

/// Random games of at most `plies` plies.
pub fn games(plies: usize) -> impl Strategy<Value = Vec<Chess>> {
    (starts(), any::<u64>(), 0..=plies).prop_map(|(start, seed, plies)| walk(start, seed, plies))
}

/// Positions of random games, and scattered ones.
pub fn positions() -> impl Strategy<Value = Chess> {
    prop_oneof![
        1 => games(200).prop_map(|game| *game.last().expect("a game has a first position")),
        1 => any::<u64>().prop_map(scatter),
    ]
}

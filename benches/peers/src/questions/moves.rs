//! Moves listed and counted.

use std::hint::black_box;

use super::ask;
use crate::contest::Contest;
use crate::libraries::Library;
use crate::positions::{Positions, Set};

fn over_cases(positions: &Positions) -> Contest<'_> {
    Contest::new(positions.ours.cases.len() as u64)
}

/// Adds up a number over all positions.
fn sum<L: Library>(set: &Set<L>, of: impl Fn(&L::Position) -> u64) -> u64 {
    set.cases.iter().map(|case| of(black_box(&case.position))).sum()
}

pub fn counted(positions: &Positions) -> Contest<'_> {
    fn question<L: Library>(set: &Set<L>) -> u64 {
        sum(set, L::count_moves)
    }
    ask!(over_cases(positions), positions, question)
}

pub fn listed(positions: &Positions) -> Contest<'_> {
    fn question<L: Library>(set: &Set<L>) -> u64 {
        sum(set, |position| black_box(&*L::list_moves(position)).len() as u64)
    }
    ask!(over_cases(positions), positions, question)
}

pub fn captures_listed(positions: &Positions) -> Contest<'_> {
    fn question<L: Library>(set: &Set<L>) -> u64 {
        sum(set, |position| black_box(&*L::list_captures(position)).len() as u64)
    }
    ask!(over_cases(positions), positions, question)
}

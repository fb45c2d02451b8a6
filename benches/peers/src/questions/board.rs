//! Looking at the board: the pieces, the material, who attacks what.

use std::hint::black_box;

use super::ask;
use crate::contest::Contest;
use crate::libraries::Library;
use crate::positions::{Positions, Set};
use crate::weights::Weights;

fn over_cases(positions: &Positions) -> Contest<'_> {
    Contest::new(positions.ours.cases.len() as u64)
}

/// Adds up a number over all positions.
fn sum<L: Library>(set: &Set<L>, of: impl Fn(&L::Position, L::Move) -> u32) -> u64 {
    set.cases.iter().map(|case| u64::from(of(black_box(&case.position), case.mv))).sum()
}

/// Each piece with its square, to look its weight up.
pub fn walk(positions: &Positions) -> Contest<'_> {
    fn question<L: Library>(set: &Set<L>) -> u64 {
        let weights = black_box(Weights::new::<L>());
        sum(set, |position, _| weights.sum::<L>(position).cast_unsigned())
    }
    ask!(over_cases(positions), positions, question)
}

pub fn insufficient_material(positions: &Positions) -> Contest<'_> {
    fn question<L: Library>(set: &Set<L>) -> u64 {
        sum(set, |position, _| L::is_insufficient_material(position).into())
    }
    ask!(over_cases(positions), positions, question)
}

pub fn attackers_of_one(positions: &Positions) -> Contest<'_> {
    fn question<L: Library>(set: &Set<L>) -> u64 {
        sum(set, |position, mv| L::attackers_of_origin(position, mv))
    }
    ask!(over_cases(positions), positions, question)
}

pub fn attackers_of_all(positions: &Positions) -> Contest<'_> {
    fn question<L: Library>(set: &Set<L>) -> u64 {
        sum(set, |position, _| L::attackers_of_all(position))
    }
    ask!(over_cases(positions), positions, question)
}

pub fn attacked_squares(positions: &Positions) -> Contest<'_> {
    fn question<L: Library>(set: &Set<L>) -> u64 {
        sum(set, |position, _| L::attacked_squares(position))
    }
    ask!(over_cases(positions), positions, question)
}

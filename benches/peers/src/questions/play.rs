//! Making moves, and what a search asks of a move: check and legality.

use std::hint::black_box;

use super::ask;
use crate::contest::Contest;
use crate::libraries::Library;
use crate::positions::{Case, Positions, Set};

/// How often the few positions are gone through in a turn: the clock is not read too often then.
const PASSES: usize = 32;

fn over_few(positions: &Positions) -> Contest<'_> {
    Contest::new((PASSES * positions.ours.few.len()) as u64)
}

/// Adds up a number over the few positions.
fn sum_few<L: Library>(set: &Set<L>, of: impl Fn(&Case<L>) -> u64) -> u64 {
    (0..PASSES).map(|_| set.few.iter().map(|case| of(black_box(case))).sum::<u64>()).sum()
}

/// The others keep checkers up to date in every move, shakmaty excepted; what costs nothing here costs there.
pub fn is_check(positions: &Positions) -> Contest<'_> {
    fn question<L: Library>(set: &Set<L>) -> u64 {
        sum_few(set, |case| L::is_check(&case.position).into())
    }
    ask!(over_few(positions), positions, question)
}

pub fn gives_check(positions: &Positions) -> Contest<'_> {
    fn question<L: Library>(set: &Set<L>) -> u64 {
        sum_few(set, |case| L::gives_check(&case.position, case.mv).into())
    }
    ask!(over_few(positions), positions, question)
}

pub fn make_by_copy(positions: &Positions) -> Contest<'_> {
    fn question<L: Library>(set: &Set<L>) -> u64 {
        sum_few(set, |case| {
            L::visit_copy(&case.position, case.mv, |child| {
                black_box(child);
                1
            })
        })
    }
    ask!(over_few(positions), positions, question)
}

pub fn make_then_check(positions: &Positions) -> Contest<'_> {
    fn question<L: Library>(set: &Set<L>) -> u64 {
        sum_few(set, |case| L::visit_copy(&case.position, case.mv, |child| L::is_check(black_box(child)).into()))
    }
    ask!(over_few(positions), positions, question)
}

/// In place and undone, with a library that can; the others play on a copy.
pub fn make_and_undo(positions: &Positions) -> Contest<'_> {
    fn question<L: Library>(cases: &mut [Case<L>]) -> u64 {
        for _ in 0..PASSES {
            for case in &mut *cases {
                let Case { position, mv } = black_box(case);
                L::visit_after(position, *mv, |child| {
                    black_box(child);
                });
            }
        }
        (PASSES * cases.len()) as u64
    }
    let mut contest = over_few(positions);
    macro_rules! entries {
        ($($set:ident)+) => {$({
            let mut cases = positions.$set.few.clone();
            contest = contest.entry(positions.$set.name(), move || question(&mut cases));
        })+};
    }
    entries!(ours cozy shakmaty chess);
    contest
}

pub fn is_legal(positions: &Positions) -> Contest<'_> {
    fn question<L: Library>(set: &Set<L>) -> u64 {
        let legal = |&&(at, mv): &&(usize, L::Move)| L::is_legal(&set.cases[at].position, black_box(mv));
        set.table_moves.iter().filter(legal).count() as u64
    }
    ask!(Contest::new(positions.ours.table_moves.len() as u64), positions, question)
}

//! Who can still mate? Asked of positions from real games, beside chasolver; and the answers held against each other.

use std::hint::black_box;
use std::str::FromStr;

use chasolver::{Winnability, is_unwinnable_fast, winnability};
use chess0x88::Color;
use chess0x88_mate::{CanMate, can_mate, cannot_mate};

use crate::contest::Contest;
use crate::libraries::{Library, Ours};

/// The name of the peer.
const CHASOLVER: &str = "chasolver";
/// How many positions the full form may look at.
const BUDGET: usize = 1_000_000;

/// A position as both hold it, and a side.
pub struct Case {
    ours: chess0x88::Chess,
    theirs: chess::Board,
    color: Color,
}

impl Case {
    const fn their_color(&self) -> chess::Color {
        match self.color {
            Color::White => chess::Color::White,
            Color::Black => chess::Color::Black,
        }
    }
}

/// Every so many of the labelled positions, of one part (the second is from real games), for both sides.
pub fn cases(part: &str, step: usize) -> Vec<Case> {
    let text = include_str!("../../../../crates/mate/tests/data/winnability.txt");
    let lines = text.lines().skip_while(|line| *line != part).skip(1).take_while(|line| !line.starts_with('#'));
    let fens = lines.filter_map(|line| line.split_once(' ')).map(|(_, fen)| fen).step_by(step);
    fens.flat_map(|fen| {
        let (ours, _) = chess0x88::fen::parse_lenient::<chess0x88::ChessRules>(fen)
            .unwrap_or_else(|error| panic!("{fen}: {error}"));
        let theirs = chess::Board::from_str(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        Color::ALL.map(|color| Case { ours, theirs, color })
    })
    .collect()
}

/// The proofs found at once.
pub fn quick(cases: &[Case]) -> Contest<'_> {
    let sum = |proved: fn(&Case) -> bool| move || cases.iter().filter(|case| proved(black_box(case))).count() as u64;
    Contest::new(cases.len() as u64)
        .entry(Ours::NAME, sum(|case| cannot_mate(&case.ours, case.color)))
        .entry(CHASOLVER, sum(|case| is_unwinnable_fast(&case.theirs, case.their_color())))
}

/// The mates found by a search that also proves there to be none.
pub fn full(cases: &[Case]) -> Contest<'_> {
    let sum = |mates: fn(&Case) -> bool| move || cases.iter().filter(|case| mates(black_box(case))).count() as u64;
    Contest::new(cases.len() as u64)
        .entry(Ours::NAME, sum(|case| matches!(can_mate(&case.ours, case.color, BUDGET), CanMate::Yes(_))))
        .entry(
            CHASOLVER,
            sum(|case| matches!(winnability(&case.theirs, case.their_color()), Some(Winnability::Winnable { .. }))),
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What either knows, the other does not contradict.
    fn compare(cases: &[Case], budget: usize) {
        for case in cases {
            let theirs = winnability(&case.theirs, case.their_color()).map(|answer| answer != Winnability::Unwinnable);
            let ours = match can_mate(&case.ours, case.color, budget) {
                CanMate::Yes(_) => Some(true),
                CanMate::No => Some(false),
                CanMate::Unknown(_) => None,
            };
            assert!(ours.is_none() || theirs.is_none() || ours == theirs, "{} {}", case.color, case.ours.fen());
            assert!(!cannot_mate(&case.ours, case.color) || theirs != Some(true), "{} {}", case.color, case.ours.fen());
        }
    }

    #[test]
    fn both_answer_alike_where_both_know() {
        compare(&cases("# part 1", 20), 5000);
        compare(&cases("# part 2", 20), 5000);
    }

    /// Positions that nobody has labelled: those that follow from the hard ones.
    #[test]
    fn both_answer_alike_a_move_further_on() {
        let mut cases = cases("# part 1", 40);
        for (n, case) in cases.iter_mut().enumerate() {
            let moves = case.ours.legal_moves();
            let Some(&mv) = moves.get(n * 7 % moves.len().max(1)) else { continue };
            case.ours = case.ours.after_unchecked(mv);
            case.theirs = chess::Board::from_str(case.ours.fen().as_str()).expect("a legal position");
        }
        compare(&cases, 5000);
    }
}

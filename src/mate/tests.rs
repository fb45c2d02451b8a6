//! The work of the search for mates, stage by stage.
//!
//! A stage that is weakened still gives no wrong answer: it proves less, or takes longer. So the tests of the answers do not see it,
//! and these numbers do. Whoever changes what a stage does writes the new ones here.

use core::fmt::Write;
use core::ops::ControlFlow;
use std::string::String;
use std::vec::Vec;

use super::abstraction::{Level, is_hopeless};
use super::budget::{Allowed, Budget};
use super::search::search;
use super::semi_static::{Effort, excludes_mate};
use super::{CanMate, MateNode, quick};
use crate::notation::fen;
use crate::piece::Color;
use crate::position::Position;
use crate::rules::{ChessRules, MakrukRules, Rules};

/// The most positions that a stage may examine here.
const BUDGET: usize = 300;

/// Positions that lines of a file begin with.
fn positions<'a, R: Rules>(fens: impl Iterator<Item = &'a str>) -> Vec<Position<R>> {
    fens.map(|fen| fen::parse_lenient::<R>(fen).unwrap_or_else(|error| panic!("{fen}: {error}")).0).collect()
}

/// Some positions of chess that are hard to judge, and some of real games.
fn chess() -> Vec<Position<ChessRules>> {
    let lines = include_str!("../../tests/data/winnability.txt").lines().filter(|line| !line.starts_with('#'));
    // Among these, three that only assumptions prove (`Splits`).
    let some = lines.enumerate().filter(|(n, _)| if *n < 1707 { n % 4 == 3 } else { n % 60 == 0 });
    positions(some.filter_map(|(_, line)| line.split_once(' ')).map(|(_, fen)| fen))
}

/// Some positions of Makruk.
fn makruk() -> Vec<Position<MakrukRules>> {
    let lines = include_str!("../../tests/data/makruk_random.epd").lines().filter(|line| !line.starts_with('#'));
    positions(lines.filter_map(|line| line.split(" ;").next()).step_by(5))
}

/// For each position and side: in how many a stage answers yes, and how many positions it examines for that.
fn work<R: Rules>(
    positions: &[Position<R>],
    mut stage: impl FnMut(&Position<R>, Color, &mut Budget<'_, '_>) -> bool,
) -> (usize, usize) {
    let (mut yes, mut examined) = (0, 0);
    for position in positions {
        for winner in Color::ALL {
            let mut last = 0;
            let mut until = |count| {
                last = count + 1;
                ControlFlow::Continue(())
            };
            yes += usize::from(stage(position, winner, &mut Allowed::new(&mut until).budget(BUDGET)));
            examined += last;
        }
    }
    (yes, examined)
}

/// The work of each stage.
fn stages<R: Rules>(positions: &[Position<R>]) -> String {
    let mut table = std::vec![MateNode::EMPTY; BUDGET];
    let mut told = std::format!("{} positions\n", positions.len());
    let mut tell = |stage: &str, (yes, examined)| writeln!(told, "{stage}: {yes} by {examined}").expect("text");
    tell("quick", work(positions, quick::cannot_mate));
    for effort in [Effort::Quick, Effort::Splits(0), Effort::Splits(1)] {
        let stage = |position: &_, winner, budget: &mut Budget<'_, '_>| excludes_mate(position, winner, effort, budget);
        tell("semi-static", work(positions, stage));
    }
    for level in [Level::All, Level::Wide(8), Level::Wide(16), Level::Of(Color::White), Level::Promoted] {
        let mut stage = |position: &_, winner, budget: &mut Budget<'_, '_>| {
            is_hopeless(position, winner, &mut table.as_mut_slice(), level, budget)
        };
        tell("abstraction", work(positions, &mut stage));
    }
    told
}

/// The work of the whole search: the plies of all lines that mate, the proofs that there is none, and the positions examined.
fn searches<R: Rules>(positions: &[Position<R>]) -> (usize, usize, usize) {
    let mut table = std::vec![MateNode::EMPTY; BUDGET];
    let (mut plies, mut proofs) = (0, 0);
    let (_, examined) = work(positions, |position, winner, budget| {
        let mut until = |_| if budget.take() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
        match search(position, winner, table.as_mut_slice(), &mut until) {
            CanMate::Yes(line) => plies += line.len(),
            CanMate::No => proofs += 1,
            CanMate::Unknown => {}
        }
        false
    });
    (plies, proofs, examined)
}

#[test]
fn the_work_of_each_stage_is_known() {
    let expected = "563 positions
quick: 226 by 4232
semi-static: 253 by 1275
semi-static: 253 by 1928
semi-static: 254 by 7410
abstraction: 140 by 68028
abstraction: 138 by 66732
abstraction: 137 by 64786
abstraction: 141 by 67387
abstraction: 77 by 39517
";
    assert_eq!(stages(&chess()), expected);
    let expected = "53 positions
quick: 19 by 212
semi-static: 19 by 129
semi-static: 19 by 182
semi-static: 19 by 541
abstraction: 16 by 1399
abstraction: 16 by 1399
abstraction: 16 by 1399
abstraction: 16 by 1806
abstraction: 1 by 1006
";
    assert_eq!(stages(&makruk()), expected);
}

#[test]
fn the_work_of_the_search_is_known() {
    assert_eq!(searches(&chess()), (14_760, 249, 139_934));
    assert_eq!(searches(&makruk()), (1030, 19, 18_834));
}

//! A visitor that breaks makes no more moves: its work is counted, in random games of chess, Chess960 and Makruk.

use core::ops::ControlFlow::{Break, Continue};
use std::collections::BTreeSet;
use std::vec::Vec;

use super::counter::taken;
use super::equivalence::{Check, random_games};
use crate::geometry::Square;
use crate::movegen::Wanted;
use crate::movegen::mailbox::PieceMoves;
use crate::moves::Move;
use crate::position::Position;
use crate::rules::Rules;
use crate::tally::Work;

/// A visit that breaks at a move makes no moves of later pieces.
struct Stopping;

/// Visits up to this many moves. Returns the last move, and the number of pseudo-legal moves made.
fn visit<R: Rules>(position: &Position<R>, most: usize) -> (Option<Move>, usize) {
    let mut visited = 0;
    taken(Work::Move);
    let mut last = None;
    let _ = position.mover().visit_wanted(Wanted::Any, &mut |mv| {
        visited += 1;
        assert!(visited <= most, "a move after the stop: {mv} {position:?}");
        if visited == most {
            last = Some(mv);
            Break(())
        } else {
            Continue(())
        }
    });
    (last, taken(Work::Move))
}

impl Check for Stopping {
    fn legal<R: Rules>(&self, position: &Position<R>) {
        let (node, mut of_piece, mut moves) = (position.mover(), PieceMoves::new(), Vec::new());
        let _ = node.visit_wanted(Wanted::Any, &mut |mv| {
            moves.push(mv);
            Continue(())
        });
        let (_, all) = visit(position, usize::MAX);
        assert_eq!(all, position.pseudo_legal_moves().len(), "{position:?}");
        for (n, &mv) in moves.iter().enumerate() {
            let (last, work) = visit(position, n + 1);
            assert_eq!(last, Some(mv), "{position:?}");
            let mut later: BTreeSet<Square> = moves.iter().skip(n).map(|mv| mv.from()).collect();
            later.remove(&mv.from());
            let of_later: usize = later
                .into_iter()
                .map(|from| {
                    node.pseudo_legal_from(from, Wanted::Any, &mut of_piece);
                    usize::from(of_piece.len())
                })
                .sum();
            assert!(
                work + of_later <= all,
                "{work} at {mv} of {all}, {of_later} of pieces that come later: {position:?}"
            );
        }
    }

    fn broken<R: Rules>(&self, _: &Position<R>) {}
}

#[test]
fn a_visit_that_is_told_to_stop_makes_the_moves_of_no_further_piece() {
    random_games(&Stopping, 2);
}

//! Tests that compare the work of long games with their length, and the work of searches for a mate with their budget.

use std::vec::Vec;

use super::counter::taken;
use super::random::Random;
use crate::game::Game;
use crate::moves::Move;
use crate::position::Chess;
use crate::tally::Work;

/// The number of comparisons in a game of this many plies, played and taken back.
fn comparisons(start: &str, plies: usize, choose: &mut dyn FnMut(usize, &Chess) -> Move) -> usize {
    let start: Chess = start.parse().expect(start);
    let mut position = start;
    let moves: Vec<Move> = (0..plies)
        .map(|ply| {
            let mv = choose(ply, &position);
            position.play_unchecked(mv);
            mv
        })
        .collect();
    taken(Work::Comparison);
    let mut game = Game::from_moves(start, moves).expect("legal moves");
    while game.take_back().is_some() {}
    taken(Work::Comparison)
}

#[test]
fn a_long_game_takes_comparisons_in_proportion_to_its_moves() {
    const PLIES: usize = 50_000;
    // Finding a position among n takes some log2(n) comparisons. A position is searched when a move is made, stored and taken back.
    const MOST: usize = 150;
    let mut random = Random(88);
    let mut wander = |_: usize, position: &Chess| {
        let quiet: Vec<Move> = position.legal_moves().iter().copied().filter(|mv| !mv.is_capture()).collect();
        quiet[random.below(quiet.len())]
    };
    // Each position occurs again after 180 plies, so without the census each move would walk back this far.
    let rounds: [&[&str]; 2] = [
        &["a1", "a2", "a3", "a4", "a5", "b5", "b4", "b3", "b2", "b1"],
        &["g8", "g7", "g6", "g5", "g4", "h4", "h6", "h7", "h8"],
    ];
    let mut tour = |ply: usize, position: &Chess| {
        let round = rounds[ply % 2];
        let [from, to] = [0, 1].map(|step| round[(ply / 2 + step) % round.len()].parse().expect("a square"));
        position.find_move(from, to, None).expect("legal")
    };
    let wandering = comparisons("4k1n1/8/8/8/8/8/8/N3K3 w - - 0 1", PLIES, &mut wander) / PLIES;
    let touring = comparisons("4k1r1/8/8/8/8/8/8/R3K3 w - - 0 1", PLIES, &mut tour) / PLIES;
    assert!(wandering < MOST && touring < MOST, "{wandering} and {touring} a ply");
}

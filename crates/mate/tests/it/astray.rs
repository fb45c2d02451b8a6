//! Positions that illegal moves have spoiled answer without a panic. (Tests are built with overflow checks.)

use chess0x88::{Chess, Color, Makruk, Move, Position, Rules};
use chess0x88_mate::{MateNode, can_mate_in, cannot_mate};

use common::{Random, scatter, walk};

fn ask<R: Rules>(start: &Position<R>, random: &mut Random) {
    let mut position = *start;
    for _ in 0..24 {
        if let Some(mv) = Move::from_bits(random.next() as u16) {
            position.play_unchecked(mv);
        }
    }
    for color in Color::ALL {
        let _ = cannot_mate(&position, color);
        let _ = can_mate_in(&position, color, &mut [MateNode::EMPTY; 20]);
    }
}

#[test]
fn wrong_positions_answer_without_a_panic() {
    let mut random = Random::new(58);
    for seed in 0..400 {
        let plies = [8, 60, 150][seed as usize % 3];
        ask(walk(Chess::startpos(), seed, plies).last().expect("a start"), &mut random);
        ask(walk(Makruk::startpos(), seed, plies).last().expect("a start"), &mut random);
        ask(&scatter(seed), &mut random);
    }
}

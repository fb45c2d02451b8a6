//! Positions that illegal moves have spoiled are counted without a panic. (Tests are built with overflow checks.)

use chess0x88::{Chess, Makruk, Move, Position, Rules};
use chess0x88_perft::Backend;

use common::{Random, scatter, walk};

fn count<R: Rules>(start: &Position<R>, random: &mut Random) {
    let mut position = *start;
    for _ in 0..16 {
        if let Some(mv) = Move::from_bits(random.next() as u16) {
            position.play_unchecked(mv);
        }
        let _ = Backend::available().map(|backend| backend.perft(&position, 2)).sum::<u64>();
    }
}

#[test]
fn wrong_positions_are_counted_without_a_panic() {
    let mut random = Random::new(59);
    for seed in 0..200 {
        let plies = [8, 60, 150][seed as usize % 3];
        count(walk(Chess::startpos(), seed, plies).last().expect("a start"), &mut random);
        count(walk(Makruk::startpos(), seed, plies).last().expect("a start"), &mut random);
        count(&scatter(seed), &mut random);
    }
}

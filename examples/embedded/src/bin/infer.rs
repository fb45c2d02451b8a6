//! Infers moves from the occupied squares: each legal move of a position is distinguished from all others.
#![no_std]
#![no_main]

use chess0x88::{Chess, SquareSet};
use chess0x88_eboard::{Inference, Reading, infer};
use cortex_m_rt::entry;
use embedded::{Meter, finish};

/// The name, the FEN, the number of legal moves, and the number of promotions among them, which come in groups of four to the
/// same square.
const CASES: [(&str, &str, usize, usize); 3] = [
    ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 20, 0),
    ("kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 48, 0),
    ("promotions", "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 24, 12),
];

/// Counts the legal moves that a board shows for certain if the captured piece is lifted first, and the ambiguous moves.
fn told(position: &Chess) -> Option<(usize, usize)> {
    let (mut moves, mut ambiguous) = (0, 0);
    for mv in position.legal_moves() {
        let mut after = *position;
        after.play(mv).ok()?;
        let reading = Reading::from(after.board().occupied()).emptied(SquareSet::from(mv.to()));
        match infer(position, None, reading) {
            Inference::Move(told) if told == mv => {}
            Inference::Ambiguous if mv.promotion().is_some() => ambiguous += 1,
            _ => return None,
        }
        moves += 1;
    }
    Some((moves, ambiguous))
}

#[entry]
fn main() -> ! {
    finish(CASES.iter().all(|&(name, fen, moves, ambiguous)| {
        let meter = Meter::start();
        let told = fen.parse::<Chess>().ok().and_then(|position| told(&position));
        meter.stop(name);
        told == Some((moves, ambiguous))
    }))
}

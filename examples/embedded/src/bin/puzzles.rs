//! A table of puzzles in flash: the positions are read from their FENs by the compiler, and the program solves them without a
//! list of moves.
#![no_std]
#![no_main]

use core::ops::ControlFlow;

use chess0x88::{Chess, Move, fen};
use cortex_m_rt::entry;
use embedded::{Meter, finish, say};

/// Mates in one, and how.
static PUZZLES: [(Chess, &str); 3] = [
    (fen!("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"), "Ra8#"),
    (fen!("6rk/6pp/7N/8/8/8/8/6K1 w - - 0 1"), "Nf7#"),
    (fen!("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4"), "Qxf7#"),
];

/// The first move that leaves the other side without an answer to check.
fn mate(position: &Chess) -> Option<Move> {
    let found = position.visit_legal_moves(|mv| {
        let mut after = *position;
        after.play_unchecked(mv);
        if after.is_check() && !after.has_legal_move() { ControlFlow::Break(mv) } else { ControlFlow::Continue(()) }
    });
    found.break_value()
}

#[entry]
fn main() -> ! {
    let meter = Meter::start();
    let well = PUZZLES.iter().all(|(position, expected)| {
        let found = mate(position);
        let san = found.map(|mv| position.san(mv));
        san.is_some_and(|san| {
            say(san.as_str());
            say("\n");
            san.as_str() == *expected
        })
    });
    meter.stop("puzzles");
    finish(well)
}

//! Reads positions and counts the leaves of their trees, to test the move generator.
#![no_std]
#![no_main]

use chess0x88::{Chess, perft};
use cortex_m_rt::entry;
use embedded::{Meter, finish};

/// The name, the FEN, the depth and the count. Source: Chess Programming Wiki, "Perft Results".
const CASES: [(&str, &str, u8, u64); 2] = [
    ("start 4", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4, 197_281),
    ("kiwipete 3", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 97_862),
];

#[entry]
fn main() -> ! {
    finish(CASES.iter().all(|&(name, fen, depth, expected)| {
        let meter = Meter::start();
        let count = fen.parse::<Chess>().map(|position| perft(&position, depth));
        meter.stop(name);
        count == Ok(expected)
    }))
}

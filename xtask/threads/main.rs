//! Threads that share a table of perft too small for them, for ThreadSanitizer.

use chess0x88::{Chess, PerftTable, perft};

const FENS: [&str; 3] = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
];

fn main() {
    let table = PerftTable::new(1).expect("a megabyte");
    let positions = FENS.map(|fen| fen.parse::<Chess>().expect("a FEN"));
    let mut counted = 0;
    for depth in 2..=4 {
        for position in &positions {
            let total = perft(position, depth);
            std::thread::scope(|scope| {
                for _ in 0..4 {
                    scope.spawn(|| assert_eq!(table.perft(position, depth), total));
                }
            });
            counted += 1;
        }
    }
    println!("{counted} totals, each counted by four threads");
}

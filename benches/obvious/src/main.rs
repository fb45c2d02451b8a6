//! The engine that someone who does not work on this library wrote over it, with the calls that docs/for-engines.md names, and over
//! cozy-chess: the same tree. `.ci/deep instructions` counts what its search takes.
//!
//! ```sh
//! cargo run --release -- undo|copy|cozy table|plain 4
//! ```

mod cozy;
mod ours;
mod rules;
mod search;

use ours::ByCopy;
use rules::Rules;
use search::Searcher;

const FENS: [&str; 12] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1",
    "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 7",
    "8/8/1p1r1k2/p1pPN1p1/P3KnP1/1P6/8/3R4 b - - 0 1",
    "4rrk1/pp1n3p/3q2pQ/2p1pb2/2PP4/2P3N1/P2B2PP/4RRK1 b - - 7 19",
    "3r1rk1/p5pp/bpp1pp2/8/q1PP1P2/b3P3/P2NQRPP/1R2B1K1 b - - 6 22",
    "6k1/5ppp/3r4/8/3R2b1/8/5PPP/R3qB1K b - - 0 1",
];

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [library, table, depth] = words.as_slice() else { panic!("undo|copy|cozy table|plain DEPTH") };
    let (table, depth) = (table == "table", depth.parse().expect("a depth"));
    let chess = || FENS.iter().map(|fen| fen.parse::<chess0x88::Chess>().expect(fen));
    let nodes = match library.as_str() {
        "undo" => all(chess(), table, depth),
        "copy" => all(chess().map(ByCopy), table, depth),
        _ => all(FENS.iter().map(|fen| fen.parse::<cozy_chess::Board>().expect(fen)), table, depth),
    };
    println!("{nodes} nodes");
}

fn all<P: Rules>(positions: impl Iterator<Item = P>, table: bool, depth: i32) -> u64 {
    let mut searcher = Searcher::new(4);
    searcher.use_tt = table;
    positions
        .map(|mut position| {
            searcher.clear();
            measured(&mut searcher, &mut position, depth)
        })
        .sum()
}

/// What is counted.
#[inline(never)]
fn measured<P: Rules>(searcher: &mut Searcher<P>, position: &mut P, depth: i32) -> u64 {
    searcher.think(position, depth);
    searcher.nodes
}

//! A fixed amount of work: the same positions to the same depth, on one thread, each with an empty table.
//!
//! The number of nodes is the engine's signature. It is the same on every machine and with every back end of the library, and
//! changes when the engine's behaviour changes.

use chess0x88::{ChessRules, History, MakrukRules, Position};

use crate::evaluate::Play;
use crate::search::{Limits, Search};
use crate::table::Table;

/// The default depth of each search.
pub const DEPTH: i32 = 12;

/// Openings, middle games, end games; Chess960 too.
const CHESS: [&str; 12] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
    "rnbq1rk1/ppp1bppp/4pn2/3p2B1/2PP4/2N2N2/PP2PPPP/R2QKB1R w KQ - 4 6",
    "2r2rk1/pb1nqppp/1p2pn2/8/2BP4/P1N2N2/1P2QPPP/2R2RK1 b - - 3 15",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/8/1p1k1p2/p1p2P1p/P1P1K2P/1P6/8/8 w - - 0 40",
    "6k1/5ppp/8/8/3R4/8/r4PPP/6K1 w - - 0 30",
    "8/5k2/8/8/8/8/1Q6/K7 w - - 0 1",
    "r1b2rk1/2q1bppp/p2p1n2/np2p3/3PP3/5N1P/PPBN1PP1/R1BQR1K1 b - - 1 12",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
];

const MAKRUK: [&str; 6] = [
    "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1",
    "r1smksnr/3n4/pppp1ppp/4p3/4P3/PPPP1PPP/4N3/RNSKMS1R w - - 0 4",
    "r2mk2r/2sns3/p1ppnp1p/1p2p1p1/1P2P1P1/P1PPNP1P/2SNS3/R2KM2R w - - 0 10",
    "2r1k3/4s3/p2mpn1p/1p3p2/1P2P3/P1NM1P1P/3S4/2R1K3 b - - 0 20",
    "8/3k4/4m3/8/2K1S3/3M4/8/4R3 w - - 0 1",
    "8/8/8/3k4/8/3KR3/8/8 w - - 0 1",
];

/// Searches one position with an empty table, and returns the number of nodes.
fn nodes<R: Play>(fen: &str, depth: i32, table: &Table) -> u64 {
    let Ok(position) = Position::<R>::from_fen(fen) else { return 0 };
    table.clear();
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    Search::new(&History::new(position), table, &mut ()).think(&limits).nodes
}

/// Searches all positions to this depth, one for each step of the iterator. Returns the positions and their nodes.
pub fn run(depth: i32) -> impl Iterator<Item = (&'static str, u64)> {
    let table = Table::new(16);
    let chess = CHESS.map(|fen| (fen, nodes::<ChessRules> as fn(&str, i32, &Table) -> u64));
    let makruk = MAKRUK.map(|fen| (fen, nodes::<MakrukRules> as fn(&str, i32, &Table) -> u64));
    chess.into_iter().chain(makruk).map(move |(fen, nodes)| (fen, nodes(fen, depth, &table)))
}

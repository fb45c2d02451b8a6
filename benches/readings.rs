//! What it costs to read a board: each legal move of the six positions of the Chess Programming Wiki's perft page, made or begun.

use std::hint::black_box;

use chess0x88::{Chess, Move};
use chess0x88_eboard::{BoardReader, Inference, Reading, infer};
use criterion::{Criterion, Throughput, criterion_group};

const POSITIONS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
];

fn moves() -> Vec<(Chess, Move)> {
    let positions = POSITIONS.map(|fen| fen.parse::<Chess>().expect("a position"));
    positions
        .into_iter()
        .flat_map(|position| position.legal_moves().into_iter().map(move |mv| (position, mv)))
        .collect()
}

fn eboard(c: &mut Criterion) {
    let moves = moves();
    let readings: Vec<_> =
        moves.iter().map(|(position, mv)| (position, Reading::from(*position.after_unchecked(*mv).board()))).collect();
    let mut group = c.benchmark_group("eboard");
    group.throughput(Throughput::Elements(moves.len() as u64));
    group.bench_function("infer a move", |b| {
        b.iter(|| {
            readings
                .iter()
                .filter(|(position, reading)| infer(position, None, *reading) != Inference::Unchanged)
                .count()
        });
    });
    // A piece in the hand, which is most of what a reader sees while somebody moves.
    let lifted: Vec<_> = moves.iter().map(|(position, mv)| position.board().occupied() - mv.from().into()).collect();
    group.bench_function("a reading", |b| {
        let mut reader = BoardReader::new(Chess::startpos());
        b.iter(|| lifted.iter().filter_map(|&squares| reader.read(black_box(squares))).count());
    });
    group.finish();
}

criterion_group!(benches, eboard);

//! Static exchange evaluation of every capture of a crowded position, in full and against a threshold.

use std::hint::black_box;

use chess0x88::see::PieceValues;
use chess0x88::{Chess, see};
use criterion::{Criterion, criterion_group};

const POSITIONS: [&str; 3] = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1",
];

fn see(criterion: &mut Criterion) {
    let values = PieceValues::default();
    let captures: Vec<_> = POSITIONS
        .iter()
        .filter_map(|fen| fen.parse::<Chess>().ok())
        .flat_map(|position| position.legal_captures().into_iter().map(move |mv| (position, mv)))
        .collect();
    let mut group = criterion.benchmark_group("see");
    group.throughput(criterion::Throughput::Elements(captures.len() as u64));
    group.bench_function("value", |bench| {
        bench.iter(|| captures.iter().map(|(position, mv)| see::value(black_box(position), *mv, &values)).sum::<i32>());
    });
    group.bench_function("at least 0", |bench| {
        bench.iter(|| {
            captures.iter().filter(|(position, mv)| see::at_least(black_box(position), *mv, 0, &values)).count()
        });
    });
    group.bench_function("mvv_lva", |bench| {
        bench.iter(|| captures.iter().map(|(position, mv)| see::mvv_lva(black_box(position), *mv, &values)).max());
    });
    group.finish();
}

criterion_group!(benches, see);

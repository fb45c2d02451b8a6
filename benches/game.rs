//! Keys and game play: `cargo bench --bench game`.

use std::hint::black_box;

use chess0x88::Chess;
use criterion::{Criterion, criterion_group, criterion_main};

const MIDDLEGAME: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn keys(c: &mut Criterion) {
    let position: Chess = MIDDLEGAME.parse().unwrap();
    let moves = position.legal_moves();
    let key = position.key();
    let mut group = c.benchmark_group("key");
    group.throughput(criterion::Throughput::Elements(1));
    group.bench_function("position", |b| b.iter(|| black_box(&position).key()));
    group.throughput(criterion::Throughput::Elements(moves.len() as u64));
    group.bench_function("after: make the move", |b| {
        b.iter(|| moves.iter().fold(0, |sum, &mv| sum ^ black_box(&position).after_unchecked(mv).key()))
    });
    group.bench_function("after: key_after", |b| {
        b.iter(|| moves.iter().fold(0, |sum, &mv| sum ^ black_box(&position).key_after(mv)))
    });
    group.bench_function("after: next_key", |b| {
        b.iter(|| moves.iter().fold(0, |sum, &mv| sum ^ black_box(&position).next_key(key, mv)))
    });
    group.finish();
}

criterion_group!(benches, keys);
criterion_main!(benches);

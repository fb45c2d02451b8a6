//! Which mailbox board slides fastest? The seeds of this project claim that a border of sentinels "seems slightly more
//! efficient than pure 0x88"; this measures it. See `boards` for the layouts and the two loops.
//!
//! ```sh
//! cargo bench --bench layouts
//! ```

#![allow(missing_docs, reason = "a benchmark has no readers of its interface")]

mod boards;

use boards::{Border15x12, Border16x12, Laid, Layout, Plain0x88, Steps};
use chess0x88::Chess;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// Positions of a game that plays the middle move of each list: pieces spread out, lines open.
fn positions() -> Vec<Chess> {
    let mut position = Chess::startpos();
    let mut positions = Vec::new();
    while positions.len() < 200 {
        positions.push(position);
        let moves = position.legal_moves();
        position = match moves.get(moves.len() / 2) {
            Some(&mv) => position.after_unchecked(mv),
            None => Chess::startpos(),
        };
    }
    positions
}

fn laid<L: Layout>() -> Vec<Laid<L>> {
    positions().iter().map(|position| Laid::new(position.board(), position.turn())).collect()
}

fn measure<L: Layout>(criterion: &mut Criterion, name: &str) {
    let (boards, steps) = (laid::<L>(), Steps::<L>::new());
    let moves: u32 = boards.iter().map(|board| board.slides().0 + board.slides().1).sum();
    let mut group = criterion.benchmark_group("source to destination");
    group.throughput(Throughput::Elements(moves.into()));
    group.bench_function(name, |bench| {
        bench.iter(|| boards.iter().map(|board| board.slides().0 + board.slides().1).sum::<u32>());
    });
    group.finish();
    let mut group = criterion.benchmark_group("destination to source");
    group.throughput(Throughput::Elements(boards.len() as u64));
    group.bench_function(name, |bench| {
        bench.iter(|| boards.iter().map(|board| board.attacks(&steps)).sum::<u32>());
    });
    group.finish();
}

fn layouts(criterion: &mut Criterion) {
    measure::<Plain0x88>(criterion, "16x8, & 0x88");
    measure::<Border16x12>(criterion, "16x12, sentinels");
    measure::<Border15x12>(criterion, "15x12, sentinels");
}

criterion_group!(benches, layouts);
criterion_main!(benches);

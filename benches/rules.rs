//! What the rules cost: each question asked of the six positions of the Chess Programming Wiki's perft page, the time
//! given for all six together. Peers are measured beside it in `benches/peers`.

use std::hint::black_box;

use chess0x88::uci::CastlingMode;
use chess0x88::{Chess, Color, Move, Square, perft};
use chess0x88_mate::cannot_mate;
use criterion::{Criterion, Throughput, criterion_group};

/// The six positions, and a perft depth that takes each some milliseconds.
const POSITIONS: [(&str, u8); 6] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 3),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 3),
];

fn positions() -> [Chess; 6] {
    POSITIONS.map(|(fen, _)| fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}")))
}

/// Every legal move of the six, each with its position.
fn moves() -> Vec<(Chess, Move)> {
    positions()
        .into_iter()
        .flat_map(|position| position.legal_moves().into_iter().map(move |mv| (position, mv)))
        .collect()
}

fn count(c: &mut Criterion) {
    let mut group = c.benchmark_group("perft");
    let positions = positions();
    let nodes = positions.iter().zip(POSITIONS).map(|(position, (_, depth))| perft(position, depth)).sum();
    group.sample_size(20).throughput(Throughput::Elements(nodes)).bench_function("all six", |b| {
        b.iter(|| {
            positions.iter().zip(POSITIONS).map(|(position, (_, depth))| perft(black_box(position), depth)).sum::<u64>()
        });
    });
    group.finish();
}

fn generate(c: &mut Criterion) {
    let positions = positions();
    let mut group = c.benchmark_group("generate");
    group.throughput(Throughput::Elements(positions.len() as u64));
    let mut of_each = |name: &str, question: fn(&Chess) -> usize| {
        group.bench_function(name, |b| {
            b.iter(|| positions.iter().map(|position| question(black_box(position))).sum::<usize>());
        });
    };
    of_each("legal list", |position| position.legal_moves().len());
    of_each("pseudo-legal list", |position| position.pseudo_legal_moves().len());
    of_each("legal count", Chess::legal_move_count);
    of_each("captures", |position| position.legal_captures().len());
    of_each("any legal move", |position| usize::from(position.has_legal_move()));
    of_each("who is known not to mate", |position| {
        Color::ALL.into_iter().filter(|&color| cannot_mate(position, color)).count()
    });
    of_each("checkers and pins", |position| (position.checkers() | position.pinned(position.turn())).len());
    of_each("attackers of every square", |position| {
        Square::ALL.into_iter().map(|square| position.board().attackers(square, Color::White).len()).sum()
    });
    group.finish();
}

fn play(c: &mut Criterion) {
    let moves = moves();
    let mut group = c.benchmark_group("play");
    group.throughput(Throughput::Elements(moves.len() as u64));
    group.bench_function("make and undo", |b| {
        let mut moves = moves.clone();
        b.iter(|| {
            for (position, mv) in &mut moves {
                let undo = position.make(black_box(*mv));
                black_box(&mut *position).unmake(undo);
            }
        });
    });
    group.bench_function("make by copy", |b| {
        b.iter(|| {
            moves.iter().fold(0, |sum, (position, mv)| sum ^ black_box(position.after_unchecked(*mv)).halfmove_clock())
        });
    });
    group.bench_function("check one move", |b| {
        b.iter(|| moves.iter().filter(|(position, mv)| position.check_legal(black_box(*mv)).is_ok()).count());
    });
    group.bench_function("gives check", |b| {
        b.iter(|| moves.iter().filter(|(position, mv)| position.gives_check(black_box(*mv))).count());
    });
    group.finish();
}

/// Checks, so that reading asks for a last move: by a piece that came, by a line that was opened, by two.
const CHECKS: [&str; 4] = [
    "rnb1kbnr/pppp1ppp/8/4p3/5PPq/8/PPPPP2P/RNBQKBNR w KQkq - 1 3",
    "r1bqkb1r/pppp1Bpp/2n2n2/4p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 0 4",
    "8/8/8/1Ppp3r/RK3p1k/8/4P1P1/8 w - - 0 3",
    "3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1",
];

fn retro(c: &mut Criterion) {
    let positions = positions();
    let unmoves = positions.iter().map(|position| chess0x88_retro::unmoves(position).count()).sum::<usize>();
    let mut group = c.benchmark_group("retro");
    group.throughput(Throughput::Elements(unmoves as u64));
    group.bench_function("unmoves", |b| {
        b.iter(|| {
            positions.iter().map(|position| chess0x88_retro::unmoves(black_box(position)).count()).sum::<usize>()
        });
    });
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("any unmove", |b| {
        b.iter(|| {
            positions.iter().filter(|position| chess0x88_retro::unmoves(black_box(position)).next().is_some()).count()
        });
    });
    group.finish();
}

fn text(c: &mut Criterion) {
    let positions = positions();
    let mut group = c.benchmark_group("fen");
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("read", |b| {
        b.iter(|| POSITIONS.iter().filter(|(fen, _)| black_box(fen).parse::<Chess>().is_ok()).count());
    });
    group.bench_function("write", |b| {
        b.iter(|| positions.iter().map(|position| black_box(position).fen().len()).sum::<usize>());
    });
    group.throughput(Throughput::Elements(CHECKS.len() as u64));
    group.bench_function("read checks", |b| {
        b.iter(|| CHECKS.iter().filter(|fen| black_box(fen).parse::<Chess>().is_ok()).count());
    });
    group.finish();

    let moves = moves();
    let texts: Vec<_> = moves.iter().map(|(position, mv)| (position, mv.to_string())).collect();
    let mut group = c.benchmark_group("uci");
    group.throughput(Throughput::Elements(moves.len() as u64));
    group.bench_function("read", |b| {
        b.iter(|| texts.iter().filter(|(position, text)| position.parse_uci(black_box(text)).is_ok()).count());
    });
    group.bench_function("write", |b| {
        b.iter(|| moves.iter().map(|(_, mv)| black_box(mv).to_uci(CastlingMode::Standard).len()).sum::<usize>());
    });
    group.finish();
}

criterion_group!(benches, count, generate, play, text, retro);

//! Keys and game play.

use std::hint::black_box;

use chess0x88::game::Claim;
use chess0x88::{Chess, ChessRules, Game, History, Move};
use criterion::{Criterion, Throughput, criterion_group};

const MIDDLEGAME: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn sum(moves: &[Move], key_of: impl Fn(Move) -> u64) -> u64 {
    moves.iter().fold(0, |sum, &mv| sum ^ key_of(mv))
}

/// The start of [`wandering`]: no castling right to lose, so that all of its moves can be undone.
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1";

fn keys(c: &mut Criterion) {
    let position: Chess = MIDDLEGAME.parse().unwrap();
    let moves = position.legal_moves();
    let key = position.key();
    let mut group = c.benchmark_group("key");
    group.throughput(Throughput::Elements(1));
    group.bench_function("position", |b| b.iter(|| black_box(&position).key()));
    group.throughput(Throughput::Elements(moves.len() as u64));
    group.bench_function("after: make the move", |b| {
        b.iter(|| sum(&moves, |mv| black_box(&position).after_unchecked(mv).key()));
    });
    group.bench_function("after: next_key", |b| b.iter(|| sum(&moves, |mv| black_box(&position).next_key(key, mv))));
    group.finish();
}

fn start() -> Game<ChessRules> {
    Game::new(START.parse().unwrap())
}

/// A game of 98 plies in which nothing irreversible happens and nothing recurs often.
fn wandering() -> Vec<Move> {
    let mut game = start();
    for n in 0..98 {
        let quiet = |mv: &&Move| {
            let after = game.position().after_unchecked(**mv);
            after.halfmove_clock() > 0
        };
        let moves = game.position().legal_moves();
        let count = moves.iter().filter(quiet).count();
        let Some(&mv) = moves.iter().filter(quiet).nth(n * 7 % count.max(1)) else { break };
        if game.play(mv).is_err() {
            break;
        }
    }
    game.moves().to_vec()
}

fn games(c: &mut Criterion) {
    let moves = wandering();
    let mut game = start();
    let mut history = History::new(*game.start());
    for &mv in &moves {
        game.play(mv).unwrap();
        history.play(mv).unwrap();
    }
    let mut group = c.benchmark_group("game");
    group.throughput(Throughput::Elements(moves.len() as u64));
    group.bench_function("play a game", |b| {
        b.iter(|| {
            let mut game = start();
            moves.iter().filter(|&&mv| game.play(mv).is_ok()).count()
        });
    });
    group.bench_function("play a game, outcome after each move", |b| {
        b.iter(|| {
            let mut game = start();
            moves.iter().filter(|&&mv| game.play(mv).is_ok() && game.outcome().is_none()).count()
        });
    });
    group.throughput(Throughput::Elements(1));
    group.bench_function("repetitions", |b| b.iter(|| black_box(&history).repetitions()));
    group.bench_function("claimable, 98 plies back", |b| {
        b.iter(|| black_box(&game).claimable(Claim::ThreefoldRepetition));
    });
    group.finish();
}

criterion_group!(benches, keys, games);

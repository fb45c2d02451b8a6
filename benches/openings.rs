//! Names of openings: one position, and a whole game.

use std::hint::black_box;

use chess0x88::{Chess, Move};
use chess0x88_openings::{Lines, Opening};
use criterion::{Criterion, criterion_group};

/// Plays the longest line, then quiet moves, until the game has forty moves.
fn game() -> Vec<Move> {
    let mut moves: Vec<Move> =
        Lines::all().max_by_key(|line| line.moves().count()).map(|line| line.moves().collect()).unwrap_or_default();
    let mut position = Chess::startpos();
    for &mv in &moves {
        position.play_unchecked(mv);
    }
    while moves.len() < 80 {
        let quiet = position.legal_quiets();
        let mv = quiet[moves.len() * 7 % quiet.len()];
        moves.push(mv);
        position.play_unchecked(mv);
    }
    moves
}

fn openings(c: &mut Criterion) {
    let named: Vec<Chess> = Lines::all()
        .map(|line| {
            let mut position = Chess::startpos();
            for mv in line.moves() {
                position.play_unchecked(mv);
            }
            position
        })
        .collect();
    let mut next = named.iter().cycle();
    c.bench_function("opening of a position", |b| b.iter(|| Opening::of(black_box(next.next()?))));

    let (start, moves) = (Chess::startpos(), game());
    c.bench_function("opening of a game of 40 moves", |b| b.iter(|| Opening::of_game(black_box(&start), &moves)));
    c.bench_function("openings with a part of a name", |b| b.iter(|| Opening::search(black_box("najdorf")).count()));
}

criterion_group!(benches, openings);

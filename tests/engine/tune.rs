//! Finds the weights of the example engine's evaluation for chess.
//!
//! Reads positions that Stockfish has searched, `FEN | score in centipawns` (`tests/engine/positions.py` writes them), and fits
//! the evaluation to these scores (CPW, "Texel's Tuning Method"). Both scores are turned into the points that a game brings on
//! average, so that an error counts most where the game is open. The evaluation is a sum of counts, each with a weight, so the
//! gradient is exact, and the method of Adam follows it downhill. One position in ten is kept apart, to see that the weights
//! hold for others too. It prints the tables of `evaluate.rs` and `activity.rs`.

#![expect(clippy::cast_precision_loss, reason = "counts are small")]

#[path = "../../examples/engine/mod.rs"]
#[allow(dead_code, reason = "the search is not used")]
mod engine;

use std::io::{self, BufRead};

use chess0x88::{Chess, ChessRules, Color, Role};
use engine::evaluate::activity::{TERMS, count};
use engine::evaluate::{Play, inwards};

/// By role: the value, eight ranks, four files, the ring. Then the weights of the activity.
const SQUARES: usize = 14;
const ROLES: usize = 6;
const ACTIVITY: usize = SQUARES * ROLES;
const TEMPO: usize = ACTIVITY + TERMS;
const ALL: usize = TEMPO + 1;

/// A score that changes the odds by the factor e, in Stockfish's centipawns and in ours. Both are larger than in play: otherwise
/// a piece ahead and a queen ahead would be much the same.
const STOCKFISH: f64 = 400.0;
const OURS: f64 = 320.0;

struct Sample {
    counts: Vec<(usize, f64)>,
    /// The share of the middle game.
    middle: f64,
    points: f64,
}

fn points(score: f64) -> f64 {
    1.0 / (1.0 + (-score).exp())
}

fn sample(line: &str) -> Option<Sample> {
    let (fen, score) = line.split_once('|')?;
    let position: Chess = fen.trim().parse().ok()?;
    let sign = if position.turn() == Color::White { 1.0 } else { -1.0 };
    let score = sign * score.trim().parse::<f64>().ok()?;
    let mut sums = [0.0; ALL];
    let mut phase = 0;
    for (square, piece) in position.board().pieces() {
        let (side, square) = if piece.color() == Color::White { (1.0, square) } else { (-1.0, square.flip_rank()) };
        let (rank, file) = (square.rank().index(), inwards(square.file().index()));
        let first = SQUARES * piece.role().index();
        for at in [0, 1 + rank, 9 + file] {
            sums[first + at] += side;
        }
        sums[first + 13] += side * file.min(inwards(rank)) as f64;
        phase += ChessRules::PHASES[piece.role().index()];
    }
    count(&position, |term, times| sums[ACTIVITY + term] += f64::from(times));
    sums[TEMPO] = sign;
    let counts = sums.into_iter().enumerate().filter(|&(_, times)| times != 0.0).collect();
    let middle = f64::from(phase.min(ChessRules::PHASE)) / f64::from(ChessRules::PHASE);
    Some(Sample { counts, middle, points: points(score / STOCKFISH) })
}

/// The points that the weights promise, less those that the search does.
fn error(sample: &Sample, weights: &[[f64; 2]; ALL]) -> (f64, f64) {
    let worth = |&(term, times): &(usize, f64)| {
        times * (weights[term][0] * sample.middle + weights[term][1] * (1.0 - sample.middle))
    };
    let points = points(sample.counts.iter().map(worth).sum::<f64>() / OURS);
    (points - sample.points, points * (1.0 - points))
}

fn mean_square(samples: &[Sample], weights: &[[f64; 2]; ALL]) -> f64 {
    samples.iter().map(|sample| error(sample, weights).0.powi(2)).sum::<f64>() / samples.len() as f64
}

fn main() {
    let lines = io::stdin().lock().lines().map_while(Result::ok);
    let samples: Vec<Sample> = lines.filter_map(|line| sample(&line)).collect();
    let (apart, samples) = samples.split_at(samples.len() / 10);
    let mut weights = [[0.0; 2]; ALL];
    for (role, value) in [100.0, 320.0, 330.0, 500.0, 950.0, 0.0].into_iter().enumerate() {
        weights[SQUARES * role] = [value; 2];
    }
    let (mut mean, mut square) = ([[0.0_f64; 2]; ALL], [[0.0_f64; 2]; ALL]);
    for round in 1..=1500 {
        let mut slope = [[0.0; 2]; ALL];
        for sample in samples {
            let (error, steepness) = error(sample, &weights);
            for &(term, times) in &sample.counts {
                let share = error * steepness * times / samples.len() as f64;
                slope[term][0] += share * sample.middle;
                slope[term][1] += share * (1.0 - sample.middle);
            }
        }
        for term in 0..ALL {
            for phase in 0..2 {
                // What is seldom counted stays near nothing; the values of the pieces are free.
                let pull = if term < ACTIVITY && term % SQUARES == 0 { 0.0 } else { 1e-7 * weights[term][phase] };
                let slope = slope[term][phase] + pull;
                mean[term][phase] = 0.9 * mean[term][phase] + 0.1 * slope;
                square[term][phase] = 0.99 * square[term][phase] + 0.01 * slope * slope;
                let (mean, square) = (mean[term][phase], square[term][phase]);
                let rate = if round < 1000 { 1.0 } else { 0.2 };
                weights[term][phase] -= rate * mean / (square.sqrt() + 1e-9);
            }
        }
        if round % 100 == 0 {
            eprintln!("{round}: {:.6}, apart {:.6}", mean_square(samples, &weights), mean_square(apart, &weights));
        }
    }
    print(&weights);
}

fn print(weights: &[[f64; 2]; ALL]) {
    let row = |terms: std::ops::Range<usize>, phase: usize| {
        let row: Vec<String> = terms.map(|term| format!("{:.0}", weights[term][phase])).collect();
        row.join(", ")
    };
    for (number, role) in Role::ALL.into_iter().take(ROLES).enumerate() {
        let at = SQUARES * number;
        let pair = |from: usize, to: usize| format!("[{}], [{}]", row(from..to, 0), row(from..to, 1));
        println!("{role:?}\nvalue: [{:.0}, {:.0}],", weights[at][0], weights[at][1]);
        println!("ranks: [{}],\nfiles: [{}],", pair(at + 1, at + 9), pair(at + 9, at + 13));
        println!("centre: [{:.0}, {:.0}],", weights[at + 13][0], weights[at + 13][1]);
    }
    println!("WEIGHTS\n[{}],\n[{}],", row(ACTIVITY..TEMPO, 0), row(ACTIVITY..TEMPO, 1));
    println!("TEMPO\n{:.0}", f64::midpoint(weights[TEMPO][0], weights[TEMPO][1]));
}

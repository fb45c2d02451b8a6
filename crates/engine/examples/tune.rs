//! Finds the weights of the example engine's evaluation for chess.
//!
//! With the arguments `games NODES NUMBER` it plays this number of games against itself, and writes quiet positions from them.
//! Without arguments it reads positions with Stockfish's scores, `FEN | score in centipawns` (`crates/engine/matches/positions.py` adds
//! the scores), and fits the evaluation to these scores (CPW, "Texel's Tuning Method").
//!
//! Both scores are converted to the expected points of a game, so that an error counts most where the game is open. The
//! evaluation is a sum of counts with weights, so the gradient is exact. Adam's method follows it, with a part of the positions
//! at a time. A penalty keeps the values of neighbouring squares similar, where the positions do not decide. One position in ten
//! is kept apart, to check the weights on other positions. It prints the tables of `evaluate.rs` and `activity.rs`.

#![expect(clippy::cast_precision_loss, reason = "counts are small")]

use std::collections::HashSet;
use std::io::{self, BufRead};
use std::process::ExitCode;

use chess0x88::{Chess, ChessRules, Color, History, Move, Role};
use chess0x88_engine::evaluate::activity::{TERMS, count};
use chess0x88_engine::evaluate::{Play, mix};
use chess0x88_engine::search::{Limits, Search};
use chess0x88_engine::table::Table;
use tool::{Arguments, Failure};

/// For each role, eight ranks of four squares; then the weights of the activity.
const SQUARES: usize = 32;
const ROLES: usize = 6;
const ACTIVITY: usize = SQUARES * ROLES;
const TEMPO: usize = ACTIVITY + TERMS;
const ALL: usize = TEMPO + 1;

/// The score that changes the odds by the factor e, in Stockfish's centipawns and in the engine's. Both are larger than in play:
/// otherwise a piece ahead and a queen ahead would be nearly equal.
const STOCKFISH: f64 = 400.0;
const OURS: f64 = 320.0;
/// The strength of the penalty for different values of neighbouring squares, and for large weights.
const ALIKE: f64 = 2e-8;
const NOTHING: f64 = 1e-8;
/// The number of rounds over all positions, and of parts in a round.
const ROUNDS: usize = 250;
const PARTS: usize = 16;

struct Sample {
    counts: Vec<(u16, f32)>,
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
    let score = f64::from(sign) * score.trim().parse::<f64>().ok()?;
    let mut sums = [0.0; ALL];
    let mut phase = 0;
    for (square, piece) in position.board().pieces() {
        let (side, square) = if piece.color() == Color::White { (1.0, square) } else { (-1.0, square.flip_rank()) };
        let file = square.file().index();
        let place = 4 * square.rank().index() + file.min(7 - file);
        sums[SQUARES * piece.role().index() + place] += side;
        phase += ChessRules::PHASES[piece.role().index()];
    }
    count(&position, |us, term, times| sums[ACTIVITY + term] += [times, -times][us] as f32);
    sums[TEMPO] = sign;
    let counts = (0..).zip(sums).filter(|&(_, times)| times != 0.0).collect();
    let middle = f64::from(phase.min(ChessRules::PHASE)) / f64::from(ChessRules::PHASE);
    Some(Sample { counts, middle, points: points(score / STOCKFISH) })
}

type Weights = [[f64; 2]; ALL];

/// Returns the expected points of the weights minus those of the search, and the derivative of the former.
fn error(sample: &Sample, weights: &Weights) -> (f64, f64) {
    let worth = |&(term, times): &(u16, f32)| {
        let [middle, end] = weights[usize::from(term)];
        f64::from(times) * (middle * sample.middle + end * (1.0 - sample.middle))
    };
    let points = points(sample.counts.iter().map(worth).sum::<f64>() / OURS);
    (points - sample.points, points * (1.0 - points))
}

fn mean_square(samples: &[Sample], weights: &Weights) -> f64 {
    samples.iter().map(|sample| error(sample, weights).0.powi(2)).sum::<f64>() / samples.len() as f64
}

/// Returns the derivative of the penalty of a weight.
fn pull(weights: &Weights, term: usize, phase: usize) -> f64 {
    let weight = weights[term][phase];
    if term >= ACTIVITY {
        return NOTHING * weight;
    }
    let (square, from_edge) = (term % SQUARES, term % 4);
    let beside = [(square >= 4).then(|| term - 4), (square < 28).then(|| term + 4)];
    let across = [(from_edge > 0).then(|| term - 1), (from_edge < 3).then(|| term + 1)];
    beside.into_iter().chain(across).flatten().map(|other| ALIKE * (weight - weights[other][phase])).sum()
}

const HELP: &str = "\
Fits the weights of the example engine's evaluation to positions on standard input: `FEN | score in centipawns`

Usage: tune [games <NODES> <NUMBER>]

  games  Play so many games of the engine against itself, with so many nodes for a move, and write quiet positions from them

Exit status: 0 the work was done, 2 bad arguments or positions that cannot be read
";

/// Reads the command line: the nodes of a move and the number of games, if games are requested.
fn read(given: &mut Arguments) -> Result<Option<(u64, u64)>, Failure> {
    match given.optional::<String>("COMMAND")?.as_deref() {
        None => Ok(None),
        Some("games") => Ok(Some((given.required_within("NODES", 1..)?, given.required_within("NUMBER", 1..)?))),
        Some(other) => Err(Failure::at(other, "the command is games, or none")),
    }
}

fn main() -> ExitCode {
    tool::run(HELP, read, |games| match games {
        None => fit(),
        Some((nodes, number)) => {
            play(nodes, number);
            Ok(true)
        }
    })
}

/// Writes half of the quiet positions of games. One move in 25 is random, so that there are positions that good play avoids.
fn play(nodes: u64, games: u64) {
    let (table, mut seen) = (Table::new(4), HashSet::new());
    let mut drawn = 0;
    let mut below = |most: u64| {
        drawn += 1;
        mix(drawn ^ nodes << 32) % most
    };
    for _ in 0..games {
        let mut history = History::new(Chess::startpos());
        table.clear();
        let (opening, mut decided) = (6 + below(5), 0);
        for ply in 0..240 {
            let position = *history.position();
            let moves = position.legal_moves();
            let is_drawn = history.repetitions() > 2 || position.is_insufficient_material();
            if moves.is_empty() || is_drawn || position.halfmove_clock() >= 80 || decided > 6 {
                break;
            }
            let mv = if ply < opening || below(25) == 0 {
                moves[below(moves.len() as u64) as usize]
            } else {
                table.begin();
                let limits = Limits { nodes: Some(nodes), ..Limits::default() };
                let found = Search::new(&history, &table, &mut ()).think(&limits);
                decided = if found.score.abs() > 1200 { decided + 1 } else { 0 };
                let is_quiet = |mv: Move| !position.is_check() && !mv.is_capture() && mv.promotion().is_none();
                let is_open = is_quiet(found.line[0]) && found.score.abs() < 1500;
                if is_open && below(2) == 0 && seen.insert(history.key()) {
                    println!("{}", position.fen());
                }
                found.line[0]
            };
            history.play(mv).expect("a legal move");
        }
    }
}

fn fit() -> Result<bool, Failure> {
    let mut samples = Vec::new();
    for (number, line) in (1..).zip(io::stdin().lock().lines()) {
        let line = line.map_err(|error| Failure::at("standard input", error))?;
        let what = "expected a FEN, | and a score in centipawns";
        samples.push(sample(&line).ok_or_else(|| Failure::at(format_args!("standard input:{number}"), what))?);
    }
    if samples.len() < 10 {
        return Err(Failure::at("standard input", format_args!("{} positions, at least 10 needed", samples.len())));
    }
    // Neighbours are positions of one game, so whole games are kept apart.
    let (apart, samples) = samples.split_at(samples.len() / 10);
    let mut weights = [[0.0; 2]; ALL];
    for (role, value) in [100.0, 320.0, 330.0, 500.0, 950.0, 0.0].into_iter().enumerate() {
        weights[SQUARES * role..][..SQUARES].fill([value; 2]);
    }
    let (mut mean, mut square) = ([[0.0_f64; 2]; ALL], [[0.0_f64; 2]; ALL]);
    for round in 1..=ROUNDS {
        for part in 0..PARTS {
            let mut slope = [[0.0; 2]; ALL];
            for sample in samples.iter().skip(part).step_by(PARTS) {
                let (error, steepness) = error(sample, &weights);
                for &(term, times) in &sample.counts {
                    let share = error * steepness * f64::from(times) * PARTS as f64 / samples.len() as f64;
                    slope[usize::from(term)][0] += share * sample.middle;
                    slope[usize::from(term)][1] += share * (1.0 - sample.middle);
                }
            }
            let rate = (1.0 - round as f64 / (ROUNDS + 1) as f64).powi(2);
            for term in 0..ALL {
                for phase in 0..2 {
                    let slope = slope[term][phase] + pull(&weights, term, phase);
                    mean[term][phase] = 0.9 * mean[term][phase] + 0.1 * slope;
                    square[term][phase] = 0.99 * square[term][phase] + 0.01 * slope * slope;
                    weights[term][phase] -= rate * mean[term][phase] / (square[term][phase].sqrt() + 1e-9);
                }
            }
        }
        if round % 10 == 0 {
            eprintln!("{round}: {:.6}, apart {:.6}", mean_square(samples, &weights), mean_square(apart, &weights));
        }
    }
    print(&weights);
    Ok(true)
}

fn print(weights: &Weights) {
    let row = |from: usize, len: usize, phase: usize| {
        let row: Vec<String> = weights[from..][..len].iter().map(|weight| format!("{:.0}", weight[phase])).collect();
        row.join(", ")
    };
    for (number, role) in Role::ALL.into_iter().take(ROLES).enumerate() {
        let at = SQUARES * number;
        println!("// {role:?}\n[");
        for (half, phase) in [(0, 0), (16, 0), (0, 1), (16, 1)] {
            println!("[{}],", row(at + half, 16, phase));
        }
        println!("],");
    }
    println!("WEIGHTS\n[{}],\n[{}],", row(ACTIVITY, TERMS, 0), row(ACTIVITY, TERMS, 1));
    println!("TEMPO\n{:.0}", f64::midpoint(weights[TEMPO][0], weights[TEMPO][1]));
}

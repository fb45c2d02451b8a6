//! Positions for training, shuffled in bounded memory.

use std::collections::VecDeque;

use anyhow::Result;
use arrow_array::RecordBatch;
use chess0x88::{Chess, Color, Move};
use chess0x88_pgn::GameResult;

use crate::game::{Bad, Game};
use crate::mix::mix;
use crate::planes::{Board, Planes, Step, View, board_of, move_on};
use crate::policy::Policy;
use crate::read::Take;
use crate::share::share;
use crate::tables::{each_row, positions};
use crate::write::with_all_columns;

/// A position, the move played from it, and what is known of the game. It is small, since each example goes to a random place of memory.
#[derive(Clone)]
pub struct Example {
    view: View,
    rest: Option<Box<Rest>>,
    mv: Move,
    game: i64,
    ply: u16,
    left: u16,
    result: i8,
    ratings: [i16; 2],
    clock: f32,
    eval: f32,
}

/// The position itself, and the latest positions of the game, the last one first, for planes and masks that need them.
#[derive(Clone)]
struct Rest {
    position: Chess,
    steps: Vec<Step>,
}

/// Takes the examples of games.
pub struct Examples {
    pub examples: Vec<Example>,
    pub bad: Vec<Bad>,
    /// Skips games without a result.
    pub with_result: bool,
    pub planes: Planes,
    /// Masks are requested.
    pub with_mask: bool,
}

impl Examples {
    /// Makes an empty list.
    #[must_use]
    pub const fn new(with_result: bool, planes: Planes, with_mask: bool) -> Examples {
        Examples { examples: Vec::new(), bad: Vec::new(), with_result, planes, with_mask }
    }

    /// Takes the games of a batch that has `movedata` and other columns of `games`. A row with an illegal move or a bad start is bad.
    ///
    /// # Errors
    /// A column of another type, and a row whose columns do not fit each other.
    pub fn take_table(&mut self, batch: &RecordBatch, first: usize) -> Result<()> {
        let mut row = first;
        each_row(&with_all_columns(batch)?, |game| {
            let game = game?;
            match positions(&game) {
                Ok(positions) => self.game(&game, &positions),
                Err(error) => {
                    let reason = format!("row {row}: {error:#}");
                    self.bad.push(Bad { file: 0, line: game.line, byte: game.byte, reason, is_kept: false });
                }
            }
            row += 1;
            Ok(())
        })
    }
}

impl Take for Examples {
    fn game(&mut self, game: &Game, positions: &[Chess]) {
        let result = match game.result {
            Some(GameResult::WhiteWins) => 1,
            Some(GameResult::BlackWins) => -1,
            Some(GameResult::Draw) => 0,
            _ if self.with_result => return,
            _ => 0,
        };
        let ratings = [0, 1].map(|side| game.numbers[side].unwrap_or(0));
        let steps = if self.planes.needs_history() { Step::of_game(positions) } else { Vec::new() };
        let plies = game.moves.len();
        let small = |ply: usize| u16::try_from(ply).unwrap_or(u16::MAX);
        for (ply, (position, &bits)) in positions.iter().zip(&game.moves).enumerate() {
            // A null move is no example.
            let Some(mv) = Move::from_bits(bits) else { continue };
            let clock = game.clocks.get(ply).copied().flatten().map_or(f32::NAN, |clock| clock as f32);
            let eval = ply.checked_sub(1).and_then(|before| game.evals.get(before).copied().flatten());
            let rest = || {
                let latest = steps.get((ply + 1).saturating_sub(self.planes.history)..=ply).unwrap_or_default();
                Box::new(Rest { position: *position, steps: latest.iter().rev().copied().collect() })
            };
            self.examples.push(Example {
                view: View::of(position),
                rest: (self.with_mask || self.planes.needs_history()).then(rest),
                mv,
                game: game.id,
                ply: small(ply),
                left: small(plies - ply),
                result,
                ratings,
                clock,
                eval: eval.map_or(f32::NAN, f32::from),
            });
        }
    }

    fn bad(&mut self, bad: Bad) {
        self.bad.push(bad);
    }
}

/// The columns of a batch other than planes and mask, each as one vector.
#[derive(Default)]
pub struct Batch {
    pub policy: Vec<i64>,
    pub ply: Vec<i32>,
    pub moves_left: Vec<i32>,
    pub result: Vec<i8>,
    pub white_rating: Vec<i16>,
    pub black_rating: Vec<i16>,
    pub game_id: Vec<i64>,
    pub clock: Vec<f32>,
    pub eval: Vec<f32>,
}

/// Takes games whose boards are wanted. The boards themselves take much more memory: [`write_boards`] makes them when their number is
/// known.
#[derive(Default)]
pub struct Boards {
    /// The start of each game, its side to move, and the number of its moves.
    games: Vec<(Board, Color, usize)>,
    moves: Vec<u16>,
    pub bad: Vec<Bad>,
}

impl Boards {
    /// Returns the number of boards of each game.
    pub fn lengths(&self) -> impl Iterator<Item = usize> {
        self.games.iter().map(|&(.., moves)| moves + 1)
    }

    fn write(&self, boards: &mut [Board]) {
        let (mut boards, mut moves) = (boards.iter_mut(), self.moves.iter());
        for &(mut board, mut color, count) in &self.games {
            for number in 0..=count {
                if let Some(place) = boards.next() {
                    *place = board;
                }
                if number == count {
                    break;
                }
                // A null move leaves the board as it is.
                if let Some(mv) = moves.next().and_then(|&bits| Move::from_bits(bits)) {
                    move_on(&mut board, mv, color);
                }
                color = !color;
            }
        }
    }
}

/// Makes the boards of all positions of games, one behind the other, with this number of threads.
#[must_use]
pub fn write_boards(parts: &[&Boards], threads: usize) -> Vec<u8> {
    let sizes: Vec<usize> = parts.iter().map(|part| part.lengths().sum()).collect();
    let mut bytes = vec![0; size_of::<Board>() * sizes.iter().sum::<usize>()];
    let mut left = bytes.as_chunks_mut().0;
    let mut tasks = parts.iter().zip(sizes).map(|(part, size)| {
        let (boards, rest) = std::mem::take(&mut left).split_at_mut(size);
        left = rest;
        (part, boards)
    });
    share(threads, || tasks.next(), |(part, boards)| part.write(boards), |()| true);
    bytes
}

impl Take for Boards {
    fn game(&mut self, game: &Game, _: &[Chess]) {
        // A start that was read once is read again.
        let Ok(start) = game.start() else { return };
        self.games.push((board_of(&start), start.turn(), game.moves.len()));
        self.moves.extend_from_slice(&game.moves);
    }

    fn bad(&mut self, bad: Bad) {
        self.bad.push(bad);
    }
}

/// Returns an evaluation for the other side. Mates have the code of [`eval_of`](crate::game::eval_of).
fn turned(eval: f32) -> f32 {
    // The lowest evaluation that is no mate has no opposite.
    if (-32_256.0..=32_255.0).contains(&eval) { (-eval).min(32_255.0) } else { -1.0 - eval }
}

/// Shuffles examples. A new example takes a random place of the buffer, and the example of that place leaves.
pub struct Mixer {
    buffer: Vec<Example>,
    size: usize,
    ready: VecDeque<Example>,
    state: u64,
}

impl Mixer {
    /// Makes a mixer that keeps `size` examples. With 0 they leave in their order.
    #[must_use]
    pub fn new(size: usize, seed: u64) -> Mixer {
        Mixer { buffer: Vec::new(), size, ready: VecDeque::new(), state: seed }
    }

    fn random(&mut self, below: usize) -> usize {
        let bits = mix(self.state);
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        ((u128::from(bits) * below as u128) >> 64) as usize
    }

    /// Adds examples.
    pub fn add(&mut self, examples: Vec<Example>) {
        if self.size == 0 {
            self.ready.extend(examples);
            return;
        }
        let mut examples = examples.into_iter();
        self.buffer.extend(examples.by_ref().take(self.size - self.buffer.len()));
        for example in examples {
            let place = self.random(self.size);
            self.ready.push_back(std::mem::replace(&mut self.buffer[place], example));
        }
    }

    /// Releases all examples of the buffer.
    pub fn end(&mut self) {
        for kept in (0..self.buffer.len()).rev() {
            let place = self.random(kept + 1);
            let example = self.buffer.swap_remove(place);
            self.ready.push_back(example);
        }
    }

    /// Returns the number of examples in the next batch of `size`, which may be fewer at the end. `None` if there are too few.
    #[must_use]
    pub fn ready(&self, size: usize, is_end: bool) -> Option<usize> {
        let size = if is_end { size.min(self.ready.len()) } else { size };
        (size > 0 && self.ready.len() >= size).then_some(size)
    }

    /// Takes as many examples as [`ready`](Mixer::ready) told. Writes their planes and masks to bytes that are 0; without `masks`
    /// there are none.
    pub fn take(&mut self, size: usize, planes: Planes, policy: Policy, bytes: &mut [u8], masks: &mut [u8]) -> Batch {
        let mut batch = Batch::default();
        let mut rows = bytes.chunks_exact_mut(planes.size());
        let mut masks = masks.chunks_exact_mut(policy.size());
        for example in self.ready.drain(..size) {
            let turn = example.view.turn;
            if let Some(row) = rows.next() {
                planes.write(example.view, example.rest.as_ref().map_or(&[], |rest| &rest.steps), row);
            }
            if let Some((mask, rest)) = masks.next().zip(example.rest.as_ref()) {
                policy.write_mask(&rest.position, mask);
            }
            batch.policy.push(policy.number(example.mv, turn).into());
            batch.ply.push(example.ply.into());
            batch.moves_left.push(example.left.into());
            // As the mover sees the board, so it sees the result and the evaluation.
            let is_turned = planes.mover && turn == Color::Black;
            batch.result.push(if is_turned { -example.result } else { example.result });
            batch.white_rating.push(example.ratings[0]);
            batch.black_rating.push(example.ratings[1]);
            batch.game_id.push(example.game);
            batch.clock.push(example.clock);
            batch.eval.push(if is_turned { turned(example.eval) } else { example.eval });
        }
        batch
    }
}

//! Positions for training, shuffled in bounded memory.

use anyhow::Result;
use arrow_array::RecordBatch;
use chess0x88::{Chess, Color, Move};
use chess0x88_pgn::GameResult;

use crate::game::{Bad, Game};
use crate::mix::mix;
use crate::planes::{Board, Planes, Step, board_of, move_on};
use crate::policy::Policy;
use crate::read::Take;
use crate::tables::{each_row, positions};
use crate::write::with_all_columns;

/// A position, the move played from it, and what is known of the game.
#[derive(Clone)]
pub struct Example {
    position: Chess,
    /// The latest positions, this one first, if the planes need them.
    steps: Box<[Step]>,
    mv: Move,
    game: i64,
    ply: u16,
    left: u16,
    result: i8,
    ratings: [i16; 2],
    clock: f32,
    eval: f32,
}

/// Takes the examples of games.
pub struct Examples {
    pub examples: Vec<Example>,
    pub bad: Vec<Bad>,
    /// Skips games without a result.
    pub with_result: bool,
    pub planes: Planes,
}

impl Examples {
    /// Makes an empty list.
    #[must_use]
    pub const fn new(with_result: bool, planes: Planes) -> Examples {
        Examples { examples: Vec::new(), bad: Vec::new(), with_result, planes }
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
            let latest = steps.get((ply + 1).saturating_sub(self.planes.history)..=ply).unwrap_or_default();
            self.examples.push(Example {
                position: *position,
                steps: latest.iter().rev().copied().collect(),
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

/// Takes the boards of all positions of games, one behind the other.
#[derive(Default)]
pub struct Boards {
    pub boards: Vec<u8>,
    /// The number of boards of each game.
    pub lengths: Vec<i64>,
    pub bad: Vec<Bad>,
}

impl Take for Boards {
    fn game(&mut self, game: &Game, _: &[Chess]) {
        // A start that was read once is read again.
        let Ok(start) = game.start() else { return };
        let (mut board, mut color): (Board, Color) = (board_of(&start), start.turn());
        self.boards.extend_from_slice(&board);
        for &bits in &game.moves {
            // A null move leaves the board as it is.
            if let Some(mv) = Move::from_bits(bits) {
                move_on(&mut board, mv, color);
            }
            color = !color;
            self.boards.extend_from_slice(&board);
        }
        self.lengths.push(game.moves.len() as i64 + 1);
    }

    fn bad(&mut self, bad: Bad) {
        self.bad.push(bad);
    }
}

/// Returns an evaluation for the other side. Mates have the code of [`eval_of`](crate::game::eval_of).
fn turned(eval: f32) -> f32 {
    if (-32_256.0..=32_255.0).contains(&eval) { -eval } else { -1.0 - eval }
}

/// Shuffles examples. A new example takes a random place of the buffer, and the example of that place leaves.
pub struct Mixer {
    buffer: Vec<Example>,
    size: usize,
    ready: Vec<Example>,
    state: u64,
}

impl Mixer {
    /// Makes a mixer that keeps `size` examples. With 0 they leave in their order.
    #[must_use]
    pub fn new(size: usize, seed: u64) -> Mixer {
        Mixer { buffer: Vec::new(), size, ready: Vec::new(), state: seed }
    }

    fn random(&mut self, below: usize) -> usize {
        let bits = mix(self.state);
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        ((u128::from(bits) * below as u128) >> 64) as usize
    }

    /// Adds examples.
    pub fn add(&mut self, examples: Vec<Example>) {
        for mut example in examples {
            if self.size == 0 {
                self.ready.push(example);
                continue;
            }
            if self.buffer.len() < self.size {
                self.buffer.push(example);
                continue;
            }
            let place = self.random(self.size);
            std::mem::swap(&mut self.buffer[place], &mut example);
            self.ready.push(example);
        }
    }

    /// Releases all examples of the buffer.
    pub fn end(&mut self) {
        for kept in (0..self.buffer.len()).rev() {
            let place = self.random(kept + 1);
            let example = self.buffer.swap_remove(place);
            self.ready.push(example);
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
            let turn = example.position.turn();
            if let Some(row) = rows.next() {
                planes.write(&example.position, &example.steps, row);
            }
            if let Some(mask) = masks.next() {
                policy.write_mask(&example.position, mask);
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

//! Positions for training, shuffled in bounded memory.

use chess0x88::{Chess, Move};
use chess0x88_pgn::GameResult;

use crate::functions::{UCI_MOVES, number_of, planes_size, write_mask, write_planes};
use crate::game::{Bad, Game};
use crate::mix::mix;
use crate::read::Take;

/// A position, the move played from it, and the result of the game.
#[derive(Clone, Copy)]
pub struct Example {
    position: Chess,
    policy: u16,
    ply: u16,
    result: i8,
    ratings: [i16; 2],
}

/// Takes the examples of games.
#[derive(Default)]
pub struct Examples {
    pub examples: Vec<Example>,
    pub bad: Vec<Bad>,
    /// Skips games without a result.
    pub with_result: bool,
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
        for (ply, (position, &bits)) in positions.iter().zip(&game.moves).enumerate() {
            // A null move is no example.
            let Some(mv) = Move::from_bits(bits) else { continue };
            let ply = u16::try_from(ply).unwrap_or(u16::MAX);
            self.examples.push(Example { position: *position, policy: number_of(mv), ply, result, ratings });
        }
    }

    fn bad(&mut self, bad: Bad) {
        self.bad.push(bad);
    }
}

/// The columns of a batch, each as one vector.
#[derive(Default)]
pub struct Batch {
    pub planes: Vec<u8>,
    pub mask: Vec<u8>,
    pub policy: Vec<i16>,
    pub ply: Vec<i32>,
    pub result: Vec<i8>,
    pub white_rating: Vec<i16>,
    pub black_rating: Vec<i16>,
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

    /// Returns the next batch of `size` examples; at the end, of the examples that are left. `None` if there are too few.
    pub fn take(&mut self, size: usize, is_end: bool, with_mask: bool) -> Option<Batch> {
        let size = if is_end { size.min(self.ready.len()) } else { size };
        if size == 0 || self.ready.len() < size {
            return None;
        }
        let mut batch = Batch { planes: vec![0; size * planes_size(false, true)], ..Batch::default() };
        batch.mask = vec![0; if with_mask { size * UCI_MOVES.len() } else { 0 }];
        let mut planes = batch.planes.chunks_exact_mut(planes_size(false, true));
        let mut masks = batch.mask.chunks_exact_mut(UCI_MOVES.len());
        for example in self.ready.drain(..size) {
            if let Some(planes) = planes.next() {
                write_planes(&example.position, false, true, planes);
            }
            if let Some(mask) = masks.next() {
                write_mask(&example.position, mask);
            }
            batch.policy.push(example.policy.cast_signed());
            batch.ply.push(example.ply.into());
            batch.result.push(example.result);
            batch.white_rating.push(example.ratings[0]);
            batch.black_rating.push(example.ratings[1]);
        }
        Some(batch)
    }
}

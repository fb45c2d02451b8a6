//! What a game goes through, one by one.

use core::iter::FusedIterator;
use core::ops::Range;

use super::{Game, try_count};
use crate::position::Position;
use crate::rules::{ChessRules, Rules};

/// The positions of a game, from the start on: see [`Game::positions`].
#[derive(Clone)]
pub struct Positions<'a, R: Rules = ChessRules> {
    pub(super) game: &'a Game<R>,
    pub(super) next: Option<Position<R>>,
    /// The ply of the next position.
    pub(super) ply: usize,
}

impl<R: Rules> Iterator for Positions<'_, R> {
    type Item = Position<R>;

    fn next(&mut self) -> Option<Position<R>> {
        let position = self.next?;
        self.next = self.game.moves().get(self.ply).map(|&mv| {
            let mut after = position.after_unchecked(mv);
            self.ply += 1;
            // The events stand in the order of the game. The effect of those before the first move is in the start already.
            let events = &self.game.counting;
            let first = events.partition_point(|event| event.ply < self.ply);
            for event in events.iter().skip(first).take_while(|event| event.ply == self.ply) {
                // It was possible once, so it is possible again.
                let _ = try_count(&mut after, event.starts);
            }
            after
        });
        Some(position)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = if self.next.is_some() { self.game.moves().len() - self.ply + 1 } else { 0 };
        (left, Some(left))
    }
}

impl<R: Rules> ExactSizeIterator for Positions<'_, R> {}

impl<R: Rules> FusedIterator for Positions<'_, R> {}

/// The keys of the positions of a game: see [`Game::keys`].
#[derive(Clone)]
pub struct Keys<'a, R: Rules = ChessRules> {
    pub(super) game: &'a Game<R>,
    /// After how many moves the positions stood on the board.
    pub(super) plies: Range<usize>,
}

impl<R: Rules> Keys<'_, R> {
    fn key(&self, ply: usize) -> u64 {
        self.game.keys.get(ply).copied().unwrap_or(self.game.current.key)
    }
}

impl<R: Rules> Iterator for Keys<'_, R> {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        self.plies.next().map(|ply| self.key(ply))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.plies.size_hint()
    }
}

impl<R: Rules> DoubleEndedIterator for Keys<'_, R> {
    fn next_back(&mut self) -> Option<u64> {
        self.plies.next_back().map(|ply| self.key(ply))
    }
}

impl<R: Rules> ExactSizeIterator for Keys<'_, R> {}

impl<R: Rules> FusedIterator for Keys<'_, R> {}

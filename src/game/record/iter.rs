//! Iterators over a game.

use core::iter::FusedIterator;

use super::Game;
use crate::position::Position;
use crate::rules::{ChessRules, Rules};

/// An iterator over the positions of a game: see [`Game::positions`].
#[derive(Clone, Debug)]
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
            self.ply += 1;
            self.game.with_count(position.after_unchecked(mv), self.ply)
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

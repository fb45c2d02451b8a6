//! The score of a [`Game`]: its moves as players write them down.

use alloc::string::{String, ToString};
use core::iter::FusedIterator;
use core::slice;

use crate::game::Game;
use crate::game::record::Positions;
use crate::moves::Move;
use crate::rules::{ChessRules, Rules};

impl<R: Rules> Game<R> {
    /// The moves played, in SAN.
    ///
    /// ```
    /// use chess0x88::{Chess, Game};
    /// let mut game = Game::new(Chess::startpos());
    /// for uci in ["f2f3", "e7e5", "g2g4", "d8h4"] {
    ///     game.play(game.position().parse_uci(uci)?)?;
    /// }
    /// assert!(game.san_moves().eq(["f3", "e5", "g4", "Qh4#"]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias("variation_san", "history"))]
    #[must_use]
    pub fn san_moves(&self) -> SanMoves<'_, R> {
        SanMoves { positions: self.positions(), moves: self.moves().iter() }
    }
}

/// The moves of a game in SAN: see [`Game::san_moves`].
#[derive(Clone, Debug)]
pub struct SanMoves<'a, R: Rules = ChessRules> {
    positions: Positions<'a, R>,
    moves: slice::Iter<'a, Move>,
}

impl<R: Rules> Iterator for SanMoves<'_, R> {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        let (mv, position) = (self.moves.next()?, self.positions.next()?);
        Some(position.san(*mv).to_string())
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.moves.size_hint()
    }
}

impl<R: Rules> ExactSizeIterator for SanMoves<'_, R> {}

impl<R: Rules> FusedIterator for SanMoves<'_, R> {}

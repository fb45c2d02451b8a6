//! The score of a [`Game`]: its moves as players write them down.

use alloc::string::{String, ToString};

use crate::game::Game;
use crate::rules::Rules;

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
    pub fn san_moves(&self) -> impl Iterator<Item = String> + '_ {
        self.positions().zip(self.moves()).map(|(position, &mv)| position.san(mv).to_string())
    }
}

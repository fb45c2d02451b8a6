//! Weaker play.
//!
//! A weak player searches less, and evaluates worse. So a level has two parts: the number of nodes for a move, and a *blur*, an
//! error that is added to each evaluation. The error depends on the position and on a seed alone. So a player makes consistent
//! errors: the same seed gives the same game, and another seed gives another player.
//!
//! The search itself is the same. It finds the best move for the blurred evaluation, and reports its lines.
//!
//! The numbers of levels were measured against Stockfish 15.1, held to the same `UCI_Elo`; the README of the engine has the results.
//! Below 1350 there is nothing to measure against: the formula is extrapolated there.

use super::evaluate::Blur;

/// The weakest and the strongest level, as an Elo rating.
pub(crate) const WEAKEST: i32 = 1000;
pub(crate) const STRONGEST: i32 = 2200;

/// The strength of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Level {
    /// The number of nodes to search for a move.
    pub(crate) nodes: u64,
    pub(crate) blur: Blur,
}

impl Level {
    #[expect(clippy::cast_sign_loss, reason = "a power of two is positive")]
    /// Returns the level for an Elo rating.
    pub(crate) fn of(elo: i32, seed: u64) -> Level {
        let share = f64::from(elo.clamp(WEAKEST, STRONGEST) - WEAKEST) / f64::from(STRONGEST - WEAKEST);
        // Between weak players a few more nodes decide; between strong ones twice as many are needed.
        let nodes = (7.3 + 2.8 * share + 6.9 * share.powi(6)).exp2();
        Level { nodes: nodes as u64, blur: Blur { most: (290.0 * (1.0 - share)) as i32, seed } }
    }
}

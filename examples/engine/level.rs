//! Playing weaker than one can.
//!
//! A weak player looks at less, and judges worse. So a level has two parts: how many nodes are searched for a move, and a
//! *blur*, an error that is added to what each position is worth. The error depends on the position and on a seed alone. So one
//! player has firm opinions, some of them wrong, and the same seed gives the same game; another seed gives another player.
//!
//! The search itself is not touched. It finds the best move for this player's eyes, and each line it reports is what it thinks.
//!
//! The numbers of levels were measured against Stockfish 15.1, held to the same `UCI_Elo`; the README of the engine has the results.
//! Below 1350 there is nothing to measure by: the formula goes on there, unproven.

use super::evaluate::Blur;

/// The weakest and the strongest level, as an Elo rating.
pub(crate) const WEAKEST: i32 = 1000;
pub(crate) const STRONGEST: i32 = 2200;

/// The strength to play at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Level {
    /// The number of nodes to search for a move.
    pub(crate) nodes: u64,
    pub(crate) blur: Blur,
}

impl Level {
    #[expect(clippy::cast_sign_loss, reason = "a power of two is positive")]
    /// The level that plays about as well as this Elo rating says.
    pub(crate) fn of(elo: i32, seed: u64) -> Level {
        let share = f64::from(elo.clamp(WEAKEST, STRONGEST) - WEAKEST) / f64::from(STRONGEST - WEAKEST);
        // Between weak players a few nodes more decide; between good ones it takes twice as many.
        let nodes = (7.3 + 2.8 * share + 6.9 * share.powi(6)).exp2();
        Level { nodes: nodes as u64, blur: Blur { most: (290.0 * (1.0 - share)) as i32, seed } }
    }
}

//! Playing weaker than one can.
//!
//! A weak player looks at less, and judges worse. So a level has two parts: how many nodes are searched for a move, and a
//! *blur*, an error that is added to what each position is worth. The error depends on the position and on a seed alone. So one
//! player has firm opinions, some of them wrong, and the same seed gives the same game; another seed gives another player.
//!
//! The search itself is not touched. It finds the best move for this player's eyes, and each line it reports is what it thinks.

use super::evaluate::Blur;

/// The weakest and the strongest level, as an Elo rating.
pub(crate) const WEAKEST: i32 = 1000;
pub(crate) const STRONGEST: i32 = 2200;

/// How well to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Level {
    /// How many nodes to search for a move.
    pub(crate) nodes: u64,
    pub(crate) blur: Blur,
}

impl Level {
    #[expect(clippy::cast_sign_loss, reason = "a power of two is positive")]
    /// The level that plays about as well as this Elo rating says.
    pub(crate) fn of(elo: i32, seed: u64) -> Level {
        let above = f64::from(elo.clamp(WEAKEST, STRONGEST) - WEAKEST);
        let share = above / f64::from(STRONGEST - WEAKEST);
        let nodes = 60.0 * 2.0_f64.powf(above / 120.0);
        Level { nodes: nodes as u64, blur: Blur { most: (200.0 * (1.0 - share)) as i32, seed } }
    }
}

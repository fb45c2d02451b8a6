//! Weaker play.
//!
//! A weak player searches less, and evaluates worse. So a level has two parts: the number of nodes for a move, and a *blur*, an
//! error that is added to each evaluation. The error depends on the position and on a seed alone. So a player makes consistent
//! errors: the same seed gives the same game, and another seed gives another player.
//!
//! The search itself is the same. It finds the best move for the blurred evaluation, and reports its lines.
//!
//! The README of the engine tells how the levels were measured.

use crate::evaluate::Blur;

/// Elo rating, nodes for a move, and largest error in hundredths of a pawn. Between two rows the numbers are interpolated.
const LEVELS: [(i32, i32, i32); 11] = [
    (100, 30, 3000),
    (250, 80, 1500),
    (450, 160, 800),
    (700, 170, 460),
    (1000, 203, 285),
    (1350, 326, 186),
    (1500, 374, 164),
    (1750, 570, 123),
    (2000, 9_000, 0),
    (2100, 40_000, 0),
    (2200, 130_000, 0),
];

/// The weakest level, as an Elo rating.
pub const WEAKEST: i32 = LEVELS[0].0;
/// The strongest level.
pub const STRONGEST: i32 = LEVELS[LEVELS.len() - 1].0;

/// The strength of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// The number of nodes to search for a move.
    pub nodes: u64,
    /// The error of its evaluation.
    pub blur: Blur,
}

impl Level {
    /// Returns the level for an Elo rating.
    pub fn of(elo: i32, seed: u64) -> Level {
        let elo = elo.clamp(WEAKEST, STRONGEST);
        let above = LEVELS.iter().position(|row| row.0 >= elo).unwrap_or(0).max(1);
        let [low, high] = [LEVELS[above - 1], LEVELS[above]];
        let between = |from: i32, to: i32| from + (to - from) * (elo - low.0) / (high.0 - low.0);
        let nodes = u64::from(between(low.1, high.1).unsigned_abs());
        Level { nodes, blur: Blur { most: between(low.2, high.2), seed } }
    }
}

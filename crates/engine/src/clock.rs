//! Decides when to stop.
//!
//! A [`Budget`] is the time for a move: after *soft* no further depth is begun, at *hard* the search stops. A [`Switch`] is
//! shared by the threads of one search: whether to stop, whether the opponent is still thinking (*pondering*), and the number of
//! searched nodes. A [`Clock`] watches one search with both.

use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::search::{Found, Watch};

/// The times of a `go` command, in milliseconds. A clock may be negative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Times {
    /// The time left to the side to move.
    pub left: Option<i64>,
    /// The increment of each move.
    pub increment: i64,
    /// The number of moves to make in this time. `None` means all moves to the end of the game.
    pub moves_to_go: Option<i64>,
    /// The exact time for the move.
    pub exactly: Option<i64>,
}

/// The time for a move. Even with no time the engine searches one ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The time after which no further depth is begun.
    pub soft: Duration,
    /// The time after which the search stops.
    pub hard: Duration,
}

/// The option `Move Overhead` in milliseconds: the usual loss of time for a move between the search and the clock of the other
/// program. The default value.
pub const USUAL_OVERHEAD: i64 = 30;
/// The largest value of the option.
pub const MOST_OVERHEAD: i64 = 5000;

/// The overheads that stay on the clock: on a busy machine one move in a hundred is late by several overheads.
const RESERVE: i64 = 3;

impl Times {
    /// Returns the budget for a move. `None` if there is no time limit. `overhead` is in milliseconds.
    ///
    /// The plan leaves out the reserve, and the overheads of later moves that the increments do not compensate. One move takes at
    /// most a fifth of the rest, or all of it if no other move needs time. So a clock with a small increment settles at a level
    /// that survives many delays.
    pub fn budget(&self, overhead: i64) -> Option<Budget> {
        let millis = |time: i64| Duration::from_millis(time.max(0).unsigned_abs());
        if let Some(exactly) = self.exactly {
            // A time shorter than the overhead still allows some search.
            let all = millis(exactly.saturating_sub(overhead).max(exactly / 2).max(1));
            return Some(Budget { soft: all, hard: all });
        }
        // Without a number of moves, time is shared among fewer moves than a long game has.
        let moves = |usual| self.moves_to_go.unwrap_or(usual).clamp(1, 40);
        // The gain of the clock for a move without thinking.
        let gain = self.increment.max(0) - overhead;
        let kept = RESERVE * overhead + moves(40) * (-gain).max(0);
        let left = self.left?.saturating_sub(kept).max(0);
        let moves = moves(28);
        let share = (left / moves).saturating_add(gain.max(0) / 4 * 3);
        let most = left / moves.min(5);
        // A difficult move may take several shares.
        Some(Budget { soft: millis((share / 2).min(most)), hard: millis(share.saturating_mul(3).min(most)) })
    }
}

/// The data shared by the threads of one search.
#[derive(Debug, Default)]
pub struct Switch {
    stop: AtomicBool,
    pondering: AtomicBool,
    /// The answer was written. The thread may still be cleaning up.
    pub answered: AtomicBool,
    /// The time at which the opponent made the expected move, in milliseconds from the start.
    hit: AtomicU64,
    nodes: AtomicU64,
}

impl Switch {
    /// A switch for a search, which may be in the opponent's time.
    pub fn new(ponders: bool) -> Switch {
        Switch { pondering: AtomicBool::new(ponders), ..Switch::default() }
    }

    /// Asks the search to stop.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Returns `true` if the search was asked to stop.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The opponent has made the expected move: from now on the engine's time runs.
    pub fn ponder_hit(&self, start: Instant) {
        self.hit.store(start.elapsed().as_millis() as u64, Ordering::Relaxed);
        self.pondering.store(false, Ordering::Release);
    }

    /// Returns `true` while the search is in the opponent's time.
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Acquire)
    }

    /// The number of nodes that all threads have searched.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }
}

/// Watches the time of a search, and passes on its results. Without a budget it stops when the switch says so.
pub struct Clock<'a, F> {
    /// The switch that stops the search.
    pub switch: &'a Switch,
    /// The time at which the search began.
    pub start: Instant,
    /// The time for the move.
    pub budget: Option<Budget>,
    /// There is only one legal move.
    pub is_forced: bool,
    /// Receives the result of each depth.
    pub report: F,
}

impl<F> Clock<'_, F> {
    /// Returns the time that has run on the engine's clock.
    fn elapsed(&self) -> Duration {
        self.start.elapsed().saturating_sub(Duration::from_millis(self.switch.hit.load(Ordering::Relaxed)))
    }

    fn is_over(&self, limit: impl Fn(&Budget) -> Duration) -> bool {
        self.budget.as_ref().is_some_and(|budget| !self.switch.is_pondering() && self.elapsed() >= limit(budget))
    }
}

impl<F: FnMut(&Found)> Watch for Clock<'_, F> {
    fn must_stop(&mut self, nodes: u64) -> bool {
        self.switch.nodes.fetch_add(nodes, Ordering::Relaxed);
        self.switch.is_stopped() || self.is_over(|budget| budget.hard)
    }

    fn goes_on(&mut self, found: &Found) -> bool {
        (self.report)(found);
        let is_plain = self.is_forced && self.budget.is_some_and(|budget| budget.soft < budget.hard);
        !self.is_over(|budget| if is_plain { Duration::ZERO } else { budget.soft })
    }
}

//! When to stop.
//!
//! A [`Budget`] says how long a move may take: *soft* is when no further depth is begun, *hard* is when thinking stops
//! wherever it is. A [`Switch`] is what the threads of one search share: whether to stop, whether the opponent is still
//! thinking (*pondering*), and how much has been searched. A [`Clock`] watches one search by both.

use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::search::{Found, Watch};

/// What a clock command tells, in milliseconds. A clock may be overdrawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Times {
    /// What is left to the side to move, and what each move adds.
    pub(crate) left: Option<i64>,
    pub(crate) increment: i64,
    /// How many moves are to be made with it; to the end of the game, if it is not said.
    pub(crate) moves_to_go: Option<i64>,
    /// How long exactly to think.
    pub(crate) exactly: Option<i64>,
}

/// How long to think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Budget {
    pub(crate) soft: Duration,
    pub(crate) hard: Duration,
}

/// What is kept back for the way of the move to the clock.
const LAG: i64 = 15;

impl Times {
    /// `None` if time plays no part.
    pub(crate) fn budget(&self) -> Option<Budget> {
        let after_lag = |time: i64| time.saturating_sub(LAG).max(1);
        let millis = |time: i64| Duration::from_millis(time.max(1).unsigned_abs());
        if let Some(exactly) = self.exactly {
            let all = millis(exactly.saturating_sub(LAG / 3));
            return Some(Budget { soft: all, hard: all });
        }
        let left = after_lag(self.left?);
        let moves = self.moves_to_go.unwrap_or(28).clamp(1, 40);
        let share = (left / moves).saturating_add(self.increment.max(0) / 4 * 3);
        // One difficult move may cost several shares, but never more than most of what is left.
        let most = if moves == 1 { left } else { left / 3 * 2 };
        Some(Budget { soft: millis((share / 2).min(most)), hard: millis(share.saturating_mul(3).min(most)) })
    }
}

/// What the threads of one search share.
#[derive(Debug, Default)]
pub(crate) struct Switch {
    stop: AtomicBool,
    pondering: AtomicBool,
    /// When the opponent made the expected move, in milliseconds from the start.
    hit: AtomicU64,
    nodes: AtomicU64,
}

impl Switch {
    pub(crate) fn new(ponders: bool) -> Switch {
        Switch { pondering: AtomicBool::new(ponders), ..Switch::default() }
    }

    pub(crate) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The opponent has made the move expected of him: from now on the time is ours.
    pub(crate) fn ponder_hit(&self, start: Instant) {
        self.hit.store(start.elapsed().as_millis() as u64, Ordering::Relaxed);
        self.pondering.store(false, Ordering::Release);
    }

    pub(crate) fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Acquire)
    }

    /// What all threads have searched.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }
}

/// Watches a search by the time, and hands on what it finds.
pub(crate) struct Clock<'a, F> {
    pub(crate) switch: &'a Switch,
    pub(crate) start: Instant,
    pub(crate) budget: Option<Budget>,
    /// There is but one move to play.
    pub(crate) is_forced: bool,
    /// Told what was found at each depth.
    pub(crate) report: F,
}

impl<F> Clock<'_, F> {
    /// How long it has been our time.
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

/// Another thread of the same search: it stops when the first does.
pub(crate) struct Helper<'a>(pub(crate) &'a Switch);

impl Watch for Helper<'_> {
    fn must_stop(&mut self, nodes: u64) -> bool {
        self.0.nodes.fetch_add(nodes, Ordering::Relaxed);
        self.0.is_stopped()
    }

    fn goes_on(&mut self, _: &Found) -> bool {
        true
    }
}

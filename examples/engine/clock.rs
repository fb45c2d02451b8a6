//! When to stop.
//!
//! A [`Budget`] says how long a move may take: *soft* is when no further depth is begun, *hard* is when thinking stops
//! wherever it is. A [`Switch`] is what the threads of one search share: whether to stop, whether the opponent is still
//! thinking (*pondering*), and how much has been searched. A [`Clock`] watches one search by both.

use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::search::{Found, Watch};

/// The times of a `go` command, in milliseconds. A clock may be overdrawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Times {
    /// The time left to the side to move, and the increment of each move.
    pub(crate) left: Option<i64>,
    pub(crate) increment: i64,
    /// The number of moves to be made with it. `None`: all moves to the end of the game.
    pub(crate) moves_to_go: Option<i64>,
    /// The exact time to think.
    pub(crate) exactly: Option<i64>,
}

/// The time to think. No time at all is enough for one ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Budget {
    pub(crate) soft: Duration,
    pub(crate) hard: Duration,
}

/// The option `Move Overhead`, in milliseconds: the time that a move usually loses between the search and the clock of the
/// other program. The usual value, and the largest.
pub(crate) const USUAL_OVERHEAD: i64 = 30;
pub(crate) const MOST_OVERHEAD: i64 = 5000;

/// A busy machine delays one move in a hundred by several overheads: so many stay on the clock.
const RESERVE: i64 = 3;

impl Times {
    /// `None` if time plays no part. `overhead` is in milliseconds.
    ///
    /// The search plans neither with the reserve, nor with the overheads of the moves to come as far as the increments do not
    /// make up for them. Of the rest, one move takes at most a fifth, or the whole if no other move has to be made with it. So a
    /// clock with a small increment settles where it can stand many delays.
    pub(crate) fn budget(&self, overhead: i64) -> Option<Budget> {
        let millis = |time: i64| Duration::from_millis(time.max(0).unsigned_abs());
        if let Some(exactly) = self.exactly {
            // A time shorter than the overhead is no reason not to think at all.
            let all = millis(exactly.saturating_sub(overhead).max(exactly / 2).max(1));
            return Some(Budget { soft: all, hard: all });
        }
        // Where the number of moves is not told: time is shared among fewer of them than a long game has.
        let moves = |usual| self.moves_to_go.unwrap_or(usual).clamp(1, 40);
        // What the clock gains with each move that takes no time.
        let gain = self.increment.max(0) - overhead;
        let kept = RESERVE * overhead + moves(40) * (-gain).max(0);
        let left = self.left?.saturating_sub(kept).max(0);
        let moves = moves(28);
        let share = (left / moves).saturating_add(gain.max(0) / 4 * 3);
        let most = left / moves.min(5);
        // One difficult move may cost several shares.
        Some(Budget { soft: millis((share / 2).min(most)), hard: millis(share.saturating_mul(3).min(most)) })
    }
}

/// The data that the threads of one search share.
#[derive(Debug, Default)]
pub(crate) struct Switch {
    stop: AtomicBool,
    pondering: AtomicBool,
    /// The answer is out; the thread may still be putting its things away.
    pub(crate) answered: AtomicBool,
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

    /// The number of nodes that all threads have searched.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }
}

/// Watches a search by the time, and hands on what it finds. Without a budget it stops when the switch says so.
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
    /// The time that has run on our clock.
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

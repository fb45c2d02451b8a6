//! The budget of a search: the positions that it may examine, and the times when it asks its caller to go on.

use core::ops::ControlFlow;

use super::Unfinished;

/// The number of positions examined, and the caller's function that says when to stop.
pub(super) struct Allowed<'a> {
    examined: usize,
    stopped: bool,
    until: &'a mut dyn FnMut(usize) -> ControlFlow<()>,
}

/// The number of positions that may still be examined. All parts of a search share one count.
///
/// One position is one of these, each of which takes bounded time:
///
/// - a position of which the legal moves are listed and played,
/// - an abstract state,
/// - two sets of positions that differ by the square of one king,
/// - a round of the semi-static analysis, in which each piece on the board has its turn.
pub(super) struct Budget<'a, 'w> {
    allowed: &'a mut Allowed<'w>,
    /// The count at which this part of the search ends.
    end: usize,
}

impl<'w> Allowed<'w> {
    pub(super) fn new(until: &'w mut dyn FnMut(usize) -> ControlFlow<()>) -> Allowed<'w> {
        Allowed { examined: 0, stopped: false, until }
    }

    /// The progress of the search, for an answer that is not known.
    pub(super) const fn unfinished(&self) -> Unfinished {
        Unfinished { examined: self.examined, stopped: self.stopped }
    }

    pub(super) const fn budget(&mut self, positions: usize) -> Budget<'_, 'w> {
        Budget { end: self.examined.saturating_add(positions), allowed: self }
    }
}

impl<'w> Budget<'_, 'w> {
    /// No more than so many of the positions that are left.
    pub(super) fn part(&mut self, positions: usize) -> Budget<'_, 'w> {
        let positions = positions.min(self.left());
        self.allowed.budget(positions)
    }

    /// The number of positions left.
    pub(super) const fn left(&self) -> usize {
        if self.allowed.stopped { 0 } else { self.end.saturating_sub(self.allowed.examined) }
    }

    /// Asks the caller's function whether to go on.
    pub(super) fn goes_on(&mut self) -> bool {
        self.allowed.stopped = self.allowed.stopped || (self.allowed.until)(self.allowed.examined).is_break();
        !self.allowed.stopped
    }

    /// Takes one position from the budget. `false` if none is left, or if the caller's function has said stop.
    pub(super) fn take(&mut self) -> bool {
        let goes_on = self.left() > 0 && self.goes_on();
        self.allowed.examined += usize::from(goes_on);
        goes_on
    }
}

/// Gives work that is bounded by itself a budget without a limit.
pub(super) fn unlimited<T>(ask: impl FnOnce(&mut Budget<'_, '_>) -> T) -> T {
    ask(&mut Allowed::new(&mut |_| ControlFlow::Continue(())).budget(usize::MAX))
}

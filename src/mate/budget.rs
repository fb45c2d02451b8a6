//! The budget of a search: the number of positions that it may examine, and the calls that ask the caller to go on.

use core::ops::ControlFlow;

use super::Unfinished;

/// The number of examined positions, and the caller's function that can stop the search.
pub(super) struct Allowed<'a> {
    examined: usize,
    stopped: bool,
    until: &'a mut dyn FnMut(usize) -> ControlFlow<()>,
}

/// The number of positions that may still be examined. All parts of a search share one count.
///
/// One position stands for one of these units, each of bounded time:
///
/// - a position whose legal moves are listed and played,
/// - an abstract state,
/// - two sets of positions that differ in the square of one king,
/// - a round of the semi-static analysis, with one turn for each piece on the board.
pub(super) struct Budget<'a, 'w> {
    allowed: &'a mut Allowed<'w>,
    /// The count at which this part of the search stops.
    end: usize,
}

impl<'w> Allowed<'w> {
    pub(super) fn new(until: &'w mut dyn FnMut(usize) -> ControlFlow<()>) -> Allowed<'w> {
        Allowed { examined: 0, stopped: false, until }
    }

    /// The progress of a search without an answer.
    pub(super) const fn unfinished(&self) -> Unfinished {
        Unfinished { examined: self.examined, stopped: self.stopped }
    }

    pub(super) const fn budget(&mut self, positions: usize) -> Budget<'_, 'w> {
        Budget { end: self.examined.saturating_add(positions), allowed: self }
    }
}

impl<'w> Budget<'_, 'w> {
    /// Limits a part of the search to this many of the remaining positions.
    pub(super) fn part(&mut self, positions: usize) -> Budget<'_, 'w> {
        let positions = positions.min(self.left());
        self.allowed.budget(positions)
    }

    /// The number of positions left.
    pub(super) const fn left(&self) -> usize {
        if self.allowed.stopped { 0 } else { self.end.saturating_sub(self.allowed.examined) }
    }

    /// Asks the caller's function if the search may go on.
    pub(super) fn goes_on(&mut self) -> bool {
        self.allowed.stopped = self.allowed.stopped || (self.allowed.until)(self.allowed.examined).is_break();
        !self.allowed.stopped
    }

    /// Takes one position from the budget. Returns `false` if none is left or the caller's function stops the search.
    pub(super) fn take(&mut self) -> bool {
        let goes_on = self.left() > 0 && self.goes_on();
        self.allowed.examined += usize::from(goes_on);
        goes_on
    }
}

/// Gives an unlimited budget to work that is bounded anyway.
pub(super) fn unlimited<T>(ask: impl FnOnce(&mut Budget<'_, '_>) -> T) -> T {
    ask(&mut Allowed::new(&mut |_| ControlFlow::Continue(())).budget(usize::MAX))
}

//! The budget of a search: the number of positions that it may examine, and the calls that ask the caller to go on.

use core::ops::ControlFlow;

use crate::Unfinished;

/// The number of examined positions, and the caller's function that can stop the search.
pub(crate) struct Allowed<'a> {
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
pub(crate) struct Budget<'a, 'w> {
    allowed: &'a mut Allowed<'w>,
    /// The count at which this part of the search stops.
    end: usize,
}

impl<'w> Allowed<'w> {
    pub(crate) fn new(until: &'w mut dyn FnMut(usize) -> ControlFlow<()>) -> Allowed<'w> {
        Allowed { examined: 0, stopped: false, until }
    }

    /// The progress of a search without an answer.
    pub(crate) const fn unfinished(&self) -> Unfinished {
        Unfinished { examined: self.examined, stopped: self.stopped }
    }

    pub(crate) const fn budget(&mut self, positions: usize) -> Budget<'_, 'w> {
        Budget { end: self.examined.saturating_add(positions), allowed: self }
    }
}

impl<'w> Budget<'_, 'w> {
    /// Limits a part of the search to this many of the remaining positions.
    pub(crate) fn part(&mut self, positions: usize) -> Budget<'_, 'w> {
        let positions = positions.min(self.left());
        self.allowed.budget(positions)
    }

    /// The number of positions left.
    pub(crate) const fn left(&self) -> usize {
        if self.allowed.stopped { 0 } else { self.end.saturating_sub(self.allowed.examined) }
    }

    /// Asks the caller's function if the search may go on.
    pub(crate) fn goes_on(&mut self) -> bool {
        self.allowed.stopped = self.allowed.stopped || (self.allowed.until)(self.allowed.examined).is_break();
        !self.allowed.stopped
    }

    /// Takes one position from the budget. Returns `false` if none is left or the caller's function stops the search.
    pub(crate) fn take(&mut self) -> bool {
        let goes_on = self.left() > 0 && self.goes_on();
        self.allowed.examined += usize::from(goes_on);
        goes_on
    }
}

/// Notes a piece of work of bounded time, which tests compare with the budget: a list of legal moves, an abstract state, a node of king
/// sets, or a round of the semi-static analysis.
#[inline]
pub(crate) fn note_work() {
    #[cfg(test)]
    tests::DONE.set(tests::DONE.get() + 1);
}

/// Gives an unlimited budget to work that is bounded anyway.
pub(crate) fn unlimited<T>(ask: impl FnOnce(&mut Budget<'_, '_>) -> T) -> T {
    ask(&mut Allowed::new(&mut |_| ControlFlow::Continue(())).budget(usize::MAX))
}

#[cfg(test)]
mod tests {
    use crate::{MateNode, can_mate_in};
    use chess0x88::{Chess, Color};
    use std::cell::Cell;
    use std::{thread_local, vec};

    thread_local! {
        /// The work that this thread has done.
        pub(super) static DONE: Cell<usize> = const { Cell::new(0) };
    }

    #[test]
    fn a_budget_bounds_the_work_of_proofs_too() {
        for fen in [
            "1k6/2p4p/p1P4P/P2p1p2/3PpP2/1p2P1p1/1P4PK/8 w - - 0 1",
            "8/8/5p2/2p1pP2/2PbPkBb/2pBp1p1/2P1P1P1/5BRK b - - 0 1",
            "k2n4/1p3p2/1Pp1pP2/n1PbP3/N1pBp3/1pP1Pp2/1P3P2/K2N4 w - - 0 1",
            "2r5/4qppk/2p1nn1p/4p1PP/2QpPP2/1p6/P5B1/1K1RR3 b - - 0 33",
        ] {
            let position: Chess = fen.parse().expect("a position");
            for color in Color::ALL {
                for budget in [0, 1, 10, 100, 1000, 6000] {
                    DONE.set(0);
                    let _ = can_mate_in(&position, color, &mut vec![MateNode::EMPTY; budget]);
                    // Eight rounds of the analysis count as one position, and the moves of a position are listed again for
                    // every few that are played.
                    let done = DONE.get();
                    assert!(done <= 10 * budget, "{fen}: {done} for {budget}");
                }
            }
        }
    }
}

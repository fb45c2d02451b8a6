//! How many positions a search may examine before it gives up, and when it asks whether to go on.

use core::ops::ControlFlow;

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

    /// How many positions are left.
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

#[cfg(test)]
mod tests {
    use crate::mate::MateNode;
    use crate::piece::Color;
    use crate::position::Position;
    use crate::rules::ChessRules;
    use crate::tally::Work;
    use crate::tests::counter::taken;

    #[test]
    fn a_budget_bounds_the_work_of_proofs_too() {
        for fen in [
            "1k6/2p4p/p1P4P/P2p1p2/3PpP2/1p2P1p1/1P4PK/8 w - - 0 1",
            "8/8/5p2/2p1pP2/2PbPkBb/2pBp1p1/2P1P1P1/5BRK b - - 0 1",
            "k2n4/1p3p2/1Pp1pP2/n1PbP3/N1pBp3/1pP1Pp2/1P3P2/K2N4 w - - 0 1",
            "2r5/4qppk/2p1nn1p/4p1PP/2QpPP2/1p6/P5B1/1K1RR3 b - - 0 33",
        ] {
            let position: Position<ChessRules> = fen.parse().expect("a position");
            for color in Color::ALL {
                for budget in [0, 1, 10, 100, 1000, 6000] {
                    taken(Work::Node);
                    let _ = position.can_mate_in(color, &mut std::vec![MateNode::EMPTY; budget]);
                    // Eight rounds of the analysis count as one position, and the moves of a position are listed again for
                    // every few that are played.
                    let done = taken(Work::Node);
                    assert!(done <= 10 * budget, "{fen}: {done} for {budget}");
                }
            }
        }
    }
}

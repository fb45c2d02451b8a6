//! Counts of work, for the tests that hold the work against the size of the input. Unlike a time, a count is the same on every
//! machine. A program counts nothing.

/// The kinds of work that are counted.
#[derive(Clone, Copy)]
pub(crate) enum Work {
    /// A comparison of two positions, in the history of a game.
    Comparison,
    /// A list of legal moves, an abstract state, or a round of the semi-static analysis: what the budget of a search for a mate
    /// must bound.
    Node,
    /// A pseudo-legal move that the mailbox makes.
    Move,
}

/// Notes that work was done.
#[inline]
pub(crate) fn note(work: Work, amount: usize) {
    let _ = (work, amount);
    #[cfg(test)]
    crate::tests::counter::add(work, amount);
}

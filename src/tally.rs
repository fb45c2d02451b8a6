//! Counts of work, for tests that compare the work with the size of the input. A count, unlike a time, is the same on every
//! machine. Normal builds count nothing.

/// The kinds of work that are counted.
#[derive(Clone, Copy)]
pub(crate) enum Work {
    /// A comparison of two positions, in the history of a game.
    Comparison,
    /// A list of legal moves, an abstract state, or a round of the semi-static analysis: the work that the budget of a search for a
    /// mate must limit.
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

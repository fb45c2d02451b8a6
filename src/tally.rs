//! Counts of work, for tests that compare the work with the size of the input. A count, unlike a time, is the same on every
//! machine. Normal builds count nothing.

/// The kinds of work that are counted.
#[derive(Clone, Copy)]
pub(crate) enum Work {
    /// A comparison of two positions, in the history of a game.
    Comparison,
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

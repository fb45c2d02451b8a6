//! Counts of work, for the tests that hold the work against the size of the input. Unlike a time, a count is the same on every
//! machine. A program counts nothing.

/// What is counted.
#[derive(Clone, Copy)]
pub(crate) enum Work {
    /// A byte that the scanner examines.
    Byte,
    /// A variation or a comment that is looked at when game trees are merged.
    #[cfg(feature = "alloc")]
    Match,
}

/// Notes that work was done.
#[inline]
pub(crate) fn note(work: Work, amount: usize) {
    let _ = (work, amount);
    #[cfg(any(test, fuzzing))]
    counter::add(work, amount);
}

#[cfg(any(test, fuzzing))]
pub(crate) mod counter {
    use core::cell::Cell;
    use core::mem::take;
    use std::thread_local;

    use super::Work;

    thread_local! {
        static DONE: Cell<[usize; 2]> = const { Cell::new([0; 2]) };
    }

    pub(super) fn add(work: Work, amount: usize) {
        let mut done = DONE.get();
        done[work as usize] += amount;
        DONE.set(done);
    }

    /// Returns how much work this thread has done since the last call.
    pub(crate) fn taken(work: Work) -> usize {
        let mut done = DONE.get();
        let amount = take(&mut done[work as usize]);
        DONE.set(done);
        amount
    }
}

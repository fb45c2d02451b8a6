//! Counts of work, for tests that compare the work with the size of the input. A count is the same on every machine, unlike a
//! time. Without tests nothing is counted.

/// The kinds of work that are counted.
#[derive(Clone, Copy)]
pub(crate) enum Work {
    /// A byte that the scanner examines.
    Byte,
    /// A variation or a comment that is examined when game trees are merged.
    #[cfg(feature = "alloc")]
    Match,
}

/// Counts work.
#[inline]
pub(crate) fn note(work: Work, amount: usize) {
    let _ = (work, amount);
    #[cfg(any(test, fuzzing))]
    counter::add(work, amount);
}

#[cfg(any(test, fuzzing))]
pub(crate) mod counter {
    use core::cell::RefCell;
    use core::mem::take;
    use std::thread_local;

    use super::Work;

    thread_local! {
        static DONE: RefCell<[usize; 2]> = const { RefCell::new([0; 2]) };
    }

    pub(super) fn add(work: Work, amount: usize) {
        DONE.with_borrow_mut(|done| done[work as usize] += amount);
    }

    /// Returns how much work this thread has done since the last call.
    pub(crate) fn taken(work: Work) -> usize {
        DONE.with_borrow_mut(|done| take(&mut done[work as usize]))
    }
}

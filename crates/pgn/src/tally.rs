//! Counts of work, for the tests that hold the work against the size of the input. Unlike a time, a count is the same on every
//! machine. A program counts nothing.

/// The kinds of work that are counted.
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

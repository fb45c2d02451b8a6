//! Counting of comparisons, for the tests that hold the work of a long game against its length. A program counts nothing.

#[cfg(test)]
pub(super) use counter::compared;

/// Notes that so many positions were compared. Only tests count them.
#[cfg(not(test))]
#[inline]
pub(super) const fn compared(_positions: usize) {}

#[cfg(test)]
pub(super) mod counter {
    use std::cell::Cell;
    use std::thread_local;

    thread_local! {
        static COMPARED: Cell<usize> = const { Cell::new(0) };
    }

    /// Notes that so many positions were compared.
    pub(in crate::game) fn compared(positions: usize) {
        COMPARED.set(COMPARED.get() + positions);
    }

    /// How many positions this thread has compared since it asked last.
    #[cfg(feature = "alloc")]
    pub(in crate::game) fn take() -> usize {
        COMPARED.take()
    }
}

//! The counts of [`tally`](crate::tally), a set for each thread.

use core::mem::take;
use std::cell::Cell;
use std::thread_local;

use crate::tally::Work;

thread_local! {
    static DONE: Cell<[usize; 2]> = const { Cell::new([0; 2]) };
}

pub(crate) fn add(work: Work, amount: usize) {
    let mut done = DONE.get();
    done[work as usize] += amount;
    DONE.set(done);
}

/// Returns the work that this thread has done since its last call.
pub(crate) fn taken(work: Work) -> usize {
    let mut done = DONE.get();
    let amount = take(&mut done[work as usize]);
    DONE.set(done);
    amount
}

//! Shares work among threads, and returns the results in order.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::thread;

use crate::input::lock;

/// Takes items, does the work on `threads` threads (including this one), and passes the results to `take` in the order of the
/// items. All threads do the same: each fetches an item, does the work, and passes on the results that are next in order. So only
/// a few results of each thread wait. If `take` returns `false`, the work ends.
pub fn share<I, T: Send>(
    threads: usize,
    next: impl FnMut() -> Option<I> + Send,
    work: impl Fn(I) -> T + Sync,
    take: impl FnMut(T) -> bool + Send,
) {
    let next = Mutex::new((0_usize, next));
    let waiting = Mutex::new(BTreeMap::new());
    let taker = Mutex::new(Taker { next: 0, take, goes_on: true });
    let run = || {
        loop {
            let item = {
                let mut next = lock(&next);
                next.0 += 1;
                (next.0 - 1, (next.1)())
            };
            let (number, Some(item)) = item else { return };
            let result = work(item);
            let many = {
                let mut waiting = lock(&waiting);
                waiting.insert(number, result);
                waiting.len() > 2 * threads
            };
            // While another thread takes results, this one works on, but not without limit.
            if let Some(mut taker) = if many { Some(lock(&taker)) } else { taker.try_lock().ok() }
                && !taker.take_from(&waiting)
            {
                return;
            }
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            // If the system has no more threads, the existing ones do the work.
            let _ = thread::Builder::new().spawn_scoped(scope, run);
        }
        run();
    });
    lock(&taker).take_from(&waiting);
}

struct Taker<F> {
    /// The number of the next result.
    next: usize,
    take: F,
    goes_on: bool,
}

impl<F> Taker<F> {
    /// Takes the waiting results up to the first missing one.
    fn take_from<T>(&mut self, waiting: &Mutex<BTreeMap<usize, T>>) -> bool
    where
        F: FnMut(T) -> bool,
    {
        let next_of = |next| lock(waiting).remove(&next);
        while self.goes_on
            && let Some(result) = next_of(self.next)
        {
            self.next += 1;
            self.goes_on = (self.take)(result);
        }
        self.goes_on
    }
}

#[cfg(test)]
mod tests {
    use super::share;

    #[test]
    fn results_come_in_order_and_stop_when_told() {
        for threads in [1, 2, 5] {
            let (mut items, mut taken) = (0..1000_u64, Vec::new());
            share(
                threads,
                || items.next(),
                |item| item * item,
                |square| {
                    taken.push(square);
                    square < 250_000
                },
            );
            let expected: Vec<u64> = (0..=500).map(|item| item * item).collect();
            assert_eq!(taken, expected);
        }
    }
}

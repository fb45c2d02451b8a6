//! What the unit tests share; tests that hold the engines equal, and work against the size of its input.

mod engines;
pub(crate) mod equivalence;
pub(crate) mod random;
mod stopping;
#[cfg(feature = "alloc")]
mod work;

pub(crate) use crate::tally::counter;

/// A number of cases; some of them under Miri, which is a thousand times as slow.
pub(crate) const fn few(cases: usize) -> usize {
    if cfg!(miri) { cases / 100 + 1 } else { cases }
}

//! Helpers that unit tests share; tests that hold the engines equal, and work against the size of its input.

pub(crate) mod counter;
mod delta;
mod engines;
pub(crate) mod equivalence;
mod piece;
pub(crate) mod random;
mod stopping;
mod text;
#[cfg(feature = "alloc")]
mod work;

/// A number of cases; some of them under Miri, which is a thousand times as slow.
pub(crate) const fn few(cases: usize) -> usize {
    if cfg!(miri) { cases / 100 + 1 } else { cases }
}

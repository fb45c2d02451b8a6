//! Helpers of unit tests; tests that compare the engines, and that compare work with the size of the input.

pub(crate) mod counter;
mod delta;
mod engines;
pub(crate) mod equivalence;
mod small;
pub(crate) mod random;
mod stopping;
mod values;
#[cfg(feature = "alloc")]
mod work;

/// A number of cases, reduced under Miri, which is a thousand times slower.
pub(crate) const fn few(cases: usize) -> usize {
    if cfg!(miri) { cases / 100 + 1 } else { cases }
}

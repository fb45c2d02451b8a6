//! What the unit tests share, and the tests that hold the engines equal.

pub(crate) mod counter;
mod engines;
pub(crate) mod equivalence;
pub(crate) mod random;

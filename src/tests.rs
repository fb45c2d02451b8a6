//! What the unit tests share; tests that hold the engines equal, and work against the size of its input.

pub(crate) mod counter;
mod engines;
pub(crate) mod equivalence;
mod pgn_work;
pub(crate) mod random;
#[cfg(feature = "alloc")]
mod work;

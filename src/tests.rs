//! What the unit tests share.

pub(crate) mod counter;
pub(crate) mod equivalence;
pub(crate) mod random;

//! Which side can still mate.

mod astray;
mod judges;
mod winnable;

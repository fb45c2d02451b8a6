//! Which side can still mate.

#[path = "../../../../tests/it/common/mod.rs"]
#[allow(dead_code, unused_imports, reason = "the tests of the rules use the rest")]
mod common;

mod astray;
mod judges;
mod winnable;

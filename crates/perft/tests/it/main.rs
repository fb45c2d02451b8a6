//! The totals of all back ends, and those out of the table.

#[path = "../../../../tests/it/common/mod.rs"]
#[allow(dead_code, unused_imports, reason = "the tests of the rules use the rest")]
mod common;

mod astray;
mod backends;
#[cfg(feature = "alloc")]
mod table;

//! The totals of all back ends, and those out of the table.

mod astray;
mod backends;
#[cfg(feature = "alloc")]
mod table;

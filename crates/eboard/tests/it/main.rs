//! All integration tests of the reader of boards in one binary.

mod common;
mod games;
mod log;
mod questions;
mod troubles;

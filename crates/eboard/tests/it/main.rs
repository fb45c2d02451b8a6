//! All integration tests of the reader of boards in one binary.

mod against;
mod common;
mod games;
mod interface;
mod log;
mod opponent;
mod questions;
mod troubles;

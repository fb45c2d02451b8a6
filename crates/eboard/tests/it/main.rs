//! All integration tests of the reader of boards in one binary.

mod against;
mod games;
mod interface;
mod opponent;
mod questions;
mod troubles;

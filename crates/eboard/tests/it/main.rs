//! All integration tests of the reader of boards in one binary.

mod against;
mod evidence;
mod games;
mod interface;
mod opponent;
mod people;
mod questions;
mod troubles;

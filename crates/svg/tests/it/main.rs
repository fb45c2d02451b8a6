//! All integration tests of the pictures in one binary.

mod board;
mod piece;

//! The first guesses, out of a file that keeps each on one line: `cargo fmt` does not follow `include!`.

#![allow(unused, non_snake_case)]

include!("../data/first_guesses.rs");

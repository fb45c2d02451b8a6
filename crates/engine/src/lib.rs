//! A chess engine in about two thousand lines of code, on the public interface of the crate alone, for chess, Chess960 and Makruk.
//!
//! Read it in this order; each file opens with its idea:
//!
//! ```text
//!    evaluate   what a position is worth without looking ahead         the only file that knows the games apart
//!    activity   what the pieces of chess do where they stand           a part of evaluate
//!    order      which moves to try first                               good order is what makes alpha-beta fast
//!    table      what is remembered of positions already searched       shared by all threads, without a lock
//!    search     looking ahead                                          the heart
//!    clock      when to stop                                           all that knows of time
//!    level      playing weaker than one can                            fewer nodes, worse judgement
//!    book       moves from a book                                      the library reads it
//!    options    what can be set
//!    uci        the protocol, on standard input and output             all that knows of threads
//!    bench      a fixed amount of work, for speed and for comparison
//! ```
//!
//! The first five need neither clocks nor threads nor the outside world, so other programs take them as they are: the
//! example `play`, and the page and its worker in `web`. The feature `uci` adds `book`, `options`, `uci` and `bench`.

#![allow(
    clippy::must_use_candidate,
    clippy::return_self_not_must_use,
    missing_debug_implementations,
    reason = "not published"
)]

#[cfg(feature = "uci")]
pub mod bench;
#[cfg(feature = "uci")]
mod book;
pub mod clock;
pub mod evaluate;
pub mod level;
#[cfg(feature = "uci")]
mod options;
mod order;
pub mod search;
pub mod table;
#[cfg(feature = "uci")]
pub mod uci;

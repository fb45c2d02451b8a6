//! All integration tests in one binary: a module for each behaviour, shared code in the package `common`, data beside them.

mod agreement;
mod astray;
mod attacks;
mod board;
mod classics;
mod codes;
mod colours;
mod constants;
#[cfg(feature = "defmt")]
mod defmt;
#[cfg(feature = "alloc")]
mod draws;
mod equality;
mod exhaustive;
mod faults;
mod fen;
mod fen_lenient;
#[cfg(feature = "alloc")]
mod game;
#[cfg(feature = "alloc")]
mod games_playing;
#[cfg(feature = "alloc")]
mod games_rebuild;
#[cfg(feature = "alloc")]
mod games_repetition;
// What it needs is built already where all features are on.
#[cfg(feature = "bitboards")]
mod guesses;
mod hostile;
mod keys;
mod makruk;
mod makruk_counting;
#[cfg(feature = "alloc")]
mod makruk_draws;
mod makruk_reference;
mod movegen;
mod naive;
#[cfg(feature = "alloc")]
mod once_untested;
mod packed;
mod pages;
mod perft;
mod play;
#[cfg(feature = "std")]
mod problems;
mod san;
mod see;
#[cfg(feature = "serde")]
mod serde;
mod setup;
mod setup_editing;
mod signatures;
mod surface_fen;
mod surface_names;
mod surface_position;
mod surface_seldom;
mod surface_violations;
#[cfg(feature = "std")]
mod tables;
mod uci;
mod world;

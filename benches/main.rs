//! The benchmarks: `cargo bench` runs all, those of the rules first; `cargo bench -- see` runs those whose names contain `see`.

#![allow(missing_docs, reason = "functions that criterion's macros make")]

mod game;
mod openings;
mod readings;
mod rules;
mod san;
mod see;

criterion::criterion_main!(
    rules::benches,
    see::benches,
    san::benches,
    game::benches,
    readings::benches,
    openings::benches
);

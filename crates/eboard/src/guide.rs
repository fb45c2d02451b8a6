#![doc = include_str!("../docs/for-board-makers.md")]

// Its programs are tested with those of the guide.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

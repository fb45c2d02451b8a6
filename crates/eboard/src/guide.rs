#![doc = include_str!("../docs/for-board-makers.md")]

// The guide's programs run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

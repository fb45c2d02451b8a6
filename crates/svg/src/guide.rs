#![doc = include_str!("../docs/for-guis.md")]

// The guide's programs run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

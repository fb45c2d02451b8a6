#![doc = include_str!("../docs/for-arbiters.md")]

// The guide's programs run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

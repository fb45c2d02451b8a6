//! All integration tests of the package in one binary: a module for each behaviour, their data beside them.

mod events;

#[cfg(feature = "std")]
mod agreement;
#[cfg(feature = "alloc")]
mod codes;
mod commands;
mod engines;
mod epd;
#[cfg(feature = "alloc")]
mod equality;
mod errors;
#[cfg(feature = "alloc")]
mod games;
#[cfg(feature = "alloc")]
mod glyphs;
mod hostile;
#[cfg(feature = "std")]
mod kinds;
#[cfg(feature = "alloc")]
mod letters;
mod limits;
#[cfg(feature = "alloc")]
mod lines;
#[cfg(feature = "alloc")]
mod merge;
mod played;
mod properties;
mod rare;
mod reading;
#[cfg(feature = "alloc")]
mod record;
mod seldom;
#[cfg(all(feature = "alloc", feature = "serde"))]
mod serde;
#[cfg(feature = "alloc")]
mod sites;
mod spellings;
#[cfg(feature = "alloc")]
mod starts;
#[cfg(feature = "std")]
mod stream;
#[cfg(feature = "std")]
mod tables;
mod thai;
#[cfg(feature = "alloc")]
mod tree;
#[cfg(feature = "alloc")]
mod written;

//! All integration tests of the package in one binary: a module for each behaviour, their data beside them.

mod events;

mod agreement;
mod codes;
mod commands;
mod engines;
mod epd;
mod equality;
mod errors;
mod games;
mod glyphs;
mod hostile;
mod kinds;
mod letters;
mod limits;
mod lines;
mod merge;
mod played;
mod properties;
mod rare;
mod reading;
mod record;
mod seldom;
mod serde;
mod sites;
mod spellings;
mod starts;
mod stream;
mod tables;
mod thai;
mod tree;
mod written;

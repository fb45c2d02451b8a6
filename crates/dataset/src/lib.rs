//! Converts games from PGN to Parquet tables, and reads, searches and checks the tables.
//!
//! `README.md` describes the tables. A game goes from an [`input`] through [`read`] to rows of a [`schema`], which [`parts`]
//! writes.

#![expect(missing_docs, reason = "the names of fields say it; what is not plain is told")]

pub mod bad_row;
pub mod batches;
pub mod check;
pub mod cli;
pub mod convert;
pub mod filter;
pub mod find;
pub mod functions;
pub mod game;
pub mod input;
pub mod kinds;
pub mod mix;
pub mod parse;
pub mod parts;
pub mod planes;
pub mod policy;
pub mod read;
pub mod schema;
pub mod share;
pub mod subfen;
pub mod tables;
pub mod unique;
pub mod unpack;
pub mod write;
mod zip;

//! Counts and lists on machines of 64-bit words: more code.

mod lists_by_kind;
mod pawns_by_words;
mod replies;

pub(crate) use replies::Replies;

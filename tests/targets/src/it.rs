//! Modules of the library's own tests: what is read and written, what is packed into bytes and mixed into keys, and counts.
//! A machine with the other order of bytes, or with words of another size, would show in them.
#![allow(dead_code, reason = "what the tests share serves more of them than are here")]

#[path = "../../it/common/mod.rs"]
mod common;

#[path = "../../it/backends.rs"]
mod backends;
#[path = "../../it/board.rs"]
mod board;
#[path = "../../it/fen.rs"]
mod fen;
#[path = "../../it/keys.rs"]
mod keys;
#[path = "../../it/makruk_reference.rs"]
mod makruk_reference;
#[path = "../../it/packed.rs"]
mod packed;
#[path = "../../it/perft.rs"]
mod perft;
#[path = "../../it/polyglot.rs"]
mod polyglot;
#[path = "../../it/san.rs"]
mod san;
#[path = "../../it/uci.rs"]
mod uci;

//! Modules of the library's own tests: attacks, moves and counts by every engine of the build; texts, packed positions, keys.
//! They would show an error that depends on the byte order or the word size.
#![allow(dead_code, reason = "what the tests share serves more of them than are here")]

#[path = "../../it/common/mod.rs"]
mod common;

#[path = "../../it/attacks.rs"]
mod attacks;
#[path = "../../../crates/perft/tests/it/backends.rs"]
mod backends;
#[path = "../../it/board.rs"]
mod board;
#[path = "../../it/fen.rs"]
mod fen;
#[path = "../../it/keys.rs"]
mod keys;
#[path = "../../it/makruk_reference.rs"]
mod makruk_reference;
#[path = "../../it/movegen.rs"]
mod movegen;
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

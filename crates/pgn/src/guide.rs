//! Guides for programs that read and write games, and for those who come from another library.
//!
//! The modules hold no code. They are in the documentation only. The programs in them run with the package's tests. The other guides
//! are [in chess0x88](https://docs.rs/chess0x88/latest/chess0x88/guide/).
//!
//! | you write | page |
//! |---|---|
//! | a data pipeline | [`pipelines`] |
//! | a game server | [`servers`] |
//!
//! | you know | page |
//! |---|---|
//! | shakmaty and pgn-reader | [`from_shakmaty`] |
//! | python-chess | [`from_python_chess`] |
//! | chess.js | [`from_chess_js`] |
//! | chessops | [`from_chessops`] |

#[doc = include_str!("../docs/for-pipelines.md")]
pub mod pipelines {}

#[doc = include_str!("../docs/for-servers.md")]
pub mod servers {}

#[doc = include_str!("../docs/from-shakmaty.md")]
pub mod from_shakmaty {}

#[doc = include_str!("../docs/from-python-chess.md")]
pub mod from_python_chess {}

#[doc = include_str!("../docs/from-chess-js.md")]
pub mod from_chess_js {}

#[doc = include_str!("../docs/from-chessops.md")]
pub mod from_chessops {}

// Tests the programs of README with those of the guides.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

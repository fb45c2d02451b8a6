//! Guides: one page for each kind of program and for each question about the library.
//!
//! The modules contain only documentation. The programs in them run as tests.
//!
//! | you write | page |
//! |---|---|
//! | an engine | [`engines`] |
//! | a game server | [the guide of chess0x88-pgn](https://docs.rs/chess0x88-pgn/latest/chess0x88_pgn/guide/servers/); decisions on games: [the guide of chess0x88-mate](https://docs.rs/chess0x88-mate/latest/chess0x88_mate/guide/) |
//! | a board on a screen | [the guide of chess0x88-svg](https://docs.rs/chess0x88-svg/latest/chess0x88_svg/guide/) |
//! | a data pipeline | [the guide of chess0x88-pgn](https://docs.rs/chess0x88-pgn/latest/chess0x88_pgn/guide/pipelines/) |
//! | an electronic board | [the guide of chess0x88-eboard](https://docs.rs/chess0x88-eboard/latest/chess0x88_eboard/guide/) |
//! | a program for a device without an operating system | [`embedded`] |
//! | a problem, or a solver | [`problems`] |
//!
//! | you know | page |
//! |---|---|
//! | shakmaty | [`from_shakmaty`](https://docs.rs/chess0x88-pgn/latest/chess0x88_pgn/guide/from_shakmaty/) |
//! | python-chess | [`from_python_chess`](https://docs.rs/chess0x88-pgn/latest/chess0x88_pgn/guide/from_python_chess/) |
//! | chess.js | [`from_chess_js`](https://docs.rs/chess0x88-pgn/latest/chess0x88_pgn/guide/from_chess_js/) |
//! | chessops | [`from_chessops`](https://docs.rs/chess0x88-pgn/latest/chess0x88_pgn/guide/from_chessops/) |
//! | cozy-chess, or the crate chess | [`from_cozy_chess`] |
//! | another library, or none | [`compare`]: a table of libraries, with their speed |
//! | chess, but not Makruk | [`makruk`](crate::makruk) |
//!
//! | you ask | page |
//! |---|---|
//! | why is it built this way? | [`design`] |
//! | what was tried and not kept? | [`tried`] |
//! | what does it cost? | [`cost`] |
//! | what does the number of an error mean? | [`codes`] |
//! | how is the library tested? | [`evidence`] |
//! | what can untrusted input do? | [`security`] |
//! | what has changed? | [`changelog`] |

// The programs of the README run with the tests of the pages.
#[doc = include_str!("../README.md")]
struct Readme;

#[doc = include_str!("../docs/for-engines.md")]
pub mod engines {}

#[doc = include_str!("../docs/for-embedded.md")]
pub mod embedded {}

#[doc = include_str!("../docs/codes.md")]
pub mod codes {}

#[doc = include_str!("../docs/for-problemists.md")]
pub mod problems {}

#[doc = include_str!("../docs/from-cozy-chess.md")]
pub mod from_cozy_chess {}

#[doc = include_str!("../docs/compare.md")]
pub mod compare {}

#[doc = include_str!("../DESIGN.md")]
pub mod design {}

#[doc = include_str!("../docs/tried.md")]
pub mod tried {}

#[doc = include_str!("../docs/cost.md")]
pub mod cost {}

#[doc = include_str!("../docs/evidence.md")]
pub mod evidence {}

#[doc = include_str!("../SECURITY.md")]
pub mod security {}

#[doc = include_str!("../CHANGELOG.md")]
pub mod changelog {}

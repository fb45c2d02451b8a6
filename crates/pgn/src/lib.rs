//! Portable Game Notation: a streaming reader, a writer and (with `alloc`) a tree of variations.
//!
//! ```text
//!  bytes                  one pass, no copies
//!  [Event "Casual"]  ──►  Reader ──► Visitor::tag("Event", …)
//!  1. e4 {best} (1.                         ::san("e4")
//!  d4) e5 *                                 ::comment("best")
//!                                           ::begin_variation()
//!                                           …
//!  1. e4 {best} …    ◄──  Writer  (tag, san, comment, begin_variation, …)
//! ```
//!
//! [`Reader`] walks over a byte slice and reports to a [`Visitor`] what it finds. It allocates nothing, never
//! recurses and examines each byte a bounded number of times, for any input. The visitor decides by the
//! [`Flow`] it returns what is read and what is only passed over. Moves are handed on as they are spelt; a
//! position and the SAN reader make moves of them.
//!
//! Iterators over commands, steps and games are `impl Iterator`, without names: a program uses them where it asks for them, and does
//! not keep them.
//!
//! A `StreamReader` (feature `std`) reads files that do not lie in memory, a game at a time. For several
//! threads, [`split_games`] takes apart.
//!
//! The syntax is that of Steven J. Edwards' *PGN Specification and Implementation Guide* (1994), "import
//! format", with the habits of thirty years of files on top:
//!
//! - Move numbers and dots (`...` and `…`) are passed over, right, wrong or missing; so are control bytes and whatever
//!   [separates](chess0x88::san::is_separator): invisible characters, commas, backticks. `0000` without a dot is no number but a null
//!   move.
//! - A comment that is not closed before the next game, a tag of the roster in the first column behind a blank line, ends its own game.
//! - A game ends at its result, or where a new tag section starts, blank line or not. A tag section may
//!   contain blank lines; a second tag of the first tag's name starts another game. A game without tags also ends where a
//!   move number `1.` of White's follows a blank line, or, with an [error](Visitor::error), begins a line where the game is past its
//!   first moves.
//! - The dash of a result may be any that word processors put in its place, and a half may be `½`: `1–0`, `½–½`. A half alone
//!   is a draw: `1/2`.
//! - Arbiters score `1/2-0`, `0-1/2` and `0-0`. The last is castling, unless the tag `Result` has it or no move is before it, and
//!   unless nothing but comments comes behind it.
//! - `<br />` is a line end, and so are `<p>`, `<pre>` and `<div>`, opened or closed, as in games that were copied from the source of a
//!   web page.
//! - A result inside a variation is passed over. Comments between games that no movetext follows are too; but if there is
//!   nothing else in the input, a comment in braces is a game.
//! - A result or a `)` behind a result makes no other game, unless a blank line parts the two.
//! - The symbols of annotators are reported as the numbers that they stand for, alone or right behind a move: `±` as `$16`, `+-`
//!   as `$18`, a lone `N` (novelty) as `$146`, a lone `D` (diagram) as `$220`. Any other symbol and a `)` that closes no
//!   variation are passed over, with an [error](Visitor::error).
//! - Remarks without braces, such as `White resigns`, are passed over too, behind a result as well, with an error for each word. They
//!   are words in Latin, Greek or Cyrillic letters that are no move, since they have no digit and are not castling.
//! - A quotation mark inside a tag value needs no backslash unless a `]` follows it. A backslash at the end of a value
//!   (`[Site "C:\"]`) is none that escapes, if nothing else closes the value on its line.
//! - Text is UTF-8 or, failing that, Latin-1: see [`RawText`].
//!
//! # Examples
//!
//! Count the moves of the main lines:
//!
//! ```
//! use chess0x88_pgn::{Flow, Reader, Visitor};
//!
//! #[derive(Default)]
//! struct Plies(usize);
//!
//! impl Visitor<'_> for Plies {
//!     fn san(&mut self, _san: &[u8], _offset: usize) -> Flow {
//!         self.0 += 1;
//!         Flow::Continue
//!     }
//!     fn begin_variation(&mut self) -> Flow {
//!         Flow::Skip
//!     }
//! }
//!
//! let mut plies = Plies::default();
//! let mut reader = Reader::new(b"1. e4 e5 (1... c5 2. Nf3) 2. Nf3 * 1. d4 1/2-1/2");
//! while reader.read_game(&mut plies) {}
//! assert_eq!(plies.0, 4);
//! ```

#![no_std]
#![forbid(unsafe_code)]
// On docs.rs each item says which feature it needs.
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(any(feature = "std", test, fuzzing))]
extern crate std;

mod tally;
mod text;
mod scan;
mod raw_text;
mod word;
mod result;
mod termination;
mod error;
mod token;
mod glyph;
mod visitor;
mod ahead;
mod reader;
mod skip;
mod movetext;
mod game;
mod split;
mod shapes;
mod command;
mod variant;
mod resolve;
mod letters;
mod wrap;
mod writer;
#[cfg(feature = "alloc")]
mod tree;
#[cfg(feature = "std")]
mod stream;
pub mod epd;
#[cfg(all(feature = "alloc", feature = "serde"))]
mod serde;

#[cfg(all(any(doc, doctest), feature = "std"))]
pub mod guide;

#[cfg(test)]
mod tests;

pub use command::Command;
pub use error::{PgnError, StartError};
pub use letters::letters_of;
pub use raw_text::RawText;
pub use reader::Reader;
pub use resolve::{StartTags, play_san, play_san_with};
pub use result::GameResult;
pub use shapes::{Shape, ShapeColor, Shapes};
pub use split::split_games;
#[cfg(feature = "std")]
pub use stream::StreamReader;
// What other libraries call them: the search of the reference takes no alias from where a re-exported item is declared.
#[cfg(feature = "alloc")]
#[doc(alias("ChildNode"))]
pub use tree::GameTree;
#[cfg(feature = "alloc")]
#[doc(alias("from_pgn", "load_pgn", "parse"))]
pub use tree::game::read;
#[cfg(feature = "alloc")]
#[doc(alias("pgn", "to_pgn", "to_string", "export"))]
pub use tree::game::write;
#[cfg(feature = "alloc")]
#[doc(alias("from_pgn", "read_games", "load_pgn"))]
pub use tree::games;
#[cfg(feature = "alloc")]
pub use tree::{EditError, Node, NodeId, Step};
pub use visitor::{Flow, Visitor};
pub use word::Word;
pub use writer::Writer;

/// The bytes that readers have examined on this thread since the last call.
#[cfg(fuzzing)]
#[doc(hidden)]
#[must_use]
pub fn bytes_examined() -> usize {
    tally::counter::taken(tally::Work::Byte)
}

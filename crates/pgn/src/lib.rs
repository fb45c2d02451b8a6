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
//! [`Reader`] goes over a byte slice and reports its parts to a [`Visitor`]. It allocates nothing, never recurses, and examines
//! each byte a bounded number of times for any input. The visitor returns a [`Flow`], which says what is read and what is
//! skipped. Moves are reported as text; a position and the SAN reader resolve them.
//!
//! Iterators over commands, steps and games are `impl Iterator`, without names of their own.
//!
//! A `StreamReader` (feature `std`) reads files that are not in memory, one game at a time. [`split_games`] finds the games of a
//! file, to share them among threads.
//!
//! The syntax is the "import format" of Steven J. Edwards' *PGN Specification and Implementation Guide* (1994), with what files
//! have added in thirty years:
//!
//! - Move numbers and dots (`...` and `…`) are skipped, also wrong ones. Control bytes and
//!   [separators](chess0x88::san::is_separator) are skipped too: invisible characters, commas, backticks. `0000` without a dot is a null
//!   move, not a number.
//! - Where a space is missing, the longest move comes first, and what remains is read anew: `Qxf7#1-0`, `Nc63.Bb5`, `O-OO-O`, `Nf3Nc6`.
//! - A null move is `--` in any dashes, `Z0`, `0000`, `@@@@` or `<>`. A word processor makes one dash of `--`: a long dash is a null move
//!   except among words, another dash in the place of a move, behind its number.
//! - A comment ends its game if it is not closed before the next game, which begins with a tag of the roster in the first column after a
//!   blank line. A tag with other text behind it is quoted in the comment.
//! - One section of tags is one game. Comments may stand among the tags, and any other text on their lines is an
//!   [error](Visitor::error) that costs nothing. The section may contain blank lines, and ends at the first move, or where its first tag
//!   comes again behind a blank line.
//! - A game ends at its result, or behind a blank line at a tag of the roster or of a start, at the number of the first move, or at a
//!   move without a number that cannot follow but can begin a game. Other tags among the moves are errors that cost nothing. Without a
//!   blank line a game ends at tags of the next one on lines of their own before move number 1, and a game without tags at `1.` at the
//!   start of a line, with an error, if it is past its first moves.
//! - [`GameResult::parse_lenient`] lists the spellings of a result, after the moves and in the tag. A remark may follow it:
//!   `1-0 (forfeit)`.
//! - The results `1/2-0`, `0-1/2` and `0-0` are decisions of an arbiter. `0-0` is castling, unless the tag `Result` has it or no move
//!   comes before it, and unless only comments come after it.
//! - `<br />` is a line end, and so are `<p>`, `<pre>` and `<div>`, opening or closing: some games were copied from the source of a
//!   web page. A line feed, a carriage return or both end a line.
//! - A result inside a variation is skipped. Comments between games are skipped too, if no movetext follows them. If the input has
//!   nothing else, a comment in braces is a game.
//! - A result, a `)` or a remark after a result makes no other game, unless a blank line comes before it.
//! - Symbols of annotators are reported by their numbers, alone or directly after a move: `±` as `$16`, `+-`
//!   as `$18`, a single `N` (novelty) as `$146`, a single `D` (diagram) as `$220`. Any other symbol is skipped with an
//!   [error](Visitor::error), and so is a `)` that closes no variation.
//! - Remarks without braces, such as `White resigns`, are skipped with an error for each word, also after a result. Their
//!   words have Latin, Greek or Cyrillic letters and no digit, and are not castling, so they are no moves.
//! - A quotation mark inside a tag value needs a backslash only before a `]`. A backslash at the end of a value
//!   (`[Site "C:\"]`) does not escape the quotation mark, if nothing else closes the value on its line.
//! - Known names of tags match in any case: see [`tag_name`].
//! - Text is UTF-8 or, if it is not valid UTF-8, Windows-1252: see [`RawText`].
//!
//! # Strict and lenient
//!
//! A [`Reader`] reports every error to its visitor. The readers of trees accept the same texts, and differ in what they make of an error.
//! `GameTree::read`, `read_all`, [`games`](fn@games), `parse` and the iterator of a `StreamReader` are strict.
//!
//! | in the text | strict | `GameTree::read_lenient` |
//! |---|---|---|
//! | any spelling of the list above | read | read |
//! | words, symbols and signs without a meaning; a `)` that closes nothing; a missing blank line before number 1 | passed | passed, told |
//! | a tag among the moves, a malformed tag, a malformed glyph | left out | left out, told |
//! | a tag `FEN` with a repair or with castling rights that only Chess960 has, a tag `SetUp` without it | the start | the start, told |
//! | an illegal move | error | the line up to it, told |
//! | tags that give no start | error | the game without moves, told |
//! | a comment or variation that is not closed | error | the game up to there, told |
//! | more parts than the limit | error | the parts within it, told |
//! | neither tags nor moves: prose, a page of HTML, a JSON object, UTF-16 | error | a game without moves, told |
//!
//! `read_lenient` returns the first error that costs something, else the first; a visitor gets all of them.
//!
//! | in a line of EPD | [`epd::parse`] | [`epd::parse_lenient`] |
//! |---|---|---|
//! | clocks of a FEN, opcodes in any case, moves in any spelling and with numbers | read | read |
//! | a missing or superfluous semicolon, a missing quotation mark, a dash in place of a clock | error | read, told |
//! | separators other than a space, a byte order mark | error | read, told |
//! | fields that [`fen::parse_lenient`](chess0x88::fen::parse_lenient) repairs | error | read, told |
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
// On docs.rs each item shows the feature that it needs.
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
mod spelling;
mod visitor;
mod ahead;
mod reader;
mod restart;
mod skip;
mod movetext;
mod game;
mod split;
mod shapes;
mod command;
mod time_control;
mod variant;
mod start;
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
#[cfg_attr(docsrs, doc(auto_cfg = false))]
pub mod guide;

#[cfg(test)]
mod tests;

pub use command::Command;
pub use error::{PgnError, StartError};
pub use letters::{language_name, language_of, letters_of};
pub use raw_text::RawText;
pub use reader::Reader;
pub use resolve::{StartTags, play_san, play_san_with};
pub use result::GameResult;
pub use shapes::{Shape, ShapeColor, Shapes};
pub use split::split_games;
#[cfg(feature = "std")]
pub use stream::StreamReader;
pub use token::tag_name;
// Names that other libraries have, as aliases for the search of the reference. An alias must be at the re-export.
pub use time_control::{Period, TimeControl, TimeControlError};
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
pub use tree::{EditError, Node, NodeId, Step, TreeBuilder};
pub use visitor::{Flow, Visitor};
pub use word::Word;
pub use writer::Writer;

/// Returns the number of bytes that readers have examined on this thread since the last call.
#[cfg(fuzzing)]
#[doc(hidden)]
#[must_use]
pub fn bytes_examined() -> usize {
    tally::counter::taken(tally::Work::Byte)
}

//! The 0x88 board as pure geometry: no pieces, only squares and how they relate.
//!
//! A square's index is a byte `0rrr0fff`, rank in the high nibble and file in the low one. The two zero bits
//! are the whole trick, twice over:
//!
//! ```text
//!   8 │ 70 71 72 73 74 75 76 77 │ 78 .. 7F      index & 0x88 != 0   says "off the board",
//!   7 │ 60 61 62 63 64 65 66 67 │ 68 .. 6F                          after any step from any square;
//!   6 │ 50 51 52 53 54 55 56 57 │ 58 .. 5F
//!   5 │ 40 41 42 43 44 45 46 47 │ 48 .. 4F      to - from           names direction and distance
//!   4 │ 30 31 32 33 34 35 36 37 │ 38 .. 3F                          uniquely, so 240 entries answer
//!   3 │ 20 21 22 23 24 25 26 27 │ 28 .. 2F                          what an 8x8 numbering needs
//!   2 │ 10 11 12 13 14 15 16 17 │ 18 .. 1F                          4,096 for.
//!   1 │ 00 01 02 03 04 05 06 07 │ 08 .. 0F
//!       a  b  c  d  e  f  g  h     off board
//! ```
//!
//! Other mailbox boards spend more bytes on a border of sentinels, so that a walk need not test for the edge.
//! `cargo bench --bench layouts` measures 16x12 and 15x12 boards beside this one: the test costs nothing that a border
//! would save.
//!
//! [`square`](Square) is the index, [`SquareMap`] a table with an entry for each square, [`direction`](Direction) the steps, [`reach`](Reach) the ways a piece may
//! cross a difference, `delta` the tables indexed by that difference, `between` the squares
//! between two, and `walk` those along a line.
//!
//! Source: Chess Programming Wiki, "0x88" and "Vector Attacks".

mod between;
pub(crate) mod delta;
mod direction;
mod reach;
mod square;
mod square_map;
mod square_set;
mod walk;

pub use direction::{Direction, KNIGHT_OFFSETS};
pub use reach::Reach;
pub use square::{File, Rank, Square};
pub use square_map::SquareMap;
pub use square_set::{SquareSet, SquareSetIter};
pub(crate) use walk::Walk;

//! The 0x88 board as pure geometry: no pieces, only squares and how they relate.
//!
//! A square's index is a byte `0rrr0fff`: the rank in the high nibble, the file in the low nibble. The two zero bits are the whole
//! trick, twice over:
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
//! Other mailbox boards have a border of sentinel squares, so that a walk needs no test for the edge. `examples/layouts.rs` compares
//! four of them with this board: the 0x88 test costs no more than a border.
//!
//! [`square`](Square) is the index, [`SquareMap`] a table with an entry per square, [`direction`](Direction) the steps,
//! [`reach`](Reach) the movement atoms between two squares, `delta` the tables indexed by the difference, and `line` the squares
//! along a line and between two squares.
//!
//! Source: Chess Programming Wiki, "0x88" and "Vector Attacks".

pub(crate) mod delta;
mod direction;
pub(crate) mod line;
mod reach;
mod square;
mod square_map;
mod square_set;

pub use delta::{DISTANCE, Difference, MANHATTAN, REACH, STEP};
pub use direction::{Direction, KNIGHT_OFFSETS};
pub(crate) use line::Walk;
pub use reach::Reach;
pub use square::{File, Rank, Square};
pub use square_map::SquareMap;
pub use square_set::{SquareSet, SquareSetIter};

/// `true` in a build that takes room to be fast.
pub(crate) const IS_FAST: bool = cfg!(feature = "bitboards");
/// `true` on machines with 64-bit registers. There, words and copies of loops are faster. On other machines the code stays small.
pub(crate) const HAS_WIDE_REGISTERS: bool = usize::BITS == 64;
/// `true` on machines that shift and count 64 bits at once. Others take dozens of instructions: a small program holds one copy of them.
pub(crate) const HAS_WIDE_WORDS: bool = HAS_WIDE_REGISTERS || cfg!(target_family = "wasm");

//! A real board: the moves played on it, from the reports of its sensors.
//!
//! Electronic boards report which squares are occupied, or which piece stands where, many times a second, often in the middle
//! of a move and with noise. [`infer`] says what one report means; a [`BoardReader`] takes all of them and reports each
//! move once. Nothing is allocated, and a reader takes about a kilobyte.
//!
//! ```
//! use chess0x88_eboard::{BoardEvent, BoardReader};
//! use chess0x88::{Chess, Square};
//!
//! let mut reader = BoardReader::new(Chess::startpos());
//! let mut board = Chess::startpos().board().occupied();
//! board.remove(Square::E2); // the pawn is lifted ...
//! for _ in 0..10 {
//!     assert_eq!(reader.read(board), None);
//! }
//! board.insert(Square::E4); // ... and put down
//! let reported: Vec<BoardEvent> = (0..10).filter_map(|_| reader.read(board)).collect();
//! let e4 = Chess::startpos().parse_uci("e2e4")?;
//! assert_eq!(reported, [BoardEvent::Move(e4)]);
//! # Ok::<(), chess0x88::uci::UciError>(())
//! ```
//!
//! # What a board cannot show
//!
//! A board that knows only which squares are occupied sees the same after a capture and while the capturing piece is in the
//! hand. The captured piece's square must be seen empty in between, in one reading at least; the reader remembers such
//! squares. If no reading shows it, the capture is reported when the other side answers and only one capture explains the board.
//! If several captures of the piece do, the reader reports [`BoardEvent::Ambiguous`].
//!
//! Nor can such a board show:
//! - which of two pieces was captured if both of their squares were seen empty while the capturing piece was in the hand,
//!   be it by noise;
//! - whether a capture that no reading has shown was made if the next move is to one of its squares, or if the capturing
//!   piece had stopped on its way;
//! - what a pawn has become;
//! - a piece that was swapped for another one, and a king and rook of Chess960 that change places;
//! - whether a piece that has stopped on its way goes on to capture a lifted piece, or the lifted piece answers: the reader
//!   waits until one of them lands.

#![no_std]
#![forbid(unsafe_code)]

mod emptied;
mod event;
#[cfg(any(doc, doctest))]
pub mod guide;
mod history;
mod infer;
mod reader;
mod reading;
mod revise;
mod sensors;
mod stage;

pub use event::BoardEvent;
pub use history::Line;
pub use infer::{Inference, candidates, infer};
pub use reader::BoardReader;
pub use reading::Reading;

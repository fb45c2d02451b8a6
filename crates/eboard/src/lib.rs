//! An electronic board: finds the moves that are played on it from the reports of its sensors.
//!
//! Electronic boards (such as DGT boards) report many times a second which squares are occupied, or which piece stands where, often
//! in the middle of a move and with noise. [`infer`] interprets one report. A [`BoardReader`] takes all reports and reports each
//! move once. It allocates no memory and takes about a kilobyte.
//!
//! ```
//! use chess0x88::{Chess, Square};
//! use chess0x88_eboard::{BoardEvent, BoardReader};
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
//! A board that only knows occupied squares shows the same after a capture and while the capturing piece is in the hand. So at
//! least one reading must show the captured piece's square empty; the reader remembers such squares. If no reading does, the
//! capture is reported after the other side's answer, if only one capture explains the board. If several captures of the piece do,
//! the reader reports [`BoardEvent::Ambiguous`].
//!
//! Such a board cannot show these things either:
//! - the captured one of two pieces, if both of their squares were seen empty while the capturing piece was in the hand (perhaps by
//!   noise);
//! - a capture that no reading has shown, if the next move goes to one of its squares, or if the capturing piece had stopped on its
//!   way;
//! - the piece that a pawn has become;
//! - a piece that was exchanged for another, and a king and rook of Chess960 that exchange squares;
//! - if a piece that has stopped on its way goes on to capture a lifted piece, or if the lifted piece answers: the reader waits
//!   until one of them lands.

#![no_std]
#![forbid(unsafe_code)]

mod emptied;
mod event;
#[cfg(any(doc, doctest))]
pub mod guide;
mod history;
mod infer;
mod prices;
mod reader;
mod reading;
mod revise;
mod sensors;
mod signs;
mod stage;

#[doc(alias("take back"))]
pub use event::{BoardEvent, PlayError};
pub use history::Line;
pub use infer::{Inference, candidates, infer};
#[doc(alias("dgt", "sensor", "electronic board"))]
pub use reader::BoardReader;
pub use reading::Reading;

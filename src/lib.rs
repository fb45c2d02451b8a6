//! Chess rules on the 0x88 board.
#![no_std]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

mod attacks;
mod board;
mod game;
mod geometry;
mod key;
mod movegen;
mod moves;
mod notation;
mod perft;
mod piece;
#[cfg(feature = "polyglot")]
mod polyglot;
mod position;
mod rules;

pub use board::Board0x88;
pub use game::{Claim, DrawReason, History, Outcome, WinReason};
#[cfg(feature = "alloc")]
pub use game::{Game, GameError};
pub use geometry::{Direction, File, KNIGHT_OFFSETS, ParseSquareError, Rank, Reach, Square, SquareSet};
pub use movegen::IllegalMove;
pub use moves::{Move, MoveKind, MoveList};
pub use notation::{CastlingMode, EnPassantMode, FenError, FenField, FenStyle, Found, Text, UciError};
pub use perft::{divide, perft};
pub use piece::{Color, Piece, Role};
#[cfg(feature = "polyglot")]
pub use polyglot::{PolyglotBook, PolyglotEntry, PolyglotError};
pub use position::{Chess, Position, Setup, Undo, Violation, Violations};
pub use rules::{CastlingRights, CastlingSide, ChessRules, ChessState, Rules};

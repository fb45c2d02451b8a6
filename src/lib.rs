//! Chess rules on the 0x88 board.
#![no_std]

#[cfg(any(feature = "std", test))]
extern crate std;

mod attacks;
mod board;
mod geometry;
mod movegen;
mod moves;
mod notation;
mod perft;
mod piece;
mod position;
mod rules;

pub use board::Board0x88;
pub use geometry::{Direction, File, KNIGHT_OFFSETS, ParseSquareError, Rank, Reach, Square, SquareSet};
pub use movegen::IllegalMove;
pub use moves::{Move, MoveKind, MoveList};
pub use notation::{
    CastlingMode, EnPassantMode, FenError, FenField, FenStyle, Found, PieceLetters, SanError, SanStyle, Text, UciError,
};
pub use perft::{divide, perft};
pub use piece::{Color, Piece, Role};
pub use position::{Chess, Position, Setup, Undo, Violation, Violations};
pub use rules::{CastlingRights, CastlingSide, ChessRules, ChessState, Rules};

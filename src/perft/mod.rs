//! Perft: the number of move sequences of a given length, the standard test and benchmark of move generators.
//!
//! There are several counting methods, the [back ends](PerftBackend). All count the last ply without playing it:
//!
//! ```text
//!    mailbox     by the 0x88 engine alone, moves made and taken back in place; in every build
//!    bitboard    on a copy of the position as bitboards, a few words
//!    simd        the last two plies below `bitboard`, in vectors
//! ```
//!
//! All large functions are compiled once, in this crate. Generic functions only pass a position on.
//!
//! Source: Chess Programming Wiki, "Perft" and "Perft Results".

mod backend;
#[cfg(feature = "bitboards")]
mod bitboard;
mod mailbox;
#[cfg(not(all(feature = "simd", any(target_pointer_width = "64", target_family = "wasm"))))]
mod none;
// 32-bit machines gain nothing from vectors of 64-bit words.
#[cfg(all(feature = "simd", any(target_pointer_width = "64", target_family = "wasm")))]
mod simd;

#[cfg(all(feature = "alloc", target_has_atomic = "64"))]
pub(crate) mod table;

pub use backend::PerftBackend;
#[cfg(not(feature = "bitboards"))]
use none as bitboard;
#[cfg(all(
    feature = "bitboards",
    not(all(feature = "simd", any(target_pointer_width = "64", target_family = "wasm")))
))]
use none as simd;

use core::iter::FusedIterator;

use crate::moves::{Move, MoveList, MoveListIter};
use crate::position::Position;
use crate::rules::{ChessRules, Rules};

/// Counts the sequences of `depth` legal moves (plies). The last ply is counted, not played.
///
/// Promotions to different pieces are different moves. Mate and stalemate end a sequence; draws by rule do not. The sum saturates.
///
/// ```
/// use chess0x88::{Chess, perft};
/// assert_eq!(perft(&Chess::startpos(), 3), 8902);
/// ```
#[must_use]
pub fn perft<R: Rules>(position: &Position<R>, depth: u8) -> u64 {
    PerftBackend::fastest().perft(position, depth)
}

/// Splits [`perft`] by first move: each legal move with the number of sequences of `depth` plies that start with it. There are none
/// at depth 0. Each number is computed when the iterator reaches it.
///
/// ```
/// use chess0x88::{Chess, divide};
/// let start = Chess::startpos();
/// let total: u64 = divide(&start, 3).map(|(_, nodes)| nodes).sum();
/// assert_eq!(total, 8902);
/// ```
#[must_use]
pub fn divide<R: Rules>(position: &Position<R>, depth: u8) -> Divide<R> {
    let moves = if depth == 0 { MoveList::new() } else { position.legal_moves() };
    Divide { position: *position, moves: moves.into_iter(), rest: depth.saturating_sub(1) }
}

/// An iterator over the legal moves, each with the number of sequences that start with it: see [`divide`].
#[derive(Clone, Debug)]
pub struct Divide<R: Rules = ChessRules> {
    position: Position<R>,
    moves: MoveListIter,
    /// The plies after the move.
    rest: u8,
}

impl<R: Rules> Iterator for Divide<R> {
    type Item = (Move, u64);

    fn next(&mut self) -> Option<(Move, u64)> {
        let mv = self.moves.next()?;
        Some((mv, perft(&self.position.after_unchecked(mv), self.rest)))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.moves.size_hint()
    }
}

impl<R: Rules> ExactSizeIterator for Divide<R> {}

impl<R: Rules> FusedIterator for Divide<R> {}

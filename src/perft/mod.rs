//! Perft: the number of ways to play a number of plies, the test and the clock of every move generator.
//!
//! There are several ways to count, the [back ends](PerftBackend), and all of them count the last ply without playing it:
//!
//! ```text
//!    mailbox     by the 0x88 engine alone, moves made and taken back in place; in every build
//!    bitboard    on a copy of the position as bitboards, a few words
//!    simd        the last two plies below `bitboard`, in vectors
//! ```
//!
//! Everything large is compiled once, in this crate: what is generic over the rules only hands a position on.
//!
//! Source: Chess Programming Wiki, "Perft" and "Perft Results".

mod backend;
#[cfg(feature = "bitboards")]
mod bitboard;
mod mailbox;
#[cfg(not(all(feature = "simd", any(target_pointer_width = "64", target_family = "wasm"))))]
mod none;
// Vectors of 64-bit words are no use to 32-bit machines.
#[cfg(all(feature = "simd", any(target_pointer_width = "64", target_family = "wasm")))]
mod simd;

#[cfg(all(feature = "alloc", target_has_atomic = "64"))]
pub(crate) mod table;

pub use backend::PerftBackend;

use core::iter::FusedIterator;

use crate::moves::{Move, MoveList, MoveListIter};
use crate::position::Position;
use crate::rules::{ChessRules, Rules};

/// The number of sequences of `depth` legal moves (plies). The last ply is counted, not played.
///
/// Promotions to different pieces are different moves; draws by rule do not end a sequence, mate and stalemate do. The
/// sum saturates.
///
/// ```
/// use chess0x88::{Chess, perft};
/// assert_eq!(perft(&Chess::startpos(), 3), 8902);
/// ```
#[must_use]
pub fn perft<R: Rules>(position: &Position<R>, depth: u8) -> u64 {
    PerftBackend::fastest().perft(position, depth)
}

/// [`perft`] split by first move: each legal move with the number of sequences of `depth` plies that begin with it.
/// Nothing at depth 0. Each number is computed as the iterator gets to it.
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

/// Each legal move and the sequences that begin with it: see [`divide`].
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

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
#[cfg(feature = "bitboards")]
mod position;
// Vectors of 64-bit words are no use to 32-bit machines.
#[cfg(feature = "bitboards")]
#[cfg_attr(not(all(feature = "simd", any(target_pointer_width = "64", target_family = "wasm"))), path = "no_simd.rs")]
mod simd;

#[cfg(all(feature = "alloc", target_has_atomic = "64"))]
use core::sync::atomic::{AtomicU64, Ordering};

pub use backend::PerftBackend;

use crate::moves::Move;
use crate::position::Position;
use crate::rules::Rules;

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
pub fn divide<R: Rules>(position: &Position<R>, depth: u8) -> impl Iterator<Item = (Move, u64)> {
    let position = *position;
    let rest = depth.checked_sub(1);
    position.legal_moves().into_iter().filter_map(move |mv| Some((mv, perft(&position.after_unchecked(mv), rest?))))
}

/// A table of perft results, so that a position reached in many ways is counted once.
///
/// It may be shared by threads. An entry is 16 bytes and holds the result for one position and depth, told apart by the
/// 64-bit [key](Position::key): a total is wrong only if two positions of the tree share a key, with odds of about one
/// in ten million for a tree of a million positions.
///
/// One table serves both games. The same board has the same [key](Position::key) in chess and in Makruk, so the table adds
/// the game to the key that it uses. (A type parameter would keep the games apart too, but then each table would have to
/// name its game.)
///
/// ```
/// use chess0x88::{Chess, Makruk, PerftTable};
/// let table = PerftTable::new(1).ok_or("a megabyte")?;
/// assert_eq!(table.perft(&Chess::startpos(), 4), 197_281);
/// let fen = "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1";
/// assert_eq!(table.perft(&fen.parse::<Chess>()?, 4), 98_766);
/// assert_eq!(table.perft(&fen.parse::<Makruk>()?, 4), 10_609);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[cfg(all(feature = "alloc", target_has_atomic = "64"))]
#[derive(Debug)]
pub struct PerftTable {
    /// The key mixed with the value, and the value: two halves written by two threads do not fit together.
    entries: alloc::vec::Vec<[AtomicU64; 2]>,
}

#[cfg(all(feature = "alloc", target_has_atomic = "64"))]
impl PerftTable {
    /// The shallowest results worth an entry: below, counting again is faster.
    const MIN_DEPTH: u8 = 3;
    /// The bits of a value that hold the number of leaves; the depth lies above them.
    const NODES: u64 = (1 << 56) - 1;

    /// An empty table of this many megabytes (2^20 bytes), one at least. `None` if there is not so much memory.
    #[must_use]
    pub fn new(megabytes: usize) -> Option<PerftTable> {
        let length = megabytes.max(1).checked_mul((1 << 20) / size_of::<[AtomicU64; 2]>())?;
        let mut entries = alloc::vec::Vec::new();
        entries.try_reserve_exact(length).ok()?;
        entries.resize_with(length, Default::default);
        Some(PerftTable { entries })
    }

    /// [`perft`], looking up and remembering what lies below.
    #[must_use]
    pub fn perft<R: Rules>(&self, position: &Position<R>, depth: u8) -> u64 {
        if depth < PerftTable::MIN_DEPTH {
            return perft(position, depth);
        }
        // A board has one key in both games. Makruk inverts the key.
        let key = position.key() ^ (R::GAME as u64).wrapping_neg();
        // The high half of a product spreads the key over any length, not only powers of two.
        let slot = ((u128::from(key) * self.entries.len() as u128) >> 64) as usize;
        let Some([check, value]) = self.entries.get(slot) else { return perft(position, depth) };
        let found = value.load(Ordering::Relaxed);
        if check.load(Ordering::Relaxed) ^ found == key && (found >> 56) as u8 == depth {
            return found & PerftTable::NODES;
        }
        let nodes = position.legal_moves().into_iter().fold(0_u64, |nodes, mv| {
            let mut child = *position;
            child.play_unchecked(mv);
            nodes.saturating_add(self.perft(&child, depth - 1))
        });
        if nodes <= PerftTable::NODES {
            let new = u64::from(depth) << 56 | nodes;
            check.store(key ^ new, Ordering::Relaxed);
            value.store(new, Ordering::Relaxed);
        }
        nodes
    }
}

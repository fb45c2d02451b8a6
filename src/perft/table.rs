//! [`PerftTable`]: results of perft, kept.

use alloc::vec::Vec;
use core::sync::atomic::{AtomicU64, Ordering};

use super::perft;
use crate::position::Position;
use crate::rules::Rules;

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
#[derive(Debug)]
pub struct PerftTable {
    /// The key mixed with the value, and the value: two halves written by two threads do not fit together.
    entries: Vec<[AtomicU64; 2]>,
}

impl PerftTable {
    /// The shallowest results worth an entry: below, counting again is faster.
    const MIN_DEPTH: u8 = 3;
    /// The bits of a value that hold the number of leaves; the depth lies above them.
    const NODES: u64 = (1 << 56) - 1;

    /// An empty table of this many megabytes (2^20 bytes), one at least. `None` if there is not so much memory.
    #[must_use]
    pub fn new(megabytes: usize) -> Option<PerftTable> {
        let length = megabytes.max(1).checked_mul((1 << 20) / size_of::<[AtomicU64; 2]>())?;
        let mut entries = Vec::new();
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

//! [`PerftTable`]: stored results of perft.

use alloc::vec::Vec;
use core::sync::atomic::{AtomicU64, Ordering};

use chess0x88::{Position, Rules};

use crate::perft;

/// A table of perft results, so that a position reached in several ways is counted once.
///
/// Threads may share a table. An entry has 16 bytes: the result for a position and depth, identified by the 64-bit
/// [key](Position::key). A total is wrong only if two positions of the tree share a key: about one chance in ten million for a tree
/// of a million positions.
///
/// Results for three or more plies are stored; fewer plies are counted faster than looked up. A new result replaces the shallowest
/// of four. Perft 9 of the start position, 2,439,530,234,167, stores 10 million results, and took 65 s with a gigabyte, on two
/// cores with AVX-512: `examples/fast_perft --depth 9 --hash 1024 --threads 2`.
///
/// One table serves both games. The same board has the same [key](Position::key) in chess and in Makruk, so the table adds the game
/// to the key. (With a type parameter instead, each table would have to name its game.)
///
/// ```
/// use chess0x88::{Chess, Makruk};
/// use chess0x88_perft::PerftTable;
/// let table = PerftTable::new(1).ok_or("a megabyte")?;
/// assert_eq!(table.perft(&Chess::startpos(), 4), 197_281);
/// let fen = "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1";
/// assert_eq!(table.perft(&fen.parse::<Chess>()?, 4), 98_766);
/// assert_eq!(table.perft(&fen.parse::<Makruk>()?, 4), 10_609);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct PerftTable {
    buckets: Vec<Bucket>,
}

/// The entries of one bucket, a cache line. An entry stores the key mixed with the value, and the value: halves written by
/// different threads do not match.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([[AtomicU64; 2]; 4]);

impl Bucket {
    /// The bits of a value that store the number of leaves; the depth is above them. No entry has depth 0.
    const NODES: u64 = (1 << 56) - 1;

    /// Returns the stored number of leaves of a position to this depth.
    fn find(&self, key: u64, depth: u8) -> Option<u64> {
        let values = self.0.iter().map(|[check, value]| {
            let value = value.load(Ordering::Relaxed);
            (check.load(Ordering::Relaxed) ^ value == key && depth_of(value) == depth).then_some(value & Bucket::NODES)
        });
        values.flatten().next()
    }

    /// Stores the leaves of a position over the shallowest entry: deeper results took longer to count.
    fn keep(&self, key: u64, depth: u8, nodes: u64) {
        let shallowest = self.0.iter().min_by_key(|[_, value]| depth_of(value.load(Ordering::Relaxed)));
        if let (Some([check, value]), true) = (shallowest, nodes <= Bucket::NODES) {
            let new = u64::from(depth) << 56 | nodes;
            check.store(key ^ new, Ordering::Relaxed);
            value.store(new, Ordering::Relaxed);
        }
    }
}

const fn depth_of(value: u64) -> u8 {
    (value >> 56) as u8
}

impl PerftTable {
    /// The smallest stored depth. Counting fewer plies again is faster.
    const MIN_DEPTH: u8 = 3;

    /// Returns an empty table of this many megabytes (2^20 bytes), at least one. `None` if there is not enough memory.
    #[must_use]
    pub fn new(megabytes: usize) -> Option<PerftTable> {
        let length = megabytes.max(1).checked_mul((1 << 20) / size_of::<Bucket>())?;
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(length).ok()?;
        buckets.resize_with(length, Bucket::default);
        Some(PerftTable { buckets })
    }

    /// Counts as [`perft`] does, with lookups in this table.
    #[must_use]
    pub fn perft<R: Rules>(&self, position: &Position<R>, depth: u8) -> u64 {
        if depth < PerftTable::MIN_DEPTH {
            return perft(position, depth);
        }
        // A board has the same key in both games. Makruk inverts the key.
        let key = if R::CASTLING { position.key() } else { !position.key() };
        // The high half of a product spreads keys over any number of buckets.
        let slot = ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize;
        let Some(bucket) = self.buckets.get(slot) else { return perft(position, depth) };
        if let Some(nodes) = bucket.find(key, depth) {
            return nodes;
        }
        let nodes = if depth == PerftTable::MIN_DEPTH {
            perft(position, depth)
        } else {
            position
                .legal_moves()
                .into_iter()
                .fold(0_u64, |nodes, mv| nodes.saturating_add(self.perft(&position.after_unchecked(mv), depth - 1)))
        };
        bucket.keep(key, depth, nodes);
        nodes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_takes_the_megabytes_it_was_told() {
        let table = PerftTable::new(3).expect("three megabytes");
        assert_eq!(table.buckets.len() * size_of::<Bucket>(), 3 << 20);
    }
}

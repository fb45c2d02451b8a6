//! The fixed search of the middle games.

use crate::contest::Contest;
use crate::libraries::{Chess, Cozy, Library, Ours, Shakmaty};
use crate::positions::MIDDLE_GAMES;
use crate::search::Search;

/// Searches all middle games, one after the other: scores and nodes.
struct Suite<L: Library> {
    search: Search<L>,
    positions: Vec<(L::Position, u8)>,
}

impl<L: Library> Suite<L> {
    fn new() -> Suite<L> {
        let positions = MIDDLE_GAMES.iter().map(|&(fen, depth)| (L::read(fen), depth)).collect();
        Suite { search: Search::new(), positions }
    }

    fn run(&mut self) -> impl Iterator<Item = (i32, u64)> {
        self.positions.iter().map(|(position, depth)| self.search.run(position, *depth))
    }

    /// One number for all scores and node counts: the tree is the same, or it differs.
    fn work() -> impl FnMut() -> u64 {
        let mut suite = Suite::<L>::new();
        move || {
            let digest = |digest: u64, (score, nodes): (i32, u64)| {
                (digest ^ nodes << 16 ^ u64::from(score.cast_unsigned())).wrapping_mul(0x9E37_79B9_7F4A_7C15)
            };
            suite.run().fold(0, digest)
        }
    }
}

/// An operation is a node.
pub fn fixed() -> Contest<'static> {
    Contest::new(Suite::<Ours>::new().run().map(|(_, nodes)| nodes).sum())
        .entry(Ours::NAME, Suite::<Ours>::work())
        .entry(Cozy::NAME, Suite::<Cozy>::work())
        .entry(Shakmaty::NAME, Suite::<Shakmaty>::work())
        .entry(Chess::NAME, Suite::<Chess>::work())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_library_searches_the_same_tree() {
        let ours: Vec<_> = Suite::<Ours>::new().run().collect();
        assert_eq!(ours, Suite::<Cozy>::new().run().collect::<Vec<_>>());
        assert_eq!(ours, Suite::<Shakmaty>::new().run().collect::<Vec<_>>());
        assert_eq!(ours, Suite::<Chess>::new().run().collect::<Vec<_>>());
    }
}

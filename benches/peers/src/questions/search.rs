//! The search of the middle games, to fixed depths.

use crate::contest::Contest;
use crate::libraries::{Chess, Cozy, Library, Ours, Shakmaty};
use crate::positions::MIDDLE_GAMES;
use crate::search::{AtOnce, InStages, Picker, Search};

/// Searches all middle games, one after the other: scores and nodes.
struct Suite<L: Library, P: Picker<L>, const IN_PLACE: bool, const TABLE: bool> {
    search: Search<L, P, IN_PLACE, TABLE>,
    positions: Vec<(L::Position, u8)>,
}

impl<L: Library, P: Picker<L> + 'static, const IN_PLACE: bool, const TABLE: bool> Suite<L, P, IN_PLACE, TABLE> {
    fn new() -> Self {
        let positions = MIDDLE_GAMES.iter().map(|&(fen, depth)| (L::read(fen), depth)).collect();
        Suite { search: Search::new(), positions }
    }

    fn run(&mut self) -> impl Iterator<Item = (i32, u64)> {
        self.positions.iter().map(|(position, depth)| self.search.run(position, *depth))
    }

    fn nodes() -> u64 {
        Self::new().run().map(|(_, nodes)| nodes).sum()
    }

    /// One number for all scores and node counts: the tree is the same, or it differs.
    fn work() -> impl FnMut() -> u64 {
        let mut suite = Self::new();
        move || {
            let digest = |digest: u64, (score, nodes): (i32, u64)| {
                (digest ^ nodes << 16 ^ u64::from(score.cast_unsigned())).wrapping_mul(0x9E37_79B9_7F4A_7C15)
            };
            suite.run().fold(0, digest)
        }
    }
}

/// The engine with a table that plays on copies. An operation is a node.
type Fixed<L> = Suite<L, AtOnce, false, true>;

pub fn fixed() -> Contest<'static> {
    Contest::new(Fixed::<Ours>::nodes())
        .entry(Ours::NAME, Fixed::<Ours>::work())
        .entry(Cozy::NAME, Fixed::<Cozy>::work())
        .entry(Shakmaty::NAME, Fixed::<Shakmaty>::work())
        .entry(Chess::NAME, Fixed::<Chess>::work())
}

/// The engine as users of the two fastest libraries write it. `cozy-chess` has no undo, so its user plays on copies.
fn engine<P: Picker<Ours> + Picker<Cozy> + 'static, const TABLE: bool>() -> Contest<'static> {
    Contest::new(Suite::<Ours, P, false, TABLE>::nodes())
        .variant("undo", Suite::<Ours, P, true, TABLE>::work())
        .variant("copy", Suite::<Ours, P, false, TABLE>::work())
        .entry(Cozy::NAME, Suite::<Cozy, P, false, TABLE>::work())
}

/// The same, which generates quiet moves only when captures have been tried.
pub fn staged_engine<const TABLE: bool>() -> Contest<'static> {
    engine::<InStages, TABLE>()
}

/// The same, which generates all moves of a node at once.
pub fn plain_engine<const TABLE: bool>() -> Contest<'static> {
    engine::<AtOnce, TABLE>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_library_searches_the_same_tree() {
        let ours: Vec<_> = Fixed::<Ours>::new().run().collect();
        assert_eq!(ours, Fixed::<Cozy>::new().run().collect::<Vec<_>>());
        assert_eq!(ours, Fixed::<Shakmaty>::new().run().collect::<Vec<_>>());
        assert_eq!(ours, Fixed::<Chess>::new().run().collect::<Vec<_>>());
        assert_eq!(ours, Suite::<Ours, InStages, true, true>::new().run().collect::<Vec<_>>());
        assert_eq!(ours, Suite::<Cozy, InStages, false, true>::new().run().collect::<Vec<_>>());
    }
}

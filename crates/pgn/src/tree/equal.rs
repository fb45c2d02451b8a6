//! Equality of trees.

use alloc::string::String;
use alloc::vec::Vec;

use chess0x88::{Game, Rules};

use super::{GameTree, NodeId, Step};
use crate::writer::{LINE_BREAKS, words, written_name};

/// Two trees are equal if they say the same: the tags in their order, the result as it is written, the start with its clocks, and the same moves,
/// variations, symbols and comments in the same order. The names of the nodes do not count: they follow from the order in
/// which the moves were added.
///
/// Texts are equal if they are written alike, so that a tree equals what is read of it. Of a comment that is its words: PGN keeps no
/// white space at the ends of a comment, and lines may break between two words. Of a tag value it is all but the line breaks, for which
/// spaces stand. The [`Writer`](crate::Writer) says what else is written in another way.
///
/// ```
/// use chess0x88::ChessRules;
/// use chess0x88_pgn::GameTree;
///
/// let one: GameTree<ChessRules> = "1. e4 (1. d4) 1... e5 *".parse()?;
/// let mut other: GameTree<ChessRules> = "1. d4 (1. e4 e5) *".parse()?;
/// assert_ne!(one, other);
/// other.promote(other.variations(other.root())[1]);
/// assert_eq!(one, other);
/// # Ok::<(), chess0x88_pgn::PgnError>(())
/// ```
impl<R: Rules> PartialEq for GameTree<R> {
    fn eq(&self, other: &Self) -> bool {
        let mut steps = other.walk();
        self.has_tags_of(other)
            && self.written_result() == other.written_result()
            && Game::new(self.start) == Game::new(other.start)
            && self.says_the_same(self.root(), other, other.root())
            && self.walk().all(|step| match (step, steps.next()) {
                (Step::Move(id), Some(Step::Move(there))) => self.says_the_same(id, other, there),
                (step, there) => Some(step) == there,
            })
            && steps.next().is_none()
    }
}

impl<R: Rules> Eq for GameTree<R> {}

impl<R: Rules> GameTree<R> {
    /// Returns `true` if the same tags are written for both trees.
    fn has_tags_of(&self, other: &Self) -> bool {
        let [one, other] = [self, other].map(|tree| {
            let written =
                |(name, value): (&str, &str)| (written_name(name).collect::<String>(), value.replace(LINE_BREAKS, " "));
            tree.written_tags().map(written)
        });
        one.eq(other)
    }

    /// Returns `true` if a node is the same move as a node of another tree, and the same is said about it.
    fn says_the_same(&self, id: NodeId, other: &Self, there: NodeId) -> bool {
        let [one, other] = [(self, id), (other, there)].map(|(tree, id)| {
            let node = tree.node(id)?;
            let [before, behind] =
                tree.comments_of(id).map(|comments| comments.map(|comment| words(comment)).collect::<Vec<_>>());
            Some((node.mv(), &node.nags, before, behind))
        });
        one == other
    }
}

//! Equality of trees.

use alloc::string::String;
use alloc::vec::Vec;

use chess0x88::{Game, Rules};

use super::{GameTree, Node, NodeId, Step};
use crate::writer::{LINE_BREAKS, words, written_name};

/// Two trees are equal if they have the same tags in the same order, the same written result, the same start with the same
/// clocks, and the same moves, variations, symbols and comments in the same order. `NodeId`s do not count: they depend on the
/// order in which the moves were added.
///
/// Texts are equal if PGN writes them alike, so a tree equals the tree that is read from it. For a comment its words count: PGN
/// keeps no white space at the ends of a comment, and lines may break between words. For a tag value all but its line breaks
/// counts, which become spaces. The [`Writer`](crate::Writer) lists the other changes.
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
        // A field that is added has its place here. The letters say how the moves were read, the last three where the nodes are.
        let Self { tags: _, result: _, start, slots: _, letters: _, free: _, last: _ } = self;
        let mut steps = other.walk();
        self.has_tags_of(other)
            && self.written_result() == other.written_result()
            && Game::new(*start) == Game::new(other.start)
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

    /// Returns `true` if a node has the same move, symbols and comments as a node of another tree.
    fn says_the_same(&self, id: NodeId, other: &Self, there: NodeId) -> bool {
        let [one, other] = [(self, id), (other, there)].map(|(tree, id)| {
            let Node { mv, nags, starting_comments: _, comments: _, closing_comments: _, parent: _, variations: _ } =
                tree.node(id)?;
            let comments =
                tree.comments_of(id).map(|comments| comments.map(|comment| words(comment)).collect::<Vec<_>>());
            Some((mv, nags, comments))
        });
        one == other
    }
}

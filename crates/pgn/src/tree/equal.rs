//! Whether two trees say the same.

use chess0x88::{Game, Rules};

use super::{GameTree, NodeId, Step};

/// Two trees are equal if they say the same: the tags in their order, the result as it is written, the start with its clocks, and the same moves,
/// variations, symbols and comments in the same order. The names of the nodes do not count: they follow from the order in
/// which the moves were added.
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
        self.tags == other.tags
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
    /// Whether a node is the same move as a node of another tree, and the same is said about it.
    fn says_the_same(&self, id: NodeId, other: &Self, there: NodeId) -> bool {
        let [one, other] = [self.node(id), other.node(there)]
            .map(|node| node.map(|node| (node.mv(), &node.nags, &node.starting_comments, &node.comments)));
        one == other
    }
}

//! The line that leads to a node.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{GameTree, Node, NodeId};
use chess0x88::{Move, Position, Rules, Undo};

impl<R: Rules> GameTree<R> {
    /// Returns the nodes from the first move to this node; none if it is the root or was removed.
    ///
    /// ```
    /// use chess0x88::ChessRules;
    /// use chess0x88_pgn::GameTree;
    ///
    /// let game: GameTree<ChessRules> = "1. e4 (1. d4 Nf6) e5 *".parse()?;
    /// let d4 = game.variations(game.root())[1];
    /// let knight = game.variations(d4)[0];
    /// assert_eq!(game.path(knight), [d4, knight]);
    /// assert_eq!((game.ply(knight), game.is_main_line(knight)), (Some(2), false));
    /// assert_eq!(game.san(knight).as_deref(), Some("Nf6"));
    /// assert_eq!(game.san_moves(knight), ["d4", "Nf6"]);
    /// # Ok::<(), chess0x88_pgn::PgnError>(())
    /// ```
    #[must_use]
    pub fn path(&self, id: NodeId) -> Vec<NodeId> {
        let upward = core::iter::successors(Some(id), |&id| self.node(id).and_then(Node::parent));
        let mut path: Vec<_> = upward.filter(|&id| self.node(id).is_some_and(|node| node.parent().is_some())).collect();
        path.reverse();
        path
    }

    /// Counts the moves that lead to a node, including null moves: 0 for the root, `None` if the node was removed.
    #[must_use]
    pub fn ply(&self, id: NodeId) -> Option<u32> {
        self.slot(id).filter(|slot| slot.node.is_some()).map(|slot| slot.ply)
    }

    /// Returns `true` if a node is on the [main line](Self::main_line). The root is.
    #[must_use]
    pub fn is_main_line(&self, id: NodeId) -> bool {
        let is_first = |&id: &NodeId| {
            let parent = self.node(id).and_then(Node::parent);
            parent.is_some_and(|parent| self.variations(parent).first() == Some(&id))
        };
        self.node(id).is_some() && self.path(id).iter().all(is_first)
    }

    /// The move of a node in SAN, a null move as `--`; `None` at the root, and if the node was removed. It plays up to there
    /// as [`position`](Self::position) does: for a whole line ask for its [moves](Self::san_moves).
    #[must_use]
    pub fn san(&self, id: NodeId) -> Option<String> {
        let node = self.node(id)?;
        Some(spelt(node, &self.position(node.parent()?)?))
    }

    /// The moves that lead to a node in SAN, null moves as `--`.
    #[must_use]
    pub fn san_moves(&self, id: NodeId) -> Vec<String> {
        let mut position = *self.start();
        let nodes = self.path(id);
        let moves = nodes.into_iter().filter_map(|id| self.node(id)).map(|node| {
            let san = spelt(node, &position);
            play(&mut position, node.mv());
            san
        });
        moves.collect()
    }
}

/// Returns the move of a node other than the root in SAN, and plays it.
fn spelt<R: Rules>(node: &Node, before: &Position<R>) -> String {
    node.mv().map_or_else(|| NULL_MOVE.to_string(), |mv| before.san(mv).to_string())
}

/// Plays a move of the tree, which is legal; `None` is a null move.
#[inline]
pub(super) fn play<R: Rules>(position: &mut Position<R>, mv: Option<Move>) -> Option<Undo<R>> {
    match mv {
        Some(mv) => Some(position.make(mv)),
        None => position.make_null().ok(),
    }
}

/// A null move as it is written.
pub(super) const NULL_MOVE: &str = "--";

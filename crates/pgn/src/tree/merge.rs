//! Merges two trees.
//!
//! The moves of both trees are matched from the root on. After a pair of matching nodes, the first `Nf3` of one tree matches the
//! first `Nf3` of the other, the second matches the second. (Files have trees with a move twice.) Moves without a match are added
//! after the existing variations.
//!
//! So each node has at most one match, and each list of variations is examined once. Moves and comments are matched in sorted
//! order, not each with each: a tree with a million variations of one move takes no longer than any other tree of its size.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use super::cursor::TreeCursor;
use super::{EditError, GameTree, Node, NodeId, Step};
use crate::tally::{Work, note};
use chess0x88::{Move, Rules};

impl<R: Rules> GameTree<R> {
    /// Adds all moves, variations, comments and symbols of another tree that this tree lacks. Afterwards this tree has each line
    /// of both.
    ///
    /// Existing variations keep their places, and new ones come after them. A comment or symbol that exists is not added again.
    /// Tags and result do not change. Merging a tree with itself, or twice with the same tree, changes nothing more. The time is
    /// in proportion to the size of both, except for sorting moves and comments.
    ///
    /// ```
    /// use chess0x88::ChessRules;
    /// use chess0x88_pgn::GameTree;
    ///
    /// let mut book: GameTree<ChessRules> = "1. e4 e5 2. Nf3 { Natural. } *".parse()?;
    /// let other: GameTree<ChessRules> = "1. e4 c5 (1... e5 2. Nf3! Nc6) 2. c3 *".parse()?;
    /// book.merge(&other)?;
    /// assert_eq!(
    ///     book.to_string(),
    ///     "1. e4 e5 (1... c5 2. c3) 2. Nf3 $1 { Natural. } 2... Nc6 *\n"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`EditError::OtherStart`] if the trees start from different positions (clocks do not count), [`EditError::Full`] if both
    /// together may have more nodes than a tree can hold. Nothing has changed then.
    pub fn merge(&mut self, other: &Self) -> Result<(), EditError> {
        if self.start != other.start {
            return Err(EditError::OtherStart);
        }
        if u32::try_from(self.slots.len().saturating_add(other.slots.len())).is_err() {
            return Err(EditError::Full);
        }
        // For each node of the other tree, the node of this tree that matches it.
        let mut matches: Vec<Option<NodeId>> = Vec::new();
        matches.resize(other.slots.len(), None);
        self.join(self.root(), other, other.root(), &mut matches);
        let mut cursor = TreeCursor::new(self.start);
        for step in other.walk() {
            match step {
                Step::BeginVariation => cursor.begin_variation(true),
                Step::EndVariation => cursor.end_variation(),
                Step::Move(there) => {
                    let Some(node) = other.node(there) else { continue };
                    cursor.play(node.mv());
                    let matching = |id: NodeId| matches.get(id.index as usize).copied().flatten();
                    let here = match (matching(there), node.parent().and_then(matching)) {
                        (Some(here), _) => here,
                        (None, Some(parent)) => self.add_node(parent, node.mv(), &cursor.position)?,
                        (None, None) => continue,
                    };
                    self.join(here, other, there, &mut matches);
                }
            }
        }
        Ok(())
    }

    /// Joins the symbols and comments of two matching nodes, and matches the moves after them.
    fn join(&mut self, here: NodeId, other: &Self, there: NodeId, matches: &mut [Option<NodeId>]) {
        let mut put = |at: NodeId, id| {
            if let Some(place) = matches.get_mut(at.index as usize) {
                *place = Some(id);
            }
        };
        put(there, here);
        // Both lists are sorted. If a move is in a list twice, the first matches the first.
        let mut mine = self.ordered(here).into_iter().peekable();
        for (mv, id) in other.ordered(there) {
            while mine.next_if(|&(mine, _)| mine < mv).is_some() {}
            if let Some((_, mine)) = mine.next_if(|&(mine, _)| mine == mv) {
                put(id, mine);
            }
        }
        let parent = self.node(here).and_then(Node::parent);
        let is_first = parent.is_some_and(|parent| self.variations(parent).first() == Some(&here));
        if let (Some(mine), Some(theirs)) = (self.node_mut(here), other.node(there)) {
            mine.join(theirs, is_first);
        }
    }

    /// The moves after a node, sorted.
    fn ordered(&self, id: NodeId) -> Vec<(Option<Move>, NodeId)> {
        let variations = self.variations(id);
        note(Work::Match, variations.len());
        let mut moves: Vec<_> = variations.iter().map(|&id| (self.node(id).and_then(Node::mv), id)).collect();
        // Equal moves keep their order.
        moves.sort_by_key(|&(mv, _)| mv);
        moves
    }
}

impl Node {
    /// Adds symbols and comments of the same move in the other tree that this node lacks. Only a move that starts a variation has
    /// comments before it and behind its variation.
    fn join(&mut self, other: &Node, is_first: bool) {
        let mut nags: BTreeSet<u8> = self.nags.iter().copied().collect();
        self.nags.extend(other.nags.iter().filter(|&&nag| nags.insert(nag)));
        let lists = [&other.starting_comments, &other.comments, &other.closing_comments];
        if lists.iter().all(|list| list.is_empty()) {
            return;
        }
        let mine = [&self.starting_comments, &self.comments, &self.closing_comments];
        note(Work::Match, mine.iter().chain(&lists).map(|list| list.len()).sum());
        let mut said: BTreeSet<&str> = mine.into_iter().flatten().map(String::as_str).collect();
        let [starting, comments, closing] =
            lists.map(|comments| comments.iter().filter(|comment| said.insert(comment)).cloned().collect::<Vec<_>>());
        let before = if is_first { &mut self.comments } else { &mut self.starting_comments };
        before.extend(starting);
        self.comments.extend(comments);
        let behind = if is_first { &mut self.comments } else { &mut self.closing_comments };
        behind.extend(closing);
    }
}

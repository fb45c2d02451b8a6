//! The order in which PGN writes a tree: a move, then the alternatives to it, then what follows it.

use alloc::vec::Vec;

use super::{GameTree, NodeId};
use crate::rules::Rules;

/// A step of [`GameTree::walk`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// A move.
    Move(NodeId),
    /// A variation starts: an alternative to the last move of the line around it.
    BeginVariation,
    /// The variation ends.
    EndVariation,
}

impl<R: Rules> GameTree<R> {
    /// All moves in the order of PGN, with the starts and ends of variations.
    ///
    /// # Examples
    ///
    /// ```
    /// use chess0x88::ChessRules;
    /// use chess0x88::pgn::{GameTree, Step};
    ///
    /// let game: GameTree<ChessRules> = "1. e4 (1. d4) 1... e5 *".parse()?;
    /// let [e4, d4] = *game.variations(game.root()) else { panic!("two first moves") };
    /// let e5 = game.variations(e4)[0];
    /// assert!(game.walk().eq([
    ///     Step::Move(e4),
    ///     Step::BeginVariation,
    ///     Step::Move(d4),
    ///     Step::EndVariation,
    ///     Step::Move(e5),
    /// ]));
    /// # Ok::<(), chess0x88::pgn::PgnError>(())
    /// ```
    pub fn walk(&self) -> impl Iterator<Item = Step> + '_ {
        Steps { tree: self, open: Vec::new(), next: Next::After(self.root()) }
    }
}

struct Steps<'t, R: Rules> {
    tree: &'t GameTree<R>,
    /// The variations of nodes, and how many of them were visited.
    open: Vec<(&'t [NodeId], usize)>,
    next: Next,
}

#[derive(Clone, Copy)]
enum Next {
    /// What follows this move.
    After(NodeId),
    /// This move, the first of a variation.
    Start(NodeId),
    /// The next alternative to the last move.
    Alternative,
}

impl<R: Rules> Iterator for Steps<'_, R> {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        loop {
            match self.next {
                Next::After(id) => {
                    let variations = self.tree.variations(id);
                    self.next = Next::Alternative;
                    if let Some(&first) = variations.first() {
                        self.open.push((variations, 1));
                        return Some(Step::Move(first));
                    }
                    return (!self.open.is_empty()).then_some(Step::EndVariation);
                }
                Next::Start(id) => {
                    self.next = Next::After(id);
                    return Some(Step::Move(id));
                }
                Next::Alternative => {
                    let (variations, visited) = self.open.last_mut()?;
                    if let Some(&id) = variations.get(*visited) {
                        *visited += 1;
                        self.next = Next::Start(id);
                        return Some(Step::BeginVariation);
                    }
                    let first = variations.first().copied()?;
                    self.open.pop();
                    self.next = Next::After(first);
                }
            }
        }
    }
}

//! The order in which PGN writes a tree: a move, then the alternatives to it, then what follows it.

use alloc::vec::Vec;

use super::{GameTree, NodeId};
use chess0x88::Rules;

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
    /// use chess0x88_pgn::{GameTree, Step};
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
    /// # Ok::<(), chess0x88_pgn::PgnError>(())
    /// ```
    pub fn walk(&self) -> impl Iterator<Item = Step> + '_ {
        // The steps to come, the next one last.
        let mut tasks = Vec::from([Task::After(self.root())]);
        core::iter::from_fn(move || {
            loop {
                match tasks.pop()? {
                    Task::Step(step) => return Some(step),
                    Task::After(id) => {
                        let [first, others @ ..] = self.variations(id) else { continue };
                        tasks.push(Task::After(*first));
                        tasks.extend(others.iter().rev().map(|&id| Task::Variation(id)));
                        return Some(Step::Move(*first));
                    }
                    Task::Variation(id) => {
                        tasks.extend([Task::Step(Step::EndVariation), Task::After(id), Task::Step(Step::Move(id))]);
                        return Some(Step::BeginVariation);
                    }
                }
            }
        })
    }
}

enum Task {
    Step(Step),
    /// The moves that follow this one.
    After(NodeId),
    /// The variation that begins with this move.
    Variation(NodeId),
}

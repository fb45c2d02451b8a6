//! How far things have got on a board: what it has yet to show, how long it has been stable, and what was begun on it.

use crate::emptied::Emptied;
use chess0x88::{Move, SquareSet};

/// What has yet to be done on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pending {
    Nothing,
    /// A move that was played elsewhere.
    Move,
    /// The pieces have to be put as a position has them that was set. Until then the board tells nothing.
    Position,
}

/// How far a board may be judged: how long the debounced board has been stable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Stage {
    /// The last reading differs from it: a piece may be on its way.
    Unclear,
    Moving,
    /// For the time of `debounce`.
    Settled,
    /// For the time of `patience`.
    Rested,
}

/// A move that the debounced board shows or has shown.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Supposed {
    pub(crate) mv: Move,
    /// The move is made in the position before, instead of the last move.
    pub(crate) instead: bool,
    /// The squares occupied after the move, and those of them that were seen empty since.
    pub(crate) occupied: SquareSet,
    pub(crate) emptied: Emptied,
}

/// What the debounced board shows of the answer to a supposed move.
#[derive(Clone, Copy)]
pub(crate) enum Answer {
    /// Nothing.
    No,
    /// It may be in progress.
    Begun,
    /// It is made, or surely in progress. If the next move has begun too, the answer is known.
    Clear(Option<Move>),
}

//! The progress on a board: the event that it has yet to show, the time it has been stable, and the moves begun on it.

use crate::emptied::Emptied;
use crate::history::Line;
use crate::revise::Explanation;
use chess0x88::{Move, SquareSet};

/// The event that the reader waits for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum State {
    /// The next move.
    Playing,
    /// The next move, of which the player was asked.
    Asked,
    /// Hands that make the last moves, so many, which were entered. Until then none of their side is told.
    MoveWaits(u8),
    /// Hands that put the pieces as a position has them that was set. Until then the board tells nothing.
    PositionWaits,
    /// The next reading: these moves are known, and one is told in each.
    Telling(Line),
}

impl State {
    /// The number of entered moves that wait.
    pub(crate) const fn waiting(&self) -> u8 {
        match self {
            State::MoveWaits(waiting) => *waiting,
            _ => 0,
        }
    }
}

/// The work of hands on the board since the position was known.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Hands {
    /// The squares that were seen empty.
    pub(crate) emptied: Emptied,
    /// The move that the debounced board shows, or showed last, if it has not been reported.
    pub(crate) supposed: Option<Supposed>,
    /// The piece of the last move was lifted before any other one.
    pub(crate) lifted_again: bool,
    /// A board that no move explains has been reported.
    pub(crate) was_impossible: bool,
    /// The board showed a move of the other side where a board turned round would show one of this side.
    pub(crate) may_be_turned: bool,
    /// An ambiguity or an error has been reported since the debounced board changed; with the moves to choose from, if the board
    /// itself does not tell them.
    pub(crate) told: Option<Line>,
    /// The last explanation of the board if one square more is not to be believed.
    pub(crate) tentative: Option<Explanation>,
}

/// The extent to which a board may be judged, by the time that the debounced board has been stable.
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

/// The answer to a supposed move, as far as the debounced board shows it.
#[derive(Clone, Copy)]
pub(crate) enum Answer {
    /// Nothing.
    No,
    /// It may be in progress.
    Begun,
    /// It is made, or surely in progress. If the next move has begun too, the answer is known.
    Clear(Option<Move>),
}

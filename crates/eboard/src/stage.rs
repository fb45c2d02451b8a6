//! The progress on a board: the expected event, the time it has been stable, and the started moves.

use crate::emptied::Emptied;
use crate::history::Line;
use crate::revise::{Explanation, Search};
use chess0x88::{Move, SquareSet};

/// The event that the reader expects.
#[derive(Clone, Copy, Debug)]
pub(crate) enum State {
    /// The next move.
    Playing,
    /// The next move, which the player was asked to choose. It is one of a piece that stood on these squares.
    Asked(SquareSet),
    /// The next move, after the piece that was asked about was put back.
    Withdrawn(SquareSet),
    /// The last moves, this many, which the program played and which have yet to be made on the board. Until then no move of their
    /// side is reported.
    MoveWaits(u8),
    /// A position that was set and that the board has yet to show. Until then nothing is reported.
    PositionWaits,
}

impl State {
    /// The number of the program's moves that have yet to be made on the board.
    pub(crate) const fn waiting(self) -> u8 {
        match self {
            State::MoveWaits(waiting) => waiting,
            _ => 0,
        }
    }
}

/// The changes on the board since it showed the position.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(crate) struct Hands {
    /// `true` if the piece of the last move was lifted before any other piece.
    pub(crate) lifted_again: bool,
    /// `true` if an unexplained board has been reported.
    pub(crate) was_impossible: bool,
    /// `true` if the board showed a move of the other side where a turned board would show one of this side.
    pub(crate) may_be_turned: bool,
    /// The squares that were seen empty.
    pub(crate) emptied: Emptied,
    /// The unreported move that the debounced board shows or showed last.
    pub(crate) supposed: Option<Supposed>,
    /// An ambiguity or an error has been reported since the debounced board changed; with the moves to choose from, if the board
    /// itself does not show them.
    pub(crate) told: Option<Line>,
    /// The squares ignored since the board showed the position.
    pub(crate) aside: SquareSet,
    /// The last explanations that a following move may confirm: one that withdraws no move, but ignores one more square or guesses a
    /// capture; and one with other moves in place of several.
    pub(crate) tentative: [Option<Explanation>; 2],
    /// The search for an explanation, which goes on while the board rests.
    pub(crate) search: Search,
}

impl Hands {
    /// Nothing but zeros, so that it is cleared in place and no copy of it stands in flash: `back` in place of a flag and `firsts` as an
    /// option, whose absence is zero, keep it so.
    pub(crate) const NONE: Hands = Hands {
        emptied: Emptied::NONE,
        supposed: None,
        lifted_again: false,
        was_impossible: false,
        may_be_turned: false,
        told: None,
        aside: SquareSet::EMPTY,
        tentative: [None; 2],
        search: Search::NEW,
    };
}

/// The questions that a reader may ask of a board, by the time that the board has been stable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Stage {
    /// The last reading differs from the debounced board: a piece may be on its way.
    Unclear,
    Moving,
    /// Stable for the time of `debounce`.
    Settled,
    /// Stable for the time of `patience`.
    Rested,
    /// Stable for two and a half times that time: hands that castle or set up pieces go on sooner.
    Long,
}

/// A move that the debounced board shows or has shown.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Supposed {
    pub(crate) mv: Move,
    /// The number of last moves that it replaces: one or none. It is made in the position before them.
    pub(crate) back: usize,
    /// The squares occupied after the move, with those seen empty since.
    pub(crate) occupied: SquareSet,
    pub(crate) emptied: Emptied,
}

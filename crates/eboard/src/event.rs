//! [`BoardEvent`]: the events of a reader. [`PlayError`]: why it refuses a move.

use crate::history::Line;
use chess0x88::{Color, IllegalMove, Move, Square, SquareSet};

/// The events of a [`BoardReader`](crate::BoardReader). Each is reported once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum BoardEvent {
    /// A move was made. The reader's position is the position after the move.
    Move(Move),
    /// One of several moves was made, such as a promotion to an unknown piece. [`candidates`](crate::BoardReader::candidates) lists
    /// the moves, and [`play`](crate::BoardReader::play) chooses one.
    Ambiguous,
    /// The last move was taken back.
    Takeback,
    /// The last moves differ from the reported moves: a player corrected a piece, or took back several moves.
    Revised {
        /// The number of last moves that are withdrawn.
        fallen: usize,
        /// The moves that replace them: none if the moves were taken back.
        instead: Line,
    },
    /// Some squares are ignored because they contradict the position: a captured piece stands there, or a sensor has failed. A
    /// square counts again when it changes.
    Suspect {
        /// All squares that are ignored now.
        squares: SquareSet,
    },
    /// The board is turned by 180 degrees. The reader turns all readings from now on.
    Turned,
    /// The pieces have been set up for a new game.
    Start,
    /// The kings stand in the centre, the arbiters' sign for the end of a game: both on light squares if White has won, both on
    /// dark squares if Black has won, on one of each in a draw.
    Result {
        /// The winner; `None` in a draw.
        winner: Option<Color>,
    },
    /// No move explains the board. If the board changes and is still wrong, this is reported again.
    Impossible {
        /// The squares that contradict the position.
        squares: SquareSet,
    },
    /// The board shows the position again after [`Impossible`](BoardEvent::Impossible).
    Cleared,
    /// The board shows the position again before a move of [`Ambiguous`](BoardEvent::Ambiguous) was chosen: none was made, and
    /// [`play`](crate::BoardReader::play) refuses them.
    Withdrawn,
}

impl BoardEvent {
    /// Returns the number of the kind of event in [the list](https://docs.rs/chess0x88/latest/chess0x88/guide/codes/).
    ///
    /// ```
    /// use chess0x88_eboard::BoardEvent;
    /// assert_eq!(
    ///     (BoardEvent::Takeback.code(), BoardEvent::Takeback.as_str()),
    ///     (2, "takeback")
    /// );
    /// ```
    #[must_use]
    pub const fn code(&self) -> u8 {
        self.kind().0
    }

    /// Returns the name of the kind of event: `move`, `takeback`.
    #[must_use]
    pub const fn as_str(&self) -> &'static str {
        self.kind().1
    }

    const fn kind(&self) -> (u8, &'static str) {
        match self {
            BoardEvent::Move(_) => (0, "move"),
            BoardEvent::Ambiguous => (1, "ambiguous"),
            BoardEvent::Takeback => (2, "takeback"),
            BoardEvent::Revised { .. } => (3, "revised"),
            BoardEvent::Suspect { .. } => (4, "suspect"),
            BoardEvent::Turned => (5, "turned"),
            BoardEvent::Start => (6, "start"),
            BoardEvent::Result { .. } => (7, "result"),
            BoardEvent::Impossible { .. } => (8, "impossible"),
            BoardEvent::Cleared => (9, "cleared"),
            BoardEvent::Withdrawn => (10, "withdrawn"),
        }
    }
}

/// The reason why [`BoardReader::play`](crate::BoardReader::play) refuses a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum PlayError {
    /// The move is illegal.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// The move answers a question that was [withdrawn](BoardEvent::Withdrawn): its piece was put back on this square. To make the move
    /// without the board, call [`set_position`](crate::BoardReader::set_position) with the position after it.
    #[error("the piece was put back on {0}: no move is to be chosen")]
    Withdrawn(Square),
}

impl PlayError {
    /// Returns the number of the error in [the list](https://docs.rs/chess0x88/latest/chess0x88/guide/codes/).
    #[must_use]
    pub const fn code(&self) -> u8 {
        match self {
            PlayError::Illegal(illegal) => illegal.code(),
            PlayError::Withdrawn(_) => 195,
        }
    }
}

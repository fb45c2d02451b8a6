//! [`BoardEvent`]: what a reader reports.

use crate::history::Line;
use chess0x88::{Color, Move, SquareSet};

/// The events of a [`BoardReader`](crate::BoardReader), each told once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum BoardEvent {
    /// A move has been made; the reader's position is that after it.
    Move(Move),
    /// One of several moves has been made, such as promotions to one piece or another:
    /// [`candidates`](crate::BoardReader::candidates) lists them, and [`play`](crate::BoardReader::play) says which it was.
    Ambiguous,
    /// The last move has been taken back.
    Takeback,
    /// The last moves were other ones than reported: a piece that stood on a wrong square was put right, or several moves were
    /// taken back.
    Revised {
        /// The number of last moves that fall.
        fallen: usize,
        /// The moves that take their place; none if they were taken back.
        instead: Line,
    },
    /// Squares that keep the board from showing the position are set aside: a captured piece stands there, or a sensor has
    /// failed. A square is believed again when it changes.
    Suspect {
        /// All squares that are set aside now.
        squares: SquareSet,
    },
    /// The board stands the other way round than it did. The reader turns its readings from now on.
    Turned,
    /// The pieces have been set up for a new game.
    Start,
    /// The kings stand in the centre, as arbiters put them when a game has ended: both on light squares if White has won, both
    /// on dark squares if Black has, on one of each if the game is drawn.
    Result {
        /// The side that has won; none in a draw.
        winner: Option<Color>,
    },
    /// The board shows what no move explains.
    Impossible {
        /// The squares that do not show the position.
        squares: SquareSet,
    },
}

impl BoardEvent {
    /// Returns the number of the kind of event in [the list](https://docs.rs/chess0x88/latest/chess0x88/guide/codes/).
    ///
    /// ```
    /// use chess0x88_eboard::BoardEvent;
    /// assert_eq!((BoardEvent::Takeback.code(), BoardEvent::Takeback.as_str()), (2, "takeback"));
    /// ```
    #[must_use]
    pub const fn code(&self) -> u8 {
        match self {
            BoardEvent::Move(_) => 0,
            BoardEvent::Ambiguous => 1,
            BoardEvent::Takeback => 2,
            BoardEvent::Revised { .. } => 3,
            BoardEvent::Suspect { .. } => 4,
            BoardEvent::Turned => 5,
            BoardEvent::Start => 6,
            BoardEvent::Result { .. } => 7,
            BoardEvent::Impossible { .. } => 8,
        }
    }

    /// Returns the name of the kind of event: `move`, `takeback`.
    #[must_use]
    pub const fn as_str(&self) -> &'static str {
        match self {
            BoardEvent::Move(_) => "move",
            BoardEvent::Ambiguous => "ambiguous",
            BoardEvent::Takeback => "takeback",
            BoardEvent::Revised { .. } => "revised",
            BoardEvent::Suspect { .. } => "suspect",
            BoardEvent::Turned => "turned",
            BoardEvent::Start => "start",
            BoardEvent::Result { .. } => "result",
            BoardEvent::Impossible { .. } => "impossible",
        }
    }
}

//! [`History`]: a game in progress on a machine without an allocator.

use super::window::{Window, stays_open};
use crate::geometry::Square;
use crate::movegen::IllegalMove;
use crate::moves::{Move, MoveKind};
use crate::piece::Color;
use crate::position::Position;
use crate::rules::{Claim, CountError, MakrukRules, Outcome, Rules};

/// A position and the moves within which it can have occurred before, at most 150 of them, in half a kilobyte.
///
/// In chess nothing is lost by that bound, for after 150 moves without a capture or pawn move the game is over. Who plays
/// on nevertheless, or plays Makruk, which has no such limit, has repetitions counted within the last 150 plies.
///
/// To look ahead, clone it. To take back, keep the clones, or use `Game` (feature `alloc`).
///
/// ```
/// use chess0x88::{Chess, Claim, History};
/// let mut history = History::new(Chess::startpos());
/// for uci in ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"] {
///     history.play(history.position().parse_uci(uci)?)?;
/// }
/// // The start is about to stand on the board for the third time.
/// let back = history.position().parse_uci("f6g8")?;
/// assert!(!history.occurred(Claim::ThreefoldRepetition));
/// assert!(history.claimable_with(Claim::ThreefoldRepetition, back));
/// history.play(back)?;
/// assert!(history.occurred(Claim::ThreefoldRepetition));
/// assert_eq!(history.outcome(), None); // nobody has claimed
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct History<R: Rules> {
    position: Position<R>,
    len: usize,
    moves: [Move; CAPACITY],
}

/// The plies that seventy-five moves of both sides make.
const CAPACITY: usize = 150;

/// What stands in the places not in use.
const NO_MOVE: Move = Move::new(Square::A1, Square::A2, MoveKind::Quiet);

impl<R: Rules> History<R> {
    /// The history of a game that starts here. Of a position from the middle of a game the clock is known, but not what
    /// has occurred before.
    #[must_use]
    pub const fn new(position: Position<R>) -> History<R> {
        History { position, len: 0, moves: [NO_MOVE; CAPACITY] }
    }

    /// The position on the board.
    #[must_use]
    pub const fn position(&self) -> &Position<R> {
        &self.position
    }

    /// Plays a legal move.
    ///
    /// # Errors
    /// The reason why the move is illegal; nothing has changed.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let after = self.position.after(mv)?;
        if stays_open(&self.position, &after) {
            if self.len == CAPACITY {
                self.moves.copy_within(1.., 0);
                self.len -= 1;
            }
            if let Some(place) = self.moves.get_mut(self.len) {
                *place = mv;
                self.len += 1;
            }
        } else {
            self.len = 0;
        }
        self.position = after;
        Ok(())
    }

    /// How often the position has stood on the board, this time included (FIDE article 9.2.3): 1 for a new one.
    #[must_use]
    pub fn repetitions(&self) -> u32 {
        self.window().repetitions()
    }

    /// How the game has ended, if it has: as [`Position::outcome`] says, or by fivefold repetition.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.window().outcome()
    }

    /// Whether what the claim is about is so on the board, now: the position stands there for the third time, or fifty
    /// moves are full. After checkmate and stalemate it never is.
    #[must_use]
    pub fn occurred(&self, claim: Claim) -> bool {
        self.window().occurred(claim)
    }

    /// Whether the side to move may claim the draw: it has occurred, or some legal move would make it occur.
    #[must_use]
    pub fn claimable(&self, claim: Claim) -> bool {
        self.window().claimable(claim)
    }

    /// Whether the side to move may claim the draw by announcing this move, which would make it occur. For an illegal
    /// move, and after the end of the game, it may not.
    #[must_use]
    pub fn claimable_with(&self, claim: Claim, mv: Move) -> bool {
        self.window().claimable_with(claim, mv)
    }

    fn window(&self) -> Window<'_, R> {
        Window { position: &self.position, moves: self.moves.get(..self.len).unwrap_or_default() }
    }
}

impl History<MakrukRules> {
    /// The side to move begins to count board's honour: [`Makruk::start_counting`](crate::Makruk::start_counting).
    ///
    /// # Errors
    /// The reason why there is nothing for this side to count.
    pub fn start_counting(&mut self, side: Color) -> Result<(), CountError> {
        self.position.start_counting(side)
    }

    /// The counting side stops: [`Makruk::stop_counting`](crate::Makruk::stop_counting).
    ///
    /// # Errors
    /// The reason why there is nothing for this side to stop.
    pub fn stop_counting(&mut self, side: Color) -> Result<(), CountError> {
        self.position.stop_counting(side)
    }
}

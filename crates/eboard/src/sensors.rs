//! [`Sensors`]: debounces each square of a board, and measures how long the board has been stable.

use chess0x88::{Board0x88, Square, SquareSet};

use crate::reading::{Reading, turned};
use crate::stage::Stage;

/// The debounced readings of a board.
#[derive(Clone, Debug)]
#[repr(C)]
pub(crate) struct Sensors {
    /// The number of readings after which a square is trusted, and the number after which the board rests.
    pub(crate) debounce: u8,
    pub(crate) patience: u8,
    /// `false` until there is a first reading.
    pub(crate) has_begun: bool,
    pub(crate) is_turned: bool,
    /// The number of readings since the debounced board changed.
    pub(crate) stable_ticks: u8,
    /// The last stage at which the stable board was examined.
    pub(crate) examined: Stage,
    /// The debounced board.
    pub(crate) debounced: Reading,
    /// The last reading, and for each square the number of equal readings.
    pub(crate) last: Board0x88,
    /// The squares on which the last reading shows another piece than the debounced board.
    pub(crate) other: SquareSet,
    unchanged_ticks: [u8; 64],
}

/// The largest number of squares that hands change between two readings: three, by a capture en passant.
const MOST_AT_ONCE: usize = 3;

impl Sensors {
    pub(crate) const fn new(board: Reading) -> Sensors {
        Sensors {
            debounce: 3,
            patience: 20,
            has_begun: false,
            last: board.board,
            other: SquareSet::EMPTY,
            unchanged_ticks: [u8::MAX; 64],
            debounced: board,
            stable_ticks: 0,
            examined: Stage::Unclear,
            is_turned: false,
        }
    }

    /// Restarts with a board in this state.
    pub(crate) fn begin(&mut self, board: Reading) {
        (self.has_begun, self.debounced, self.last) = (true, board, board.board);
        self.unchanged_ticks = [u8::MAX; 64];
    }

    /// Debounces each square. If the debounced board has changed, gives the squares that were empty in between, though no reading shows
    /// it.
    pub(crate) fn take(&mut self, reading: &Reading) -> Option<SquareSet> {
        let mut changed = SquareSet::EMPTY;
        self.other = SquareSet::EMPTY;
        for (unchanged_ticks, &square) in self.unchanged_ticks.iter_mut().zip(&Square::ALL) {
            let seen = reading.board.piece_at(square);
            *unchanged_ticks = if seen == self.last.piece_at(square) { unchanged_ticks.saturating_add(1) } else { 1 };
            let before = self.debounced.board.piece_at(square);
            if before == seen || self.debounced.broken.contains(square) {
                continue;
            }
            if seen.is_some() && before.is_some() {
                self.other.insert(square);
            }
            if *unchanged_ticks >= self.debounce {
                self.debounced.board.set(square, seen);
                changed.insert(square);
            }
        }
        // These squares have changed, so their sensors work.
        self.debounced.suspects -= changed;
        self.last = reading.board;
        for square in self.debounced.broken {
            self.last.set(square, self.debounced.board.piece_at(square));
        }
        // Between two different pieces a square was empty. Much may have happened between two boards with many differences.
        let are_many = reading.knows_pieces() && changed.len() > MOST_AT_ONCE;
        let emptied = if are_many { self.debounced.board.occupied() } else { self.other };
        (!changed.is_empty()).then_some(changed & emptied)
    }

    /// Restarts the waiting time.
    pub(crate) fn wait_anew(&mut self) {
        self.stable_ticks = 0;
        self.examined = Stage::Unclear;
    }

    /// Returns the present stage of the board.
    pub(crate) fn stage(&self) -> Stage {
        match self.stable_ticks {
            _ if self.debounced.board != self.last => Stage::Unclear,
            ticks if ticks >= self.patience.saturating_mul(2).saturating_add(self.patience / 2) => Stage::Long,
            ticks if ticks >= self.patience => Stage::Rested,
            ticks if ticks >= self.debounce => Stage::Settled,
            _ => Stage::Moving,
        }
    }

    /// Turns the board by 180 degrees.
    pub(crate) fn turn(&mut self) {
        self.is_turned = !self.is_turned;
        self.debounced.turn();
        self.debounced.suspects = self.debounced.broken;
        self.last = turned(&self.last);
        self.unchanged_ticks.reverse();
    }
}

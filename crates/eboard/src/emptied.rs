//! [`Emptied`]: the squares that were seen empty, which distinguish a capture from a piece in the hand.

use chess0x88::{Move, SquareSet};

/// The squares that were seen empty since the board last showed a position: squares occupied in the position, and squares where a
/// piece has landed since.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Emptied {
    /// Squares that were empty on the debounced board.
    pub(crate) debounced: SquareSet,
    /// Squares that were empty in at least one reading.
    pub(crate) glimpsed: SquareSet,
    /// Squares that are empty in the position and were occupied on the debounced board.
    landed: SquareSet,
    /// Squares on which a piece was put down: on an empty square, or back where it stood.
    pub(crate) put: SquareSet,
    /// Squares that became empty since a piece was last put down.
    pub(crate) fresh: SquareSet,
    /// Squares that became empty last, at the same time.
    pub(crate) newest: SquareSet,
    /// Squares of pieces that were in the air together, and put back.
    pub(crate) together: SquareSet,
    occupied: SquareSet,
}

impl Emptied {
    pub(crate) const NONE: Emptied = {
        let no = SquareSet::EMPTY;
        Emptied { debounced: no, glimpsed: no, landed: no, put: no, fresh: no, newest: no, together: no, occupied: no }
    };

    /// Adds the occupied squares of the position that are empty on the debounced board or in the last reading.
    pub(crate) fn watch(&mut self, occupied: SquareSet, debounced: SquareSet, seen: SquareSet) {
        if debounced == occupied {
            if !self.debounced.is_empty() {
                self.together = self.debounced;
            }
            (self.landed, self.put) = (SquareSet::EMPTY, SquareSet::EMPTY);
        }
        self.landed |= debounced - occupied;
        self.put |= debounced & (self.landed | self.debounced);
        let left = self.occupied - debounced;
        (self.fresh, self.newest) = match ((debounced - self.occupied).is_empty(), left.is_empty()) {
            (true, true) => (self.fresh, self.newest),
            (true, false) => (self.fresh | left, left),
            (false, true) => (SquareSet::EMPTY, self.newest),
            // No reading shows which came first.
            (false, false) => (SquareSet::EMPTY, SquareSet::EMPTY),
        };
        self.occupied = debounced;
        let stood = occupied | self.landed;
        let next = |emptied, now| if now == occupied { SquareSet::EMPTY } else { emptied | (stood - now) };
        self.debounced = next(self.debounced, debounced);
        self.glimpsed = next(self.glimpsed, seen);
    }

    /// Returns the squares seen empty since a move. The move's target and the origin are left out: an empty target may belong to
    /// the move or to its answer, and the moved piece has left its origin.
    pub(crate) fn since(self, mv: Move) -> Emptied {
        let mut told = SquareSet::from(mv.from());
        if mv.is_capture() {
            told.insert(mv.to());
        }
        let together = SquareSet::EMPTY;
        Emptied { together, debounced: self.debounced - told, glimpsed: self.glimpsed - told, ..self }
    }

    pub(crate) fn all(self) -> SquareSet {
        self.debounced | self.glimpsed
    }

    /// Returns the squares seen to change.
    pub(crate) fn touched(self) -> SquareSet {
        self.all() | self.put
    }
}

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
}

impl Emptied {
    pub(crate) const NONE: Emptied =
        Emptied { debounced: SquareSet::EMPTY, glimpsed: SquareSet::EMPTY, landed: SquareSet::EMPTY };

    /// Adds the occupied squares of the position that are empty on the debounced board or in the last reading.
    pub(crate) fn watch(&mut self, occupied: SquareSet, debounced: SquareSet, seen: SquareSet) {
        if debounced == occupied {
            self.landed = SquareSet::EMPTY;
        }
        self.landed |= debounced - occupied;
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
        Emptied { debounced: self.debounced - told, glimpsed: self.glimpsed - told, ..self }
    }

    pub(crate) fn all(self) -> SquareSet {
        self.debounced | self.glimpsed
    }
}

//! [`Emptied`]: the squares that were seen empty, which tell a capture from a piece in the hand.

use chess0x88::{Move, SquareSet};

/// The squares that were seen empty since the board last showed a position: those that are occupied in it, and those where a piece
/// has landed since.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Emptied {
    /// Long enough for the debounced board to show it.
    pub(crate) debounced: SquareSet,
    /// In one reading at least.
    pub(crate) glimpsed: SquareSet,
    /// The squares that are empty in the position, and were occupied on the debounced board.
    landed: SquareSet,
}

impl Emptied {
    /// Takes the squares that are occupied in the position, on the debounced board, and in the last reading.
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

    /// Returns the squares seen empty since a move. It is unknown if the square of a captured piece was emptied for that move or for its answer, which was
    /// seen empty, is not known; and the piece that moved has left its own.
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

//! A position that follows a tree in the order of PGN.
//!
//! At the start of a variation the cursor takes back the last move. At the end of the variation it takes back the variation and
//! plays that move again. So an open variation costs a few bytes instead of a board, and a walk takes time in proportion to the
//! moves.

use alloc::vec::Vec;

use super::line::play;
use chess0x88::{Move, Position, Rules, Undo};

#[derive(Debug)]
pub(super) struct TreeCursor<R: Rules> {
    pub(super) position: Position<R>,
    /// The moves from the start to this position.
    pub(super) played: Vec<Undo<R>>,
    open: Vec<Interrupted>,
}

/// The line that a variation interrupts.
#[derive(Debug)]
struct Interrupted {
    /// The number of moves played when the variation began.
    played: usize,
    /// The move that was taken back for the variation.
    taken_back: Option<Taken>,
}

/// A move that was taken back; `None` is a null move.
#[derive(Debug)]
struct Taken(Option<Move>);

impl<R: Rules> TreeCursor<R> {
    pub(super) const fn new(start: Position<R>) -> TreeCursor<R> {
        TreeCursor { position: start, played: Vec::new(), open: Vec::new() }
    }

    /// Plays a move of the tree, which is legal; `None` is a null move.
    pub(super) fn play(&mut self, mv: Option<Move>) {
        self.played.extend(play(&mut self.position, mv));
    }

    /// Begins a variation: an `alternative` to the last move, or a line that starts at this position.
    pub(super) fn begin_variation(&mut self, alternative: bool) {
        let taken_back = if alternative { self.take_back() } else { None };
        self.open.push(Interrupted { played: self.played.len(), taken_back });
    }

    pub(super) fn end_variation(&mut self) {
        let Some(line) = self.open.pop() else { return };
        while self.played.len() > line.played {
            self.take_back();
        }
        if let Some(Taken(mv)) = line.taken_back {
            self.play(mv);
        }
    }

    fn take_back(&mut self) -> Option<Taken> {
        let undo = self.played.pop()?;
        let taken = Taken(undo.played());
        self.position.unmake(undo);
        Some(taken)
    }
}

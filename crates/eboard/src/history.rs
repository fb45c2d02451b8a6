//! [`RecentMoves`]: the last moves of a game and the position before them, so that each position between can be had again.

use core::fmt;
use core::ops::Deref;

use crate::Reading;
use chess0x88::{Move, Position, Rules};

/// A few moves, one after the other: those that take the place of others in [`BoardEvent::Revised`](crate::BoardEvent::Revised).
///
/// It dereferences to a slice.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Line {
    moves: [Move; Line::CAPACITY],
    len: u8,
}

impl Line {
    /// As many moves as a reader can take back.
    pub(crate) const CAPACITY: usize = 10;

    pub(crate) const EMPTY: Line = Line { moves: [Line::FILLER; Line::CAPACITY], len: 0 };

    /// Stands where no move has been put.
    const FILLER: Move = Move::from_bits(0x341C).expect("e2e4");

    /// Adds a move. A full line stays as it is.
    pub(crate) fn push(&mut self, mv: Move) {
        if let Some(place) = self.moves.get_mut(usize::from(self.len)) {
            *place = mv;
            self.len += 1;
        }
    }

    /// The line with one move more.
    pub(crate) fn with(mut self, mv: Move) -> Line {
        self.push(mv);
        self
    }

    /// Takes the first move out.
    pub(crate) fn take_first(&mut self) -> Option<Move> {
        let first = self.first().copied()?;
        // One by one: nothing else here needs a memmove, which is larger than all that a line does.
        let mut places = self.moves.iter_mut();
        let mut before = places.next()?;
        for place in places {
            core::mem::swap(before, place);
            before = place;
        }
        self.len -= 1;
        Some(first)
    }
}

/// The moves.
#[cfg(feature = "defmt")]
impl defmt::Format for Line {
    fn format(&self, f: defmt::Formatter<'_>) {
        <[Move]>::format(self, f);
    }
}

impl Deref for Line {
    type Target = [Move];

    fn deref(&self) -> &[Move] {
        self.moves.get(..usize::from(self.len)).unwrap_or_default()
    }
}

impl fmt::Debug for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// The last moves of a game, and the position before them.
#[derive(Clone, Debug)]
pub(crate) struct RecentMoves<R: Rules> {
    oldest: Position<R>,
    line: Line,
    /// A bit for each move that was entered before a hand made it; the lowest stands for the last move.
    entered: u16,
    /// The number of moves that stand fast.
    fixed: u8,
    /// The moves that fell last, and how many moves were left then.
    undone: Line,
    kept: u8,
    /// The number of moves that the board has shown for long.
    rested: u8,
}

impl<R: Rules> RecentMoves<R> {
    pub(crate) fn new(position: Position<R>) -> RecentMoves<R> {
        RecentMoves {
            oldest: position,
            line: Line::EMPTY,
            entered: 0,
            fixed: 0,
            undone: Line::EMPTY,
            kept: 0,
            rested: 0,
        }
    }

    pub(crate) fn push(&mut self, mv: Move) {
        if self.line.len() == Line::CAPACITY
            && let Some(oldest) = self.line.take_first()
        {
            self.oldest = self.oldest.after_unchecked(oldest);
            self.rested = self.rested.saturating_sub(1);
            self.fixed = self.fixed.saturating_sub(1);
            self.undone = Line::EMPTY;
        }
        self.line.push(mv);
        self.entered <<= 1;
    }

    /// Returns `true` if no move has been made.
    pub(crate) fn is_new(&self) -> bool {
        self.line.is_empty()
    }

    /// The last move was entered: a hand has still to make it.
    pub(crate) fn enter(&mut self) {
        self.entered |= 1;
    }

    /// Returns `true` if the move that was made so many moves ago was entered, the last one being the first.
    pub(crate) fn is_entered(&self, back: usize) -> bool {
        self.entered >> (back - 1) & 1 == 1
    }

    /// The board has shown the position for long.
    pub(crate) fn rest(&mut self) {
        self.rested = self.line.len;
    }

    /// Returns `true` if the board has shown the position for long after the move that was made so many moves ago.
    pub(crate) fn has_rested(&self, back: usize) -> bool {
        usize::from(self.rested) + back > self.line.len()
    }

    /// The moves so far stand fast: a revision does not reach behind them.
    pub(crate) fn fix(&mut self) {
        self.fixed = self.line.len;
    }

    /// Counts the last moves that a revision may take back.
    pub(crate) fn revisable(&self) -> usize {
        self.line.len() - usize::from(self.fixed)
    }

    /// The last moves, so many of them.
    pub(crate) fn last(&self, count: usize) -> &[Move] {
        self.line.get(self.line.len().saturating_sub(count)..).unwrap_or_default()
    }

    pub(crate) fn last_move(&self) -> Option<Move> {
        self.line.last().copied()
    }

    /// The position before the last moves, if so many are known.
    pub(crate) fn before(&self, count: usize) -> Option<Position<R>> {
        let kept = self.line.get(..self.line.len().checked_sub(count)?)?;
        Some(kept.iter().fold(self.oldest, |position, &mv| position.after_unchecked(mv)))
    }

    /// Counts the moves that ago the position was that a board shows, if more than `skipped`.
    #[inline(never)]
    pub(crate) fn shown_before(&self, reading: &Reading, skipped: usize) -> Option<usize> {
        (skipped + 1..=self.revisable())
            .find(|&back| self.before(back).is_some_and(|position| reading.differences(&position).is_empty()))
    }

    /// Counts the last moves that hands have made while setting up pieces, and finds the moves that stood in their place: such hands take pieces to
    /// where they stand at the start, and capture none. A move that they seemed to take back stands.
    pub(crate) fn set_up_moves(&self) -> (usize, Line) {
        let start = Position::<R>::startpos();
        let since = self.line.len().saturating_sub(usize::from(self.kept));
        // None of them was entered.
        let made = (0..self.revisable()).take_while(|&back| !self.is_entered(back + 1)).count();
        let (mut set_up, mut stand) = (0, !self.undone.is_empty() && since <= made);
        for back in 0..made {
            let (Some(position), Some(mv)) = (self.before(back), self.last(back + 1).first()) else { break };
            let is_home = |square| position.piece_at(square) == start.piece_at(square);
            let is_set_up = !mv.is_capture() && is_home(mv.landing());
            set_up += usize::from(is_set_up && set_up == back);
            stand &= match self.undone.first() {
                Some(first) if since == 0 => back > 0 || is_home(first.from()),
                _ => back >= since || is_set_up || self.undone.contains(mv),
            };
        }
        // Between the last move of a game and the setting up the board rests, and not in between.
        if set_up > 0 && self.rested > 0 {
            set_up = (self.line.len() - usize::from(self.rested)).min(made);
        }
        if stand { (since, self.undone) } else { (set_up, Line::EMPTY) }
    }

    pub(crate) fn forget_undone(&mut self) {
        self.undone = Line::EMPTY;
    }

    /// Forgets the last moves, but for what fell.
    pub(crate) fn take_back(&mut self, count: usize) {
        self.undone = Line::EMPTY;
        for &mv in self.line.get(self.line.len().saturating_sub(count)..).unwrap_or_default() {
            self.undone.push(mv);
        }
        self.line.len -= self.undone.len;
        self.kept = self.line.len;
        self.entered >>= self.undone.len;
        self.rested = self.rested.min(self.line.len);
        self.fixed = self.fixed.min(self.line.len);
    }
}

//! [`RecentMoves`]: the last moves of a game with the position before them, from which each position between can be rebuilt.

use core::fmt;
use core::ops::Deref;

use crate::Reading;
use chess0x88::{Color, Move, Position, Rules, SquareSet};

/// A few moves in order: the replacement moves of [`BoardEvent::Revised`](crate::BoardEvent::Revised).
///
/// `Line` dereferences to a slice.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Line {
    moves: [Move; Line::CAPACITY],
    len: u8,
}

impl Line {
    /// The number of moves that a reader can take back.
    pub(crate) const CAPACITY: usize = 16;

    pub(crate) const EMPTY: Line = Line { moves: [Line::FILLER; Line::CAPACITY], len: 0 };

    /// The filler for unused places.
    const FILLER: Move = Move::from_bits(0x341C).expect("e2e4");

    /// Adds a move. A full line is unchanged.
    pub(crate) fn push(&mut self, mv: Move) {
        if let Some(place) = self.moves.get_mut(usize::from(self.len)) {
            *place = mv;
            self.len += 1;
        }
    }

    /// Returns the line with one more move.
    pub(crate) fn with(mut self, mv: Move) -> Line {
        self.push(mv);
        self
    }

    /// A line of these moves.
    pub(crate) fn of(moves: &[Move]) -> Line {
        moves.iter().fold(Line::EMPTY, |line, &mv| line.with(mv))
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

    // The check of the length stands once.
    #[inline(never)]
    fn deref(&self) -> &[Move] {
        self.moves.get(..usize::from(self.len)).unwrap_or_default()
    }
}

impl fmt::Debug for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// Returns `true` if hands may have taken these moves back: a square of each has changed. A game that comes back to a position is no
/// reason to take moves back. Moves that have undone each other are touched no more, if both squares of each other one have changed.
pub(crate) fn are_touched(fallen: &[Move], touched: SquareSet) -> bool {
    let changed = |mv: &Move| (touched & [mv.from(), mv.landing()].into()).len();
    let is_undone = |mv: &Move| fallen.iter().any(|other| (mv.from(), mv.landing()) == (other.landing(), other.from()));
    fallen.iter().all(|mv| changed(mv) > 0) || fallen.iter().all(|mv| changed(mv) == 2 || is_undone(mv))
}

/// The last moves of a game, with the position before them.
#[derive(Clone, Debug)]
#[repr(C)]
pub(crate) struct RecentMoves<R: Rules> {
    line: Line,
    /// A bit for each move that the program played before it was made on the board. The lowest bit belongs to the last move.
    entered: u32,
    /// The moves that were withdrawn last, and the number of moves left then.
    pub(crate) undone: Line,
    kept: u8,
    /// The number of moves that the board has shown for a long time.
    rested: u8,
    /// The side whose moves the program enters.
    pub(crate) opponent: Option<Color>,
    oldest: Position<R>,
}

impl<R: Rules> RecentMoves<R> {
    pub(crate) const fn new(position: Position<R>) -> RecentMoves<R> {
        let (line, undone) = (Line::EMPTY, Line::EMPTY);
        RecentMoves { oldest: position, line, entered: 0, undone, kept: 0, rested: 0, opponent: None }
    }

    pub(crate) fn push(&mut self, mv: Move) {
        if let [oldest, later @ ..] = &self.line[..]
            && later.len() + 1 == Line::CAPACITY
        {
            self.oldest = self.oldest.after_unchecked(*oldest);
            self.line = Line::of(later);
            self.rested = self.rested.saturating_sub(1);
            self.undone = Line::EMPTY;
        }
        self.line.push(mv);
        self.entered <<= 1;
    }

    /// Marks the last move as played by the program: it has yet to be made on the board.
    pub(crate) fn enter(&mut self, side: Color) {
        self.entered |= 1;
        self.opponent = Some(side);
    }

    /// Returns `true` if the program played the move this far back before it was made on the board. The last move is 1 back.
    pub(crate) fn is_entered(&self, back: usize) -> bool {
        self.entered >> (back - 1) & 1 == 1
    }

    /// Notes that the board has shown the position for a long time.
    pub(crate) fn rest(&mut self) {
        self.rested = self.line.len;
    }

    /// Returns `true` if the board showed the position for a long time after the move this far back.
    pub(crate) fn has_rested(&self, back: usize) -> bool {
        usize::from(self.rested) + back > self.line.len()
    }

    /// Counts the last moves that are known.
    pub(crate) fn len(&self) -> usize {
        self.line.len()
    }

    /// The last moves, as many as `count`.
    pub(crate) fn last(&self, count: usize) -> &[Move] {
        self.line.get(self.line.len().saturating_sub(count)..).unwrap_or_default()
    }

    pub(crate) fn last_move(&self) -> Option<Move> {
        self.line.last().copied()
    }

    /// The position before this many last moves, if it is known.
    pub(crate) fn before(&self, count: usize) -> Option<Position<R>> {
        let kept = self.line.get(..self.line.len().checked_sub(count)?)?;
        Some(kept.iter().fold(self.oldest, |position, &mv| position.after_unchecked(mv)))
    }

    /// Finds an earlier position that a board shows, but for at most so many pieces in the air. Returns the number of moves since, if it is
    /// more than `skipped`. Each of these moves is among the [touched](are_touched) ones.
    #[inline(never)]
    pub(crate) fn shown_before(
        &self,
        reading: &Reading,
        lifted: usize,
        skipped: usize,
        touched: SquareSet,
    ) -> Option<usize> {
        (skipped + 1..=self.len()).find(|&back| {
            let fallen = self.last(back);
            are_touched(fallen, touched)
                && self.before(back).is_some_and(|position| {
                    let differing = reading.differences(&position);
                    differing.len() <= lifted && (differing & reading.board.occupied()).is_empty()
                })
        })
    }

    /// Counts the last moves that were made while the pieces were set up for a new game, and finds the moves that they replaced.
    /// While setting up, hands only put pieces on their start squares, and capture nothing. A move that seemed to be taken back
    /// stands.
    pub(crate) fn set_up_moves(&self) -> (usize, Line) {
        let start = Position::<R>::startpos();
        let since = self.line.len().saturating_sub(usize::from(self.kept));
        // No move of the program is among them.
        let made = (0..self.len()).take_while(|&back| !self.is_entered(back + 1)).count();
        let (mut set_up, mut stand) = (0, !self.undone.is_empty() && since <= made);
        for back in 0..made {
            let (Some(position), Some(mv)) = (self.before(back), self.last(back + 1).first()) else { break };
            let is_home = |square| position.board().piece_at(square) == start.board().piece_at(square);
            let is_set_up = !mv.is_capture() && is_home(mv.landing());
            set_up += usize::from(is_set_up && set_up == back);
            stand &= match self.undone.first() {
                Some(first) if since == 0 => back > 0 || is_home(first.from()),
                _ => back >= since || is_set_up || self.undone.contains(mv),
            };
        }
        // The board rests between the last move of a game and the setting up, but not during it.
        if set_up > 0 && self.rested > 0 {
            set_up = (self.line.len() - usize::from(self.rested)).min(made);
        }
        if stand { (since, self.undone) } else { (set_up, Line::EMPTY) }
    }

    /// Returns `true` if a move goes back where the last one of its side came from.
    pub(crate) fn is_back(&self, mv: Move) -> bool {
        matches!(self.last(2), [last, _] if (mv.from(), mv.to()) == (last.landing(), last.from()))
    }

    /// Returns `true` if moves have been taken back, and none was made since.
    pub(crate) fn is_undoing(&self) -> bool {
        !self.undone.is_empty() && self.kept == self.line.len
    }

    /// Removes the last moves, but keeps the withdrawn ones.
    pub(crate) fn take_back(&mut self, count: usize) {
        let (fallen, earlier) = (Line::of(self.last(count)), self.undone);
        self.undone = fallen;
        if self.kept == self.line.len {
            earlier.iter().for_each(|&mv| self.undone.push(mv));
        }
        self.line.len -= fallen.len;
        self.kept = self.line.len;
        self.entered >>= fallen.len;
        self.rested = self.rested.min(self.line.len);
    }
}

//! Explanations of a resting board that neither one nor two moves explain: squares with failed sensors, moves that differ from the
//! reported ones.
//!
//! Every explanation has a [price](crate::prices), and the cheapest one is used:
//!
//! ```text
//!    position before the last moves ──other moves──▶ a position that differs from the board on two squares at most
//!    each move that falls costs                      each new move costs, and each square that is set aside
//! ```
//!
//! Only the first of the withdrawn moves may be replaced by another move. The moves after it are played again unchanged; the last
//! of them may have been the correction of a wrong piece.

use crate::Reading;
use crate::history::{Line, RecentMoves, are_touched};
use crate::infer::{each_legal, has_landed, is_capture_seen, is_evident};
use crate::prices::{DISPLACED, DOUBTED, FALLEN, FULL, KNOWN, MADE, NOT_LANDED, REVISION, STRAIGHT, UNSEEN, WRONG};
use chess0x88::{Board0x88, Color, Move, Position, Role, Rules, Square, SquareSet};

/// An explanation of a resting board that changes the reported moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Explanation {
    /// The number of last moves that are withdrawn.
    pub(crate) back: usize,
    /// The moves that replace them.
    pub(crate) line: Line,
    /// The squares that still contradict the position.
    pub(crate) off: SquareSet,
}

/// The largest number of contradicting squares.
const MOST_OFF: usize = 2;

impl Explanation {
    /// Other moves in place of the last ones.
    pub(crate) fn of(back: usize, moves: &[Move]) -> Explanation {
        Explanation { back, line: Line::of(moves), off: SquareSet::EMPTY }
    }
}

/// The number of positions after which a search leaves the rest to the next reading. The moves after one more first move may add as
/// many.
const SLICE: u16 = 1000;

/// The largest number of withdrawn moves that are searched for.
const MOST_BACK: usize = 10;

/// A list of legal moves costs as much as so many positions.
const GENERATION: u16 = 8;

/// The progress of a search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Search {
    /// The number of withdrawn moves that is next, and the number of first moves that have been played there.
    back: usize,
    played: u8,
    best: Option<(u16, Explanation)>,
    /// The first moves of the explanations with the lowest cost.
    firsts: Option<Line>,
}

impl Search {
    pub(crate) const NEW: Search = Search { back: 0, played: 0, best: None, firsts: None };

    /// Returns `true` if the next reading is to go on with the search.
    pub(crate) const fn is_begun(&self) -> bool {
        self.back > 0 || self.played > 0
    }
}

struct Revision<'a> {
    search: &'a mut Search,
    /// The positions that this reading has looked at.
    work: u16,
    reading: &'a Reading,
    /// The number of the program's moves that have yet to be made on the board. No move after such a move has an answer on the
    /// board.
    waiting: usize,
    is_entered: bool,
    /// The squares seen to change since the board showed the reported game, and those of them on which pieces have been put.
    changed: SquareSet,
    put: SquareSet,
    /// The occupied squares of the reported game.
    shown: SquareSet,
    /// The withdrawn moves.
    fallen: &'a [Move],
    suspects: SquareSet,
    unseen: Option<Move>,
}

/// The cheapest explanation of a reading, in which the squares that are set aside already are not ignored; and the moves to choose from if
/// several cost as much. `ahead` is the cheapest one that withdraws no move. Moves that wait fall with others before them. If the search is
/// not finished, `search` goes on with it.
pub(crate) fn explain<R: Rules>(
    search: &mut Search,
    ahead: &mut Option<(u16, Explanation)>,
    history: &RecentMoves<R>,
    waiting: usize,
    position: &Position<R>,
    reading: &Reading,
    unseen: Option<Move>,
) -> Option<(Explanation, Line)> {
    let suspects = reading.suspects - reading.broken;
    let (reading, before) = (&reading.ignoring(reading.broken), history.before(waiting));
    let shown = before.as_ref().unwrap_or(position);
    let differing = reading.differences(shown);
    let (changed, put) = (differing | reading.emptied | suspects, (differing - suspects) & reading.board.occupied());
    let (is_entered, shown, fallen, work) = (history.is_entered(1), shown.board().occupied(), &[][..], 0);
    let mut revision =
        Revision { search, work, reading, waiting, is_entered, changed, put, shown, fallen, suspects, unseen };
    while revision.search.back <= history.len().min(MOST_BACK) {
        let back = revision.search.back;
        let least = if unseen.is_some() { DOUBTED } else { REVISION } + FALLEN * back as u16;
        if back > 0 && revision.search.best.is_some_and(|best| best.0 < least) {
            break;
        }
        if back == 0 && waiting == 0 {
            revision.go_on(position);
        } else if back == 0 && history.last_move().is_some_and(|mv| put.contains(mv.landing())) {
            // The move was made, and the sensor of its origin hangs.
            revision.consider(position, &Line::EMPTY, 0);
        } else if back > waiting
            && let Some(base) = &history.before(back)
        {
            revision.fallen = history.last(back);
            // A slip that was answered by the program, and after which the player has moved again, is none any more.
            let is_answered = back > 2 && (1..back).any(|later| history.is_entered(later));
            revision.revise(base, is_answered || history.is_entered(back));
        }
        if revision.is_tired() {
            return None;
        }
        if back == 0 {
            *ahead = revision.search.best;
        }
        (revision.search.back, revision.search.played) = (back + 1, 0);
    }
    let Search { best, firsts, .. } = core::mem::replace(search, Search::NEW);
    let ((_, best), firsts) = (best?, firsts.unwrap_or(Line::EMPTY));
    if best.back == 0 && is_displaced(best.off - suspects, reading) {
        return None;
    }
    if firsts.len() <= 1 {
        return Some((best, Line::EMPTY));
    }
    // The moves that wait fall first, and the board asks then.
    if waiting > 0 {
        return Some((Explanation { line: Line::EMPTY, ..best }, Line::EMPTY));
    }
    // Only a move of this position can be chosen.
    firsts.iter().all(|&mv| position.is_legal(mv)).then_some((best, firsts))
}

/// Returns the game in which the last move corrects the move before it of the same side, with the position: the same board, on
/// which the other side has moved.
pub(crate) fn put_right<R: Rules>(history: &RecentMoves<R>) -> Option<(Explanation, Position<R>)> {
    let back = 3;
    let base = history.before(back)?;
    let &[wrong, reply, right] = history.last(back) else { return None };
    if wrong.landing() != right.from() {
        return None;
    }
    let other = same(&base, wrong.from(), right.to(), None)?;
    let after = base.after_unchecked(other);
    let reply = same(&after, reply.from(), reply.to(), reply.promotion())?;
    Some((Explanation::of(back, &[other, reply]), after.after_unchecked(reply)))
}

impl Revision<'_> {
    const fn is_tired(&self) -> bool {
        self.work >= SLICE
    }

    /// Calls a function with each legal move that was not played by an earlier reading, until this one has done enough.
    fn each_first<R: Rules>(&mut self, base: &Position<R>, act: &mut dyn FnMut(&mut Self, Move)) {
        let mut index = 0;
        each_legal(base, &mut |mv| {
            if index == self.search.played && !self.is_tired() {
                act(self, mv);
                self.search.played += 1;
            }
            index += u8::from(index < self.search.played);
        });
    }

    /// Extends by one or two moves.
    fn go_on<R: Rules>(&mut self, position: &Position<R>) {
        self.consider(position, &Line::EMPTY, 0);
        self.each_first(position, &mut |this, first| {
            let (line, after) = (Line::EMPTY.with(first), position.after_unchecked(first));
            if is_evident(position, first, this.reading, this.changed) {
                this.extend(&after, &line, MADE);
            } else if this.suspects.contains(first.landing())
                && is_evident(position, first, this.reading, this.changed | first.from().into())
            {
                // The sensor of its origin hangs: the answer is evidence.
                this.extend_by_one(&after, &line, MADE);
            }
        });
    }

    /// Considers all explanations that withdraw these last moves, made in `base`. A move of the program is never replaced.
    fn revise<R: Rules>(&mut self, base: &Position<R>, is_entered: bool) {
        let fallen = self.fallen;
        let Some((&first, rest)) = fallen.split_first() else { return };
        let rest = rest.get(..rest.len() - self.waiting).unwrap_or_default();
        let cost = if self.unseen == Some(first) { DOUBTED } else { REVISION } + FALLEN * fallen.len() as u16;
        let are_touched = are_touched(fallen.get(..=rest.len()).unwrap_or_default(), self.changed);
        self.consider(base, &Line::EMPTY, cost + if are_touched { 0 } else { STRAIGHT });
        if is_entered {
            return;
        }
        self.each_first(base, &mut |this, other| {
            // A replacement by another piece is unlikely if more moves followed.
            let is_other_piece = other.from() != first.from();
            // A rook of half a castling goes back, too.
            let is_half = first.castling().is_some_and(|castling| castling.rook == other.from());
            // What was captured is put back where the other piece stood.
            let is_kept = first.is_capture()
                && this.unseen != Some(first)
                && !(this.changed | this.reading.together).contains(first.to());
            if other == first || is_half || is_kept || is_other_piece && !rest.is_empty() {
                return;
            }
            let mut after = base.after_unchecked(other);
            let mut line = Line::EMPTY.with(other);
            let cost = cost + MADE;
            // A piece that moved twice may be on its way back.
            if !rest.iter().any(|mv| mv.landing() == other.landing()) {
                this.consider(&after, &line, cost);
            }
            for (index, &mv) in rest.iter().enumerate() {
                let puts_right = mv.from() == first.landing() && mv.to() == other.landing();
                if index + 1 == rest.len() && puts_right && index % 2 == 1 {
                    this.extend(&after, &line, cost);
                }
                this.work += 1;
                let Some(mv) = same(&after, mv.from(), mv.to(), mv.promotion()) else { return };
                after = after.after_unchecked(mv);
                line.push(mv);
            }
            this.extend(&after, &line, cost);
        });
    }

    /// Considers a position, and the positions after one more move.
    fn extend<R: Rules>(&mut self, position: &Position<R>, line: &Line, cost: u16) {
        self.consider(position, line, cost);
        self.extend_by_one(position, line, cost);
    }

    /// Considers the positions after one more move.
    fn extend_by_one<R: Rules>(&mut self, position: &Position<R>, line: &Line, cost: u16) {
        let different = position.board().occupied() ^ self.reading.board.occupied();
        if self.is_entered
            || different.len() > 4 + MOST_OFF
            || self.search.best.is_some_and(|best| best.0 < cost + MADE)
        {
            return;
        }
        self.work += GENERATION;
        each_legal(position, &mut |mv| {
            if !is_evident(position, mv, self.reading, self.changed) {
                return;
            }
            self.consider(&position.after_unchecked(mv), &line.with(mv), cost + MADE);
        });
    }

    /// Compares a position with the board.
    fn consider<R: Rules>(&mut self, position: &Position<R>, line: &Line, cost: u16) {
        self.work += 1;
        debug_assert!(self.work < 2 * SLICE, "a slice of the search is bounded");
        let different = position.board().occupied() ^ self.reading.board.occupied();
        if different.len() > MOST_OFF || self.search.best.is_some_and(|best| best.0 < cost) {
            return;
        }
        let off = self.reading.differences(position);
        self.weigh(position.board(), position.turn(), line, off, cost);
    }

    /// Returns `true` if a piece was put where another game than the reported one differs from it, apart from the moves after that: one in
    /// the air is no change. Games that differ by their order alone are both seen.
    fn is_put(&self, board: &Board0x88, line: &[Move]) -> bool {
        let is_new = |mv: &&Move| !self.fallen.contains(mv);
        let is_back = |square| self.reading.board.piece_at(square).is_some() && self.reading.emptied.contains(square);
        let mut other = board.occupied() ^ self.shown;
        for mv in line.iter().skip(1).filter(is_new).filter(|mv| !mv.is_capture()) {
            other -= [mv.from(), mv.landing()].into();
        }
        other.is_empty()
            || !(self.put & other).is_empty()
            || line.iter().filter(is_new).any(|mv| mv.is_capture() && is_back(mv.to()))
    }

    /// Keeps an explanation with few contradicting squares, if none is cheaper.
    fn weigh(&mut self, board: &Board0x88, turn: Color, line: &[Move], off: SquareSet, mut cost: u16) {
        let (reading, back) = (self.reading, self.fallen.len());
        // The last move needs evidence: a piece has landed.
        let is_seen = line.last().is_none_or(|mv| !(off | self.suspects).contains(mv.landing()));
        // A piece on a wrong square may still be corrected. Other moves must explain the whole board.
        let new = off - self.suspects;
        let empty = off - reading.board.occupied();
        let is_displaced = is_displaced(new, reading);
        // One lifted piece per side: hands have lifted both.
        let theirs = empty & board.colored(!turn);
        let are_lifted = line.is_empty() && back == 0 && empty.len() == 2 && theirs.len() == 1;
        // Captures that are played again were seen when they were reported.
        let is_unseen = |mv: &Move| !is_capture_seen(*mv, reading) && !self.fallen.contains(mv);
        let unseen = line.iter().filter(|mv| is_unseen(mv)).count() as u16;
        // A piece in the hand does not complete an unlikely game by a capture.
        let is_last_unseen = back + line.len() > 1 && line.last().is_some_and(is_unseen);
        let is_not_landed = matches!(line, &[.., first, second] if first.landing() == second.to()
            && !self.suspects.contains(second.to())
            && !has_landed(turn, first, reading));
        if off.len() > MOST_OFF
            || !is_seen
            || back > 0 && !self.is_put(board, line)
            || is_displaced && !theirs.is_empty()
            || are_lifted
            || is_last_unseen
            || back > 0 && !new.is_empty()
            || self.waiting > 0 && unseen > 0
            || !new.is_empty() && (unseen > 0 || is_not_landed)
            || line.len() > 1 && new.len() > 1
        {
            return;
        }
        cost += UNSEEN * unseen + NOT_LANDED * u16::from(is_not_landed);
        if is_displaced {
            cost += DISPLACED;
        } else {
            let aside = off - self.suspects;
            let full = aside - empty - board.occupied();
            cost += KNOWN * (off - aside).len() as u16;
            cost += FULL * full.len() as u16 + WRONG * (aside - full).len() as u16;
        }
        let best = self.search.best.map_or(u16::MAX, |best| best.0);
        if cost < best {
            self.search.firsts = None;
        }
        // Of several the first by its first move, in whatever order moves are generated.
        let is_better =
            |(least, kept): (_, Explanation)| (cost, back, line.first()) < (least, kept.back, kept.line.first());
        if self.search.best.is_none_or(is_better) {
            self.search.best = Some((cost, Explanation { back, line: Line::of(line), off }));
        }
        if cost <= best
            && let Some(&first) = line.first()
            && self.search.firsts.as_ref().is_none_or(|firsts| !firsts.contains(&first))
        {
            self.search.firsts.get_or_insert(Line::EMPTY).push(first);
        }
    }
}

/// Returns `true` if exactly one of two squares is empty.
fn is_displaced(off: SquareSet, reading: &Reading) -> bool {
    off.len() == 2 && (off & reading.board.occupied()).len() == 1
}

/// Returns the legal move between these squares. It may capture where the original did not, or the other way round.
fn same<R: Rules>(position: &Position<R>, from: Square, to: Square, promotion: Option<Role>) -> Option<Move> {
    let mv = position.find_move(from, to, promotion).ok()?;
    ((mv.to(), mv.promotion()) == (to, promotion)).then_some(mv)
}

//! Explanations of a resting board that neither one nor two moves explain: squares with failed sensors, moves that differ from the
//! reported ones, a turned board.
//!
//! Every explanation has a cost, and the cheapest one is used:
//!
//! ```text
//!    position before the last moves ──other moves──▶ a position that differs from the board on two squares at most
//!    each move that falls costs                      each new move costs, and each square that is set aside
//! ```
//!
//! Only the first of the withdrawn moves may be replaced by another move. The moves after it are played again unchanged; the last
//! of them may have been the correction of a wrong piece.

use crate::history::{Line, RecentMoves};
use crate::infer::{at_once, each_legal, each_pair, has_landed, is_between, is_capture_seen, is_evident};
use crate::reading::Knows;
use crate::{Inference, Reading};
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

/// The costs of withdrawn moves: for any; from a capture that no reading has shown; for each. Then the costs of a replacement move;
/// of a replacement by another piece; of a capture that no reading has shown.
const REVISION: u16 = 10;
const DOUBTED: u16 = 3;
const FALLEN: u16 = 1;
const MADE: u16 = 3;
const OTHER_PIECE: u16 = 3;
const UNSEEN: u16 = 4;
/// The cost of a piece captured on a square where no reading has shown it.
const NOT_LANDED: u16 = 20;
/// The costs of an ignored square: already ignored; showing a piece on an empty square; showing no piece or another piece.
const KNOWN: u16 = 8;
const FULL: u16 = 10;
const WRONG: u16 = 16;
/// The cost of a piece on a wrong square that a player will correct.
const DISPLACED: u16 = 16;
/// The cost of the next piece in the hand.
const IN_HAND: u16 = 4;

impl Explanation {
    pub(crate) const NONE: Explanation = Explanation { back: 0, line: Line::EMPTY, off: SquareSet::EMPTY };
}

struct Revision<'a> {
    reading: &'a Reading,
    /// The number of the program's moves that have yet to be made on the board. No move after such a move has an answer on the
    /// board.
    waiting: usize,
    is_entered: bool,
    /// The squares seen to change since the board showed the reported game, and those of them on which pieces have been put.
    changed: SquareSet,
    put: SquareSet,
    /// The withdrawn moves.
    fallen: &'a [Move],
    suspects: SquareSet,
    unseen: Option<Move>,
    best: Option<(u16, Explanation)>,
    /// The first moves of the explanations with the lowest cost.
    firsts: Line,
}

/// The cheapest explanation of a reading, in which the squares that are set aside already are not ignored; and the moves to choose from if
/// several cost as much. Without a history no moves fall. Moves that wait fall with others before them.
pub(crate) fn explain<R: Rules>(
    history: Option<&RecentMoves<R>>,
    waiting: usize,
    position: &Position<R>,
    reading: &Reading,
    unseen: Option<Move>,
) -> Option<(Explanation, Line)> {
    let is_entered = history.is_some_and(|history| history.is_entered(1));
    let (best, firsts, suspects) = (None, Line::EMPTY, reading.suspects - reading.broken);
    let reading = &Reading { suspects: reading.broken, ..*reading };
    let shown = history.and_then(|history| history.before(waiting)).unwrap_or(*position);
    let differing = reading.differences(&shown);
    let (changed, put) = (differing | reading.emptied | suspects, (differing - suspects) & reading.board.occupied());
    let mut search =
        Revision { reading, waiting, is_entered, changed, put, fallen: &[], suspects, unseen, best, firsts };
    if waiting == 0 {
        search.go_on(position);
    }
    if let Some(history) = history {
        for back in waiting + 1..=history.len() {
            if let Some(base) = &history.before(back) {
                search.fallen = history.last(back);
                search.revise(base, history.is_entered(back));
            }
        }
    }
    let (_, best) = search.best?;
    if best.back == 0 && is_displaced(best.off - suspects, reading) {
        return None;
    }
    if search.firsts.len() <= 1 {
        return Some((best, Line::EMPTY));
    }
    // The moves that wait fall first, and the board asks then.
    if waiting > 0 {
        return Some((Explanation { line: Line::EMPTY, ..best }, Line::EMPTY));
    }
    // Only a move of this position can be chosen.
    search.firsts.iter().all(|&mv| position.is_legal(mv)).then_some((best, search.firsts))
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
    let line = Line::EMPTY.with(other).with(reply);
    Some((Explanation { back, line, ..Explanation::NONE }, after.after_unchecked(reply)))
}

impl Revision<'_> {
    /// Extends by one or two moves.
    fn go_on<R: Rules>(&mut self, position: &Position<R>) {
        self.consider(position, Line::EMPTY, 0);
        each_legal(position, &mut |first| {
            if !is_evident(position, first, self.reading, self.changed) {
                return;
            }
            self.extend(&position.after_unchecked(first), Line::EMPTY.with(first), MADE);
        });
    }

    /// Considers all explanations that withdraw these last moves, made in `base`. A move of the program is never replaced.
    fn revise<R: Rules>(&mut self, base: &Position<R>, is_entered: bool) {
        let fallen = self.fallen;
        let Some((&first, rest)) = fallen.split_first() else { return };
        let rest = rest.get(..rest.len() - self.waiting).unwrap_or_default();
        let cost = if self.unseen == Some(first) { DOUBTED } else { REVISION } + FALLEN * fallen.len() as u16;
        self.consider(base, Line::EMPTY, cost);
        if is_entered {
            return;
        }
        each_legal(base, &mut |other| {
            // A replacement by another piece is unlikely if more moves followed.
            let is_other_piece = other.from() != first.from();
            if other == first || is_other_piece && !rest.is_empty() {
                return;
            }
            let mut after = base.after_unchecked(other);
            let mut line = Line::EMPTY.with(other);
            let cost = cost + MADE + if is_other_piece { OTHER_PIECE } else { 0 };
            self.consider(&after, line, cost);
            for (index, &mv) in rest.iter().enumerate() {
                let puts_right = mv.from() == first.landing() && mv.to() == other.landing();
                if index + 1 == rest.len() && puts_right && index % 2 == 1 {
                    self.extend(&after, line, cost);
                }
                let Some(mv) = same(&after, mv.from(), mv.to(), mv.promotion()) else { return };
                after = after.after_unchecked(mv);
                line.push(mv);
            }
            self.extend(&after, line, cost);
        });
    }

    /// Considers a position, and the positions after one more move.
    fn extend<R: Rules>(&mut self, position: &Position<R>, line: Line, cost: u16) {
        self.consider(position, line, cost);
        let different = position.board().occupied() ^ self.reading.board.occupied();
        if self.is_entered || different.len() > 4 + MOST_OFF || self.best.is_some_and(|best| best.0 < cost + MADE) {
            return;
        }
        each_legal(position, &mut |mv| {
            if !is_evident(position, mv, self.reading, self.changed) {
                return;
            }
            self.consider(&position.after_unchecked(mv), line.with(mv), cost + MADE);
        });
    }

    /// Compares a position with the board.
    fn consider<R: Rules>(&mut self, position: &Position<R>, line: Line, cost: u16) {
        let different = position.board().occupied() ^ self.reading.board.occupied();
        if different.len() > MOST_OFF || self.best.is_some_and(|best| best.0 < cost) {
            return;
        }
        let off = self.reading.differences(position);
        self.weigh(position.board(), position.turn(), line, off, cost);
    }

    /// Returns `true` if a piece has been put down: in another game than the reported one, one in the air is no change.
    fn is_put(&self, line: &[Move]) -> bool {
        let is_back = |square| self.reading.board.piece_at(square).is_some() && self.reading.emptied.contains(square);
        let is_taken = |mv: &Move| !self.fallen.contains(mv) && mv.is_capture() && is_back(mv.to());
        !self.put.is_empty() || line.iter().any(is_taken)
    }

    /// Keeps an explanation with few contradicting squares, if none is cheaper.
    fn weigh(&mut self, board: &Board0x88, turn: Color, line: Line, off: SquareSet, mut cost: u16) {
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
        // The next piece may already be in the hand if the last piece has only slid on.
        let has_slid_on = matches!((&line[..], self.fallen), (&[mv], &[fallen, ..])
            if mv.from() == fallen.from() && is_between(mv.from(), mv.to(), fallen.landing()));
        let is_in_hand = self.waiting == 0 && has_slid_on && new.len() == 1 && new == empty && theirs.is_empty();
        // Captures that are played again were seen when they were reported.
        let is_unseen = |mv: &Move| !is_capture_seen(*mv, reading) && !self.fallen.contains(mv);
        let unseen = line.iter().filter(|mv| is_unseen(mv)).count() as u16;
        // A piece in the hand does not complete an unlikely game by a capture.
        let is_last_unseen = line.len() > 1 && line.last().is_some_and(is_unseen);
        let is_not_landed = matches!(&line[..], &[.., first, second] if first.landing() == second.to()
            && !self.suspects.contains(second.to())
            && !has_landed(turn, first, reading));
        if off.len() > MOST_OFF
            || !is_seen
            || back > 0 && !self.is_put(&line)
            || is_displaced && !theirs.is_empty()
            || are_lifted
            || is_last_unseen
            || back > 0 && !new.is_empty() && !is_in_hand
            || self.waiting > 0 && unseen > 0
            || !new.is_empty() && (unseen > 0 || is_not_landed)
            || line.len() > 1 && new.len() > 1
        {
            return;
        }
        let off = if is_in_hand { off - new } else { off };
        cost += UNSEEN * unseen + NOT_LANDED * u16::from(is_not_landed);
        if is_displaced {
            cost += DISPLACED;
        } else {
            let aside = off - self.suspects;
            let full = aside - empty - board.occupied();
            cost += IN_HAND * u16::from(is_in_hand) + KNOWN * (off - aside).len() as u16;
            cost += FULL * full.len() as u16 + WRONG * (aside - full).len() as u16;
        }
        let best = self.best.map_or(u16::MAX, |best| best.0);
        if cost < best {
            self.best = Some((cost, Explanation { back, line, off }));
            self.firsts = Line::EMPTY;
        }
        if cost <= best
            && let Some(&first) = line.first()
            && !self.firsts.contains(&first)
        {
            self.firsts.push(first);
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

/// Returns `true` if a board shows the position turned by 180 degrees, or one or two moves after it.
pub(crate) fn is_turned<R: Rules>(position: &Position<R>, reading: &Reading, two: bool) -> bool {
    let turned = reading.turned();
    let mut are_made = false;
    if two {
        each_pair(position, &turned, &mut |_, second| are_made |= second.is_made());
        return are_made;
    }
    match at_once(position, None, &turned) {
        Inference::Unchanged => reading.knows_pieces(),
        Inference::Move(_) => true,
        _ => false,
    }
}

/// The squares of the centre, d4, e4, d5 and e5; and the light ones of them.
pub(crate) const CENTRE: SquareSet = SquareSet::from_bits(0x0000_0018_1800_0000);
const LIGHT: SquareSet = SquareSet::from_bits(0x0000_0008_1000_0000);

/// Returns the result that the kings show: see [`BoardEvent::Result`](crate::BoardEvent::Result). On a board that does not know the
/// pieces, two that were put in the centre are the kings if the kings' squares are empty and nothing else has changed.
#[expect(clippy::option_option, reason = "no result is shown, or a draw")]
pub(crate) fn result(board: &Board0x88, reading: &Reading, differing: SquareSet) -> Option<Option<Color>> {
    let shown = if reading.knows == Knows::Pieces {
        reading.board.by_role(Role::King) & CENTRE
    } else {
        let kings = board.by_role(Role::King);
        let left = kings - CENTRE;
        if left.is_empty() || differing - CENTRE != left {
            return None;
        }
        // Other pieces may stand there, too: the kings are put beside them, or in their place.
        let others = board.occupied() - kings - reading.emptied;
        reading.board.occupied() & (CENTRE - others)
    };
    if shown.len() != 2 {
        return None;
    }
    Some(match (shown & LIGHT).len() {
        2 => Some(Color::White),
        0 => Some(Color::Black),
        _ => None,
    })
}

//! Examines the debounced board: it may show a move, one that has begun, or one taken back. If no single move explains it, the board is
//! [explained](super::explain) otherwise.

use core::ops::ControlFlow::{self, Break, Continue};

use crate::emptied::Emptied;
use crate::event::BoardEvent;
use crate::infer::{Firsts, at_once, is_answer, is_between, is_half_castling, may_go_on};
use crate::revise::{self, Explanation};
use crate::signs;
use crate::stage::{Stage, State, Supposed};
use crate::{BoardReader, Inference, Reading};
use chess0x88::{Move, Position, Rules, SquareSet};

impl<R: Rules> BoardReader<R> {
    /// Examines the debounced board, and breaks with what is to be reported. Nothing is while it is unclear.
    pub(super) fn examine(&mut self, stage: Stage) -> ControlFlow<Option<BoardEvent>> {
        self.examine_entered(stage)?;
        let (is_settled, is_rested) = (stage >= Stage::Settled, stage >= Stage::Rested);
        let inference = at_once(&self.position, self.before.as_ref(), &self.debounced_reading());
        self.examine_turned(&inference, is_settled)?;
        self.put_right(&inference, stage)?;
        // Ignored squares may show a move, except that a piece in the hand may land on any square; but a pawn on no square but its last.
        if is_rested && self.sensors.debounced.suspects != self.sensors.debounced.broken {
            let is_moved = self.sensors.debounced.knows_pieces() || matches!(inference, Inference::Unchanged);
            match at_once(&self.position, None, &self.believed()) {
                Inference::Move(mv) if is_moved && !self.is_opponents(mv, stage) => {
                    return Break(Some(self.report(mv)));
                }
                Inference::Ambiguous => return Break(self.ask(&[])),
                _ => {}
            }
        }
        Break(match inference {
            Inference::Unchanged => {
                (self.hands.supposed, self.hands.tentative) = (None, const { [None; 2] });
                self.hands.lifted_again = false;
                let was_impossible = core::mem::take(&mut self.hands.was_impossible);
                match self.state {
                    State::Asked(pieces) => {
                        self.state = State::Withdrawn(pieces);
                        return Break(Some(BoardEvent::Withdrawn));
                    }
                    State::Withdrawn(_) => {}
                    State::Playing | State::PositionWaits | State::MoveWaits(_) => self.state = State::Playing,
                }
                was_impossible.then_some(BoardEvent::Cleared)
            }
            _ if matches!(self.state, State::PositionWaits) => None,
            // The opponent elsewhere moves nothing by this hand, which may take back a turn; or whole turns were taken back.
            Inference::Move(mv) if self.is_opponents(mv, stage) || self.are_taken_back() => {
                let back = self.history.shown_before(&self.sensors.debounced, 0, 2, !SquareSet::EMPTY);
                back.filter(|_| is_rested).and_then(|back| self.apply(&Explanation::of(back, &[])))
            }
            Inference::Move(mv) => {
                if self.suppose(mv, false) {
                    // The piece has landed: squares glimpsed empty before do not show its capture.
                    self.hands.emptied.glimpsed = SquareSet::EMPTY;
                }
                let is_back = self.history.opponent.is_some() && self.history.is_undoing() && self.history.is_back(mv);
                let waits = is_back || is_half_castling(&self.position, mv);
                let is_over = stage == Stage::Long
                    || !waits && (is_rested || is_settled && !may_go_on(&self.position, mv, &self.sensors.debounced));
                is_over.then(|| self.report(mv))
            }
            Inference::Ambiguous if is_settled => self.ask(&[]),
            Inference::InProgress { lifted } => {
                self.hands.lifted_again |= self.before.as_ref().is_some_and(|before| {
                    let theirs = |position: &Position<R>| position.board().colored(!self.position.turn());
                    (lifted - (theirs(&self.position) - theirs(before))).is_empty()
                });
                return self.examine_in_progress(stage);
            }
            // An ignored square may hide that more moves were taken back.
            Inference::Takeback if is_rested => {
                match self.history.shown_before(&self.believed(), 0, 1, !SquareSet::EMPTY) {
                    Some(back) if self.history.is_entered(1) => self.apply(&Explanation::of(back, &[])),
                    _ => self.take_back(),
                }
            }
            Inference::Start if is_rested => self.start_anew(),
            Inference::Impossible { squares } => return self.explain(squares, stage),
            _ => None,
        })
    }

    /// Returns `true` if hands have surely taken back moves: both squares of each have changed.
    fn are_taken_back(&self) -> bool {
        let touched = self.hands.emptied.touched();
        let is_touched = |mv: &Move| (SquareSet::from([mv.from(), mv.landing()]) - touched).is_empty();
        let back = self.history.shown_before(&self.sensors.debounced, 0, 2, touched);
        back.is_some_and(|back| self.history.last(back).iter().all(is_touched))
    }

    /// Returns `true` if a move is one of the opponent elsewhere: a hand makes it late, and puts back none.
    pub(super) fn is_opponents(&self, mv: Move, stage: Stage) -> bool {
        self.history.opponent == Some(self.position.turn())
            && (self.history.is_back(mv) || stage < Stage::Long && !self.history.is_entered(1))
    }

    /// Tests if a board that does not know the pieces is turned by 180 degrees. At the start of a game it then shows a move of the
    /// other side. This may be a mistake, so two moves are needed.
    fn examine_turned(&mut self, inference: &Inference, is_settled: bool) -> ControlFlow<Option<BoardEvent>> {
        let may_be = matches!(inference, Inference::Impossible { .. }) && !self.sensors.debounced.knows_pieces();
        if !may_be || self.history.len() > 0 {
            return Continue(());
        }
        let believed = self.believed();
        self.hands.may_be_turned |= signs::is_turned(&self.position, &believed, false);
        if self.hands.may_be_turned && is_settled && signs::is_turned(&self.position, &believed, true) {
            self.turn();
            return Break(Some(BoardEvent::Turned));
        }
        if self.hands.may_be_turned { Break(None) } else { Continue(()) }
    }

    /// Tests if the last move corrected a wrong piece, and the same side has moved again. Breaks with the corrected game, or with
    /// nothing while the move may go on. A piece that has only slid on does not count.
    #[inline(never)]
    fn put_right(&mut self, inference: &Inference, stage: Stage) -> ControlFlow<Option<BoardEvent>> {
        let is_unclear = match inference {
            Inference::Impossible { .. } => stage >= Stage::Settled,
            // A lifted piece may do anything.
            Inference::InProgress { .. } => stage >= Stage::Rested,
            _ => false,
        };
        if is_unclear
            && !self.history.is_entered(1)
            && let Some(right) = self.history.last_move()
            && let Some((mut explanation, after)) = revise::put_right(&self.history)
            && let Inference::Move(mv) = at_once(&after, None, &self.glimpsed_reading())
            && !self.goes_on(right, mv, &explanation)
        {
            explanation.line.push(mv);
            let may_go_on = stage < Stage::Rested && may_go_on(&after, mv, &self.sensors.debounced);
            return Break(if may_go_on { None } else { self.apply(&explanation) });
        }
        Continue(())
    }

    /// Returns `true` if the piece of the last move has slid on, has gone back to where it came from before that, or was put right at once.
    fn goes_on(&self, last: Move, mv: Move, explanation: &Explanation) -> bool {
        let slides = is_between(last.from(), mv.to(), last.landing());
        let goes_back = mv.to() == last.from() || explanation.line.first().is_some_and(|first| first.from() == mv.to());
        let is_legal =
            self.before.as_ref().is_some_and(|before| before.find_move(last.from(), mv.to(), mv.promotion()).is_ok());
        slides || mv.from() == last.landing() && (goes_back || is_legal)
    }

    /// Tests if a move in progress is complete: a capture whose square was seen empty in one reading, a move that has been
    /// answered, or a move that replaces the last one.
    fn examine_in_progress(&mut self, stage: Stage) -> ControlFlow<Option<BoardEvent>> {
        if stage == Stage::Unclear {
            return Break(None);
        }
        let is_rested = stage >= Stage::Rested;
        if !self.sensors.debounced.knows_pieces() {
            match at_once(&self.position, None, &self.glimpsed_reading()) {
                Inference::Move(mv) if self.suppose(mv, false) => {
                    // The piece in the hand gets the full time to land on another square.
                    self.sensors.wait_anew();
                    return Break(None);
                }
                Inference::Move(mv) => return Break(is_rested.then(|| self.report(mv))),
                Inference::Ambiguous if is_rested => return Break(self.ask(&[])),
                // The new piece of a pawn may stand where the captured one stood, which was lifted before.
                _ if stage == Stage::Long && self.hands.emptied.together.len() == 1 => {
                    let reading = self.reading_of(self.hands.emptied.together);
                    if let Inference::Ambiguous = at_once(&self.position, None, &reading) {
                        return Break(self.ask(&[]));
                    }
                }
                _ => {}
            }
        }
        if stage == Stage::Moving {
            return Break(None);
        }
        self.confirm(stage, true)?;
        if is_rested && let Some(Inference::Move(mv)) = self.instead() {
            self.suppose(mv, true);
            return Break(self.take_back());
        }
        Break(None)
    }

    /// Confirms a supposed move by what follows it, and breaks with the event to report. `Continue` if nothing follows yet. `is_begun`: a
    /// move in progress explains the board, too.
    #[inline(never)]
    pub(super) fn confirm(&mut self, stage: Stage, is_begun: bool) -> ControlFlow<Option<BoardEvent>> {
        let (Some(supposed), true) = (&self.hands.supposed, stage > Stage::Unclear) else { return Continue(()) };
        let (mv, instead, debounced) = (supposed.mv, supposed.back > 0, &self.sensors.debounced);
        let base = if instead { self.before.as_ref().filter(|_| !is_begun) } else { Some(&self.position) };
        let Some(base) = base else { return Continue(()) };
        let (after, reading) = (base.after_unchecked(mv), self.reading_of(supposed.emptied.all()));
        // A capture in progress looks the same to a board that knows no pieces.
        let is_clear = !is_begun || stage >= Stage::Rested && (debounced.knows_pieces() || !mv.is_capture());
        let mut answer = None;
        match at_once(&after, None, &reading) {
            Inference::Move(_) | Inference::Ambiguous => {}
            Inference::InProgress { .. } if is_clear && is_answer(base, mv, &reading) => {}
            // The moved piece may have been captured, or may capture another piece than it seemed.
            Inference::InProgress { .. } if !is_begun && !instead => return Break(None),
            // The answer is made and the next move started. The piece of the supposed move must not be in the hand again.
            Inference::Impossible { .. }
                if !is_begun && stage >= Stage::Settled && debounced.board.piece_at(mv.landing()).is_some() =>
            {
                answer = Firsts::of(&after, &reading).clear();
                if answer.is_none() {
                    return Continue(());
                }
            }
            _ => return Continue(()),
        }
        if instead {
            return Break(self.take_back());
        }
        let event = self.report(mv);
        if let Some(answer) = answer {
            self.suppose(answer, false);
        }
        Break(Some(event))
    }

    /// The position before the last move, if hands may have replaced this move. A move of the program is never replaced.
    pub(super) fn replaceable(&self) -> Option<&Position<R>> {
        self.before.as_ref().filter(|_| self.history.len() > 0 && !self.history.is_entered(1))
    }

    /// Infers from the debounced board in the position before the last move. Half of a castling is on its way back.
    pub(super) fn instead(&self) -> Option<Inference> {
        let shown = at_once(self.replaceable()?, None, &self.debounced_reading());
        let is_half = |mv: Move| {
            let castling = self.history.last_move().and_then(Move::castling);
            castling.is_some_and(|castling| [castling.king, castling.rook].contains(&mv.from()))
        };
        (!matches!(shown, Inference::Move(mv) if is_half(mv))).then_some(shown)
    }

    /// The debounced board with no square ignored.
    pub(super) fn believed(&self) -> Reading {
        self.glimpsed_reading().ignoring(self.sensors.debounced.broken)
    }

    #[inline(never)]
    fn reading_of(&self, emptied: SquareSet) -> Reading {
        let Emptied { fresh, newest, together, .. } = self.hands.emptied;
        Reading { emptied, fresh, newest, together, ..self.sensors.debounced }
    }

    /// The debounced board, with the squares that were empty on it.
    pub(super) fn debounced_reading(&self) -> Reading {
        self.reading_of(self.hands.emptied.debounced)
    }

    /// The debounced board, with the squares that were empty in one reading at least.
    pub(super) fn glimpsed_reading(&self) -> Reading {
        self.reading_of(self.hands.emptied.all())
    }

    /// Remembers a move that the debounced board shows. Returns `true` if it differs from the one before.
    pub(super) fn suppose(&mut self, mv: Move, instead: bool) -> bool {
        let back = usize::from(instead);
        let is_known = self.hands.supposed.is_some_and(|supposed| (supposed.mv, supposed.back) == (mv, back));
        let base = if instead { self.before.as_ref() } else { Some(&self.position) };
        if !is_known && let Some(base) = base {
            let occupied = base.after_unchecked(mv).board().occupied();
            self.hands.supposed = Some(Supposed { mv, back, occupied, emptied: Emptied::NONE });
        }
        !is_known
    }
}

//! Moves that were entered and wait for a hand to make them. While one waits no move of its side is told but itself: it is made, or it
//! falls with moves before it that hands have taken back or made otherwise. All else is an error, or nothing.

use core::ops::ControlFlow::{self, Break, Continue};

use crate::event::BoardEvent;
use crate::history::RecentMoves;
use crate::infer::{at_once, changed, has_landed, is_capture_seen, is_in_progress, stays, takes_unshown};
use crate::stage::{Hands, Stage, State};
use crate::{BoardReader, Inference};
use chess0x88::{Move, Position, Rules, SquareSet};

impl<R: Rules> BoardReader<R> {
    /// Plays a move that was entered. It waits unless the board shows it.
    pub(crate) fn enter(&mut self, mv: Move) {
        let waiting = self.state.waiting();
        let has_left = self.sensors.debounced.board.piece_at(mv.from()).is_none();
        let is_listed = self.hands.told.is_some_and(|told| told.contains(&mv));
        let is_choice = matches!(self.state, State::Asked(_)) && (has_left || is_listed);
        let (is_set, emptied) = (matches!(self.state, State::PositionWaits), self.hands.emptied);
        let is_seen = is_capture_seen(mv, &self.glimpsed_reading());
        self.advance(mv);
        if is_seen && self.shows_position() {
            return;
        }
        // The player has chosen it, or the board has gone on from it.
        if is_choice || waiting == 0 && self.shows_last() {
            self.history = RecentMoves::new(self.position);
        } else {
            self.history.enter(!self.position.turn());
            self.hands.emptied = emptied;
            self.state = if is_set { State::PositionWaits } else { State::MoveWaits(waiting.saturating_add(1)) };
        }
    }

    /// Returns `true` if each square that the last move changed shows what stands there after it.
    fn shows_last(&self) -> bool {
        let changed = self.before.as_ref().map(|before| changed(before, &self.position)).unwrap_or_default();
        (self.believed().differences(&self.position) & changed).is_empty()
    }

    /// The position that the board shows until the last move is made.
    pub(crate) fn base(&self) -> &Position<R> {
        match (&self.before, self.state) {
            (Some(before), State::MoveWaits(_)) => before,
            _ => &self.position,
        }
    }

    /// Examines a board on which the last move is one that was entered. Breaks while it waits.
    #[inline(never)]
    pub(crate) fn examine_entered(&mut self, stage: Stage) -> ControlFlow<Option<BoardEvent>> {
        let last = self.history.last_move().filter(|_| self.history.is_entered(1));
        let (Some(before), Some(mv)) = (&self.before, last) else { return Continue(()) };
        let shows_before = self.sensors.debounced.differences(before).is_empty() && !self.shows_position();
        let believed = self.believed();
        if matches!(self.state, State::Playing)
            && shows_before
            && (believed.differences(before).is_empty()
                || self.history.shown_before(&believed, 0, 1, !SquareSet::EMPTY).is_none())
        {
            // Put back, it waits again.
            (self.state, self.hands) = (State::MoveWaits(1), Hands::NONE);
        }
        let State::MoveWaits(waiting) = self.state else { return Continue(()) };
        let (reading, touched) = (self.glimpsed_reading(), self.hands.emptied.touched());
        let is_seen = is_capture_seen(mv, &reading) && has_landed(before.turn(), mv, &reading);
        let is_made = is_seen && self.shows_last();
        let (is_settled, is_rested) = (stage >= Stage::Settled, stage >= Stage::Rested);
        let shown = at_once(&self.position, None, &reading);
        let is_over = match shown {
            // A capture that no reading has shown may be in the hand.
            Inference::Unchanged => is_made && stage > Stage::Unclear || stage == Stage::Long,
            Inference::Move(next) if takes_unshown(next, mv.landing(), &reading) => stage == Stage::Long,
            Inference::Move(_) | Inference::Ambiguous => {
                (is_settled && is_seen || is_rested) && !stays(mv.from(), &reading)
            }
            _ => is_rested && is_made && self.history.shown_before(&reading, 0, waiting.into(), touched).is_none(),
        };
        if is_over {
            let was_impossible = self.hands.was_impossible;
            // What was touched before may be moves taken back.
            let mut emptied = self.hands.emptied.since(mv);
            emptied.put = touched;
            self.begin(self.position, emptied);
            self.hands.was_impossible = was_impossible;
        } else if is_rested {
            return Break(self.fall(mv, shown));
        }
        Break(None)
    }

    /// Tells what a board at rest shows if the moves that wait are not made.
    #[inline(never)]
    fn fall(&mut self, mv: Move, shown: Inference) -> Option<BoardEvent> {
        let reading = self.debounced_reading();
        let back = self.history.shown_before(&reading, 0, 0, !SquareSet::EMPTY);
        if back.is_some_and(|back| back <= self.state.waiting().into()) {
            return core::mem::take(&mut self.hands.was_impossible).then_some(BoardEvent::Cleared);
        }
        if matches!(shown, Inference::Start) {
            return self.start_anew();
        }
        if let Break(event) = self.revise() {
            return event;
        }
        let differing = reading.differences(self.base());
        // Pieces are only lifted, or the move is on its way.
        if (differing & reading.board.occupied()).is_empty() || is_in_progress(self.base(), mv, &reading, differing) {
            return None;
        }
        self.hands.was_impossible = true;
        self.report_once(BoardEvent::Impossible { squares: reading.differences(&self.position) })
    }
}

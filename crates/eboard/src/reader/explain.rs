//! Explanations of a board that no single move explains: two moves, a replacement of the last move, an earlier position, squares to
//! ignore.

use core::ops::ControlFlow::{self, Break, Continue};

use crate::event::BoardEvent;
use crate::history::Line;
use crate::infer::{First, Firsts, at_once, goes_on, is_capture_seen, is_seen, stays};
use crate::revise::{self, CENTRE, Explained, Explanation};
use crate::stage::{Answer, Stage, State};
use crate::{BoardReader, Inference, Reading};
use chess0x88::{Move, Role, Rules, SquareSet};

impl<R: Rules> BoardReader<R> {
    /// Explains the debounced board if no single move does. Each part is a function of its own, so that its stack frame is freed
    /// before the next part.
    #[inline(never)]
    pub(crate) fn explain(&mut self, squares: SquareSet, stage: Stage) -> Option<BoardEvent> {
        match self.explain_by_moves(stage) {
            Break(event) => event,
            Continue(first) => self.revise_or_wait(squares, first),
        }
    }

    /// Breaks with the event of the moves that the readings show. Returns these moves if another explanation is needed.
    #[inline(never)]
    fn explain_by_moves(&mut self, stage: Stage) -> ControlFlow<Option<BoardEvent>, First> {
        // The answer to a move of the program will be a move of the program too: no move on the board confirms its predecessor.
        if self.history.is_entered(1) {
            return if stage < Stage::Rested { Break(None) } else { Continue(First::None) };
        }
        let has_instead = self.explain_instead(stage)?;
        self.tell_first(stage == Stage::Rested, has_instead)
    }

    /// Reports another explanation of a resting board. A capture that no reading has shown waits until its answer is made.
    #[inline(never)]
    fn revise_or_wait(&mut self, squares: SquareSet, first: First) -> Option<BoardEvent> {
        let event = self.revise();
        if event.is_some() || matches!(first, First::One(_)) {
            return event;
        }
        self.hands.was_impossible = true;
        self.report_once(BoardEvent::Impossible { squares })
    }

    /// Breaks with the event of a supposed move, or of a replacement of the last move. Otherwise returns `true` if there may be a
    /// replacement.
    fn explain_instead(&mut self, stage: Stage) -> ControlFlow<Option<BoardEvent>, bool> {
        let (is_settled, is_rested) = (stage >= Stage::Settled, stage >= Stage::Rested);
        if let Break(event) = self.confirm(stage) {
            return Break(event);
        }
        // Several moves taken back are not two moves forward.
        if is_settled && let Some(back) = self.history.shown_before(&self.sensors.debounced, 1) {
            let taken_back = Explanation { back, ..Explanation::NONE };
            if !is_rested {
                self.hands.tentative = Some(taken_back);
                return Break(None);
            }
            return Break(self.apply(&taken_back));
        }
        match self.instead() {
            Some(Inference::Move(mv)) => {
                self.suppose(mv, true);
                if is_rested {
                    return Break(self.take_back());
                }
            }
            Some(Inference::Ambiguous) if is_rested => return Break(self.take_back()),
            Some(Inference::Impossible { .. }) => {
                if let (Some(before), Some(supposed)) = (&self.before, &self.hands.supposed)
                    && supposed.instead
                    && matches!(self.answer(before, supposed, stage), Answer::Clear(_))
                {
                    return Break(self.take_back());
                }
            }
            _ => {}
        }
        if !is_settled {
            return Break(None);
        }
        let reading = self.glimpsed_reading();
        // The last move was taken back, and another move and its answer were made.
        let was_lifted = !self.last_stays(&reading);
        let instead = self.replaceable().filter(|_| was_lifted && (self.hands.lifted_again || is_rested));
        let instead = instead.map(|before| Firsts::of(before, &reading));
        // No move after the replacement has started, unless the piece captured by the last move is known to be back.
        let is_known_back = |mv: Move| {
            !mv.is_capture()
                || self.sensors.debounced.knows_pieces && self.sensors.debounced.board.piece_at(mv.to()).is_some()
        };
        let is_back = self.history.last_move().is_none_or(is_known_back);
        let instead = instead.filter(|firsts| firsts.is_made || is_back);
        let is_seen_instead = |firsts: &Firsts| firsts.clear().is_some_and(|mv| is_seen(mv, &reading));
        if self.hands.lifted_again && instead.as_ref().is_some_and(is_seen_instead) {
            return Break(self.take_back());
        }
        let has_instead = instead.is_some_and(|firsts| {
            (firsts.is_made || self.sensors.debounced.knows_pieces)
                && matches!(firsts.best(), First::One(_) | First::SeveralOf(_))
        });
        Continue(has_instead)
    }

    /// Returns `true` if the piece of the last move certainly stands on its target: the square has not been seen empty.
    fn last_stays(&self, reading: &Reading) -> bool {
        self.history.last_move().is_some_and(|mv| {
            (!self.sensors.debounced.knows_pieces || mv.promotion().is_some()) && stays(mv.landing(), reading)
        })
    }

    /// Reports the first of the moves that the readings show, or returns the moves if another explanation is needed. `has_instead`
    /// is `true` if a replacement of the last move explains the readings too.
    fn tell_first(&mut self, is_rested: bool, has_instead: bool) -> ControlFlow<Option<BoardEvent>, First> {
        let reading = &self.glimpsed_reading();
        let firsts = Firsts::of(&self.position, reading);
        let is_unseen = firsts.clear().is_some_and(|mv| !is_seen(mv, reading));
        let first = firsts.best();
        let is_likely = matches!(first, First::One(mv) if firsts.is_made || is_capture_seen(mv, reading));
        if let Some(mv) = firsts.clear()
            && self.hands.supposed.is_none_or(|supposed| goes_on(&self.position, supposed.mv, mv))
        {
            // Pieces of both sides may be in the hand, or a piece that stood wrong: no unseen capture is made yet.
            let is_other = self.hands.tentative.is_some_and(|tentative| tentative.line.first() != Some(&mv));
            // Or two moves are being taken back.
            let lifted = self.history.last(2).first().map(|mv| SquareSet::from(mv.landing()));
            let is_back = self.before.as_ref().map(|before| reading.differences(before)) == lifted;
            let waits =
                is_unseen && (self.hands.was_impossible || is_back) || !firsts.is_made && (is_unseen || is_other);
            if is_rested && is_likely || !waits {
                self.unseen = is_unseen.then_some(mv);
                return Break(Some(self.report(mv)));
            }
            if is_unseen && !is_rested {
                self.hands.tentative = Some(Explanation { line: Line::EMPTY.with(mv), ..Explanation::NONE });
            }
            if !is_rested {
                return Break(None);
            }
        }
        if let First::SeveralOf(from) = first
            && firsts.is_clear()
            && self.hands.supposed.is_none_or(|supposed| supposed.mv.from() == from)
        {
            return Break(self.report_once(BoardEvent::Ambiguous));
        }
        if !is_rested {
            return Break(if firsts.is_empty() { self.tell_tentative() } else { None });
        }
        if let First::One(mv) = first
            && is_likely
        {
            return Break(Some(self.report(mv)));
        }
        if has_instead {
            return Break(self.take_back());
        }
        if let First::SeveralOf(_) = first {
            return Break(self.report_once(BoardEvent::Ambiguous));
        }
        if self.hands.told.is_some() {
            return Break(None);
        }
        Continue(first)
    }

    /// Reports the tentative explanation with one more ignored square, once a following move confirms it: the board never rests
    /// between fast answers.
    fn tell_tentative(&mut self) -> Option<BoardEvent> {
        if let Some(tentative) = self.hands.tentative
            && tentative.back == 0
            && self.is_confirmed(&tentative)
        {
            return self.apply(&tentative);
        }
        let believed = self.believed();
        let suspects = self.sensors.debounced.suspects;
        if let Explained::One(shown) = revise::explain(None, 0, &self.position, &believed, suspects, None)
            && !shown.line.is_empty()
            && (shown.off - suspects).len() == 1
        {
            self.hands.tentative = Some(shown);
        }
        None
    }

    /// Finds another explanation of the board: squares to ignore, moves that differ from the reported ones.
    pub(crate) fn revise(&mut self) -> Option<BoardEvent> {
        let believed = self.believed();
        if let Some(event) = self.result() {
            return Some(event);
        }
        if believed.knows_pieces && revise::is_turned(&self.position, &believed, false) {
            self.turn();
            return Some(BoardEvent::Turned);
        }
        match revise::explain(
            Some(&self.history),
            self.state.waiting().into(),
            &self.position,
            &believed,
            self.sensors.debounced.suspects,
            self.unseen,
        ) {
            Explained::Nothing => None,
            Explained::Several(choices) => {
                (self.state, self.hands.told) = (State::Asked, Some(choices));
                Some(BoardEvent::Ambiguous)
            }
            Explained::One(explanation) => self.apply(&explanation),
        }
    }

    /// Reports the result that the kings show. A king's move to the centre is withdrawn first, unless the board has rested for a
    /// long time after it.
    #[inline(never)]
    pub(crate) fn result(&mut self) -> Option<BoardEvent> {
        let (base, back) = (self.base(), usize::from(self.state.waiting()) + 1);
        let winner = revise::result(base, &self.believed())?;
        let went = self.history.last(back).first().map(|mv| mv.landing()).filter(|square| CENTRE.contains(square));
        let is_king = went.and_then(|square| base.piece_at(square)).is_some_and(|piece| piece.role() == Role::King);
        if is_king && !self.history.has_rested(back) {
            return self.apply(&Explanation { back, ..Explanation::NONE });
        }
        self.report_once(BoardEvent::Result { winner })
    }

    /// Returns `true` if the board shows a move after an explanation. (A function of its own keeps its frame off the stack during a
    /// search.)
    #[inline(never)]
    fn is_confirmed(&self, tentative: &Explanation) -> bool {
        let (mut after, mut emptied) = (self.position, self.hands.emptied);
        for &mv in tentative.line.iter() {
            after = after.after_unchecked(mv);
            emptied = emptied.since(mv);
        }
        let mut reading = self.sensors.debounced.emptied(emptied.all());
        reading.suspects |= tentative.off;
        // A piece that leaves an ignored square was in the hand.
        matches!(at_once(&after, None, &reading), Inference::Move(mv) if !tentative.off.contains(mv.from()))
            || tentative.off.is_empty() && Firsts::of(&after, &reading).clear().is_some()
    }
}

//! Explanations of a board that no single move explains: two moves, a replacement of the last move, an earlier position, squares to
//! ignore.

use core::ops::ControlFlow::{self, Break, Continue};

use crate::event::BoardEvent;
use crate::infer::{Firsts, are_of_one_piece, at_once, beside_lifted, goes_on, is_capture_seen, is_seen, stays};
use crate::revise::{self, Explanation, Search};
use crate::signs::{self, CENTRE};
use crate::stage::Stage;
use crate::{BoardReader, Inference, Reading};
use chess0x88::{Move, Role, Rules, SquareSet};

impl<R: Rules> BoardReader<R> {
    /// Explains the debounced board if no single move does. Each part is a function of its own, so that its stack frame is freed
    /// before the next part.
    #[inline(never)]
    pub(crate) fn explain(&mut self, squares: SquareSet, stage: Stage) -> ControlFlow<Option<BoardEvent>> {
        let mut may_follow = false;
        // The answer to a move of the program will be a move of the program too: no move on the board confirms its predecessor.
        if !self.history.is_entered(1) {
            let has_instead = self.explain_instead(stage)?;
            may_follow = self.tell_first(stage, has_instead)?;
        } else if stage < Stage::Rested {
            return Break(None);
        }
        self.revise()?;
        // A capture that no reading has shown waits until its answer is made.
        if may_follow || self.shows_position() {
            return Break(None);
        }
        self.hands.was_impossible = true;
        Break(self.report_once(BoardEvent::Impossible { squares }))
    }

    /// Breaks with the event of a supposed move, or of a replacement of the last move. Otherwise returns `true` if there may be a
    /// replacement.
    #[inline(never)]
    fn explain_instead(&mut self, stage: Stage) -> ControlFlow<Option<BoardEvent>, bool> {
        let (is_settled, is_rested) = (stage >= Stage::Settled, stage >= Stage::Rested);
        self.confirm(stage, false)?;
        // Several moves taken back are not two moves forward. A move instead of the last one takes no more back.
        let (debounced, touched) = (&self.sensors.debounced, self.hands.emptied.touched());
        let instead = self.instead();
        if is_settled
            && !matches!(instead, Some(Inference::Move(_)))
            && let Some(back) = self.history.shown_before(debounced, 0, 1, touched)
        {
            return Break(if is_rested { self.apply(&Explanation::of(back, &[])) } else { None });
        }
        if is_settled && !is_rested && self.history.shown_before(debounced, 1, 1, touched).is_some() {
            return Break(None);
        }
        if let Some(Inference::Move(mv)) = instead {
            self.suppose(mv, true);
        }
        if is_rested && instead.is_some_and(|shown| shown.is_made()) {
            return Break(self.take_back());
        }
        if !is_settled {
            return Break(None);
        }
        let (Some(before), Some(last)) = (self.replaceable(), self.history.last_move()) else { return Continue(false) };
        let (reading, knows_pieces) = (self.glimpsed_reading(), self.sensors.debounced.knows_pieces());
        // The piece that moved last surely stands on its target: the square has not been seen empty.
        let stays = (!knows_pieces || last.promotion().is_some()) && stays(last.landing(), &reading);
        if stays || !self.hands.lifted_again && !is_rested {
            return Continue(false);
        }
        // The last move taken back, another move, and its answer.
        let firsts = Firsts::of(before, &reading);
        if self.hands.lifted_again && firsts.clear().is_some_and(|mv| is_seen(mv, &reading)) {
            return Break(self.take_back());
        }
        let best = firsts.best();
        Continue((firsts.is_made || knows_pieces) && !best.is_empty() && are_of_one_piece(best))
    }

    /// Reports the first of the moves that the readings show, or returns the moves if another explanation is needed. `has_instead`
    /// is `true` if a replacement of the last move explains the readings too.
    #[inline(never)]
    fn tell_first(&mut self, stage: Stage, has_instead: bool) -> ControlFlow<Option<BoardEvent>, bool> {
        let is_rested = stage >= Stage::Rested;
        let reading = &self.glimpsed_reading();
        let firsts = Firsts::of(&self.position, reading);
        if firsts.best().first().is_some_and(|&mv| self.is_opponents(mv, stage)) {
            return Continue(false);
        }
        let is_unseen = firsts.clear().is_some_and(|mv| !is_seen(mv, reading));
        let best = firsts.best();
        // Without a piece that was put down, pieces are only in the air.
        let changed = reading.differences(&self.position) | reading.emptied;
        let is_put = !(changed & reading.board.occupied()).is_empty();
        let is_several = is_put && best.len() > 1 && are_of_one_piece(best);
        let is_likely = is_put && matches!(best, &[mv] if firsts.is_made || is_capture_seen(mv, reading));
        if let Some(mv) = firsts.clear()
            && self.hands.supposed.is_none_or(|supposed| supposed.mv == mv || goes_on(supposed.mv, mv))
        {
            // Both sides' pieces may be in the air, or one that stood wrong, or two moves are on their way back: none has captured unseen
            // yet.
            let lifted = self.history.last(2).first().map(|mv| SquareSet::from(mv.landing()));
            let is_back = self.before.as_ref().map(|before| reading.differences(before)) == lifted;
            let waits = is_unseen && (!is_put || self.hands.was_impossible || is_back || !firsts.is_made);
            if is_rested && is_likely || !waits {
                self.unseen = is_unseen.then_some(mv);
                return Break(self.tell(mv, &firsts, stage));
            }
            if !is_rested {
                self.hands.tentative[0] = Some(Explanation::of(0, &[mv]));
                return Break(None);
            }
        }
        if is_several
            && firsts.is_clear
            && self.hands.supposed.is_none_or(|supposed| best.iter().all(|mv| mv.from() == supposed.mv.from()))
        {
            return Break(self.ask(best));
        }
        if !is_rested {
            return Break(if best.is_empty() { self.tell_tentative() } else { None });
        }
        if let &[mv] = best
            && is_likely
        {
            return Break(self.tell(mv, &firsts, stage));
        }
        if has_instead {
            return Break(self.take_back());
        }
        if self.hands.told.is_some() { Break(None) } else { Continue(best.len() == 1) }
    }

    /// Reports the first of two moves. A piece in the air is likelier than a capture that no reading has shown, and as likely as an answer
    /// that has begun: if another move explains the board with pieces in the air, the reader waits, and asks in the end.
    fn tell(&mut self, mv: Move, firsts: &Firsts, stage: Stage) -> Option<BoardEvent> {
        let reading = &self.glimpsed_reading();
        if firsts.is_made && is_seen(mv, reading) {
            return Some(self.report(mv));
        }
        let mut choices = beside_lifted(&self.position, reading);
        if choices.iter().all(|other| (other.from(), other.to()) == (mv.from(), mv.to())) {
            return Some(self.report(mv));
        }
        if !choices.contains(&mv) {
            choices.push(mv);
        }
        // A move that follows confirms it.
        self.hands.tentative[0] = Some(Explanation::of(0, &[mv]));
        if stage == Stage::Long { self.ask(&choices) } else { None }
    }

    /// Reports a tentative explanation, of more than moves after the position, once a following move confirms it: the board never rests
    /// between fast answers.
    fn tell_tentative(&mut self) -> Option<BoardEvent> {
        let is_confirmed = |shown: &&Explanation| self.is_confirmed(shown);
        if let Some(&confirmed) = self.hands.tentative.iter().flatten().find(is_confirmed) {
            return self.apply(&confirmed);
        }
        let (reading, mut search, mut ahead) = (self.glimpsed_reading(), Search::NEW, None);
        let found = revise::explain(&mut search, &mut ahead, &self.history, 0, &self.position, &reading, self.unseen);
        let both = [ahead.as_ref().map(|(_, shown)| shown), found.as_ref().map(|(shown, _)| shown)];
        for (tentative, shown) in self.hands.tentative.iter_mut().zip(both) {
            // One more square is ignored, or a game with other moves is shown.
            *tentative = shown
                .filter(|shown| !shown.line.is_empty() && (shown.back > 1 || (shown.off - reading.suspects).len() == 1))
                .or(tentative.as_ref())
                .copied();
        }
        None
    }

    /// Finds another explanation of the board: squares to ignore, moves that differ from the reported ones. `Continue` if there is none.
    /// While the search is not finished nothing is reported, and the next reading goes on with it.
    #[inline(never)]
    pub(crate) fn revise(&mut self) -> ControlFlow<Option<BoardEvent>> {
        if let Some(event) = self.result() {
            return Break(Some(event));
        }
        if self.sensors.debounced.knows_pieces() && signs::is_turned(&self.position, &self.believed(), false) {
            self.turn();
            return Break(Some(BoardEvent::Turned));
        }
        let (waiting, reading) = (self.state.waiting().into(), self.glimpsed_reading());
        let search = &mut self.hands.search;
        let found = revise::explain(search, &mut None, &self.history, waiting, &self.position, &reading, self.unseen);
        if search.is_begun() {
            self.sensors.examined = Stage::Settled;
            return Break(None);
        }
        // While moves are being taken back, only what explains the whole board is told.
        let is_whole = |shown: &Explanation| shown.line.len() < 2 && (shown.off - reading.suspects).is_empty();
        let event = found
            .filter(|(shown, _)| is_whole(shown) || !self.goes_back(&reading))
            .and_then(|(shown, choices)| if choices.is_empty() { self.apply(&shown) } else { self.ask(&choices) });
        if event.is_some() { Break(event) } else { Continue(()) }
    }

    /// Returns `true` if the board is on the way back to an earlier position: pieces were put where they stood then, and nowhere else.
    #[inline(never)]
    fn goes_back(&self, reading: &Reading) -> bool {
        let is_undone = |mv: &Move| {
            let landed = mv.castling().map(|castling| SquareSet::from([castling.king_to, castling.rook_to]));
            landed.is_some_and(|landed| (landed & reading.board.occupied()).is_empty())
        };
        if self.history.last(2).iter().any(is_undone) {
            return true;
        }
        let put = reading.differences(self.base()) & reading.board.occupied();
        let (others, touched) = (reading.ignoring(!put), self.hands.emptied.touched());
        let is_put_back = |mv: &Move| !put.contains(mv.from()) || touched.contains(mv.landing());
        let back = self.history.shown_before(&others, 0, 0, touched).filter(|_| !put.is_empty());
        back.is_some_and(|back| self.history.last(back).iter().all(is_put_back))
    }

    /// Reports the result that the kings show. A king's move to the centre is withdrawn first, unless the board has rested for a
    /// long time after it.
    #[inline(never)]
    pub(crate) fn result(&mut self) -> Option<BoardEvent> {
        let (base, back) = (self.base(), usize::from(self.state.waiting()) + 1);
        let reading = self.believed();
        let winner = signs::result(base.board(), &reading, reading.differences(base))?;
        let is_king = |square| base.board().piece_at(square).is_some_and(|piece| piece.role() == Role::King);
        let went = self.history.last(back).first().map(|mv| mv.landing()).filter(|&square| CENTRE.contains(square));
        if went.is_some_and(is_king) && !self.history.has_rested(back) {
            return self.apply(&Explanation::of(back, &[]));
        }
        self.report_once(BoardEvent::Result { winner })
    }

    /// Returns `true` if the board shows a move after an explanation. (A function of its own keeps its frame off the stack during a
    /// search.)
    #[inline(never)]
    fn is_confirmed(&self, tentative: &Explanation) -> bool {
        let Some(mut after) = self.history.before(tentative.back) else { return false };
        let mut emptied = self.hands.emptied;
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

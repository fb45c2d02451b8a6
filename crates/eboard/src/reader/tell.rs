//! Events of the reader, and how it goes on from each.

use crate::BoardReader;
use crate::emptied::Emptied;
use crate::event::BoardEvent;
use crate::history::Line;
use crate::infer::changed;
use crate::revise::Explanation;
use crate::stage::{Hands, Stage, State, Supposed};
use chess0x88::{Move, Position, Rules, SquareSet};

impl<R: Rules> BoardReader<R> {
    /// Reports the ignored squares if they have changed.
    pub(super) fn report_suspects(&mut self) -> Option<BoardEvent> {
        let debounced = &self.sensors.debounced;
        let mut squares = debounced.suspects - debounced.broken;
        if self.sensors.stage() < Stage::Long {
            // A piece in the air may be put back.
            squares -= self.hands.aside - debounced.board.occupied() - self.suspects_reported;
        }
        (core::mem::replace(&mut self.suspects_reported, squares) != squares).then_some(BoardEvent::Suspect { squares })
    }

    /// Reports an ambiguity or an error once while the board is stable.
    pub(super) fn report_once(&mut self, event: BoardEvent) -> Option<BoardEvent> {
        let is_new = self.hands.told.is_none();
        self.hands.told.get_or_insert(Line::EMPTY);
        is_new.then_some(event)
    }

    /// Asks which move was made: one of these, or one of those that the board shows.
    pub(super) fn ask(&mut self, choices: &[Move]) -> Option<BoardEvent> {
        let event = self.report_once(BoardEvent::Ambiguous)?;
        self.hands.told = Some(Line::of(choices));
        let mut pieces = SquareSet::EMPTY;
        self.visit_candidates(|mv| pieces.insert(mv.from()));
        self.state = State::Asked(pieces);
        Some(event)
    }

    pub(super) fn report(&mut self, mv: Move) -> BoardEvent {
        self.advance(mv);
        BoardEvent::Move(mv)
    }

    pub(super) fn advance(&mut self, mv: Move) {
        self.history.push(mv);
        self.sensors.debounced.has_promoted |= mv.promotion().is_some();
        let emptied = match self.hands.supposed {
            Some(supposed) if (supposed.mv, supposed.back) == (mv, 0) => supposed.emptied,
            _ => self.hands.emptied.since(mv),
        };
        let after = self.position.after_unchecked(mv);
        // The piece that was in the air has moved: its squares are ignored no more.
        self.sensors.debounced.suspects -= self.hands.aside & changed(&self.position, &after);
        self.begin(after, emptied);
    }

    /// Applies an explanation.
    pub(super) fn apply(&mut self, explanation: &Explanation) -> Option<BoardEvent> {
        let Explanation { back, line, off } = *explanation;
        self.sensors.debounced.suspects |= off;
        self.hands.aside |= off;
        if back == 0 {
            // The board has rested for the next move, too.
            let ticks = self.sensors.stable_ticks;
            let event = line.first().map(|&mv| self.report(mv));
            (self.sensors.stable_ticks, self.sensors.examined) = (ticks, Stage::Unclear);
            return event.or_else(|| self.report_suspects());
        }
        self.history.take_back(back);
        let position = self.history.before(0)?;
        self.begin(position, Emptied::NONE);
        line.iter().for_each(|&mv| self.advance(mv));
        Some(BoardEvent::Revised { fallen: back, instead: line })
    }

    /// Takes the last move back. A move that the board shows instead is supposed next.
    pub(super) fn take_back(&mut self) -> Option<BoardEvent> {
        let (before, emptied) = (*self.replaceable()?, self.hands.emptied);
        let supposed = self.hands.supposed.filter(|supposed| supposed.back == 1);
        self.history.take_back(1);
        self.begin(before, emptied);
        self.hands.supposed = supposed.map(|supposed| Supposed { back: 0, ..supposed });
        Some(BoardEvent::Takeback)
    }

    /// Starts a new game, or first reports the changes to the old game.
    pub(super) fn start_anew(&mut self) -> Option<BoardEvent> {
        // The last moves of the old game that put pieces on their start squares belong to the setting up; or whole turns were taken
        // back, or all moves to another start, which on squares alone looks like the usual one.
        let start = Position::<R>::startpos();
        let is_other = |back| self.history.before(back).is_some_and(|position| position.board() != start.board());
        let (back, line) = match self.history.shown_before(&self.sensors.debounced, 0, 1, !SquareSet::EMPTY) {
            Some(back) if self.history.is_entered(1) || is_other(back) => (back, Line::EMPTY),
            _ => self.history.set_up_moves(),
        };
        if back > 0 || !line.is_empty() {
            let event = self.apply(&Explanation::of(back, &line));
            self.history.undone = Line::EMPTY;
            return event;
        }
        self.set_position(Position::startpos());
        Some(BoardEvent::Start)
    }

    /// Continues with another position.
    pub(super) fn begin(&mut self, position: Position<R>, emptied: Emptied) {
        self.position = position;
        self.before = self.history.before(1);
        self.state = State::Playing;
        self.hands = Hands::NONE;
        self.hands.emptied = emptied;
        self.sensors.wait_anew();
        let occupied = self.position.board().occupied();
        let [debounced, last] = self.seen(occupied);
        self.hands.emptied.watch(occupied, debounced, last);
    }
}

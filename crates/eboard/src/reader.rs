//! [`BoardReader`]: reports each move once from all readings of a board.
//!
//! The reader waits twice. A square must show the same in several readings before it is debounced, which removes noise. The
//! debounced board must be stable before the reader reports a move that might be the start of another move, a move taken back, or
//! an error. Nothing is reported while the last reading differs from the debounced board.
//!
//! ```text
//!    readings  ──each square──▶  debounced board  ──stable ticks──▶  event
//!                debounce                          debounce: a move
//!                                                  patience: a piece that may slide on, a rook's move that may yet be
//!                                                            castling, a capture glimpsed, a move taken back, two moves
//!                                                            at once, a new game, an error
//! ```
//!
//! A waiting move is called "supposed". It is reported at once when the other side has clearly answered it.

mod explain;
mod wait;

use core::ops::ControlFlow::{self, Break, Continue};

use crate::emptied::Emptied;
use crate::event::BoardEvent;
use crate::history::{Line, RecentMoves};
use crate::infer::{Firsts, at_once, each_candidate, is_answer, is_between, is_half_castling, may_go_on};
use crate::reading::{Knows, has_promoted};
use crate::revise::{self, Explanation};
use crate::sensors::Sensors;
use crate::stage::{Hands, Stage, State, Supposed};
use crate::{Inference, Reading};
use chess0x88::{Board0x88, IllegalMove, Move, MoveList, Position, Rules, SquareSet};

/// Reads an electronic board: takes all readings, and reports each move once.
///
/// The reader recognises a piece that slides to its square, two moves between two readings, castling with the rook first, the
/// captured piece lifted first or last, and a pawn left standing for its promotion piece. A piece that is only lifted or adjusted
/// is not reported as a move.
///
/// Times are numbers of readings, since the reader has no clock.
///
/// ```
/// use chess0x88::{Chess, Square};
/// use chess0x88_eboard::{BoardEvent, BoardReader};
/// let start = Chess::startpos();
/// let mut reader = BoardReader::new(start).with_patience(2, 10);
/// let mut board = *start.board();
/// board.set(Square::A8, None); // has the rook fallen over, or a sensor failed?
/// let reported: Vec<BoardEvent> = (0..50).filter_map(|_| reader.read(board)).collect();
/// assert_eq!(reported, [BoardEvent::Suspect { squares: Square::A8.into() }]);
/// // The game goes on.
/// board.set(Square::E4, board.piece_at(Square::E2));
/// board.set(Square::E2, None);
/// let reported: Vec<BoardEvent> = (0..50).filter_map(|_| reader.read(board)).collect();
/// assert_eq!(reported, [BoardEvent::Move(start.parse_san("e4")?)]);
/// # Ok::<(), chess0x88::san::SanError>(())
/// ```
#[derive(Clone, Debug)]
// In this order, that of `Sensors`, `Reading` and `RecentMoves` too, small fields are near: 0.8 kB of flash less on a Cortex-M0.
#[repr(C)]
pub struct BoardReader<R: Rules> {
    state: State,
    hands: Hands,
    /// The last reported move, if only its answer has shown it and no reading: mostly a capture.
    unseen: Option<Move>,
    /// The ignored squares as last reported.
    suspects_reported: SquareSet,
    position: Position<R>,
    sensors: Sensors,
    /// The last moves.
    history: RecentMoves<R>,
    before: Option<Position<R>>,
}

impl<R: Rules> BoardReader<R> {
    /// Builds a reader for a board with this position. In a `static` it takes no room on the stack:
    ///
    /// ```
    /// use chess0x88::{Chess, ChessRules};
    /// use chess0x88_eboard::BoardReader;
    /// use std::sync::Mutex;
    /// static READER: Mutex<BoardReader<ChessRules>> =
    ///     Mutex::new(BoardReader::new(Chess::startpos()));
    /// ```
    ///
    /// A square is debounced after 3 readings, and a board that is stable for 20 readings rests: at ten readings a second these are
    /// 0.3 and 2 seconds. [`with_patience`](BoardReader::with_patience) changes both.
    #[must_use]
    pub const fn new(position: Position<R>) -> BoardReader<R> {
        BoardReader {
            position,
            before: None,
            history: RecentMoves::new(position),
            sensors: Sensors::new(Reading::new(*position.board(), Knows::Pieces)),
            state: State::Playing,
            hands: Hands::NONE,
            unseen: None,
            suspects_reported: SquareSet::EMPTY,
        }
    }

    /// Sets both times in readings. `debounce` is the number of equal readings before a square is debounced, and before a stable
    /// board shows a move. `patience` is the number before it is clear that nothing more follows. Each is at least 1, and
    /// `patience` is at least `debounce`.
    #[must_use]
    pub const fn with_patience(mut self, debounce: u8, patience: u8) -> BoardReader<R> {
        self.set_patience(debounce, patience);
        self
    }

    /// Sets both times of a reader that reads already: see [`with_patience`](BoardReader::with_patience).
    pub const fn set_patience(&mut self, debounce: u8, patience: u8) {
        self.sensors.debounce = if debounce == 0 { 1 } else { debounce };
        self.sensors.patience = if patience < self.sensors.debounce { self.sensors.debounce } else { patience };
    }

    /// Ignores squares whose sensors are broken, whatever they show, in place of those that were named before. A move to such a square is
    /// reported when it is answered.
    ///
    /// ```
    /// use chess0x88::{Chess, Square};
    /// use chess0x88_eboard::{BoardEvent, BoardReader};
    /// let start = Chess::startpos();
    /// let mut reader = BoardReader::new(start);
    /// reader.set_broken(Square::E2.into());
    /// let mut board = start.board().occupied();
    /// board.insert(Square::E4); // the pawn has left e2, whose sensor shows it for ever
    /// let reported: Vec<BoardEvent> = (0..30).filter_map(|_| reader.read(board)).collect();
    /// assert_eq!(reported, [BoardEvent::Move(start.parse_san("e4")?)]);
    /// # Ok::<(), chess0x88::san::SanError>(())
    /// ```
    pub fn set_broken(&mut self, squares: SquareSet) {
        let debounced = &mut self.sensors.debounced;
        debounced.suspects = (debounced.suspects - debounced.broken) | squares;
        debounced.broken = squares;
        self.sensors.wait_anew();
    }

    /// Turns the board by 180 degrees, if the player has said so. A board that knows occupied squares alone shows this only by its first
    /// moves, and not while an opponent elsewhere makes one of them. [`restart`](BoardReader::restart) turns it back.
    pub fn turn(&mut self) {
        self.sensors.turn();
        self.begin(self.position, Emptied::NONE);
    }

    /// Takes the last reading again, for a board that sends changes alone: call this by a timer, as often as a board would be scanned.
    ///
    /// ```
    /// use chess0x88::Chess;
    /// use chess0x88_eboard::{BoardEvent, BoardReader};
    /// let mut position = Chess::startpos();
    /// let mut reader = BoardReader::new(position);
    /// let e4 = position.play_san("e4")?;
    /// assert_eq!(reader.read(position.board().occupied()), None);
    /// assert_eq!((0..10).find_map(|_| reader.read_again()), Some(BoardEvent::Move(e4)));
    /// # Ok::<(), chess0x88::san::SanError>(())
    /// ```
    pub fn read_again(&mut self) -> Option<BoardEvent> {
        self.take(&Reading { board: self.sensors.last, ..self.sensors.debounced })
    }

    /// The squares on which the board differs from the position now: pieces in the air, on their way, or on wrong squares; without those
    /// that are ignored. If there are none, the board is right: for lamps.
    pub fn wrong_squares(&self) -> SquareSet {
        self.sensors.debounced.differences(&self.position)
    }

    /// The position after all reported moves.
    #[must_use]
    pub const fn position(&self) -> &Position<R> {
        &self.position
    }

    /// The moves that the board may show, made or being made. After [`BoardEvent::Ambiguous`] these are the moves to choose from;
    /// while a move waits to be made there are none.
    pub fn candidates(&self) -> MoveList {
        let mut candidates = MoveList::new();
        self.visit_candidates(|mv| _ = candidates.try_push(mv));
        candidates
    }

    /// Calls for each of the [`candidates`](BoardReader::candidates), without a list of them: to light lamps.
    ///
    /// ```
    /// use chess0x88::{Chess, Square, SquareSet};
    /// use chess0x88_eboard::BoardReader;
    /// let start = Chess::startpos();
    /// let mut reader = BoardReader::new(start);
    /// let lifted = start.board().occupied() - Square::G1.into();
    /// (0..3).for_each(|_| drop(reader.read(lifted)));
    /// let mut lamps = SquareSet::EMPTY;
    /// reader.visit_candidates(|mv| lamps.insert(mv.to()));
    /// assert_eq!(lamps, [Square::F3, Square::H3].into());
    /// ```
    pub fn visit_candidates(&self, mut act: impl FnMut(Move)) {
        if self.is_waiting() {
            return;
        }
        let mut is_shown = false;
        each_candidate(&self.position, &self.sensors.debounced, &mut |mv| {
            is_shown = true;
            act(mv);
        });
        if let Some(choices) = self.hands.told
            && !is_shown
        {
            choices.iter().copied().for_each(act);
        }
    }

    /// Plays a move that the reader cannot report: one of [several](BoardEvent::Ambiguous), or the move of an opponent elsewhere,
    /// which then waits until it is made on the board. The move is not reported.
    ///
    /// While it waits, no move of its side is reported. If a player takes back the move before it, or replaces that move, both
    /// moves are withdrawn: [`BoardEvent::Revised`]. Two moves may wait, to be made in order.
    ///
    /// ```
    /// use chess0x88::Chess;
    /// use chess0x88_eboard::BoardReader;
    /// let mut reader = BoardReader::new(Chess::startpos());
    /// reader.play(reader.position().parse_uci("e2e4")?)?;
    /// // The pawn still stands on e2.
    /// assert!((0..100).all(|_| reader.read(*Chess::startpos().board()).is_none()));
    /// assert!(reader.is_waiting());
    /// let shown = *reader.position().board();
    /// assert!((0..100).all(|_| reader.read(shown).is_none()));
    /// assert!(!reader.is_waiting());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The reason why the move is illegal. The reader is then unchanged.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.position.check_legal(mv)?;
        self.enter(mv);
        Ok(())
    }

    /// Takes back the last move, reported or played, and returns `true` if there was one: the reader remembers only one earlier
    /// position. Nothing is reported until the pieces on the board have been put back.
    #[doc(alias("take back", "take_back"))]
    pub fn undo(&mut self) -> bool {
        self.before.is_some_and(|before| {
            self.set_position(before);
            true
        })
    }

    /// Continues with another position, after the program has taken back moves or started another game. The state of the sensors is
    /// kept. Nothing is reported until the board shows the position.
    ///
    /// ```
    /// use chess0x88::Chess;
    /// use chess0x88_eboard::{BoardEvent, BoardReader};
    /// let (start, mut after) = (Chess::startpos(), Chess::startpos());
    /// let e4 = after.play_san("e4")?;
    /// let mut reader = BoardReader::new(start);
    /// let played = (0..100).find_map(|_| reader.read(*after.board()));
    /// assert_eq!(played, Some(BoardEvent::Move(e4)));
    /// reader.set_position(start); // the player has pressed a button
    /// assert!((0..100).all(|_| reader.read(*after.board()).is_none()));
    /// assert!((0..100).all(|_| reader.read(*start.board()).is_none())); // the pawn is put back
    /// let again = (0..100).find_map(|_| reader.read(*after.board()));
    /// assert_eq!(again, Some(BoardEvent::Move(e4)));
    /// # Ok::<(), chess0x88::san::SanError>(())
    /// ```
    pub fn set_position(&mut self, position: Position<R>) {
        self.history = RecentMoves::new(position);
        self.begin(position, Emptied::NONE);
        self.sensors.debounced.has_promoted = has_promoted(&position);
        if !self.shows_position() {
            self.state = State::PositionWaits;
        }
    }

    /// Begins again with another position and another board, in place; the times stay. The board is taken to show the position, as by
    /// [`new`](BoardReader::new), which would build a second reader beside this one.
    ///
    /// ```
    /// use chess0x88::Chess;
    /// use chess0x88_eboard::BoardReader;
    /// let mut reader = BoardReader::new(Chess::startpos());
    /// reader.play(reader.position().parse_uci("e2e4")?)?;
    /// reader.restart(Chess::startpos());
    /// assert!(reader.position() == &Chess::startpos() && !reader.is_waiting());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn restart(&mut self, position: Position<R>) {
        (self.sensors.has_begun, self.sensors.is_turned) = (false, false);
        let broken = self.sensors.debounced.broken;
        self.sensors.debounced = Reading { broken, suspects: broken, ..Reading::new(*position.board(), Knows::Pieces) };
        self.suspects_reported = SquareSet::EMPTY;
        self.set_position(position);
    }

    /// Returns `true` while a move of [`play`](BoardReader::play) waits to be made on the board, or a position of
    /// [`set_position`](BoardReader::set_position) waits to be shown by it.
    #[must_use]
    pub const fn is_waiting(&self) -> bool {
        matches!(self.state, State::MoveWaits(_) | State::PositionWaits)
    }

    /// The occupied squares of the debounced board and of the last reading. Broken squares are as expected.
    #[inline(never)]
    fn seen(&self, occupied: SquareSet) -> [SquareSet; 2] {
        let broken = self.sensors.debounced.broken;
        let believe = |board: &Board0x88| (board.occupied() - broken) | (occupied & broken);
        [believe(&self.sensors.debounced.board), believe(&self.sensors.last)]
    }

    pub(crate) fn shows_position(&self) -> bool {
        self.sensors.debounced.differences(&self.position).is_empty()
    }

    /// Takes one reading, and returns the new event.
    pub fn read(&mut self, reading: impl Into<Reading>) -> Option<BoardEvent> {
        let reading = reading.into();
        self.take(&if self.sensors.is_turned { reading.turned() } else { reading })
    }

    /// Takes one reading of a board that is turned as the first one was.
    fn take(&mut self, reading: &Reading) -> Option<BoardEvent> {
        let event = self.take_and_examine(reading);
        event.or_else(|| self.report_suspects())
    }

    /// Reports the ignored squares if they have changed.
    fn report_suspects(&mut self) -> Option<BoardEvent> {
        let debounced = &self.sensors.debounced;
        let mut squares = debounced.suspects - debounced.broken;
        if self.sensors.stage() < Stage::Long {
            // A piece in the air may be put back.
            squares -= self.hands.aside - debounced.board.occupied() - self.suspects_reported;
        }
        (core::mem::replace(&mut self.suspects_reported, squares) != squares).then_some(BoardEvent::Suspect { squares })
    }

    fn take_and_examine(&mut self, reading: &Reading) -> Option<BoardEvent> {
        if !self.sensors.has_begun || reading.knows != self.sensors.debounced.knows {
            self.begin_to_read(reading);
        }
        let emptied = self.sensors.take(reading);
        let (occupied, glimpsed) = (self.base().board().occupied(), self.hands.emptied.glimpsed);
        let [debounced, seen] = self.seen(occupied);
        self.hands.emptied.watch(occupied, debounced, seen);
        self.hands.emptied.debounced |= emptied.unwrap_or_default();
        if self.hands.emptied.glimpsed != glimpsed {
            self.sensors.examined = Stage::Unclear;
        }
        if let Some(supposed) = &mut self.hands.supposed {
            supposed.emptied.watch(supposed.occupied, debounced, seen);
        }
        let is_new = emptied.is_some();
        if is_new {
            self.sensors.wait_anew();
            self.hands.told = None;
        } else {
            self.sensors.stable_ticks = self.sensors.stable_ticks.saturating_add(1);
        }
        let stage = self.sensors.stage();
        if !is_new && self.sensors.examined >= stage {
            return None;
        }
        self.sensors.examined = stage;
        if stage == Stage::Long && self.shows_position() {
            self.history.rest();
        }
        let event = self.examine(stage).break_value().flatten();
        if let Some(BoardEvent::Move(_)) = event {
            // The board may already show the next move, and show something else at the next examination.
            if self.hands.supposed.is_none() {
                let _ = self.examine(Stage::Unclear);
            }
            if let Some(supposed) = &mut self.hands.supposed
                && !supposed.instead
            {
                // The answer to the next move may have started before this report.
                supposed.emptied = self.hands.emptied.since(supposed.mv);
            }
        }
        event
    }

    /// Begins to read a board, or one of another kind, which is taken to show the position. (A call of its own: its boards must not be on
    /// the stack of every reading.)
    #[cold]
    #[inline(never)]
    fn begin_to_read(&mut self, reading: &Reading) {
        let (has_promoted, board) = (has_promoted(&self.position), reading.of_same_kind(self.base().board()));
        let broken = self.sensors.debounced.broken;
        self.sensors.begin(Reading { has_promoted, board, broken, suspects: broken, ..*reading });
        (self.hands.emptied, self.hands.supposed) = (Emptied::NONE, None);
    }

    /// Examines the debounced board, and breaks with what is to be reported. Nothing is while it is unclear.
    fn examine(&mut self, stage: Stage) -> ControlFlow<Option<BoardEvent>> {
        self.examine_entered(stage)?;
        let (is_settled, is_rested) = (stage >= Stage::Settled, stage >= Stage::Rested);
        let inference = at_once(&self.position, self.before.as_ref(), &self.debounced_reading());
        self.examine_turned(&inference, is_settled)?;
        self.put_right(&inference, stage)?;
        // Ignored squares may show a move, except that a piece in the hand may land on any square; but a pawn on no square but its last.
        if is_rested && self.sensors.debounced.suspects != self.sensors.debounced.broken {
            let is_moved = self.sensors.debounced.knows_pieces() || inference == Inference::Unchanged;
            match at_once(&self.position, None, &self.believed()) {
                Inference::Move(mv) if is_moved => return Break(Some(self.report(mv))),
                Inference::Ambiguous => return Break(self.ask(&[])),
                _ => {}
            }
        }
        Break(match inference {
            Inference::Unchanged => {
                (self.hands.supposed, self.hands.tentative) = (None, None);
                self.hands.lifted_again = false;
                let is_asked = matches!(core::mem::replace(&mut self.state, State::Playing), State::Asked);
                let was_impossible = core::mem::take(&mut self.hands.was_impossible);
                if is_asked { Some(BoardEvent::Withdrawn) } else { was_impossible.then_some(BoardEvent::Cleared) }
            }
            _ if matches!(self.state, State::PositionWaits) => None,
            // The opponent elsewhere moves nothing back: hands take back a turn.
            Inference::Move(mv) if self.is_entered_back(mv) => {
                let back = self.history.shown_before(&self.sensors.debounced, 0, 2, !SquareSet::EMPTY);
                back.filter(|_| is_rested).and_then(|back| self.apply(&Explanation { back, ..Explanation::NONE }))
            }
            Inference::Move(mv) => {
                if self.suppose(mv, false) {
                    // The piece has landed: squares glimpsed empty before do not show its capture.
                    self.hands.emptied.glimpsed = SquareSet::EMPTY;
                }
                let is_half = is_half_castling(&self.position, mv);
                let is_over = stage == Stage::Long
                    || is_rested && !is_half
                    || is_settled && !may_go_on(&self.position, mv, &self.sensors.debounced);
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
                    Some(back) if self.history.is_entered(1) => self.apply(&Explanation { back, ..Explanation::NONE }),
                    _ => self.take_back(),
                }
            }
            Inference::Start if is_rested => self.start_anew(),
            Inference::Impossible { squares } => return self.explain(squares, stage),
            _ => None,
        })
    }

    /// Returns `true` if a move puts back what the last move of its side, one that was entered, has moved.
    fn is_entered_back(&self, mv: Move) -> bool {
        let &[last, _] = self.history.last(2) else { return false };
        self.history.is_entered(2) && (mv.from(), mv.to()) == (last.landing(), last.from())
    }

    /// Tests if a board that does not know the pieces is turned by 180 degrees. At the start of a game it then shows a move of the
    /// other side. This may be a mistake, so two moves are needed.
    fn examine_turned(&mut self, inference: &Inference, is_settled: bool) -> ControlFlow<Option<BoardEvent>> {
        let may_be = matches!(inference, Inference::Impossible { .. }) && !self.sensors.debounced.knows_pieces();
        if !may_be || self.history.len() > 0 {
            return Continue(());
        }
        let believed = self.believed();
        self.hands.may_be_turned |= revise::is_turned(&self.position, &believed, false);
        if self.hands.may_be_turned && is_settled && revise::is_turned(&self.position, &believed, true) {
            self.turn();
            return Break(Some(BoardEvent::Turned));
        }
        // The second move changes two or three more squares.
        self.hands.may_be_turned &= believed.differences(&self.position).len() <= 5;
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
            && !is_between(right.from(), mv.to(), right.landing())
            && !(mv.from() == right.landing() && explanation.line.first().is_some_and(|first| first.from() == mv.to()))
        {
            explanation.line.push(mv);
            let may_go_on = stage < Stage::Rested && may_go_on(&after, mv, &self.sensors.debounced);
            return Break(if may_go_on { None } else { self.apply(&explanation) });
        }
        Continue(())
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

    /// The debounced board with no square ignored.
    pub(crate) fn believed(&self) -> Reading {
        Reading { suspects: self.sensors.debounced.broken, ..self.glimpsed_reading() }
    }

    /// Applies an explanation.
    fn apply(&mut self, explanation: &Explanation) -> Option<BoardEvent> {
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

    /// Confirms a supposed move by what follows it, and breaks with the event to report. `Continue` if nothing follows yet. `is_begun`: a
    /// move in progress explains the board, too.
    #[inline(never)]
    pub(crate) fn confirm(&mut self, stage: Stage, is_begun: bool) -> ControlFlow<Option<BoardEvent>> {
        let Some(supposed) = self.hands.supposed.filter(|_| stage > Stage::Unclear) else { return Continue(()) };
        let (mv, instead, debounced) = (supposed.mv, supposed.instead, &self.sensors.debounced);
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

    #[inline(never)]
    fn reading_of(&self, emptied: SquareSet) -> Reading {
        let Emptied { fresh, together, .. } = self.hands.emptied;
        Reading { emptied, fresh, together, ..self.sensors.debounced }
    }

    /// The debounced board, with the squares that were empty on it.
    fn debounced_reading(&self) -> Reading {
        self.reading_of(self.hands.emptied.debounced)
    }

    /// The debounced board, with the squares that were empty in one reading at least.
    fn glimpsed_reading(&self) -> Reading {
        self.reading_of(self.hands.emptied.all())
    }

    /// The position before the last move, if hands may have replaced this move. A move of the program is never replaced.
    fn replaceable(&self) -> Option<&Position<R>> {
        self.before.as_ref().filter(|_| self.history.len() > 0 && !self.history.is_entered(1))
    }

    /// Infers from the debounced board in the position before the last move.
    fn instead(&self) -> Option<Inference> {
        Some(at_once(self.replaceable()?, None, &self.debounced_reading()))
    }

    /// Remembers a move that the debounced board shows. Returns `true` if it differs from the one before.
    fn suppose(&mut self, mv: Move, instead: bool) -> bool {
        let is_known = self.hands.supposed.is_some_and(|supposed| supposed.mv == mv && supposed.instead == instead);
        let base = if instead { self.before.as_ref() } else { Some(&self.position) };
        if !is_known && let Some(base) = base {
            let occupied = base.after_unchecked(mv).board().occupied();
            self.hands.supposed = Some(Supposed { mv, instead, occupied, emptied: Emptied::NONE });
        }
        !is_known
    }

    /// Reports an ambiguity or an error once while the board is stable.
    fn report_once(&mut self, event: BoardEvent) -> Option<BoardEvent> {
        let is_new = self.hands.told.is_none();
        self.hands.told.get_or_insert(Line::EMPTY);
        is_new.then_some(event)
    }

    /// Asks which move was made: one of these, or one of those that the board shows.
    fn ask(&mut self, choices: &[Move]) -> Option<BoardEvent> {
        let event = self.report_once(BoardEvent::Ambiguous)?;
        (self.state, self.hands.told) = (State::Asked, Some(Line::of(choices)));
        Some(event)
    }

    fn report(&mut self, mv: Move) -> BoardEvent {
        self.advance(mv);
        BoardEvent::Move(mv)
    }

    fn advance(&mut self, mv: Move) {
        self.history.push(mv);
        self.sensors.debounced.has_promoted |= mv.promotion().is_some();
        let emptied = match self.hands.supposed {
            Some(supposed) if supposed.mv == mv && !supposed.instead => supposed.emptied,
            _ => self.hands.emptied.since(mv),
        };
        self.begin(self.position.after_unchecked(mv), emptied);
    }

    /// Starts a new game, or first reports the changes to the old game.
    fn start_anew(&mut self) -> Option<BoardEvent> {
        // The last moves of the old game that put pieces on their start squares belong to the setting up; or whole turns were taken
        // back.
        let (back, line) = match self.history.shown_before(&self.sensors.debounced, 0, 1, !SquareSet::EMPTY) {
            Some(back) if self.history.is_entered(1) => (back, Line::EMPTY),
            _ => self.history.set_up_moves(),
        };
        if back > 0 || !line.is_empty() {
            let event = self.apply(&Explanation { back, line, ..Explanation::NONE });
            self.history.undone = Line::EMPTY;
            return event;
        }
        self.set_position(Position::startpos());
        Some(BoardEvent::Start)
    }

    /// Takes the last move back. A move that the board shows instead is supposed next.
    fn take_back(&mut self) -> Option<BoardEvent> {
        let (before, emptied) = (*self.replaceable()?, self.hands.emptied);
        let supposed = self.hands.supposed.filter(|supposed| supposed.instead);
        self.history.take_back(1);
        self.begin(before, emptied);
        self.hands.supposed = supposed.map(|supposed| Supposed { instead: false, ..supposed });
        Some(BoardEvent::Takeback)
    }

    /// Continues with another position.
    fn begin(&mut self, position: Position<R>, emptied: Emptied) {
        self.position = position;
        self.before = self.history.before(1);
        self.state = State::Playing;
        self.hands = Hands { emptied, ..Hands::NONE };
        self.sensors.wait_anew();
        let occupied = self.position.board().occupied();
        let [debounced, last] = self.seen(occupied);
        self.hands.emptied.watch(occupied, debounced, last);
    }
}

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

mod examine;
mod explain;
mod tell;
mod wait;

use crate::Reading;
use crate::emptied::Emptied;
use crate::event::{BoardEvent, PlayError};
use crate::history::RecentMoves;
use crate::infer::each_candidate;
use crate::reading::{Knows, has_promoted};
use crate::revise::Search;
use crate::sensors::Sensors;
use crate::stage::{Hands, Stage, State};
use chess0x88::{Board0x88, Move, MoveList, Position, Rules, SquareSet};

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
// In this order, that of `Sensors`, `Reading`, `Hands` and `RecentMoves` too, small fields are near: 1 kB of flash less on a Cortex-M0.
#[repr(C)]
pub struct BoardReader<R: Rules> {
    state: State,
    sensors: Sensors,
    /// The last moves.
    history: RecentMoves<R>,
    hands: Hands,
    /// The last reported move, if only its answer has shown it and no reading: mostly a capture.
    unseen: Option<Move>,
    /// The ignored squares as last reported.
    suspects_reported: SquareSet,
    position: Position<R>,
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
    /// The reason why the move is illegal; or that it answers a question that was [withdrawn](BoardEvent::Withdrawn). The reader is then
    /// unchanged.
    pub fn play(&mut self, mv: Move) -> Result<(), PlayError> {
        self.position.check_legal(mv)?;
        if matches!(self.state, State::Withdrawn(pieces) if pieces.contains(mv.from())) {
            return Err(PlayError::Withdrawn(mv.from()));
        }
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
        if self.sensors.is_turned {
            self.sensors.turn();
        }
        self.sensors.has_begun = false;
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
        [believe(&self.sensors.debounced.board), believe(&self.sensors.last) - self.sensors.other]
    }

    pub(crate) fn shows_position(&self) -> bool {
        self.sensors.debounced.differences(&self.position).is_empty()
    }

    /// Takes one reading, and returns the new event.
    pub fn read(&mut self, reading: impl Into<Reading>) -> Option<BoardEvent> {
        let mut reading = reading.into();
        if self.sensors.is_turned {
            reading.turn();
        }
        self.take(&reading)
    }

    /// Takes one reading of a board that is turned as the first one was.
    fn take(&mut self, reading: &Reading) -> Option<BoardEvent> {
        let event = self.take_and_examine(reading);
        event.or_else(|| self.report_suspects())
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
            self.hands.search = Search::NEW;
        }
        if let Some(supposed) = &mut self.hands.supposed {
            supposed.emptied.watch(supposed.occupied, debounced, seen);
        }
        let is_new = emptied.is_some();
        if is_new {
            self.sensors.wait_anew();
            (self.hands.told, self.hands.search) = (None, Search::NEW);
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
                && supposed.back == 0
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
}

//! [`BoardReader`]: each move told once, from all that a board reports.
//!
//! Two things are waited for. A square must show the same for some readings before it is believed, which keeps out noise; and
//! the whole board must rest, before a move is told that might be the beginning of another, a move taken back, or an error.
//!
//! ```text
//!    readings  ──each square──▶  what the board shows  ──rest──▶  event
//!                debounce                                 debounce: a move
//!                                                         patience: a rook's move that may yet be castling, a move taken
//!                                                                   back, two moves at once, a new game, an error
//! ```

use super::infer::{at_once, candidates, first_of_two, is_in_progress};
use super::{Inference, Reading};
use crate::geometry::{Square, SquareSet};
use crate::movegen::IllegalMove;
use crate::moves::{Move, MoveKind, MoveList};
use crate::position::Position;
use crate::rules::Rules;

/// What a [`BoardReader`] tells, each thing once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BoardEvent {
    /// A move has been made; the reader's position is that after it.
    Move(Move),
    /// One of several moves has been made, such as promotions to one piece or another: [`BoardReader::candidates`] lists them, and
    /// [`BoardReader::play`] says which it was.
    Ambiguous,
    /// The last move has been taken back.
    Takeback,
    /// The pieces have been set up for a new game.
    Start,
    /// The board shows what no move explains.
    Impossible {
        /// The squares that do not show the position.
        squares: SquareSet,
    },
}

/// Reads a real board: takes all that it reports, and tells each move once.
///
/// It recognizes two moves made faster than the board looks, castling with the rook first, the captured piece lifted first
/// or last, and a pawn left standing for what it has become; and it does not take a piece that is only lifted, or put
/// straight, for a move.
///
/// Times are numbers of readings, since nothing else is known of them here.
///
/// ```
/// use chess0x88::eboard::{BoardEvent, BoardReader};
/// use chess0x88::{Chess, Square};
/// let start = Chess::startpos();
/// let mut reader = BoardReader::new(start).with_patience(2, 10);
/// let mut board = *start.board();
/// board.set(Square::A8, None); // has somebody knocked the rook over?
/// let told: Vec<BoardEvent> = (0..50).filter_map(|_| reader.read(board)).collect();
/// assert_eq!(told, [BoardEvent::Impossible { squares: Square::A8.into() }]);
/// assert_eq!(reader.position(), &start);
/// ```
#[derive(Clone, Debug)]
pub struct BoardReader<R: Rules> {
    position: Position<R>,
    before: Option<Position<R>>,
    debounce: u8,
    patience: u8,
    /// What was read last, and for how many readings each square has shown it.
    last: Reading,
    steady: [u8; 64],
    /// What is believed, with the squares seen empty since the position stood, and for how many readings it has rested.
    shown: Reading,
    rest: u8,
    /// The move that the board shows or has shown, if it has not been told, and the squares seen empty since then.
    pending: Option<Move>,
    later: SquareSet,
    /// Whether this rest has been told of already.
    told: bool,
    /// Whether a move played elsewhere has yet to be made on the board.
    awaited: bool,
}

impl<R: Rules> BoardReader<R> {
    /// A reader of a board on which this position stands.
    ///
    /// A square is believed after 3 readings, and a board that rests for 20 will not go on: at ten readings a second, two
    /// seconds. [`with_patience`](BoardReader::with_patience) changes both.
    #[must_use]
    pub fn new(position: Position<R>) -> BoardReader<R> {
        let shown = Reading::from(*position.board());
        BoardReader {
            position,
            before: None,
            debounce: 3,
            patience: 20,
            last: shown,
            steady: [u8::MAX; 64],
            shown,
            rest: 0,
            pending: None,
            later: SquareSet::EMPTY,
            told: false,
            awaited: false,
        }
    }

    /// The same reader with other times: how many readings a square must show the same before it is believed (which is also how
    /// long the board must rest after a move), and how many the board must rest before it is clear that nothing more is to
    /// come. Each is at least 1, and the second no less than the first.
    #[must_use]
    pub fn with_patience(self, debounce: u8, patience: u8) -> BoardReader<R> {
        let debounce = debounce.max(1);
        BoardReader { debounce, patience: patience.max(debounce), ..self }
    }

    /// The position after all moves that have been told.
    #[must_use]
    pub const fn position(&self) -> &Position<R> {
        &self.position
    }

    /// The moves that the board may show, made or being made: what lamps on the squares would light up.
    #[must_use]
    pub fn candidates(&self) -> MoveList {
        candidates(&self.position, self.shown)
    }

    /// Plays a move that was not read: the one among [ambiguous](BoardEvent::Ambiguous) ones, or that of an opponent elsewhere,
    /// which somebody has yet to make on the board. It will not be told.
    ///
    /// ```
    /// use chess0x88::Chess;
    /// use chess0x88::eboard::BoardReader;
    /// let mut reader = BoardReader::new(Chess::startpos());
    /// reader.play(reader.position().parse_uci("e2e4")?)?;
    /// // The pawn still stands on e2: no move is being taken back, this one has yet to be made.
    /// assert!((0..100).all(|_| reader.read(*Chess::startpos().board()).is_none()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The reason why the move is illegal; nothing has changed.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.position.check_legal(mv)?;
        self.advance(mv, SquareSet::EMPTY);
        self.awaited = !self.shown.differences::<R>(self.position.board()).is_empty();
        Ok(())
    }

    /// Takes one reading, and says what is new.
    pub fn read(&mut self, reading: impl Into<Reading>) -> Option<BoardEvent> {
        let reading = reading.into();
        if reading.knows_pieces != self.last.knows_pieces {
            self.see_anew(&reading);
        }
        if self.believe(&reading) {
            self.rest = 0;
            self.told = false;
        } else {
            self.rest = self.rest.saturating_add(1);
        }
        // Nothing changes in between.
        if self.rest <= 1 || self.rest == self.debounce || self.rest == self.patience { self.look() } else { None }
    }

    /// Begins to read a board of another kind, which is taken to show the same.
    fn see_anew(&mut self, reading: &Reading) {
        let same = if self.shown.knows_pieces { &self.shown.board } else { self.position.board() };
        let board = reading.of_same_kind(same);
        self.shown = Reading { board, emptied: SquareSet::EMPTY, ..*reading };
        self.last = self.shown;
        self.steady = [u8::MAX; 64];
    }

    /// Believes the squares that have shown the same for long enough; says whether any is new.
    fn believe(&mut self, reading: &Reading) -> bool {
        let mut is_new = false;
        for (steady, square) in self.steady.iter_mut().zip(Square::ALL) {
            let seen = reading.board.piece_at(square);
            *steady = if seen == self.last.board.piece_at(square) { steady.saturating_add(1) } else { 1 };
            if *steady >= self.debounce && self.shown.board.piece_at(square) != seen {
                self.shown.board.set(square, seen);
                is_new = true;
            }
        }
        self.last = *reading;
        let empty = self.position.board().occupied() - self.shown.board.occupied();
        self.shown.emptied |= empty;
        self.later |= empty;
        is_new
    }

    /// What the board shows, and has shown for long enough.
    fn look(&mut self) -> Option<BoardEvent> {
        let has_rested = self.rest >= self.patience;
        match at_once(&self.position, self.before.as_ref(), &self.shown) {
            Inference::Unchanged => {
                self.pending = None;
                self.awaited = false;
                self.shown.emptied = SquareSet::EMPTY;
                None
            }
            Inference::Move(mv) => {
                if self.pending != Some(mv) {
                    self.pending = Some(mv);
                    self.later = SquareSet::EMPTY;
                }
                let is_over = has_rested || self.rest >= self.debounce && !self.may_castle(mv);
                is_over.then(|| self.tell(mv, SquareSet::EMPTY))
            }
            Inference::Ambiguous => {
                (self.rest >= self.debounce).then_some(BoardEvent::Ambiguous).filter(|_| self.news())
            }
            Inference::InProgress { .. } => {
                // Or is it the answer to a move that was hardly seen?
                let mv = self.pending.filter(|&mv| has_rested && matches!(self.after(mv), Inference::Move(_)))?;
                Some(self.tell(mv, self.later))
            }
            Inference::Takeback if has_rested && !self.awaited => self.take_back(),
            Inference::Start if has_rested && !self.awaited => {
                self.begin(Position::startpos(), None);
                Some(BoardEvent::Start)
            }
            Inference::Impossible { squares } => self.explain(squares, has_rested),
            _ => None,
        }
    }

    /// What else it may be, if no one move explains the board.
    fn explain(&mut self, squares: SquareSet, has_rested: bool) -> Option<BoardEvent> {
        // The other side has begun to answer.
        if let Some(mv) = self.pending
            && !matches!(self.after(mv), Inference::Impossible { .. } | Inference::Start)
        {
            return Some(self.tell(mv, self.later));
        }
        if !has_rested || self.told {
            return None;
        }
        let two = {
            let mut pairs = first_of_two(&self.position, &self.shown);
            (pairs.next(), pairs.next())
        };
        if let (Some((mv, _)), None) = two {
            return Some(self.tell(mv, self.shown.emptied));
        }
        // Another move instead of the last one.
        if let Some(before) = self.before
            && matches!(at_once(&before, None, &self.shown), Inference::Move(_))
        {
            return self.take_back();
        }
        self.news().then_some(BoardEvent::Impossible { squares })
    }

    /// What the board shows after a move.
    fn after(&self, mv: Move) -> Inference {
        at_once(&self.position.after_unchecked(mv), None, &self.shown.emptied(self.later))
    }

    /// Whether the board, which shows a move, may show half of castling as well.
    fn may_castle(&self, mv: Move) -> bool {
        let differing = self.shown.differences::<R>(self.position.board());
        self.position.legal_moves_from(self.position.king(self.position.turn())).into_iter().any(|castle| {
            castle.kind() == MoveKind::Castle
                && castle != mv
                && is_in_progress(&self.position, castle, &self.shown, differing)
        })
    }

    /// Whether this has yet to be told.
    fn news(&mut self) -> bool {
        !core::mem::replace(&mut self.told, true)
    }

    fn tell(&mut self, mv: Move, emptied: SquareSet) -> BoardEvent {
        self.advance(mv, emptied);
        BoardEvent::Move(mv)
    }

    fn advance(&mut self, mv: Move, emptied: SquareSet) {
        let before = self.position;
        self.begin(before.after_unchecked(mv), Some(before));
        self.shown.emptied |= emptied;
    }

    fn take_back(&mut self) -> Option<BoardEvent> {
        self.begin(self.before?, None);
        Some(BoardEvent::Takeback)
    }

    /// Goes on from another position.
    fn begin(&mut self, position: Position<R>, before: Option<Position<R>>) {
        self.position = position;
        self.before = before;
        self.pending = None;
        self.told = false;
        self.awaited = false;
        self.rest = 0;
        self.shown.emptied = self.position.board().occupied() - self.shown.board.occupied();
        self.later = self.shown.emptied;
    }
}

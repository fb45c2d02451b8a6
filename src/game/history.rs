//! [`History`]: a game in progress on a machine without an allocator.

use core::mem;

use arrayvec::ArrayVec;

use super::players::{GameError, lost, may_mate, still_on};
use super::span::{Current, InGame, LONGEST_SPAN, MadeMove, Span, SpanEntry};
use crate::geometry::Square;
use crate::movegen::IllegalMove;
use crate::moves::{Move, MoveKind};
use crate::piece::Color;
use crate::position::{Position, Undo, start_counting, stop_counting};
use crate::rules::{ChessRules, Claim, CountError, DrawReason, MakrukRules, Outcome, Rules, WinReason};

/// A position with its reversible moves, at most 150, and a fingerprint of each earlier position. It counts repetitions in less
/// than two kilobytes and without an allocator. A static can hold it from the start, so that a small stack need not build it:
///
/// ```
/// use chess0x88::{Chess, History};
/// static START: History = History::new(Chess::startpos());
/// assert_eq!(START.outcome(), None);
/// ```
///
/// In chess nothing is lost by the limit: after 150 moves without a capture or pawn move the game is over. If such a game goes on,
/// or in Makruk, which has no such limit, a position that last occurred more than 150 plies ago counts as new.
///
/// # Taking back
///
/// [`take_back`](History::take_back) takes back moves of [`play`](History::play), up to the last 150. No undo records are stored:
/// the moves are played again from an earlier position. After 150 moves a Cortex-M0 needs 27,000 instructions, 2 ms; after a
/// capture or pawn move repetitions are counted again, with up to 2.6 million instructions.
///
/// # Looking ahead
///
/// A search makes moves here as on a [`Position`], with [`make`](History::make) and [`unmake`](History::unmake). Each move updates
/// the exact number of [`repetitions`](History::repetitions) and the [`key`](History::key) for a table, so reading them costs
/// nothing. Making a move costs about twice as much as on a position: fingerprints exclude nearly every earlier position, and a
/// walk back over the moves confirms the rest.
///
/// ```
/// use chess0x88::{Chess, ChessRules, History};
///
/// /// Counts the nodes of a tree that is cut at repeated positions.
/// fn nodes(history: &mut History<ChessRules>, depth: u32) -> u64 {
///     if depth == 0 || history.repetitions() > 1 {
///         return 1;
///     }
///     let mut sum = 1;
///     for mv in history.position().legal_moves() {
///         let undo = history.make(mv);
///         sum += nodes(history, depth - 1);
///         history.unmake(undo);
///     }
///     sum
/// }
///
/// let mut history = History::new("7k/8/8/8/8/8/8/K7 w - - 0 1".parse::<Chess>()?);
/// for uci in ["a1b1", "h8g8", "b1a1"] {
///     history.play(history.position().parse_uci(uci)?)?;
/// }
/// // Of Black's five moves one leads back to the start. After the others White has three.
/// assert_eq!(nodes(&mut history, 2), 1 + 5 + 4 * 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Examples
///
/// ```
/// use chess0x88::game::Claim;
/// use chess0x88::{Chess, History};
/// let mut history = History::new(Chess::startpos());
/// for uci in ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"] {
///     history.play(history.position().parse_uci(uci)?)?;
/// }
/// // The start is about to stand on the board for the third time.
/// let back = history.position().parse_uci("f6g8")?;
/// assert!(!history.occurred(Claim::ThreefoldRepetition));
/// assert!(history.claimable_with(Claim::ThreefoldRepetition, back));
/// history.play(back)?;
/// assert!(history.occurred(Claim::ThreefoldRepetition));
/// assert_eq!(history.outcome(), None); // no player has claimed
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct History<R: Rules = ChessRules> {
    current: Current<R>,
    /// The length of the reversible span, in moves. Entries behind it may belong to an earlier span.
    len: usize,
    moves: ArrayVec<Move, LONGEST_SPAN>,
    /// For each move the entry of the position before it.
    entries: ArrayVec<SpanEntry, LONGEST_SPAN>,
    played: PlayedMoves<R>,
    /// `true` if moves were made after the last played move. Such moves cannot be taken back.
    beyond: bool,
    /// The end by the players in the current played position.
    declared: Option<Outcome>,
}

/// The last played moves, and the position before them.
#[derive(Clone, Debug)]
struct PlayedMoves<R: Rules> {
    start: Position<R>,
    moves: ArrayVec<Move, LONGEST_SPAN>,
}

impl<R: Rules> PlayedMoves<R> {
    /// Appends a move, and drops the oldest if there is no room.
    fn push(&mut self, mv: Move) {
        if self.moves.is_full()
            && let Some(&oldest) = self.moves.first()
        {
            self.start.play_unchecked(oldest);
            drop_first(&mut self.moves);
            self.moves.pop();
        }
        let _ = self.moves.try_push(mv);
    }
}

/// The filler for unused moves.
const NO_MOVE: Move = Move::of(Square::A1, Square::A2, MoveKind::Quiet);

/// The data that [`History::unmake`] needs to undo a move.
///
/// Undo moves in reverse order, on the history on which they were made. Any other use gives a wrong history (but never a panic).
#[derive(Clone, Debug)]
pub struct HistoryUndo<R: Rules = ChessRules> {
    undo: Undo<R>,
    key: u64,
    entry: SpanEntry,
    /// The length of the span before the move.
    len: usize,
    /// The entry that the move overwrote: the entry after the end of the span, or the oldest entry of a full span.
    lost: (Move, SpanEntry),
    /// `true` if moves had been made after the last played move.
    beyond: bool,
}

impl<R: Rules> History<R> {
    /// Starts a history with this position. In the middle of a game the clock is known, but earlier positions are not.
    #[must_use]
    pub const fn new(position: Position<R>) -> History<R> {
        // Built in place: each part by itself would be built elsewhere and copied.
        History {
            current: Current::new(position),
            len: 0,
            moves: ArrayVec::new_const(),
            entries: ArrayVec::new_const(),
            played: PlayedMoves { start: position, moves: ArrayVec::new_const() },
            beyond: false,
            declared: None,
        }
    }

    /// Restarts with another position, in place. [`new`](History::new) would build a second history beside this one.
    ///
    /// ```
    /// use chess0x88::{Chess, History};
    /// let mut history = History::new(Chess::startpos());
    /// history.play(history.position().parse_uci("e2e4")?)?;
    /// history.restart(Chess::startpos());
    /// assert_eq!((history.repetitions(), history.take_back()), (1, None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn restart(&mut self, position: Position<R>) {
        self.rewind(position);
        self.forget_played();
    }

    /// Sets a position without earlier positions.
    fn rewind(&mut self, position: Position<R>) {
        self.current = Current::new(position);
        self.len = 0;
    }

    /// The current position.
    #[must_use]
    #[inline]
    pub const fn position(&self) -> &Position<R> {
        &self.current.position
    }

    /// The [key](Position::key) of the current position. It is kept up to date, so reading it costs nothing.
    #[must_use]
    #[inline]
    pub fn key(&self) -> u64 {
        self.current.key()
    }

    /// Plays a legal move, even after the end of the game, as in a `Game` that is not strict: read the
    /// [`outcome`](History::outcome) first. An end by the players is forgotten.
    ///
    /// # Errors
    /// The reason why the move is illegal. The history is then unchanged.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.position().check_legal(mv)?;
        if self.beyond {
            self.forget_played();
        }
        self.played.push(mv);
        self.make_played(mv);
        self.declared = None;
        Ok(())
    }

    /// Takes back the last [played](History::play) move and returns it. An end by the players is taken back too. Returns `None` at
    /// the start, after 150 moves have been taken back, and between [`make`](History::make) and `unmake`; the history is then
    /// unchanged.
    ///
    /// Repetitions are counted as before the move, within the last 150 moves of the game. In Makruk no move before the start or
    /// stop of a chosen count is taken back.
    ///
    /// ```
    /// use chess0x88::{Chess, History};
    /// let mut history = History::new(Chess::startpos());
    /// for uci in ["g1f3", "g8f6", "f3g1", "f6g8"] {
    ///     history.play(history.position().parse_uci(uci)?)?;
    /// }
    /// assert_eq!(history.repetitions(), 2);
    /// assert_eq!(history.take_back().unwrap().to_string(), "f6g8");
    /// assert_eq!(history.repetitions(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias("pop", "undo", "take back"))]
    pub fn take_back(&mut self) -> Option<Move> {
        if self.beyond {
            return None;
        }
        self.declared = None;
        let last = self.played.moves.pop()?;
        if let Some(len) = self.len.checked_sub(1)
            && let Some(&SpanEntry { repetitions, .. }) = self.entries.get(len)
        {
            // The span is known up to the position before the move. The position itself is reached by playing.
            let mut position = self.played.start;
            self.played.moves.iter().for_each(|&mv| position.play_unchecked(mv));
            self.current = Current::repeated(position, repetitions);
            self.len = len;
            return Some(last);
        }
        self.rewind(self.played.start);
        for at in 0..self.played.moves.len() {
            let Some(&mv) = self.played.moves.get(at) else { break };
            self.make_played(mv);
        }
        Some(last)
    }

    fn make_played(&mut self, mv: Move) {
        let _final = self.make(mv);
        self.beyond = false;
    }

    /// Forgets the played moves: none can be taken back.
    fn forget_played(&mut self) {
        self.played.moves.clear();
        (self.played.start, self.beyond, self.declared) = (self.current.position, false, None);
    }

    /// Plays a move that is known to be legal, and returns the value for [`unmake`](History::unmake). An illegal move gives a wrong
    /// position, but no undefined behaviour and no panic.
    #[must_use = "without it the move cannot be taken back; `play` plays without it"]
    #[inline]
    pub fn make(&mut self, mv: Move) -> HistoryUndo<R> {
        let len = self.len;
        let MadeMove { undo, key, entry, reversible } = self.current.make(mv, past(&self.moves, &self.entries, len));
        let lost = if reversible { self.push(mv, entry) } else { (NO_MOVE, SpanEntry::NONE) };
        if !reversible {
            self.len = 0;
        }
        HistoryUndo { undo, key, entry, len, lost, beyond: mem::replace(&mut self.beyond, true) }
    }

    /// Passes the turn, which engines try and no rule allows, and returns the value for [`unmake`](History::unmake). Positions
    /// before and after a null move never count as equal.
    ///
    /// # Errors
    /// [`Reason::StaysInCheck`](crate::error::Reason::StaysInCheck) if the side to move is in check. The history is then unchanged.
    pub fn make_null(&mut self) -> Result<HistoryUndo<R>, IllegalMove> {
        let (key, entry, len) = (self.current.key(), self.current.entry(), self.len);
        let undo = self.current.position.make_null()?;
        self.rewind(self.current.position);
        let beyond = mem::replace(&mut self.beyond, true);
        Ok(HistoryUndo { undo, key, entry, len, lost: (NO_MOVE, SpanEntry::NONE), beyond })
    }

    /// Undoes the move that returned this `undo`.
    #[inline]
    pub fn unmake(&mut self, undo: HistoryUndo<R>) {
        let HistoryUndo { undo, key, entry, len, lost, beyond } = undo;
        self.beyond = beyond;
        let overwritten = match self.len {
            // The move was irreversible, and no entry was written.
            0 => None,
            LONGEST_SPAN if len == LONGEST_SPAN => {
                drop_last(&mut self.moves);
                drop_last(&mut self.entries);
                Some(0)
            }
            _ => Some(len),
        };
        if let Some(at) = overwritten
            && let (Some(mv), Some(entry)) = (self.moves.get_mut(at), self.entries.get_mut(at))
        {
            (*mv, *entry) = lost;
        }
        self.len = len;
        self.current.unmake(undo, key, entry);
    }

    /// Appends a move to the span, and returns the overwritten entry.
    #[inline]
    fn push(&mut self, mv: Move, entry: SpanEntry) -> (Move, SpanEntry) {
        let mut lost = None;
        if self.len == LONGEST_SPAN {
            lost = self.moves.first().copied().zip(self.entries.first().copied());
            drop_first(&mut self.moves);
            drop_first(&mut self.entries);
            self.len -= 1;
        }
        let mut replaced = (NO_MOVE, SpanEntry::NONE);
        if let (Some(last), Some(before)) = (self.moves.get_mut(self.len), self.entries.get_mut(self.len)) {
            replaced = (mem::replace(last, mv), mem::replace(before, entry));
        } else {
            let _ = (self.moves.try_push(mv), self.entries.try_push(entry));
        }
        self.len += 1;
        lost.unwrap_or(replaced)
    }

    /// The number of occurrences of the position, with this one (FIDE article 9.2.3): 1 for a new position. The number is exact and
    /// kept up to date, so reading it costs nothing. It saturates at 65,535.
    #[must_use]
    #[inline]
    pub const fn repetitions(&self) -> u32 {
        self.current.repetitions as u32
    }

    /// Returns the end of the game: by [`Position::outcome`], by fivefold repetition, or by the players. `None` if the game goes
    /// on.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.declared.filter(|_| !self.beyond).or_else(|| self.current.outcome(|| false))
    }

    /// Returns `true` if the drawn condition has occurred on the board: a third repetition, or fifty full moves. After checkmate
    /// and stalemate the result is `false`.
    #[must_use]
    pub fn occurred(&self, claim: Claim) -> bool {
        self.in_game().occurred(claim)
    }

    /// Returns `true` if the side to move may claim the draw: the condition has occurred, or a legal move would make it occur.
    #[must_use]
    pub fn claimable(&self, claim: Claim) -> bool {
        self.outcome().is_none() && self.in_game().claimable(claim)
    }

    /// Returns `true` if the side to move may claim the draw by announcing this move, which would make the condition occur. The
    /// result is `false` for an illegal move and after the end of the game.
    #[must_use]
    pub fn claimable_with(&self, claim: Claim, mv: Move) -> bool {
        self.outcome().is_none() && self.in_game().claimable_with(claim, mv)
    }

    /// Claims a draw for the side to move: one that has occurred on the board, or one that occurs with an announced move. The move is
    /// not played.
    ///
    /// ```
    /// use chess0x88::game::{Claim, GameError};
    /// use chess0x88::{Chess, History};
    /// let mut history = History::new("4k3/8/8/8/8/8/8/R3K3 w - - 99 80".parse::<Chess>()?);
    /// let refused = history.claim(Claim::FiftyMoves, None);
    /// assert_eq!(
    ///     refused,
    ///     Err(GameError::NotClaimable { claim: Claim::FiftyMoves, found: 99, needed: 100 })
    /// );
    /// let mv = history.position().parse_uci("a1a2")?;
    /// assert_eq!(history.claim(Claim::FiftyMoves, mv)?.as_str(), "draw by fifty moves");
    /// assert!(history.outcome().is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`GameError::NotClaimable`] if the condition has not occurred or does not occur with the move, [`GameError::Illegal`] if the
    /// move is illegal, [`GameError::Over`] if the game is over.
    pub fn claim(&mut self, claim: Claim, announced: impl Into<Option<Move>>) -> Result<Outcome, GameError> {
        self.declare(self.in_game().claim(claim, announced.into()))
    }

    /// Ends the game by an agreed draw.
    ///
    /// # Errors
    /// [`GameError::Over`] if the game is over.
    pub fn draw_by_agreement(&mut self) -> Result<Outcome, GameError> {
        self.declare(Ok(Outcome::Draw(DrawReason::Agreement)))
    }

    /// Ends the game by the loss of a side, whichever side is to move: by resignation, flag fall or an arbiter's decision. The
    /// other side wins. A flag fall or resignation is a draw if the other side's pieces cannot mate, now or after any move (FIDE
    /// articles 5.1.2, 6.9). [`lose_with`](History::lose_with) takes a longer look.
    ///
    /// ```
    /// use chess0x88::game::WinReason;
    /// use chess0x88::{Chess, Color, History};
    /// let mut history = History::new("4k3/8/8/8/8/8/4q3/K6N b - - 0 1".parse::<Chess>()?);
    /// let outcome = history.lose(Color::Black, WinReason::FlagFall)?;
    /// assert_eq!(outcome.as_str(), "draw by flag fall against insufficient material");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`GameError::Over`] if the game is over, [`GameError::NotSo`] for checkmate, which no player decides.
    #[doc(alias("resign", "flag_fall", "timeout"))]
    pub fn lose(&mut self, color: Color, by: WinReason) -> Result<Outcome, GameError> {
        self.lose_with(color, by, may_mate)
    }

    /// Ends the game as [`lose`](History::lose) does, and asks the caller if the other side can mate: after a flag fall or a
    /// resignation, unless the pieces alone exclude a mate. The package chess0x88-mate finds the answer of the Laws.
    ///
    /// ```
    /// use chess0x88::game::WinReason;
    /// use chess0x88::{Chess, Color, History};
    /// let mut history = History::new("3k4/8/8/p2p2p1/P2P2P1/8/3K4/8 w - - 0 1".parse::<Chess>()?);
    /// // All is locked, so Black can never mate.
    /// let outcome = history.lose_with(Color::White, WinReason::FlagFall, |_, _| false)?;
    /// assert_eq!(outcome.as_str(), "draw by flag fall against insufficient material");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`lose`](History::lose).
    pub fn lose_with(
        &mut self,
        color: Color,
        by: WinReason,
        can_mate: impl FnOnce(&Position<R>, Color) -> bool,
    ) -> Result<Outcome, GameError> {
        self.declare(lost(self.position(), color, by, can_mate))
    }

    /// Ends the game if it goes on.
    fn declare(&mut self, end: Result<Outcome, GameError>) -> Result<Outcome, GameError> {
        still_on(self.outcome())?;
        self.declared = Some(end?);
        end
    }

    fn in_game(&self) -> InGame<'_, R, Span<'_>> {
        InGame { current: &self.current, past: past(&self.moves, &self.entries, self.len) }
    }
}

/// Moves all but the first element one place down. (`copy_within` would add 700 bytes of `memmove` to a small device.)
fn drop_first<T>(items: &mut [T]) {
    for at in 1..items.len() {
        items.swap(at - 1, at);
    }
}

/// Moves all but the last element one place up.
fn drop_last<T>(items: &mut [T]) {
    for at in (1..items.len()).rev() {
        items.swap(at - 1, at);
    }
}

/// The reversible span of this length.
#[inline]
fn past<'a>(moves: &'a [Move], entries: &'a [SpanEntry], len: usize) -> Span<'a> {
    Span { moves: moves.get(..len).unwrap_or_default(), entries: entries.get(..len).unwrap_or_default() }
}

impl History<MakrukRules> {
    /// Starts a count of board's honour for the side to move: [`makruk::start_counting`](crate::makruk::start_counting).
    ///
    /// # Errors
    /// The reason why this side cannot start a count.
    pub fn start_counting(&mut self, side: Color) -> Result<(), CountError> {
        start_counting(&mut self.current.position, side)?;
        self.forget_played();
        Ok(())
    }

    /// Stops the count of the counting side: [`makruk::stop_counting`](crate::makruk::stop_counting).
    ///
    /// # Errors
    /// The reason why this side cannot stop a count.
    pub fn stop_counting(&mut self, side: Color) -> Result<(), CountError> {
        stop_counting(&mut self.current.position, side)?;
        self.forget_played();
        Ok(())
    }
}

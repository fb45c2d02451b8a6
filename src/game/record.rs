//! [`Game`]: a whole game, from the start position to the outcome.

mod census;

use alloc::vec::Vec;
use core::iter::FusedIterator;

use census::Census;

use super::judge::Judge;
use super::players::{GameError, lost, still_on};
use super::span::{Current, InGame, LONGEST_SPAN, MadeMove, Past, Span, SpanEntry};
use crate::moves::Move;
use crate::piece::Color;
use crate::position::{Position, count, start_counting, stop_counting};
use crate::rules::{
    ChessRules, Claim, CountError, DrawReason, MakrukRules, NoWinReason, Outcome, Parts, Rules, WinReason,
};

/// A game: the start position, the moves, the current position, and the end.
///
/// ```
/// use chess0x88::game::WinReason;
/// use chess0x88::{Chess, Color, Game, Outcome};
/// let mut game = Game::new(Chess::startpos());
/// for uci in ["f2f3", "e7e5", "g2g4", "d8h4"] {
///     game.play(game.position().parse_uci(uci)?)?;
/// }
/// assert_eq!(
///     game.outcome(),
///     Some(Outcome::Win { winner: Color::Black, by: WinReason::Checkmate })
/// );
/// assert_eq!(game.take_back().unwrap().to_string(), "d8h4");
/// assert_eq!(game.outcome(), None);
/// assert_eq!(game.redo().unwrap().to_string(), "d8h4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game<R: Rules = ChessRules> {
    start: Position<R>,
    current: Current<R>,
    /// The played moves, followed by the moves that were taken back and not yet replaced.
    moves: Vec<Move>,
    /// For each played move the entry of the position before it.
    entries: Vec<SpanEntry>,
    /// The number of moves up to each move that began a reversible span, in order.
    spans: Vec<u32>,
    /// The position before every [`APART`]th move, except the first. Taking back plays the moves from such a position again.
    kept: Vec<Position<R>>,
    /// All positions of the game, stored after a reversible span became longer than [`LONGEST_SPAN`].
    census: Option<Census>,
    /// The players' starts and stops of counting, in order.
    counting: Vec<CountingEvent>,
    /// The end by the players.
    declared: Option<Declaration>,
    /// The judge that decides if a side can mate.
    judge: Judge<R>,
    /// `true` if no move is played after the end of the game.
    strict: bool,
}

/// A Makruk player starts or stops the count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CountingEvent {
    /// The number of moves played before.
    pub(crate) ply: usize,
    pub(crate) starts: bool,
}

/// An end by the players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Declaration {
    outcome: Outcome,
    announced: Option<Move>,
}

/// The distance of two stored positions in moves. At most this many moves are played again, and stored positions take five bytes
/// per ply.
const APART: usize = 32;

/// The origin of an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DecidedBy {
    /// The rules alone, from the positions of the game.
    Rules,
    /// The claim of a player.
    Claim(Claim),
    /// An agreement of the players.
    Agreement,
    /// A side gives up or runs out of time: a draw if the other side cannot mate, else a win.
    Loser,
    /// An arbiter, a server, or an unknown source. The record is believed.
    Others,
}

impl Outcome {
    const fn decided_by(self) -> DecidedBy {
        match self {
            Outcome::Win { by: WinReason::Checkmate, .. } => DecidedBy::Rules,
            Outcome::Win { by, .. } if by.or_draw().is_some() => DecidedBy::Loser,
            Outcome::Win { .. } | Outcome::NoWin { .. } => DecidedBy::Others,
            Outcome::Draw(by) => by.decided_by(),
        }
    }

    /// Returns `true` if the reason is unknown.
    const fn is_unexplained(self) -> bool {
        matches!(
            self,
            Outcome::Win { by: WinReason::Unknown, .. }
                | Outcome::Draw(DrawReason::Unknown)
                | Outcome::NoWin { by: NoWinReason::Unknown, .. }
        )
    }
}

impl DrawReason {
    const fn decided_by(self) -> DecidedBy {
        match self {
            DrawReason::Stalemate
            | DrawReason::InsufficientMaterial
            | DrawReason::DeadPosition
            | DrawReason::FivefoldRepetition
            | DrawReason::SeventyFiveMoves
            | DrawReason::BoardHonour
            | DrawReason::PiecesHonour
            | DrawReason::MateWhileCounting => DecidedBy::Rules,
            DrawReason::ThreefoldRepetition => DecidedBy::Claim(Claim::ThreefoldRepetition),
            DrawReason::FiftyMoves => DecidedBy::Claim(Claim::FiftyMoves),
            DrawReason::Agreement => DecidedBy::Agreement,
            DrawReason::Resignation | DrawReason::FlagFall => DecidedBy::Loser,
            DrawReason::Abandonment
            | DrawReason::Forfeit
            | DrawReason::Adjudication
            | DrawReason::RulesInfraction
            | DrawReason::Unknown => DecidedBy::Others,
        }
    }
}

/// # Start a game
impl<R: Rules> Game<R> {
    /// Starts a game with this position.
    #[must_use]
    pub fn new(start: Position<R>) -> Game<R> {
        Game {
            start,
            current: Current::new(start),
            moves: Vec::new(),
            entries: Vec::new(),
            spans: Vec::new(),
            kept: Vec::new(),
            census: None,
            counting: Vec::new(),
            declared: None,
            judge: Judge::ONE_PLY,
            strict: false,
        }
    }

    /// Builds the game of these moves.
    ///
    /// The moves do not show an end by the players. [`end`](Game::end) adds it, with the outcome and the announced move:
    ///
    /// ```
    /// use chess0x88::{Chess, Color, Game};
    /// let mut game = Game::new(Chess::startpos());
    /// for uci in ["e2e4", "e7e5"] {
    ///     game.play(game.position().parse_uci(uci)?)?;
    /// }
    /// game.resign(Color::White)?;
    ///
    /// let mut again = Game::from_moves(*game.start(), game.moves().iter().copied())?;
    /// if let Some(outcome) = game.outcome() {
    ///     again.end(outcome, game.announced())?;
    /// }
    /// assert_eq!(again.outcome().unwrap().to_string(), "Black wins by resignation");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`GameError::IllegalAt`] for the first illegal move.
    pub fn from_moves(start: Position<R>, moves: impl IntoIterator<Item = Move>) -> Result<Game<R>, GameError> {
        let mut game = Game::new(start);
        for (ply, mv) in moves.into_iter().enumerate() {
            game.position().check_legal(mv).map_err(|error| GameError::IllegalAt { ply, error })?;
            game.moves.push(mv);
            game.make(mv);
        }
        Ok(game)
    }
}

/// A game of chess from the start position. Only chess has a default, so that `Game::default()` needs no type annotation. For
/// Makruk write `Game::new(Makruk::startpos())`.
impl Default for Game {
    fn default() -> Game {
        Game::new(Position::startpos())
    }
}

/// # The record
impl<R: Rules> Game<R> {
    /// The start position of the game.
    #[doc(alias("root"))]
    #[must_use]
    pub const fn start(&self) -> &Position<R> {
        &self.start
    }

    /// The current position.
    #[must_use]
    pub const fn position(&self) -> &Position<R> {
        &self.current.position
    }

    /// The moves from the start to the current position.
    #[doc(alias("move_stack", "history"))]
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        self.moves.get(..self.entries.len()).unwrap_or_default()
    }

    /// Returns the position after this number of moves; `None` if fewer were played. At most 32 moves are played again, however
    /// long the game is.
    ///
    /// ```
    /// use chess0x88::{Chess, Game};
    /// let start = Chess::startpos();
    /// let game = Game::from_moves(start, [start.parse_uci("e2e4")?])?;
    /// assert_eq!(game.position_at(0), Some(start));
    /// assert_eq!(game.position_at(1), Some(*game.position()));
    /// assert_eq!(game.position_at(2), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn position_at(&self, ply: usize) -> Option<Position<R>> {
        if ply == self.entries.len() {
            return Some(*self.position());
        }
        self.entries.get(ply)?;
        let (kept, again) = (ply / APART, ply % APART);
        let first = kept.checked_sub(1).and_then(|at| self.kept.get(at).copied());
        let first = first.unwrap_or_else(|| self.with_count(self.start, 0));
        Positions { next: Some(first), game: self, ply: kept * APART }.nth(again)
    }

    /// Adds the players' counting at this ply to a position of the game.
    fn with_count(&self, mut position: Position<R>, ply: usize) -> Position<R> {
        let first = self.counting.partition_point(|event| event.ply < ply);
        for event in self.counting.iter().skip(first).take_while(|event| event.ply == ply) {
            // The operation succeeded in the game, so it succeeds again.
            let _ = try_count(&mut position, event.starts);
        }
        position
    }

    /// Iterates over the positions of the game, from the start to the current one: one more than moves.
    ///
    /// ```
    /// use chess0x88::{Chess, Game};
    /// let start = Chess::startpos();
    /// let game = Game::from_moves(start, [start.parse_uci("e2e4")?])?;
    /// assert!(game.positions().eq([start, *game.position()]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn positions(&self) -> Positions<'_, R> {
        Positions { next: self.position_at(0), game: self, ply: 0 }
    }
}

/// # Play
impl<R: Rules> Game<R> {
    /// Plays a legal move. Moves that were taken back are forgotten.
    ///
    /// Draws that need no claim (dead position, seventy-five moves, fivefold repetition) do not stop the game, since records of
    /// games that went on exist. To end a game there, read the [`outcome`](Game::outcome) after each move, or make the game
    /// [strict](Game::set_strict).
    ///
    /// # Errors
    /// [`GameError::Illegal`] with the reason if the move is illegal, [`GameError::Over`] if the players have ended the game. The
    /// game is then unchanged.
    #[doc(alias("push", "make_move"))]
    pub fn play(&mut self, mv: Move) -> Result<(), GameError> {
        self.takes_moves()?;
        self.position().check_legal(mv)?;
        self.play_legal(mv);
        Ok(())
    }

    /// Plays a move that is known to be legal, in a game that [takes moves](Game::takes_moves).
    pub(crate) fn play_legal(&mut self, mv: Move) {
        self.moves.truncate(self.entries.len());
        self.moves.push(mv);
        self.make(mv);
    }

    /// Takes back the last move and returns it; `None` at the start. An end by the players is taken back too.
    #[doc(alias("pop", "undo", "take back"))]
    pub fn take_back(&mut self) -> Option<Move> {
        self.declared = None;
        let ply = self.entries.len().checked_sub(1)?;
        let position = self.position_at(ply)?;
        let SpanEntry { repetitions, .. } = self.entries.pop()?;
        while self.counting.pop_if(|event| event.ply > ply).is_some() {}
        while self.spans.pop_if(|first| *first as usize > ply).is_some() {}
        self.kept.truncate(ply.saturating_sub(1) / APART);
        if let Some(census) = &mut self.census {
            census.remove(&self.current.position);
        }
        self.current = Current::repeated(position, repetitions);
        self.moves.get(ply).copied()
    }

    /// Plays the last taken-back move again and returns it; `None` if there is none, if the players have ended the game, or if the
    /// game is [strict](Game::set_strict) and over.
    pub fn redo(&mut self) -> Option<Move> {
        self.takes_moves().ok()?;
        let mv = self.moves.get(self.entries.len()).copied()?;
        self.make(mv);
        Some(mv)
    }

    fn make(&mut self, mv: Move) {
        if self.entries.len() == (self.kept.len() + 1) * APART {
            // A vector reserves four entries at first, which few games need.
            self.kept.reserve_exact(1 + self.kept.len() / 2);
            self.kept.push(self.current.position);
        }
        let past = past(self.census.as_ref(), &self.moves, &self.entries, self.span());
        let MadeMove { entry, reversible, .. } = self.current.make(mv, past);
        self.entries.push(entry);
        if !reversible {
            self.spans.push(self.entries.len() as u32);
        }
        if let Some(census) = &mut self.census {
            census.add(&self.current.position);
        } else if self.span() > LONGEST_SPAN {
            let mut census = Census::default();
            self.positions().for_each(|position| census.add(&position));
            self.census = Some(census);
        }
    }
}

/// # Judge and claim
impl<R: Rules> Game<R> {
    /// The number of occurrences of the position, with this one (FIDE article 9.2.3): 1 for a new position. The number is exact for
    /// the whole game and kept up to date, so reading it costs nothing. It saturates at 65,535.
    #[doc(alias("is_fivefold_repetition"))]
    #[must_use]
    pub const fn repetitions(&self) -> u32 {
        self.current.repetitions as u32
    }

    /// Returns the end of the game: by [`Position::outcome`], by fivefold repetition, or by the players. `None` if the game goes
    /// on.
    #[doc(alias("is_game_over", "is_over", "game_over", "is_draw", "result", "status"))]
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let declared = self.declared.map(|declared| declared.outcome);
        declared.or_else(|| self.current.outcome(|| self.judge.ends(self.position())))
    }

    /// The move announced with the claim that ended the game ([`Game::claim`]). It is on the score sheet, but was not made
    /// (FIDE articles 9.2.1, 9.3.1). Neither [`moves`](Game::moves) nor [`outcome`](Game::outcome) contains it.
    ///
    /// ```
    /// use chess0x88::game::Claim;
    /// use chess0x88::{Chess, Game};
    /// let mut game = Game::new("4k3/8/8/8/8/8/8/R3K3 w - - 99 80".parse::<Chess>()?);
    /// let mv = game.position().parse_uci("a1a2")?;
    /// game.claim(Claim::FiftyMoves, mv)?;
    /// assert_eq!((game.announced(), game.moves().len()), (Some(mv), 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn announced(&self) -> Option<Move> {
        self.declared?.announced
    }

    /// Returns `true` if the drawn condition has occurred on the board: a third repetition, or fifty full moves. After checkmate
    /// and stalemate the result is `false`.
    #[doc(alias("is_repetition", "is_threefold_repetition", "is_draw_by_fifty_moves", "is_fifty_moves"))]
    #[must_use]
    pub fn occurred(&self, claim: Claim) -> bool {
        self.in_game().occurred(claim)
    }

    /// Returns `true` if the side to move may claim the draw: the condition has occurred, or a legal move would make it occur.
    #[doc(alias("can_claim_draw", "can_claim_threefold_repetition", "can_claim_fifty_moves", "can_declare_draw"))]
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
    /// stored as [`announced`](Game::announced), but not made. So it may even mate or stalemate: the claim comes first (FIDE
    /// articles 9.2.1, 9.3.1).
    ///
    /// ```
    /// use chess0x88::game::Claim;
    /// use chess0x88::{Chess, Game};
    /// let mut game = Game::new("4k3/8/8/8/8/8/8/R3K3 w - - 99 80".parse::<Chess>()?);
    /// let error = game.claim(Claim::FiftyMoves, None).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "no draw by fifty moves: 99 plies without capture or pawn move, 100 needed"
    /// );
    /// let mv = game.position().parse_uci("a1a2")?;
    /// assert_eq!(game.claim(Claim::FiftyMoves, mv)?.to_string(), "draw by fifty moves");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`GameError::NotClaimable`] if the condition has not occurred or does not occur with the move, [`GameError::Illegal`] if the
    /// move is illegal, [`GameError::Over`] if the game is over.
    #[doc(alias("declare_draw"))]
    pub fn claim(&mut self, claim: Claim, announced: impl Into<Option<Move>>) -> Result<Outcome, GameError> {
        let announced = announced.into();
        self.declare(announced, |game| game.in_game().claim(claim, announced))
    }
}

/// # End the game
impl<R: Rules> Game<R> {
    /// Ends the game by an agreed draw.
    ///
    /// # Errors
    /// [`GameError::Over`] if the game is over.
    #[doc(alias("agree_draw"))]
    pub fn draw_by_agreement(&mut self) -> Result<Outcome, GameError> {
        self.declare(None, |_| Ok(Outcome::Draw(DrawReason::Agreement)))
    }

    /// Ends the game by the loss of a side, whichever side is to move. After a resignation or flag fall the other side wins, unless
    /// it cannot mate: then the game is drawn (FIDE articles 5.1.2, 6.9). The [judge](Game::with_judge) decides this. For any other
    /// reason, such as a server's rule about players who leave, the other side wins.
    ///
    /// ```
    /// use chess0x88::game::WinReason;
    /// use chess0x88::{Chess, Color, Game};
    /// let mut game = Game::new("4k3/8/8/8/8/8/4q3/K6N b - - 0 1".parse::<Chess>()?);
    /// let outcome = game.lose(Color::Black, WinReason::FlagFall)?;
    /// assert_eq!(outcome.to_string(), "draw by flag fall against insufficient material");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`GameError::Over`] if the game is over, [`GameError::NotSo`] for checkmate, which no player decides.
    pub fn lose(&mut self, color: Color, by: WinReason) -> Result<Outcome, GameError> {
        self.declare(None, |game| {
            let can_mate = |position: &_, winner| game.judge.can_mate(position, winner) != Some(false);
            lost(game.position(), color, by, can_mate)
        })
    }

    /// Ends the game by the resignation of a side, whichever side is to move: [`lose`](Game::lose) with this reason.
    ///
    /// ```
    /// use chess0x88::{Chess, Color, Game};
    /// let mut game = Game::new("4k3/8/8/8/8/8/4q3/K6N b - - 0 1".parse::<Chess>()?);
    /// assert_eq!(
    ///     game.resign(Color::Black)?.to_string(),
    ///     "draw by resignation against insufficient material"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`GameError::Over`] if the game is over.
    pub fn resign(&mut self, color: Color) -> Result<Outcome, GameError> {
        self.lose(color, WinReason::Resignation)
    }

    /// Ends the game because a side ran out of time, whichever side is to move: [`lose`](Game::lose) with this reason.
    ///
    /// ```
    /// use chess0x88::{Chess, Color, Game};
    /// // White must take the rook, and then neither side can mate.
    /// let mut game = Game::new("r7/K1k5/8/8/8/8/8/8 w - - 0 1".parse::<Chess>()?);
    /// assert_eq!(
    ///     game.flag_fall(Color::White)?.to_string(),
    ///     "draw by flag fall against insufficient material"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`GameError::Over`] if the game is over.
    #[doc(alias("timeout"))]
    pub fn flag_fall(&mut self, color: Color) -> Result<Outcome, GameError> {
        self.lose(color, WinReason::FlagFall)
    }

    /// Ends the game as recorded. The arguments are values of [`outcome`](Game::outcome) and [`announced`](Game::announced). If the
    /// rules have already ended the game, the outcomes are compared.
    ///
    /// A decision of an arbiter or a server, and a result without a known reason, is believed as long as a move can be played: also
    /// after a draw without a claim, since games that went on exist. If the rules have ended the game with the same score, a record
    /// without a reason changes nothing.
    ///
    /// A recorded draw by flag fall, resignation or dead position may come from a better judge. So it is refused only if the game
    /// has a judge that finds a mate, such as that of the package chess0x88-mate.
    ///
    /// ```
    /// use chess0x88::game::DrawReason;
    /// use chess0x88::{Chess, Game, Outcome};
    /// let mut game = Game::new(Chess::startpos());
    /// let claimed = Outcome::Draw(DrawReason::ThreefoldRepetition);
    /// assert_eq!(
    ///     game.end(claimed, None).unwrap_err().to_string(),
    ///     "no draw by threefold repetition: 1 occurrence of the position, 3 needed",
    /// );
    /// game.end(Outcome::Draw(DrawReason::Agreement), None)?;
    /// assert_eq!(game.outcome(), Some(Outcome::Draw(DrawReason::Agreement)));
    /// # Ok::<(), chess0x88::game::GameError>(())
    /// ```
    ///
    /// # Errors
    /// [`GameError::NotSo`] if the rules or the judge of this game show that the game cannot have ended so, or if a move was
    /// announced without a claim; the errors of [`claim`](Game::claim). The game is then unchanged.
    pub fn end(&mut self, outcome: Outcome, announced: Option<Move>) -> Result<(), GameError> {
        let told = self.outcome();
        let adds_nothing =
            |told: Outcome| told == outcome || outcome.is_unexplained() && told.result() == outcome.result();
        if self.declared.is_none() && announced.is_none() && told.is_some_and(adds_nothing) {
            return Ok(());
        }
        match (outcome.decided_by(), announced) {
            (DecidedBy::Claim(claim), announced) => return self.claim(claim, announced).map(drop),
            (DecidedBy::Others, None) if self.declared.is_none() && self.position().has_legal_move() => {}
            (_, announced) => {
                self.still_on()?;
                if announced.is_some() || !self.may_have_ended(outcome) {
                    return Err(GameError::NotSo(outcome));
                }
            }
        }
        self.declared = Some(Declaration { outcome, announced: None });
        Ok(())
    }

    /// Returns `true` if players or officials may have ended a game that the rules have not ended. The record is believed, unless the
    /// pieces exclude the recorded win or this judge knows a mate: a better judge may have decided if a side can mate.
    fn may_have_ended(&self, outcome: Outcome) -> bool {
        let may_lack_mate = |color| self.judge.can_mate(self.position(), color) != Some(true);
        match (outcome.decided_by(), outcome.winner()) {
            (DecidedBy::Others | DecidedBy::Agreement, _) => true,
            (DecidedBy::Loser, Some(winner)) => !self.position().has_insufficient_material(winner),
            (DecidedBy::Loser, None) => Color::ALL.into_iter().any(may_lack_mate),
            (DecidedBy::Rules, _) => {
                let is_dead = outcome == Outcome::Draw(DrawReason::DeadPosition) && R::MATERIAL_DRAWS;
                is_dead && Color::ALL.into_iter().all(may_lack_mate)
            }
            (DecidedBy::Claim(_), _) => false,
        }
    }

    /// The judge of the game, for giving it to a rebuilt game.
    #[must_use]
    pub const fn judge(&self) -> Judge<R> {
        self.judge
    }

    /// Gives the game another judge, which decides if a side can mate. [`flag_fall`](Game::flag_fall) and [`resign`](Game::resign) ask it about
    /// the side that would win. A new game has the judge [`Judge::ONE_PLY`].
    ///
    /// The judge is no part of the record: neither PGN nor serde stores it.
    ///
    /// ```
    /// use chess0x88::game::Judge;
    /// use chess0x88::{Chess, Color, Game};
    /// // White must take the rook, which the pieces alone do not show.
    /// let start: Chess = "r7/K1k5/8/8/8/8/8/8 w - - 0 1".parse()?;
    /// let mut game = Game::new(start).with_judge(Judge::MATERIAL);
    /// assert_eq!(game.flag_fall(Color::White)?.to_string(), "Black wins by flag fall");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_judge(self, judge: Judge<R>) -> Game<R> {
        Game { judge, ..self }
    }

    fn note_counting(&mut self, starts: bool) {
        self.counting.push(CountingEvent { ply: self.entries.len(), starts });
    }

    /// Requires that a move can be played: the players have not ended the game, and a strict game is not over.
    pub(crate) fn takes_moves(&self) -> Result<(), GameError> {
        match self.declared {
            Some(declared) => Err(GameError::Over(declared.outcome)),
            None if self.strict => self.still_on(),
            None => Ok(()),
        }
    }

    fn still_on(&self) -> Result<(), GameError> {
        still_on(self.outcome())
    }

    /// Ends the game by the players, if it goes on and may end so.
    fn declare(
        &mut self,
        announced: Option<Move>,
        end: impl FnOnce(&Self) -> Result<Outcome, GameError>,
    ) -> Result<Outcome, GameError> {
        self.still_on()?;
        let outcome = end(self)?;
        self.declared = Some(Declaration { outcome, announced });
        Ok(outcome)
    }

    fn in_game(&self) -> InGame<'_, R, Known<'_>> {
        InGame { current: &self.current, past: past(self.census.as_ref(), &self.moves, &self.entries, self.span()) }
    }

    /// The length of the reversible span, in moves.
    fn span(&self) -> usize {
        self.entries.len() - self.spans.last().map_or(0, |&first| first as usize)
    }
}

/// The earlier positions of the game.
#[derive(Clone, Copy)]
enum Known<'a> {
    Span(Span<'a>),
    /// All positions of the game, the current one included.
    Census(&'a Census),
}

impl Past for Known<'_> {
    fn has_repeated(self, times: u32) -> bool {
        match self {
            Known::Span(span) => span.has_repeated(times),
            Known::Census(_) => true,
        }
    }

    fn repetitions<R: Rules>(self, current: &Current<R>, mv: Move) -> u16 {
        match self {
            Known::Span(span) => span.repetitions(current, mv),
            Known::Census(census) => census.count(&current.position).saturating_add(1),
        }
    }
}

/// Returns the earlier positions of the game. `span` is the length of the reversible span.
fn past<'a>(census: Option<&'a Census>, moves: &'a [Move], entries: &'a [SpanEntry], span: usize) -> Known<'a> {
    if let Some(census) = census {
        return Known::Census(census);
    }
    let range = entries.len() - span..entries.len();
    let moves = moves.get(range.clone()).unwrap_or_default();
    Known::Span(Span { moves, entries: entries.get(range).unwrap_or_default() })
}

/// # Strictness
impl<R: Rules> Game<R> {
    /// Makes the game strict or not. A strict game plays no move after its end by any [`outcome`](Game::outcome), even by a draw
    /// that needs no claim. A new game is not strict, since games that went on after such a draw must be readable:
    /// [`play`](Game::play) then only refuses illegal moves and moves after an end by the players.
    ///
    /// The setting holds for all functions that play a move: `play`, `play_san`, `play_uci` and [`redo`](Game::redo). Moves already
    /// played stay. Like the [judge](Game::with_judge), the setting is no part of the record.
    ///
    /// ```
    /// use chess0x88::{Chess, Game};
    /// let mut game = Game::new("4k3/8/8/8/8/8/8/R3K3 w - - 149 100".parse::<Chess>()?);
    /// game.set_strict(true);
    /// game.play_san("Ra7")?;
    /// let error = game.play_san("Kd8").unwrap_err();
    /// assert_eq!(error.to_string(), "the game is over: draw by seventy-five moves");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn set_strict(&mut self, strict: bool) {
        self.strict = strict;
    }
}

/// The counting of Makruk in a record.
#[cfg(feature = "serde")]
impl<R: Rules> Game<R> {
    /// The counting events of the game, in order.
    pub(crate) fn counting_events(&self) -> &[CountingEvent] {
        &self.counting
    }

    /// Starts or stops the count at this ply.
    pub(crate) fn replay_counting(&mut self, starts: bool) -> Result<(), CountError> {
        try_count(&mut self.current.position, starts).map(|()| self.note_counting(starts))
    }
}

/// Compares the records of two games: the start with its clocks, the moves, the end by the players with the announced move, and in
/// Makruk the counting. Moves taken back, the judge and strictness are not compared.
///
/// ```
/// use chess0x88::{Chess, Game};
/// let mut game = Game::new(Chess::startpos());
/// let before = game.clone();
/// game.play_san("e4")?;
/// assert_ne!(game, before);
/// game.take_back();
/// assert_eq!(game, before);
/// # Ok::<(), chess0x88::error::PlayError>(())
/// ```
impl<R: Rules> PartialEq for Game<R> {
    fn eq(&self, other: &Game<R>) -> bool {
        // A field that is added has its place here. What is left out follows from the rest, or is no part of the game: its judge, its
        // strictness and the moves that can be played again.
        let Game {
            start,
            counting,
            declared,
            current: _,
            moves: _,
            entries: _,
            spans: _,
            kept: _,
            census: _,
            judge: _,
            strict: _,
        } = self;
        is_same_start(start, &other.start)
            && self.moves() == other.moves()
            && *declared == other.declared
            && *counting == other.counting
    }
}

impl<R: Rules> Eq for Game<R> {}

/// Returns `true` if two positions are equal with their clocks and counts.
fn is_same_start<R: Rules>(one: &Position<R>, other: &Position<R>) -> bool {
    let rest = |position: &Position<R>| {
        let Parts { count, stopped, castling: _, en_passant: _ } = R::parts(position.state());
        (position.halfmove_clock(), position.fullmove_number(), count, stopped)
    };
    one == other && one.board() == other.board() && rest(one) == rest(other)
}

/// # Count in Makruk
impl Game<MakrukRules> {
    /// Starts a count of board's honour for the side to move: [`makruk::start_counting`](crate::makruk::start_counting).
    ///
    /// Taking back the next move keeps the count. Taking back one move more also takes back the start of the count.
    ///
    /// # Errors
    /// The reason why this side cannot start a count.
    pub fn start_counting(&mut self, side: Color) -> Result<(), CountError> {
        start_counting(&mut self.current.position, side).map(|()| self.note_counting(true))
    }

    /// Stops the count of the counting side: [`makruk::stop_counting`](crate::makruk::stop_counting).
    ///
    /// # Errors
    /// The reason why this side cannot stop a count.
    pub fn stop_counting(&mut self, side: Color) -> Result<(), CountError> {
        stop_counting(&mut self.current.position, side).map(|()| self.note_counting(false))
    }
}

/// Starts or stops the count for the side that may. Only Makruk has a count.
fn try_count<R: Rules>(position: &mut Position<R>, starts: bool) -> Result<(), CountError> {
    let counting = count(position).map(|count| count.side);
    let side = counting.filter(|_| !starts).unwrap_or(position.turn());
    if starts { start_counting(position, side) } else { stop_counting(position, side) }
}

/// An iterator over the positions of a game: see [`Game::positions`].
#[derive(Clone, Debug)]
pub struct Positions<'a, R: Rules = ChessRules> {
    pub(super) game: &'a Game<R>,
    pub(super) next: Option<Position<R>>,
    /// The ply of the next position.
    pub(super) ply: usize,
}

impl<R: Rules> Iterator for Positions<'_, R> {
    type Item = Position<R>;

    fn next(&mut self) -> Option<Position<R>> {
        let position = self.next?;
        self.next = self.game.moves().get(self.ply).map(|&mv| {
            self.ply += 1;
            self.game.with_count(position.after_unchecked(mv), self.ply)
        });
        Some(position)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = if self.next.is_some() { self.game.moves().len() - self.ply + 1 } else { 0 };
        (left, Some(left))
    }
}

impl<R: Rules> ExactSizeIterator for Positions<'_, R> {}

impl<R: Rules> FusedIterator for Positions<'_, R> {}

//! Retro moves: all moves that can have led to a position, each with the position before.
//!
//! [`unmoves`] lists them, [`Unmove`] is one of them.
//!
//! ```
//! use chess0x88::{Chess, retro};
//! let position: Chess = "4k3/8/8/8/8/8/8/R3K3 b - - 0 1".parse()?;
//! assert!(retro::unmoves(&position).any(|unmove| unmove.played.to_string() == "a2a1"));
//! # Ok::<(), chess0x88::fen::FenError>(())
//! ```

// `rules::last_move` finds the moves that a board allows, since validation needs them too. This module adds the rest of the
// position before: the captured piece, and the state that the board does not show.

use core::fmt;
use core::iter::FusedIterator;

use crate::attacks::bits::{forward, pawn_attacks, rank};
use crate::geometry::{Rank, SquareSet, delta};
use crate::moves::{Move, MoveKind};
use crate::piece::{Piece, Role};
use crate::position::{Position, is_zeroing};
use crate::rules::{Count, LastMoves, Parts, Played, Rules, Setup, Violation, Violations};

/// A move that can have led to a position, with the position before: an item of [`retro::unmoves`](crate::retro::unmoves).
///
/// ```
/// use chess0x88::{Chess, retro};
/// let position: Chess = "kN6/pp6/1P1P4/1PpK4/8/8/8/8 w - c6 0 1".parse()?;
/// let unmove = retro::unmoves(&position).next().expect("a double step");
/// assert_eq!(unmove.before.san(unmove.played).as_str(), "c5");
/// assert_eq!(unmove.before.fen().as_str(), "kN6/ppp5/1P1P4/1P1K4/8/8/8/8 b - - 0 1");
/// # Ok::<(), chess0x88::fen::FenError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unmove<R: Rules> {
    /// The move.
    pub played: Move,
    /// The position before the move, with the captured piece on the board: see
    /// [`before.captured_piece(played)`](Position::captured_piece).
    pub before: Position<R>,
}

/// Lists the moves that can have led here, each with the position before: quiet moves, captures of each kind of piece, promotions,
/// en passant and castling. The list is empty if no move can have led here.
///
/// ```
/// use chess0x88::{Chess, retro};
/// // Black's king cannot have stood next to White's: it came from b8, and may have captured.
/// let position: Chess = "k7/8/K7/8/8/8/8/6B1 w - - 0 1".parse()?;
/// for unmove in retro::unmoves(&position) {
///     assert_eq!(unmove.played.to_string(), "b8a8");
///     assert_eq!(unmove.before.after(unmove.played)?, position);
/// }
/// // It captured nothing, a knight, a bishop, a rook or a queen.
/// assert_eq!(retro::unmoves(&position).count(), 5);
///
/// let impossible: Chess = "k7/P1K5/8/8/8/8/8/8 w - - 0 1".parse()?;
/// assert_eq!(retro::unmoves(&impossible).count(), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Each position before is legal, and the move is legal in it and leads to this position: the same board, turn, castling rights,
/// and *legal* captures en passant. The list is complete as far as the board shows:
///
/// - **Castling rights.** A position before has the rights that still exist and, for castling, the right that it used; the move may
///   have cost others. A king or rook with a right has not moved. As everywhere in this crate, castling is that of Chess960.
/// - **En passant.** If the move before may have been a double step that now could have been captured en passant, the position
///   before is listed twice, without and with that right. If this position has an en passant square, the double step over it is the
///   only unmove. If it has none, no double step that would allow a legal capture is listed. (A diagram does not show this: ask for
///   both.)
/// - **Clocks** exclude nothing. The half-move clock is one less, but at least 0, and 0 before a capture or pawn move. The move
///   number is one less before Black's move, but at least 1.
/// - **Makruk's counts** exclude nothing. Before the move no count ran, if this leads to the current count; otherwise the count was
///   one ply less. A marked or unmarked Met can have been a Bia. A captured Met is not marked.
///
/// A position with a [tolerated](crate::Setup::to_position_with) surplus of pieces has such positions before.
///
/// The iterator computes each item on request, without allocation. Most positions have some dozens. Only one move is undone: the
/// position before may have no unmove, and the number of captures by its pawns is not checked.
///
/// Source: FIDE Laws of Chess, article 3; Codex for Chess Composition, article 16 (castling is allowed unless it can
/// be proved otherwise, en passant only if it can be proved).
pub fn unmoves<R: Rules>(position: &Position<R>) -> Unmoves<'_, R> {
    let king = position.king(position.turn());
    let rights = R::castling(position.state());
    let moves = LastMoves::of(position.board(), R::RULES.pawns, position.turn(), rights, king);
    Unmoves {
        position,
        moves,
        tolerated: position.to_setup().violations() & Violations::TOLERABLE,
        mv: None,
        captured: &[],
        before: Setup::empty(),
        passed: SquareSet::EMPTY,
    }
}

/// An iterator over the unmoves of a position: see [`retro::unmoves`](crate::retro::unmoves).
#[derive(Clone)]
pub struct Unmoves<'a, R: Rules> {
    position: &'a Position<R>,
    moves: LastMoves<'a>,
    tolerated: Violations,
    /// The current move, and the roles that it may have captured and that are still to be tried.
    mv: Option<Move>,
    captured: &'static [Role],
    /// The last tried position, and the en passant squares that are still to be tried in it.
    before: Setup<R>,
    passed: SquareSet,
}

impl<R: Rules> Unmoves<'_, R> {
    /// The setup before a move, without an en passant square.
    fn setup_before(&self, mv: Move, captured: Option<Piece>) -> Setup<R> {
        let now = self.position;
        let by = !now.turn();
        let board = self.moves.board_before(mv, captured);
        let moved = board.piece_at(mv.from());
        let mut parts = R::parts(now.state());
        parts.en_passant = mv.is_en_passant().then(|| mv.to());
        if let Some(castling) = mv.castling() {
            parts.castling.set(by, castling.side(), Some(castling.rook));
        }
        if R::COUNTING {
            let played = Played { board: now.board(), color: by, mv, piece: moved, captured };
            parts.count = self.count_before(parts, &played);
        }
        let zeroing = is_zeroing(moved, captured);
        Setup {
            board,
            turn: by,
            state: R::from_parts(parts),
            halfmove_clock: if zeroing { 0 } else { now.halfmove_clock().saturating_sub(1) },
            fullmove_number: now.fullmove_number().saturating_sub(by as u32).max(1),
        }
    }

    /// The count before a move: none if the move then starts the current count, else the current count minus one ply.
    fn count_before(&self, parts: Parts, played: &Played<'_>) -> Option<Count> {
        let now = R::count(self.position.state());
        let mut state = R::from_parts(Parts { count: None, ..parts });
        R::after_move(&mut state, played);
        if R::count(&state) == now {
            None
        } else {
            now.map(|count| Count { plies: count.plies.saturating_sub(1), ..count })
        }
    }

    /// The position before, if it is legal and the move leads here.
    fn unmove(&self, played: Move) -> Option<Unmove<R>> {
        let examined = self.before.examine();
        // Readers accept such a position, but no game reaches it.
        if examined.violations.contains(Violation::ImpossibleDoubleStep) {
            return None;
        }
        let (kings, checkers) = examined.accept(self.tolerated).ok()?;
        let before = Position::from_valid(self.before, kings, checkers);
        // A double step may allow a capture en passant that this position does not have.
        let leads_here = played.kind() != MoveKind::DoubleStep || before.after_unchecked(played) == *self.position;
        leads_here.then_some(Unmove { played, before })
    }
}

impl<R: Rules> Iterator for Unmoves<'_, R> {
    type Item = Unmove<R>;

    fn next(&mut self) -> Option<Unmove<R>> {
        loop {
            let mv = if let Some(mv) = self.mv {
                mv
            } else {
                let mv = self.moves.next()?;
                // An en passant square determines the last move.
                if let Some(passed) = R::en_passant(self.position.state())
                    && (mv.kind() != MoveKind::DoubleStep || !delta::is_between(mv.from(), mv.to(), passed))
                {
                    continue;
                }
                let (_king, others) = R::ROLES.split_last()?;
                self.captured = if mv.is_en_passant() { &[Role::Pawn] } else { others };
                *self.mv.insert(mv)
            };
            if let Some(square) = self.passed.first() {
                self.passed.remove(square);
                let parts = Parts { en_passant: Some(square), ..R::parts(&self.before.state) };
                self.before.state = R::from_parts(parts);
                if let Some(unmove) = self.unmove(mv).filter(|unmove| unmove.before.legal_en_passant().is_some()) {
                    return Some(unmove);
                }
                continue;
            }
            let captured = match self.captured.split_first() {
                None => {
                    self.mv = None;
                    continue;
                }
                Some((&role, rest)) if mv.is_capture() => {
                    self.captured = rest;
                    Some(Piece::new(self.position.turn(), role))
                }
                Some(_) => {
                    self.captured = &[];
                    None
                }
            };
            self.before = self.setup_before(mv, captured);
            if R::DOUBLE_STEP && !mv.is_en_passant() {
                self.passed = may_have_been_passed(&self.before);
            }
            if let Some(unmove) = self.unmove(mv) {
                return Some(unmove);
            }
        }
    }
}

impl<R: Rules> FusedIterator for Unmoves<'_, R> {}

/// The squares behind the pawns that could be captured en passant if their last move was a double step.
fn may_have_been_passed<R: Rules>(setup: &Setup<R>) -> SquareSet {
    let us = setup.turn;
    let on_fifth = |color| {
        let pawns = setup.board.squares_of(Piece::new(color, Role::Pawn)).bits();
        pawns & rank(us, Rank::Fifth)
    };
    SquareSet::from_bits(pawn_attacks(us, on_fifth(us)) & forward(us, on_fifth(!us)))
}

impl<R: Rules> fmt::Debug for Unmoves<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}

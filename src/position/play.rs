//! Playing moves: in place with undo or on a copy, checked or unchecked.
//!
//! A move changes at most four bytes of the board, listed by its [effect](crate::moves). [`Undo`] stores the old bytes and fields,
//! so that undoing restores the position. Where whole words change, it stores the sets too.
//!
//! The checkers after a move follow from two entries of the difference table per changed byte:
//!
//! ```text
//!    8  . . . . k . . .      The knight leaves e4 for c3: step(king, e4) is a step south and no piece is between, so the
//!    ...                     walk on meets the rook, and the rook checks. Were the entry 0, no line could have been opened.
//!    4  . . . . N . . .
//!    3  . . o . . . . .      reach(c3, king) holds no knight's jump: the knight itself does not.
//!    1  . . . . R . . .
//! ```

use super::Position;
use crate::attacks::checkers_after;
use crate::board::SetsBefore;
use crate::geometry::{Square, SquareSet};
use crate::moves::{self, Move};
use crate::piece::{Color, Piece, Role};
use crate::rules::{ChessRules, Played, Rules};

/// Returns `true` if a move of this piece with this capture resets the half-move clock (FIDE article 9.3).
#[inline]
pub(crate) fn is_zeroing(moved: Option<Piece>, captured: Option<Piece>) -> bool {
    captured.is_some() || moved.is_some_and(|piece| piece.role() == Role::Pawn)
}

/// Makes a promotion to a piece of the other game one to a piece of this game. Only a wrong move is such a promotion. A board of chess must
/// not hold a Met, which its sets do not update.
#[inline]
fn with_own_promotion<R: Rules>(mv: Move) -> Move {
    match mv.promotion() {
        Some(role) if !R::PROMOTIONS.contains(&role) => {
            let promoted = R::PROMOTIONS.first().copied().unwrap_or(role);
            Move::promoting(mv.from(), mv.to(), promoted, mv.is_capture())
        }
        _ => mv,
    }
}

/// The data that [`Position::unmake`] needs to undo a move.
///
/// Undo moves in reverse order, on the position on which they were played. Any other use gives a wrong position (but never a
/// panic).
#[derive(Clone, Debug)]
pub struct Undo<R: Rules = ChessRules> {
    /// `None` for a null move.
    mv: Option<Move>,
    moved: Option<Piece>,
    captured: Option<Piece>,
    king: Square,
    checkers: SquareSet,
    state: R::State,
    halfmove_clock: u32,
    fullmove_number: u32,
    /// The sets before a simple move.
    before: SetsBefore,
}

impl<R: Rules> Undo<R> {
    /// The move that was played; `None` for a null move.
    #[must_use]
    #[inline]
    pub const fn played(&self) -> Option<Move> {
        self.mv
    }
}

impl<R: Rules> Position<R> {
    /// Plays a move and saves what [`restore`](Position::restore) needs.
    #[inline]
    pub(crate) fn apply_saving(&mut self, mv: Move) -> Undo<R> {
        let mut undo = self.undo_to_here(Some(mv));
        undo.captured = self.apply(mv);
        undo
    }

    /// Takes back the move that gave this `undo`.
    #[inline]
    #[expect(clippy::needless_pass_by_value, reason = "it is used up, so that no move is taken back twice")]
    pub(crate) fn restore(&mut self, undo: Undo<R>) {
        let us = !self.turn;
        self.turn = us;
        self.kings[us as usize] = undo.king;
        self.checkers = undo.checkers;
        self.state = undo.state;
        self.halfmove_clock = undo.halfmove_clock;
        self.fullmove_number = undo.fullmove_number;
        let Undo { mv: Some(mv), moved, captured, before, .. } = undo else { return };
        if mv.is_simple() || mv.promotion().is_some() {
            self.board.unmove_piece::<R>((mv.from(), moved), (mv.to(), captured), before);
        } else {
            moves::take_back_special(&mut self.board, us, mv, moved, captured);
        }
    }

    /// Returns a copy on which the move was played.
    #[inline]
    pub(crate) fn applied(&self, mv: Move) -> Position<R> {
        // Part by part: compilers call a function to copy more than 128 bytes at once.
        let Position { board, checkers, kings, turn, state, halfmove_clock, fullmove_number } = *self;
        let mut next = Position { board, checkers, kings, turn, state, halfmove_clock, fullmove_number };
        next.apply(mv);
        next
    }

    /// Passes the turn and returns the value for undoing. The side to move must not be in check.
    #[inline]
    pub(crate) fn pass(&mut self) -> Undo<R> {
        let undo = self.undo_to_here(None);
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        R::after_null(&mut self.state);
        self.pass_turn();
        undo
    }

    /// Plays a move and returns the captured piece.
    #[inline]
    pub(crate) fn apply(&mut self, mv: Move) -> Option<Piece> {
        let (us, from, to) = (self.turn, mv.from(), mv.to());
        let moved = self.board.piece_at(from);
        let captured = if mv.is_simple() {
            let captured = self.board.piece_at(to);
            self.board.move_piece::<R>(from, to);
            if self.kings[us as usize] == from {
                self.kings[us as usize] = to;
            }
            self.checkers = checkers_after(&self.board, us, (from, to, moved), self.kings[!us as usize]);
            captured
        } else {
            self.apply_special(us, mv)
        };
        self.have_played(us, mv, moved, captured);
        captured
    }

    /// Changes the board, the kings and the checkers by a move that is not simple, and returns the captured piece.
    #[inline(never)]
    fn apply_special(&mut self, us: Color, mv: Move) -> Option<Piece> {
        if self.kings[us as usize] == mv.from() {
            self.kings[us as usize] = mv.landing();
        }
        let captured = moves::make_special(&mut self.board, us, with_own_promotion::<R>(mv));
        self.checkers = self.board.attackers(self.kings[!us as usize], us);
        captured
    }

    /// Updates clocks, state and turn after a move on the board.
    #[inline]
    fn have_played(&mut self, us: Color, mv: Move, moved: Option<Piece>, captured: Option<Piece>) {
        self.halfmove_clock = if is_zeroing(moved, captured) { 0 } else { self.halfmove_clock.saturating_add(1) };
        let played = Played { board: &self.board, color: us, mv, piece: moved, captured };
        R::after_move(&mut self.state, &played);
        self.pass_turn();
    }

    /// Saves what [`restore`](Position::restore) needs.
    #[inline]
    fn undo_to_here(&self, mv: Option<Move>) -> Undo<R> {
        Undo {
            mv,
            moved: mv.and_then(|mv| self.board.piece_at(mv.from())),
            captured: None,
            king: self.king(self.turn),
            checkers: self.checkers,
            state: self.state,
            halfmove_clock: self.halfmove_clock,
            fullmove_number: self.fullmove_number,
            before: self.board.sets_before::<R>(),
        }
    }

    #[inline]
    fn pass_turn(&mut self) {
        self.fullmove_number = self.fullmove_number.saturating_add(self.turn as u32);
        self.turn = !self.turn;
    }
}

//! Playing moves: in place with undo, or on a copy; checked, or on the caller's word.
//!
//! A move changes at most four bytes of the board, as its [effect](crate::moves) tells. [`Undo`] keeps what those bytes and
//! the fields beside them were, with bitboards the sets too, so taking a move back restores the position. (The order of the
//! piece lists, in builds that have them, may be another.)
//!
//! The checkers after a move follow from two entries of the difference table for each byte that changes:
//!
//! ```text
//!    8  . . . . k . . .      The knight leaves e4 for c3: step(king, e4) is a step south and no piece is between, so the
//!    ...                     walk on meets the rook, and the rook checks. Were the entry 0, no line could have been opened.
//!    4  . . . . N . . .
//!    3  . . o . . . . .      reach(c3, king) holds no knight's jump: the knight itself does not.
//!    1  . . . . R . . .
//! ```

use super::Position;
use crate::board::IndexBefore;
use crate::geometry::{Square, SquareSet};
use crate::moves::{self, Move};
use crate::piece::{Color, Piece, Role};
use crate::rules::{ChessRules, Played, Rules};

/// Returns `true` if a move of this piece with this capture begins the count of quiet plies anew (FIDE article 9.3).
#[inline]
pub(crate) fn is_zeroing(moved: Option<Piece>, captured: Option<Piece>) -> bool {
    captured.is_some() || moved.is_some_and(|piece| piece.role() == Role::Pawn)
}

/// The values that [`Position::unmake`] needs to take a move back.
///
/// Take back in the reverse order of play, on the position the moves were played on. Anything else gives a wrong position
/// (though never a panic).
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
    /// The values that take back a move that changes no third square.
    before: IndexBefore,
}

impl<R: Rules> Undo<R> {
    /// The move that was played; `None` for a null move.
    #[must_use]
    #[inline]
    pub const fn played(&self) -> Option<Move> {
        self.mv
    }

    /// The piece that was captured, en passant included.
    #[must_use]
    #[inline]
    pub const fn captured(&self) -> Option<Piece> {
        self.captured
    }
}

/// # Play what is known to be legal
///
/// For engines, which take moves from a list of legal ones. To play what a stranger sends, see [`play`](Position::play).
impl<R: Rules> Position<R> {
    /// Plays a move that is known to be legal, in place. A wrong move gives a wrong position, but does no other harm.
    ///
    /// A search that takes no moves back copies the position and plays there:
    ///
    /// ```
    /// use chess0x88::Chess;
    /// let position = Chess::startpos();
    /// for mv in position.legal_moves() {
    ///     let mut child = position;
    ///     child.play_unchecked(mv);
    ///     assert_eq!(child.legal_move_count(), 20);
    /// }
    /// ```
    #[inline]
    pub fn play_unchecked(&mut self, mv: Move) {
        self.apply(mv);
    }

    /// Plays a move that is known to be legal, in place, and gives what [`unmake`](Position::unmake) takes it back with. A
    /// wrong move gives a wrong position, but does no other harm.
    ///
    /// ```
    /// use chess0x88::Chess;
    /// let mut position = Chess::startpos();
    /// let undo = position.make(position.parse_uci("e2e4")?);
    /// assert_eq!(position.fen().as_str(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    /// position.unmake(undo);
    /// assert_eq!(position, Chess::startpos());
    /// # Ok::<(), chess0x88::uci::UciError>(())
    /// ```
    #[doc(alias("do_move", "push"))]
    #[must_use = "without it the move cannot be taken back; `play_unchecked` plays without it"]
    #[inline]
    pub fn make(&mut self, mv: Move) -> Undo<R> {
        let mut undo = self.undo_to_here(Some(mv));
        undo.captured = self.apply(mv);
        undo
    }

    /// Takes back the move that gave this `undo`.
    #[doc(alias("undo_move", "undo", "pop", "unmake_move"))]
    #[inline]
    #[expect(clippy::needless_pass_by_value, reason = "it is used up, so that no move is taken back twice")]
    pub fn unmake(&mut self, undo: Undo<R>) {
        let us = !self.turn;
        self.turn = us;
        self.kings[us as usize] = undo.king;
        self.checkers = undo.checkers;
        self.state = undo.state;
        self.halfmove_clock = undo.halfmove_clock;
        self.fullmove_number = undo.fullmove_number;
        let Undo { mv: Some(mv), moved, captured, before, .. } = undo else { return };
        if mv.is_simple() || IndexBefore::HAS_PROMOTIONS && mv.is_promotion() {
            self.board.unmove_piece::<R>((mv.from(), moved), (mv.to(), captured), before);
        } else {
            moves::take_back_special(&mut self.board, us, mv, moved, captured);
        }
    }

    /// Passes the turn, which no side in check may do, and returns what takes it back.
    #[inline]
    pub(crate) fn pass(&mut self) -> Undo<R> {
        let undo = self.undo_to_here(None);
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        R::after_null(&mut self.state);
        self.pass_turn();
        undo
    }

    /// The position after a move that is known to be legal. A wrong move gives a wrong position, but does no other harm.
    ///
    /// The returned position is copied once more. A search is a little faster with a copy of its own: see
    /// [`play_unchecked`](Position::play_unchecked).
    #[must_use]
    #[inline]
    pub fn after_unchecked(&self, mv: Move) -> Position<R> {
        let mut next = *self;
        next.play_unchecked(mv);
        next
    }

    /// Brings clocks, state and turn up to date, once a move has been made on the board.
    #[inline]
    pub(super) fn have_played(&mut self, us: Color, mv: Move, moved: Option<Piece>, captured: Option<Piece>) {
        self.halfmove_clock = if is_zeroing(moved, captured) { 0 } else { self.halfmove_clock.saturating_add(1) };
        let played = Played { board: &self.board, color: us, mv, piece: moved, captured };
        R::after_move(&mut self.state, &played);
        self.pass_turn();
    }

    /// Saves what [`unmake`](Position::unmake) must restore.
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
            before: self.board.index_before::<R>(),
        }
    }

    #[inline]
    fn pass_turn(&mut self) {
        self.fullmove_number = self.fullmove_number.saturating_add(self.turn as u32);
        self.turn = !self.turn;
    }
}

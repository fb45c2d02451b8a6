//! Playing moves: in place with undo, or on a copy; checked, or on the caller's word.
//!
//! A move changes at most four bytes of the board. [`Undo`] keeps what those bytes and the fields beside them were, so
//! taking a move back restores the position bit for bit.

use super::Position;
use crate::geometry::Square;
use crate::movegen::IllegalMove;
use crate::moves::{Move, MoveKind};
use crate::piece::{Color, Piece, Role};
use crate::rules::{CastlingSide, Played, Rules};

/// What [`Position::undo`] needs to take a move back.
///
/// Undo in the reverse order of play, on the position the moves were played on. Anything else gives a wrong position
/// (though never a panic).
#[derive(Clone, Copy, Debug)]
#[must_use = "without it the move cannot be taken back; to drop it on purpose, write `let _ =`"]
pub struct Undo<R: Rules> {
    /// `None` for a null move.
    mv: Option<Move>,
    moved: Option<Piece>,
    captured: Option<Piece>,
    king: Square,
    state: R::State,
    halfmove_clock: u32,
    fullmove_number: u32,
}

impl<R: Rules> Undo<R> {
    /// The move that was played; `None` for a null move.
    #[must_use]
    pub const fn played(&self) -> Option<Move> {
        self.mv
    }

    /// The piece that was captured, en passant included.
    #[must_use]
    pub const fn captured(&self) -> Option<Piece> {
        self.captured
    }
}

impl<R: Rules> Position<R> {
    /// Plays a legal move, in place.
    ///
    /// ```
    /// use chess0x88::Chess;
    /// let mut position = Chess::startpos();
    /// let e4 = position.parse_uci("e2e4")?;
    /// let undo = position.play(e4)?;
    /// assert!(position.play(e4).is_err());
    /// position.undo(undo);
    /// assert_eq!(position, Chess::startpos());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The reason why the move is illegal; the position is unchanged.
    pub fn play(&mut self, mv: Move) -> Result<Undo<R>, IllegalMove> {
        self.check_legal(mv)?;
        Ok(self.play_unchecked(mv))
    }

    /// Plays a move that is known to be legal, in place. A wrong move gives a wrong position, but does no other harm.
    ///
    /// On a copy (`let mut child = position;`) this is also the fastest way to make a move without undo.
    #[inline]
    pub fn play_unchecked(&mut self, mv: Move) -> Undo<R> {
        let us = self.turn;
        let (from, to) = (mv.from(), mv.to());
        let moved = self.board.piece_at(from);
        let mut undo = Undo {
            mv: Some(mv),
            moved,
            captured: self.board.piece_at(to),
            king: self.king(us),
            state: self.state,
            halfmove_clock: self.halfmove_clock,
            fullmove_number: self.fullmove_number,
        };
        let is_king = moved.is_some_and(|piece| piece.role() == Role::King);
        self.board.set(from, None);
        match mv.kind() {
            MoveKind::Quiet | MoveKind::DoubleStep | MoveKind::Capture => {
                self.board.set(to, moved);
                if is_king {
                    self.kings[us as usize] = to;
                }
            }
            MoveKind::Castle => {
                let (king_to, rook_to) = CastlingSide::of(from, to).targets(from.rank());
                self.board.set(to, None);
                self.board.set(king_to, moved);
                self.board.set(rook_to, undo.captured);
                undo.captured = None;
                self.kings[us as usize] = king_to;
            }
            MoveKind::EnPassant => {
                let victim = passed_pawn(us, to);
                undo.captured = self.board.piece_at(victim);
                self.board.set(victim, None);
                self.board.set(to, moved);
            }
            MoveKind::Promotion | MoveKind::CapturePromotion => {
                self.board.set(to, mv.promotion().map(|role| Piece::new(us, role).promoted()));
            }
        }
        let is_pawn = moved.is_some_and(|piece| piece.role() == Role::Pawn);
        self.halfmove_clock = if is_pawn || mv.is_capture() { 0 } else { self.halfmove_clock.saturating_add(1) };
        let played = Played { board: &self.board, color: us, mv, piece: moved, captured: undo.captured };
        R::after_move(&mut self.state, &played);
        self.pass_turn();
        undo
    }

    /// Passes the turn without moving (a *null move*, which engines and annotators use and no rule allows).
    ///
    /// ```
    /// use chess0x88::{Chess, Color};
    /// let mut position = Chess::startpos();
    /// let undo = position.play_null()?;
    /// assert_eq!(position.turn(), Color::Black);
    /// position.undo(undo);
    /// # Ok::<(), chess0x88::IllegalMove>(())
    /// ```
    ///
    /// # Errors
    /// [`IllegalMove::StaysInCheck`] when the side to move is in check, since the result would be no legal position.
    pub fn play_null(&mut self) -> Result<Undo<R>, IllegalMove> {
        if let Some(checker) = self.checkers().first() {
            return Err(IllegalMove::StaysInCheck { checker });
        }
        let undo = Undo {
            mv: None,
            moved: None,
            captured: None,
            king: self.king(self.turn),
            state: self.state,
            halfmove_clock: self.halfmove_clock,
            fullmove_number: self.fullmove_number,
        };
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        R::after_null(&mut self.state);
        self.pass_turn();
        Ok(undo)
    }

    /// Takes back the move that gave this `undo`.
    #[inline]
    pub fn undo(&mut self, undo: Undo<R>) {
        let us = !self.turn;
        self.turn = us;
        self.kings[us as usize] = undo.king;
        self.state = undo.state;
        self.halfmove_clock = undo.halfmove_clock;
        self.fullmove_number = undo.fullmove_number;
        let Some(mv) = undo.mv else { return };
        let (from, to) = (mv.from(), mv.to());
        match mv.kind() {
            MoveKind::Castle => {
                let (king_to, rook_to) = CastlingSide::of(from, to).targets(from.rank());
                let rook = self.board.piece_at(rook_to);
                self.board.set(king_to, None);
                self.board.set(rook_to, None);
                self.board.set(to, rook);
            }
            MoveKind::EnPassant => {
                self.board.set(to, None);
                self.board.set(passed_pawn(us, to), undo.captured);
            }
            _ => self.board.set(to, undo.captured),
        }
        self.board.set(from, undo.moved);
    }

    /// The position after a legal move; this one stays as it is.
    ///
    /// # Errors
    /// The reason why the move is illegal.
    pub fn after(&self, mv: Move) -> Result<Position<R>, IllegalMove> {
        self.check_legal(mv)?;
        Ok(self.after_unchecked(mv))
    }

    /// The position after a move that is known to be legal. A wrong move gives a wrong position, but does no other harm.
    #[must_use]
    #[inline]
    pub fn after_unchecked(&self, mv: Move) -> Position<R> {
        let mut next = *self;
        let _ = next.play_unchecked(mv);
        next
    }

    #[inline]
    fn pass_turn(&mut self) {
        self.fullmove_number = self.fullmove_number.saturating_add(self.turn as u32);
        self.turn = !self.turn;
    }
}

/// Where the pawn stands that `us` captures en passant on `to`. (Of a wrong move, anywhere.)
pub(crate) const fn passed_pawn(us: Color, to: Square) -> Square {
    Square::from_masked((to as u8).wrapping_sub((us.forward() as i8).cast_unsigned()))
}

//! The effect of a move on a board: at most four squares, each with its new content.
//!
//! ```text
//!    quiet, capture   from: empty     to: the piece
//!    promotion        from: empty     to: what it promotes to
//!    en passant       from: empty     victim: empty    to: the pawn
//!    castling         king: empty     rook: empty      king's square: the king    rook's square: the rook
//! ```
//!
//! Playing, undoing, updating keys and finding checks all read the effect. Only perft makes moves in two other ways. Its mailbox
//! writes what it needs to take a move back in place. Its bitboards have no piece codes, and know each move's kind at compile time.
//!
//! The special moves of pawns are the double step, and the capture en passant of the square that it passes (FIDE Laws of Chess,
//! articles 3.7.2 and 3.7.3):
//!
//! ```text
//!    rank 4   . . P . . .     after the double step c2-c4     the en passant square is c3, one step behind the pawn,
//!    rank 3   . . x . . .                                     and Black's pawns capture the pawn on c4 by moving there
//!    rank 2   . . . . . .
//! ```

use super::{Castling, Move, MoveKind};
use crate::board::Board0x88;
use crate::geometry::{Rank, Square};
use crate::piece::{Color, Piece};

/// Plays a move of colour `us` of any kind on a board, and returns the captured piece.
#[inline(never)]
pub(crate) fn make_special(board: &mut Board0x88, us: Color, mv: Move) -> Option<Piece> {
    let effect = Effect::of(board, us, mv);
    let captured = effect.victim.and_then(|victim| board.piece_at(victim));
    effect.each(|square, piece| board.set(square, piece));
    captured
}

/// Undoes a move that is not [simple](Move::is_simple). The moved and the captured piece are given.
#[inline(never)]
pub(crate) fn take_back_special(
    board: &mut Board0x88,
    us: Color,
    mv: Move,
    moved: Option<Piece>,
    captured: Option<Piece>,
) {
    let effect = Effect::of(board, us, mv);
    let rook = effect.rook.map(|(square, _)| (square, board.piece_at(square)));
    // The target is cleared first: in Chess960 king and rook may exchange their squares.
    board.set(effect.arrived.0, None);
    if let (Some((square, rook)), Some(rook_from)) = (rook, effect.also_left) {
        board.set(square, None);
        board.set(rook_from, rook);
    }
    if let Some(victim) = effect.victim {
        board.set(victim, captured);
    }
    board.set(effect.left, moved);
}

/// The squares that a move changes, with their new contents.
#[derive(Debug)]
pub(crate) struct Effect {
    /// The origin of the piece.
    pub(crate) left: Square,
    /// A second emptied square: of the pawn captured en passant, or of the castling rook.
    pub(crate) also_left: Option<Square>,
    /// The target square, and the piece that arrives.
    pub(crate) arrived: (Square, Option<Piece>),
    /// The rook that castles, on its target.
    pub(crate) rook: Option<(Square, Option<Piece>)>,
    /// The square of the captured piece.
    pub(crate) victim: Option<Square>,
}

impl Effect {
    /// Finds the effect of a move of colour `us` on a board. (The effect of an illegal move is unspecified.)
    pub(crate) fn of(board: &Board0x88, us: Color, mv: Move) -> Effect {
        let (from, to) = (mv.from(), mv.to());
        let moved = board.piece_at(from);
        let simple = Effect { left: from, also_left: None, arrived: (to, moved), rook: None, victim: Some(to) };
        match mv.kind() {
            MoveKind::Castle => {
                let castling = Castling::new(from, to);
                Effect {
                    also_left: Some(to),
                    arrived: (castling.king_to, moved),
                    rook: Some((castling.rook_to, board.piece_at(to))),
                    victim: None,
                    ..simple
                }
            }
            MoveKind::EnPassant => {
                let victim = captured_pawn(us, to);
                Effect { also_left: Some(victim), victim: Some(victim), ..simple }
            }
            MoveKind::Promotion | MoveKind::CapturePromotion => {
                let promoted = mv.promotion().map(|role| Piece::new(us, role).promoted());
                Effect { arrived: (to, promoted), ..simple }
            }
            MoveKind::Quiet | MoveKind::DoubleStep | MoveKind::Capture => simple,
        }
    }

    /// Calls `change` for each changed square with its new content, at most four times. Emptied squares come first.
    pub(crate) fn each(&self, mut change: impl FnMut(Square, Option<Piece>)) {
        let also_left = self.also_left.map(|square| (square, None));
        let changes = [Some((self.left, None)), also_left, Some(self.arrived), self.rook];
        changes.into_iter().flatten().for_each(|(square, piece)| change(square, piece));
    }

    /// The changed squares, each once. A square that is left and entered, as when king and rook exchange squares, has its new
    /// piece.
    pub(crate) fn changes(self) -> impl Iterator<Item = (Square, Option<Piece>)> {
        let is_reached = |square| square == self.arrived.0 || self.rook.is_some_and(|(to, _)| to == square);
        let emptied = |square| (!is_reached(square)).then_some((square, None));
        [emptied(self.left), self.also_left.and_then(emptied), Some(self.arrived), self.rook].into_iter().flatten()
    }
}

/// The square one step ahead of a pawn of this colour.
#[inline]
pub(crate) const fn ahead(us: Color, square: Square) -> Option<Square> {
    square.checked_add(us.forward() as i8)
}

/// The square of the pawn that `us` captures en passant by a move to `to`. (Any square for an illegal move.)
#[inline]
pub(crate) const fn captured_pawn(us: Color, to: Square) -> Square {
    Square::from_masked((to as u8).wrapping_sub((us.forward() as i8).cast_unsigned()))
}

/// The square one step behind a pawn of this colour.
#[inline]
pub(crate) const fn behind(us: Color, square: Square) -> Option<Square> {
    ahead(us.other(), square)
}

/// The relative rank from which a pawn may make a double step.
pub(crate) const DOUBLE_STEP_FROM: Rank = Rank::Second;
/// The relative rank that a double step passes.
pub(crate) const DOUBLE_STEP_OVER: Rank = Rank::Third;
/// The relative rank on which a double step ends.
pub(crate) const DOUBLE_STEP_TO: Rank = Rank::Fourth;
/// The rank of the en passant square, relative to the capturing side.
pub(crate) const EN_PASSANT_RANK: Rank = Color::Black.relative_rank(DOUBLE_STEP_OVER);

/// Returns `true` if a pawn of this colour may make a double step from a square.
#[inline]
pub(crate) const fn is_on_double_step_rank(us: Color, from: Square) -> bool {
    us.relative_rank(from.rank()) as u8 == DOUBLE_STEP_FROM as u8
}

/// Returns `true` if a square is on the rank where `us` captures en passant.
#[inline]
pub(crate) const fn is_on_en_passant_rank(us: Color, square: Square) -> bool {
    us.relative_rank(square.rank()) as u8 == EN_PASSANT_RANK as u8
}

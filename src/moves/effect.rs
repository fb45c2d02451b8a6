//! The effect of a move on a board: at most four squares, each with its new content.
//!
//! ```text
//!    quiet, capture   from: empty     to: the piece
//!    promotion        from: empty     to: what it promotes to
//!    en passant       from: empty     victim: empty    to: the pawn
//!    castling         king: empty     rook: empty      king's square: the king    rook's square: the rook
//! ```
//!
//! Playing, taking back, the next key and the checks a move gives all read it here. Perft alone makes moves in two ways of its own: its
//! mailbox gives each piece its old place in the piece list back, so that a walk through the list can go on; its bitboards have no
//! board of codes, and know the kind of each move where they make it.

use super::{Castling, Move, MoveKind, captured_pawn};
use crate::board::Board0x88;
use crate::geometry::Square;
use crate::piece::{AnyPieces, Color, Piece};

/// Makes a move of colour `us` on a board, such as castling, a capture en passant or a promotion. What it captures is returned.
#[inline(never)]
pub(crate) fn make_special(board: &mut Board0x88, us: Color, mv: Move) -> Option<Piece> {
    let effect = Effect::of(board, us, mv);
    let captured = effect.victim.and_then(|victim| board.piece_at(victim));
    effect.each(|square, piece| board.set(square, piece));
    captured
}

/// Takes a move back: these pieces are those that moved and that was captured.
#[inline]
pub(crate) fn take_back(board: &mut Board0x88, us: Color, mv: Move, moved: Option<Piece>, captured: Option<Piece>) {
    if mv.is_simple() {
        board.move_piece::<AnyPieces>(mv.to(), mv.from(), captured);
    } else {
        take_back_special(board, us, mv, moved, captured);
    }
}

/// Takes back a move that is not [simple](Move::is_simple).
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
    // What has arrived goes first: in Chess960 king and rook may have come to each other's squares.
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

/// The squares a move changes, and what they hold then.
#[derive(Debug)]
pub(crate) struct Effect {
    /// The square the piece leaves.
    pub(crate) left: Square,
    /// A second square that is emptied: of a pawn captured en passant, or of the rook that castles.
    pub(crate) also_left: Option<Square>,
    /// The square where a piece arrives, and the piece.
    pub(crate) arrived: (Square, Option<Piece>),
    /// The rook that has castled.
    pub(crate) rook: Option<(Square, Option<Piece>)>,
    /// The square of the captured piece.
    pub(crate) victim: Option<Square>,
}

impl Effect {
    /// Finds the effect of this move of colour `us` on this board. (For an illegal move it is unspecified.)
    pub(crate) fn of(board: &Board0x88, us: Color, mv: Move) -> Effect {
        let (from, to) = (mv.from(), mv.to());
        let moved = board.piece_at(from);
        let simple = Effect { left: from, also_left: None, arrived: (to, moved), rook: None, victim: Some(to) };
        match mv.kind() {
            MoveKind::Castle => {
                let castling = Castling::of(from, to);
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

    /// The squares and what they become, at most four, the emptied before the filled.
    pub(crate) fn each(&self, mut change: impl FnMut(Square, Option<Piece>)) {
        let also_left = self.also_left.map(|square| (square, None));
        let changes = [Some((self.left, None)), also_left, Some(self.arrived), self.rook];
        changes.into_iter().flatten().for_each(|(square, piece)| change(square, piece));
    }

    /// The same, each square once: one that is left and reached, as when king and rook change places, holds what has come.
    pub(crate) fn changes(self) -> impl Iterator<Item = (Square, Option<Piece>)> {
        let is_reached = |square| square == self.arrived.0 || self.rook.is_some_and(|(to, _)| to == square);
        let emptied = |square| (!is_reached(square)).then_some((square, None));
        [emptied(self.left), self.also_left.and_then(emptied), Some(self.arrived), self.rook].into_iter().flatten()
    }
}

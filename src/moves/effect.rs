//! What a move does to a board: at most four squares, and what they become.
//!
//! ```text
//!    quiet, capture   from: empty     to: the piece
//!    promotion        from: empty     to: what it promotes to
//!    en passant       from: empty     victim: empty    to: the pawn
//!    castling         king: empty     rook: empty      king's square: the king    rook's square: the rook
//! ```
//!
//! Playing, taking back, the next key and the checks a move gives all read it here.

#![expect(clippy::inline_always, reason = "what it decides is known where it is used, and falls away there")]

use super::{Castling, Move, MoveKind, captured_pawn};
use crate::IS_SMALL;
use crate::board::Board0x88;
use crate::geometry::Square;
use crate::piece::{Color, Piece};

/// The squares a move changes, and what they hold then.
#[derive(Debug)]
pub(crate) struct Effect {
    /// The square the piece leaves.
    pub(crate) left: Square,
    /// A second square that is emptied: of a pawn captured en passant, or of the rook that castles.
    pub(crate) also_left: Option<Square>,
    /// Where a piece arrives, and which.
    pub(crate) arrived: (Square, Option<Piece>),
    /// The rook that has castled.
    pub(crate) rook: Option<(Square, Option<Piece>)>,
    /// Where the piece that is captured stands.
    pub(crate) victim: Option<Square>,
}

impl Effect {
    /// What a [plain](Move::is_plain) move does.
    #[inline(always)]
    pub(crate) fn plain(board: &Board0x88, mv: Move) -> Effect {
        let (from, to) = (mv.from(), mv.to());
        Effect { left: from, also_left: None, arrived: (to, board.piece_at(from)), rook: None, victim: Some(to) }
    }

    /// What this move of colour `us` does to this board. (Of a wrong move: something.)
    #[inline(always)]
    pub(crate) fn of(board: &Board0x88, us: Color, mv: Move) -> Effect {
        if IS_SMALL { Effect::apart(board, us, mv) } else { Effect::here(board, us, mv) }
    }

    /// In small programs, where it is used often and has to be fast nowhere.
    #[inline(never)]
    fn apart(board: &Board0x88, us: Color, mv: Move) -> Effect {
        Effect::here(board, us, mv)
    }

    #[inline(always)]
    fn here(board: &Board0x88, us: Color, mv: Move) -> Effect {
        let (from, to) = (mv.from(), mv.to());
        let plain = Effect::plain(board, mv);
        let (_, moved) = plain.arrived;
        match mv.kind() {
            MoveKind::Castle => {
                let castling = Castling::of(from, to);
                Effect {
                    also_left: Some(to),
                    arrived: (castling.king_to, moved),
                    rook: Some((castling.rook_to, board.piece_at(to))),
                    victim: None,
                    ..plain
                }
            }
            MoveKind::EnPassant => {
                let victim = captured_pawn(us, to);
                Effect { also_left: Some(victim), victim: Some(victim), ..plain }
            }
            MoveKind::Promotion | MoveKind::CapturePromotion => {
                let promoted = mv.promotion().map(|role| Piece::new(us, role).promoted());
                Effect { arrived: (to, promoted), ..plain }
            }
            MoveKind::Quiet | MoveKind::DoubleStep | MoveKind::Capture => plain,
        }
    }

    /// The squares and what they become, at most four, the emptied before the filled.
    #[inline(always)]
    pub(crate) fn each(&self, mut change: impl FnMut(Square, Option<Piece>)) {
        let also_left = self.also_left.map(|square| (square, None));
        let changes = [Some((self.left, None)), also_left, Some(self.arrived), self.rook];
        changes.into_iter().flatten().for_each(|(square, piece)| change(square, piece));
    }

    /// Makes the change on the board it was told of.
    #[inline(always)]
    pub(crate) fn play(&self, board: &mut Board0x88) {
        let (to, piece) = self.arrived;
        if self.also_left.is_none() && board.piece_at(self.left) == piece {
            board.carry(self.left, to, None);
        } else {
            self.each(|square, piece| board.set(square, piece));
        }
    }

    /// Takes the change back: these pieces are those that moved and that was captured.
    #[inline(always)]
    pub(crate) fn take_back(&self, board: &mut Board0x88, moved: Option<Piece>, captured: Option<Piece>) {
        let (to, _) = self.arrived;
        if let (Some((rook_to, _)), Some(rook_from)) = (self.rook, self.also_left) {
            let rook = board.piece_at(rook_to);
            let changes = [(rook_to, None), (to, None), (rook_from, rook), (self.left, moved)];
            return changes.into_iter().for_each(|(square, piece)| board.set(square, piece));
        }
        // A capture en passant leaves an empty square behind, and the captured pawn goes back beside it.
        board.carry(to, self.left, if self.also_left.is_none() { captured } else { None });
        if board.piece_at(self.left) != moved {
            board.set(self.left, moved);
        }
        if let (Some(victim), Some(_)) = (self.also_left, captured) {
            board.set(victim, captured);
        }
    }

    /// What stands on a square of this board afterwards.
    #[inline]
    pub(crate) fn standing(&self, board: &Board0x88, square: Square) -> Option<Piece> {
        match self.rook {
            Some((to, rook)) if to == square => rook,
            _ if self.arrived.0 == square => self.arrived.1,
            _ if self.left == square || self.also_left == Some(square) => None,
            _ => board.piece_at(square),
        }
    }
}

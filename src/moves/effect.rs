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

use super::{Castling, Move, MoveKind};
use crate::board::Board0x88;
use crate::geometry::Square;
use crate::piece::{Color, Piece};

/// The squares a move changes, the emptied before the filled, each with what it holds then.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effect {
    changes: [(Square, Option<Piece>); 4],
    len: usize,
    /// Where the piece that is captured stands; it may stand there no more. The target, but for en passant and castling.
    pub(crate) victim: Option<Square>,
}

impl Effect {
    /// What this move of colour `us` does to this board. (Of a wrong move: something.)
    #[inline]
    pub(crate) fn of(board: &Board0x88, us: Color, mv: Move) -> Effect {
        let (from, to) = (mv.from(), mv.to());
        let moved = board.piece_at(from);
        // Places that do not count hold what stands there anyway.
        let unused = (from, None);
        match mv.kind() {
            MoveKind::Castle => {
                let castling = Castling::of(from, to);
                let rook = board.piece_at(to);
                let changes = [(from, None), (to, None), (castling.king_to, moved), (castling.rook_to, rook)];
                Effect { changes, len: 4, victim: None }
            }
            MoveKind::EnPassant => {
                let victim = passed_pawn(us, to);
                Effect { changes: [(from, None), (victim, None), (to, moved), unused], len: 3, victim: Some(victim) }
            }
            _ => {
                let arriving = match mv.promotion() {
                    Some(role) => Some(Piece::new(us, role).promoted()),
                    None => moved,
                };
                Effect { changes: [(from, None), (to, arriving), unused, unused], len: 2, victim: Some(to) }
            }
        }
    }

    /// The squares and what they become.
    #[inline]
    pub(crate) fn changes(&self) -> &[(Square, Option<Piece>)] {
        self.changes.get(..self.len).unwrap_or_default()
    }
}

/// Where the pawn stands that `us` captures en passant on `to`. (Of a wrong move, anywhere.)
#[inline]
pub(crate) const fn passed_pawn(us: Color, to: Square) -> Square {
    Square::from_masked((to as u8).wrapping_sub((us.forward() as i8).cast_unsigned()))
}

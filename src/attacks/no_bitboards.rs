//! What stands for `bitboard` in builds without bitboards: the mailbox.

use super::mailbox::{self, all_attackers};
pub(crate) use super::mailbox::{attackers, attacks_from, each_attack, gives_check};
use crate::board::Board0x88;
use crate::geometry::{Square, SquareSet};
use crate::piece::{Color, Piece};

/// The pieces of `us` that give check to a king.
#[inline]
pub(crate) fn checkers(board: &Board0x88, us: Color, king: Square) -> SquareSet {
    all_attackers(board, king, us).0
}

/// The checkers after a simple move of `us`, which has been made.
#[inline]
pub(crate) fn checkers_after(
    board: &Board0x88,
    us: Color,
    (left, to, _): (Square, Square, Option<Piece>),
    king: Square,
) -> SquareSet {
    mailbox::checkers_after(|at| board.piece_at(at), us, (left, to), king)
}

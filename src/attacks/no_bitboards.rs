//! What stands for `bitboard` in builds without bitboards: the mailbox.

use super::mailbox::{self, all_attackers};
pub(crate) use super::mailbox::{attackers, attacks_from, each_attack};
use crate::board::Board0x88;
use crate::geometry::{Square, SquareSet};
use crate::piece::{Color, Piece};

/// The pieces of `us` that give check to a king.
#[inline]
pub(crate) fn checkers(board: &Board0x88, us: Color, king: Square) -> SquareSet {
    all_attackers(board, king, us).0
}

/// Whether a simple or promoting move of `us`, which has not been made, gives check.
#[inline]
pub(crate) fn gives_check(board: &Board0x88, us: Color, moved: (Square, Square, Option<Piece>), king: Square) -> bool {
    !mailbox::checkers_after(board, us, moved, king).is_empty()
}

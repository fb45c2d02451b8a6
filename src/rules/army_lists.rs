//! The pieces of a side, found by the piece lists: small.

use super::kinds::{Attackers, Found, KINDS, kind};
use super::places::is_back_rank;
use crate::attacks::mailbox::attacks;
use crate::board::Board0x88;
use crate::geometry::{Square, SquareSet};
use crate::piece::{Color, Role};

/// What validation asks of a side's pieces.
pub(super) const fn find(board: &Board0x88, color: Color, king: Option<Square>) -> Found {
    let attackers = Attackers { squares: SquareSet::EMPTY, number: 0 };
    let mut found = Found { numbers: [0; KINDS], attackers, is_pawn_on_back_rank: false };
    let mut side = board.side(color);
    while let Some(square) = board.next(&mut side)
        && let Some(piece) = board.piece_at(square)
    {
        if let Some(king) = king
            && attacks(board, square, king)
        {
            found.attackers.squares.insert(square);
            found.attackers.number += 1;
        }
        found.numbers[kind(piece, square)] += 1;
        found.is_pawn_on_back_rank |= matches!(piece.role(), Role::Pawn) && is_back_rank(square);
    }
    found
}

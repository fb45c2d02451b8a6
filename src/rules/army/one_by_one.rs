//! The pieces of a side, looked at one by one: for small builds.

use crate::attacks::mailbox::attackers_and_number;
use crate::board::Board0x88;
use crate::geometry::Square;
use crate::piece::{Color, Role};
use crate::rules::is_back_rank;
use crate::rules::kinds::{Attackers, KINDS, PieceNumbers, bit, kind};

pub(super) const fn find(board: &Board0x88, color: Color) -> PieceNumbers {
    let mut found = PieceNumbers { numbers: [0; KINDS], is_pawn_on_back_rank: false };
    let mut side = board.colored(color);
    while let Some(square) = side.pop()
        && let Some(piece) = board.piece_at(square)
    {
        found.numbers[kind(piece, square)] += 1;
        found.is_pawn_on_back_rank |= matches!(piece.role(), Role::Pawn) && is_back_rank(square);
    }
    found
}

pub(super) fn kinds_of(board: &Board0x88, color: Color) -> (u32, u8) {
    let (mut kinds, mut number) = (0, 0);
    for square in board.colored(color) {
        kinds |= board.piece_at(square).map_or(0, |piece| bit(kind(piece, square)));
        number += 1;
    }
    (kinds, number)
}

pub(super) const fn attackers_of(board: &Board0x88, king: Square, by: Color) -> Attackers {
    let (squares, number) = attackers_and_number(board, king, by);
    Attackers { squares, number }
}

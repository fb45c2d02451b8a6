//! The pieces of a side, found by bitboards: for fast builds.

use crate::attacks::attackers;
use crate::board::Board0x88;
use crate::geometry::{Square, SquareSet};
use crate::piece::{AnyPieces, Color, Role};
use crate::rules::BACK_RANKS;
use crate::rules::ChessRules;
use crate::rules::kinds::{Attackers, KINDS, LIGHT_BISHOP, PROMOTED, PieceNumbers, bit};

#[inline]
pub(super) const fn find(board: &Board0x88, color: Color) -> PieceNumbers {
    let bitboards = board.bitboards();
    let all = bitboards.colored(color);
    let mut numbers = [0; KINDS];
    // No loop: with a constant role, its set is a few operations on the words.
    numbers[Role::Pawn as usize] = number(bitboards.role(Role::Pawn).bits() & all);
    numbers[Role::Knight as usize] = number(bitboards.role(Role::Knight).bits() & all);
    numbers[Role::Bishop as usize] = number(bitboards.role(Role::Bishop).bits() & all);
    numbers[Role::Rook as usize] = number(bitboards.role(Role::Rook).bits() & all);
    numbers[Role::Queen as usize] = number(bitboards.role(Role::Queen).bits() & all);
    numbers[Role::King as usize] = number(bitboards.role(Role::King).bits() & all);
    numbers[Role::Met as usize] = number(bitboards.role(Role::Met).bits() & all);
    numbers[Role::Khon as usize] = number(bitboards.role(Role::Khon).bits() & all);
    numbers[LIGHT_BISHOP] = number(bitboards.role(Role::Bishop).bits() & all & SquareSet::LIGHT.bits());
    numbers[Role::Bishop as usize] -= numbers[LIGHT_BISHOP];
    // The sets do not show which Met is promoted.
    let mut mets = SquareSet::from_bits(bitboards.role(Role::Met).bits() & all);
    while let Some(met) = mets.first() {
        mets.remove(met);
        if matches!(board.piece_at(met), Some(piece) if piece.is_promoted()) {
            numbers[PROMOTED] += 1;
            numbers[Role::Met as usize] -= 1;
        }
    }
    let is_pawn_on_back_rank = bitboards.role(Role::Pawn).bits() & all & BACK_RANKS.bits() != 0;
    PieceNumbers { numbers, is_pawn_on_back_rank }
}

#[inline]
pub(super) fn kinds_of(board: &Board0x88, color: Color) -> (u32, u8) {
    let side = board.bitboards().side::<ChessRules>(color);
    let bishops = side.diagonal & !side.orthogonal;
    let kinds = [
        (Role::Pawn as usize, side.pawns),
        (Role::Knight as usize, side.knights),
        (Role::Bishop as usize, bishops & !SquareSet::LIGHT.bits()),
        (LIGHT_BISHOP, bishops & SquareSet::LIGHT.bits()),
        (Role::Rook as usize, side.orthogonal & !side.diagonal),
        (Role::Queen as usize, side.orthogonal & side.diagonal),
    ];
    (kinds.into_iter().filter(|&(_, squares)| squares != 0).fold(0, |all, (kind, _)| all | bit(kind)), number(side.all))
}

#[inline]
pub(super) const fn attackers_of(board: &Board0x88, king: Square, by: Color) -> Attackers {
    let attackers = attackers::<AnyPieces>(board, king, by, board.occupied().bits());
    Attackers { squares: SquareSet::from_bits(attackers), number: number(attackers) }
}

/// Counts the squares of a set, mostly two at most. (Baseline x86-64 has no POPCNT.)
#[inline]
const fn number(set: u64) -> u8 {
    let but_first = set & set.wrapping_sub(1);
    if but_first & but_first.wrapping_sub(1) == 0 {
        (set != 0) as u8 + (but_first != 0) as u8
    } else {
        set.count_ones() as u8
    }
}

//! The pieces of a side, found by bitboards: fast.

use super::ChessRules;
use super::kinds::{Attackers, KINDS, LIGHT_BISHOP, PROMOTED, PieceNumbers, bit};
use super::pawns::BACK_RANKS;
use crate::attacks::attackers;
use crate::board::Board0x88;
use crate::geometry::{Square, SquareSet};
use crate::piece::{AnyPieces, Color, Role};

/// What validation asks of a side's pieces.
#[inline]
pub(super) const fn find(board: &Board0x88, color: Color) -> PieceNumbers {
    let bitboards = board.bitboards();
    let all = bitboards.colored(color);
    let mut numbers = [0; KINDS];
    /// A line for each role, not a loop: the compiler then knows the bits of its code.
    macro_rules! count {
        ($($role:ident)+) => {
            $(numbers[Role::$role as usize] = number(bitboards.role(Role::$role).bits() & all);)+
            const { assert!([$(Role::$role),+].len() == Role::COUNT, "a role is not counted") };
        };
    }
    count!(Pawn Knight Bishop Rook Queen King Met Khon);
    numbers[LIGHT_BISHOP] = number(bitboards.role(Role::Bishop).bits() & all & SquareSet::LIGHT.bits());
    numbers[Role::Bishop as usize] -= numbers[LIGHT_BISHOP];
    // The sets do not say which Met is promoted.
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

/// The [kinds](bit) of the pieces of a side in chess, and how many pieces there are.
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

/// The pieces of a side that attack a king.
#[inline]
pub(super) const fn attackers_of(board: &Board0x88, king: Square, by: Color) -> Attackers {
    let attackers = attackers::<AnyPieces>(board, king, by, board.occupied().bits());
    Attackers { squares: SquareSet::from_bits(attackers), number: number(attackers) }
}

/// How many squares are in a set, which most often has two at most. (The least x86-64 counts bits by a dozen operations.)
#[inline]
const fn number(set: u64) -> u8 {
    let but_first = set & set.wrapping_sub(1);
    if but_first & but_first.wrapping_sub(1) == 0 {
        (set != 0) as u8 + (but_first != 0) as u8
    } else {
        set.count_ones() as u8
    }
}

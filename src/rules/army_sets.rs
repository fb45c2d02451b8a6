//! The pieces of a side, found by bitboards: fast.

use super::kinds::{Attackers, Found, KINDS, LIGHT_BISHOP, PROMOTED};
use super::places::BACK_RANKS;
use crate::attacks::attackers;
use crate::board::Board0x88;
use crate::geometry::{Square, SquareSet};
use crate::piece::{AnyPieces, Color, Role};

/// What validation asks of a side's pieces.
#[inline]
pub(super) const fn find(board: &Board0x88, color: Color, king: Option<Square>) -> Found {
    let bitboards = board.bitboards();
    let all = bitboards.colored(color);
    let (mut numbers, mut n) = ([0; KINDS], 0);
    while n < Role::COUNT {
        numbers[n] = (bitboards.role(Role::ALL[n]).bits() & all).count_ones() as u8;
        n += 1;
    }
    let light_bishops = bitboards.role(Role::Bishop).bits() & all & SquareSet::LIGHT.bits();
    numbers[LIGHT_BISHOP] = light_bishops.count_ones() as u8;
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
    let attackers = match king {
        Some(king) => attackers::<AnyPieces>(board, king, color, bitboards.occupied()),
        None => 0,
    };
    Found {
        numbers,
        attackers: Attackers { squares: SquareSet::from_bits(attackers), number: attackers.count_ones() as u8 },
        is_pawn_on_back_rank: bitboards.role(Role::Pawn).bits() & all & BACK_RANKS.bits() != 0,
    }
}

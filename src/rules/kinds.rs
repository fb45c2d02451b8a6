//! Kinds of pieces for validation, and the numbers of a side's pieces.

use super::{BACK_RANKS, is_back_rank};
use crate::board::Board0x88;
use crate::geometry::{IS_FAST, Square, SquareSet};
use crate::piece::{Color, Piece, Role};

/// The numbers of a side's pieces.
pub(super) struct PieceNumbers {
    /// The number of pieces of each [kind](kind).
    pub(super) numbers: [u8; PIECE_KINDS],
    pub(super) is_pawn_on_back_rank: bool,
}

/// The kind of a piece: its role, except that bishops on light squares and promoted pieces are kinds of their own.
pub(super) const fn kind(piece: Piece, square: Square) -> usize {
    let role = piece.role();
    if piece.is_promoted() {
        PROMOTED
    } else if matches!(role, Role::Bishop) && square.is_light() {
        LIGHT_BISHOP
    } else {
        role as usize
    }
}

/// The set of this kind alone.
pub(super) const fn bit(kind: usize) -> u32 {
    1 << kind
}

/// The role of a kind of piece. Only a Met is marked as promoted.
pub(super) const fn role_of(kind: usize) -> Role {
    match kind {
        LIGHT_BISHOP => Role::Bishop,
        PROMOTED => Role::Met,
        _ => Role::ALL[kind],
    }
}

pub(super) const LIGHT_BISHOP: usize = Role::COUNT;
pub(super) const PROMOTED: usize = Role::COUNT + 1;
pub(super) const PIECE_KINDS: usize = Role::COUNT + 2;

impl PieceNumbers {
    /// Counts the pieces of a side.
    #[inline]
    pub(super) const fn of(board: &Board0x88, color: Color) -> PieceNumbers {
        if IS_FAST { PieceNumbers::by_sets(board, color) } else { PieceNumbers::one_by_one(board, color) }
    }

    const fn one_by_one(board: &Board0x88, color: Color) -> PieceNumbers {
        let mut found = PieceNumbers { numbers: [0; PIECE_KINDS], is_pawn_on_back_rank: false };
        let mut side = board.colored(color);
        while let Some(square) = side.pop()
            && let Some(piece) = board.piece_at(square)
        {
            found.numbers[kind(piece, square)] += 1;
            found.is_pawn_on_back_rank |= matches!(piece.role(), Role::Pawn) && is_back_rank(square);
        }
        found
    }

    #[inline]
    const fn by_sets(board: &Board0x88, color: Color) -> PieceNumbers {
        let bitboards = board.bitboards();
        let all = bitboards.colored(color);
        let mut numbers = [0; PIECE_KINDS];
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
}

/// Returns the [kinds](bit) of the pieces of a side in chess, and the number of pieces.
pub(super) fn kinds_of(board: &Board0x88, color: Color) -> (u32, u8) {
    let (mut kinds, mut number) = (0, 0);
    for square in board.colored(color) {
        kinds |= board.piece_at(square).map_or(0, |piece| bit(kind(piece, square)));
        number += 1;
    }
    (kinds, number)
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

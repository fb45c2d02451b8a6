//! Kinds of pieces for validation, and the numbers of a side's pieces.

use crate::geometry::{Square, SquareSet};
use crate::piece::{Piece, Role};

/// The numbers of a side's pieces, counted by sets or by lists.
pub(super) struct PieceNumbers {
    /// The number of pieces of each [kind](kind).
    pub(super) numbers: [u8; KINDS],
    pub(super) is_pawn_on_back_rank: bool,
}

/// The pieces that attack the other king.
#[derive(Clone, Copy)]
pub(super) struct Attackers {
    pub(super) squares: SquareSet,
    pub(super) number: u8,
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
pub(super) const KINDS: usize = Role::COUNT + 2;

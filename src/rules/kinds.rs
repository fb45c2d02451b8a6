//! Kinds of pieces, as validation counts them, and what it asks of the pieces of a side.

use crate::geometry::{Square, SquareSet};
use crate::piece::{Piece, Role};

/// The pieces of a side as validation counts them, by sets or by lists, whichever the build keeps.
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

/// The number of a kind of piece: of its role, but that bishops on light squares are a kind of their own, and so are promoted pieces.
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

/// A set of one kind.
pub(super) const fn bit(kind: usize) -> u32 {
    1 << kind
}

/// The role of a kind of piece. Only a Met says of itself that it is promoted.
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

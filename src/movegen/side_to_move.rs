//! [`SideToMove`]: the input of both generators.
//!
//! It is not generic over the games, so the code of a generator is compiled once. Perft by the mailbox builds it without a position.

use crate::board::Board0x88;
use crate::geometry::Square;
use crate::piece::Color;
use crate::position::Position;
use crate::rules::{CastlingRights, PawnRules, Rules};

/// All that the moves of the side to move depend on.
#[derive(Clone, Copy)]
pub(crate) struct SideToMove<'a> {
    pub(crate) board: &'a Board0x88,
    /// The side to move.
    pub(crate) us: Color,
    pub(crate) king: Square,
    pub(crate) castling: CastlingRights,
    pub(crate) en_passant: Option<Square>,
    pub(crate) pawn_rules: &'static PawnRules,
}

impl<R: Rules> Position<R> {
    /// The side to move, for a generator.
    #[inline]
    pub(crate) fn mover(&self) -> SideToMove<'_> {
        SideToMove {
            board: self.board(),
            us: self.turn(),
            king: self.king(self.turn()),
            castling: self.castling_rights(),
            en_passant: R::en_passant(self.state()),
            pawn_rules: R::RULES.pawns,
        }
    }
}

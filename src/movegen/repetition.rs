//! What makes two positions the same, which the repetition rules ask, and which takes legal captures to say.

use core::hash::{Hash, Hasher};

use super::generate::en_passant_pawns;
use crate::attacks::sets::{bit_of, pawn_attacks};
use crate::geometry::{Square, SquareSet};
use crate::piece::{Piece, Role};
use crate::position::Position;
use crate::rules::Rules;

impl<R: Rules> PartialEq for Position<R> {
    fn eq(&self, other: &Position<R>) -> bool {
        self.turn() == other.turn()
            && self.planes() == other.planes()
            && self.castling_rights() == other.castling_rights()
            && self.legal_en_passant() == other.legal_en_passant()
    }
}

impl<R: Rules> Eq for Position<R> {}

impl<R: Rules> Hash for Position<R> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.turn().hash(state);
        self.planes().hash(state);
        self.castling_rights().hash(state);
        self.legal_en_passant().hash(state);
    }
}

impl<R: Rules> Position<R> {
    /// The en passant square, if there is a legal capture on it: the form that repetition counts by.
    #[inline]
    pub(crate) fn legal_en_passant(&self) -> Option<Square> {
        // With no pawn beside, and that is nearly always, nothing else needs asking.
        self.pseudo_legal_en_passant().filter(|&square| en_passant_pawns(&self.walk(), bit_of(square)) != 0)
    }

    /// The en passant square, if a pawn of the side to move stands beside the one that has passed it.
    #[inline]
    pub(crate) fn pseudo_legal_en_passant(&self) -> Option<Square> {
        let square = R::en_passant(self.state())?;
        let pawn = Some(Piece::new(self.turn(), Role::Pawn));
        let beside = SquareSet::from_bits(pawn_attacks(!self.turn(), bit_of(square)));
        beside.into_iter().any(|at| self.board().piece_at(at) == pawn).then_some(square)
    }
}

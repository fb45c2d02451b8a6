//! Equality of positions for the repetition rules, which depends on legal captures en passant.

use core::hash::{Hash, Hasher};

use crate::attacks::mailbox::is_attacked_by_pawn;
use crate::board::Bitboards;
use crate::geometry::Square;
use crate::piece::Color;
use crate::position::Position;
use crate::rules::Rules;

/// What two positions share if they are the same for repetition: all but the clocks and the count. Compilers compare it in a few words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Identity {
    bitboards: Bitboards,
    /// The bits of the castling rights.
    castling: u32,
    /// The en passant square, if a capture there is legal.
    en_passant: Option<Square>,
    turn: Color,
}

impl Identity {
    #[inline]
    pub(crate) fn of<R: Rules>(position: &Position<R>) -> Identity {
        Identity {
            bitboards: position.bitboards(),
            castling: position.castling_rights().bits(),
            en_passant: position.legal_en_passant(),
            turn: position.turn(),
        }
    }
}

impl<R: Rules> PartialEq for Position<R> {
    fn eq(&self, other: &Position<R>) -> bool {
        Identity::of(self) == Identity::of(other)
    }
}

impl<R: Rules> Eq for Position<R> {}

impl<R: Rules> Hash for Position<R> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        Hash::hash(&Identity::of(self), state);
    }
}

impl<R: Rules> Position<R> {
    /// The en passant square if a capture on it is legal: the square that counts for repetition.
    #[inline]
    pub(crate) fn legal_en_passant(&self) -> Option<Square> {
        R::en_passant(self.state()).filter(|_| self.has_legal_en_passant())
    }

    /// Returns `true` if there is a legal capture en passant. This rare case is a function of its own.
    #[inline(never)]
    fn has_legal_en_passant(&self) -> bool {
        // A pawn rarely stands beside the double step.
        self.pseudo_legal_en_passant().is_some() && self.mover().has_legal_en_passant()
    }

    /// The en passant square, if a pawn of the side to move attacks it.
    #[inline]
    pub(crate) fn pseudo_legal_en_passant(&self) -> Option<Square> {
        R::en_passant(self.state()).filter(|&square| is_attacked_by_pawn(self.board(), square, self.turn()))
    }
}

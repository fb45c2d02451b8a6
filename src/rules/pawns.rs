//! The rules for pawns that differ between the games.

use super::Rules;
use crate::geometry::{Rank, Square, SquareSet};
use crate::moves::DOUBLE_STEP_FROM;
use crate::piece::{Color, Role};

/// The rules for pawns that differ between the games.
#[derive(Debug)]
pub(crate) struct PawnRules {
    /// The relative rank from which on a pawn promotes.
    pub(crate) promotion_rank: Rank,
    /// The roles that a pawn may promote to.
    pub(crate) promotions: &'static [Role],
    /// The relative rank from which a pawn may make a double step.
    pub(crate) double_step_from: Option<Rank>,
}

impl PawnRules {
    pub(crate) const fn of<R: Rules>() -> &'static PawnRules {
        const {
            &PawnRules {
                promotion_rank: R::PROMOTION_RANK,
                promotions: R::PROMOTIONS,
                double_step_from: if R::DOUBLE_STEP { Some(DOUBLE_STEP_FROM) } else { None },
            }
        }
    }

    /// Returns `true` if a pawn of this colour promotes on a square.
    #[inline]
    pub(crate) fn promotes(&self, color: Color, to: Square) -> bool {
        color.relative_rank(to.rank()) >= self.promotion_rank
    }
}

/// Returns `true` if a pawn of this colour promotes on a square.
#[inline]
pub(crate) fn promotes<R: Rules>(color: Color, to: Square) -> bool {
    PawnRules::of::<R>().promotes(color, to)
}

/// The squares on which a pawn of this colour promotes: the promotion rank and all ranks beyond.
#[inline]
pub(crate) const fn promotion_zone<R: Rules>(color: Color) -> u64 {
    let (mut zone, mut n) = (0, R::PROMOTION_RANK as usize);
    while n < Rank::COUNT {
        zone |= color.relative_rank(Rank::ALL[n]).squares().bits();
        n += 1;
    }
    zone
}

/// The first and the eighth rank, where no pawn can stand.
pub(super) const BACK_RANKS: SquareSet =
    SquareSet::from_bits(Rank::First.squares().bits() | Rank::Eighth.squares().bits());

pub(super) const fn is_back_rank(square: Square) -> bool {
    matches!(square.rank(), Rank::First | Rank::Eighth)
}

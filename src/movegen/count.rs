//! Counting legal moves without listing them: pawns are four shifts, and of the others a sight knows how many moves they
//! have.
#![expect(clippy::inline_always, reason = "inside a function with target features, a call would lose them")]

use super::generate::{Rights, castles, en_passant_pawns, king_targets};
use super::pawns::Pawns;
use crate::attacks::Sight;
use crate::attacks::lanes::Lanes;
use crate::attacks::lanes::scene::LaneSight;
use crate::rules::Rules;

/// How many legal moves there are.
#[inline(always)]
pub(crate) fn count<L: Lanes, R: Rules>(sight: &LaneSight<L, R>, rights: Rights) -> u32 {
    let mut count = count_but_en_passant(sight, rights.castle);
    if R::DOUBLE_STEP && rights.en_passant != 0 {
        count += en_passant_pawns(sight, rights.en_passant).count_ones();
    }
    count
}

/// The same without captures en passant.
#[inline(always)]
pub(crate) fn count_but_en_passant<L: Lanes, R: Rules>(sight: &LaneSight<L, R>, castle: u64) -> u32 {
    let mut count = king_targets(sight, !0).count_ones();
    if sight.checks() > 1 {
        return count;
    }
    count += sight.mobility();
    count += Pawns::moves::<R>(sight, sight.us().pawns, sight.targets()).count::<R>(sight.color());
    if R::CASTLING {
        count += castles(sight, castle).count_ones();
    }
    count
}

/// Whether there is any legal move.
#[inline(always)]
pub(crate) fn any<L: Lanes, R: Rules>(sight: &LaneSight<L, R>, rights: Rights) -> bool {
    // The king's steps are the cheapest to find, and mostly there is one.
    king_targets(sight, !0) != 0 || count(sight, rights) != 0
}

//! Counting on machines to which a word of 64 bits is long: less code.

mod pawns_one_by_one;

use super::SideToMove;
use crate::movegen::Wanted;
use crate::moves::Move;

/// Replies are counted anew after each move: there is never one of these.
pub(crate) enum Replies {}

impl Replies {
    #[inline]
    pub(crate) fn of(_: &SideToMove<'_>) -> Option<Replies> {
        None
    }

    #[inline]
    pub(crate) fn count(&self, _: &SideToMove<'_>, _: Move) -> u32 {
        match *self {}
    }
}

impl SideToMove<'_> {
    /// Calls for each legal move that is wanted, piece by piece.
    #[inline]
    pub(super) fn visit_for_list(&self, wanted: Wanted, mut visit: impl FnMut(Move)) {
        self.visit_wanted(wanted, &mut visit);
    }
}

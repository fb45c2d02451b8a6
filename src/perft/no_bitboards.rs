//! The back ends by bitboards of a build without them: none.

use core::iter;

use crate::position::Position;
use crate::rules::Rules;

/// A back end that counts by bitboards: none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BitboardBackend {}

impl BitboardBackend {
    #[inline]
    pub(super) fn available() -> impl Iterator<Item = BitboardBackend> {
        iter::empty()
    }
    pub(super) const fn name(self) -> &'static str {
        match self {}
    }
    pub(super) fn perft<R: Rules>(self, _: &Position<R>, _: u8) -> u64 {
        match self {}
    }
}

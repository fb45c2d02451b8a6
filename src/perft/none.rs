//! The missing back ends of a build without them.

#![allow(dead_code, reason = "bitboards count any depth, vectors two plies")]

use core::iter;

use crate::position::Position;
use crate::rules::Rules;

/// A back end without values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoBackEnd {}

pub(super) type BitboardBackend = NoBackEnd;
pub(super) type Simd = NoBackEnd;

#[expect(clippy::extra_unused_type_parameters, reason = "as in the builds that have one")]
impl NoBackEnd {
    #[inline]
    pub(super) fn available() -> impl Iterator<Item = NoBackEnd> {
        iter::empty()
    }
    pub(super) const fn name(self) -> &'static str {
        match self {}
    }
    pub(super) fn perft<R: Rules>(self, _: &Position<R>, _: u8) -> u64 {
        match self {}
    }
    pub(super) fn perft_2<R: Rules>(self, _: &impl Sized) -> Option<u64> {
        match self {}
    }
}

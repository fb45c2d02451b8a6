//! The SIMD back ends of a build without vectors: none.

use core::iter;

use crate::rules::Rules;

/// A SIMD back end: none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::perft) enum Simd {}

impl Simd {
    #[inline]
    pub(super) fn available() -> impl Iterator<Item = Simd> {
        iter::empty()
    }
    pub(super) const fn name(self) -> &'static str {
        match self {}
    }
    #[expect(clippy::extra_unused_type_parameters, reason = "as in the builds that have one")]
    pub(super) fn perft_2<R: Rules>(self, _: &impl Sized) -> Option<u64> {
        match self {}
    }
}

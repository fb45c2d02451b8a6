//! The last ply: counted, not played.

use core::marker::PhantomData;

use super::view::View;
use crate::attacks::lanes::scene::LaneSight;
use crate::attacks::lanes::{Lanes, Task};
use crate::movegen::count;
use crate::piece::Color;
use crate::rules::Rules;

/// The colour that a const parameter names, since a parameter cannot be a [`Color`].
#[inline(always)]
pub(super) const fn color<const WHITE: bool>() -> Color {
    if WHITE { Color::White } else { Color::Black }
}

/// The number of legal moves of a position.
pub(super) struct Count<'a, R, const US: bool>(pub(super) &'a View, pub(super) PhantomData<R>);

impl<L: Lanes, R: Rules, const US: bool> Task<L> for Count<'_, R, US> {
    type Output = u32;

    #[inline(always)]
    fn run(self, l: L) -> u32 {
        count(&LaneSight::<L, R>::of(l, &self.0.planes, color::<US>()), self.0.rights)
    }
}

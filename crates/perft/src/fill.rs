//! Sliding attacks in eight directions at once: the occluded fill (Kogge-Stone).
//!
//! The fill doubles its reach in each round: one square after one round, three after two, seven after three. All sliders of a board
//! may cross the same squares, so the three masks (propagators) are computed once per occupancy and serve all fills of a position.
//!
//! ```text
//!   R . . . . x .      a rook that slides east
//!   R a . . . x .      a: entered after one step
//!   R a b b . x .      b: two steps at once, over two empty squares
//!   R a b b c x .      c: four steps at once
//!   . a b b c d .      and one last step, onto the blocker too
//! ```
//!
//! Source: Chess Programming Wiki, "Kogge-Stone Algorithm".

use crate::lanes::Lanes;

/// The squares that one, two and four steps at once may end on, per direction.
#[derive(Clone, Copy)]
pub(crate) struct Propagators<L: Lanes> {
    one: L::V,
    two: L::V,
    four: L::V,
}

impl<L: Lanes> Propagators<L> {
    /// The propagators of a board with these empty squares.
    #[inline(always)]
    pub(crate) fn over(l: L, empty: u64) -> Self {
        let one = l.and(l.splat(empty), l.entry());
        let two = l.and(one, l.step::<1>(one));
        let four = l.and(two, l.step::<2>(two));
        Self { one, two, four }
    }

    /// The squares that sliders on `from` attack, lane by lane: the empty squares of their way, and the first piece.
    #[inline(always)]
    pub(crate) fn attacks(&self, l: L, from: L::V) -> L::V {
        let v = l.or(from, l.and(self.one, l.step::<1>(from)));
        let v = l.or(v, l.and(self.two, l.step::<2>(v)));
        let v = l.or(v, l.and(self.four, l.step::<4>(v)));
        l.and(l.entry(), l.step::<1>(v))
    }
}

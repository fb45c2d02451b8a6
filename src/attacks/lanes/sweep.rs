//! Sliding in eight directions at once.
//!
//! The fill doubles its reach each round, as a rumour does: after one round a slider has reached
//! one square further, after two rounds three, after three rounds all seven. What it may enter is
//! the same for every slider on the board, so the three masks are worked out once per occupancy and
//! shared by all the sweeps of a position: ours, theirs and those from the kings.
//!
//! ```text
//!   R . . . . x .      a rook sweeping east
//!   R a . . . x .      a: entered after one step
//!   R a b b . x .      b: two steps at once, over two empty squares
//!   R a b b c x .      c: four steps at once
//!   . a b b c d .      and one last step, onto the blocker too
//! ```

use super::Lanes;

/// The squares that one, two and four steps at once may end on, per direction.
#[derive(Clone, Copy)]
pub(crate) struct Paths<L: Lanes> {
    one: L::V,
    two: L::V,
    four: L::V,
}

impl<L: Lanes> Paths<L> {
    /// The paths over the squares in `empty`.
    #[inline(always)]
    pub(crate) fn over(l: L, empty: u64) -> Self {
        let one = l.and(l.splat(empty), l.entry());
        let two = l.and(one, l.step::<1>(one));
        let four = l.and(two, l.step::<2>(two));
        Self { one, two, four }
    }

    /// What sliders on the squares of `from`, lane by lane, attack: the empty squares they pass and
    /// the first piece they meet.
    #[inline(always)]
    pub(crate) fn sweep(&self, l: L, from: L::V) -> L::V {
        let v = l.or(from, l.and(self.one, l.step::<1>(from)));
        let v = l.or(v, l.and(self.two, l.step::<2>(v)));
        let v = l.or(v, l.and(self.four, l.step::<4>(v)));
        l.and(l.entry(), l.step::<1>(v))
    }
}

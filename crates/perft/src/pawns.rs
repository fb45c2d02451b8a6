//! The moves of pawns, all at once.

use chess0x88::{Color, Rules};

use crate::sets::{forward, forward_east, forward_west, promotion_zone, second_step};

/// Target squares of pawns by the way of the move: straight, double step, captures to each side.
#[derive(Clone, Copy)]
pub(crate) struct PawnTargets {
    pub(crate) single: u64,
    pub(crate) double: u64,
    pub(crate) east: u64,
    pub(crate) west: u64,
}

impl PawnTargets {
    /// Keeps only some of the target squares.
    #[inline(always)]
    pub(crate) const fn within(self, targets: u64) -> Self {
        Self {
            single: self.single & targets,
            double: self.double & targets,
            east: self.east & targets,
            west: self.west & targets,
        }
    }

    /// Counts the moves. A promotion target counts once for each piece that the pawn may become.
    #[inline(always)]
    pub(crate) const fn count<R: Rules>(self, us: Color) -> u32 {
        let more = R::PROMOTIONS.len() as u32 - 1;
        let zone = if more == 0 { 0 } else { promotion_zone::<R>(us) };
        if (self.single | self.east | self.west) & zone == 0 {
            return self.len();
        }
        self.len() + more * self.within(zone).len()
    }

    /// Counts the target squares.
    #[inline(always)]
    const fn len(self) -> u32 {
        self.single.count_ones() + self.double.count_ones() + self.east.count_ones() + self.west.count_ones()
    }
}

/// Pawns by the lines along which they may move.
#[derive(Clone, Copy)]
pub(crate) struct Pawns {
    pub(crate) pushing: u64,
    pub(crate) east: u64,
    pub(crate) west: u64,
}

impl Pawns {
    /// Pawns without pins.
    #[inline(always)]
    pub(crate) const fn free(pawns: u64) -> Self {
        Self { pushing: pawns, east: pawns, west: pawns }
    }

    /// Pawns some of which are pinned. A pinned pawn moves only along its line. `axes` holds the pinned pieces by line, as in
    /// [`pin_masks`](crate::attack_info::pin_masks).
    #[inline(always)]
    pub(crate) const fn pinned(us: Color, pawns: u64, pinned: u64, axes: [u64; 3]) -> Self {
        let [vertical, rising, falling] = axes;
        let (east, west) = match us {
            Color::White => (rising, falling),
            Color::Black => (falling, rising),
        };
        Self { pushing: pawns & (!pinned | vertical), east: pawns & (!pinned | east), west: pawns & (!pinned | west) }
    }

    /// All moves of these pawns, without regard to checks and without captures en passant.
    #[inline(always)]
    pub(crate) fn targets<R: Rules>(self, us: Color, empty: u64, them: u64) -> PawnTargets {
        let single = forward(us, self.pushing) & empty;
        let double = if R::DOUBLE_STEP { second_step(us, single) & empty } else { 0 };
        PawnTargets {
            single,
            double,
            east: forward_east(us, self.east) & them,
            west: forward_west(us, self.west) & them,
        }
    }

    /// Removes the pawns on some squares.
    #[inline(always)]
    pub(crate) const fn without(self, squares: u64) -> Self {
        Self { pushing: self.pushing & !squares, east: self.east & !squares, west: self.west & !squares }
    }

    /// The moves that pieces landing on `landed` add for these pawns, and the moves that they remove from `before`, summed as if
    /// each piece landed alone.
    #[inline(always)]
    pub(crate) fn change<R: Rules>(self, us: Color, before: &PawnTargets, landed: u64) -> (u32, u32) {
        let gained = PawnTargets {
            single: 0,
            double: 0,
            east: forward_east(us, self.east) & landed,
            west: forward_west(us, self.west) & landed,
        };
        let lost = PawnTargets { east: 0, west: 0, ..before.within(landed) };
        // A piece in front of a pawn prevents its double step too.
        let passing = second_step(us, lost.single) & before.double;
        (gained.count::<R>(us), lost.count::<R>(us) + passing.count_ones())
    }
}

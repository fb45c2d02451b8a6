//! Moves of a set of pawns.

use crate::attacks::bitboard::second_step;
use crate::attacks::bitboard::{BitboardInfo, CheckInfo};
use crate::attacks::bits::{forward, forward_east, forward_west};
use crate::geometry::{Direction, Square};
use crate::moves::MoveKind;
use crate::piece::Color;
use crate::rules::{Rules, promotion_zone};

/// The origin of a pawn that came to `to` by `step`, a difference of 0x88 indices.
#[inline]
pub(super) const fn behind(to: Square, step: i16) -> Square {
    Square::from_masked((to as u8).wrapping_sub(step.cast_unsigned() as u8))
}

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

    /// The targets by way: the set, the difference of 0x88 indices, and the kind of move.
    #[inline(always)]
    pub(crate) fn by_step(self, us: Color) -> [(u64, i16, MoveKind); 4] {
        let ahead = i16::from(us.forward() as i8);
        let aside = |direction: Direction| ahead + i16::from(direction as i8);
        [
            (self.single, ahead, MoveKind::Quiet),
            (self.double, 2 * ahead, MoveKind::DoubleStep),
            (self.east, aside(Direction::East), MoveKind::Capture),
            (self.west, aside(Direction::West), MoveKind::Capture),
        ]
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
    /// [`BitboardInfo::pin_masks`].
    #[inline(always)]
    pub(crate) const fn pinned(us: Color, pawns: u64, pinned: u64, axes: [u64; 3]) -> Self {
        let [vertical, rising, falling] = axes;
        let (east, west) = us.pick((rising, falling), (falling, rising));
        Self { pushing: pawns & (!pinned | vertical), east: pawns & (!pinned | east), west: pawns & (!pinned | west) }
    }

    /// The moves of some pawns of the side to move to some squares, as pins and checks allow, without captures en passant.
    #[inline(always)]
    pub(crate) fn moves<R: Rules>(info: &BitboardInfo<R>, pawns: u64, targets: u64) -> PawnTargets {
        let CheckInfo { color, them, checks, pinned, .. } = *info.checks();
        let free = if pawns & pinned == 0 {
            Pawns::free(pawns)
        } else if checks == 0 {
            Pawns::pinned(color, pawns, pinned, info.pin_masks())
        } else {
            // A pinned piece never answers a check.
            Pawns::free(pawns & !pinned)
        };
        free.targets::<R>(color, info.checks().empty(), them).within(targets)
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
}

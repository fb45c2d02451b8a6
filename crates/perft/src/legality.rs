//! What legality depends on, and the moves that no lane finds: of king and pawns, castling, captures en passant.

use chess0x88::{Castling, Color, Rules};

use crate::board::Side;
use crate::sets::{
    Bits, forward, forward_east, forward_west, king_attacks, pawn_attacks, promotion_zone, second_step, square_of,
    steps,
};

/// The pieces, the checks and the pins of a board, for the side to move ("us").
///
/// Squares and sets are 64-bit words, a single square being a set of one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CheckInfo {
    /// The side to move.
    pub(crate) color: Color,
    /// The pieces of the side to move.
    pub(crate) us: Side,
    /// All enemy pieces.
    pub(crate) them: u64,
    /// The number of pieces that give check. Two stands for any number beyond one.
    pub(crate) checks: u32,
    /// The squares that pieces other than the king may go to. Without a check these are all squares but our own
    /// pieces'. In a single check these are the checker's square and the squares between. In a double check there is
    /// none.
    pub(crate) check_mask: u64,
    /// Our pieces that shield the king from a slider. Each may move only along its line.
    pub(crate) pinned: u64,
}

impl CheckInfo {
    /// The info of a side without a check and without pins.
    #[inline(always)]
    pub(crate) const fn free(color: Color, us: Side, them: u64) -> CheckInfo {
        CheckInfo { color, us, them, checks: 0, check_mask: !us.all, pinned: 0 }
    }

    /// The squares without a piece.
    #[inline(always)]
    pub(crate) const fn empty(&self) -> u64 {
        !(self.us.all | self.them)
    }
}

/// Checks, pins and king danger of the side to move.
pub(crate) trait AttackInfo {
    /// The pieces, the checks and the pins.
    fn checks(&self) -> &CheckInfo;
    /// The pinned pieces by the line of their pin: a file, a diagonal that rises towards the h-file, a diagonal that
    /// falls.
    fn pin_masks(&self) -> [u64; 3];
    /// The squares of `within` that the enemy attacks when our king is off the board.
    fn danger(&self, within: u64) -> u64;
    /// Returns `true` if no piece attacks our king when the squares of `left` are empty and `arrived` is occupied.
    fn is_safe_after(&self, left: u64, arrived: u64) -> bool;
    /// The line along which our pinned piece on a square may move, or the part of the line that holds all its moves.
    fn line(&self, from: u64) -> u64;
}

/// The targets of the Met or Khon on a square, before checks.
#[inline(always)]
pub(crate) fn makruk_leaper_targets(info: &impl AttackInfo, from: u64) -> u64 {
    let CheckInfo { color, ref us, .. } = *info.checks();
    steps(us.makruk_leaper_at(from), color, from) & along_pin(info, from)
}

/// The moves of the pawn on a square to some of these targets; `None` without a move.
///
/// The caller loops over the pawns. A closure would not do: it has no target features of its own, and a lane operation in a closure
/// that is not inlined is a call.
#[inline(always)]
pub(crate) fn pawn_move<R: Rules>(info: &impl AttackInfo, from: u64, targets: u64) -> Option<PawnMove> {
    let CheckInfo { color, them, .. } = *info.checks();
    let promoting = forward(!color, promotion_zone::<R>(color));
    let reached = Pawns::free(from).targets::<R>(color, info.checks().empty(), them);
    let to = (reached.single | reached.double | reached.east | reached.west) & targets & along_pin(info, from);
    if to == 0 {
        None
    } else if from & promoting != 0 {
        Some(PawnMove::Promotion { to })
    } else {
        Some(PawnMove::Step { to })
    }
}

#[derive(Clone, Copy)]
pub(crate) enum PawnMove {
    /// Moves without promotion.
    Step { to: u64 },
    /// Promotions.
    Promotion { to: u64 },
}

/// The squares along the pin of a piece; all squares for a piece without a pin.
#[inline(always)]
fn along_pin(info: &impl AttackInfo, from: u64) -> u64 {
    if info.checks().pinned & from == 0 { !0 } else { info.line(from) }
}

/// The squares that the king may step to.
#[inline(always)]
pub(crate) fn king_targets(info: &impl AttackInfo, within: u64) -> u64 {
    let us = &info.checks().us;
    let around = king_attacks(us.king) & !us.all & within;
    if around == 0 { 0 } else { around & !info.danger(around) }
}

/// Returns the rooks among `rights` with which the side to move may castle now, if no
/// piece stands in the way and no enemy attacks the king's way.
#[inline(always)]
pub(crate) fn castles(info: &impl AttackInfo, rights: u64) -> u64 {
    let CheckInfo { ref us, checks, pinned, .. } = *info.checks();
    let mut legal = 0;
    if checks == 0 {
        for rook in Bits(rights & us.all & !pinned) {
            let castling = Castling::new(square_of(us.king), square_of(rook));
            if castling.path().bits() & !info.checks().empty() == 0 && info.danger(castling.king_way().bits()) == 0 {
                legal |= rook;
            }
        }
    }
    legal
}

/// Returns the pawns of the side to move that may capture en passant. This capture empties two squares of a rank at once, so the
/// function tests the resulting occupancy.
#[inline(always)]
pub(crate) fn en_passant_pawns(info: &impl AttackInfo, en_passant: u64) -> u64 {
    let CheckInfo { color, ref us, .. } = *info.checks();
    let victim = forward(!color, en_passant);
    let mut legal = 0;
    for from in Bits(pawn_attacks(!color, en_passant) & us.pawns) {
        if info.is_safe_after(from | victim, en_passant) {
            legal |= from;
        }
    }
    legal
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
    /// [`AttackInfo::pin_masks`].
    #[inline(always)]
    pub(crate) const fn pinned(us: Color, pawns: u64, pinned: u64, axes: [u64; 3]) -> Self {
        let [vertical, rising, falling] = axes;
        let (east, west) = match us {
            Color::White => (rising, falling),
            Color::Black => (falling, rising),
        };
        Self { pushing: pawns & (!pinned | vertical), east: pawns & (!pinned | east), west: pawns & (!pinned | west) }
    }

    /// The moves of some pawns of the side to move to some squares, as pins and checks allow, without captures en passant.
    #[inline(always)]
    pub(crate) fn moves<R: Rules>(info: &impl AttackInfo, pawns: u64, targets: u64) -> PawnTargets {
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

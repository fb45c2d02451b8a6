//! Checks, check mask, pins and king danger, from three fills: the enemy's sliders, our sliders, and a queen on our king's
//! square.
//!
//! ```text
//!   r . . N . K . .     lane W of the king:   . . . ■ ■ . . .   up to the knight
//!                       lane E of the rook:   . ■ ■ ■ . . . .   up to the knight
//!                       both, and our piece:  . . . ■ . . . .   pinned
//! ```
//!
//! A lane of the enemy's sliders that reaches the king is a check, and the king's lane in the opposite direction is the check mask.

use core::marker::PhantomData;

use crate::board::{Bitboards, Side, has_makruk_leapers, leaper_attackers, leaper_attacks};
use crate::castlings::Castlings;
use crate::fill::Propagators;
use crate::lanes::Lanes;
use crate::pawns::{PawnTargets, Pawns};
use crate::sets::{Bits, forward, king_attacks, pawn_attacks, steps};
use chess0x88::{Color, Rules};

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

/// The attacks, checks and pins of the side to move ("us"), found with lanes.
pub(crate) struct LaneInfo<L: Lanes, R> {
    pub(crate) l: L,
    pub(crate) checks: CheckInfo,
    pub(crate) propagators: Propagators<L>,
    /// The squares that the enemy's sliders attack. Our king blocks them.
    pub(crate) theirs: L::V,
    /// The squares that our sliders attack.
    pub(crate) ours: L::V,
    /// The squares that a queen on our king's square would attack.
    pub(crate) king: L::V,
    /// The enemy's leapers that give check.
    pub(crate) leaper_checks: u64,
    /// The squares that the enemy's leapers attack; after [`judged`](Self::judged) all squares that the king must not enter. In
    /// check the king's own square is among them.
    pub(crate) king_danger: u64,
    /// Our pinned pieces, each in both lanes of its pin.
    pub(crate) pins: L::V,
    pub(crate) rules: PhantomData<R>,
}

impl<L: Lanes, R: Rules> LaneInfo<L, R> {
    #[inline(always)]
    pub(crate) fn of(l: L, bitboards: &Bitboards, color: Color) -> Self {
        let (us, them) = (bitboards.side::<R>(color), bitboards.side::<R>(!color));
        let propagators = Propagators::over(l, !bitboards.occupied());
        Self {
            l,
            checks: CheckInfo::free(color, us, them.all),
            propagators,
            theirs: propagators.attacks(l, l.by_kind(them.orthogonal, them.diagonal)),
            ours: propagators.attacks(l, l.by_kind(us.orthogonal, us.diagonal)),
            king: propagators.attacks(l, l.splat(us.king)),
            leaper_checks: leaper_attackers::<R>(us.king, !color, &them),
            king_danger: leaper_attacks::<R>(!color, &them),
            pins: l.splat(0),
            rules: PhantomData,
        }
        .judged()
    }

    /// Adds the checks, the pins and the king danger to the lanes.
    #[inline(always)]
    pub(crate) fn judged(mut self) -> Self {
        let l = self.l;
        let CheckInfo { ref us, .. } = self.checks;
        let king = l.splat(us.king);
        // A checking slider also attacks the square behind the king: the king cannot step back along the line.
        let behind = l.and(l.entry(), l.step::<1>(king));
        self.king_danger |= l.union(l.or(self.theirs, l.where_meet(self.theirs, king, behind)));
        let held = held(l, self.king, self.theirs, us.all);
        self.pins = l.or(held, l.opposite(held));
        if self.king_danger & us.king != 0 {
            let lines = l.opposite(self.theirs);
            self.checks.checks = l.population(l.and(lines, king)) + self.leaper_checks.count_ones();
            self.checks.check_mask = if self.checks.checks == 1 {
                l.union(l.where_meet(lines, king, self.king)) | self.leaper_checks
            } else {
                0
            };
        }
        self.checks.pinned = l.union(held);
        self
    }

    /// Counts the legal moves of our pieces except king and pawns.
    ///
    /// Target and direction of a sliding move determine its origin, so the number of sliding moves is the number of bits in the
    /// lanes. The same holds for knights, with one lane per jump.
    #[inline(always)]
    fn mobility(&self) -> u32 {
        let l = self.l;
        let CheckInfo { color, ref us, checks, check_mask, pinned, .. } = self.checks;
        let mut count = leaper_mobility::<L, R>(l, color, us, !pinned, check_mask);
        let mut ours = self.ours;
        if pinned & sliders(us) != 0 {
            // A pinned piece never answers a check.
            let pins = if checks == 0 { self.pins } else { l.splat(0) };
            ours = slides(l, &self.propagators, [us.orthogonal, us.diagonal], pinned, pins);
        }
        if const { has_makruk_leapers::<R>() } && checks == 0 {
            for from in Bits(pinned & (us.mets | us.khons)) {
                count += (self.makruk_leaper_targets(from) & check_mask).count_ones();
            }
        }
        count + l.population(l.and(ours, l.splat(check_mask)))
    }

    /// Our sliders with a free neighbouring square.
    #[inline(always)]
    pub(crate) fn mobile_sliders(&self) -> u64 {
        let (l, us) = (self.l, &self.checks.us);
        let next = l.and(l.entry(), l.step::<1>(l.splat(!us.all)));
        l.union(l.and(l.by_kind(us.orthogonal, us.diagonal), next))
    }

    /// All ones in the lanes in which our slider on a square slides.
    #[inline(always)]
    pub(crate) fn sliding_lanes(&self, from: u64) -> L::V {
        let ways = |sliders: u64| if sliders & from != 0 { !0 } else { 0 };
        self.l.by_kind(ways(self.checks.us.orthogonal), ways(self.checks.us.diagonal))
    }

    /// The squares that a queen on a square would attack.
    #[inline(always)]
    pub(crate) fn rays(&self, from: u64) -> L::V {
        self.propagators.attacks(self.l, self.l.splat(from))
    }

    /// The rays along the pin of our pinned piece on the square where `rays` start.
    #[inline(always)]
    pub(crate) fn line_of(&self, from: u64, rays: L::V) -> u64 {
        let l = self.l;
        l.union(l.where_meet(self.pins, l.splat(from), rays))
    }
}

/// Legal moves.
impl<L: Lanes, R: Rules> LaneInfo<L, R> {
    /// Counts the legal moves, without captures en passant. `castle` are the rooks that may still castle.
    #[inline(always)]
    pub(crate) fn count(&self, castle: u64) -> u32 {
        let CheckInfo { color, ref us, checks, check_mask, pinned, them, .. } = self.checks;
        let mut count = self.king_targets().count_ones();
        if checks > 1 {
            return count;
        }
        count += self.mobility();
        count += self.pawn_moves(us.pawns, check_mask).count::<R>(color);
        if R::CASTLING && checks == 0 {
            count += Castlings::of(us, castle, pinned).count(them, self.king_danger);
        }
        count
    }

    /// The squares that the king may step to.
    #[inline(always)]
    pub(crate) fn king_targets(&self) -> u64 {
        king_attacks(self.checks.us.king) & !self.checks.us.all & !self.king_danger
    }

    /// The targets of the Met or Khon on a square, before checks.
    #[inline(always)]
    pub(crate) fn makruk_leaper_targets(&self, from: u64) -> u64 {
        let CheckInfo { color, ref us, .. } = self.checks;
        steps(us.makruk_leaper_at(from), color, from) & self.along_pin(from)
    }

    /// The targets of the pawn on a square, before checks.
    #[inline(always)]
    pub(crate) fn pawn_targets(&self, from: u64) -> u64 {
        let CheckInfo { color, them, .. } = self.checks;
        let PawnTargets { single, double, east, west } =
            Pawns::free(from).targets::<R>(color, self.checks.empty(), them);
        (single | double | east | west) & self.along_pin(from)
    }

    /// The squares along the pin of a piece; all squares for a piece without a pin.
    #[inline(always)]
    fn along_pin(&self, from: u64) -> u64 {
        if self.checks.pinned & from == 0 { !0 } else { self.line_of(from, self.rays(from)) }
    }

    /// The moves of some pawns to some squares, as pins and checks allow, without captures en passant.
    #[inline(always)]
    pub(crate) fn pawn_moves(&self, pawns: u64, targets: u64) -> PawnTargets {
        let CheckInfo { color, them, checks, pinned, .. } = self.checks;
        let free = if pawns & pinned == 0 {
            Pawns::free(pawns)
        } else if checks == 0 {
            Pawns::pinned(color, pawns, pinned, pin_masks(self.l, self.pins))
        } else {
            // A pinned piece never answers a check.
            Pawns::free(pawns & !pinned)
        };
        free.targets::<R>(color, self.checks.empty(), them).within(targets)
    }

    /// The pawns that may capture en passant. This capture empties two squares of a rank at once, so the lines of `them`, the enemy,
    /// are followed on the board after it. (An enemy leaper gives no check then: none but the captured pawn has just moved.)
    #[inline(always)]
    pub(crate) fn en_passant_pawns(&self, them: &Side, en_passant: u64) -> u64 {
        let (l, CheckInfo { color, ref us, .. }) = (self.l, self.checks);
        let victim = forward(!color, en_passant);
        let mut legal = 0;
        for from in Bits(pawn_attacks(!color, en_passant) & us.pawns) {
            let propagators = Propagators::over(l, (self.checks.empty() | from | victim) & !en_passant);
            let theirs = propagators.attacks(l, l.by_kind(them.orthogonal, them.diagonal));
            if !l.touch(theirs, l.splat(us.king)) {
                legal |= from;
            }
        }
        legal
    }
}

/// The pieces of `all` between a king and an enemy slider, each in the lane from the king to the slider. `king` are the king's
/// rays, `attacks` the sliders' attacks.
#[inline(always)]
pub(crate) fn held<L: Lanes>(l: L, king: L::V, attacks: L::V, all: u64) -> L::V {
    l.and(l.and(king, l.opposite(attacks)), l.splat(all))
}

/// Bishops, rooks and queens.
#[inline(always)]
pub(crate) const fn sliders(side: &Side) -> u64 {
    side.diagonal | side.orthogonal
}

/// The squares that orthogonal and diagonal sliders attack, pinned ones only along the lanes of their pins.
#[inline(always)]
pub(crate) fn slides<L: Lanes>(
    l: L,
    propagators: &Propagators<L>,
    [orthogonal, diagonal]: [u64; 2],
    pinned: u64,
    pins: L::V,
) -> L::V {
    let bound = l.and_not(l.splat(pinned), pins);
    propagators.attacks(l, l.and_not(l.by_kind(orthogonal, diagonal), bound))
}

/// The pinned pieces by the line of their pin: a file, a diagonal that rises towards the h-file, a diagonal that falls. `pins` has
/// both lanes of each pin.
#[inline(always)]
pub(crate) fn pin_masks<L: Lanes>(l: L, pins: L::V) -> [u64; 3] {
    let [_, vertical, rising, falling, ..] = l.to_array(pins);
    [vertical, rising, falling]
}

/// Counts the moves of the leapers on `free` to squares of `targets`, without king and pawns.
#[inline(always)]
pub(crate) fn leaper_mobility<L: Lanes, R: Rules>(l: L, color: Color, us: &Side, free: u64, targets: u64) -> u32 {
    let to = l.splat(targets);
    let mut count = l.population(l.and(l.jump(l.splat(us.knights & free)), to));
    if const { has_makruk_leapers::<R>() } {
        let all = (us.mets | us.khons) & free;
        let steps = l.and(l.and(l.step::<1>(l.by_kind(0, all)), l.entry()), to);
        count += l.population(steps);
        count += (forward(color, us.khons & free) & targets).count_ones();
    }
    count
}

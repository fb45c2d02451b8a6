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

use crate::board::{Bitboards, Rights, Side, has_makruk_leapers, leaper_attackers, leaper_attacks};
use crate::fill::Propagators;
use crate::lanes::Lanes;
use crate::legality::{AttackInfo, CheckInfo, Pawns, castles, en_passant_pawns, king_targets, makruk_leaper_targets};
use crate::sets::{Bits, forward};
use chess0x88::{Color, Rules};

/// The attacks, checks and pins of the side to move ("us"), found with lanes.
pub(crate) struct LaneInfo<L: Lanes, R> {
    pub(crate) l: L,
    pub(crate) checks: CheckInfo,
    /// The enemy's orthogonal and diagonal sliders, only for [`is_safe_after`](AttackInfo::is_safe_after).
    pub(crate) sliders: [u64; 2],
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
            sliders: [them.orthogonal, them.diagonal],
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
                count += (makruk_leaper_targets(self, from) & check_mask).count_ones();
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

impl<L: Lanes, R: Rules> LaneInfo<L, R> {
    /// Counts the legal moves.
    #[inline(always)]
    pub(crate) fn count(&self, rights: Rights) -> u32 {
        let CheckInfo { color, ref us, checks, check_mask, .. } = self.checks;
        let mut count = king_targets(self, !0).count_ones();
        if checks > 1 {
            return count;
        }
        count += self.mobility();
        count += Pawns::moves::<R>(self, us.pawns, check_mask).count::<R>(color);
        if R::CASTLING {
            count += castles(self, rights.castle).count_ones();
        }
        if R::DOUBLE_STEP && rights.en_passant != 0 {
            count += en_passant_pawns(self, rights.en_passant).count_ones();
        }
        count
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

/// The pins for [`pin_masks`](AttackInfo::pin_masks), from both lanes of each pin.
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

impl<L: Lanes, R: Rules> AttackInfo for LaneInfo<L, R> {
    #[inline(always)]
    fn checks(&self) -> &CheckInfo {
        &self.checks
    }

    #[inline(always)]
    fn pin_masks(&self) -> [u64; 3] {
        pin_masks(self.l, self.pins)
    }

    #[inline(always)]
    fn danger(&self, within: u64) -> u64 {
        self.king_danger & within
    }

    #[inline(always)]
    fn is_safe_after(&self, left: u64, arrived: u64) -> bool {
        if self.leaper_checks & !left != 0 {
            return false;
        }
        let (l, [orthogonal, diagonal]) = (self.l, self.sliders);
        let propagators = Propagators::over(l, (self.checks.empty() | left) & !arrived);
        let theirs = propagators.attacks(l, l.by_kind(orthogonal & !left, diagonal & !left));
        !l.touch(theirs, l.splat(self.checks.us.king))
    }

    #[inline(always)]
    fn line(&self, from: u64) -> u64 {
        self.line_of(from, self.rays(from))
    }
}

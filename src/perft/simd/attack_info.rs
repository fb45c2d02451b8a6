//! Checks, check mask, pins and king danger, from three fills: the enemy's sliders, our sliders, and a queen on our king's
//! square.
//!
//! ```text
//!   r . . N . K . .     lane W of the king:   . . . ■ ■ . . .   up to the knight
//!                       lane E of the rook:   . ■ ■ ■ . . . .   up to the knight
//!                       both, and our piece:  . . . ■ . . . .   pinned
//! ```
//!
//! If a lane of the enemy's sliders reaches the king, that is a check, and the king's lane in the opposite direction is the
//! check mask.

use core::marker::PhantomData;

use super::fill::Propagators;
use super::lanes::Lanes;
use crate::attacks::bitboard::{AttackInfo, leaper_attacks};
use crate::attacks::bits::{forward, leaper_attackers};
use crate::board::{Bitboards, Side};
use crate::movegen::generate::{Rights, castles, en_passant_pawns, king_targets};
use crate::movegen::pawns::Pawns;
use crate::piece::{Color, PieceSet};
use crate::rules::Rules;

/// What the pieces of a board attack, for the side to move ("us").
#[derive(Clone, Copy)]
pub(super) struct Attacks<L: Lanes, A> {
    pub(super) color: Color,
    pub(super) us: Side,
    /// All enemy pieces.
    pub(super) them: u64,
    /// The enemy's orthogonal and diagonal sliders, for [`is_safe_after`](AttackInfo::is_safe_after) alone.
    pub(super) sliders: [u64; 2],
    pub(super) propagators: Propagators<L>,
    /// What the enemy's sliders attack. Our king blocks them like any other piece.
    pub(super) theirs: L::V,
    /// What our sliders attack.
    pub(super) ours: L::V,
    /// What a queen on our king's square would attack.
    pub(super) king: L::V,
    /// What the enemy's pawns, knights, king and other leapers attack.
    pub(super) leapers: u64,
    /// The enemy's leapers that give check.
    pub(super) leaper_checks: u64,
    pub(super) army: PhantomData<A>,
}

impl<L: Lanes, A: PieceSet> Attacks<L, A> {
    #[inline(always)]
    fn of(l: L, bitboards: &Bitboards, color: Color) -> Self {
        let (us, them) = (bitboards.side::<A>(color), bitboards.side::<A>(!color));
        let propagators = Propagators::over(l, !bitboards.occupied());
        Self {
            color,
            us,
            them: them.all,
            sliders: [them.orthogonal, them.diagonal],
            propagators,
            theirs: propagators.attacks(l, l.by_kind(them.orthogonal, them.diagonal)),
            ours: propagators.attacks(l, l.by_kind(us.orthogonal, us.diagonal)),
            king: propagators.attacks(l, l.splat(us.king)),
            leapers: leaper_attacks::<A>(!color, &them),
            leaper_checks: leaper_attackers::<A>(us.king, !color, &them),
            army: PhantomData,
        }
    }

    /// The checks, the pins and the king danger that follow.
    #[inline(always)]
    pub(super) fn info(self, l: L) -> LaneInfo<L, A> {
        let king = l.splat(self.us.king);
        let towards = l.opposite(self.theirs);
        let held = l.and(l.and(self.king, towards), l.splat(self.us.all));
        let checking = l.meet(self.theirs, king);
        // A slider that gives check attacks the square behind the king, too: the king does not step back along the line.
        let behind = l.and(l.entry(), l.step::<1>(king));
        let king_danger = l.union(l.or_where(self.theirs, checking, behind)) | self.leapers;
        let mut info = LaneInfo {
            l,
            attacks: self,
            king_danger,
            checks: 0,
            check_mask: !self.us.all,
            pinned: l.union(held),
            pins: l.or(held, l.opposite(held)),
        };
        if king_danger & self.us.king != 0 {
            let lines = l.meet(towards, king);
            info.checks = l.chosen(lines) + self.leaper_checks.count_ones();
            info.check_mask = if info.checks == 1 { l.union(l.keep(lines, self.king)) | self.leaper_checks } else { 0 };
        }
        info
    }
}

/// What a side to move has to know of a board to make its legal moves, found with lanes.
pub(super) struct LaneInfo<L: Lanes, A> {
    l: L,
    pub(super) attacks: Attacks<L, A>,
    /// Squares that the king must not enter. In check the king's own square is among them.
    king_danger: u64,
    /// How many pieces give check: 0, 1 or 2.
    checks: u32,
    /// Where pieces other than the king may go: anywhere but on our own pieces; in check, onto the line that answers it; in
    /// double check, nowhere.
    check_mask: u64,
    /// Our pinned pieces.
    pinned: u64,
    /// Our pinned pieces, each in both lanes of its pin.
    pins: L::V,
}

impl<L: Lanes, A: PieceSet> LaneInfo<L, A> {
    #[inline(always)]
    pub(super) fn of(l: L, bitboards: &Bitboards, color: Color) -> Self {
        Attacks::of(l, bitboards, color).info(l)
    }

    /// How many legal moves our pieces have, without king and pawns.
    ///
    /// The destination of a slider and its direction name its origin, so the number of sliding moves is the number of bits
    /// in the lanes. The same holds for knights, with a lane for each jump.
    #[inline(always)]
    fn mobility(&self) -> u32 {
        let (l, attacks, pinned) = (self.l, &self.attacks, self.pinned);
        let us = &attacks.us;
        let mut count = leaper_mobility::<L, A>(l, attacks.color, us, !pinned, self.check_mask);
        let mut ours = attacks.ours;
        if pinned != 0 {
            let sliders = l.by_kind(us.orthogonal, us.diagonal);
            if self.checks != 0 {
                // No move along the line of a pin answers a check.
                ours = attacks.propagators.attacks(l, l.and_not(sliders, l.splat(pinned)));
            } else {
                if pinned & us.sliders() != 0 {
                    // Pinned sliders keep the two lanes along their pin.
                    let bound = l.and_not(l.splat(pinned), self.pins);
                    ours = attacks.propagators.attacks(l, l.and_not(sliders, bound));
                }
                if A::MAKRUK_LEAPERS {
                    count += self.pinned_leaper_mobility();
                }
            }
        }
        count + l.population(l.and(ours, l.splat(self.check_mask)))
    }

    /// How many moves pinned Met and Khon have along their pins.
    #[inline(always)]
    fn pinned_leaper_mobility(&self) -> u32 {
        let (l, us) = (self.l, &self.attacks.us);
        let pins = l.to_array(self.pins);
        // The lanes that go north and south.
        let ahead = match self.attacks.color {
            Color::White => 1,
            Color::Black => 5,
        };
        let mut lanes = [0; 8];
        for (lane, pinned) in pins.iter().enumerate() {
            let diagonal = if lane & 2 != 0 { us.mets | us.khons } else { 0 };
            let straight = if lane == ahead { us.khons } else { 0 };
            lanes[lane] = pinned & (diagonal | straight);
        }
        let steps = l.and(l.step::<1>(l.load(lanes)), l.entry());
        l.population(l.and(steps, l.splat(self.check_mask)))
    }
}

impl<L: Lanes, R: Rules> LaneInfo<L, R> {
    /// How many legal moves there are.
    #[inline(always)]
    pub(super) fn count(&self, rights: Rights) -> u32 {
        let mut count = king_targets(self, !0).count_ones();
        if self.checks > 1 {
            return count;
        }
        count += self.mobility();
        count += Pawns::moves::<R>(self, self.attacks.us.pawns, self.check_mask).count::<R>(self.attacks.color);
        if R::CASTLING {
            count += castles(self, rights.castle).count_ones();
        }
        if R::DOUBLE_STEP && rights.en_passant != 0 {
            count += en_passant_pawns(self, rights.en_passant).count_ones();
        }
        count
    }
}

/// How many moves the leapers on `free` have to squares of `targets`, without pawns and king.
#[inline(always)]
pub(super) fn leaper_mobility<L: Lanes, A: PieceSet>(l: L, color: Color, us: &Side, free: u64, targets: u64) -> u32 {
    let to = l.splat(targets);
    let mut count = l.population(l.and(l.jump(l.splat(us.knights & free)), to));
    if A::MAKRUK_LEAPERS {
        let all = (us.mets | us.khons) & free;
        let steps = l.and(l.and(l.step::<1>(l.by_kind(0, all)), l.entry()), to);
        count += l.population(steps);
        count += (forward(color, us.khons & free) & targets).count_ones();
    }
    count
}

impl<L: Lanes, A: PieceSet> AttackInfo for LaneInfo<L, A> {
    type Rays = L::V;

    #[inline(always)]
    fn color(&self) -> Color {
        self.attacks.color
    }

    #[inline(always)]
    fn us(&self) -> &Side {
        &self.attacks.us
    }

    #[inline(always)]
    fn them(&self) -> u64 {
        self.attacks.them
    }

    #[inline(always)]
    fn checks(&self) -> u32 {
        self.checks
    }

    #[inline(always)]
    fn targets(&self) -> u64 {
        self.check_mask
    }

    #[inline(always)]
    fn pinned(&self) -> u64 {
        self.pinned
    }

    #[inline(always)]
    fn pin_masks(&self) -> [u64; 3] {
        let [_, vertical, rising, falling, ..] = self.l.to_array(self.pins);
        [vertical, rising, falling]
    }

    #[inline(always)]
    fn danger(&self, within: u64) -> u64 {
        self.king_danger & within
    }

    #[inline(always)]
    fn is_safe_after(&self, left: u64, arrived: u64) -> bool {
        let (l, attacks) = (self.l, &self.attacks);
        if attacks.leaper_checks & !left != 0 {
            return false;
        }
        let [orthogonal, diagonal] = attacks.sliders;
        let occupied = (attacks.us.all | attacks.them) & !left | arrived;
        let theirs = Propagators::over(l, !occupied).attacks(l, l.by_kind(orthogonal & !left, diagonal & !left));
        !l.touch(theirs, l.splat(attacks.us.king))
    }

    #[inline(always)]
    fn rays(&self, from: u64) -> L::V {
        self.attacks.propagators.attacks(self.l, self.l.splat(from))
    }

    #[inline(always)]
    fn slides(&self, from: u64, rays: L::V) -> u64 {
        let ways = |sliders: u64| if sliders & from != 0 { !0 } else { 0 };
        let us = &self.attacks.us;
        self.l.union(self.l.and(rays, self.l.by_kind(ways(us.orthogonal), ways(us.diagonal))))
    }

    #[inline(always)]
    fn line(&self, from: u64, rays: L::V) -> u64 {
        let l = self.l;
        l.union(l.keep(l.meet(self.pins, l.splat(from)), rays))
    }
}

//! Everything a board says about legality, from three sweeps: theirs, ours and the king's.
//!
//! ```text
//!   r . . N . K . .     King's lane W:   . . . ■ ■ . . .   up to the knight
//!                       Rook's lane E:   . ■ ■ ■ . . . .   up to the knight
//!                       both and ours:   . . . ■ . . . .   pinned
//! ```
//!
//! A lane of theirs that meets the king is a check, and the king's lane back towards it is the set
//! of squares that answer it. No piece is ever moved on trial.

use core::marker::PhantomData;

use super::{Lanes, Paths};
use crate::attacks::Sight;
use crate::attacks::bitboard::{forward, stepped, stepping_attackers};
use crate::board::{Planes, Side};
use crate::moves::MoveList;
use crate::piece::{Army, Color};

/// The raw material: who stands where and who sees what, for the side to move ("us").
#[derive(Clone, Copy)]
pub(crate) struct Scene<L: Lanes, A> {
    pub(crate) color: Color,
    pub(crate) us: Side,
    /// All enemy pieces.
    pub(crate) them: u64,
    /// Which squares sliders pass.
    pub(crate) paths: Paths<L>,
    /// What their sliders attack, stopped by our king like by any other piece.
    pub(crate) theirs: L::V,
    /// What our sliders attack.
    pub(crate) ours: L::V,
    /// What a queen on our king's square would attack.
    pub(crate) king: L::V,
    /// What their pawns, knights and other stepping pieces attack.
    pub(crate) stepped: u64,
    /// Those stepping pieces that give check.
    pub(crate) stepping_checkers: u64,
    pub(crate) army: PhantomData<A>,
}

/// What follows from a scene.
#[derive(Clone, Copy)]
pub(crate) struct Verdict<L: Lanes> {
    /// Squares the king must not enter; in check his own square is among them.
    danger: u64,
    /// How many pieces give check: 0, 1 or 2.
    checks: u32,
    /// Where pieces other than the king may go: anywhere but on our own pieces, onto the lines that
    /// answer a check, or nowhere in double check.
    targets: u64,
    /// Our pinned pieces.
    pinned: u64,
    /// Our pinned pieces in both lanes of their pin.
    pins: L::V,
}

impl<L: Lanes, A: Army> Scene<L, A> {
    /// Looks at a board from the side to move; `them` are the other side's pieces.
    #[inline(always)]
    pub(crate) fn of(l: L, planes: &Planes, color: Color) -> (Self, Side) {
        let (us, them) = (planes.side::<A>(color), planes.side::<A>(!color));
        let paths = Paths::over(l, !planes.occupied());
        let king = l.splat(us.king);
        let scene = Self {
            color,
            us,
            them: them.all,
            paths,
            theirs: paths.sweep(l, l.by_kind(them.orthogonal, them.diagonal)),
            ours: paths.sweep(l, l.by_kind(us.orthogonal, us.diagonal)),
            king: paths.sweep(l, king),
            stepped: stepped::<A>(!color, &them),
            stepping_checkers: stepping_attackers::<A>(us.king, !color, &them),
            army: PhantomData,
        };
        (scene, them)
    }

    /// Finds checks, pins and the squares forbidden to the king.
    #[inline(always)]
    fn judge(&self, l: L) -> Verdict<L> {
        let king = l.splat(self.us.king);
        let towards = l.opposite(self.theirs);
        let held = l.and(l.and(self.king, towards), l.splat(self.us.all));
        let checking = l.meet(self.theirs, king);
        // A king in check must not step back along the line either: the squares behind him are
        // attacked through him.
        let behind = l.and(l.entry(), l.step::<1>(king));
        let danger = l.union(l.or_where(self.theirs, checking, behind)) | self.stepped;
        let pinned = l.union(held);
        let mut verdict =
            Verdict { danger, checks: 0, targets: !self.us.all, pinned, pins: l.or(held, l.opposite(held)) };
        if danger & self.us.king != 0 {
            let lines = l.meet(towards, king);
            verdict.checks = l.chosen(lines) + self.stepping_checkers.count_ones();
            verdict.targets =
                if verdict.checks == 1 { l.union(l.keep(lines, self.king)) | self.stepping_checkers } else { 0 };
        }
        verdict
    }
}

/// How many moves the stepping pieces other than pawn and king have to squares in `targets`.
#[inline(always)]
pub(crate) fn count_steppers<L: Lanes, A: Army>(l: L, color: Color, us: &Side, free: u64, targets: u64) -> u32 {
    let to = l.splat(targets);
    let mut count = l.population(l.and(l.jump(l.splat(us.knights & free)), to));
    if A::STEPPERS {
        let all = (us.mets | us.khons) & free;
        let steps = l.and(l.and(l.step::<1>(l.by_kind(0, all)), l.entry()), to);
        count += l.population(steps);
        count += (forward(color, us.khons & free) & targets).count_ones();
    }
    count
}

/// A board as the side to move sees it, found with lanes.
pub(crate) struct LaneSight<L: Lanes, A> {
    pub(crate) l: L,
    pub(crate) scene: Scene<L, A>,
    verdict: Verdict<L>,
    /// Their orthogonal and their diagonal sliders.
    sliders: [u64; 2],
}

impl<L: Lanes, A: Army> LaneSight<L, A> {
    #[inline(always)]
    pub(crate) fn of(l: L, planes: &Planes, color: Color) -> Self {
        let (scene, them) = Scene::of(l, planes, color);
        Self::judged(l, scene, [them.orthogonal, them.diagonal])
    }

    /// The sight of a scene, with the enemy's orthogonal and diagonal sliders. Only
    /// [`is_safe_after`](Sight::is_safe_after) looks at these.
    #[inline(always)]
    pub(crate) fn judged(l: L, scene: Scene<L, A>, sliders: [u64; 2]) -> Self {
        let verdict = scene.judge(l);
        Self { l, scene, verdict, sliders }
    }

    /// How many moves our pieces have, king and pawns aside.
    ///
    /// A slider's destination together with its direction names its origin, so the number of sliding moves is the number
    /// of bits in the lanes. The same holds for knights, lane by jump. Nothing is ever enumerated.
    #[inline(always)]
    pub(crate) fn mobility(&self) -> u32 {
        let (l, scene, verdict) = (self.l, &self.scene, &self.verdict);
        let (us, pinned) = (&scene.us, verdict.pinned);
        let mut count = count_steppers::<L, A>(l, scene.color, us, !pinned, verdict.targets);
        let mut ours = scene.ours;
        if pinned != 0 {
            let sliders = l.by_kind(us.orthogonal, us.diagonal);
            if verdict.checks != 0 {
                // A check is never answered along the line of a pin.
                ours = scene.paths.sweep(l, l.and_not(sliders, l.splat(pinned)));
            } else {
                if pinned & us.sliders() != 0 {
                    // Pinned sliders keep the two lanes along their pin.
                    let bound = l.and_not(l.splat(pinned), verdict.pins);
                    ours = scene.paths.sweep(l, l.and_not(sliders, bound));
                }
                if A::STEPPERS {
                    count += self.count_pinned_steppers();
                }
            }
        }
        count + l.population(l.and(ours, l.splat(verdict.targets)))
    }

    /// Met and Khon may step along the line of their pin.
    #[inline(always)]
    fn count_pinned_steppers(&self) -> u32 {
        let (l, us) = (self.l, &self.scene.us);
        let pins = l.to_array(self.verdict.pins);
        // The lanes that go north and south.
        let ahead = match self.scene.color {
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
        l.population(l.and(steps, l.splat(self.verdict.targets)))
    }
}

impl<L: Lanes, A: Army> Sight for LaneSight<L, A> {
    type Rays = L::V;

    #[inline(always)]
    fn color(&self) -> Color {
        self.scene.color
    }

    #[inline(always)]
    fn us(&self) -> &Side {
        &self.scene.us
    }

    #[inline(always)]
    fn them(&self) -> u64 {
        self.scene.them
    }

    #[inline(always)]
    fn checks(&self) -> u32 {
        self.verdict.checks
    }

    #[inline(always)]
    fn targets(&self) -> u64 {
        self.verdict.targets
    }

    #[inline(always)]
    fn pinned(&self) -> u64 {
        self.verdict.pinned
    }

    #[inline(always)]
    fn pin_axes(&self) -> [u64; 3] {
        let [_, vertical, rising, falling, ..] = self.l.to_array(self.verdict.pins);
        [vertical, rising, falling]
    }

    #[inline(always)]
    fn danger(&self, within: u64) -> u64 {
        self.verdict.danger & within
    }

    #[inline(always)]
    fn is_safe_after(&self, left: u64, arrived: u64) -> bool {
        let (l, scene) = (self.l, &self.scene);
        if scene.stepping_checkers & !left != 0 {
            return false;
        }
        let [orthogonal, diagonal] = self.sliders;
        let occupied = (scene.us.all | scene.them) & !left | arrived;
        let theirs = Paths::over(l, !occupied).sweep(l, l.by_kind(orthogonal & !left, diagonal & !left));
        !l.touch(theirs, l.splat(scene.us.king))
    }

    #[inline(always)]
    fn rays(&self, from: u64) -> L::V {
        self.scene.paths.sweep(self.l, self.l.splat(from))
    }

    #[inline(always)]
    fn slides(&self, from: u64, rays: L::V) -> u64 {
        let ways = |sliders: u64| if sliders & from != 0 { !0 } else { 0 };
        let us = &self.scene.us;
        self.l.union(self.l.and(rays, self.l.by_kind(ways(us.orthogonal), ways(us.diagonal))))
    }

    #[inline(always)]
    fn line(&self, from: u64, rays: L::V) -> u64 {
        let l = self.l;
        l.union(l.keep(l.meet(self.verdict.pins, l.splat(from)), rays))
    }

    #[inline(always)]
    fn list_targets(&self, list: &mut MoveList, from: u16, to: u64, them: u64) {
        self.l.list_targets(list, from, to, them);
    }

    #[inline(always)]
    fn list_pawns(&self, list: &mut MoveList, to: u64, step: u16, flags: u16) {
        self.l.list_pawns(list, to, step, flags);
    }
}

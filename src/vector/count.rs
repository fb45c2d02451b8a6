//! Counting legal moves without listing them.
//!
//! A slider's destination together with its direction names its origin, so the number of sliding
//! moves is the number of bits in the lanes. The same holds for knights, lane by jump. Pawns are
//! four shifts. Nothing is ever enumerated.

use core::marker::PhantomData;

use super::lanes::{Lanes, Task};
use super::node::{Pawns, Scene, Verdict, en_passant_legal};
use super::sets::{Bits, forward, pawn_attacks};
use super::view::{Game, Side, View};

/// How many moves the stepping pieces other than pawn and king have to squares in `targets`.
#[inline(always)]
pub(crate) fn count_steppers<L: Lanes, G: Game, const WHITE: bool>(l: L, us: &Side, free: u64, targets: u64) -> u32 {
    let targets = l.splat(targets);
    let mut count = l.population(l.and(l.jump(l.splat(us.knights & free)), targets));
    if G::MAKRUK {
        let all = (us.mets | us.khons) & free;
        let steps = l.and(l.and(l.step::<1>(l.by_kind(0, all)), l.entry()), targets);
        count += l.population(steps);
        count += (forward::<WHITE>(us.khons & free) & l.union(targets)).count_ones();
    }
    count
}

/// Counts the legal moves of a scene, all but en passant.
#[inline(always)]
pub(crate) fn count_scene<L: Lanes, G: Game, const WHITE: bool>(l: L, scene: &Scene<L>, verdict: &Verdict<L>) -> u32 {
    let us = &scene.us;
    let occupied = us.all | scene.them;
    let mut count = scene.king_targets(verdict).count_ones();
    if verdict.checks > 1 {
        return count;
    }
    let pinned = verdict.pinned;
    let free = !pinned;
    count += count_steppers::<L, G, WHITE>(l, us, free, verdict.targets);
    let mut pawns = Pawns::free(us.pawns & free);
    let mut ours = scene.ours;
    if pinned != 0 {
        let sliders = l.by_kind(us.orthogonal, us.diagonal);
        if pinned & (us.orthogonal | us.diagonal) != 0 {
            // Pinned sliders keep the two lanes along their pin.
            let bound = l.and_not(l.splat(pinned), verdict.pins);
            ours = scene.paths.sweep(l, l.and_not(sliders, bound));
        }
        if verdict.checks == 0 {
            if pinned & us.pawns != 0 {
                pawns = Pawns::pinned::<L, WHITE>(l, us.pawns, pinned, verdict.pins);
            }
            if G::MAKRUK {
                count += count_pinned_steppers::<L, G, WHITE>(l, scene, verdict);
            }
        } else {
            // A check is never answered along the line of a pin.
            ours = scene.paths.sweep(l, l.and_not(sliders, l.splat(pinned)));
        }
    }
    count += pawns.targets::<G, WHITE>(!occupied, scene.them).within(verdict.targets).count::<G, WHITE>();
    count += l.population(l.and(ours, l.splat(verdict.targets)));
    if !G::MAKRUK && scene.castle != 0 && verdict.checks == 0 {
        count += scene.castles(verdict).count_ones();
    }
    count
}

/// Met and Khon may step along the line of their pin.
#[inline(always)]
fn count_pinned_steppers<L: Lanes, G: Game, const WHITE: bool>(l: L, scene: &Scene<L>, verdict: &Verdict<L>) -> u32 {
    let pins = l.to_array(verdict.pins);
    let ahead = if WHITE { 1 } else { 5 };
    let mut lanes = [0; 8];
    for (lane, pinned) in pins.iter().enumerate() {
        let diagonal = if lane & 2 != 0 { scene.us.mets | scene.us.khons } else { 0 };
        let straight = if lane == ahead { scene.us.khons } else { 0 };
        lanes[lane] = pinned & (diagonal | straight);
    }
    let steps = l.and(l.step::<1>(l.load(lanes)), l.entry());
    l.population(l.and(steps, l.splat(verdict.targets)))
}

/// The pawns that may capture en passant.
#[inline(always)]
pub(crate) fn en_passant_pawns<L: Lanes, const WHITE: bool>(l: L, scene: &Scene<L>, them: &Side, ep: u64) -> u64 {
    let beside = if WHITE { pawn_attacks::<false>(ep) } else { pawn_attacks::<true>(ep) };
    let mut legal = 0;
    for from in Bits(beside & scene.us.pawns) {
        if en_passant_legal::<L, WHITE>(
            l,
            scene.us.all | them.all,
            scene.us.king,
            them,
            scene.stepping_checkers,
            from,
            ep,
        ) {
            legal |= from;
        }
    }
    legal
}

/// Counts the legal moves of a position.
#[inline(always)]
pub(crate) fn count_view<L: Lanes, G: Game, const WHITE: bool>(l: L, view: &View) -> u32 {
    let (scene, them) = Scene::of::<G, WHITE>(l, view);
    let verdict = scene.judge(l);
    let mut count = count_scene::<L, G, WHITE>(l, &scene, &verdict);
    if !G::MAKRUK && view.ep != 0 {
        count += en_passant_pawns::<L, WHITE>(l, &scene, &them, view.ep).count_ones();
    }
    count
}

/// The number of legal moves of a position.
pub(crate) struct Count<'a, G, const WHITE: bool>(pub(crate) &'a View, pub(crate) PhantomData<G>);

impl<L: Lanes, G: Game, const WHITE: bool> Task<L> for Count<'_, G, WHITE> {
    type Output = u32;
    #[inline(always)]
    fn run(self, l: L) -> u32 {
        count_view::<L, G, WHITE>(l, self.0)
    }
}

//! Legal moves, origin by origin.
//!
//! Each origin comes with the set of its legal targets, which is what a list, a search for captures
//! and perft all want. What is done with them is up to the [`Sink`].

use core::marker::PhantomData;

use super::count::en_passant_pawns;
use super::lanes::{Lanes, Task};
use super::node::{PawnTargets, Pawns, Scene, Verdict};
use super::sets::{Bits, diagonal_steps, forward, index_of_bit, knight_attacks, pawn_attacks, rank};
use super::view::{Game, Side, View, code};
use crate::moves::{CAPTURE, MET_PROMOTION, Move, MoveKind, MoveList, PROMOTION, spread};

/// Where moves go. All squares and sets are non-empty; `from` is a single square.
pub(crate) trait Sink<L: Lanes> {
    /// Whether pawns may come as sets, by the way they step, rather than one by one.
    const PAWN_SETS: bool = false;
    /// The unpinned pawns that do not promote, if asked for.
    #[inline(always)]
    fn pawn_sets(&mut self, _: PawnTargets) {}
    /// Bishop, rook or queen. `rays` are all eight directions from its square.
    fn slider(&mut self, from: u64, to: u64, code: u8, rays: L::V);
    /// Knight, king, Met or Khon.
    fn stepper(&mut self, from: u64, to: u64, code: u8);
    /// A pawn that does not promote; `double` is the double step, already among `to`.
    fn pawn(&mut self, from: u64, to: u64, double: u64);
    /// A pawn that does.
    fn promotion(&mut self, from: u64, to: u64);
    /// A pawn that captures the one behind `to`.
    fn en_passant(&mut self, from: u64, to: u64);
    /// Castling, as king and rook.
    fn castle(&mut self, king: u64, rook: u64);
}

/// Hands the legal moves to targets in `within` to the sink, en passant always, castling when `quiet`.
#[inline(always)]
#[expect(clippy::too_many_arguments, reason = "each is one thing to look at")]
pub(crate) fn generate<L: Lanes, G: Game, const WHITE: bool, S: Sink<L>>(
    l: L,
    scene: &Scene<L>,
    verdict: &Verdict<L>,
    them: &Side,
    ep: u64,
    within: u64,
    quiet: bool,
    sink: &mut S,
) {
    let us = &scene.us;
    let occupied = us.all | scene.them;
    let steps = scene.king_targets(verdict) & within;
    if steps != 0 {
        sink.stepper(us.king, steps, code::KING);
    }
    if verdict.checks > 1 {
        return;
    }
    let targets = verdict.targets & within;
    let pinned = verdict.pinned;
    // The squares of its pin a pinned piece may go to: from its own square both ways.
    let line = |from: u64, rays: L::V| l.union(l.keep(l.meet(verdict.pins, l.splat(from)), rays));
    let movable = if verdict.checks == 0 { !0 } else { !pinned };

    for from in Bits((us.orthogonal | us.diagonal) & movable) {
        let rays = scene.paths.sweep(l, l.splat(from));
        let orthogonal = if us.orthogonal & from != 0 { !0 } else { 0 };
        let diagonal = if us.diagonal & from != 0 { !0 } else { 0 };
        let mut to = l.union(l.and(rays, l.by_kind(orthogonal, diagonal))) & targets;
        if pinned & from != 0 {
            to &= line(from, rays);
        }
        if to != 0 {
            let kind = 4 | (orthogonal & 2) as u8 | (diagonal & 1) as u8;
            sink.slider(from, to, kind, rays);
        }
    }
    for from in Bits(us.knights & !pinned) {
        let to = knight_attacks(from) & targets;
        if to != 0 {
            sink.stepper(from, to, code::KNIGHT);
        }
    }
    if G::MAKRUK {
        for from in Bits((us.mets | us.khons) & movable) {
            let khon = us.khons & from != 0;
            let mut to = diagonal_steps(from);
            if khon {
                to |= forward::<WHITE>(from);
            }
            to &= targets;
            if pinned & from != 0 {
                to &= line(from, scene.paths.sweep(l, l.splat(from)));
            }
            if to != 0 {
                sink.stepper(from, to, if khon { code::KHON } else { code::MET });
            }
        }
    }
    let promoting = if G::MAKRUK {
        rank::<WHITE>(4) | rank::<WHITE>(5) | rank::<WHITE>(6) | rank::<WHITE>(7)
    } else {
        rank::<WHITE>(6)
    };
    let mut singly = us.pawns & movable;
    if S::PAWN_SETS {
        // Most pawns are neither pinned nor about to promote: four shifts for all of them.
        let together = us.pawns & !pinned & !promoting;
        singly &= !together;
        let all = Pawns::free(together).targets::<G, WHITE>(!occupied, scene.them);
        sink.pawn_sets(all.within(targets));
    }
    for from in Bits(singly) {
        let single = forward::<WHITE>(from) & !occupied;
        let double = if G::MAKRUK { 0 } else { forward::<WHITE>(single & rank::<WHITE>(2)) & !occupied };
        let mut to = (single | double | pawn_attacks::<WHITE>(from) & scene.them) & targets;
        if pinned & from != 0 {
            to &= line(from, scene.paths.sweep(l, l.splat(from)));
        }
        if to != 0 {
            if from & promoting != 0 {
                sink.promotion(from, to);
            } else {
                sink.pawn(from, to, double & to);
            }
        }
    }
    if G::MAKRUK {
        return;
    }
    if ep != 0 {
        for from in Bits(en_passant_pawns::<L, WHITE>(l, scene, them, ep)) {
            sink.en_passant(from, ep);
        }
    }
    if quiet && scene.castle != 0 && verdict.checks == 0 {
        for rook in Bits(scene.castles(verdict)) {
            sink.castle(us.king, rook);
        }
    }
}

/// Turns targets into two-byte moves.
struct List<'a, L, G, const WHITE: bool> {
    l: L,
    moves: &'a mut MoveList,
    them: u64,
    game: PhantomData<G>,
}

impl<L: Lanes, G: Game, const WHITE: bool> List<'_, L, G, WHITE> {
    #[inline(always)]
    fn push(&mut self, from: u16, to: u64, kind: u8) {
        self.moves.push(Move::from_raw(from | index_of_bit(to) << 8 | spread(kind)));
    }

    /// All targets from one square, captures marked.
    #[inline(always)]
    fn all(&mut self, from: u64, to: u64) {
        self.l.list_targets(self.moves, index_of_bit(from), to, self.them);
    }
}

impl<L: Lanes, G: Game, const WHITE: bool> Sink<L> for List<'_, L, G, WHITE> {
    const PAWN_SETS: bool = true;

    #[inline(always)]
    fn pawn_sets(&mut self, to: PawnTargets) {
        let forward: u16 = if WHITE { 0x10 } else { 0x10_u16.wrapping_neg() };
        let captures = spread(CAPTURE);
        let mut put = |set, step, flags| self.l.list_pawns(self.moves, set, step, flags);
        put(to.single, forward, 0);
        put(to.double, forward.wrapping_mul(2), spread(MoveKind::DoubleStep as u8));
        put(to.east, forward.wrapping_add(1), captures);
        put(to.west, forward.wrapping_sub(1), captures);
    }
    #[inline(always)]
    fn slider(&mut self, from: u64, to: u64, _: u8, _: L::V) {
        self.all(from, to);
    }
    #[inline(always)]
    fn stepper(&mut self, from: u64, to: u64, _: u8) {
        self.all(from, to);
    }
    #[inline(always)]
    fn pawn(&mut self, from: u64, to: u64, double: u64) {
        self.all(from, to & !double);
        if double != 0 {
            self.push(index_of_bit(from), double, MoveKind::DoubleStep as u8);
        }
    }
    #[inline(always)]
    fn promotion(&mut self, from: u64, to: u64) {
        let from = index_of_bit(from);
        for to in Bits(to) {
            let capture = if to & self.them != 0 { CAPTURE } else { 0 };
            if G::MAKRUK {
                self.push(from, to, MET_PROMOTION | capture);
            } else {
                for choice in 0..4 {
                    self.push(from, to, PROMOTION | capture | choice);
                }
            }
        }
    }
    #[inline(always)]
    fn en_passant(&mut self, from: u64, to: u64) {
        self.push(index_of_bit(from), to, MoveKind::EnPassant as u8);
    }
    #[inline(always)]
    fn castle(&mut self, king: u64, rook: u64) {
        self.push(index_of_bit(king), rook, MoveKind::Castle as u8);
    }
}

/// Which moves a list is to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    All,
    Captures,
    Quiets,
}

/// Lists the legal moves of a position, or some of them.
pub(crate) struct ListMoves<'a, G, const WHITE: bool> {
    pub(crate) view: &'a View,
    pub(crate) game: PhantomData<G>,
    pub(crate) wanted: Wanted,
    pub(crate) list: &'a mut MoveList,
}

impl<L: Lanes, G: Game, const WHITE: bool> Task<L> for ListMoves<'_, G, WHITE> {
    type Output = ();

    #[inline(always)]
    fn run(self, l: L) {
        let (scene, them) = Scene::of::<G, WHITE>(l, self.view);
        let verdict = scene.judge(l);
        let mut list = List::<L, G, WHITE> { l, moves: self.list, them: scene.them, game: PhantomData };
        let (within, ep) = match self.wanted {
            Wanted::All => (!0, self.view.ep),
            Wanted::Captures => (scene.them, self.view.ep),
            Wanted::Quiets => (!self.view.occupied(), 0),
        };
        let castling = self.wanted != Wanted::Captures;
        generate::<L, G, WHITE, _>(l, &scene, &verdict, &them, ep, within, castling, &mut list);
    }
}

/// Whether there is any legal move.
pub(crate) struct HasMove<'a, G, const WHITE: bool>(pub(crate) &'a View, pub(crate) PhantomData<G>);

impl<L: Lanes, G: Game, const WHITE: bool> Task<L> for HasMove<'_, G, WHITE> {
    type Output = bool;
    #[inline(always)]
    fn run(self, l: L) -> bool {
        let (scene, them) = Scene::of::<G, WHITE>(l, self.0);
        let verdict = scene.judge(l);
        super::count::count_scene::<L, G, WHITE>(l, &scene, &verdict) != 0
            || !G::MAKRUK && self.0.ep != 0 && en_passant_pawns::<L, WHITE>(l, &scene, &them, self.0.ep) != 0
    }
}

//! Perft: the number of move sequences of a given length.
//!
//! The bytes are read once, at the root. Below it a position is a handful of planes in registers,
//! and the last two plies are not played at all: see [`replies`](super::replies).

use core::marker::PhantomData;

use super::count::Count;
use super::generate::{Sink, generate};
use super::lanes::{Lanes, Task};
use super::node::Scene;
use super::replies::CountReplies;
use super::sets::{Bits, forward};
use super::view::{CHOICES, Game, View, code};

/// The leaves below a position with `US` to move. `THEM` is always `!US`.
pub(crate) struct Perft<'a, G, const US: bool, const THEM: bool> {
    pub(crate) view: &'a View,
    pub(crate) game: PhantomData<G>,
    pub(crate) depth: u8,
}

impl<L: Lanes, G: Game, const US: bool, const THEM: bool> Task<L> for Perft<'_, G, US, THEM> {
    type Output = u64;

    #[inline(always)]
    fn run(self, l: L) -> u64 {
        match self.depth {
            0 => 1,
            1 => u64::from(l.enter(Count::<G, US>(self.view, self.game))),
            2 => l.enter(CountReplies::<G, US, THEM>(self.view, self.game)),
            depth => {
                let (scene, them) = Scene::of::<G, US>(l, self.view);
                let verdict = scene.judge(l);
                let mut walk =
                    Walk::<L, G, US, THEM> { l, view: self.view, game: self.game, depth: depth - 1, leaves: 0 };
                generate::<L, G, US, _>(l, &scene, &verdict, &them, self.view.ep, !0, true, &mut walk);
                walk.leaves
            }
        }
    }
}

/// Makes every move and counts below it.
struct Walk<'a, L, G, const US: bool, const THEM: bool> {
    l: L,
    view: &'a View,
    game: PhantomData<G>,
    depth: u8,
    leaves: u64,
}

impl<L: Lanes, G: Game, const US: bool, const THEM: bool> Walk<'_, L, G, US, THEM> {
    #[inline(always)]
    fn descend(&mut self, child: View) {
        self.leaves += self.l.enter(Perft::<G, THEM, US> { view: &child, game: self.game, depth: self.depth });
    }
}

impl<L: Lanes, G: Game, const US: bool, const THEM: bool> Sink<L> for Walk<'_, L, G, US, THEM> {
    #[inline(always)]
    fn slider(&mut self, from: u64, to: u64, kind: u8, _: L::V) {
        for to in Bits(to) {
            self.descend(self.view.with_move::<G, US>(from, to, kind));
        }
    }
    #[inline(always)]
    fn stepper(&mut self, from: u64, to: u64, kind: u8) {
        for to in Bits(to) {
            self.descend(self.view.with_step::<G, US>(from, to, kind));
        }
    }
    #[inline(always)]
    fn pawn(&mut self, from: u64, to: u64, double: u64) {
        for to in Bits(to) {
            let ep = if to == double { forward::<US>(from) } else { 0 };
            self.descend(self.view.with_move::<G, US>(from, to, code::PAWN).with_ep(ep));
        }
    }
    #[inline(always)]
    fn promotion(&mut self, from: u64, to: u64) {
        for to in Bits(to) {
            if G::MAKRUK {
                self.descend(self.view.with_move::<G, US>(from, to, code::MET));
            } else {
                for kind in CHOICES {
                    self.descend(self.view.with_move::<G, US>(from, to, kind));
                }
            }
        }
    }
    #[inline(always)]
    fn en_passant(&mut self, from: u64, to: u64) {
        self.descend(self.view.with_en_passant::<G, US>(from, to));
    }
    #[inline(always)]
    fn castle(&mut self, king: u64, rook: u64) {
        self.descend(self.view.with_castling::<G, US>(king, rook));
    }
}

//! The counter: perft that plays neither of the last two plies.
//!
//! The bytes are read once, at the root. Below it a position is a handful of planes in registers,
//! and the last two plies are not played at all: see [`replies`](super::replies).

use core::marker::PhantomData;

use super::count::{Count, color};
use super::replies::CountReplies;
use super::view::View;
use crate::attacks::lanes::scene::LaneSight;
use crate::attacks::lanes::{Lanes, Task};
use crate::attacks::bits::Bits;
use crate::movegen::{PawnMove, Selection, Sink, generate, pawn_move};
use crate::piece::Role;
use crate::rules::Rules;

/// The leaves below a position with `US` to move. `THEM` is always `!US`, which const generics cannot say by themselves.
pub(super) struct Perft<'a, R, const US: bool, const THEM: bool> {
    pub(super) view: &'a View,
    pub(super) rules: PhantomData<R>,
    pub(super) depth: u8,
}

impl<L: Lanes, R: Rules, const US: bool, const THEM: bool> Task<L> for Perft<'_, R, US, THEM> {
    type Output = u64;

    #[inline(always)]
    fn run(self, l: L) -> u64 {
        match self.depth {
            0 => 1,
            1 => u64::from(l.enter(Count::<R, US>(self.view, self.rules))),
            2 => l.enter(CountReplies::<R, US, THEM>(self.view, self.rules)),
            depth => {
                let sight = LaneSight::<L, R>::of(l, &self.view.planes, color::<US>());
                let mut walk =
                    Descent::<L, R, US, THEM> { l, view: self.view, rules: self.rules, depth: depth - 1, leaves: 0 };
                generate::<R, _, _>(&sight, self.view.rights, Selection::ALL, &mut walk);
                walk.leaves
            }
        }
    }
}

/// Makes every move and counts below it.
struct Descent<'a, L, R, const US: bool, const THEM: bool> {
    l: L,
    view: &'a View,
    rules: PhantomData<R>,
    depth: u8,
    leaves: u64,
}

impl<L: Lanes, R: Rules, const US: bool, const THEM: bool> Descent<'_, L, R, US, THEM> {
    #[inline(always)]
    fn descend(&mut self, child: View) {
        self.leaves += self.l.enter(Perft::<R, THEM, US> { view: &child, rules: self.rules, depth: self.depth });
    }
}

impl<L: Lanes, R: Rules, const US: bool, const THEM: bool> Sink<LaneSight<L, R>> for Descent<'_, L, R, US, THEM> {
    #[inline(always)]
    fn slider(&mut self, from: u64, to: u64, role: Role, _: L::V) {
        for to in Bits(to) {
            self.descend(self.view.with_move::<R>(color::<US>(), from, to, role));
        }
    }
    #[inline(always)]
    fn stepper(&mut self, from: u64, to: u64, role: Role) {
        for to in Bits(to) {
            self.descend(self.view.with_step::<R>(color::<US>(), from, to, role));
        }
    }
    #[inline(always)]
    fn pawns(&mut self, sight: &LaneSight<L, R>, pawns: u64, targets: u64) {
        for from in Bits(pawns) {
            match pawn_move::<R, _>(sight, from, targets) {
                Some(PawnMove::Step { to, double }) => {
                    for to in Bits(to) {
                        self.descend(if to == double {
                            self.view.with_double_step::<R>(color::<US>(), from, to)
                        } else {
                            self.view.with_move::<R>(color::<US>(), from, to, Role::Pawn)
                        });
                    }
                }
                Some(PawnMove::Promotion { to }) => {
                    for to in Bits(to) {
                        for &role in R::PROMOTIONS {
                            self.descend(self.view.with_move::<R>(color::<US>(), from, to, role));
                        }
                    }
                }
                None => {}
            }
        }
    }
    #[inline(always)]
    fn en_passant(&mut self, from: u64, to: u64) {
        self.descend(self.view.with_en_passant::<R>(color::<US>(), from, to));
    }
    #[inline(always)]
    fn castle(&mut self, king: u64, rook: u64) {
        self.descend(self.view.with_castling::<R>(color::<US>(), king, rook));
    }
}

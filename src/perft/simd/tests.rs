//! Tests that hold the SIMD back ends equal to the walk, and to each other on broken positions.

use core::marker::PhantomData;
use std::vec::Vec;

use super::Simd;
use super::attack_info::LaneInfo;
use super::lanes::{Kernel, Lanes};
use crate::attacks::bitboard::{AttackInfo, BitboardInfo, CheckInfo};
use crate::attacks::bits::king_attacks;
use crate::perft::bitboard::position::BitboardPosition;
use crate::piece::Color;
use crate::position::Position;
use crate::rules::Rules;
use crate::tests::equivalence::{Check, crowded_boards, random_games};

/// Checks, check mask, pins, king danger around the king, and the number of legal moves.
pub(super) type Found = (u32, u64, u64, u64, u32);

fn found(info: &impl AttackInfo, count: u32) -> Found {
    let CheckInfo { us, checks, check_mask, pinned, .. } = *info.checks();
    let around = king_attacks(us.king) & !us.all;
    (checks.min(2), check_mask & !us.all, pinned, info.danger(around), count)
}

/// The search of a back end for one colour.
pub(super) struct Find<'a, R>(pub(super) &'a BitboardPosition, pub(super) Color, pub(super) PhantomData<R>);

impl<L: Lanes, R: Rules> Kernel<L> for Find<'_, R> {
    type Output = Found;

    #[inline(always)]
    fn run(self, l: L) -> Found {
        let info = LaneInfo::<L, R>::of(l, &self.0.bitboards, self.1);
        found(&info, info.count(self.0.rights))
    }
}

struct Alike;

impl Check for Alike {
    /// Requires that the walk finds the same, with either side as White.
    fn legal<R: Rules>(&self, position: &Position<R>) {
        let (us, bitboards) = (position.turn(), BitboardPosition::of(position));
        let info = BitboardInfo::<R>::of(&position.bitboards(), us, position.king(us), position.checkers());
        let walk = found(&info, position.legal_move_count() as u32);
        let upright = if us == Color::White { bitboards } else { bitboards.turned() };
        for simd in Simd::available() {
            assert_eq!(simd.find::<R>(&upright, us), walk, "{simd:?}: {position:?}");
            let turned = (walk.0, turn(us, walk.1), turn(us, walk.2), turn(us, walk.3), walk.4);
            assert_eq!(simd.find::<R>(&bitboards, Color::White), turned, "{simd:?}: {position:?}");
        }
    }

    /// Requires that all back ends find the same and count the same replies.
    fn broken<R: Rules>(&self, position: &Position<R>) {
        let bitboards = BitboardPosition::of(position);
        let all: Vec<_> = Simd::available()
            .map(|simd| (simd.find::<R>(&bitboards, Color::White), simd.perft_2::<R>(&bitboards)))
            .collect();
        assert!(all.windows(2).all(|pair| pair[0] == pair[1]), "{all:?}: {position:?}");
    }
}

/// A set of squares as on the board turned for a side.
fn turn(us: Color, set: u64) -> u64 {
    if us == Color::White { set } else { set.swap_bytes() }
}

#[test]
fn back_ends_find_what_the_walk_finds_in_random_play() {
    random_games(&Alike, 6);
}

#[test]
#[ignore = "minutes in debug; release runs it"]
fn back_ends_find_what_the_walk_finds_in_long_random_play() {
    random_games(&Alike, 1000);
}

#[test]
fn back_ends_find_the_same_on_any_board() {
    crowded_boards(&Alike);
}

#[test]
fn the_portable_lanes_are_tested_everywhere() {
    assert!(Simd::available().any(|simd| simd.name() == "portable"));
}

//! Perft by bitboards: one piece's moves at a time are played on a copy of the position, and the last ply is counted.
//!
//! The walk is compiled once for each game, for all back ends: with a SIMD back end, the last two plies are counted by it.

use core::marker::PhantomData;

use super::position::BitboardPosition;
use super::simd::Simd;
use crate::attacks::bitboard::BitboardInfo;
use crate::attacks::bits::Bits;
use crate::movegen::generate::{PawnMove, Selection, Sink, count_of, generate, pawn_move};
use crate::piece::Role;
use crate::rules::{ChessRules, MakrukRules, Rules};

/// The number of sequences of `depth` legal moves in chess. Two functions, one for each game, so that a program that counts
/// one game is linked without the code of the other.
pub(super) fn chess(position: &BitboardPosition, depth: u8, simd: Option<Simd>) -> u64 {
    perft::<ChessRules>(position, depth, simd)
}

/// The number of sequences of `depth` legal moves in Makruk.
pub(super) fn makruk(position: &BitboardPosition, depth: u8, simd: Option<Simd>) -> u64 {
    perft::<MakrukRules>(position, depth, simd)
}

fn perft<R: Rules>(position: &BitboardPosition, depth: u8, simd: Option<Simd>) -> u64 {
    if depth == 0 {
        return 1;
    }
    if let (2, Some(simd)) = (depth, simd) {
        return simd.perft_2::<R>(position);
    }
    let info = &BitboardInfo::<R>::of_white(&position.bitboards);
    if depth == 1 {
        return count_of(info, position.rights).into();
    }
    let mut walker = Walker::<R> { position, depth: depth - 1, simd, leaves: 0, rules: PhantomData };
    generate::<R, _, _>(info, position.rights, Selection::ALL, &mut walker);
    walker.leaves
}

/// Plays each move and counts the leaves below it.
struct Walker<'a, R> {
    position: &'a BitboardPosition,
    depth: u8,
    simd: Option<Simd>,
    leaves: u64,
    rules: PhantomData<R>,
}

impl<R: Rules> Walker<'_, R> {
    #[inline(never)]
    fn descend(&mut self, child: &BitboardPosition) {
        self.leaves = self.leaves.saturating_add(perft::<R>(&child.turned(), self.depth, self.simd));
    }

    /// Plays the moves of a piece from one square.
    #[inline(never)]
    fn descend_each(&mut self, from: u64, to: u64, role: Role) {
        for to in Bits(to) {
            self.descend(&self.position.with_step::<R>(from, to, role));
        }
    }
}

impl<R: Rules> Sink<BitboardInfo<R>> for Walker<'_, R> {
    #[inline]
    fn slider(&mut self, from: u64, to: u64, role: Role, (): ()) {
        self.descend_each(from, to, role);
    }
    #[inline]
    fn stepper(&mut self, from: u64, to: u64, role: Role) {
        self.descend_each(from, to, role);
    }
    #[inline]
    fn pawns(&mut self, info: &BitboardInfo<R>, pawns: u64, targets: u64) {
        for from in Bits(pawns) {
            match pawn_move::<R, _>(info, from, targets) {
                Some(PawnMove::Step { to, double }) => {
                    self.descend_each(from, to & !double, Role::Pawn);
                    if double != 0 {
                        self.descend(&self.position.with_double_step::<R>(from, double));
                    }
                }
                Some(PawnMove::Promotion { to }) => {
                    for &role in R::PROMOTIONS {
                        self.descend_each(from, to, role);
                    }
                }
                None => {}
            }
        }
    }
    #[inline]
    fn en_passant(&mut self, from: u64, to: u64) {
        self.descend(&self.position.with_en_passant::<R>(from, to));
    }
    #[inline]
    fn castle(&mut self, king: u64, rook: u64) {
        self.descend(&self.position.with_castling::<R>(king, rook));
    }
}

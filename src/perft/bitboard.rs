//! Perft by bitboards: one piece's moves at a time are played on a copy of the position, and the last ply is counted.
//!
//! The walk is compiled once per game, for all back ends. A SIMD back end counts the last two plies.

// `inline(always)`: each caller passes one kind of moves.

pub(super) mod position;

use core::iter;
use core::marker::PhantomData;

use super::simd::Simd;
use crate::attacks::bitboard::BitboardInfo;
use crate::attacks::bitboard::Bits;
use crate::movegen::Wanted;
use crate::movegen::generate::{Moves, PawnMove, Sink, count_of, generate, pawn_move};
use crate::piece::Role;
use crate::position::Position;
use crate::rules::{ChessRules, MakrukRules, Rules, Variant};
use position::BitboardPosition;

/// A back end with bitboards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BitboardBackend {
    /// The SIMD back end that counts the last two plies.
    simd: Option<Simd>,
}

impl BitboardBackend {
    /// The back ends of this machine, the fastest first.
    #[inline]
    pub(super) fn available() -> impl Iterator<Item = BitboardBackend> {
        Simd::available().map(Some).chain(iter::once(None)).map(|simd| BitboardBackend { simd })
    }

    pub(super) const fn name(self) -> &'static str {
        match self.simd {
            None => "bitboards",
            Some(simd) => simd.name(),
        }
    }

    /// Counts the sequences of `depth` legal moves. The function is compiled once per game, so that a program for one game links no
    /// code of the other.
    #[inline]
    pub(super) fn perft<R: Rules>(self, position: &Position<R>, depth: u8) -> u64 {
        fn chess(position: &BitboardPosition, depth: u8, simd: Option<Simd>) -> u64 {
            perft::<ChessRules>(position, depth, simd)
        }
        fn makruk(position: &BitboardPosition, depth: u8, simd: Option<Simd>) -> u64 {
            perft::<MakrukRules>(position, depth, simd)
        }
        let of_game = match R::GAME {
            Variant::Chess => chess,
            Variant::Makruk => makruk,
        };
        of_game(&BitboardPosition::of(position), depth, self.simd)
    }
}

fn perft<R: Rules>(position: &BitboardPosition, depth: u8, simd: Option<Simd>) -> u64 {
    if depth == 0 {
        return 1;
    }
    if let (2, Some(simd)) = (depth, simd)
        && let Some(leaves) = simd.perft_2::<R>(position)
    {
        return leaves;
    }
    let info = &BitboardInfo::<R>::of_white(&position.bitboards);
    if depth == 1 {
        return count_of(info, position.rights).into();
    }
    let mut walker = Walker::<R> { position, depth: depth - 1, simd, leaves: 0, rules: PhantomData };
    generate(info, position.rights, Wanted::Any, &mut walker);
    walker.leaves
}

/// Plays each move and counts the leaves below.
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

impl<R: Rules> Sink<R> for Walker<'_, R> {
    #[inline(always)]
    fn take(&mut self, info: &BitboardInfo<R>, moves: Moves) {
        match moves {
            Moves::Piece { from, to, role } => self.descend_each(from, to, role),
            Moves::Pawns { pawns, targets } => {
                for from in Bits(pawns) {
                    match pawn_move::<R>(info, from, targets) {
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
            Moves::EnPassant { from, to } => self.descend(&self.position.with_en_passant::<R>(from, to)),
            Moves::Castle { king, rook } => self.descend(&self.position.with_castling::<R>(king, rook)),
        }
    }
}

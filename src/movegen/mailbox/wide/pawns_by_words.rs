//! Moves of pawns rank by rank, on machines of 64-bit words: a rank of the board is one, a byte a square.
//!
//! ```text
//!                  a  b  c  d  e  f  g  h
//!    rank 3        .  .  n  .  .  b  .  .     Shifted by a byte, the pawns stand where they capture: on a3, c3 and e3, g3.
//!    rank 2        .  P  .  P  .  P  .  .     A shift drops what leaves the board. One addition finds all empty squares.
//! ```
//!
//! Source: Chess Programming Wiki, "SIMD and SWAR Techniques".

// Inlined always: what is not asked for falls away.

use super::super::SideToMove;
use crate::geometry::{Rank, Square};
use crate::movegen::Wanted;
use crate::moves::MoveKind;
use crate::piece::{Piece, Role};

/// A word of eight equal bytes.
#[inline]
const fn each(byte: u8) -> u64 {
    u64::from_le_bytes([byte; 8])
}

/// Bit 7 of each byte that is zero. No byte has this bit, be it a code or the difference of two.
#[inline]
const fn zeros(word: u64) -> u64 {
    !(word + each(0x7F)) & each(0x80)
}

/// Where the pawns of a rank get to, as bit 7 of the bytes of the rank ahead of them.
pub(super) struct PawnMoves {
    steps: u64,
    double_steps: u64,
    /// Towards the h-file.
    east: u64,
    west: u64,
}

impl SideToMove<'_> {
    /// Calls for each rank with pawns, as their side counts ranks: captures en passant are left out.
    #[inline(always)]
    pub(super) fn each_rank_of_pawns(&self, mut visit: impl FnMut(Rank, PawnMoves)) {
        let us = self.us;
        let row = |relative: Rank| self.board.row(us.relative_rank(relative));
        // `Board0x88::is_held_by`, of eight squares.
        let (pawn, plus) = (each(Piece::new(us, Role::Pawn).code()), each(7 * us as u8));
        // From the last rank towards the first, so that the two ranks ahead are at hand.
        let (mut ahead, mut beyond) = (row(Rank::Eighth), 0);
        for relative in [Rank::Seventh, Rank::Sixth, Rank::Fifth, Rank::Fourth, Rank::Third, Rank::Second] {
            let here = row(relative);
            let pawns = zeros(here ^ pawn);
            if pawns != 0 {
                let (steps, enemies) = (pawns & zeros(ahead), (ahead + plus) << 4);
                let double_steps =
                    if self.pawns.double_step_from == Some(relative) { steps & zeros(beyond) } else { 0 };
                visit(
                    relative,
                    PawnMoves { steps, double_steps, east: pawns << 8 & enemies, west: pawns >> 8 & enemies },
                );
            }
            (ahead, beyond) = (here, ahead);
        }
    }

    /// How many pseudo-legal moves the pawns have, captures en passant aside.
    #[inline(never)]
    pub(in super::super) fn count_pawns(&self) -> u32 {
        let mut count = 0;
        self.each_rank_of_pawns(|relative, PawnMoves { steps, double_steps, east, west }| {
            let moves = (steps >> 7) + (double_steps >> 7) + (east >> 7) + (west >> 7);
            let promotes = relative as u8 + 1 >= self.pawns.promotion_rank as u8;
            count += if promotes { moves * self.pawns.promotions.len() as u64 } else { moves };
        });
        // The sum of the bytes: below 256, since at most two pawns get to a square.
        (count.wrapping_mul(each(1)) >> 56) as u32
    }

    /// Calls for each pseudo-legal move of the pawns that is wanted, captures en passant and promotions not considered: from where, to
    /// where, and its kind.
    #[inline(always)]
    pub(super) fn each_step_of_pawns(&self, wanted: Wanted, mut visit: impl FnMut(Square, Square, MoveKind)) {
        const WAYS: [(u8, u8, MoveKind); 4] = [
            (0, 1, MoveKind::Quiet),
            (0, 2, MoveKind::DoubleStep),
            (0xFF, 1, MoveKind::Capture),
            (1, 1, MoveKind::Capture),
        ];
        let forward = self.us.forward() as u8;
        self.each_rank_of_pawns(|relative, PawnMoves { steps, double_steps, east, west }| {
            let rank = (self.us.relative_rank(relative) as u8) << 4;
            // The number of its way in each bit of a byte.
            let quiets = if wanted.includes(MoveKind::Quiet) { steps >> 7 | double_steps >> 6 } else { 0 };
            let captures = if wanted.includes(MoveKind::Capture) { east >> 5 | west >> 4 } else { 0 };
            let mut moves = quiets | captures;
            while moves != 0 {
                let bit = moves.trailing_zeros();
                moves &= moves - 1;
                let (aside, far, kind) = WAYS[bit as usize & 3];
                let file = rank | (bit >> 3) as u8;
                let (from, to) = (file.wrapping_add(aside), file.wrapping_add(forward.wrapping_mul(far)));
                visit(Square::from_masked(from), Square::from_masked(to), kind);
            }
        });
    }
}

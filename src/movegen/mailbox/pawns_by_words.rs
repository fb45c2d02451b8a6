//! Moves of pawns rank by rank, on machines with 64-bit words: a rank of the board is one word with a byte per square.
//!
//! ```text
//!                  a  b  c  d  e  f  g  h
//!    rank 3        .  .  n  .  .  b  .  .     Shifted by a byte, the pawns stand where they capture: on a3, c3 and e3, g3.
//!    rank 2        .  P  .  P  .  P  .  .     A shift drops what leaves the board. One addition finds all empty squares.
//! ```
//!
//! Source: Chess Programming Wiki, "SIMD and SWAR Techniques".

// `inline(always)`: a caller loses the code for ways that it does not ask for.

use crate::geometry::Rank;
use crate::movegen::side_to_move::SideToMove;
use crate::piece::{Piece, Role};

/// A word of eight equal bytes.
#[inline]
const fn each(byte: u8) -> u64 {
    u64::from_le_bytes([byte; 8])
}

/// Bit 7 of each zero byte. Neither a code nor a difference of two codes has this bit.
#[inline]
const fn zeros(word: u64) -> u64 {
    !(word + each(0x7F)) & each(0x80)
}

/// The targets of the pawns of a rank: bit 7 of the bytes of the rank ahead.
pub(super) struct PawnMoves {
    pub(super) single: u64,
    pub(super) double: u64,
    /// Towards the h-file.
    pub(super) east: u64,
    pub(super) west: u64,
}

impl SideToMove<'_> {
    /// Calls a function for each rank with pawns, counted from the pawns' side. Captures en passant are left out.
    #[inline(always)]
    pub(super) fn each_rank_of_pawns(&self, mut visit: impl FnMut(Rank, PawnMoves)) {
        let us = self.us;
        let row = |relative: Rank| self.board.row(us.relative_rank(relative));
        // The test of `Board0x88::is_held_by` for eight squares at once.
        let (pawn, plus) = (each(Piece::new(us, Role::Pawn).code()), each(7 * us as u8));
        // Goes from the last rank towards the first, so that the two ranks ahead are known.
        let (mut ahead, mut beyond) = (row(Rank::Eighth), 0);
        for relative in [Rank::Seventh, Rank::Sixth, Rank::Fifth, Rank::Fourth, Rank::Third, Rank::Second] {
            let here = row(relative);
            let pawns = zeros(here ^ pawn);
            if pawns != 0 {
                let (single, enemies) = (pawns & zeros(ahead), (ahead + plus) << 4);
                let double = if self.pawn_rules.double_step == Some(relative) { single & zeros(beyond) } else { 0 };
                visit(relative, PawnMoves { single, double, east: pawns << 8 & enemies, west: pawns >> 8 & enemies });
            }
            (ahead, beyond) = (here, ahead);
        }
    }

    /// Counts the pseudo-legal moves of the pawns, without captures en passant.
    #[inline(never)]
    pub(crate) fn count_pawns_by_words(&self) -> u32 {
        let mut count = 0;
        self.each_rank_of_pawns(|relative, PawnMoves { single, double, east, west }| {
            let moves = (single >> 7) + (double >> 7) + (east >> 7) + (west >> 7);
            let promotes = relative as u8 + 1 >= self.pawn_rules.promotion_rank as u8;
            count += if promotes { moves * self.pawn_rules.promotions.len() as u64 } else { moves };
        });
        // The sum of the bytes: at most two pawns can reach a square, so it stays below 256.
        (count.wrapping_mul(each(1)) >> 56) as u32
    }
}

//! Pawns counted rank by rank, on machines of 64-bit words: a rank of the board is one, a byte a square.
//!
//! ```text
//!                  a  b  c  d  e  f  g  h
//!    rank 3        .  .  n  .  .  b  .  .     Shifted by a byte, the pawns stand where they capture: on a3, c3 and e3, g3.
//!    rank 2        .  P  .  P  .  P  .  .     A shift drops what leaves the board. One addition finds all empty squares.
//! ```
//!
//! Source: Chess Programming Wiki, "SIMD and SWAR Techniques".

use super::super::SideToMove;
use crate::geometry::Rank;
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

impl SideToMove<'_> {
    /// How many pseudo-legal moves the pawns have, captures en passant aside.
    #[inline(never)]
    pub(in super::super) fn count_pawns(&self) -> u32 {
        let (us, rules) = (self.us, self.pawns);
        let row = |relative: Rank| self.board.row(us.relative_rank(relative));
        // `Board0x88::is_held_by`, of eight squares.
        let (pawn, plus) = (each(Piece::new(us, Role::Pawn).code()), each(7 * us as u8));
        let mut count = 0;
        // From the last rank towards the first, so that the two ranks ahead are at hand.
        let (mut ahead, mut beyond) = (row(Rank::Eighth), 0);
        for relative in [Rank::Seventh, Rank::Sixth, Rank::Fifth, Rank::Fourth, Rank::Third, Rank::Second] {
            let here = row(relative);
            let pawns = zeros(here ^ pawn);
            if pawns != 0 {
                let (steps, enemies) = (pawns & zeros(ahead), (ahead + plus) << 4);
                let mut moves = (steps >> 7) + ((pawns << 8 & enemies) >> 7) + ((pawns >> 8 & enemies) >> 7);
                if rules.double_step_from == Some(relative) {
                    moves += (steps & zeros(beyond)) >> 7;
                }
                if relative as u8 + 1 >= rules.promotion_rank as u8 {
                    moves *= rules.promotions.len() as u64;
                }
                count += moves;
            }
            (ahead, beyond) = (here, ahead);
        }
        // The sum of the bytes: below 256, since at most two pawns get to a square.
        (count.wrapping_mul(each(1)) >> 56) as u32
    }
}

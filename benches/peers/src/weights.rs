//! The weights of an evaluation, which takes a walk over the pieces.

use crate::libraries::{BISHOP, KING, KNIGHT, Library, PAWN, ROOK, WORTH};

/// What each piece is worth on each square, for White; by the numbers that the library has for pieces.
pub struct Weights([[i32; 64]; 16]);

impl Weights {
    pub fn new<L: Library>() -> Weights {
        let mut weights = [[0; 64]; 16];
        for role in PAWN..=KING {
            for square in 0..64_i32 {
                let (file, rank) = (square % 8, square / 8);
                // Twice the distance from the board's centre, to the side and ahead.
                let (aside, ahead) = ((2 * file - 7).abs(), (2 * rank - 7).abs());
                let place = match role {
                    PAWN => 5 * rank + 8 - 2 * aside,
                    KNIGHT => 24 - 3 * (aside + ahead),
                    BISHOP => 12 - (aside + ahead),
                    ROOK if rank == 6 => 15,
                    ROOK => 7 - aside,
                    KING => 2 * (aside + ahead),
                    _ => 6 - (aside + ahead) / 2,
                };
                // Kings are always two, and cancel out.
                let worth = if role == KING { 0 } else { WORTH[role] };
                weights[L::piece_number(true, role)][square as usize] = worth + place;
                weights[L::piece_number(false, role)][(square ^ 56) as usize] = -worth - place;
            }
        }
        Weights(weights)
    }

    /// Material and places, for White.
    #[inline]
    pub fn sum<L: Library>(&self, position: &L::Position) -> i32 {
        let mut sum = 0;
        L::each_piece(position, |piece, square| sum += self.0[piece & 15][square & 63]);
        sum
    }
}

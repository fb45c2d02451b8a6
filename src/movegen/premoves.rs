//! Premoves: moves entered while the other side is to move.

use crate::geometry::{Reach, Square, SquareSet};
use crate::moves::{Castling, CastlingSide, is_on_double_step_rank};
use crate::piece::Role;
use crate::position::Position;
use crate::rules::Rules;

/// # Premoves
impl<R: Rules> Position<R> {
    /// Returns the squares that a piece might go to on its side's next turn, whatever happens before: the *premoves* that a board
    /// on a screen offers. The set is empty if the square is empty.
    ///
    /// Other pieces on the board play no part: each may move away, be captured, or stand there to be recaptured. Checks and pins
    /// play no part either. So a slider crosses the whole board, and a pawn has its steps ahead and both captures. A king with the
    /// right to castle may go to its castling square or to the rook's. On its turn, [`find_move`](Position::find_move) says if the
    /// premove is legal.
    ///
    /// ```
    /// use chess0x88::{Chess, Square};
    /// let start = Chess::startpos();
    /// assert_eq!(start.premoves_from(Square::E7).to_string(), "e5 d6 e6 f6");
    /// assert_eq!(start.premoves_from(Square::E8).to_string(), "d7 e7 f7 a8 c8 d8 f8 g8 h8");
    /// assert_eq!(start.premoves_from(Square::A8).len(), 14);
    /// ```
    #[doc(alias("premove"))]
    pub fn premoves_from(&self, square: Square) -> SquareSet {
        let Some(piece) = self.board().piece_at(square) else { return SquareSet::EMPTY };
        let color = piece.color();
        let crosses = |&to: &Square| Reach::between(square, to).intersects(piece.reach());
        let mut squares: SquareSet = Square::ALL.into_iter().filter(crosses).collect();
        match piece.role() {
            Role::Pawn => {
                let has_double_step = R::DOUBLE_STEP && is_on_double_step_rank(color, square);
                squares.extend(square.ray(color.forward()).take(if has_double_step { 2 } else { 1 }));
            }
            Role::King => {
                let rooks = CastlingSide::ALL.into_iter().filter_map(|side| self.castling_rights().rook(color, side));
                let castlings = rooks.map(|rook| Castling::new(square, rook));
                squares.extend(castlings.flat_map(|castling| [castling.king_to, castling.rook]));
                // A king of Chess960 may castle without a step.
                squares.remove(square);
            }
            _ => {}
        }
        squares
    }
}

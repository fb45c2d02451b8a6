//! Where can a piece have come from? Asked of the square it goes to.
//!
//! ```text
//!    a b c d e f g h
//!  4 . . . . R . . R      Re1: of all rooks, those that share a line with e1: the one on e4.
//!  3 . . . . . . . .      The way is clear, so it is meant,
//!  2 . . . . . . . .      and no list of moves was made to find it.
//!  1 . . . . * . K .
//! ```
//!
//! The king has his say afterwards, for the few that are left.

use crate::geometry::{Direction, KNIGHT_OFFSETS, Reach, Square};
use crate::piece::{Piece, Role};
use crate::position::Position;
use crate::rules::Rules;

impl<R: Rules> Position<R> {
    /// The squares of the pieces like this one that can go to a square, the king's safety aside. Not for pawns, which go
    /// one way and capture another.
    #[inline]
    pub(super) fn origins(&self, piece: Piece, to: Square) -> impl Iterator<Item = Square> {
        let board = self.board();
        let is_like = move |found: Piece| found.is_like(piece);
        let jumps = if piece.role() == Role::Knight { &KNIGHT_OFFSETS[..] } else { &[] };
        let ways: &[Direction] = match piece.role() {
            Role::Knight => &[],
            Role::Rook => &Direction::ORTHOGONAL,
            Role::Bishop | Role::Met => &Direction::DIAGONAL,
            _ => &Direction::ALL,
        };
        let jumping = jumps
            .iter()
            .filter_map(move |&jump| to.offset(jump))
            .filter(move |&at| board.piece_at(at).is_some_and(is_like));
        let stepping = ways.iter().filter_map(move |&way| {
            let (at, found) = board.first_met(to, way as i8)?;
            (is_like(found) && Reach::between(at, to).intersects(piece.reach())).then_some(at)
        });
        jumping.chain(stepping)
    }
}

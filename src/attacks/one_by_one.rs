//! Attacks by one piece at a time, for small builds: the functions of `bitboard`, answered by the difference table.

use super::mailbox::{attacks_on, first_met};
use crate::board::Board0x88;
use crate::geometry::{Reach, Square, SquareSet, delta};
use crate::piece::{Color, Piece, PieceSet, Role};

/// Returns the checkers after a [simple](crate::moves::Move::is_simple) or promoting move of `us`. The king was not in
/// check before the move, so a checker is the moved piece or a slider behind it. The board is the one after the move.
#[inline]
pub(crate) fn checkers_after(
    board: &Board0x88,
    us: Color,
    (left, to, moved): (Square, Square, Option<Piece>),
    king: Square,
) -> SquareSet {
    checkers_on(|at| board.piece_at(at), us, (left, to, moved), king)
}

/// The same, on a board that need not be there.
#[inline(always)]
fn checkers_on(
    after: impl Fn(Square) -> Option<Piece>,
    us: Color,
    (left, to, moved): (Square, Square, Option<Piece>),
    king: Square,
) -> SquareSet {
    let mut checkers = SquareSet::EMPTY;
    if attacks_on(&after, (to, moved), king) {
        checkers.insert(to);
    }
    let line = delta::step(king, left);
    if line != 0
        && let Some((met, slider)) = first_met(&after, king, line)
        && slider.color() == us
        && slider.is_slider()
        && Reach::between(met, king).intersects(slider.reach())
    {
        checkers.insert(met);
    }
    checkers
}

/// Returns `true` if a simple or promoting move of `us`, which has not been made, gives check.
#[inline]
pub(crate) fn gives_check(
    board: &Board0x88,
    us: Color,
    (left, to, moved): (Square, Square, Option<Piece>),
    king: Square,
) -> bool {
    let after = |at| {
        if at == to {
            moved
        } else if at == left {
            None
        } else {
            board.piece_at(at)
        }
    };
    !checkers_on(after, us, (left, to, moved), king).is_empty()
}

/// The pieces of a side that attack a square, if these squares are occupied.
#[inline]
pub(crate) const fn attackers<A: PieceSet>(board: &Board0x88, square: Square, by: Color, occupied: u64) -> u64 {
    attackers_of(board, square, by, occupied, A::MAKRUK_LEAPERS)
}

/// Asks each piece of the side: the difference table must hold its way to the square, and the way must be clear.
/// `steppers` includes Met and Khon.
const fn attackers_of(board: &Board0x88, square: Square, by: Color, occupied: u64, steppers: bool) -> u64 {
    let mut found = SquareSet::EMPTY;
    let mut pieces = board.colored(by);
    while let Some(from) = pieces.pop() {
        if let Some(piece) = board.piece_at(from)
            && Reach::between(from, square).intersects(piece.reach())
            && (steppers || !matches!(piece.role(), Role::Met | Role::Khon))
            && (!piece.is_slider() || SquareSet::between(from, square).bits() & occupied == 0)
        {
            found.insert(from);
        }
    }
    found.bits()
}

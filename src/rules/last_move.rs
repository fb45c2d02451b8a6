//! Whether some last move explains a check from two pieces at once.
//!
//! One move gives two checks when the piece that moves gives one of them and opens the line of the other, which must be a
//! slider. So the piece came from a square between that slider and the king, and did not attack the king from there:
//!
//! ```text
//!    8  . . . . k . . .      The knight came from e4, e.g.: rook and knight check. (Nor did it check from there.)
//!    6  . . . N . . . .      Two knights, two pawns or two rooks can never have come to this,
//!    4  . . . . o . . .      nor a pawn and a bishop: no square that a pawn comes from lies on the bishop's line.
//!    1  . . . . R . . .
//! ```
//!
//! Two moves do more than that: castling, where the rook checks, and en passant, where a second pawn leaves the board.

use super::{Rules, Setup, Violation, Violations};
use crate::attacks::sets::bit_of;
use crate::board::Board0x88;
use crate::geometry::{Direction, Rank, Reach, Square, SquareSet};
use crate::moves::{CastlingSide, passed_pawn};
use crate::piece::{Color, Piece, Role};

/// What is wrong with two checks at once, if something is.
pub(super) fn double_check_violations<R: Rules>(setup: &Setup<R>, king: Square, checkers: SquareSet) -> Violations {
    let mut squares = checkers.into_iter();
    match (squares.next(), squares.next(), squares.next()) {
        (Some(one), Some(other), None) if !explains_both::<R>(&setup.board, king, !setup.turn, one, other) => {
            Violation::ImpossibleCheck.into()
        }
        _ => Violations::NONE,
    }
}

/// Whether a move of colour `by` can have given check with both of these pieces.
fn explains_both<R: Rules>(board: &Board0x88, king: Square, by: Color, one: Square, other: Square) -> bool {
    // Two lines to one king that are one: whichever piece moved, it stood between the other and the king, or beyond him.
    let lines = [one, other].map(|at| king.direction_to(at).map_or(0, |direction| direction as i8));
    if lines[0] != 0 && lines[0] == -lines[1] {
        return false;
    }
    [(one, other), (other, one)].into_iter().any(|(moved, opened)| {
        is_slider(board, opened)
            && (SquareSet::between(opened, king).into_iter().any(|from| can_have_come::<R>(board, king, from, moved))
                || R::CASTLING && can_have_castled(board, by, moved))
    }) || R::DOUBLE_STEP && can_have_passed(board, king, by, one, other)
}

fn is_slider(board: &Board0x88, at: Square) -> bool {
    board.piece_at(at).is_some_and(Piece::is_slider)
}

/// Whether the piece on `at` can have come from `from`, an empty square on an open line to the king, without having given
/// check from there.
fn can_have_come<R: Rules>(board: &Board0x88, king: Square, from: Square, at: Square) -> bool {
    let Some(piece) = board.piece_at(at) else { return false };
    let by = piece.color();
    let pawn = Piece::new(by, Role::Pawn);
    let as_pawn = || {
        let forward = by.forward() as i8;
        let one = from.offset(forward);
        let two = one.and_then(|one| one.offset(forward));
        let double = R::DOUBLE_STEP && by.relative_rank(from.rank()) == Rank::Second && board.is_clear(from, at);
        !Reach::between(from, king).intersects(pawn.reach())
            && (one == Some(at) || double && two == Some(at) || Reach::between(from, at).intersects(pawn.reach()))
    };
    if piece.role() == Role::Pawn {
        return as_pawn();
    }
    let as_itself = Reach::between(from, at).intersects(piece.reach())
        && (!piece.is_slider() || board.is_clear(from, at))
        && !Reach::between(from, king).intersects(piece.reach());
    let promoted = by.relative_rank(at.rank()) >= R::PROMOTION_RANK && R::PROMOTIONS.contains(&piece.role());
    as_itself || promoted && as_pawn()
}

/// Whether a rook stands where castling leaves it, and its king beside it.
fn can_have_castled(board: &Board0x88, by: Color, rook: Square) -> bool {
    let home = by.relative_rank(Rank::First);
    board.piece_at(rook) == Some(Piece::new(by, Role::Rook))
        && CastlingSide::ALL.into_iter().any(|side| {
            rook == Square::new(side.rook_file(), home)
                && board.piece_at(Square::new(side.king_file(), home)) == Some(Piece::new(by, Role::King))
        })
}

/// Whether a capture en passant can have opened the line of a slider by the pawn it took, and given the other check by the
/// pawn that took or by the line that one left.
fn can_have_passed(board: &Board0x88, king: Square, by: Color, one: Square, other: Square) -> bool {
    let pawns = board.squares_of(Piece::new(by, Role::Pawn)) & by.relative_rank(Rank::Sixth).squares();
    pawns.into_iter().any(|pawn| {
        let victim = passed_pawn(by, pawn);
        let origins = [Direction::West, Direction::East].into_iter().filter_map(|side| victim.offset(side as i8));
        let is_empty = |square: Square| board.piece_at(square).is_none();
        let opens = |slider: Square, square: Square| {
            is_slider(board, slider) && SquareSet::between(slider, king).bits() & bit_of(square) != 0
        };
        is_empty(victim)
            && origins.filter(|&from| is_empty(from)).any(|from| {
                [(one, other), (other, one)]
                    .into_iter()
                    .any(|(first, second)| opens(first, victim) && (second == pawn || opens(second, from)))
            })
    })
}

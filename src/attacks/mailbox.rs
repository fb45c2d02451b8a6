//! Attacks by the difference table and the sets of pieces: the 0x88 way.
//!
//! A piece attacks a square if the entry of their difference holds a movement atom of the piece and, for a slider, no
//! piece stands between. One look-up rejects nearly every piece.
//!
//! ```text
//!    a b c d e f g h
//!  5 . . . . . . b .      from g5 to d2: difference -0x33, entry {diagonal slide}, a way of the bishop; f4 and e3 are empty:
//!  4 . . . . . . . .      the bishop attacks d2.
//!  3 . . p . . . . .      from a2 to d2: difference +3, entry {straight slide}, a way of the rook; but a piece stands on c2:
//!  2 r . N K . . . .      the rook does not attack d2. That piece is pinned.
//! ```
//!
//! Source: Chess Programming Wiki, "0x88", "Vector Attacks"; Wiereyn's pins and discovered checks.

// `inline(always)`: a caller that makes a simple move loses the code of other moves.

use crate::board::Board0x88;
use crate::geometry::{Direction, Reach, Square, SquareSet, Walk, delta};
use crate::piece::{Color, Piece, Role};

/// Returns `true` if no piece stands between two squares. Squares that share no line have nothing between.
#[inline(never)]
pub(crate) const fn is_clear(board: &Board0x88, from: Square, to: Square) -> bool {
    let mut way = from.walk(delta::step(from, to));
    while let Some(next) = way.advance() {
        if next as u8 == to as u8 {
            return true;
        }
        if board.piece_at(next).is_some() {
            return false;
        }
    }
    true
}

#[inline]
pub(crate) const fn attacks(board: &Board0x88, from: Square, to: Square) -> bool {
    let piece = board.piece_at(from);
    Reach::between(from, to).intersects(Piece::reach_of(piece))
        && (!matches!(piece, Some(piece) if piece.is_slider()) || is_clear(board, from, to))
}

/// Returns `true` if a piece on a square attacks another square. The way of a slider must be clear on the board of
/// `at`.
#[inline(always)]
pub(crate) fn attacks_on(
    at: impl Fn(Square) -> Option<Piece>,
    (from, piece): (Square, Option<Piece>),
    to: Square,
) -> bool {
    Reach::between(from, to).intersects(Piece::reach_of(piece))
        && (!piece.is_some_and(Piece::is_slider)
            || Walk::by(from, delta::step(from, to)).find(|&next| next == to || at(next).is_some()) == Some(to))
}

/// Returns the first piece on the way from a square by equal steps, which must not be 0. `at` reads the board.
#[inline]
pub(crate) fn first_met(at: impl Fn(Square) -> Option<Piece>, from: Square, step: i8) -> Option<(Square, Piece)> {
    Walk::by(from, step).find_map(|square| Some((square, at(square)?)))
}

/// Returns the pawn of this colour that attacks a square from its west side or from its east side.
#[inline]
pub(crate) const fn attacking_pawn(board: &Board0x88, square: Square, by: Color, aside: Direction) -> Option<Square> {
    match square.checked_add(aside as i8 - by.forward() as i8) {
        Some(from) if board.holds(from, Piece::new(by, Role::Pawn)) => Some(from),
        _ => None,
    }
}

#[inline]
pub(crate) const fn is_attacked_by_pawn(board: &Board0x88, square: Square, by: Color) -> bool {
    attacking_pawn(board, square, by, Direction::West).is_some()
        || attacking_pawn(board, square, by, Direction::East).is_some()
}

#[inline(never)]
pub(crate) const fn is_attacked(board: &Board0x88, square: Square, by: Color) -> bool {
    !attackers(board, square, by).is_empty()
}

/// Returns the pieces of a side that attack a square.
#[inline(never)]
pub(crate) const fn attackers(board: &Board0x88, square: Square, by: Color) -> SquareSet {
    let (mut officers, mut found) = (board.officers_of(by), SquareSet::EMPTY);
    while let Some(from) = officers.pop() {
        if attacks(board, from, square) {
            found.insert(from);
        }
    }
    let (mut aside, asides) = (0, [Direction::West, Direction::East]);
    while aside < asides.len() {
        if let Some(from) = attacking_pawn(board, square, by, asides[aside]) {
            found.insert(from);
        }
        aside += 1;
    }
    found
}

pub(crate) fn piece_attacks(piece: Piece, from: Square, occupied: u64) -> u64 {
    let (mut attacked, occupied) = (SquareSet::EMPTY, SquareSet::from_bits(occupied));
    if piece.role() == Role::Pawn {
        for aside in [Direction::West, Direction::East] {
            if let Some(to) = from.checked_add(aside as i8 + piece.color().forward() as i8) {
                attacked.insert(to);
            }
        }
        return attacked.bits();
    }
    for offset in piece.offsets() {
        for to in from.walk(offset) {
            attacked.insert(to);
            if !piece.is_slider() || occupied.contains(to) {
                break;
            }
        }
    }
    attacked.bits()
}

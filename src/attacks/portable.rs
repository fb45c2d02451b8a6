//! The plain back end: rays walked square by square, relations read from the difference table.
//!
//! One test serves every piece of both games. Walk from the target along a ray to the first piece; that piece attacks
//! the target just if the table entry of (target - piece) shares an atom with the piece's reach:
//!
//! ```text
//!    a b c d e f g h
//!  5 . . . . . . b .      from d2 north-east: e3, f4 are empty, g5 holds a bishop;
//!  4 . . . . . . . .      between(g5, d2) = {diagonal slide}, the bishop's reach: attacked.
//!  3 . . p . . . . .      from d2 north-west: c3 holds a pawn;
//!  2 . . . K . . . .      between(c3, d2) = {diagonal slide, diagonal step south}, a black pawn's reach: attacked.
//! ```

use crate::board::{Board0x88, Planes};
use crate::geometry::{Direction, KNIGHT_OFFSETS, Reach, Square, SquareSet};
use crate::piece::{Color, Piece, Role};

/// Whether this piece, with nothing in between, captures on `target`.
#[inline]
fn reaches(piece: Piece, from: Square, target: Square) -> bool {
    Reach::between(from, target).intersects(piece.reach())
}

/// The pieces that could attack `square` if they were of the right kind and colour: the first on each ray, past the
/// `removed` squares, and whoever stands a knight jump away.
#[inline]
fn candidates(board: &Board0x88, square: Square, removed: SquareSet) -> impl Iterator<Item = (Square, Piece)> {
    let along_rays = Direction::ALL.into_iter().filter_map(move |direction| {
        square.ray(direction).find_map(|at| match board.piece_at(at) {
            Some(piece) if !removed.contains(at) => Some((at, piece)),
            _ => None,
        })
    });
    let by_jumps = KNIGHT_OFFSETS.into_iter().filter_map(move |jump| {
        let at = square.offset(jump)?;
        Some((at, board.piece_at(at)?))
    });
    along_rays.chain(by_jumps)
}

/// Whether a piece of colour `by` attacks the square once the `removed` squares are empty. (No knight may be among
/// them: removing is for kings and rooks on the move.)
#[inline]
pub(crate) fn is_attacked(board: &Board0x88, square: Square, by: Color, removed: SquareSet) -> bool {
    candidates(board, square, removed).any(|(at, piece)| piece.color() == by && reaches(piece, at, square))
}

/// The squares of the pieces of colour `by` that attack the square once the `removed` squares are empty.
pub(crate) fn attackers(board: &Board0x88, square: Square, by: Color, removed: SquareSet) -> SquareSet {
    candidates(board, square, removed)
        .filter(|&(at, piece)| piece.color() == by && reaches(piece, at, square))
        .map(|(at, _)| at)
        .collect()
}

/// The attackers of a square once more, for whoever has the planes at hand: not by looking around from the square, but by
/// asking the difference table about every piece of colour `by` (pawns only from one rank behind). Few pass, and only
/// those need a walk.
#[inline]
pub(crate) fn attackers_among(board: &Board0x88, planes: &Planes, square: Square, by: Color) -> SquareSet {
    let occupied = planes.occupied();
    let behind = square.offset(-(by.forward() as i8)).map_or(SquareSet::EMPTY, |behind| behind.rank().squares());
    let pawns = planes.squares_of(Piece::new(by, Role::Pawn));
    let mut candidates = SquareSet::EMPTY;
    for at in planes.colored(by) & !(pawns & !behind) {
        let reaches = board.piece_at(at).is_some_and(|piece| reaches(piece, at, square));
        candidates = candidates | SquareSet::from_bits(u64::from(reaches) << at.number());
    }
    candidates.into_iter().filter(|&at| (between(at, square) & occupied).is_empty()).collect()
}

/// The squares strictly between two squares of one line; none if they share no line.
pub(crate) fn between(from: Square, to: Square) -> SquareSet {
    match from.direction_to(to) {
        Some(direction) => from.ray(direction).take_while(|&square| square != to).collect(),
        None => SquareSet::EMPTY,
    }
}

/// What the king of the side to move allows its pieces to do: found once per position, so that no move needs a trial.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Safety {
    /// The enemy pieces that give check.
    pub(crate) checkers: SquareSet,
    /// The own pieces that shield the king from a slider. Each may move along its line only, and the difference
    /// table names the line: `direction_to` from the king.
    pub(crate) pinned: SquareSet,
    /// Where a piece other than the king may go: everywhere when there is no check; on the checker or between it and
    /// the king; nowhere in a double check.
    pub(crate) targets: SquareSet,
}

impl Safety {
    /// As if there were no king to look after: what pseudo-legal moves assume.
    pub(crate) const UNCHECKED: Safety =
        Safety { checkers: SquareSet::EMPTY, pinned: SquareSet::EMPTY, targets: SquareSet::ALL };
}

/// Checks and pins around a king of colour `us`.
pub(crate) fn safety(board: &Board0x88, king: Square, us: Color) -> Safety {
    let mut checkers = SquareSet::EMPTY;
    let mut pinned = SquareSet::EMPTY;
    for direction in Direction::ALL {
        let Some((at, piece)) = board.first_piece(king, direction) else { continue };
        if piece.color() == us {
            if let Some((beyond, pinner)) = board.first_piece(at, direction)
                && pinner.color() != us
                && pinner.is_slider()
                && reaches(pinner, beyond, king)
            {
                pinned.insert(at);
            }
        } else if reaches(piece, at, king) {
            checkers.insert(at);
        }
    }
    for at in KNIGHT_OFFSETS.into_iter().filter_map(|jump| king.offset(jump)) {
        if let Some(piece) = board.piece_at(at)
            && piece.color() != us
            && reaches(piece, at, king)
        {
            checkers.insert(at);
        }
    }
    let targets = match (checkers.first(), checkers.len()) {
        (None, _) => SquareSet::ALL,
        (Some(checker), 1) => between(king, checker) | checkers,
        _ => SquareSet::EMPTY,
    };
    Safety { checkers, pinned, targets }
}

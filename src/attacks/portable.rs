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

#[cfg(feature = "vector")]
use super::window;
use crate::board::{Board0x88, Planes};
use crate::geometry::{Direction, KNIGHT_OFFSETS, Reach, Square, SquareSet};
use crate::piece::{Color, Piece, Role};

/// Whether this piece, with nothing in between, captures on `target`.
#[inline]
fn reaches(piece: Piece, from: Square, target: Square) -> bool {
    Reach::between(from, target).intersects(piece.reach())
}

/// The first piece met on the way from a square in a direction, the `removed` squares counting as empty.
#[inline]
pub(crate) fn first_piece(
    board: &Board0x88,
    from: Square,
    direction: Direction,
    removed: SquareSet,
) -> Option<(Square, Piece)> {
    from.ray(direction).find_map(|at| match board.piece_at(at) {
        Some(piece) if !removed.contains(at) => Some((at, piece)),
        _ => None,
    })
}

/// The piece of colour `by` that attacks the square along a direction.
#[cfg(any(not(feature = "vector"), test))]
#[inline]
fn attacker_along(
    board: &Board0x88,
    square: Square,
    direction: Direction,
    by: Color,
    removed: SquareSet,
) -> Option<Square> {
    let (at, piece) = first_piece(board, square, direction, removed)?;
    (piece.color() == by && reaches(piece, at, square)).then_some(at)
}

/// The squares a knight jump away on which a knight of colour `by` stands.
#[inline]
fn knights_around(board: &Board0x88, square: Square, by: Color) -> impl Iterator<Item = Square> {
    let knight = Some(Piece::new(by, Role::Knight));
    KNIGHT_OFFSETS
        .into_iter()
        .filter_map(move |jump| square.offset(jump))
        .filter(move |&at| board.piece_at(at) == knight)
}

/// Whether a piece of colour `by` attacks the square once the `removed` squares are empty. (No knight may be among
/// them: removing is for kings and rooks on the move.)
pub(crate) fn is_attacked(board: &Board0x88, square: Square, by: Color, removed: SquareSet) -> bool {
    // Where bytes are compared by the vector, laying the table over the board beats walking; elsewhere it does not.
    #[cfg(feature = "vector")]
    return window::attacking(board, square, by, true).any(|at| window::is_clear_without(board, at, square, removed));
    #[cfg(not(feature = "vector"))]
    walk_is_attacked(board, square, by, removed)
}

/// The same, ray by ray.
#[cfg(any(not(feature = "vector"), test))]
fn walk_is_attacked(board: &Board0x88, square: Square, by: Color, removed: SquareSet) -> bool {
    for direction in Direction::ALL {
        if attacker_along(board, square, direction, by, removed).is_some() {
            return true;
        }
    }
    knights_around(board, square, by).next().is_some()
}

/// The squares of the pieces of colour `by` that attack the square once the `removed` squares are empty.
pub(crate) fn attackers(board: &Board0x88, square: Square, by: Color, removed: SquareSet) -> SquareSet {
    #[cfg(feature = "vector")]
    return window::attacking(board, square, by, true)
        .filter(|&at| window::is_clear_without(board, at, square, removed))
        .collect();
    #[cfg(not(feature = "vector"))]
    walk_attackers(board, square, by, removed)
}

/// The same, ray by ray.
#[cfg(any(not(feature = "vector"), test))]
fn walk_attackers(board: &Board0x88, square: Square, by: Color, removed: SquareSet) -> SquareSet {
    let along = |direction| attacker_along(board, square, direction, by, removed);
    Direction::ALL.into_iter().filter_map(along).chain(knights_around(board, square, by)).collect()
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
        let Some((at, piece)) = first_piece(board, king, direction, SquareSet::EMPTY) else { continue };
        if piece.color() == us {
            if let Some((beyond, pinner)) = first_piece(board, at, direction, SquareSet::EMPTY)
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
    for at in knights_around(board, king, !us) {
        checkers.insert(at);
    }
    let targets = match (checkers.first(), checkers.len()) {
        (None, _) => SquareSet::ALL,
        (Some(checker), 1) => between(king, checker) | checkers,
        _ => SquareSet::EMPTY,
    };
    Safety { checkers, pinned, targets }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::{Chess, Makruk, Position};
    use crate::rules::Rules;

    /// Both ways to ask, for every square and colour, with nothing removed and with the king of the side to move away.
    fn agree<R: Rules>(position: &Position<R>) {
        let board = position.board();
        for square in Square::ALL {
            for by in Color::ALL {
                for removed in [SquareSet::EMPTY, position.king(!by).into()] {
                    let walked = walk_is_attacked(board, square, by, removed);
                    assert_eq!(is_attacked(board, square, by, removed), walked, "{square} by {by}\n{board}");
                    let attackers = attackers(board, square, by, removed);
                    assert_eq!(attackers, walk_attackers(board, square, by, removed), "{square} by {by}\n{board}");
                    assert_eq!(!attackers.is_empty(), walked, "{square} by {by}\n{board}");
                }
            }
        }
    }

    fn play<R: Rules>(mut position: Position<R>) {
        let mut seed = 0x88_u64;
        for _ in 0..200 {
            agree(&position);
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let _ = position.play_unchecked(moves[(seed >> 33) as usize % moves.len()]);
        }
    }

    #[test]
    fn attacks_found_by_walking_and_by_the_window_are_the_same() {
        play(Chess::startpos());
        play(Makruk::startpos());
    }
}

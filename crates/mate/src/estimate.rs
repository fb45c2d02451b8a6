//! Estimates of the distance to a mate, for ranking positions.

use chess0x88::{Color, Piece, Position, Role, Rules, Square, SquareSet};

use crate::compact::Side;
use crate::goal::{Goal, needs_picture};
use crate::picture::plies_to_picture;
use crate::sets::{ahead, attacks_of, bit_of, forward, king_attacks, pawn_attacks, promotion_zone};

/// Estimates the plies to a mate, very roughly: both kings go to a corner, a pawn promotes, and the loser should have few pieces
/// that can interfere.
pub(crate) fn estimate<R: Rules>(position: &Position<R>, winner: Color, weight: u16) -> u16 {
    let board = position.board();
    let goal = Goal::of(position, winner);
    let (king, theirs) = (position.king(winner), position.king(!winner));
    let kings = u16::from(theirs.distance(goal.corner) + king.distance(goal.corner).saturating_sub(2));
    let pieces = board.colored(!winner).len() as u16;
    let pawns = board.squares_of(Piece::new(winner, Role::Pawn));
    let side = Side::of::<R>(board, winner);
    if needs_picture::<R>(&side) {
        return weight * pieces + plies_to_picture(position, winner);
    }
    let work = if side.majors() != 0 {
        weight * pieces
    } else {
        let step = |pawn: Square| {
            let rank = winner.relative_rank(pawn.rank()) as u16;
            let blocked = ahead(winner, pawn).is_some_and(|ahead| board.piece_at(ahead).is_some());
            (R::PROMOTION_RANK as u16).saturating_sub(rank) + if blocked { 3 } else { 0 }
        };
        weight * pieces + 2 + pawns.into_iter().map(step).min().unwrap_or(0)
    };
    let flights = if kings <= 2 { 2 * flights(position, winner).max(1) } else { 6 };
    kings + work + flights
}

/// The plies to the next capture or promotion if there is none. One more piece also counts as much.
const FARTHEST: u16 = 16;
/// The penalty for a winner without a piece that mates easily.
const LOST: u16 = 4 * FARTHEST;
/// The number of pawn steps that a side should still have if nothing else of it can move.
const STEPS: u16 = 24;

/// Returns the number of pieces, with pawns counted twice, and the plies to the nearest capture or promotion. Both make this number
/// smaller. A side that can only move pawns must not run out of pawn steps while the other side approaches, so missing pawn steps
/// are added.
pub(crate) fn men_and_distance<R: Rules>(position: &Position<R>, winner: Color) -> u16 {
    let board = position.board();
    let pawns = board.by_role(Role::Pawn).bits();
    let (mut nearest, mut missing) = (FARTHEST, 0);
    for color in Color::ALL {
        let men = board.colored(!color).bits() & !bit_of(position.king(!color));
        let covered = pawn_attacks(!color, pawns & men);
        let later = u16::from(color != winner);
        let side = Side::of::<R>(position.board(), color);
        if side.all == side.pawns | side.king && flights(position, !color) == 0 {
            missing += STEPS.saturating_sub(steps_left::<R>(color, side.pawns, pawns));
        }
        for (square, piece) in board.pieces().filter(|(_, piece)| piece.color() == color) {
            let from = bit_of(square);
            let plies = match piece.role() {
                Role::Pawn => plies_to_promotion::<R>(color, from, pawns),
                role => later + plies_to_capture(role, color, from, [men, covered, pawns], nearest),
            };
            nearest = nearest.min(plies);
        }
    }
    let lost = if needs_picture::<R>(&Side::of::<R>(position.board(), winner)) { LOST } else { 0 };
    FARTHEST * (board.occupied().len() as u32 + pawns.count_ones()) as u16 + nearest + missing + lost
}

/// Counts the remaining pawn steps of a side if no pawn is captured and no piece of the other side moves.
fn steps_left<R: Rules>(color: Color, ours: u64, pawns: u64) -> u16 {
    let (mut front, mut steps) = (ours, 0);
    while front != 0 {
        front = forward(color, front) & !pawns & !promotion_zone::<R>(color);
        steps += front.count_ones() as u16;
    }
    steps
}

/// The plies until a pawn promotes if no pawn stands ahead. The pawn moves on every second ply.
fn plies_to_promotion<R: Rules>(color: Color, pawn: u64, pawns: u64) -> u16 {
    let mut at = pawn;
    for plies in (2..FARTHEST).step_by(2) {
        at = forward(color, at);
        if at & pawns != 0 {
            break;
        } else if at & promotion_zone::<R>(color) != 0 {
            return plies;
        }
    }
    FARTHEST
}

/// The plies that a piece takes to capture one of these pieces, or to reach a square where a pawn captures it: less than this
/// bound, or [`FARTHEST`]. Only pawns block its way, and a king avoids squares attacked by pawns.
fn plies_to_capture(role: Role, color: Color, from: u64, [men, covered, pawns]: [u64; 3], fewer: u16) -> u16 {
    let closed = if role == Role::King { covered } else { 0 };
    let mut reached = from;
    for plies in (2..fewer).step_by(2) {
        let next = attacks_of(role, color, reached, !pawns) & !closed;
        let more = next & !pawns & !reached;
        if next & men != 0 {
            return plies;
        } else if (reached | more) & covered & !closed != 0 {
            return plies + 1;
        } else if more == 0 {
            break;
        }
        reached |= more;
    }
    FARTHEST
}

/// Counts the squares that the losing king could step to.
fn flights<R: Rules>(position: &Position<R>, winner: Color) -> u16 {
    let board = position.board();
    let king = position.king(!winner);
    let occupied = board.occupied().bits() & !bit_of(king);
    let around = SquareSet::from_bits(king_attacks(bit_of(king)) & !board.colored(!winner).bits());
    around
        .into_iter()
        .filter(|&square| board.attackers_through(square, winner, SquareSet::from_bits(occupied)).is_empty())
        .count() as u16
}

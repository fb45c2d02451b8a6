//! How far a mate may be: numbers to rank positions by.

use super::goal::{Goal, corners};
use super::semi_static::attacks_of;
use crate::attacks::attackers;
use crate::attacks::bits::{Bits, bit_of, king_attacks, pawn_attacks};
use crate::geometry::{Square, SquareSet};
use crate::moves::ahead;
use crate::piece::{Color, Piece, Role};
use crate::position::Position;
use crate::rules::Rules;

/// How many plies a mate may take, very roughly: both kings go to a corner, a pawn promotes, and the loser should have few
/// pieces that get in the way.
pub(super) fn estimate<R: Rules>(position: &Position<R>, winner: Color, weight: u16) -> u16 {
    let board = position.board();
    let goal = Goal::of(position, winner);
    let (king, theirs) = (position.king(winner), position.king(!winner));
    let kings = u16::from(theirs.distance(goal.corner) + king.distance(goal.corner).saturating_sub(2));
    let pieces = board.colored(!winner).len() as u16;
    let of = |color, role| board.squares_of(Piece::new(color, role));
    let pawns = of(winner, Role::Pawn);
    let work = if position.bitboards().side::<R>(winner).majors() != 0 {
        weight * pieces
    } else if !pawns.is_empty() {
        let step = |pawn: Square| {
            let rank = winner.relative_rank(pawn.rank()) as u16;
            let blocked = ahead(winner, pawn).is_some_and(|ahead| board.piece_at(ahead).is_some());
            (R::PROMOTION_RANK as u16).saturating_sub(rank) + if blocked { 3 } else { 0 }
        };
        weight * pieces + 2 + pawns.into_iter().map(step).min().unwrap_or(0)
    } else {
        // The mate needs the loser's own pieces next to its king. Sliding pieces had better be captured first.
        let sliders = of(!winner, Role::Rook) | of(!winner, Role::Queen);
        let helpers = of(!winner, Role::Knight) | of(!winner, Role::Bishop);
        let distance = |pieces: SquareSet| pieces.into_iter().map(|piece| u16::from(piece.distance(goal.corner))).min();
        let promotes = || {
            let step = |pawn: Square| 7 - (!winner).relative_rank(pawn.rank()) as u16;
            5 + of(!winner, Role::Pawn).into_iter().map(step).min().unwrap_or(8)
        };
        let help = distance(helpers).unwrap_or_else(promotes).saturating_sub(1);
        let near = distance(board.colored(winner) - king.into()).unwrap_or(8).saturating_sub(2);
        16 * weight + 8 + 3 * sliders.len() as u16 + help + near
    };
    let flights = if kings <= 2 { 2 * flights(position, winner).max(1) } else { 6 };
    kings + work + flights
}

/// How many squares the losing king could step to.
fn flights<R: Rules>(position: &Position<R>, winner: Color) -> u16 {
    let board = position.board();
    let king = position.king(!winner);
    let occupied = board.occupied().bits() & !bit_of(king);
    let around = SquareSet::from_bits(king_attacks(bit_of(king)) & !board.colored(!winner).bits());
    around.into_iter().filter(|&square| attackers::<R>(board, square, winner, occupied) == 0).count() as u16
}

/// How many plies a smothered mate may take: a bishop mates the king in a corner with other pieces next to it, and the pawns
/// stay where they are.
pub(super) fn smothered<R: Rules>(position: &Position<R>, winner: Color) -> u16 {
    let bitboards = position.bitboards();
    let pawns = bitboards.role(Role::Pawn).bits();
    let open = !pawns;
    let kings = bitboards.role(Role::King).bits();
    let [ours, theirs] = [winner, !winner].map(|color| bitboards.colored(color) & !pawns & !kings);
    let bishops = bitboards.role(Role::Bishop).bits();
    let (king, loser) = (bit_of(position.king(winner)), bit_of(position.king(!winner)));
    let safe = open & !pawn_attacks(winner, pawns & bitboards.colored(winner));
    let ours_safe = open & !pawn_attacks(!winner, pawns & bitboards.colored(!winner));
    let plies = |corner: &Square| {
        let place = bit_of(*corner);
        let check = attacks_of(Role::Bishop, winner, place, open) & open;
        let goes = moves_between(Role::King, !winner, loser, place, safe);
        let checks = moves_between(Role::Bishop, winner, ours & bishops, check, open);
        let around = king_attacks(place) & !attacks_of(Role::Bishop, winner, place, !0);
        let mut used = 0;
        let mut costs = [(0, 0); 2];
        for (square, cost) in Bits(around).zip(&mut costs) {
            if pawns & square & bitboards.colored(!winner) != 0 {
                continue;
            }
            let beside = king_attacks(square) & !king_attacks(place) & !place;
            let mut nearest = (FAR, 0);
            for piece in Bits(theirs & !used) {
                let role = Role::ALL.into_iter().find(|&role| bitboards.role(role).bits() & piece != 0);
                let moves = role.map_or(FAR, |role| moves_between(role, !winner, piece, square, open));
                if moves < nearest.0 {
                    nearest = (moves, piece);
                }
            }
            used |= nearest.1;
            *cost = (nearest.0, moves_between(Role::King, winner, king, beside, ours_safe));
        }
        let [(a, b), (c, d)] = costs;
        let ways = [(a + c, 0), (a, d), (c, b)].into_iter();
        let moves = ways.map(|(blocks, guards)| (goes + blocks, checks + guards));
        moves.map(|(lost, won)| lost + won + lost.max(won)).min().unwrap_or(FAR)
    };
    corners(position, winner).iter().map(plies).min().unwrap_or(FAR)
}

/// The number of moves that counts as too far.
const FAR: u16 = 16;

/// How many moves a piece needs from any square of `from` to any of `to`, over the open ones.
fn moves_between(role: Role, color: Color, from: u64, to: u64, open: u64) -> u16 {
    let mut reached = from;
    for moves in 0..FAR {
        if reached & to != 0 {
            return moves;
        }
        let next = reached | attacks_of(role, color, reached, open) & (open | to);
        if next == reached {
            break;
        }
        reached = next;
    }
    FAR
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::ChessRules;

    /// Positions with what is estimated of them for White and for Black, at a weight of 2, and how far a smothered mate is.
    const ESTIMATES: [(&str, [u16; 2], [u16; 2]); 10] = [
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", [16, 75], [61, 43]),
        ("4k3/1p6/8/8/3P4/8/8/4K3 w - - 0 1", [24, 26], [61, 61]),
        ("6bk/1p2p3/4P2n/8/1B6/8/4K1N1/8 w - - 0 1", [27, 30], [5, 18]),
        ("r1b1k3/pp6/8/8/8/2N5/5PPB/6K1 w - - 0 1", [32, 22], [15, 38]),
        ("8/1kbp4/3P4/2p5/2P1N3/3B4/5n1K/8 w - - 0 1", [29, 35], [15, 20]),
        ("kb6/p1p5/P1P5/8/8/3B2N1/8/K7 w - - 0 1", [26, 32], [6, 36]),
        ("2q1k3/8/3n4/6pp/5BPP/8/2K5/8 w - - 0 1", [32, 21], [17, 44]),
        ("8/p2k4/P2b4/2pPp3/2P1P3/3N1K2/8/b1B5 w - - 0 1", [32, 36], [45, 22]),
        ("5brk/4p1p1/3pP1P1/1B1P2p1/3p2p1/3P4/4K1P1/8 w - - 0 1", [39, 26], [26, 51]),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", [46, 46], [35, 35]),
    ];

    /// A worse estimate gives no wrong answer: the search takes longer.
    #[test]
    fn what_is_estimated_is_known() {
        for (fen, estimates, smothers) in ESTIMATES {
            let position: Position<ChessRules> = fen.parse().expect(fen);
            assert_eq!(Color::ALL.map(|winner| estimate(&position, winner, 2)), estimates, "{fen}");
            assert_eq!(Color::ALL.map(|winner| smothered(&position, winner)), smothers, "{fen}");
        }
    }
}

//! How far a mate may be: numbers to rank positions by.

use super::goal::{Goal, needs_picture};
use super::picture::plies_to_picture;
use crate::attacks::attackers;
use crate::attacks::bits::{bit_of, king_attacks};
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
    let side = position.bitboards().side::<R>(winner);
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

/// How many squares the losing king could step to.
fn flights<R: Rules>(position: &Position<R>, winner: Color) -> u16 {
    let board = position.board();
    let king = position.king(!winner);
    let occupied = board.occupied().bits() & !bit_of(king);
    let around = SquareSet::from_bits(king_attacks(bit_of(king)) & !board.colored(!winner).bits());
    around.into_iter().filter(|&square| attackers::<R>(board, square, winner, occupied) == 0).count() as u16
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::ChessRules;

    /// Positions with what is estimated of them for White and for Black, at a weight of 2, and how far a picture is.
    const ESTIMATES: [(&str, [u16; 2], [u16; 2]); 10] = [
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", [16, 76], [15, 72]),
        ("4k3/1p6/8/8/3P4/8/8/4K3 w - - 0 1", [24, 26], [39, 40]),
        ("6bk/1p2p3/4P2n/8/1B6/8/4K1N1/8 w - - 0 1", [27, 30], [10, 17]),
        ("r1b1k3/pp6/8/8/8/2N5/5PPB/6K1 w - - 0 1", [32, 22], [19, 16]),
        ("8/1kbp4/3P4/2p5/2P1N3/3B4/5n1K/8 w - - 0 1", [29, 35], [20, 15]),
        ("kb6/p1p5/P1P5/8/8/3B2N1/8/K7 w - - 0 1", [26, 32], [16, 65]),
        ("2q1k3/8/3n4/6pp/5BPP/8/2K5/8 w - - 0 1", [32, 21], [18, 14]),
        ("8/p2k4/P2b4/2pPp3/2P1P3/3N1K2/8/b1B5 w - - 0 1", [32, 36], [17, 21]),
        ("5brk/4p1p1/3pP1P1/1B1P2p1/3p2p1/3P4/4K1P1/8 w - - 0 1", [39, 26], [38, 22]),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", [46, 46], [49, 52]),
    ];

    /// A worse estimate gives no wrong answer: the search takes longer.
    #[test]
    fn what_is_estimated_is_known() {
        let known = ESTIMATES.map(|(fen, ..)| {
            let position: Position<ChessRules> = fen.parse().expect(fen);
            let estimates = Color::ALL.map(|winner| estimate(&position, winner, 2));
            (fen, estimates, Color::ALL.map(|winner| plies_to_picture(&position, winner)))
        });
        assert_eq!(known, ESTIMATES);
    }
}

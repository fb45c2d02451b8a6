//! The number of replies to each move of a position. Only what the move changed is counted again.
//!
//! Before the first move, each piece of the replying side is counted. With the count come the squares that it depends on: those
//! that the piece attacks or stands on. A move changes two squares. Pieces that watch neither square have as many moves as before:
//! ```text
//!    5 . . . . . . r .      The rook watches g1 to g8 and c5 to h5, the knight eight squares, and its own. After Nd4-f3 both have
//!    4 . . . N . . . .      as many moves as before. After Nd4xc5, or with a piece on g2, the rook is counted anew.
//! ```
//!
//! The king depends on more: on enemy sliders' lines to the king or to its target squares, through any pieces; and on squares from
//! which a piece would attack the king or a target. The target square of a move is tested for the latter by atoms.

use super::{ASIDE, Checks, Wanted};
use crate::attacks::mailbox::{attacking_pawn, is_clear, piece_attacks};
use crate::geometry::{Direction, KNIGHT_OFFSETS, Reach, Square, SquareSet, delta};
use crate::movegen::side_to_move::SideToMove;
use crate::moves::{Castling, CastlingSide, Move};
use crate::piece::{Piece, Role};

/// The number of moves of a piece. The count holds as long as the watched squares do not change.
#[derive(Clone, Copy)]
struct Counted {
    from: Square,
    watched: u64,
    count: u32,
}

impl Counted {
    const NONE: Counted = Counted { from: Square::A1, watched: 0, count: 0 };
}

/// The replies of a side to a null move of its enemy.
pub(crate) struct CountedReplies {
    officers: [Counted; CountedReplies::CAPACITY],
    len: usize,
    pawns: Counted,
    king: Counted,
    checks: Checks,
    /// For each square, the atoms by which a piece there would attack the king or a target of the king, or would pin a piece to the
    /// king.
    aims: [Reach; 128],
}

impl CountedReplies {
    /// No game starts with more officers.
    const CAPACITY: usize = 16;

    /// Counts the moves of a side as if it were to move; `None` if it is in check or has too many pieces.
    #[inline(never)]
    pub(crate) fn of(node: &SideToMove<'_>) -> Option<CountedReplies> {
        let (board, us) = (node.board, node.us);
        let checks = node.checks(Wanted::Any);
        if checks.count != 0 {
            return None;
        }
        let king = Counted { from: node.king, watched: 0, count: node.count_king(&checks) };
        let (officers, pawns) = ([Counted::NONE; CountedReplies::CAPACITY], Counted::NONE);
        let mut replies = CountedReplies { officers, len: 0, pawns, king, checks, aims: [Reach::NONE; 128] };
        let occupied = board.occupied().bits();
        let watched = |from: Square| match board.piece_at(from) {
            Some(piece) => from.bit() | piece_attacks(piece, from, occupied),
            None => 0,
        };
        for from in board.officers_of(us).into_iter().filter(|&from| from != node.king) {
            let next = replies.officers.get_mut(replies.len)?;
            *next = Counted { from, watched: watched(from), count: node.count_officer(from) };
            replies.len += 1;
        }
        replies.pawns.count = node.count_pawns();
        for from in board.pawns_of(us) {
            let ahead = from.walk(us.forward() as i8).take(2).collect::<SquareSet>();
            replies.pawns.watched |= watched(from) | ahead.bits();
        }
        replies.watch_king(node);
        Some(replies)
    }

    /// Finds the pins and the squares that the king's moves depend on.
    fn watch_king(&mut self, node: &SideToMove<'_>) {
        let (board, king) = (node.board, node.king);
        let beside = SquareSet::from_bits(piece_attacks(Piece::new(node.us, Role::King), king, 0));
        self.king.watched |= beside.bits();
        let mut asked = beside - board.colored(node.us);
        asked.insert(king);
        for rook in CastlingSide::ALL.iter().filter_map(|&side| node.castling.rook(node.us, side)) {
            self.king.watched |= king.rank().squares().bits();
            if is_clear(board, king, rook) {
                asked |= Castling::new(king, rook).king_way();
            }
        }
        for to in asked {
            self.aim(node, to);
            for &aside in ASIDE {
                self.king.watched |= attacking_pawn(board, to, !node.us, aside).map_or(0, Square::bit);
            }
        }
        for from in board.officers_of(!node.us) {
            for to in asked {
                self.watch_way(node, from, to);
            }
        }
    }

    /// Makes the king watch an enemy officer and its way to the king or to one of the king's targets.
    fn watch_way(&mut self, node: &SideToMove<'_>, from: Square, to: Square) {
        let piece = node.board.piece_at(from);
        if !Reach::between(from, to).intersects(Piece::reach_of(piece)) {
            return;
        }
        let mut way = from.bit();
        if piece.is_some_and(Piece::is_slider) {
            // One move cannot open a way that two pieces block, nor pin a piece behind two others.
            let mut pieces = if to == node.king { 3 } else { 2 };
            for at in from.walk(delta::step(from, to)).take_while(|&at| at != to) {
                way |= at.bit();
                pieces -= u8::from(at != node.king && node.board.piece_at(at).is_some());
                if pieces == 0 {
                    return;
                }
            }
        }
        self.king.watched |= way;
    }

    /// Marks the squares from which a piece would attack the king or one of its targets.
    fn aim(&mut self, node: &SideToMove<'_>, to: Square) {
        for direction in Direction::ALL {
            // A piece behind one shield in front of the king pins the shield.
            let mut shields = u8::from(to == node.king);
            for from in to.ray(direction) {
                self.aims[from as usize] = self.aims[from as usize] | Reach::between(from, to);
                if from != node.king && node.board.piece_at(from).is_some() {
                    if shields == 0 {
                        break;
                    }
                    shields -= 1;
                }
            }
        }
        for from in KNIGHT_OFFSETS.iter().filter_map(|&offset| to.checked_add(offset)) {
            self.aims[from as usize] = self.aims[from as usize] | Reach::KNIGHT;
        }
    }

    /// Counts the replies to a move that has been made.
    #[inline(never)]
    pub(crate) fn count(&self, node: &SideToMove<'_>, mv: Move) -> u32 {
        if !mv.is_simple() {
            return node.count_legal();
        }
        let (to, changed) = (mv.to(), mv.from().bit() | mv.to().bit());
        let (anew, king, checks);
        let aims = self.aims[to as usize].intersects(Piece::reach_of(node.board.piece_at(to)));
        if self.king.watched & changed == 0 && !aims {
            (king, checks) = (self.king.count, &self.checks);
        } else {
            anew = node.checks(Wanted::Any);
            if anew.count != 0 {
                return node.count_evasions(&anew);
            }
            (king, checks) = (node.count_king(&anew), &anew);
        }
        let mut count = king + node.count_en_passants();
        count += if self.pawns.watched & changed == 0 { self.pawns.count } else { node.count_pawns() };
        for officer in self.officers.iter().take(self.len) {
            if officer.watched & changed == 0 {
                count += officer.count;
            } else if officer.from != to {
                count += node.count_officer(officer.from);
            }
        }
        node.without_off_line(checks, count)
    }
}

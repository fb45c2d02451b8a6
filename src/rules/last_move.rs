//! The last move: all moves that can have led to this board.
//!
//! A piece can come from any empty square to which a piece of the other colour could go from here (only pawn and Khon differ by
//! colour). On the board before the move, the king of the side to move must not be in check:
//!
//! ```text
//!    8  . . . . k . . .      The knight came from e4, e.g.: rook and knight check. (Nor did it check from there.)
//!    6  . . . N . . . .      Two knights, two pawns or two rooks can never have come to this, nor a pawn and a bishop:
//!    4  . . . . o . . .      no square that a pawn comes from lies on the bishop's line. And a pawn on d7 that checks
//!    1  . . . . R . . .      alone came from d6, where something else must not stand, or captured.
//! ```
//!
//! If no last move is found, no game leads to the check. Validation searches one last move for a double check and for a double
//! step. `retro` lists all last moves with their positions.
//!
//! Positions in double check are rare, and small programs validate too. So the method is simple: the piece is put back on each
//! possible origin, and the mailbox tests the check.

use super::{CastlingRights, Parts, PawnRules, Violation, contains, is_back_rank};
use crate::attacks::mailbox::{attackers, is_attacked, is_clear};
use crate::board::Board0x88;
use crate::geometry::{Rank, Reach, Square, SquareSet};
use crate::moves::{
    self, Castling, DOUBLE_STEP_TO, EN_PASSANT_RANK, Move, MoveKind, captured_pawn, is_on_en_passant_rank,
};
use crate::piece::{Color, Piece, Role};

/// Finds the violations of a setup's last move as [bits](Violation::bit). A last move is searched if there is an en passant square,
/// or if two pieces check this king. (Three checks are a violation of their own.)
///
/// A single check without an en passant square is accepted, as in other libraries: the fourth position of the Chess Programming
/// Wiki's perft page has a check that no last move can give.
pub(super) const fn violations(
    board: &Board0x88,
    pawns: &'static PawnRules,
    turn: Color,
    parts: &Parts,
    king: Square,
    checkers: SquareSet,
) -> u32 {
    match parts.en_passant {
        Some(passed) => violation_of_double_step(board, turn, passed, king, checkers),
        None if checkers.len() != 2 => 0,
        // Castling opens no line except its rank, so it gives no double check.
        None if LastMoves::of(board, pawns, turn, parts.castling, king).advance::<false>().is_some() => 0,
        None => Violation::ImpossibleCheck.bit(),
    }
}

/// Finds the violation of a double step over a square. [`EnPassant`](Violation::EnPassant): the square lies on another rank, the
/// square or the pawn's origin is not empty, or no pawn stands beyond. Otherwise the king must not have been in check before the
/// step. If that check is still there, the check is impossible. If not, the step is: the pawn has closed the line or no longer
/// attacks the king.
// A stack frame of its own: the board before the step is freed before the last moves are tried.
#[inline(never)]
const fn violation_of_double_step(
    board: &Board0x88,
    turn: Color,
    passed: Square,
    king: Square,
    checkers: SquareSet,
) -> u32 {
    // Origin and target of the pawn, on both sides of the square.
    let (origin, pawn) = (captured_pawn(turn.other(), passed), captured_pawn(turn, passed));
    if !is_on_en_passant_rank(turn, passed)
        || board.piece_at(passed).is_some()
        || board.piece_at(origin).is_some()
        || !board.holds(pawn, Piece::new(turn.other(), Role::Pawn))
    {
        return Violation::EnPassant.bit();
    }
    let mut before = *board;
    before.set(origin, board.piece_at(pawn));
    before.set(pawn, None);
    let earlier = attackers(&before, king, turn.other()).bits();
    match (earlier, earlier & checkers.bits()) {
        (0, _) => 0,
        _ if checkers.len() > 2 => 0,
        (_, 0) => Violation::ImpossibleDoubleStep.bit(),
        _ => Violation::ImpossibleCheck.bit(),
    }
}

/// An iterator over the possible last moves of a board. A capture is listed once, whichever piece it captured.
#[derive(Clone)]
pub(crate) struct LastMoves<'a> {
    board: &'a Board0x88,
    pawn_rules: &'static PawnRules,
    /// The side that made the move.
    by: Color,
    /// The king of the side to move.
    king: Square,
    /// The rooks that may still castle, so they have not moved.
    unmoved: [Option<Square>; 2],
    /// The kinds of moves that are possible.
    kinds: u8,
    /// The number of the next move to try: its target, the index of its kind in [`MOVE_KINDS`], and its origin.
    next: u32,
}

const MOVE_KINDS: &[MoveKind; 7] = &[
    MoveKind::Quiet,
    MoveKind::Capture,
    MoveKind::Promotion,
    MoveKind::CapturePromotion,
    MoveKind::DoubleStep,
    MoveKind::EnPassant,
    MoveKind::Castle,
];

/// The number of kinds, rounded up to a power of two.
const KIND_BITS: usize = u8::BITS as usize;

/// The number of moves to try.
const END: u32 = (Square::COUNT * KIND_BITS * Square::COUNT) as u32;

/// Sets of kinds, by their indices.
const QUIET: u8 = 1 << 0;
const CAPTURE: u8 = 1 << 1;
const PROMOTION: u8 = 1 << 2;
const CAPTURE_PROMOTION: u8 = 1 << 3;
const DOUBLE_STEP: u8 = 1 << 4;
const EN_PASSANT: u8 = 1 << 5;
const CASTLE: u8 = 1 << 6;

impl<'a> LastMoves<'a> {
    /// Lists the last moves of a board. The square of the king of the side to move is given.
    pub(crate) const fn of(
        board: &'a Board0x88,
        pawn_rules: &'static PawnRules,
        turn: Color,
        castling: CastlingRights,
        king: Square,
    ) -> LastMoves<'a> {
        let by = turn.other();
        let unmoved = castling.of(by);
        let mut kinds = QUIET | CAPTURE;
        if board.pawns_of(by).len() < 8 {
            kinds |= PROMOTION | CAPTURE_PROMOTION;
        }
        // A game with double steps has castling.
        if pawn_rules.double_step.is_some() {
            kinds |= DOUBLE_STEP | EN_PASSANT;
            if matches!(unmoved, [None, None]) {
                kinds |= CASTLE;
            }
        }
        // A side with sixteen pieces has lost none.
        if board.colored(turn).len() >= 16 {
            kinds &= !(CAPTURE | CAPTURE_PROMOTION | EN_PASSANT);
        }
        LastMoves { board, pawn_rules, by, king, unmoved, kinds, next: 0 }
    }

    /// Advances to the next move and returns its origin, target and kind. Castling is found only with `CASTLING`.
    #[inline(never)]
    const fn advance<const CASTLING: bool>(&mut self) -> Option<(Square, Square, MoveKind)> {
        while self.next < END {
            let rest = self.next as usize / Square::COUNT;
            let (kind, to) = (rest % KIND_BITS, rest / KIND_BITS);
            let (from, to) = (Square::from_bit(self.next), Square::from_bit(to as u32));
            if kind >= MOVE_KINDS.len() || self.kinds(to) >> kind & 1 == 0 {
                self.next += Square::COUNT as u32;
                continue;
            }
            self.next += 1;
            let is_possible = match MOVE_KINDS[kind] {
                MoveKind::Castle => CASTLING && self.can_have_castled(from, to),
                kind => self.is_possible(from, to, kind),
            };
            if is_possible {
                return Some((from, to, MOVE_KINDS[kind]));
            }
        }
        None
    }

    /// The kinds of moves that can have ended on a square. Castling counts for the rook's target.
    #[inline]
    const fn kinds(&self, to: Square) -> u8 {
        let rank = self.by.relative_rank(to.rank()) as u8;
        let mut kinds = if rank == Rank::First as u8 { CASTLE } else { 0 };
        if let Some(piece) = self.board.piece_at(to)
            && piece.color() as u8 == self.by as u8
            && !is(self.unmoved[0], to)
            && !is(self.unmoved[1], to)
        {
            let is_late = rank >= self.pawn_rules.promotion_rank as u8;
            kinds |= match piece.role() {
                // A king with a castling right has not moved.
                Role::King if !matches!(self.unmoved, [None, None]) => 0,
                Role::Pawn if is_late => 0,
                Role::Pawn if rank == DOUBLE_STEP_TO as u8 => QUIET | CAPTURE | DOUBLE_STEP,
                Role::Pawn if rank == EN_PASSANT_RANK as u8 => QUIET | CAPTURE | EN_PASSANT,
                role if is_late && contains(self.pawn_rules.promotions, role) => {
                    QUIET | CAPTURE | PROMOTION | CAPTURE_PROMOTION
                }
                _ => QUIET | CAPTURE,
            };
        }
        kinds & self.kinds
    }

    /// Returns `true` if a move of one of these [kinds](LastMoves::kinds), except castling, can have begun on a square: the piece
    /// moves this way, and the king of the side to move was not in check before.
    const fn is_possible(&self, from: Square, to: Square, kind: MoveKind) -> bool {
        let pawn = Piece::new(self.by, Role::Pawn);
        let piece = match self.board.piece_at(to) {
            Some(piece) if !matches!(kind, MoveKind::Promotion | MoveKind::CapturePromotion) => piece,
            _ => pawn,
        };
        let is_pawn = matches!(piece.role(), Role::Pawn);
        let goes = if is_pawn && !is_capture(kind) {
            let steps = if matches!(kind, MoveKind::DoubleStep) { 2 } else { 1 };
            to as i16 - from as i16 == self.by.forward() as i16 * steps
        } else {
            Reach::between(from, to).intersects(piece.reach())
        };
        if !goes
            || is_pawn && is_back_rank(from)
            || self.board.piece_at(from).is_some()
            || !is_clear(self.board, from, to)
        {
            return false;
        }
        let mut before = *self.board;
        before.set(from, Some(piece));
        before.set(to, None);
        if is_capture(kind) {
            let mut victim = to;
            if matches!(kind, MoveKind::EnPassant) {
                // The captured pawn stands behind the target, and came from the square ahead.
                let origin = captured_pawn(self.by.other(), to);
                victim = captured_pawn(self.by, to);
                if before.piece_at(origin).is_some() || before.piece_at(victim).is_some() {
                    return false;
                }
            }
            // The kind of the captured piece makes no difference to the lines of other pieces.
            before.set(victim, Some(Piece::new(self.by.other(), Role::Pawn)));
        }
        !is_attacked(&before, self.king, self.by)
    }

    /// Returns `true` if king and rook can have castled from these squares: they stand on the targets, their ways were empty, the
    /// king's way was not attacked, and the king of the side to move was not in check before.
    const fn can_have_castled(&self, king: Square, rook: Square) -> bool {
        let castling = Castling::new(king, rook);
        let Castling { king_to, rook_to, .. } = castling;
        let pieces = [Piece::new(self.by, Role::King), Piece::new(self.by, Role::Rook)];
        if king.rank() as u8 != rook.rank() as u8
            || king as u8 == rook as u8
            || !self.board.holds(king_to, pieces[0])
            || !self.board.holds(rook_to, pieces[1])
        {
            return false;
        }
        let mut before = *self.board;
        before.set(king_to, None);
        before.set(rook_to, None);
        if before.piece_at(king).is_some() || before.piece_at(rook).is_some() || !castling.is_clear(&before) {
            return false;
        }
        before.set(rook, Some(pieces[1]));
        let mut way = king;
        while !is_attacked(&before, way, self.by.other()) {
            way = match way.checked_add(castling.towards() as i8) {
                Some(next) if way as u8 != king_to as u8 => next,
                _ => {
                    before.set(king, Some(pieces[0]));
                    return !is_attacked(&before, self.king, self.by);
                }
            };
        }
        false
    }

    pub(crate) fn board_before(&self, mv: Move, captured: Option<Piece>) -> Board0x88 {
        let mut board = *self.board;
        let moved = match mv.promotion() {
            Some(_) => Some(Piece::new(self.by, Role::Pawn)),
            None => board.piece_at(mv.landing()),
        };
        moves::take_back(&mut board, self.by, mv, moved, captured);
        board
    }
}

const fn is_capture(kind: MoveKind) -> bool {
    matches!(kind, MoveKind::Capture | MoveKind::CapturePromotion | MoveKind::EnPassant)
}

/// `there == Some(square)`, for a `const fn`.
const fn is(there: Option<Square>, square: Square) -> bool {
    matches!(there, Some(there) if there as u8 == square as u8)
}

impl Iterator for LastMoves<'_> {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        let (from, to, kind) = self.advance::<true>()?;
        let role = self.board.piece_at(to).map_or(Role::Queen, Piece::role);
        Some(match kind {
            MoveKind::Promotion | MoveKind::CapturePromotion => Move::promoting(from, to, role, is_capture(kind)),
            _ => Move::of(from, to, kind),
        })
    }
}

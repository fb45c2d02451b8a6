//! The last move: can a move have led to this board?
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
//! step. The package chess0x88-retro lists all last moves with their positions.
//!
//! Positions in double check are rare, and small programs validate too. So the method is simple: the piece is put back on each
//! possible origin, and the mailbox tests the check.

use super::{Parts, PawnRules, Violation, contains, is_back_rank};
use crate::attacks::mailbox::{attackers, is_attacked, is_clear};
use crate::board::Board0x88;
use crate::geometry::{Reach, Square, SquareSet};
use crate::moves::{DOUBLE_STEP_TO, EN_PASSANT_RANK, MoveKind, captured_pawn, is_on_en_passant_rank};
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
        None => {
            let (by, unmoved) = (turn.other(), parts.castling.of(turn.other()));
            let exists = LastMove { board, pawn_rules: pawns, by, king, unmoved }.exists();
            if exists { 0 } else { Violation::ImpossibleCheck.bit() }
        }
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

/// A search for a last move of a board.
struct LastMove<'a> {
    board: &'a Board0x88,
    pawn_rules: &'static PawnRules,
    /// The side that made the move.
    by: Color,
    /// The king of the side to move.
    king: Square,
    /// The rooks that may still castle, so they have not moved.
    unmoved: [Option<Square>; 2],
}

/// The kinds of moves that may give two checks. Castling opens no line except its rank.
const MOVE_KINDS: &[MoveKind; 6] = &[
    MoveKind::Quiet,
    MoveKind::Capture,
    MoveKind::Promotion,
    MoveKind::CapturePromotion,
    MoveKind::DoubleStep,
    MoveKind::EnPassant,
];

impl LastMove<'_> {
    /// Returns `true` if some move can have led here.
    #[inline(never)]
    const fn exists(&self) -> bool {
        let mut n = 0;
        while n < Square::COUNT * MOVE_KINDS.len() {
            let (kind, to) = (MOVE_KINDS[n / Square::COUNT], Square::ALL[n % Square::COUNT]);
            let mut from = if self.can_end(to, kind) { 0 } else { Square::COUNT };
            while from < Square::COUNT {
                if self.is_possible(Square::ALL[from], to, kind) {
                    return true;
                }
                from += 1;
            }
            n += 1;
        }
        false
    }

    /// Returns `true` if a move of this kind can have ended on a square.
    #[inline]
    const fn can_end(&self, to: Square, kind: MoveKind) -> bool {
        let Some(piece) = self.board.piece_at(to) else { return false };
        let (role, is_pawn) = (piece.role(), matches!(piece.role(), Role::Pawn));
        if piece.color() as u8 != self.by as u8
            || is(self.unmoved[0], to)
            || is(self.unmoved[1], to)
            // A king with a castling right has not moved.
            || matches!(role, Role::King) && !matches!(self.unmoved, [None, None])
            // A side with sixteen pieces has lost none.
            || is_capture(kind) && self.board.colored(self.by.other()).len() >= 16
        {
            return false;
        }
        let rank = self.by.relative_rank(to.rank()) as u8;
        let is_late = rank >= self.pawn_rules.promotion_rank as u8;
        let double_step = self.pawn_rules.double_step.is_some();
        match kind {
            MoveKind::Quiet | MoveKind::Capture => !(is_pawn && is_late),
            MoveKind::Promotion | MoveKind::CapturePromotion => {
                is_late && contains(self.pawn_rules.promotions, role) && self.board.pawns_of(self.by).len() < 8
            }
            MoveKind::DoubleStep => double_step && is_pawn && rank == DOUBLE_STEP_TO as u8,
            MoveKind::EnPassant => double_step && is_pawn && rank == EN_PASSANT_RANK as u8,
            MoveKind::Castle => false,
        }
    }

    /// Returns `true` if a move of a kind that [can end](LastMove::can_end) there can have begun on a square: the piece moves this way,
    /// and the king of the side to move was not in check before.
    const fn is_possible(&self, from: Square, to: Square, kind: MoveKind) -> bool {
        let pawn = Piece::new(self.by, Role::Pawn);
        let piece = match self.board.piece_at(to) {
            Some(piece) if !matches!(kind, MoveKind::Promotion | MoveKind::CapturePromotion) => piece,
            _ => pawn,
        };
        let is_pawn = matches!(piece.role(), Role::Pawn);
        let goes = if is_pawn && !is_capture(kind) {
            let ranks = if matches!(kind, MoveKind::DoubleStep) { 2 } else { 1 };
            to as i16 - from as i16 == self.by.forward() as i16 * ranks
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
}

const fn is_capture(kind: MoveKind) -> bool {
    matches!(kind, MoveKind::Capture | MoveKind::CapturePromotion | MoveKind::EnPassant)
}

/// `there == Some(square)`, for a `const fn`.
const fn is(there: Option<Square>, square: Square) -> bool {
    matches!(there, Some(there) if there as u8 == square as u8)
}

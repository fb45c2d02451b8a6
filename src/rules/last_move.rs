//! The last move: the moves that the side that has just moved can have played to reach this board.
//!
//! A piece comes from a square that a piece of the other colour could go to (only pawn and Khon differ by colour), and that
//! square is empty now. The move gives the board before it, on which the king of the side to move was not in check:
//!
//! ```text
//!    8  . . . . k . . .      The knight came from e4, e.g.: rook and knight check. (Nor did it check from there.)
//!    6  . . . N . . . .      Two knights, two pawns or two rooks can never have come to this, nor a pawn and a bishop:
//!    4  . . . . o . . .      no square that a pawn comes from lies on the bishop's line. And a pawn on d7 that checks
//!    1  . . . . R . . .      alone came from d6, where something else must not stand, or captured.
//! ```
//!
//! If no such move is found, no game leads to the check. Validation asks for the first such move of a double check and of a
//! double step; `retro` lists all of them, with the positions before.
//!
//! Few positions are in a double check, and small programs validate too. So this is the plain way: the piece is put back on
//! each square that it can have come from, and the mailbox tells whether the king was attacked there.

use super::army::attackers_of;
use super::kinds::Attackers;
use super::pawns::is_back_rank;
use super::{CastlingRights, Parts, PawnRules, Violation};
use crate::attacks::mailbox::{is_attacked, is_clear};
use crate::board::{Board0x88, Pieces};
use crate::geometry::{Rank, Reach, Square};
use crate::moves::{
    self, Castling, DOUBLE_STEP_TO, EN_PASSANT_RANK, Move, MoveKind, captured_pawn, is_on_en_passant_rank,
};
use crate::piece::{Color, Piece, Role};

/// Finds the violations of a setup's last move, as [bits](Violation::bit). It is examined if the en passant square says
/// what the last move was, or if two pieces check this king. (Three checks are a violation of their own.)
///
/// A single check without an en passant square is accepted. Other libraries accept it too: in the fourth position of the Chess
/// Programming Wiki's perft page the king is in a check that no move can have given.
pub(super) const fn violations(
    board: &Board0x88,
    pawns: &'static PawnRules,
    turn: Color,
    parts: &Parts,
    king: Square,
    checkers: &Attackers,
) -> u32 {
    match parts.en_passant {
        Some(passed) => violation_of_double_step(board, turn, passed, king, checkers),
        None if checkers.number > 2 => 0,
        None if checkers.number < 2 => 0,
        // Castling uncovers no line but that of its rank, so it is no double check.
        None if LastMoves::of(board, pawns, turn, parts.castling, king).advance::<false>().is_some() => 0,
        None => Violation::ImpossibleCheck.bit(),
    }
}

/// The violation of a double step over a square: the square lies on another rank, it or the pawn's origin is not empty, or the
/// pawn does not stand beyond; or the king was in check before the step. If such a check is still there, it is the check that is
/// impossible. Otherwise it is the step: the pawn has closed the line, or no longer attacks the king.
// A stack frame of its own: the board before is gone when the last moves are tried.
#[inline(never)]
const fn violation_of_double_step(
    board: &Board0x88,
    turn: Color,
    passed: Square,
    king: Square,
    checkers: &Attackers,
) -> u32 {
    // The pawn came from ahead, as its opponent sees it, and went behind.
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
    let earlier = attackers_of(&before, king, turn.other()).squares.bits();
    match (earlier, earlier & checkers.squares.bits()) {
        (0, _) => 0,
        _ if checkers.number > 2 => 0,
        (_, 0) => Violation::ImpossibleDoubleStep.bit(),
        _ => Violation::ImpossibleCheck.bit(),
    }
}

/// The moves that can have been the last on a board. A capture is listed once, whatever piece it took.
#[derive(Clone)]
pub(crate) struct LastMoves<'a> {
    board: &'a Board0x88,
    pawn_rules: &'static PawnRules,
    /// The side that has moved.
    by: Color,
    /// The king of the side to move.
    king: Square,
    /// The rooks that may still castle, and so have not moved.
    unmoved: [Option<Square>; 2],
    /// The kinds of moves that there can have been.
    kinds: u8,
    /// The number of the move to be tried next: the square where it ended, its place in [`KINDS`], and the square where it began.
    next: u32,
}

const KINDS: &[MoveKind; 7] = &[
    MoveKind::Quiet,
    MoveKind::Capture,
    MoveKind::Promotion,
    MoveKind::CapturePromotion,
    MoveKind::DoubleStep,
    MoveKind::EnPassant,
    MoveKind::Castle,
];

/// The number of places of the kinds of moves: a power of two.
const KIND_BITS: usize = u8::BITS as usize;

/// The number of moves to try.
const END: u32 = (Square::COUNT * KIND_BITS * Square::COUNT) as u32;

/// Sets of them, by their places.
const QUIET: u8 = 1 << 0;
const CAPTURE: u8 = 1 << 1;
const PROMOTION: u8 = 1 << 2;
const CAPTURE_PROMOTION: u8 = 1 << 3;
const DOUBLE_STEP: u8 = 1 << 4;
const EN_PASSANT: u8 = 1 << 5;
const CASTLE: u8 = 1 << 6;

impl<'a> LastMoves<'a> {
    /// The last moves on a board, given where the king of the side to move stands.
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
        if number(board, board.pawns_of(by)) < 8 {
            kinds |= PROMOTION | CAPTURE_PROMOTION;
        }
        // The game that has double steps has castling.
        if pawn_rules.double_step_from.is_some() {
            kinds |= DOUBLE_STEP | EN_PASSANT;
            if matches!(unmoved, [None, None]) {
                kinds |= CASTLE;
            }
        }
        // The side to move has lost no piece.
        if number(board, board.side(turn)) >= 16 {
            kinds &= !(CAPTURE | CAPTURE_PROMOTION | EN_PASSANT);
        }
        LastMoves { board, pawn_rules, by, king, unmoved, kinds, next: 0 }
    }

    /// Advances to the next move, castling only with `CASTLING`: where it began and ended, and its kind.
    #[inline(never)]
    const fn advance<const CASTLING: bool>(&mut self) -> Option<(Square, Square, MoveKind)> {
        while self.next < END {
            let rest = self.next as usize / Square::COUNT;
            let (kind, to) = (rest % KIND_BITS, rest / KIND_BITS);
            let (from, to) = (Square::from_bit(self.next), Square::from_bit(to as u32));
            if kind >= KINDS.len() || self.kinds(to) >> kind & 1 == 0 {
                self.next += Square::COUNT as u32;
                continue;
            }
            self.next += 1;
            let is_possible = match KINDS[kind] {
                MoveKind::Castle => CASTLING && self.can_have_castled(from, to),
                kind => self.is_possible(from, to, kind),
            };
            if is_possible {
                return Some((from, to, KINDS[kind]));
            }
        }
        None
    }

    /// The kinds of moves that can have ended on a square (castling: with the rook from it), wherever they began.
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
                // A king with the right to castle has not moved.
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

    /// Returns `true` if a move of one of these [kinds](LastMoves::kinds) but castling can have begun on a square: the piece goes this way, and
    /// the king of the side to move was not in check before.
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
                // The captured pawn stood behind, and came from the square ahead.
                let origin = captured_pawn(self.by.other(), to);
                victim = captured_pawn(self.by, to);
                if before.piece_at(origin).is_some() || before.piece_at(victim).is_some() {
                    return false;
                }
            }
            // Which piece was captured makes no difference to the lines of the others.
            before.set(victim, Some(Piece::new(self.by.other(), Role::Pawn)));
        }
        !is_attacked(&before, self.king, self.by)
    }

    /// Returns `true` if king and rook can have castled from these squares: they stand where that leads, their way was empty, no square of
    /// the king's way was attacked, and the king of the side to move was not in check.
    const fn can_have_castled(&self, king: Square, rook: Square) -> bool {
        let castling = Castling::of(king, rook);
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

    /// The board before a move that captured this piece.
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

/// Returns `true` if a kind of move captures.
const fn is_capture(kind: MoveKind) -> bool {
    matches!(kind, MoveKind::Capture | MoveKind::CapturePromotion | MoveKind::EnPassant)
}

/// `there == Some(square)`, for a `const fn`.
const fn is(there: Option<Square>, square: Square) -> bool {
    matches!(there, Some(there) if there as u8 == square as u8)
}

/// Counts these pieces.
#[inline(never)]
const fn number(board: &Board0x88, mut pieces: Pieces) -> u32 {
    let mut number = 0;
    while board.next(&mut pieces).is_some() {
        number += 1;
    }
    number
}

/// `roles.contains(&role)`, for a `const fn`.
pub(super) const fn contains(roles: &[Role], role: Role) -> bool {
    let mut n = 0;
    while n < roles.len() {
        if roles[n] as u8 == role as u8 {
            return true;
        }
        n += 1;
    }
    false
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

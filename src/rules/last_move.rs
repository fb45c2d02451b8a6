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

use super::places::is_back_rank;
use super::{Parts, PawnRules, Rules};
use crate::attacks::mailbox::{is_attacked, is_clear};
use crate::board::{Board0x88, Pieces};
use crate::geometry::{Rank, Reach, Square, SquareSet, delta};
use crate::moves::{Castling, DOUBLE_STEP_TO, EN_PASSANT_RANK, Effect, Move, MoveKind, ahead, behind, captured_pawn};
use crate::piece::{Color, Piece, Role};

/// Whether no last move leads to a setup, as far as that is asked: if two pieces check this king, or if the en passant square
/// says what the last move was. (Three checks are a violation of their own.)
///
/// A single check without an en passant square is accepted. Other libraries accept it too: in the fourth position of the Chess
/// Programming Wiki's perft page the king is in a check that no move can have given.
///
/// A double step is examined without a check, too: the pawn may have shielded a king that was in check before it.
pub(super) const fn lacks_last_move<R: Rules>(
    board: &Board0x88,
    turn: Color,
    parts: &Parts,
    king: Square,
    checkers: SquareSet,
) -> bool {
    let checks = checkers.len();
    if checks > 2 || checks < 2 && parts.en_passant.is_none() {
        return false;
    }
    let mut moves = LastMoves::of::<R>(board, turn, parts, king);
    // A double step ended behind the square that was passed. Else the last move was mostly that of a checking piece.
    let to = match parts.en_passant {
        Some(passed) => Some(captured_pawn(turn, passed)),
        None => checkers.last(),
    };
    if let Some(to) = to {
        moves.first = to.index();
    }
    moves.advance().is_none()
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
    /// Whether the side to move can have lost a piece, and whether the other side can have promoted a pawn.
    captures: bool,
    promotes: bool,
    /// Whether king and rook castle in this game.
    castles: bool,
    /// The rooks that may still castle, and so have not moved.
    unmoved: [Option<Square>; 2],
    /// The square that a pawn has just passed: the last move was its double step.
    passed: Option<Square>,
    /// The number of the square that is looked at first.
    first: usize,
    /// The move to be tried next: the numbers of the squares where it began and ended (from the first on), and its place in
    /// [`KINDS`].
    from: usize,
    to: usize,
    kind: usize,
}

const KINDS: [MoveKind; 7] = [
    MoveKind::Quiet,
    MoveKind::Capture,
    MoveKind::Promotion,
    MoveKind::CapturePromotion,
    MoveKind::DoubleStep,
    MoveKind::EnPassant,
    MoveKind::Castle,
];

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
    #[inline(never)]
    pub(crate) const fn of<R: Rules>(board: &'a Board0x88, turn: Color, parts: &Parts, king: Square) -> LastMoves<'a> {
        let by = turn.opposite();
        LastMoves {
            board,
            pawn_rules: PawnRules::of::<R>(),
            by,
            king,
            captures: number(board, board.side(turn)) < 16,
            promotes: number(board, board.pawns(by)) < 8,
            castles: R::CASTLING,
            unmoved: parts.castling.of(by),
            passed: parts.en_passant,
            first: 0,
            from: 0,
            to: 0,
            kind: 0,
        }
    }

    /// Advances to the next move: where it began and ended, and its kind.
    #[inline(never)]
    const fn advance(&mut self) -> Option<(Square, Square, MoveKind)> {
        while self.to < Square::COUNT {
            let to = Square::ALL[(self.first + self.to) % Square::COUNT];
            let kinds = self.kinds(to);
            while self.kind < KINDS.len() {
                let kind = KINDS[self.kind];
                while kinds >> self.kind & 1 != 0 && self.from < Square::COUNT {
                    let from = Square::ALL[self.from];
                    self.from += 1;
                    if self.is_possible(from, to, kind) {
                        return Some((from, to, kind));
                    }
                }
                self.from = 0;
                self.kind += 1;
            }
            self.kind = 0;
            self.to += 1;
        }
        None
    }

    /// The kinds of moves that can have ended on a square (castling: with the rook from it), wherever they began.
    const fn kinds(&self, to: Square) -> u8 {
        let rank = self.by.relative_rank(to.rank()) as u8;
        let king_moved = matches!(self.unmoved, [None, None]);
        let mut kinds = if self.castles && king_moved && rank == Rank::First as u8 { CASTLE } else { 0 };
        match self.board.piece_at(to) {
            Some(piece)
                if piece.color() as u8 == self.by as u8
                    && !is(self.unmoved[0], to)
                    && !is(self.unmoved[1], to)
                    && (king_moved || !matches!(piece.role(), Role::King)) =>
            {
                let PawnRules { promotion_rank, promotions, double_step_from } = self.pawn_rules;
                let double_step = double_step_from.is_some();
                let is_late = rank >= *promotion_rank as u8;
                if !matches!(piece.role(), Role::Pawn) {
                    kinds |= QUIET | CAPTURE;
                    if is_late && self.promotes && contains(promotions, piece.role()) {
                        kinds |= PROMOTION | CAPTURE_PROMOTION;
                    }
                } else if !is_late {
                    kinds |= QUIET | CAPTURE;
                    if double_step && rank == DOUBLE_STEP_TO as u8 {
                        kinds |= DOUBLE_STEP;
                    }
                    // The captured pawn stood behind, and came from the square ahead.
                    if double_step
                        && rank == EN_PASSANT_RANK as u8
                        && self.is_empty(behind(self.by, to))
                        && self.is_empty(ahead(self.by, to))
                    {
                        kinds |= EN_PASSANT;
                    }
                }
            }
            _ => {}
        }
        if !self.captures {
            kinds &= !(CAPTURE | CAPTURE_PROMOTION | EN_PASSANT);
        }
        match self.passed {
            Some(square) if to as u8 == captured_pawn(self.by.opposite(), square) as u8 => kinds & DOUBLE_STEP,
            Some(_) => 0,
            None => kinds,
        }
    }

    /// Whether a move of one of these [kinds](LastMoves::kinds) can have begun on a square: the piece goes this way, and the king
    /// of the side to move was not in check before.
    #[inline(never)]
    const fn is_possible(&self, from: Square, to: Square, kind: MoveKind) -> bool {
        if matches!(kind, MoveKind::Castle) {
            return self.can_have_castled(from, to);
        }
        let piece = match self.board.piece_at(to) {
            Some(piece) if matches!(kind, MoveKind::Promotion | MoveKind::CapturePromotion) => {
                Piece::new(piece.color(), Role::Pawn)
            }
            Some(piece) => piece,
            None => return false,
        };
        let is_pawn = matches!(piece.role(), Role::Pawn);
        if !self.is_empty(Some(from)) || is_pawn && is_back_rank(from) {
            return false;
        }
        let goes = if is_pawn && !is_capture(kind) {
            let steps = if matches!(kind, MoveKind::DoubleStep) { 2 } else { 1 };
            to as i16 - from as i16 == self.by.forward() as i16 * steps
        } else {
            Reach::between(from, to).intersects(piece.reach())
        };
        if !goes || !is_clear(self.board, from, to) {
            return false;
        }
        let mut before = *self.board;
        before.set(from, Some(piece));
        before.set(to, None);
        if is_capture(kind) {
            // Which piece was captured makes no difference to the lines of the others.
            let victim = if matches!(kind, MoveKind::EnPassant) { captured_pawn(self.by, to) } else { to };
            before.set(victim, Some(Piece::new(self.by.opposite(), Role::Pawn)));
        }
        !is_attacked(&before, self.king, self.by)
    }

    /// Whether king and rook can have castled from these squares: they stand where that leads, their way was empty, no square of
    /// the king's way was attacked, and the king of the side to move was not in check.
    const fn can_have_castled(&self, king: Square, rook: Square) -> bool {
        let Castling { king_to, rook_to, .. } = Castling::of(king, rook);
        if king.rank() as u8 != rook.rank() as u8
            || king as u8 == rook as u8
            || !self.board.holds(king_to, Piece::new(self.by, Role::King))
            || !self.board.holds(rook_to, Piece::new(self.by, Role::Rook))
        {
            return false;
        }
        let mut before = *self.board;
        before.set(king_to, None);
        before.set(rook_to, None);
        let is_free = before.piece_at(king).is_none() && before.piece_at(rook).is_none();
        if !is_free || !is_clear(&before, king, king_to) || !is_clear(&before, rook, rook_to) {
            return false;
        }
        before.set(rook, Some(Piece::new(self.by, Role::Rook)));
        let mut way = king;
        while !is_attacked(&before, way, self.by.opposite()) {
            way = match way.offset(delta::step(king, king_to)) {
                Some(next) if way as u8 != king_to as u8 => next,
                _ => {
                    before.set(king, Some(Piece::new(self.by, Role::King)));
                    return !is_attacked(&before, self.king, self.by);
                }
            };
        }
        false
    }

    /// Whether there is such a square and no piece stands on it.
    const fn is_empty(&self, square: Option<Square>) -> bool {
        matches!(square, Some(square) if self.board.piece_at(square).is_none())
    }

    /// The board before a move that captured this piece.
    pub(crate) fn board_before(&self, mv: Move, captured: Option<Piece>) -> Board0x88 {
        let mut board = *self.board;
        let moved = match mv.promotion() {
            Some(_) => Some(Piece::new(self.by, Role::Pawn)),
            None => board.piece_at(mv.landing()),
        };
        Effect::of(&board, self.by, mv).take_back(&mut board, moved, captured);
        board
    }
}

/// Whether a kind of move captures.
const fn is_capture(kind: MoveKind) -> bool {
    matches!(kind, MoveKind::Capture | MoveKind::CapturePromotion | MoveKind::EnPassant)
}

/// `there == Some(square)`, for a `const fn`.
const fn is(there: Option<Square>, square: Square) -> bool {
    matches!(there, Some(there) if there as u8 == square as u8)
}

/// How many pieces these are.
#[inline(never)]
const fn number(board: &Board0x88, mut pieces: Pieces) -> u32 {
    let mut number = 0;
    while board.next(&mut pieces).is_some() {
        number += 1;
    }
    number
}

/// `roles.contains(&role)`, for a `const fn`.
const fn contains(roles: &[Role], role: Role) -> bool {
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
        let (from, to, kind) = self.advance()?;
        let role = self.board.piece_at(to).map_or(Role::Queen, Piece::role);
        Some(match kind {
            MoveKind::Promotion | MoveKind::CapturePromotion => Move::promoting(from, to, role, is_capture(kind)),
            _ => Move::new(from, to, kind),
        })
    }
}

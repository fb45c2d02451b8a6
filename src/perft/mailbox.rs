//! Perft by the 0x88 engine alone: moves are made and undone in place, one piece at a time.
//!
//! There is no list of all moves: a level of the tree stores the moves of one piece, 64 bytes. The last ply is counted, not played.

// `inline(always)`: the work behind a move is at most one call.

use crate::board::Board0x88;
use crate::geometry::{HAS_WIDE_REGISTERS, Square};
use crate::movegen::Wanted;
use crate::movegen::mailbox::{Checks, CountedReplies, PieceMoves};
use crate::movegen::side_to_move::SideToMove;
use crate::moves::{Castling, Move, MoveKind, captured_pawn};
use crate::piece::{Color, Piece};
use crate::rules::{CastlingRights, PawnRules};

/// A position without clocks.
#[derive(Clone, Copy)]
pub(super) struct MailboxPosition {
    pub(super) board: Board0x88,
    pub(super) turn: Color,
    pub(super) kings: [Square; 2],
    pub(super) castling: CastlingRights,
    pub(super) en_passant: Option<Square>,
    pub(super) pawn_rules: &'static PawnRules,
}

/// The data for undoing a move.
#[derive(Clone, Copy, Default)]
struct MailboxUndo {
    captured: Option<Piece>,
    /// The pawn that promoted.
    promoted: Option<Piece>,
    castling: CastlingRights,
    en_passant: Option<Square>,
}

impl MailboxPosition {
    fn mover(&self) -> SideToMove<'_> {
        SideToMove {
            board: &self.board,
            us: self.turn,
            king: self.kings[self.turn as usize],
            castling: self.castling,
            en_passant: self.en_passant,
            pawn_rules: self.pawn_rules,
        }
    }

    /// The moves of the other side, as if it were to move.
    fn passed(&self) -> SideToMove<'_> {
        let us = !self.turn;
        SideToMove { us, king: self.kings[us as usize], en_passant: None, ..self.mover() }
    }

    /// Counts the sequences of `depth` legal moves.
    #[inline]
    pub(super) fn perft(&mut self, depth: u8) -> u64 {
        match depth {
            0 => 1,
            1 => u64::from(self.mover().count_legal()),
            _ => self.descend(depth),
        }
    }

    fn descend(&mut self, depth: u8) -> u64 {
        let checks = self.mover().checks(Wanted::Any);
        if HAS_WIDE_REGISTERS
            && depth == 2
            && !checks.is_check()
            && let Some(replies) = CountedReplies::of(&self.passed())
        {
            return self.walk(&checks, |node, mv| replies.count(&node.mover(), mv).into());
        }
        self.walk(&checks, move |node, _| node.perft(depth - 1))
    }

    /// Plays each move, piece by piece, and adds up the counts behind the moves.
    #[inline(always)]
    fn walk(&mut self, checks: &Checks, count: impl Fn(&mut MailboxPosition, Move) -> u64) -> u64 {
        let mut nodes: u64 = 0;
        let (mut out, mut undo) = (PieceMoves::new(), MailboxUndo::default());
        for from in self.board.colored(self.turn) {
            self.mover().legal_from(checks, from, Wanted::Any, &mut out);
            for n in 0..out.len() {
                let mv = out.at(n);
                self.make(mv, &mut undo);
                nodes = nodes.saturating_add(count(self, mv));
                self.unmake(mv, undo);
            }
        }
        nodes
    }

    /// Plays a move. The undo data is written in place: a copy would cost as much as the move.
    #[inline(never)]
    fn make(&mut self, mv: Move, undo: &mut MailboxUndo) {
        let (us, from, to) = (self.turn, mv.from(), mv.to());
        *undo = MailboxUndo { captured: None, promoted: None, castling: self.castling, en_passant: self.en_passant };
        self.turn = !us;
        self.en_passant = None;
        let moved = self.board.piece_at(from);
        if mv.is_quiet_or_capture() {
            if mv.is_capture() {
                undo.captured = self.board.take_off(to);
            }
            self.board.move_to_empty(from, to);
            if self.kings[us as usize] == from {
                self.kings[us as usize] = to;
            }
        } else {
            self.make_special(us, mv, undo);
        }
        self.castling.lose_by(us, mv, moved, undo.captured);
    }

    /// Plays a double step, castling, a promotion or a capture en passant.
    #[inline(never)]
    fn make_special(&mut self, us: Color, mv: Move, undo: &mut MailboxUndo) {
        let (from, to, kind) = (mv.from(), mv.to(), mv.kind());
        if kind == MoveKind::Castle {
            let Castling { king, rook, king_to, rook_to, .. } = Castling::new(from, to);
            return self.castle(us, [king, rook], [king_to, rook_to]);
        }
        undo.captured = self.board.take_off(if kind == MoveKind::EnPassant { captured_pawn(us, to) } else { to });
        if let Some(role) = mv.promotion() {
            undo.promoted = self.board.take_off(from);
            self.board.set_inlined(to, Some(Piece::new(us, role).promoted()));
        } else {
            self.board.move_to_empty(from, to);
        }
        if kind == MoveKind::DoubleStep {
            self.en_passant = Some(captured_pawn(us, to));
        }
    }

    #[inline(never)]
    fn unmake(&mut self, mv: Move, undo: MailboxUndo) {
        let (us, from, to) = (!self.turn, mv.from(), mv.to());
        self.turn = us;
        self.castling = undo.castling;
        self.en_passant = undo.en_passant;
        if let Some(Castling { king, rook, king_to, rook_to, .. }) = mv.castling() {
            return self.castle(us, [king_to, rook_to], [king, rook]);
        }
        if undo.promoted.is_some() {
            self.board.set_inlined(to, None);
            self.board.set_inlined(from, undo.promoted);
        } else {
            self.board.move_to_empty(to, from);
            if self.kings[us as usize] == to {
                self.kings[us as usize] = from;
            }
        }
        if undo.captured.is_some() {
            self.board.set_inlined(if mv.is_en_passant() { captured_pawn(us, to) } else { to }, undo.captured);
        }
    }

    /// Moves king and rook, in this order, from their squares to their targets, which may be each other's squares.
    fn castle(&mut self, us: Color, from: [Square; 2], to: [Square; 2]) {
        let [rook, king] = [self.board.take_off(from[1]), self.board.take_off(from[0])];
        self.board.set_inlined(to[0], king);
        self.board.set_inlined(to[1], rook);
        self.kings[us as usize] = to[0];
    }
}

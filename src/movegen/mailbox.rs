//! Moves by offsets, legality by the difference table: the 0x88 engine.
//!
//! **Pseudo-legal moves.** Each piece adds its offsets to its square. A sum with a bit of `0x88` is off the board. An own piece
//! blocks the square, an enemy piece is captured, and a slider goes on over empty squares.
//!
//! ```text
//!    rook on b2:   0x11 + 0x10 = 0x21   b3, empty         go on
//!                  0x21 + 0x10 = 0x31   b4, empty         go on
//!                  0x31 + 0x10 = 0x41   b5, their pawn    capture, stop
//!                  0x11 - 0x01 = 0x10   a2, empty         go on
//!                  0x10 - 0x01 = 0x0F   & 0x88 != 0       off the board, stop
//! ```
//!
//! **Legality.** One pass over the enemy's officers asks the difference table if each reaches the king or a square beside the king.
//! The pass finds the checks, the pins and the king's legal steps ([`Checks`]). Without a check, any move of a piece that is not
//! pinned is legal. A pinned piece stays on its line. A check is answered by a capture of the checker, by a piece between, or by a
//! king step. Only a capture en passant is played on a copy, since it empties two squares of a rank at once.
//!
//! Sources: Chess Programming Wiki, "0x88", "Move Generation", "Pin"; the seeds' filter by Wiereyn's pins and checks.

// `inline(always)`: most of a tree is played piece by piece, and a call costs as much as a piece.

// The list of all legal moves. With bitboards it comes from `by_bitboards`; tests hold both equal.
#[cfg(any(test, not(feature = "bitboards")))]
pub(crate) mod lister;
mod pawns_by_words;
mod replies;

pub(crate) use replies::CountedReplies;

use core::ops::ControlFlow;

use super::Wanted;
use super::side_to_move::SideToMove;
use crate::attacks::mailbox::{attacking_pawn, attacks_on, first_met, is_attacked, is_attacked_by_pawn};
use crate::board::Board0x88;
use crate::geometry::{Direction, HAS_WIDE_REGISTERS, KNIGHT_OFFSETS, Reach, Square, SquareSet, delta};
use crate::moves::{Castling, CastlingSide, Move, MoveKind, MoveList, ahead, captured_pawn};
use crate::piece::{Color, Piece, Role};
use crate::tally::{self, Work};

/// The two sides of a pawn. (A reference: an array would first be written to the stack.)
const ASIDE: &[Direction; 2] = &[Direction::West, Direction::East];

pub(crate) struct PieceMoves {
    /// The bits of the moves. (Zeros are written directly; other bytes would be built and then copied.)
    moves: [u16; PieceMoves::CAPACITY],
    len: u8,
}

impl PieceMoves {
    /// A queen has at most 27 moves, a promoting pawn 12 (three ways, four roles), a king 8 and two castlings.
    const CAPACITY: usize = 32;

    pub(crate) const fn new() -> PieceMoves {
        PieceMoves { moves: [0; PieceMoves::CAPACITY], len: 0 }
    }

    pub(crate) const fn len(&self) -> u8 {
        self.len
    }

    /// The move with this number, which must be less than [`len`](PieceMoves::len).
    #[inline]
    pub(crate) const fn at(&self, n: u8) -> Move {
        Move::from_raw(self.moves[n as usize & (PieceMoves::CAPACITY - 1)])
    }

    #[inline]
    const fn push(&mut self, mv: Move) {
        self.moves[self.len as usize & (PieceMoves::CAPACITY - 1)] = mv.bits();
        self.len = self.len.wrapping_add(1);
    }
}

/// A function that is called with each move and can break.
type Visit<'a> = dyn FnMut(Move) -> ControlFlow<()> + 'a;

/// The checks and the pins of the side to move, and the steps of its king.
#[derive(Clone, Copy)]
pub(crate) struct Checks {
    /// The number of pieces that give check. Two stands for any number beyond one.
    count: u8,
    /// One checker, if there is a check.
    checker: Square,
    /// The pieces that shield the king from a slider.
    pinned: SquareList,
    /// The `wanted` legal steps of the king: no own piece stands there, and no enemy attacks the square.
    king_targets: SquareList,
}

impl Checks {
    /// Finds the checks and pins against the king of `us`.
    #[inline]
    pub(crate) fn find(board: &Board0x88, us: Color, king: Square, wanted: Wanted) -> Checks {
        let (pinned, king_targets) = (SquareList::EMPTY, SquareList::EMPTY);
        let mut checks = Checks { count: 0, checker: Square::A1, pinned, king_targets };
        checks.add_all(board, us, king, wanted);
        checks
    }

    /// Asks the difference table of each enemy officer if the officer reaches the king or a square beside it. (The result is built
    /// in place: a copy costs a fortieth of counting the moves.)
    #[inline(never)]
    fn add_all(&mut self, board: &Board0x88, us: Color, king: Square, wanted: Wanted) {
        self.king_targets.add_free(board, us, king, wanted);
        for &aside in ASIDE {
            if let Some(from) = attacking_pawn(board, king, !us, aside) {
                self.add(from);
            }
        }
        board.officers_of(!us).into_iter().for_each(|from| {
            let piece = board.piece_at(from);
            if !delta::near(from, king).intersects(Piece::reach_of(piece)) {
                return;
            }
            if Reach::between(from, king).intersects(Piece::reach_of(piece)) {
                self.attacked(board, us, king, (from, piece));
            }
            // A slider sees through the king, since a king that steps has left its square.
            let without_king = |at| if at == king { None } else { board.piece_at(at) };
            self.king_targets.remove(|to| attacks_on(without_king, (from, piece), to));
        });
    }

    fn add(&mut self, checker: Square) {
        self.count = if self.count == 0 { 1 } else { 2 };
        self.checker = checker;
    }

    /// Examines an enemy officer that attacks the king's square on an empty board.
    fn attacked(&mut self, board: &Board0x88, us: Color, king: Square, (from, piece): (Square, Option<Piece>)) {
        if !piece.is_some_and(Piece::is_slider) {
            return self.add(from);
        }
        // From the slider towards the king: an empty way is a check, a single piece of ours on it is pinned.
        let mut shield = None;
        for at in from.walk(delta::step(from, king)) {
            if at == king {
                break;
            }
            if let Some(piece) = board.piece_at(at) {
                if piece.color() != us || shield.is_some() {
                    return;
                }
                shield = Some(at);
            }
        }
        match shield {
            Some(shield) => self.pinned.push(shield),
            None => self.add(from),
        }
    }

    /// Returns `true` if a piece gives check.
    #[inline]
    pub(crate) const fn is_check(&self) -> bool {
        self.count != 0
    }

    /// The pieces that shield the king from a slider.
    pub(crate) fn pinned(&self) -> SquareSet {
        self.pinned.iter().collect()
    }

    #[inline]
    fn is_pinned(&self, square: Square) -> bool {
        self.pinned.contains(square)
    }

    /// Returns `true` if checks and pins allow a piece other than the king to move from one square to another. En passant is not
    /// considered.
    fn allow(&self, king: Square, from: Square, to: Square) -> bool {
        if self.is_pinned(from) && delta::step(king, from) != delta::step(king, to) {
            return false;
        }
        match self.count {
            0 => true,
            1 => to == self.checker || delta::is_between(king, self.checker, to),
            _ => false,
        }
    }
}

/// The kind of a move to a square that no own piece holds.
#[inline]
const fn step_kind(board: &Board0x88, to: Square) -> MoveKind {
    match board.piece_at(to) {
        Some(_) => MoveKind::Capture,
        None => MoveKind::Quiet,
    }
}

/// Up to eight squares, as many as there are directions from a king.
#[derive(Clone, Copy)]
struct SquareList {
    squares: [Square; 8],
    len: u8,
}

impl SquareList {
    const EMPTY: SquareList = SquareList { squares: [Square::A1; 8], len: 0 };

    /// Adds the squares beside a king without own pieces and without attacks by pawns.
    #[inline]
    fn add_free(&mut self, board: &Board0x88, us: Color, king: Square, wanted: Wanted) {
        for &direction in &Direction::ALL {
            if let Some(to) = king.checked_add(direction as i8)
                && !board.is_held_by(to, us)
                && wanted.includes(step_kind(board, to))
                && !is_attacked_by_pawn(board, to, !us)
            {
                self.push(to);
            }
        }
    }

    #[inline]
    const fn push(&mut self, square: Square) {
        self.squares[self.len as usize & 7] = square;
        self.len = self.len.wrapping_add(1);
    }

    #[inline]
    fn iter(&self) -> impl Iterator<Item = Square> + '_ {
        (0..self.len).map(|n| self.squares[n as usize & 7])
    }

    #[inline]
    fn contains(&self, square: Square) -> bool {
        self.iter().any(|at| at == square)
    }

    /// Removes squares. The last square fills each gap.
    #[inline]
    fn remove(&mut self, is_wrong: impl Fn(Square) -> bool) {
        let mut n = 0;
        while n < self.len {
            if is_wrong(self.squares[n as usize & 7]) {
                self.len -= 1;
                self.squares[n as usize & 7] = self.squares[self.len as usize & 7];
            } else {
                n += 1;
            }
        }
    }
}

impl SideToMove<'_> {
    /// Finds the checks, pins and king steps that the `wanted` moves depend on.
    pub(crate) fn checks(&self, wanted: Wanted) -> Checks {
        Checks::find(self.board, self.us, self.king, wanted)
    }

    /// The `wanted` pseudo-legal moves of the piece on a square. The piece belongs to the side to move.
    #[inline(never)]
    pub(crate) fn pseudo_legal_from(&self, from: Square, wanted: Wanted, out: &mut PieceMoves) {
        out.len = 0;
        match self.board.piece_at(from) {
            None => {}
            Some(piece) if piece.role() == Role::Pawn => {
                if let Some(ahead) = ahead(self.us, from) {
                    self.pawn_moves(from, ahead, |to, kind| {
                        if wanted.includes(kind) {
                            self.push_pawn_move(from, to, kind, out);
                        }
                    });
                }
            }
            Some(piece) => {
                let offsets = piece.offsets();
                self.each_target(from, offsets, piece.is_slider(), |to, kind| {
                    if wanted.includes(kind) {
                        out.push(Move::of(from, to, kind));
                    }
                });
                if piece.role() == Role::King && wanted.includes(MoveKind::Castle) {
                    self.castles(None).for_each(|mv| out.push(mv));
                }
            }
        }
        tally::note(Work::Move, out.len.into());
    }

    /// Walks an officer's steps: add an offset, test the sum, stop at a piece. This is the loop of the 0x88 board. `go` receives
    /// each target, and `true` for a capture.
    #[inline(always)]
    fn each_target(
        &self,
        from: Square,
        offsets: impl Iterator<Item = i8>,
        slides: bool,
        mut go: impl FnMut(Square, MoveKind),
    ) {
        for offset in offsets {
            let mut index = from as usize;
            loop {
                // The sum uses a full register: bits above the byte also mean off the board.
                index = index.wrapping_add_signed(offset.into());
                if index & (0x88 | !0xFF) != 0 {
                    break;
                }
                let to = Square::from_masked(index as u8);
                if self.board.piece_at(to).is_some() {
                    if self.board.is_held_by(to, !self.us) {
                        go(to, MoveKind::Capture);
                    }
                    break;
                }
                go(to, MoveKind::Quiet);
                if !slides {
                    break;
                }
            }
        }
    }

    /// Lists a pawn's moves: one and two squares ahead if empty, and diagonally if there is a capture. `go` receives each target
    /// and the kind of the move, without promotions.
    #[inline(always)]
    fn pawn_moves(&self, from: Square, ahead: Square, mut go: impl FnMut(Square, MoveKind)) {
        if self.board.piece_at(ahead).is_none() {
            go(ahead, MoveKind::Quiet);
            if let Some(to) = self.double_step(from, ahead) {
                go(to, MoveKind::DoubleStep);
            }
        }
        let mut aside = |aside: Direction| {
            let index = (ahead as usize).wrapping_add_signed(aside as i8 as isize);
            if index & (0x88 | !0xFF) == 0 {
                let to = Square::from_masked(index as u8);
                if self.board.is_held_by(to, !self.us) {
                    go(to, MoveKind::Capture);
                } else if self.en_passant == Some(to) {
                    go(to, MoveKind::EnPassant);
                }
            }
        };
        aside(Direction::West);
        aside(Direction::East);
    }

    /// Returns the target of a double step if the pawn may make one and the second square is empty.
    #[inline]
    fn double_step(&self, from: Square, passed: Square) -> Option<Square> {
        if self.pawn_rules.double_step != Some(self.us.relative_rank(from.rank())) {
            return None;
        }
        ahead(self.us, passed).filter(|&to| self.board.piece_at(to).is_none())
    }

    /// Adds a pawn's move, or its promotions on the promotion rank.
    #[inline(never)]
    fn push_pawn_move(&self, from: Square, to: Square, kind: MoveKind, out: &mut PieceMoves) {
        self.each_pawn_move(from, to, kind, |mv| out.push(mv));
    }

    #[inline(always)]
    fn each_pawn_move(&self, from: Square, to: Square, kind: MoveKind, mut go: impl FnMut(Move)) {
        if self.pawn_rules.promotes(self.us, to) {
            for &role in self.pawn_rules.promotions {
                go(Move::promoting(from, to, role, kind == MoveKind::Capture));
            }
        } else {
            go(Move::of(from, to, kind));
        }
    }

    /// The castlings with an empty path. With `checks`, only legal ones.
    fn castles(&self, checks: Option<&Checks>) -> impl Iterator<Item = Move> {
        CastlingSide::ALL.iter().filter_map(move |&side| self.castle(side, checks))
    }

    /// Castling on one side if its path is empty and, with `checks`, if it is legal.
    #[inline]
    fn castle(&self, side: CastlingSide, checks: Option<&Checks>) -> Option<Move> {
        let king = self.king;
        let rook = self.castling.rook(self.us, side)?;
        // Nearly always another piece stands between, mostly beside the king.
        let (met, _) = first_met(|at| self.board.piece_at(at), king, side.outward() as i8)?;
        let can_castle = met == rook && self.can_castle(rook, checks);
        can_castle.then_some(Move::of(king, rook, MoveKind::Castle))
    }

    /// Returns `true` if castling with this rook is legal. Nothing stands between the rook and the king.
    #[inline(never)]
    fn can_castle(&self, rook: Square, checks: Option<&Checks>) -> bool {
        let castling = Castling::new(self.king, rook);
        let Castling { king, king_to, rook_to, .. } = castling;
        let is_between = |to: Square| king.min(rook) <= to && to <= king.max(rook);
        // In Chess960 king and rook may go to squares beyond the path between them.
        (is_between(king_to) && is_between(rook_to) || castling.blocker(self.board).is_none())
            && checks.is_none_or(|checks| self.castling_is_safe(checks, castling))
    }

    /// Adds the `wanted` legal moves of the piece on a square: its pseudo-legal moves, filtered. The piece belongs to the side to
    /// move.
    #[inline(never)]
    pub(crate) fn legal_from(&self, checks: &Checks, from: Square, wanted: Wanted, out: &mut PieceMoves) {
        self.pseudo_legal_from(from, wanted, out);
        let pawn = Piece::new(self.us, Role::Pawn);
        let has_en_passant = |to| Reach::between(from, to).intersects(pawn.reach());
        if from == self.king
            || checks.count != 0
            || checks.is_pinned(from)
            || self.en_passant.is_some_and(has_en_passant)
        {
            self.keep_legal(checks, out);
        }
    }

    #[inline(never)]
    fn keep_legal(&self, checks: &Checks, out: &mut PieceMoves) {
        for n in 0..core::mem::take(&mut out.len) {
            let mv = out.at(n);
            if self.is_safe(checks, mv) {
                out.push(mv);
            }
        }
    }

    /// Returns `true` if a pseudo-legal move leaves the king safe: the legality filter.
    #[inline(always)]
    fn is_safe(&self, checks: &Checks, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        match mv.kind() {
            MoveKind::Castle => checks.count == 0 && self.castling_is_safe(checks, Castling::new(from, to)),
            MoveKind::EnPassant => self.en_passant_is_safe(from, to),
            _ if from == self.king => checks.king_targets.contains(to),
            _ => checks.allow(self.king, from, to),
        }
    }

    /// Returns `true` if a king without check may castle by [`Castling::king_way`]: no enemy attacks the way, and the rook is not
    /// pinned. The king's legal steps already cover most of the way.
    fn castling_is_safe(&self, checks: &Checks, castling: Castling) -> bool {
        let is_safe = |at| checks.king_targets.contains(at) || !is_attacked(self.board, at, !self.us);
        castling.king_steps().all(is_safe) && !checks.is_pinned(castling.rook)
    }

    /// Returns `true` if the king is safe after a capture en passant. The mailbox plays the capture on a copy of its board and uses
    /// no bitboard.
    #[inline(never)]
    pub(crate) fn en_passant_is_safe(&self, from: Square, to: Square) -> bool {
        let mut after = *self.board;
        after.set(captured_pawn(self.us, to), None);
        after.move_to_empty(from, to);
        !is_attacked(&after, self.king, !self.us)
    }

    /// Returns `true` if there is a legal capture en passant.
    pub(crate) fn has_legal_en_passant(&self) -> bool {
        self.en_passant.is_some_and(|to| self.count_en_passant(to) > 0)
    }

    /// Counts the legal captures en passant to a square.
    #[inline(never)]
    fn count_en_passant(&self, to: Square) -> u32 {
        let mut count = 0;
        for &aside in ASIDE {
            if let Some(from) = attacking_pawn(self.board, to, self.us, aside) {
                count += u32::from(self.en_passant_is_safe(from, to));
            }
        }
        count
    }

    /// Returns `true` if a pseudo-legal move leaves the king safe: the legality filter, for one move.
    pub(crate) fn leaves_king_safe(&self, mv: Move) -> bool {
        self.is_safe(&self.checks(Wanted::Any), mv)
    }

    /// Calls `visit` for each wanted legal move, piece by piece, until a call breaks.
    #[inline(never)]
    pub(crate) fn visit_wanted(&self, wanted: Wanted, visit: &mut Visit<'_>) -> ControlFlow<()> {
        let checks = self.checks(wanted);
        self.visit(visit, |from, out| self.legal_from(&checks, from, wanted, out))
    }

    /// Calls `visit` for each pseudo-legal move, piece by piece, until a call breaks.
    pub(crate) fn visit_pseudo_legal(&self, visit: &mut Visit<'_>) -> ControlFlow<()> {
        self.visit(visit, |from, out| self.pseudo_legal_from(from, Wanted::Any, out))
    }

    /// Calls `visit` for each move of `generate`. The moves of a piece are made after the calls for the piece before.
    fn visit(&self, visit: &mut Visit<'_>, generate: impl Fn(Square, &mut PieceMoves)) -> ControlFlow<()> {
        let mut out = PieceMoves::new();
        for pieces in [self.board.officers_of(self.us), self.board.pawns_of(self.us)] {
            for from in pieces {
                generate(from, &mut out);
                (0..out.len()).try_for_each(|n| visit(out.at(n)))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Adds the legal moves of the pieces on some squares to a list. The pieces belong to the side to move.
    pub(crate) fn list_legal_from(&self, pieces: SquareSet, list: &mut MoveList) {
        let checks = self.checks(Wanted::Any);
        let mut out = PieceMoves::new();
        for from in pieces {
            self.legal_from(&checks, from, Wanted::Any, &mut out);
            (0..out.len()).for_each(|n| list.add(out.at(n)));
        }
    }

    /// Counts the legal moves without a list. Without a check, all pieces are counted as if there were no pins; then the illegal
    /// moves of pinned pieces are subtracted. In check there are few moves, which are made and counted.
    #[inline(never)]
    pub(crate) fn count_legal(&self) -> u32 {
        let checks = self.checks(Wanted::Any);
        if checks.count == 0 { self.count_unchecked(&checks) } else { self.count_evasions(&checks) }
    }

    #[inline(never)]
    fn count_evasions(&self, checks: &Checks) -> u32 {
        self.counts(checks).map(u32::from).sum()
    }

    /// Counts the moves when there is no check.
    #[inline(never)]
    fn count_unchecked(&self, checks: &Checks) -> u32 {
        let count = self.count_king(checks) + self.count_en_passants() + self.count_pieces();
        self.without_off_line(checks, count)
    }

    /// Subtracts the moves of pinned pieces off their lines from a count. (It saturates at 0, in case illegal unchecked moves were played.)
    #[inline]
    fn without_off_line(&self, checks: &Checks, count: u32) -> u32 {
        checks.pinned.iter().fold(count, |count, from| count.saturating_sub(self.count_off_line(from)))
    }

    /// Counts the moves of the king when there is no check.
    #[inline]
    fn count_king(&self, checks: &Checks) -> u32 {
        let castles = if self.castling.is_empty() { 0 } else { self.castles(Some(checks)).count() as u32 };
        u32::from(checks.king_targets.len) + castles
    }

    /// Counts the legal captures en passant.
    #[inline]
    fn count_en_passants(&self) -> u32 {
        self.en_passant.map_or(0, |to| self.count_en_passant(to))
    }

    /// Counts the pseudo-legal moves of a pinned piece off the line of its pin, without captures en passant.
    #[inline(never)]
    fn count_off_line(&self, from: Square) -> u32 {
        let line = delta::step(self.king, from);
        let mut out = PieceMoves::new();
        self.pseudo_legal_from(from, Wanted::Any, &mut out);
        let is_off = |mv: Move| delta::step(self.king, mv.to()) != line && mv.kind() != MoveKind::EnPassant;
        (0..out.len()).filter(|&n| is_off(out.at(n))).count() as u32
    }

    /// The number of legal moves of each piece.
    fn counts(&self, checks: &Checks) -> impl Iterator<Item = u8> {
        let mut out = PieceMoves::new();
        self.board.colored(self.us).into_iter().map(move |from| {
            self.legal_from(checks, from, Wanted::Any, &mut out);
            out.len()
        })
    }

    /// Counts the pseudo-legal moves of the pawns, without captures en passant.
    #[inline]
    fn count_pawns(&self) -> u32 {
        if HAS_WIDE_REGISTERS { self.count_pawns_by_words() } else { self.count_pawns_one_by_one() }
    }

    #[inline(never)]
    pub(crate) fn count_pawns_one_by_one(&self) -> u32 {
        self.board.pawns_of(self.us).into_iter().map(|from| self.count_pawn(from)).sum()
    }

    /// Counts the pseudo-legal moves of a pawn, without captures en passant.
    #[inline]
    fn count_pawn(&self, from: Square) -> u32 {
        let Some(ahead) = ahead(self.us, from) else { return 0 };
        let mut count = 0;
        self.pawn_moves(from, ahead, |_, kind| count += u32::from(kind != MoveKind::EnPassant));
        if self.pawn_rules.promotes(self.us, ahead) { count * self.pawn_rules.promotions.len() as u32 } else { count }
    }

    /// Counts the pseudo-legal moves of all pieces but the king, without captures en passant.
    #[inline(never)]
    fn count_pieces(&self) -> u32 {
        if HAS_WIDE_REGISTERS {
            let officers = self.board.officers_of(self.us).into_iter();
            return self.count_pawns_by_words() + officers.map(|from| self.count_officer(from)).sum::<u32>();
        }
        let pawn = Piece::new(self.us, Role::Pawn);
        let count = |from| if self.board.holds(from, pawn) { self.count_pawn(from) } else { self.count_officer(from) };
        self.board.colored(self.us).into_iter().map(count).sum()
    }

    /// Counts the pseudo-legal moves of an officer: 0 for the king.
    #[inline]
    fn count_officer(&self, from: Square) -> u32 {
        let mut count = 0;
        self.officer_steps(from, |_, _| count += 1);
        count
    }

    /// Walks the steps of an officer other than the king. On wide registers the offsets of sliders and knights are compile-time
    /// constants, so the compiler unrolls the loop.
    #[inline(always)]
    fn officer_steps(&self, from: Square, mut go: impl FnMut(Square, MoveKind)) {
        let piece = self.board.piece_at(from);
        if !HAS_WIDE_REGISTERS {
            if from != self.king
                && let Some(piece) = piece
            {
                self.each_target(from, piece.offsets(), piece.is_slider(), go);
            }
        } else if piece.is_some_and(Piece::is_slider) {
            let (straight, diagonal) = piece.map(Piece::slides).unwrap_or_default();
            if straight {
                self.each_target(from, Direction::ORTHOGONAL.iter().map(|&step| step as i8), true, &mut go);
            }
            if diagonal {
                self.each_target(from, Direction::DIAGONAL.iter().map(|&step| step as i8), true, &mut go);
            }
        } else if piece.is_some_and(Piece::is_knight) {
            self.each_target(from, KNIGHT_OFFSETS.iter().copied(), false, &mut go);
        } else if let Some(piece) = piece
            && from != self.king
        {
            self.each_target(from, piece.offsets(), false, &mut go);
        }
    }
}

impl Wanted {
    /// Returns `true` if moves of this kind are wanted.
    #[inline]
    const fn includes(self, kind: MoveKind) -> bool {
        match self {
            Wanted::Any => true,
            Wanted::Captures => kind.takes(),
            Wanted::Quiets => !kind.takes(),
        }
    }
}

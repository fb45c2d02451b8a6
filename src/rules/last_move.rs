//! The last move: what the side that has just moved can have played to come to this board.
//!
//! A piece comes from where one of the other colour would go (only a pawn and a Khon tell the difference), and the square
//! it left is empty. What the board was before follows, and the king of the side to move was not in check there:
//!
//! ```text
//!    8  . . . . k . . .      The knight came from e4, e.g.: rook and knight check. (Nor did it check from there.)
//!    6  . . . N . . . .      Two knights, two pawns or two rooks can never have come to this, nor a pawn and a bishop:
//!    4  . . . . o . . .      no square that a pawn comes from lies on the bishop's line. And a pawn on d7 that checks
//!    1  . . . . R . . .      alone came from d6, where something else must not stand, or captured.
//! ```
//!
//! So a check for which nothing is found here is one that no game leads to. Validation asks of two checks for the first of these moves;
//! the positions before them are `retro`'s. Few positions are in check, and small programs validate too: nothing here is
//! inlined, and the squares are tried one by one.

use core::marker::PhantomData;

use super::places::BACK_RANKS;
use super::{Rules, Setup, Violation, Violations};
use crate::attacks::attackers;
use crate::attacks::sets::{Bits, bit_of, forward, rank, square_of};
use crate::board::{Board0x88, Planes};
use crate::geometry::{File, Rank, Reach, Square, SquareSet};
use crate::moves::{Castling, CastlingSide, Effect, Move, MoveKind};
use crate::piece::{Color, Piece, Role};

/// What is wrong with the checks of a setup to this king, if something is. (Three checks are a violation of their own.)
///
/// One check passes, unless the move before is known, as it does with everybody else: the fourth position of the Chess
/// Programming Wiki's perft page stands in one that no move can have given.
#[inline(never)]
pub(super) fn check_violations<R: Rules>(setup: &Setup<R>, king: Square, checkers: SquareSet) -> Violations {
    let is_judged = match checkers.len() {
        1 => R::en_passant(&setup.state).is_some(),
        checks => checks == 2,
    };
    if !is_judged {
        return Violations::NONE;
    }
    let mut moves = LastMoves::<R>::of(&setup.board, setup.turn, &setup.state, king);
    // Mostly a piece that checks has just come.
    moves.first = checkers.bits();
    if moves.advance().is_some() { Violations::NONE } else { Violation::ImpossibleCheck.into() }
}

/// The moves that can have been the last on a board, each as it was played, a capture once whatever it took.
#[derive(Clone)]
pub(crate) struct LastMoves<'a, R: Rules> {
    board: &'a Board0x88,
    planes: Planes,
    /// The side that has moved.
    by: Color,
    /// The king of the side to move.
    king: Square,
    /// Whether the side to move can have lost something, and the side that has moved a pawn.
    captures: bool,
    promotes: bool,
    /// Whether the king has no right to castle, for which he must not have moved.
    king_moves: bool,
    /// The ways that are looked at, from one to another: only a double step, if a pawn has just passed a square.
    ways: (u8, u8),
    /// The pieces yet to be looked at, and those among them to be looked at first.
    pieces: u64,
    first: u64,
    /// The piece being looked at.
    at: Square,
    way: u8,
    /// The squares from which it can have come this way.
    origins: u64,
    rules: PhantomData<R>,
}

/// The ways a piece can have come. Those of an odd number captured.
mod way {
    pub(super) const AS_ITSELF: u8 = 0;
    pub(super) const CAPTURING: u8 = 1;
    pub(super) const PAWN_STEP: u8 = 2;
    pub(super) const PAWN_CAPTURE: u8 = 3;
    pub(super) const DOUBLE_STEP: u8 = 4;
    pub(super) const EN_PASSANT: u8 = 5;
    /// Castling with the rook of the a-file; those of the other files follow.
    pub(super) const CASTLE: u8 = 6;
    pub(super) const END: u8 = CASTLE + 8;
}

impl<'a, R: Rules> LastMoves<'a, R> {
    /// The last moves on a board, given where the king of the side to move stands.
    pub(crate) fn of(board: &'a Board0x88, turn: Color, state: &R::State, king: Square) -> LastMoves<'a, R> {
        let (by, planes) = (!turn, board.planes());
        let (rights, passed) = (R::castling(state), R::en_passant(state));
        let rooks = CastlingSide::ALL.map(|wing| rights.rook(by, wing).map_or(0, bit_of));
        let unmoved = rooks[0] | rooks[1];
        let mut pieces = planes.colored(by) & !unmoved;
        if let Some(square) = passed {
            pieces &= forward(by, bit_of(square));
        }
        LastMoves {
            board,
            planes,
            by,
            king,
            captures: planes.colored(turn).count_ones() < 16,
            promotes: planes.squares_of(Piece::new(by, Role::Pawn)).len() < 8,
            king_moves: unmoved == 0,
            ways: if passed.is_some() { (way::DOUBLE_STEP, way::EN_PASSANT) } else { (way::AS_ITSELF, way::END) },
            pieces,
            first: 0,
            at: king,
            way: way::END,
            origins: 0,
            rules: PhantomData,
        }
    }

    /// Goes on to the next move, and says from where its piece came.
    fn advance(&mut self) -> Option<Square> {
        loop {
            while self.origins != 0 {
                let from = square_of(self.origins);
                self.origins &= self.origins - 1;
                if self.is_possible(from) {
                    return Some(from);
                }
            }
            self.way += 1;
            if self.way >= self.ways.1 {
                if self.pieces == 0 {
                    self.way = way::END;
                    return None;
                }
                let first = self.pieces & self.first;
                self.at = square_of(if first == 0 { self.pieces } else { first });
                self.pieces &= !bit_of(self.at);
                self.way = self.ways.0;
            }
            self.origins = self.origins();
        }
    }

    /// The squares from which the piece can have come this way, by what is empty and how it moves.
    #[inline(never)]
    fn origins(&self) -> u64 {
        let (by, at, way) = (self.by, bit_of(self.at), self.way);
        let Some(piece) = self.board.piece_at(self.at) else { return 0 };
        let (is_pawn, pawn) = (piece.role() == Role::Pawn, Piece::new(by, Role::Pawn));
        let on_rank = by.relative_rank(self.at.rank());
        let came_as_pawn =
            if on_rank < R::PROMOTION_RANK { is_pawn } else { self.promotes && R::PROMOTIONS.contains(&piece.role()) };
        let behind = forward(!by, at);
        let empty = !self.planes.occupied();
        let off_board = if way < way::PAWN_STEP { 0 } else { BACK_RANKS.bits() };
        if way < way::CASTLE && way & 1 != 0 && !self.captures || piece.role() == Role::King && !self.king_moves {
            return 0;
        }
        let reach = match way {
            way::AS_ITSELF | way::CAPTURING if !is_pawn => piece.reach(),
            way::PAWN_STEP if came_as_pawn => return behind & empty & !off_board,
            way::PAWN_CAPTURE if came_as_pawn => pawn.reach(),
            way::DOUBLE_STEP if R::DOUBLE_STEP && is_pawn && on_rank == Rank::Fourth => {
                return forward(!by, behind & empty) & empty;
            }
            way::EN_PASSANT
                if R::DOUBLE_STEP && is_pawn && on_rank == Rank::Sixth && (behind | forward(by, at)) & !empty == 0 =>
            {
                pawn.reach()
            }
            way::CASTLE.. if R::CASTLING && piece.role() == Role::King => return self.castled_from(),
            _ => return 0,
        };
        let crosses = |&from: &u64| {
            let from = square_of(from);
            Reach::between(from, self.at).intersects(reach) && SquareSet::between(from, self.at).bits() & !empty == 0
        };
        Bits(empty & !off_board).filter(crosses).fold(0, |origins, from| origins | from)
    }

    /// Castling from a square.
    fn castling(&self, king: Square) -> Castling {
        Castling::of(king, Square::new(File::from_masked(self.way - way::CASTLE), king.rank()))
    }

    /// Where the king can have stood who has castled this way.
    #[inline(never)]
    fn castled_from(&self) -> u64 {
        let can_castle = |&king: &u64| {
            let castling = self.castling(square_of(king));
            let rook = bit_of(castling.rook);
            let moved = bit_of(castling.king_to) | bit_of(castling.rook_to);
            castling.king_to == self.at
                && king != rook
                && self.board.piece_at(castling.rook_to) == Some(Piece::new(self.by, Role::Rook))
                && (castling.path().bits() | king | rook) & self.planes.occupied() & !moved == 0
        };
        Bits(rank(self.by, Rank::First)).filter(can_castle).fold(0, |origins, king| origins | king)
    }

    /// Whether the side to move was safe before the piece came from a square, as the rules ask of a position; and if that was
    /// castling, the other side too.
    #[inline(never)]
    fn is_possible(&self, from: Square) -> bool {
        let castling = (self.way >= way::CASTLE).then(|| self.castling(from));
        let at = bit_of(self.at);
        // For the lines of the others it matters that something was taken, and where, not what.
        let victim = match self.way {
            way::EN_PASSANT => forward(!self.by, at),
            way::CAPTURING | way::PAWN_CAPTURE => at,
            _ => 0,
        };
        let moved = match self.way {
            way::PAWN_STEP | way::PAWN_CAPTURE => Some(Piece::new(self.by, Role::Pawn)),
            _ => self.board.piece_at(self.at),
        };
        let mut came = [(from, self.at, moved); 2];
        if let Some(castling) = castling {
            came[1] = (castling.rook, castling.rook_to, self.board.piece_at(castling.rook_to));
        }
        let arrived = came.iter().fold(0, |set, &(_, to, _)| set | bit_of(to));
        let left = came.iter().fold(0, |set, &(from, ..)| set | bit_of(from));
        let occupied = self.planes.occupied() & !arrived | left | victim;
        let attacks = |(from, _, piece): (Square, Square, Option<Piece>)| {
            piece.is_some_and(|piece| Reach::between(from, self.king).intersects(piece.reach()))
                && SquareSet::between(from, self.king).bits() & occupied == 0
        };
        if came.into_iter().any(attacks) || attackers::<R>(&self.planes, self.king, self.by, occupied) & !arrived != 0 {
            return false;
        }
        let way = castling.map_or(SquareSet::EMPTY, Castling::king_way);
        !way.into_iter().any(|square| attackers::<R>(&self.planes, square, !self.by, occupied & !bit_of(from)) != 0)
    }

    /// The move by which the piece came from a square.
    fn played(&self, from: Square) -> Move {
        let (to, role) = (self.at, self.board.piece_at(self.at).map(Piece::role));
        let kind = match self.way {
            way::PAWN_STEP | way::PAWN_CAPTURE if role != Some(Role::Pawn) => {
                return Move::promoting(from, to, role.unwrap_or(Role::Queen), self.way == way::PAWN_CAPTURE);
            }
            way::AS_ITSELF | way::PAWN_STEP => MoveKind::Quiet,
            way::CAPTURING | way::PAWN_CAPTURE => MoveKind::Capture,
            way::DOUBLE_STEP => MoveKind::DoubleStep,
            way::EN_PASSANT => MoveKind::EnPassant,
            _ => return Move::new(from, self.castling(from).rook, MoveKind::Castle),
        };
        Move::new(from, to, kind)
    }

    /// The board before a move that took this.
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

impl<R: Rules> Iterator for LastMoves<'_, R> {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        self.advance().map(|from| self.played(from))
    }
}

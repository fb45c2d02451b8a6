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
//! double step; `retro` lists all of them, with the positions before. Few positions are in check, and small programs validate
//! too: so nothing here is inlined, and the squares are tried one by one.

use core::marker::PhantomData;

use super::chess::count;
use super::places::BACK_RANKS;
use super::{Parts, Rules};
use crate::attacks::attackers;
use crate::attacks::bits::{bit_of, forward, rank, square_of};
use crate::board::{Bitboards, Board0x88};
use crate::geometry::{File, Rank, Reach, Square, SquareSet};
use crate::moves::{Castling, DOUBLE_STEP_TO, EN_PASSANT_RANK, Effect, Move, MoveKind};
use crate::piece::{Color, Piece, Role};

/// Whether no last move leads to a setup, as far as that is asked: if two pieces check this king, or if the en passant square
/// says what the last move was. (Three checks are a violation of their own.)
///
/// A single check without an en passant square is accepted. Other libraries accept it too: in the fourth position of the Chess
/// Programming Wiki's perft page the king is in a check that no move can have given.
///
/// A double step is examined without a check, too: the pawn may have shielded a king that was in check before it.
#[inline(never)]
pub(super) const fn lacks_last_move<R: Rules>(
    board: &Board0x88,
    turn: Color,
    parts: &Parts,
    king: Square,
    checkers: SquareSet,
) -> bool {
    let is_judged = match count(checkers.bits()) {
        0 | 1 => parts.en_passant.is_some(),
        checks => checks == 2,
    };
    if !is_judged {
        return false;
    }
    let mut moves = LastMoves::<R>::of(board, turn, parts, king);
    // Mostly the last move was that of a checking piece.
    moves.first = checkers.bits();
    moves.advance().is_none()
}

/// The moves that can have been the last on a board. A capture is listed once, whatever piece it took.
#[derive(Clone)]
pub(crate) struct LastMoves<'a, R: Rules> {
    board: &'a Board0x88,
    bitboards: Bitboards,
    /// The side that has moved.
    by: Color,
    /// The king of the side to move.
    king: Square,
    /// Whether the side to move can have lost a piece, and whether the other side can have promoted a pawn.
    captures: bool,
    promotes: bool,
    /// Whether the king can have moved: it has no right to castle.
    king_moves: bool,
    /// The range of ways that are tried: only a double step, if a pawn has just passed a square.
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
    pub(crate) const fn of(board: &'a Board0x88, turn: Color, parts: &Parts, king: Square) -> LastMoves<'a, R> {
        let (by, bitboards, passed) = (turn.opposite(), board.bitboards(), parts.en_passant);
        let unmoved = parts.castling.rooks_of(by).bits();
        let mut pieces = bitboards.colored(by) & !unmoved;
        if let Some(square) = passed {
            pieces &= forward(by, bit_of(square));
        }
        LastMoves {
            board,
            bitboards,
            by,
            king,
            captures: count(bitboards.colored(turn)) < 16,
            promotes: count(bitboards.squares_of(Piece::new(by, Role::Pawn)).bits()) < 8,
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

    /// Advances to the next move, and returns the origin of its piece.
    const fn advance(&mut self) -> Option<Square> {
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

    /// The squares from which the piece can have come this way, by its movement and the empty squares.
    #[inline(never)]
    const fn origins(&self) -> u64 {
        let (by, at, way) = (self.by, bit_of(self.at), self.way);
        let Some(piece) = self.board.piece_at(self.at) else { return 0 };
        let (is_pawn, pawn) = (matches!(piece.role(), Role::Pawn), Piece::new(by, Role::Pawn));
        let on_rank = by.relative_rank(self.at.rank());
        let is_early = (on_rank as u8) < R::PROMOTION_RANK as u8;
        let came_as_pawn = if is_early { is_pawn } else { self.promotes && is_among(R::PROMOTIONS, piece.role()) };
        let behind = forward(by.opposite(), at);
        let empty = !self.bitboards.occupied();
        let off_board = if way < way::PAWN_STEP { 0 } else { BACK_RANKS.bits() };
        let is_king = matches!(piece.role(), Role::King);
        if way < way::CASTLE && way & 1 != 0 && !self.captures || is_king && !self.king_moves {
            return 0;
        }
        let reach = match way {
            way::AS_ITSELF | way::CAPTURING if !is_pawn => piece.reach(),
            way::PAWN_STEP if came_as_pawn => return behind & empty & !off_board,
            way::PAWN_CAPTURE if came_as_pawn => pawn.reach(),
            way::DOUBLE_STEP if R::DOUBLE_STEP && is_pawn && on_rank as u8 == DOUBLE_STEP_TO as u8 => {
                return forward(by.opposite(), behind & empty) & empty;
            }
            way::EN_PASSANT
                if R::DOUBLE_STEP
                    && is_pawn
                    && on_rank as u8 == EN_PASSANT_RANK as u8
                    && (behind | forward(by, at)) & !empty == 0 =>
            {
                pawn.reach()
            }
            way::CASTLE.. if R::CASTLING && is_king => return self.castled_from(),
            _ => return 0,
        };
        let (mut left, mut origins) = (empty & !off_board, 0);
        while left != 0 {
            let from = square_of(left);
            left &= left - 1;
            if Reach::between(from, self.at).intersects(reach) && SquareSet::between(from, self.at).bits() & !empty == 0
            {
                origins |= bit_of(from);
            }
        }
        origins
    }

    /// Castling from a square.
    const fn castling(&self, king: Square) -> Castling {
        Castling::of(king, Square::new(File::from_masked(self.way - way::CASTLE), king.rank()))
    }

    /// The squares from which the king can have castled this way.
    #[inline(never)]
    const fn castled_from(&self) -> u64 {
        let (mut left, mut origins) = (rank(self.by, Rank::First), 0);
        while left != 0 {
            let castling = self.castling(square_of(left));
            left &= left - 1;
            let (king, rook) = (bit_of(castling.king), bit_of(castling.rook));
            let moved = bit_of(castling.king_to) | bit_of(castling.rook_to);
            if castling.king_to as u8 == self.at as u8
                && king != rook
                && self.board.holds(castling.rook_to, Piece::new(self.by, Role::Rook))
                && (castling.path().bits() | king | rook) & self.bitboards.occupied() & !moved == 0
            {
                origins |= king;
            }
        }
        origins
    }

    /// Whether the king of the side to move was not in check before the piece came from a square; and for castling, whether the
    /// king of the other side crossed no attacked square.
    #[inline(never)]
    const fn is_possible(&self, from: Square) -> bool {
        let castling = if self.way >= way::CASTLE { Some(self.castling(from)) } else { None };
        let at = bit_of(self.at);
        // The other pieces' lines depend on the square of a captured piece, not on its role.
        let victim = match self.way {
            way::EN_PASSANT => forward(self.by.opposite(), at),
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
        let arrived = bit_of(came[0].1) | bit_of(came[1].1);
        let left = bit_of(came[0].0) | bit_of(came[1].0);
        let occupied = self.bitboards.occupied() & !arrived | left | victim;
        let mut n = 0;
        while n < came.len() {
            if let (from, _, Some(piece)) = came[n]
                && Reach::between(from, self.king).intersects(piece.reach())
                && SquareSet::between(from, self.king).bits() & occupied == 0
            {
                return false;
            }
            n += 1;
        }
        if attackers::<R>(self.board, self.king, self.by, occupied) & !arrived != 0 {
            return false;
        }
        let mut way = match castling {
            Some(castling) => castling.king_way().bits(),
            None => 0,
        };
        while way != 0 {
            if attackers::<R>(self.board, square_of(way), self.by.opposite(), occupied & !bit_of(from)) != 0 {
                return false;
            }
            way &= way - 1;
        }
        true
    }

    /// The move that brought the piece from a square.
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

/// `roles.contains(&role)`, for a `const fn`.
const fn is_among(roles: &[Role], role: Role) -> bool {
    let mut n = 0;
    while n < roles.len() {
        if roles[n] as u8 == role as u8 {
            return true;
        }
        n += 1;
    }
    false
}

impl<R: Rules> Iterator for LastMoves<'_, R> {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        self.advance().map(|from| self.played(from))
    }
}

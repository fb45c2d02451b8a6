//! From the parts of a move to the one legal move of a position.
//!
//! SAN names the target of a move, so the attackers of the target are the candidates, and the safety of their king decides which of
//! them may move.

use super::{PieceMove, San, SanError};
use crate::geometry::{Direction, File, Rank, Reach, Square, SquareSet};
use crate::movegen::Reason::{self, NothingToCapture};
use crate::moves::{self, CastlingSide, Move, MoveKind};
use crate::piece::{Piece, Role};
use crate::position::Position;
use crate::rules::Rules;

impl<R: Rules> Position<R> {
    /// Returns the legal move that the parts mean. A lenient text says more or less than SAN, but never another move. So the strict
    /// reader first finds the move and then compares the text with its SAN.
    #[inline]
    pub(super) fn resolve(&self, san: San, names_piece: bool) -> Result<Move, SanError> {
        let step = match san {
            San::Castle { side, .. } => return self.castle(side),
            San::Piece(step) => step,
        };
        if let (Some(file), Some(rank)) = (step.file, step.rank) {
            return self.step_from(step, Square::new(file, rank), names_piece);
        }
        match step.role {
            Role::Pawn => self.pawn_step(step),
            Role::King => self.king_step(step),
            _ => self.piece_step(step),
        }
    }

    fn castle(&self, side: CastlingSide) -> Result<Move, SanError> {
        let us = self.turn();
        match R::castling(self.state()).rook(us, side) {
            Some(rook) => Ok(self.find_move(self.king(us), rook, None)?),
            None => Err(Reason::NoCastlingRight { color: us, side }.of::<R>().into()),
        }
    }

    /// Returns the move from a full origin square. It needs no piece letter.
    fn step_from(&self, step: PieceMove, from: Square, names_piece: bool) -> Result<Move, SanError> {
        let piece = self.board().piece_at(from).filter(|piece| piece.color() == self.turn());
        if piece.is_some_and(|piece| names_piece && piece.role() != step.role) {
            return Err(no_such_piece::<R>(step));
        }
        Ok(self.find_move(from, step.to, step.promotion)?)
    }

    /// Returns the kind of an officer's move to this square; `None` if an own piece stands there.
    #[inline]
    fn kind_of_step(&self, to: Square) -> Option<MoveKind> {
        match self.board().piece_at(to) {
            None => Some(MoveKind::Quiet),
            Some(hit) => (hit.color() != self.turn()).then_some(MoveKind::Capture),
        }
    }

    #[inline]
    fn piece_step(&self, step: PieceMove) -> Result<Move, SanError> {
        let us = self.turn();
        let piece = Piece::new(us, step.role);
        let Some(kind) = self.kind_of_step(step.to) else { return Err(self.explain(step)) };
        let origins = self.legal_origins(piece, step.to, step.origins());
        match origins.first() {
            Some(from) if step.promotion.is_none() => {
                let mv = Move::of(from, step.to, kind);
                if origins == from.into() {
                    return Ok(mv);
                }
                Err(SanError::Ambiguous { role: step.role, game: R::GAME, origins, mv })
            }
            _ => Err(self.explain(step)),
        }
    }

    /// Returns the king's step, or castling by the king's squares.
    #[inline]
    fn king_step(&self, step: PieceMove) -> Result<Move, SanError> {
        let (from, to) = (self.king(self.turn()), step.to);
        let Some(kind) = self.kind_of_step(to).filter(|_| step.allows(from)) else { return Err(self.explain(step)) };
        if !Reach::between(from, to).intersects(Reach::STEPS) || step.promotion.is_some() {
            return Ok(self.find_move(from, to, step.promotion)?);
        }
        self.king_allows(Piece::new(self.turn(), Role::King), from, to).map_err(Reason::of::<R>)?;
        Ok(Move::of(from, to, kind))
    }

    #[inline]
    fn pawn_step(&self, step: PieceMove) -> Result<Move, SanError> {
        if step.file.is_none() && step.is_capture {
            return self.capture_by_either(step);
        }
        self.pawn_move(step, step.file).ok_or_else(|| self.explain(step))
    }

    /// Returns the capture `xd5` of any pawn that can make it.
    #[cold]
    fn capture_by_either(&self, step: PieceMove) -> Result<Move, SanError> {
        let mut found: Option<Move> = None;
        for side in [Direction::West, Direction::East] {
            let Some(from) = step.to.checked_add(side as i8) else { continue };
            let Some(mv) = self.pawn_move(step, Some(from.file())) else { continue };
            if let Some(first) = found {
                let origins = [first.from(), mv.from()].into_iter().collect();
                return Err(SanError::Ambiguous { role: step.role, game: R::GAME, origins, mv: first });
            }
            found = Some(mv);
        }
        found.ok_or_else(|| self.explain(step))
    }

    /// Returns the pawn's move to a square: from the given file, or straight ahead without a file.
    #[inline]
    fn pawn_move(&self, step: PieceMove, file: Option<File>) -> Option<Move> {
        let (board, us, to) = (self.board(), self.turn(), step.to);
        let behind = moves::behind(us, to)?;
        let from = match file {
            Some(file) if file != to.file() => Square::new(file, behind.rank()),
            // The pawn right behind the target moves. If there is none, a pawn makes a double step.
            _ if board.piece_at(behind).is_some() => behind,
            _ => moves::behind(us, behind)?,
        };
        let is_pawn = board.piece_at(from) == Some(Piece::new(us, Role::Pawn));
        if is_pawn && step.allows(from) { self.find_move(from, to, step.promotion).ok() } else { None }
    }

    /// Returns the reason why no piece can make the move. Only the pieces that come nearest to it count: the reason is given if all
    /// of them have the same.
    #[cold]
    fn explain(&self, step: PieceMove) -> SanError {
        let (board, us) = (self.board(), self.turn());
        if let Some(own) = board.piece_at(step.to).filter(|piece| piece.color() == us) {
            return Reason::OwnPiece { role: own.role(), square: step.to }.of::<R>().into();
        }
        let straight_on = step.role == Role::Pawn && step.file.is_none() && !step.is_capture;
        let meant = board
            .squares_of(Piece::new(us, step.role))
            .into_iter()
            .filter(|&from| step.allows(from) && (!straight_on || from.file() == step.to.file()));
        let (mut nearest, mut reason) = (0, None);
        for from in meant {
            let why = match self.find_move(from, step.to, step.promotion) {
                Err(illegal) => illegal.reason,
                // The pawn can go to the target, but not by a capture.
                Ok(_) => NothingToCapture { square: step.to },
            };
            let nearness = match why {
                Reason::Unreachable { .. } => 1,
                Reason::Blocked { .. } | NothingToCapture { .. } => 2,
                _ => 3,
            };
            if nearness > nearest {
                (nearest, reason) = (nearness, Some(why));
            } else if nearness == nearest && reason != Some(why) {
                reason = None;
            }
        }
        reason.map_or_else(|| no_such_piece::<R>(step), |reason| reason.of::<R>().into())
    }
}

impl PieceMove {
    /// The squares of the pieces that fit the text.
    #[inline]
    fn origins(self) -> SquareSet {
        self.file.map_or(SquareSet::ALL, File::squares) & self.rank.map_or(SquareSet::ALL, Rank::squares)
    }

    /// Returns `true` if the text allows this origin.
    #[inline]
    fn allows(self, from: Square) -> bool {
        self.file.is_none_or(|file| file == from.file()) && self.rank.is_none_or(|rank| rank == from.rank())
    }
}

const fn no_such_piece<R: Rules>(step: PieceMove) -> SanError {
    SanError::NoSuchPiece { role: step.role, game: R::GAME, file: step.file, rank: step.rank, to: step.to }
}

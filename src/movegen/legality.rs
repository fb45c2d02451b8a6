//! The legality of one arbitrary move, with the reason when it is illegal.
//!
//! No list of moves is made. The difference table says if the piece can ever make the move, the squares between say if the way is
//! clear, and checks and pins say if the king allows the move.

use crate::attacks::{self, mailbox::first_met};
use crate::geometry::{File, Rank, Reach, Square, SquareSet, delta};
use crate::moves::{Castling, CastlingSide, Move, MoveKind, ahead, captured_pawn, is_on_double_step_rank};
use crate::name::errors;
use crate::piece::{Color, Piece, PieceNames, Role};
use crate::position::Position;
use crate::rules::{Rules, promotes};

errors! {
    /// The reason why a move is illegal. Its `Display` is a sentence for people.
    ///
    /// If a move has several faults, the error is the first in the order of this list. Of several pieces in the way the error names
    /// the first on the way, for castling the first from the a-file on. Of several attackers the error names the first from a1 on.
    pub enum IllegalMove {
        /// The origin of the move is empty.
        NoPiece {
            /// The empty square.
            square: Square,
        } => 1 ("no piece on {square}"),
        /// The piece on the origin belongs to the other side.
        WrongColor {
            /// The names of the pieces in this game.
            names: PieceNames,
            /// The piece.
            piece: Piece,
            /// The square of the piece.
            square: Square,
        } => 2 ("the {} on {square} is {}'s, and {} is to move", .names.name(.piece.role()), .piece.color(), !.piece.color()),
        /// The piece does not move that way, on any board.
        Unreachable {
            /// The names of the pieces in this game.
            names: PieceNames,
            /// The kind of the piece.
            role: Role,
            /// The square of the piece.
            from: Square,
            /// The square that the piece cannot reach.
            to: Square,
        } => 3 ("the {} on {from} does not move to {to}", .names.name(*.role)),
        /// Another piece stands in the way.
        Blocked {
            /// The names of the pieces in this game.
            names: PieceNames,
            /// The square of the moving piece.
            from: Square,
            /// The target of the move.
            to: Square,
            /// The square of the first piece in the way.
            at: Square,
            /// The kind of the piece in the way.
            role: Role,
        } => 4 ("the {} on {at} is in the way from {from} to {to}", .names.name(*.role)),
        /// A piece of the same side stands on the target.
        OwnPiece {
            /// The names of the pieces in this game.
            names: PieceNames,
            /// The kind of the piece on the target.
            role: Role,
            /// The target of the move.
            square: Square,
        } => 5 ("a {} of the same side stands on {square}", .names.name(*.role)),
        /// A pawn moves diagonally only to capture.
        NothingToCapture {
            /// The names of the pieces in this game.
            names: PieceNames,
            /// The target of the move.
            square: Square,
        } => 6 ("there is nothing for the {} to capture on {square}", .names.name(Role::Pawn)),
        /// A pawn reaches its promotion rank, and the move does not name the promotion piece.
        PromotionMissing {
            /// The names of the pieces in this game.
            names: PieceNames,
            /// The target of the move.
            square: Square,
        } => 7 ("a {} that reaches {square} must promote", .names.name(Role::Pawn)),
        /// The move names a promotion piece, but does not promote a pawn, or pawns do not promote to this piece.
        PromotionInvalid {
            /// The names of the pieces in this game.
            names: PieceNames,
            /// The promotion piece that the move names.
            role: Role,
            /// The target of the move.
            square: Square,
        } => 8 ("this move to {square} cannot promote to {}: {}", .names.name(*.role), .names.promotion()),
        /// The piece shields its king and may not leave the line.
        Pinned {
            /// The names of the pieces in this game.
            names: PieceNames,
            /// The kind of the pinned piece.
            role: Role,
            /// The square of the pinned piece.
            square: Square,
            /// The kind of the pinning piece.
            by: Role,
            /// The square of the pinning piece.
            pinner: Square,
        } => 9 ("the {} on {square} is pinned to the {} by the {} on {pinner}",.names.name(*.role), .names.name(Role::King), .names.name(*.by)),
        /// The king is in check, and the move does not answer the check.
        StaysInCheck {
            /// The names of the pieces in this game.
            names: PieceNames,
            /// The kind of the piece that gives check.
            role: Role,
            /// The square of the checking piece.
            checker: Square,
        } => 10 ("the {} stays in check from the {} on {checker}", .names.name(Role::King), .names.name(*.role)),
        /// The king would end on an attacked square, by a step or by castling.
        KingAttacked {
            /// The names of the pieces in this game.
            names: PieceNames,
            /// The target of the king.
            square: Square,
            /// The kind of the attacker.
            role: Role,
            /// The square of the attacker.
            attacker: Square,
        } => 11 ("the {} would be in check on {square} from the {} on {attacker}", .names.name(Role::King), .names.name(*.role)),
        /// The king or the rook of this side has moved, or is not on its starting square.
        NoCastlingRight {
            /// The side to move.
            color: Color,
            /// The side of the board.
            side: CastlingSide,
        } => 12 ("{color} has no right to castle on the {side}"),
        /// Another piece stands on the way of the king or the rook.
        CastlingBlocked {
            /// The names of the pieces in this game.
            names: PieceNames,
            /// The kind of the piece in the way.
            role: Role,
            /// The square of the piece in the way.
            at: Square,
        } => 13 ("the {} on {at} is in the way of castling", .names.name(*.role)),
        /// The king is in check, and castling is no answer to a check.
        CastlesOutOfCheck {
            /// The names of the pieces in this game.
            names: PieceNames,
            /// The kind of the piece that gives check.
            role: Role,
            /// The square of the checking piece.
            checker: Square,
        } => 14 ("the {} is in check from the {} on {checker} and cannot castle", .names.name(Role::King), .names.name(*.role)),
        /// The king would pass an attacked square.
        CastlesThroughCheck {
            /// The names of the pieces in this game.
            names: PieceNames,
            /// The first attacked square on the king's way.
            square: Square,
            /// The kind of the attacker.
            role: Role,
            /// The square of the attacker.
            attacker: Square,
        } => 15 ("the {} would pass {square}, which the {} on {attacker} attacks", .names.name(Role::King), .names.name(*.role)),
        /// The capture en passant removes two pawns from a line and opens it to the king.
        EnPassantPinned {
            /// The names of the pieces in this game.
            names: PieceNames,
            /// The kind of the piece that would give check.
            role: Role,
            /// The square of the attacker.
            attacker: Square,
        } => 16 ("the en passant capture uncovers an attack on the {} from the {} on {attacker}",.names.name(Role::King), .names.name(*.role)),
        /// The squares belong to a legal move of another kind: a "capture" of nothing, a "quiet" double step.
        WrongKind {
            /// The origin of the move.
            from: Square,
            /// The target of the move.
            to: Square,
            /// The kind that the move claims to be.
            kind: MoveKind,
        } => 17 ("{from}{to} is legal here, but its kind is not {kind}"),
    }
}

/// # One move, and why it is illegal
impl<R: Rules> Position<R> {
    /// Returns `true` if a move is legal here. [`check_legal`](Position::check_legal) gives the reason if it is not.
    ///
    /// ```
    /// use chess0x88::Chess;
    /// let mut position = Chess::startpos();
    /// let e4 = position.parse_uci("e2e4")?;
    /// assert!(position.is_legal(e4));
    /// position.play(e4)?;
    /// assert!(!position.is_legal(e4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias("legal", "validate_move"))]
    #[must_use]
    #[inline]
    pub fn is_legal(&self, mv: Move) -> bool {
        self.check_legal(mv).is_ok()
    }

    /// Requires a move to be legal here. The error gives the reason if it is not.
    ///
    /// ```
    /// use chess0x88::{Chess, Square};
    /// let position: Chess = "4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1".parse()?;
    /// let error = position.find_move(Square::E2, Square::C3, None).unwrap_err();
    /// assert_eq!(error.to_string(), "the knight on e2 is pinned to the king by the rook on e4");
    /// # Ok::<(), chess0x88::fen::FenError>(())
    /// ```
    ///
    /// # Errors
    /// The first reason against the move.
    pub fn check_legal(&self, mv: Move) -> Result<(), IllegalMove> {
        let found = if mv.kind() == MoveKind::Castle {
            self.own_piece(mv.from())?;
            self.castling_move(mv.from(), mv.to())?
        } else {
            self.step_or_capture(mv.from(), mv.to(), mv.promotion())?
        };
        if found == mv { Ok(()) } else { Err(IllegalMove::WrongKind { from: mv.from(), to: mv.to(), kind: mv.kind() }) }
    }

    /// Returns the legal move from one square to another, as a piece dragged across a screen means it.
    ///
    /// Castling may be given as the king's move (e1 to g1) or as king takes rook (e1 to h1). If the king can also step to the
    /// square, the step is meant. `promotion` may be `None` if a pawn can become only one piece, as in Makruk.
    ///
    /// ```
    /// use chess0x88::{Chess, Makruk, Role, Square};
    /// let position: Chess = "8/P6k/8/8/8/8/8/K7 w - - 0 1".parse()?;
    /// assert!(position.find_move(Square::A7, Square::A8, Some(Role::Knight)).is_ok());
    /// let error = position.find_move(Square::A7, Square::A8, None).unwrap_err();
    /// assert_eq!(error.to_string(), "a pawn that reaches a8 must promote");
    ///
    /// let makruk: Makruk = "7k/8/8/P7/8/8/8/K7 w - - 0 1".parse()?;
    /// assert_eq!(
    ///     makruk.find_move(Square::A5, Square::A6, None).unwrap().promotion(),
    ///     Some(Role::Met)
    /// );
    /// # Ok::<(), chess0x88::fen::FenError>(())
    /// ```
    ///
    /// # Errors
    /// The first reason why there is no such move.
    #[doc(alias("new"))]
    pub fn find_move(&self, from: Square, to: Square, promotion: Option<Role>) -> Result<Move, IllegalMove> {
        let piece = self.own_piece(from)?;
        if piece.role() == Role::King
            && let Some(castling) = self.castling_meant(from, to)
        {
            return match promotion {
                None => castling,
                Some(role) => Err(IllegalMove::PromotionInvalid { names: R::NAMES, role, square: to }),
            };
        }
        let promotion = promotion.or_else(|| match *R::PROMOTIONS {
            [only] if piece.role() == Role::Pawn && promotes::<R>(self.turn(), to) => Some(only),
            _ => None,
        });
        self.step_or_capture(from, to, promotion)
    }

    /// Returns castling if a king's move means castling: a move on the first rank to a rook, or to the g- or c-file if this is too
    /// far for a step.
    fn castling_meant(&self, from: Square, to: Square) -> Option<Result<Move, IllegalMove>> {
        let (us, rights, side) = (self.turn(), R::castling(self.state()), CastlingSide::of(from, to));
        if !R::CASTLING || from.rank() != to.rank() || us.relative_rank(from.rank()) != Rank::First {
            return None;
        }
        let rook = if self.board().holds(to, Piece::new(us, Role::Rook)) && !rights.is_empty() {
            Some(to)
        } else if from.distance(to) > 1 && to.file() == side.king_file() {
            rights.rook(us, side)
        } else {
            return None;
        };
        match rook {
            Some(rook) => Some(self.castling_move(from, rook)),
            // A king that is not at home and has no right at all steps too far.
            None if from.file() != File::E && CastlingSide::ALL.iter().all(|&side| rights.rook(us, side).is_none()) => {
                None
            }
            None => Some(Err(IllegalMove::NoCastlingRight { color: us, side })),
        }
    }

    fn own_piece(&self, square: Square) -> Result<Piece, IllegalMove> {
        match self.board().piece_at(square) {
            None => Err(IllegalMove::NoPiece { square }),
            Some(piece) if piece.color() != self.turn() => {
                Err(IllegalMove::WrongColor { names: R::NAMES, piece, square })
            }
            Some(piece) => Ok(piece),
        }
    }

    /// Returns the castling move, or the first reason against it. The generators only need yes or no and use
    /// [`Castling::king_way`]. This function names the attacker, so it tests the squares of the way one by one.
    fn castling_move(&self, king: Square, rook: Square) -> Result<Move, IllegalMove> {
        let (board, us) = (self.board(), self.turn());
        let side = CastlingSide::of(king, rook);
        if king != self.king(us) || R::castling(self.state()).rook(us, side) != Some(rook) {
            return Err(IllegalMove::NoCastlingRight { color: us, side });
        }
        let castling = Castling::new(king, rook);
        if let Some(at) = castling.blocker(board) {
            return Err(IllegalMove::CastlingBlocked { names: R::NAMES, role: self.role_on(at), at });
        }
        if let Some(checker) = self.checkers().first() {
            return Err(IllegalMove::CastlesOutOfCheck { names: R::NAMES, role: self.role_on(checker), checker });
        }
        let names = R::NAMES;
        let mut square = king;
        loop {
            // On the way the rook still shields the king. On its new square in Chess960 perhaps no longer.
            let is_there = square == castling.king_to;
            let left = if is_there { SquareSet::from([king, rook]) } else { king.into() };
            if let Some(attacker) = self.attackers_after(square, left, SquareSet::EMPTY).first() {
                let role = self.role_on(attacker);
                return Err(if is_there {
                    IllegalMove::KingAttacked { names, square, role, attacker }
                } else {
                    IllegalMove::CastlesThroughCheck { names, square, role, attacker }
                });
            }
            square = match square.checked_add(castling.towards() as i8) {
                Some(next) if !is_there => next,
                _ => return Ok(Move::of(king, rook, MoveKind::Castle)),
            };
        }
    }

    /// The kind of the piece on an occupied square.
    #[inline]
    fn role_on(&self, square: Square) -> Role {
        self.board().piece_at(square).map_or(Role::King, Piece::role)
    }

    /// The error of a move that leaves the king in check.
    #[inline]
    pub(super) fn stays_in_check(&self, checker: Square) -> IllegalMove {
        IllegalMove::StaysInCheck { names: R::NAMES, role: self.role_on(checker), checker }
    }

    /// The enemy pieces that attack a square after some squares are emptied and others occupied.
    #[inline(never)]
    fn attackers_after(&self, square: Square, left: SquareSet, arrived: SquareSet) -> SquareSet {
        let occupied = self.board().occupied().bits() & !left.bits() | arrived.bits();
        SquareSet::from_bits(attacks::attackers::<R>(self.board(), square, !self.turn(), occupied)) - (left | arrived)
    }

    /// Any move but castling.
    fn step_or_capture(&self, from: Square, to: Square, promotion: Option<Role>) -> Result<Move, IllegalMove> {
        let (board, us) = (self.board(), self.turn());
        let piece = self.own_piece(from)?;
        let unreachable = IllegalMove::Unreachable { names: R::NAMES, role: piece.role(), from, to };
        let hit = board.piece_at(to);
        let kind = if piece.role() == Role::Pawn {
            self.pawn_kind(from, to)?
        } else {
            if !Reach::between(from, to).intersects(piece.reach()) {
                return Err(unreachable);
            }
            if piece.is_slider()
                && let Some(at) =
                    from.walk(delta::step(from, to)).take_while(|&at| at != to).find(|&at| board.piece_at(at).is_some())
            {
                return Err(IllegalMove::Blocked { names: R::NAMES, from, to, at, role: self.role_on(at) });
            }
            if hit.is_some() { MoveKind::Capture } else { MoveKind::Quiet }
        };
        if let Some(own) = hit.filter(|piece| piece.color() == us) {
            return Err(IllegalMove::OwnPiece { names: R::NAMES, role: own.role(), square: to });
        }
        let mv = match promotion {
            Some(role) if !R::PROMOTIONS.contains(&role) || piece.role() != Role::Pawn || !promotes::<R>(us, to) => {
                return Err(IllegalMove::PromotionInvalid { names: R::NAMES, role, square: to });
            }
            Some(role) => Move::promoting(from, to, role, hit.is_some()),
            None if piece.role() == Role::Pawn && promotes::<R>(us, to) => {
                return Err(IllegalMove::PromotionMissing { names: R::NAMES, square: to });
            }
            None => Move::of(from, to, kind),
        };
        match kind {
            MoveKind::EnPassant => self.king_allows_en_passant(piece, from, to)?,
            _ => self.king_allows(piece, from, to)?,
        }
        Ok(mv)
    }

    /// The kind of a pawn's move, without promotion.
    fn pawn_kind(&self, from: Square, to: Square) -> Result<MoveKind, IllegalMove> {
        let (board, us) = (self.board(), self.turn());
        if Reach::between(from, to).intersects(Piece::new(us, Role::Pawn).reach()) {
            return if board.piece_at(to).is_some() {
                Ok(MoveKind::Capture)
            } else if R::en_passant(self.state()) == Some(to) {
                Ok(MoveKind::EnPassant)
            } else {
                Err(IllegalMove::NothingToCapture { names: R::NAMES, square: to })
            };
        }
        let one = ahead(us, from);
        let two = one.and_then(|one| ahead(us, one));
        let (kind, way) = if one == Some(to) {
            (MoveKind::Quiet, [Some(to), None])
        } else if two == Some(to) && R::DOUBLE_STEP && is_on_double_step_rank(us, from) {
            (MoveKind::DoubleStep, [one, Some(to)])
        } else {
            return Err(IllegalMove::Unreachable { names: R::NAMES, role: Role::Pawn, from, to });
        };
        match way.into_iter().flatten().find(|&square| board.piece_at(square).is_some()) {
            Some(at) => Err(IllegalMove::Blocked { names: R::NAMES, from, to, at, role: self.role_on(at) }),
            None => Ok(kind),
        }
    }

    /// Requires a pseudo-legal move to leave its king safe. Captures en passant remove a second piece and are tested by
    /// [`king_allows_en_passant`](Position::king_allows_en_passant).
    #[inline]
    pub(crate) fn king_allows(&self, piece: Piece, from: Square, to: Square) -> Result<(), IllegalMove> {
        if piece.role() == Role::King {
            return match self.attackers_after(to, from.into(), to.into()).first() {
                Some(attacker) => Err(IllegalMove::KingAttacked {
                    names: R::NAMES,
                    square: to,
                    role: self.role_on(attacker),
                    attacker,
                }),
                None => Ok(()),
            };
        }
        self.pin_allows(piece, from, to)?;
        // The move may answer one of two checkers. The error names the other.
        let king = self.king(self.turn());
        let met = |checker: Square| to == checker || delta::is_between(king, checker, to);
        match self.checkers().into_iter().find(|&checker| !met(checker)) {
            Some(checker) => Err(self.stays_in_check(checker)),
            None => Ok(()),
        }
    }

    /// Requires a pinned piece to stay on the line of its pin.
    #[inline]
    fn pin_allows(&self, piece: Piece, from: Square, to: Square) -> Result<(), IllegalMove> {
        let king = self.king(self.turn());
        // A piece on no line with the king is not pinned. This look-up nearly always ends the test.
        let line = delta::step(king, from);
        if line == 0 || delta::step(king, to) == line {
            return Ok(());
        }
        self.check_pin(piece.role(), king, from)
    }

    /// Refuses to move the piece on `from` if a slider pins it. `from` is on a line with the king.
    #[inline(never)]
    fn check_pin(&self, role: Role, king: Square, from: Square) -> Result<(), IllegalMove> {
        let (at, line) = (|square| self.board().piece_at(square), delta::step(king, from));
        if let Some((shield, _)) = first_met(at, king, line)
            && shield == from
            && let Some((pinner, piece)) = first_met(at, from, line)
            && piece.color() != self.turn()
            && piece.is_slider()
            && Reach::between(pinner, king).intersects(piece.reach())
        {
            return Err(IllegalMove::Pinned { names: R::NAMES, role, square: from, by: piece.role(), pinner });
        }
        Ok(())
    }

    /// Returns the reason why a capture en passant leaves the king unsafe. The generators only need yes or no. This function names
    /// the attacker.
    #[cold]
    fn king_allows_en_passant(&self, piece: Piece, from: Square, to: Square) -> Result<(), IllegalMove> {
        self.pin_allows(piece, from, to)?;
        let left = SquareSet::from(from) | captured_pawn(self.turn(), to).into();
        let attackers = self.attackers_after(self.king(self.turn()), left, to.into());
        match (attackers & self.checkers()).first().or(attackers.first()) {
            Some(checker) if self.checkers().contains(checker) => Err(self.stays_in_check(checker)),
            Some(attacker) => {
                Err(IllegalMove::EnPassantPinned { names: R::NAMES, role: self.role_on(attacker), attacker })
            }
            None => Ok(()),
        }
    }
}

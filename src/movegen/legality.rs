//! The legality of one arbitrary move, with the reason when it is illegal; and playing a move that may be illegal.
//!
//! No list of moves is made. The difference table says if the piece can ever make the move, the squares between say if the way is
//! clear, and checks and pins say if the king allows the move.

use core::fmt;

use crate::attacks::{self, attackers, mailbox::first_met};
use crate::geometry::{File, Rank, Reach, Square, SquareSet, delta};
use crate::moves::{Castling, CastlingSide, Move, MoveKind, ahead, captured_pawn, is_on_double_step_rank};
use crate::piece::{Color, Piece, Role};
use crate::position::{Position, Undo};
use crate::rules::{Rules, Variant};

/// The error of an illegal move. Its `Display` is a sentence for people, in the words of the game.
///
/// If a move has several faults, the reason is the first in the order of [`Reason`]. Of several pieces in the way the reason names
/// the first on the way, for castling the first from the a-file on. Of several attackers it names the first from a1 on.
///
/// ```
/// use chess0x88::error::Reason;
/// use chess0x88::{Chess, Move, MoveKind, Role, Square};
/// let pinned: Chess = "4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1".parse()?;
/// let illegal = pinned.find_move(Square::E2, Square::C3, None).unwrap_err();
/// assert_eq!(
///     illegal.to_string(),
///     "the knight on e2 is pinned to the king by the rook on e4"
/// );
/// assert!(matches!(
///     illegal.reason,
///     Reason::Pinned { pinner: Square::E4, by: Role::Rook, .. }
/// ));
/// # Ok::<(), chess0x88::fen::FenError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct IllegalMove {
    /// The reason why the move is illegal.
    pub reason: Reason,
    /// The game, whose words the sentence uses.
    pub game: Variant,
}

impl IllegalMove {
    /// Returns the number of the reason in [the list](crate::guide::codes).
    #[must_use]
    pub const fn code(&self) -> u8 {
        match self.reason {
            Reason::NoPiece { .. } => 1,
            Reason::WrongColor { .. } => 2,
            Reason::Unreachable { .. } => 3,
            Reason::Blocked { .. } => 4,
            Reason::OwnPiece { .. } => 5,
            Reason::NothingToCapture { .. } => 6,
            Reason::PromotionMissing { .. } => 7,
            Reason::PromotionInvalid { .. } => 8,
            Reason::Pinned { .. } => 9,
            Reason::StaysInCheck { .. } => 10,
            Reason::KingAttacked { .. } => 11,
            Reason::NoCastlingRight { .. } => 12,
            Reason::CastlingBlocked { .. } => 13,
            Reason::CastlesOutOfCheck { .. } => 14,
            Reason::CastlesThroughCheck { .. } => 15,
            Reason::EnPassantPinned { .. } => 16,
            Reason::WrongKind { .. } => 17,
        }
    }
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |role: Role| self.game.piece_name(role);
        let (pawn, king) = (name(Role::Pawn), name(Role::King));
        match self.reason {
            Reason::NoPiece { square } => write!(f, "no piece on {square}"),
            Reason::WrongColor { piece, square } => {
                let (color, piece) = (piece.color(), name(piece.role()));
                write!(f, "the {piece} on {square} is {color}'s, and {} is to move", !color)
            }
            Reason::Unreachable { role, from, to } => write!(f, "the {} on {from} does not move to {to}", name(role)),
            Reason::Blocked { from, to, at, role } => {
                write!(f, "the {} on {at} is in the way from {from} to {to}", name(role))
            }
            Reason::OwnPiece { role, square } => write!(f, "a {} of the same side stands on {square}", name(role)),
            Reason::NothingToCapture { square } => {
                write!(f, "there is nothing for the {pawn} to capture on {square}")
            }
            Reason::PromotionMissing { square } => write!(f, "a {pawn} that reaches {square} must promote"),
            Reason::PromotionInvalid { role, square } => {
                let rule = self.game.rules().words.promotion;
                write!(f, "this move to {square} cannot promote to {}: {rule}", name(role))
            }
            Reason::Pinned { role, square, by, pinner } => {
                write!(f, "the {} on {square} is pinned to the {king} by the {} on {pinner}", name(role), name(by))
            }
            Reason::StaysInCheck { role, checker } => {
                write!(f, "the {king} stays in check from the {} on {checker}", name(role))
            }
            Reason::KingAttacked { square, role, attacker } => {
                write!(f, "the {king} would be in check on {square} from the {} on {attacker}", name(role))
            }
            Reason::NoCastlingRight { color, side } => write!(f, "{color} has no right to castle on the {side}"),
            Reason::CastlingBlocked { role, at } => write!(f, "the {} on {at} is in the way of castling", name(role)),
            Reason::CastlesOutOfCheck { role, checker } => {
                write!(f, "the {king} is in check from the {} on {checker} and cannot castle", name(role))
            }
            Reason::CastlesThroughCheck { square, role, attacker } => {
                write!(f, "the {king} would pass {square}, which the {} on {attacker} attacks", name(role))
            }
            Reason::EnPassantPinned { role, attacker } => {
                let attacker = format_args!("the {} on {attacker}", name(role));
                write!(f, "the en passant capture uncovers an attack on the {king} from {attacker}")
            }
            Reason::WrongKind { from, to, kind } => write!(f, "{from}{to} is legal here, but its kind is not {kind}"),
        }
    }
}

impl core::error::Error for IllegalMove {}

/// The reason why a move is illegal: who moves, how the piece moves, what stands on the way, what becomes of the king. Of several reasons
/// the first in this order is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum Reason {
    /// The origin of the move is empty.
    NoPiece {
        /// The empty square.
        square: Square,
    },
    /// The piece on the origin belongs to the other side.
    WrongColor {
        /// The piece.
        piece: Piece,
        /// The square of the piece.
        square: Square,
    },
    /// The piece does not move that way, on any board.
    Unreachable {
        /// The kind of the piece.
        role: Role,
        /// The square of the piece.
        from: Square,
        /// The square that the piece cannot reach.
        to: Square,
    },
    /// Another piece stands in the way.
    Blocked {
        /// The square of the moving piece.
        from: Square,
        /// The target of the move.
        to: Square,
        /// The square of the first piece in the way.
        at: Square,
        /// The kind of the piece in the way.
        role: Role,
    },
    /// A piece of the same side stands on the target.
    OwnPiece {
        /// The kind of the piece on the target.
        role: Role,
        /// The target of the move.
        square: Square,
    },
    /// A pawn moves diagonally only to capture.
    NothingToCapture {
        /// The target of the move.
        square: Square,
    },
    /// A pawn reaches its promotion rank, and the move does not name the promotion piece.
    PromotionMissing {
        /// The target of the move.
        square: Square,
    },
    /// The move names a promotion piece, but does not promote a pawn, or pawns do not promote to this piece.
    PromotionInvalid {
        /// The promotion piece that the move names.
        role: Role,
        /// The target of the move.
        square: Square,
    },
    /// The piece shields its king and may not leave the line.
    Pinned {
        /// The kind of the pinned piece.
        role: Role,
        /// The square of the pinned piece.
        square: Square,
        /// The kind of the pinning piece.
        by: Role,
        /// The square of the pinning piece.
        pinner: Square,
    },
    /// The king is in check, and the move does not answer the check.
    StaysInCheck {
        /// The kind of the piece that gives check.
        role: Role,
        /// The square of the checking piece.
        checker: Square,
    },
    /// The king or the rook of this side has moved, or is not on its starting square.
    NoCastlingRight {
        /// The side to move.
        color: Color,
        /// The side of the board.
        side: CastlingSide,
    },
    /// Another piece stands on the way of the king or the rook.
    CastlingBlocked {
        /// The kind of the piece in the way.
        role: Role,
        /// The square of the piece in the way.
        at: Square,
    },
    /// The king is in check, and castling is no answer to a check.
    CastlesOutOfCheck {
        /// The kind of the piece that gives check.
        role: Role,
        /// The square of the checking piece.
        checker: Square,
    },
    /// The king would pass an attacked square.
    CastlesThroughCheck {
        /// The first attacked square on the king's way.
        square: Square,
        /// The kind of the attacker.
        role: Role,
        /// The square of the attacker.
        attacker: Square,
    },
    /// The king would end on an attacked square, by a step or by castling.
    KingAttacked {
        /// The target of the king.
        square: Square,
        /// The kind of the attacker.
        role: Role,
        /// The square of the attacker.
        attacker: Square,
    },
    /// The capture en passant removes two pawns from a line and opens it to the king.
    EnPassantPinned {
        /// The kind of the piece that would give check.
        role: Role,
        /// The square of the attacker.
        attacker: Square,
    },
    /// The squares belong to a legal move of another kind: a "capture" of nothing, a "quiet" double step.
    WrongKind {
        /// The origin of the move.
        from: Square,
        /// The target of the move.
        to: Square,
        /// The kind that the move claims to be.
        kind: MoveKind,
    },
}

impl Reason {
    /// The error with this reason in a game.
    #[inline]
    pub(crate) const fn of<R: Rules>(self) -> IllegalMove {
        IllegalMove { reason: self, game: R::GAME }
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
    /// assert_eq!(
    ///     error.to_string(),
    ///     "the knight on e2 is pinned to the king by the rook on e4"
    /// );
    /// # Ok::<(), chess0x88::fen::FenError>(())
    /// ```
    ///
    /// # Errors
    /// The first reason against the move.
    pub fn check_legal(&self, mv: Move) -> Result<(), IllegalMove> {
        let (from, to, kind) = (mv.from(), mv.to(), mv.kind());
        let found = match kind {
            MoveKind::Castle => self.own_piece(from).and_then(|_| self.castling_move(from, to)),
            _ => self.step_or_capture(from, to, mv.promotion()),
        };
        match found {
            Ok(found) if found == mv => Ok(()),
            Ok(_) => Err(Reason::WrongKind { from, to, kind }.of::<R>()),
            Err(reason) => Err(reason.of::<R>()),
        }
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
        self.move_meant(from, to, promotion).map_err(Reason::of::<R>)
    }

    fn move_meant(&self, from: Square, to: Square, promotion: Option<Role>) -> Result<Move, Reason> {
        let piece = self.own_piece(from)?;
        if piece.role() == Role::King
            && let Some(castling) = self.castling_meant(from, to)
        {
            return match promotion {
                None => castling,
                Some(role) => Err(Reason::PromotionInvalid { role, square: to }),
            };
        }
        let promotion = promotion.or_else(|| match *R::PROMOTIONS {
            [only] if piece.role() == Role::Pawn && R::RULES.pawns.promotes(self.turn(), to) => Some(only),
            _ => None,
        });
        self.step_or_capture(from, to, promotion)
    }

    /// Returns castling if a king's move means castling: a move on the first rank to a rook, or to the g- or c-file if this is too
    /// far for a step.
    fn castling_meant(&self, from: Square, to: Square) -> Option<Result<Move, Reason>> {
        let (us, rights, side) = (self.turn(), R::castling(self.state()), CastlingSide::of(from, to));
        if !R::CASTLING || from.rank() != to.rank() || us.relative_rank(from.rank()) != Rank::First {
            return None;
        }
        let rook = if self.board().holds(to, Piece::new(us, Role::Rook)) && !rights.is_empty() {
            Some(to)
        } else if from != to && !Reach::between(from, to).intersects(Reach::STEPS) && to.file() == side.king_file() {
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
            None => Some(Err(Reason::NoCastlingRight { color: us, side })),
        }
    }

    fn own_piece(&self, square: Square) -> Result<Piece, Reason> {
        match self.board().piece_at(square) {
            None => Err(Reason::NoPiece { square }),
            Some(piece) if piece.color() != self.turn() => Err(Reason::WrongColor { piece, square }),
            Some(piece) => Ok(piece),
        }
    }

    /// Returns the castling move, or the first reason against it. The generators only need yes or no and use
    /// [`Castling::king_way`]. This function names the attacker, so it tests the squares of the way one by one.
    fn castling_move(&self, king: Square, rook: Square) -> Result<Move, Reason> {
        let (board, us) = (self.board(), self.turn());
        let side = CastlingSide::of(king, rook);
        if king != self.king(us) || R::castling(self.state()).rook(us, side) != Some(rook) {
            return Err(Reason::NoCastlingRight { color: us, side });
        }
        let castling = Castling::new(king, rook);
        if let Some(at) = castling.blocker(board) {
            return Err(Reason::CastlingBlocked { role: self.role_on(at), at });
        }
        if let Some(checker) = self.checkers().first() {
            return Err(Reason::CastlesOutOfCheck { role: self.role_on(checker), checker });
        }
        let mut square = king;
        loop {
            // On the way the rook still shields the king. On its new square in Chess960 perhaps no longer.
            let is_there = square == castling.king_to;
            let left = if is_there { SquareSet::from([king, rook]) } else { king.into() };
            if let Some(attacker) = self.attackers_after(square, left, SquareSet::EMPTY).first() {
                let role = self.role_on(attacker);
                return Err(if is_there {
                    Reason::KingAttacked { square, role, attacker }
                } else {
                    Reason::CastlesThroughCheck { square, role, attacker }
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
    fn stays_in_check(&self, checker: Square) -> Reason {
        Reason::StaysInCheck { role: self.role_on(checker), checker }
    }

    /// The enemy pieces that attack a square after some squares are emptied and others occupied.
    #[inline(never)]
    fn attackers_after(&self, square: Square, left: SquareSet, arrived: SquareSet) -> SquareSet {
        let occupied = self.board().occupied().bits() & !left.bits() | arrived.bits();
        SquareSet::from_bits(attacks::attackers::<R>(self.board(), square, !self.turn(), occupied)) - (left | arrived)
    }

    /// Any move but castling.
    fn step_or_capture(&self, from: Square, to: Square, promotion: Option<Role>) -> Result<Move, Reason> {
        let (board, us) = (self.board(), self.turn());
        let piece = self.own_piece(from)?;
        let unreachable = Reason::Unreachable { role: piece.role(), from, to };
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
                return Err(Reason::Blocked { from, to, at, role: self.role_on(at) });
            }
            if hit.is_some() { MoveKind::Capture } else { MoveKind::Quiet }
        };
        if let Some(own) = hit.filter(|piece| piece.color() == us) {
            return Err(Reason::OwnPiece { role: own.role(), square: to });
        }
        let mv = match promotion {
            Some(role)
                if !R::PROMOTIONS.contains(&role) || piece.role() != Role::Pawn || !R::RULES.pawns.promotes(us, to) =>
            {
                return Err(Reason::PromotionInvalid { role, square: to });
            }
            Some(role) => Move::promoting(from, to, role, hit.is_some()),
            None if piece.role() == Role::Pawn && R::RULES.pawns.promotes(us, to) => {
                return Err(Reason::PromotionMissing { square: to });
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
    fn pawn_kind(&self, from: Square, to: Square) -> Result<MoveKind, Reason> {
        let (board, us) = (self.board(), self.turn());
        if Reach::between(from, to).intersects(Piece::new(us, Role::Pawn).reach()) {
            return if board.piece_at(to).is_some() {
                Ok(MoveKind::Capture)
            } else if R::en_passant(self.state()) == Some(to) {
                Ok(MoveKind::EnPassant)
            } else {
                Err(Reason::NothingToCapture { square: to })
            };
        }
        let one = ahead(us, from);
        let two = one.and_then(|one| ahead(us, one));
        let (kind, way) = if one == Some(to) {
            (MoveKind::Quiet, [Some(to), None])
        } else if two == Some(to) && R::DOUBLE_STEP && is_on_double_step_rank(us, from) {
            (MoveKind::DoubleStep, [one, Some(to)])
        } else {
            return Err(Reason::Unreachable { role: Role::Pawn, from, to });
        };
        match way.into_iter().flatten().find(|&square| board.piece_at(square).is_some()) {
            Some(at) => Err(Reason::Blocked { from, to, at, role: self.role_on(at) }),
            None => Ok(kind),
        }
    }

    /// The squares among `meant` from which pieces of the same kind can legally go to a square.
    #[inline]
    pub(crate) fn legal_origins(&self, piece: Piece, to: Square, meant: SquareSet) -> SquareSet {
        let origins = self.origins(piece, to) & meant;
        origins.into_iter().filter(|&from| self.king_allows(piece, from, to).is_ok()).collect()
    }

    /// The squares of pieces of the same kind that can go to a square, without regard to the king's safety. Not for pawns, whose
    /// moves and captures differ.
    #[inline]
    fn origins(&self, piece: Piece, to: Square) -> SquareSet {
        let (board, occupied) = (self.board(), self.board().occupied().bits());
        SquareSet::from_bits(attackers::<R>(board, to, piece.color(), occupied)) & board.squares_of(piece)
    }

    /// Requires a pseudo-legal move to leave its king safe. Captures en passant remove a second piece and are tested by
    /// [`king_allows_en_passant`](Position::king_allows_en_passant).
    #[cfg_attr(not(target_pointer_width = "32"), inline)]
    pub(crate) fn king_allows(&self, piece: Piece, from: Square, to: Square) -> Result<(), Reason> {
        if piece.role() == Role::King {
            return match self.attackers_after(to, from.into(), to.into()).first() {
                Some(attacker) => Err(Reason::KingAttacked { square: to, role: self.role_on(attacker), attacker }),
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
    fn pin_allows(&self, piece: Piece, from: Square, to: Square) -> Result<(), Reason> {
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
    fn check_pin(&self, role: Role, king: Square, from: Square) -> Result<(), Reason> {
        let (at, line) = (|square| self.board().piece_at(square), delta::step(king, from));
        if let Some((shield, _)) = first_met(at, king, line)
            && shield == from
            && let Some((pinner, piece)) = first_met(at, from, line)
            && piece.color() != self.turn()
            && piece.is_slider()
            && Reach::between(pinner, king).intersects(piece.reach())
        {
            return Err(Reason::Pinned { role, square: from, by: piece.role(), pinner });
        }
        Ok(())
    }

    /// Returns the reason why a capture en passant leaves the king unsafe. The generators only need yes or no. This function names
    /// the attacker.
    #[cold]
    fn king_allows_en_passant(&self, piece: Piece, from: Square, to: Square) -> Result<(), Reason> {
        self.pin_allows(piece, from, to)?;
        let left = SquareSet::from(from) | captured_pawn(self.turn(), to).into();
        let attackers = self.attackers_after(self.king(self.turn()), left, to.into());
        match (attackers & self.checkers()).first().or(attackers.first()) {
            Some(checker) if self.checkers().contains(checker) => Err(self.stays_in_check(checker)),
            Some(attacker) => Err(Reason::EnPassantPinned { role: self.role_on(attacker), attacker }),
            None => Ok(()),
        }
    }
}

/// # Play
impl<R: Rules> Position<R> {
    /// Plays a legal move, in place.
    ///
    /// ```
    /// use chess0x88::Chess;
    /// let mut position = Chess::startpos();
    /// let e4 = position.parse_uci("e2e4")?;
    /// position.play(e4)?;
    /// assert_eq!(position.play(e4).unwrap_err().to_string(), "no piece on e2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The reason why the move is illegal; the position is unchanged.
    #[doc(alias("make_move", "push", "do_move", "try_play"))]
    #[inline]
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.check_legal(mv)?;
        self.play_unchecked(mv);
        Ok(())
    }

    /// Returns the position after a legal move. This position is unchanged.
    ///
    /// # Errors
    /// The reason why the move is illegal.
    #[doc(alias("make_move_new"))]
    #[inline]
    pub fn after(&self, mv: Move) -> Result<Position<R>, IllegalMove> {
        self.check_legal(mv)?;
        Ok(self.after_unchecked(mv))
    }

    /// Passes the turn without a move, and returns the value that [`unmake`](Position::unmake) takes. Engines and annotators use
    /// such *null moves*; no rule allows them.
    ///
    /// ```
    /// use chess0x88::{Chess, Color};
    /// let mut position = Chess::startpos();
    /// let undo = position.make_null()?;
    /// assert_eq!(position.turn(), Color::Black);
    /// position.unmake(undo);
    /// # Ok::<(), chess0x88::IllegalMove>(())
    /// ```
    ///
    /// # Errors
    /// [`Reason::StaysInCheck`](crate::error::Reason::StaysInCheck) when the side to move is in check, since the result would be no legal position.
    #[doc(alias("null_move", "play_null", "push_null"))]
    #[inline]
    pub fn make_null(&mut self) -> Result<Undo<R>, IllegalMove> {
        match self.checkers().first() {
            Some(checker) => Err(self.stays_in_check(checker).of::<R>()),
            None => Ok(self.pass()),
        }
    }
}

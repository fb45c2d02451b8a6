//! Reading SAN: from the parsed text to the one legal move.

use core::str::Utf8Error;

use super::SanError;
use super::tokens::{self, Parsed, PieceMove};
use crate::geometry::{Direction, File, Rank, Square, SquareSet};
use crate::movegen::Reason::{self, NothingToCapture};
use crate::moves::{self, CastlingSide, Move, MoveKind};
use crate::notation::expected::Expected;
use crate::notation::{Found, SanText};
use crate::piece::{Piece, Role};
use crate::position::Position;
use crate::rules::Rules;

/// Reads a legal move as people type it and programs write it.
///
/// Besides SAN the reader accepts:
///
/// | accepted | for |
/// |---|---|
/// | missing or wrong `+` and `#`, `++`, annotations `!` `?`, a full stop | the same without or with the right sign |
/// | [separators](super::is_separator) before and behind | the same without them |
/// | `0-0`, `o-o`, `Kg1`, `e1g1` | `O-O` |
/// | `exd6e.p.`, `exd6 ep` | `exd6` |
/// | `e8Q` `e8(Q)` `e8/Q` `e8=q` `e8q` | `e8=Q` |
/// | Makruk, where there is no choice: `e6` | `e6=M` |
/// | `Ng1f3` `Ng1-f3` `Ngf3` `g1f3` `Nxf3` | `Nf3` |
/// | `e2e4` `e2-e4` `Pe4` | `e4` |
/// | `ed5` `e:d5` `xd5` `eXd5` | `exd5` |
/// | `nf3` `♘f3` `♞f3` | `Nf3` |
///
/// A lower-case `b` is always the b-file: `bc4` is a pawn's capture and never a bishop's move. A text that fits two legal moves is
/// an error.
///
/// Of 118 spellings of nine moves, python-chess, shakmaty and chess.js all read 32, and two of the three read 28 more. This reader
/// reads these 60; the strict reader reads 9 of them.
///
/// ```
/// use chess0x88::{Chess, san};
/// let position: Chess = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2".parse()?;
/// let nf3 = position.parse_san("Nf3")?;
/// for text in ["Nf3", "Nf3!?", "Ng1-f3", "nf3", "♘f3", "Ngf3+", " g1f3"] {
///     assert_eq!(san::parse_lenient(&position, text), Ok(nf3));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`SanError::Syntax`] if the text is no move, [`SanError::NullMove`] if it is a null move; [`SanError::Illegal`],
/// [`SanError::NoSuchPiece`] or [`SanError::Ambiguous`] if it is not exactly one legal move.
#[inline]
pub fn parse_lenient<R: Rules>(position: &Position<R>, text: &str) -> Result<Move, SanError> {
    // Nearly all moves have a plain form, which is read with few branches.
    match tokens::plain::<R>(text.as_bytes()) {
        Some(step) => position.resolve(Parsed::Piece(step)),
        None => parse_odd(position, text),
    }
}

/// Reads a legal move as [`parse_lenient`] does, from bytes of a file or a connection. The commonest forms need no UTF-8 check.
///
/// ```
/// use chess0x88::{Chess, san};
/// let position = Chess::startpos();
/// let line = b"e4 e5";
/// assert_eq!(san::parse_bytes(&position, &line[..2]), position.parse_san("e4"));
/// let error = san::parse_bytes(&position, b"e4\xb1").unwrap_err();
/// assert_eq!(error.to_string(), "expected UTF-8 at byte 2, found U+FFFD");
/// ```
///
/// # Errors
/// The errors of [`parse_lenient`], and [`SanError::Syntax`] for bytes that are not UTF-8.
#[inline]
pub fn parse_bytes<R: Rules>(position: &Position<R>, text: &[u8]) -> Result<Move, SanError> {
    match tokens::plain::<R>(text) {
        Some(step) => position.resolve(Parsed::Piece(step)),
        None => parse_odd(position, core::str::from_utf8(text).map_err(not_utf_8)?),
    }
}

#[cold]
fn not_utf_8(error: Utf8Error) -> SanError {
    SanError::Syntax { expected: Expected::Utf8, found: Found::at("\u{fffd}", 0), at: error.valid_up_to() }
}

/// Reads a text without a plain form.
#[cold]
#[inline(never)]
fn parse_odd<R: Rules>(position: &Position<R>, text: &str) -> Result<Move, SanError> {
    position.resolve(tokens::read::<R, true>(text)?)
}

/// Reads a legal move in SAN strictly: only the exact text of [`Position::san`].
///
/// ```
/// use chess0x88::{Chess, san};
/// let position: Chess = "4k3/8/8/8/8/4r3/8/3NK3 w - - 0 1".parse()?;
/// assert!(san::parse_strict(&position, "Nxe3").is_ok());
/// let error = san::parse_strict(&position, "Ne3").unwrap_err();
/// assert_eq!(error.to_string(), "capture sign missing or not needed at byte 1: write Nxe3");
/// # Ok::<(), chess0x88::fen::FenError>(())
/// ```
///
/// # Errors
/// The errors of [`parse_lenient`]; [`SanError::WrongCaptureSign`], [`SanError::WrongDisambiguation`], [`SanError::WrongCheckSign`]
/// or [`SanError::WrongCastling`] for a legal move in another spelling.
pub fn parse_strict<R: Rules>(position: &Position<R>, text: &str) -> Result<Move, SanError> {
    let parsed = tokens::read::<R, false>(text)?;
    let mv = position.resolve(parsed)?;
    // `find_move` adds the only possible promotion piece. SAN writes it nevertheless.
    if mv.is_promotion() && matches!(parsed, Parsed::Piece(PieceMove { promotion: None, .. })) {
        return Err(Reason::PromotionMissing { square: mv.to() }.of::<R>().into());
    }
    let expected = position.san(mv);
    if expected == *text { Ok(mv) } else { Err(departure::<R>(parsed, text, expected)) }
}

/// # SAN
impl<R: Rules> Position<R> {
    /// Reads a legal move in SAN leniently, as [`san::parse_lenient`](crate::san::parse_lenient) does: `Qxf7`, `Qf7` and `Qh5xf7!`
    /// all mean `Qxf7#`.
    ///
    /// [`san::parse_strict`](crate::san::parse_strict) reads only texts of [`san`](Position::san).
    ///
    /// ```
    /// use chess0x88::Chess;
    /// let position: Chess = "4k3/8/8/8/8/4r3/8/3NK3 w - - 0 1".parse()?;
    /// assert_eq!(position.parse_san("Nxe3"), position.parse_san("Nd1-e3!"));
    /// let error = position.parse_san("Nb2").unwrap_err();
    /// assert_eq!(error.to_string(), "the king stays in check from the rook on e3");
    /// # Ok::<(), chess0x88::fen::FenError>(())
    /// ```
    ///
    /// # Errors
    /// [`SanError::Syntax`] if the text is no move, [`SanError::NullMove`] if it is a null move; [`SanError::Illegal`],
    /// [`SanError::NoSuchPiece`] or [`SanError::Ambiguous`] if it is not exactly one legal move.
    #[doc(alias("from_san"))]
    #[inline]
    pub fn parse_san(&self, text: &str) -> Result<Move, SanError> {
        parse_lenient(self, text)
    }

    /// Plays a move in SAN and returns it. [`parse_san`](Position::parse_san) describes the accepted texts.
    ///
    /// ```
    /// use chess0x88::Chess;
    /// let mut position = Chess::startpos();
    /// position.play_san("e4")?;
    /// assert_eq!(position.play_san("e7-e5")?.to_string(), "e7e5");
    /// let error = position.play_san("Ke3").unwrap_err();
    /// assert_eq!(error.to_string(), "the king on e1 does not move to e3");
    /// # Ok::<(), chess0x88::san::SanError>(())
    /// ```
    ///
    /// # Errors
    /// The reason why the text is no legal move. The position is then unchanged.
    #[doc(alias("push_san"))]
    pub fn play_san(&mut self, san: &str) -> Result<Move, SanError> {
        let mv = self.parse_san(san)?;
        self.play_unchecked(mv);
        Ok(mv)
    }

    /// Returns the legal move that the text means. A lenient text says more or less than SAN, but never another move. So the strict
    /// reader first finds the move and then compares the text with its SAN.
    #[inline]
    fn resolve(&self, parsed: Parsed) -> Result<Move, SanError> {
        let step = match parsed {
            Parsed::Castle(side) => return self.castle(side),
            Parsed::Piece(step) => step,
        };
        if let (Some(file), Some(rank)) = (step.file, step.rank) {
            return self.step_from(step, Square::new(file, rank));
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
    fn step_from(&self, step: PieceMove, from: Square) -> Result<Move, SanError> {
        let piece = self.board().piece_at(from).filter(|piece| piece.color() == self.turn());
        if piece.is_some_and(|piece| step.has_letter && piece.role() != step.role) {
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
        match (origins.first(), step.promotion) {
            (Some(from), None) if origins == from.into() => Ok(Move::of(from, step.to, kind)),
            (Some(from), None) => {
                let mv = Move::of(from, step.to, kind);
                Err(SanError::Ambiguous { role: step.role, game: R::GAME, origins, mv })
            }
            (Some(from), Some(role)) if origins != from.into() => {
                Err(Reason::PromotionInvalid { role, square: step.to }.of::<R>().into())
            }
            _ => Err(self.explain(step)),
        }
    }

    /// Returns the king's step, or castling by the king's squares.
    #[inline]
    fn king_step(&self, step: PieceMove) -> Result<Move, SanError> {
        let (from, to) = (self.king(self.turn()), step.to);
        let Some(kind) = self.kind_of_step(to).filter(|_| step.allows(from)) else { return Err(self.explain(step)) };
        if from.distance(to) > 1 || step.promotion.is_some() {
            return Ok(self.find_move(from, to, step.promotion)?);
        }
        self.king_allows(Piece::new(self.turn(), Role::King), from, to).map_err(Reason::of::<R>)?;
        Ok(Move::of(from, to, kind))
    }

    #[inline]
    fn pawn_step(&self, step: PieceMove) -> Result<Move, SanError> {
        if step.file.is_none() && step.capture {
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

    /// Returns the reason why no piece can make the move. Only the pieces that come nearest to it count: the reason is given if
    /// there is one such piece, or if all lack something to capture.
    #[cold]
    fn explain(&self, step: PieceMove) -> SanError {
        let (board, us) = (self.board(), self.turn());
        if let Some(own) = board.piece_at(step.to).filter(|piece| piece.color() == us) {
            return Reason::OwnPiece { role: own.role(), square: step.to }.of::<R>().into();
        }
        let straight_on = step.role == Role::Pawn && step.file.is_none() && !step.capture;
        let meant = board
            .squares_of(Piece::new(us, step.role))
            .into_iter()
            .filter(|&from| step.allows(from) && (!straight_on || from.file() == step.to.file()));
        let (mut nearest, mut count, mut reason) = (0, 0, None);
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
                (nearest, count, reason) = (nearness, 0, Some(why));
            }
            let is_said = matches!((reason, why), (Some(NothingToCapture { .. }), NothingToCapture { .. }));
            count += u32::from(nearness == nearest && (count == 0 || !is_said));
        }
        match reason {
            Some(reason) if count == 1 => reason.of::<R>().into(),
            _ => no_such_piece::<R>(step),
        }
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

/// Returns the error for a legal move that SAN writes in another way.
#[cold]
fn departure<R: Rules>(parsed: Parsed, text: &str, expected: SanText) -> SanError {
    let at = text.bytes().zip(expected.bytes()).take_while(|(found, expected)| found == expected).count();
    match (parsed, tokens::read::<R, false>(&expected)) {
        (Parsed::Piece(_), Ok(Parsed::Castle(_))) => SanError::WrongCastling { expected },
        (Parsed::Piece(said), Ok(Parsed::Piece(meant))) if said.capture != meant.capture => {
            SanError::WrongCaptureSign { expected, at }
        }
        (Parsed::Piece(said), Ok(Parsed::Piece(meant))) if (said.file, said.rank) != (meant.file, meant.rank) => {
            SanError::WrongDisambiguation { expected, at }
        }
        _ => SanError::WrongCheckSign { expected, at },
    }
}

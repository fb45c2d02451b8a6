//! Retro moves: all moves that can have led to a position, each with the position before.
//!
//! [`unmoves`] lists them, [`Unmove`] is one of them.
//!
//! ```
//! use chess0x88::Chess;
//! let position: Chess = "4k3/8/8/8/8/8/8/R3K3 b - - 0 1".parse()?;
//! let mut unmoves = chess0x88_retro::unmoves(&position);
//! assert!(unmoves.any(|unmove| unmove.played.to_string() == "a2a1"));
//! # Ok::<(), chess0x88::fen::FenError>(())
//! ```
//!
//! A piece can come from any empty square to which a piece of the other colour could go from here (only pawn and Khon differ by
//! colour). So each piece is put back there, with each piece that it may have captured, and the rules are asked: is this position legal,
//! is the move legal in it, and does it lead here?

#![no_std]
#![forbid(unsafe_code)]

use core::iter::FusedIterator;

use chess0x88::fen::EnPassantMode;
use chess0x88::makruk::{Count, count};
use chess0x88::{
    Board0x88, Castling, CastlingSide, Color, Move, MoveKind, Piece, Position, Rank, Role, Rules, Setup, Square,
    SquareSet, Violation, Violations,
};

/// Tests the program of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// A move that can have led to a position, with the position before: an item of [`unmoves`].
///
/// ```
/// use chess0x88::Chess;
/// let position: Chess = "kN6/pp6/1P1P4/1PpK4/8/8/8/8 w - c6 0 1".parse()?;
/// let unmove = chess0x88_retro::unmoves(&position).next().expect("a double step");
/// assert_eq!(unmove.before.san(unmove.played).as_str(), "c5");
/// assert_eq!(unmove.before.fen().as_str(), "kN6/ppp5/1P1P4/1P1K4/8/8/8/8 b - - 0 1");
/// # Ok::<(), chess0x88::fen::FenError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unmove<R: Rules> {
    /// The move.
    pub played: Move,
    /// The position before the move, with the captured piece on the board: see
    /// [`before.captured_piece(played)`](Position::captured_piece).
    pub before: Position<R>,
}

/// Lists the moves that can have led here, each with the position before: quiet moves, captures of each kind of piece, promotions,
/// en passant and castling. The list is empty if no move can have led here.
///
/// ```
/// use chess0x88::Chess;
/// use chess0x88_retro::unmoves;
/// // Black's king cannot have stood next to White's: it came from b8, and may have captured.
/// let position: Chess = "k7/8/K7/8/8/8/8/6B1 w - - 0 1".parse()?;
/// for unmove in unmoves(&position) {
///     assert_eq!(unmove.played.to_string(), "b8a8");
///     assert_eq!(unmove.before.after(unmove.played)?, position);
/// }
/// // It captured nothing, a knight, a bishop, a rook or a queen.
/// assert_eq!(unmoves(&position).count(), 5);
///
/// let impossible: Chess = "k7/P1K5/8/8/8/8/8/8 w - - 0 1".parse()?;
/// assert_eq!(unmoves(&impossible).count(), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Each position before is legal, and the move is legal in it and leads to this position: the same board, turn, castling rights,
/// and *legal* captures en passant. The list is complete as far as the board shows:
///
/// - **Castling rights.** A position before has the rights that still exist and, for castling, the right that it used; the move may
///   have cost others. A king or rook with a right has not moved. As everywhere in this crate, castling is that of Chess960.
/// - **En passant.** If the move before may have been a double step that now could have been captured en passant, the position
///   before is listed twice, without and with that right. If this position has an en passant square, the double step over it is the
///   only unmove. If it has none, no double step that would allow a legal capture is listed. (A diagram does not show this: ask for
///   both.)
/// - **Clocks** exclude nothing. The half-move clock is one less, but at least 0, and 0 before a capture or pawn move. The move
///   number is one less before Black's move, but at least 1.
/// - **Makruk's counts** exclude nothing. Before the move no count ran, if this leads to the current count; otherwise the count was
///   one ply less. A marked or unmarked Met can have been a Bia. A captured Met is not marked.
///
/// A position with a [tolerated](chess0x88::Setup::to_position_with) surplus of pieces has such positions before.
///
/// Each item is computed on request, without allocation. Most positions have some dozens. Only one move is undone: the
/// position before may have no unmove, and the number of captures by its pawns is not checked.
///
/// Source: FIDE Laws of Chess, article 3; Codex for Chess Composition, article 16 (castling is allowed unless it can
/// be proved otherwise, en passant only if it can be proved).
pub fn unmoves<R: Rules>(position: &Position<R>) -> impl FusedIterator<Item = Unmove<R>> + Clone {
    let tolerated = position.to_setup().violations() & Violations::TOLERABLE;
    let targets = Square::ALL.into_iter().flat_map(|to| KINDS.into_iter().map(move |kind| (to, kind)));
    let steps = targets.flat_map(move |(to, kind)| {
        origins(position, to, kind).into_iter().map(move |from| Step { position, tolerated, from, to, kind })
    });
    steps.flat_map(|step| step.captured().flat_map(move |captured| step.unmoves(captured)))
}

/// The kinds of moves, in the order in which they are listed.
const KINDS: [MoveKind; 7] = [
    MoveKind::Quiet,
    MoveKind::Capture,
    MoveKind::Promotion,
    MoveKind::CapturePromotion,
    MoveKind::DoubleStep,
    MoveKind::EnPassant,
    MoveKind::Castle,
];

/// The squares where a move of this kind to this square may have begun, as far as the board shows without a look at the kings.
/// Castling goes from the king to the rook, as in [`Move`].
fn origins<R: Rules>(position: &Position<R>, to: Square, kind: MoveKind) -> SquareSet {
    let (board, turn, by) = (position.board(), position.turn(), !position.turn());
    let [ahead, behind] = [by, turn].map(|color| SquareSet::from(to).shifted(color.forward()));
    // An en passant square determines the last move.
    if let Some(passed) = position.en_passant_square(EnPassantMode::Always)
        && (kind != MoveKind::DoubleStep || behind != passed.into())
    {
        return SquareSet::EMPTY;
    }
    let rooks = CastlingSide::ALL.map(|side| position.castling_rights().rook(by, side));
    let has_rights = rooks.iter().any(Option::is_some);
    if kind == MoveKind::Castle {
        let may_castle = R::CASTLING && !has_rights && by.relative_rank(to.rank()) == Rank::First;
        let kings = if may_castle { to.rank().squares() } else { SquareSet::EMPTY };
        return kings.into_iter().filter(|&king| can_have_castled(board, by, king, to)).collect();
    }
    // A rook with a right has not moved, nor has its king. A side with sixteen pieces has lost none.
    let Some(role) = board.piece_at(to).filter(|piece| piece.color() == by).map(Piece::role) else {
        return SquareSet::EMPTY;
    };
    let captures = matches!(kind, MoveKind::Capture | MoveKind::CapturePromotion | MoveKind::EnPassant);
    if rooks.contains(&Some(to)) || role == Role::King && has_rights || captures && board.colored(turn).len() >= 16 {
        return SquareSet::EMPTY;
    }
    let rank = by.relative_rank(to.rank());
    let (is_late, is_pawn) = (rank >= R::PROMOTION_RANK, role == Role::Pawn);
    let pawns = board.squares_of(Piece::new(by, Role::Pawn));
    let (can_be, moved) = match kind {
        MoveKind::Quiet | MoveKind::Capture => (!(is_pawn && is_late), role),
        MoveKind::Promotion | MoveKind::CapturePromotion => {
            (is_late && R::PROMOTIONS.contains(&role) && pawns.len() < 8, Role::Pawn)
        }
        MoveKind::DoubleStep => (R::DOUBLE_STEP && is_pawn && rank == Rank::Fourth, role),
        MoveKind::EnPassant => (R::DOUBLE_STEP && is_pawn && rank == Rank::Sixth, role),
        MoveKind::Castle => (false, role),
    };
    if !can_be {
        return SquareSet::EMPTY;
    }
    let from = match kind {
        MoveKind::DoubleStep => (behind - board.occupied()).shifted(turn.forward()),
        MoveKind::Quiet | MoveKind::Promotion if moved == Role::Pawn => behind,
        // The captured pawn came over the target, and stood behind it.
        MoveKind::EnPassant if !((ahead | behind) & board.occupied()).is_empty() => SquareSet::EMPTY,
        _ => Piece::new(turn, moved).attacks(to, board.occupied()),
    };
    let back_ranks = Rank::First.squares() | Rank::Eighth.squares();
    from - board.occupied() - if moved == Role::Pawn { back_ranks } else { SquareSet::EMPTY }
}

/// Returns `true` if king and rook stand where castling from these squares takes them, and their ways were empty.
fn can_have_castled(board: &Board0x88, by: Color, king: Square, rook: Square) -> bool {
    let castling = Castling::new(king, rook);
    let own = SquareSet::from([castling.king_to, castling.rook_to]);
    let ways = castling.path() | SquareSet::from([king, rook]);
    king != rook
        && board.piece_at(castling.king_to) == Some(Piece::new(by, Role::King))
        && board.piece_at(castling.rook_to) == Some(Piece::new(by, Role::Rook))
        && (ways & (board.occupied() - own)).is_empty()
}

/// A move that may have led to a position, whatever it captured.
#[derive(Clone, Copy)]
struct Step<'a, R: Rules> {
    position: &'a Position<R>,
    tolerated: Violations,
    from: Square,
    to: Square,
    kind: MoveKind,
}

impl<R: Rules> Step<'_, R> {
    /// The pieces that the move may have captured: `None` for a move that captures none.
    fn captured(self) -> impl FusedIterator<Item = Option<Piece>> + Clone + use<R> {
        let (is_capture, others): (bool, &[Role]) = match self.kind {
            MoveKind::Quiet | MoveKind::Promotion | MoveKind::DoubleStep | MoveKind::Castle => (false, &[]),
            MoveKind::EnPassant => (true, &[Role::Pawn]),
            MoveKind::Capture | MoveKind::CapturePromotion => (true, R::ROLES),
        };
        let turn = self.position.turn();
        let pieces = others.iter().filter(|&&role| role != Role::King).map(move |&role| Some(Piece::new(turn, role)));
        (!is_capture).then_some(None).into_iter().chain(pieces)
    }

    /// The positions before the move: without an en passant square, and with each that the move may have let pass.
    fn unmoves(self, captured: Option<Piece>) -> impl FusedIterator<Item = Unmove<R>> + Clone {
        let before = self.setup_before(captured);
        let passed = if R::DOUBLE_STEP && self.kind != MoveKind::EnPassant {
            may_have_been_passed(&before)
        } else {
            SquareSet::EMPTY
        };
        let without = self.unmove(before);
        let with = passed.into_iter().filter_map(move |square| {
            let mut before = before;
            before.set_en_passant(Some(square));
            let is_legal = |unmove: &Unmove<R>| unmove.before.en_passant_square(EnPassantMode::Legal).is_some();
            self.unmove(before).filter(is_legal)
        });
        without.into_iter().chain(with)
    }

    /// The setup before the move, without an en passant square that the move let pass, and without a count.
    fn setup_before(self, captured: Option<Piece>) -> Setup<R> {
        let Step { position: now, from, to, kind, .. } = self;
        let by = !now.turn();
        let mut before = now.to_setup();
        let moved =
            now.board().piece_at(to).filter(|_| self.promotion().is_none()).or(Some(Piece::new(by, Role::Pawn)));
        if kind == MoveKind::Castle {
            let castling = Castling::new(from, to);
            let mut rights = now.castling_rights();
            rights.set(by, castling.side(), Some(to));
            before.set_castling_rights(rights);
            before.board.set(castling.king_to, None);
            before.board.set(castling.rook_to, None);
            before.board.set(from, Some(Piece::new(by, Role::King)));
            before.board.set(to, Some(Piece::new(by, Role::Rook)));
        } else {
            before.board.set(from, moved);
            before.board.set(to, None);
            let victim = if kind == MoveKind::EnPassant { Square::new(to.file(), from.rank()) } else { to };
            if captured.is_some() {
                before.board.set(victim, captured);
            }
        }
        let is_zeroing =
            captured.is_some() || before.board.piece_at(from).is_some_and(|piece| piece.role() == Role::Pawn);
        before.turn = by;
        before.set_en_passant((kind == MoveKind::EnPassant).then_some(to));
        before.set_count(None);
        before.halfmove_clock = if is_zeroing { 0 } else { now.halfmove_clock().saturating_sub(1) };
        before.fullmove_number = now.fullmove_number().saturating_sub(by as u32).max(1);
        before
    }

    /// The position before, if it is legal and the move leads here.
    fn unmove(self, mut before: Setup<R>) -> Option<Unmove<R>> {
        // Readers accept such a position, but no game reaches it.
        if R::en_passant(&before.state).is_some() && before.violations().contains(Violation::ImpossibleDoubleStep) {
            return None;
        }
        let (unmove, counted) = self.played(before)?;
        let now = count(self.position);
        if counted == now {
            return Some(unmove);
        }
        before.set_count(now.map(|count| Count { plies: count.plies.saturating_sub(1), ..count }));
        self.played(before).map(|(unmove, _)| unmove)
    }

    /// Plays the move in a position before, if both are legal and lead here. Returns the count after the move, too.
    fn played(self, before: Setup<R>) -> Option<(Unmove<R>, Option<Count>)> {
        let before = before.to_position_with(self.tolerated).ok()?;
        let played = before.find_move(self.from, self.to, self.promotion()).ok()?;
        let after = before.after_unchecked(played);
        (after == *self.position).then_some((Unmove { played, before }, count(&after)))
    }

    /// The role to which the move promoted.
    fn promotion(self) -> Option<Role> {
        let promotes = matches!(self.kind, MoveKind::Promotion | MoveKind::CapturePromotion);
        self.position.board().piece_at(self.to).filter(|_| promotes).map(Piece::role)
    }
}

/// The squares behind the pawns that could be captured en passant if their last move was a double step.
fn may_have_been_passed<R: Rules>(setup: &Setup<R>) -> SquareSet {
    let us = setup.turn;
    let on_fifth = |color| {
        let pawns = setup.board.squares_of(Piece::new(color, Role::Pawn));
        pawns & us.relative_rank(Rank::Fifth).squares()
    };
    Piece::new(us, Role::Pawn).step_attacks(on_fifth(us)) & on_fifth(!us).shifted(us.forward())
}

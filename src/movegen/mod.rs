//! Move generation: from the offset tables to legal moves.
//!
//! One generator walks the pieces of the side to move and follows their offsets, testing `& 0x88` at every step. What
//! it knows about the king decides what comes out:
//!
//! - nothing ([`Safety::UNCHECKED`]): *pseudo-legal* moves, which may leave the king in check. The classical way then
//!   plays each on a trial board and looks ([`Position::is_legal`]).
//! - checks and pins, found once ([`Position::safety`]): *legal* moves, with no trial. A pinned piece keeps to the line
//!   the difference table names; in check, pieces go only where the check is met; the king steps only where nobody
//!   attacks; and an en passant capture, which takes two pawns off one rank, asks the board again.
//!
//! The generator hands each move to a visitor, so listing, counting and "is there any?" are the same walk. With the
//! feature `vector` the big questions go to the [vector engine](crate::vector) instead, and this walk is its twin.
//!
//! Source: Chess Programming Wiki, "Move Generation", "Legal Move", "Checks and Pinned Pieces".

mod gives_check;
mod legality;

pub use legality::IllegalMove;

use core::ops::ControlFlow;

use crate::attacks::{self, Safety};
use crate::geometry::{Direction, KNIGHT_OFFSETS, Rank, Square, SquareSet};
use crate::moves::{Move, MoveKind, MoveList};
use crate::piece::{Color, Piece, Role};
use crate::position::{Position, passed_pawn};
use crate::rules::{CastlingRights, CastlingSide, Rules, span};
#[cfg(feature = "vector")]
use crate::vector::{Backend, Wanted};

/// Which moves are wanted.
#[derive(Clone, Copy)]
struct Selection {
    /// The pieces that may move.
    from: SquareSet,
    /// The squares they may go to. A capture en passant goes by the pawn it takes, castling by neither.
    to: SquareSet,
    castling: bool,
}

impl Selection {
    const ALL: Selection = Selection { from: SquareSet::ALL, to: SquareSet::ALL, castling: true };
}

/// What the visitor says: go on, or that was enough.
type Flow = ControlFlow<()>;

impl<R: Rules> Position<R> {
    /// All legal moves, in no particular order.
    ///
    /// ```
    /// use chess0x88::Chess;
    /// let position: Chess = "7k/5Q2/8/8/8/8/8/K7 b - - 0 1".parse()?;
    /// assert!(position.legal_moves().is_empty() && !position.is_check()); // stalemate
    /// # Ok::<(), chess0x88::FenError>(())
    /// ```
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        #[cfg(feature = "vector")]
        return Backend::best().list(self, Wanted::All);
        #[cfg(not(feature = "vector"))]
        self.walk_moves()
    }

    /// The legal moves of the piece on one square; none if there is no piece of the side to move.
    ///
    /// ```
    /// use chess0x88::{Chess, Square};
    /// assert_eq!(Chess::startpos().legal_moves_from(Square::G1).len(), 2);
    /// ```
    #[must_use]
    pub fn legal_moves_from(&self, square: Square) -> MoveList {
        self.walk(Selection { from: square.into(), ..Selection::ALL })
    }

    /// The legal moves that capture, en passant and capturing promotions included.
    #[must_use]
    pub fn captures(&self) -> MoveList {
        #[cfg(feature = "vector")]
        return Backend::best().list(self, Wanted::Captures);
        #[cfg(not(feature = "vector"))]
        self.walk(Selection { to: self.board().colored(!self.turn()), castling: false, ..Selection::ALL })
    }

    /// The legal moves that capture nothing, castling and promotions included.
    #[must_use]
    pub fn quiets(&self) -> MoveList {
        #[cfg(feature = "vector")]
        return Backend::best().list(self, Wanted::Quiets);
        #[cfg(not(feature = "vector"))]
        self.walk(Selection { to: !self.board().occupied(), ..Selection::ALL })
    }

    /// The legal moves that promote a pawn, capturing or not.
    #[must_use]
    pub fn promotions(&self) -> MoveList {
        let (board, us) = (self.board(), self.turn());
        let from = board
            .squares_of(Piece::new(us, Role::Pawn))
            .into_iter()
            .filter(|&pawn| pawn.offset(us.forward() as i8).is_some_and(|to| promotes::<R>(us, to)));
        self.walk(Selection { from: from.collect(), castling: false, ..Selection::ALL })
    }

    /// How many legal moves there are, without listing them.
    ///
    /// ```
    /// use chess0x88::Chess;
    /// assert_eq!(Chess::startpos().legal_move_count(), 20);
    /// ```
    #[must_use]
    pub fn legal_move_count(&self) -> usize {
        #[cfg(feature = "vector")]
        return Backend::best().count(self) as usize;
        #[cfg(not(feature = "vector"))]
        self.walk_count()
    }

    /// Whether there is a legal move. Without one it is mate or stalemate.
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        #[cfg(feature = "vector")]
        return Backend::best().has_legal_move(self);
        #[cfg(not(feature = "vector"))]
        self.visit_legal(Selection::ALL, &mut |_| ControlFlow::Break(())).is_break()
    }

    /// All pseudo-legal moves: those the pieces can make if the king's safety is left out. Castling appears when right
    /// and path allow it, whatever attacks the king or its way.
    ///
    /// ```
    /// use chess0x88::Chess;
    /// let pinned: Chess = "4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1".parse()?;
    /// let legal = pinned.pseudo_legal_moves().iter().filter(|&&mv| pinned.is_legal(mv)).count();
    /// assert_eq!((pinned.pseudo_legal_moves().len(), legal), (10, 4));
    /// # Ok::<(), chess0x88::FenError>(())
    /// ```
    #[must_use]
    pub fn pseudo_legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        let generator = Generator { position: self, safety: Safety::UNCHECKED, guarded: false };
        let _ = generator.visit(Selection::ALL, &mut |mv| {
            list.push(mv);
            ControlFlow::Continue(())
        });
        list
    }

    /// The legality filter: whether a *pseudo-legal* move leaves the king safe, found by trying it on a copy of the
    /// board. For a move that may be anything, ask [`check_legal`](Position::check_legal), which also tells why not.
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        let (us, king) = (self.turn(), self.king(self.turn()));
        if mv.kind() == MoveKind::Castle {
            let (king_to, _) = CastlingSide::of(king, mv.to()).targets(king.rank());
            if span(king, king_to).into_iter().any(|square| self.board().is_attacked(square, !us)) {
                return false;
            }
        }
        let after = self.after_unchecked(mv);
        !after.board().is_attacked(after.king(us), !us)
    }

    /// The en passant square, if there is a legal capture on it: the form that repetition counts by.
    pub(crate) fn legal_en_passant(&self) -> Option<Square> {
        let generator = Generator { position: self, safety: Safety::UNCHECKED, guarded: true };
        let square = R::en_passant(self.state())?;
        generator.en_passant_origins(square).any(|from| generator.en_passant_is_safe(from, square)).then_some(square)
    }

    /// The en passant square, if a pawn of the side to move stands beside the one that has passed it.
    pub(crate) fn pseudo_legal_en_passant(&self) -> Option<Square> {
        let generator = Generator { position: self, safety: Safety::UNCHECKED, guarded: false };
        let square = R::en_passant(self.state())?;
        generator.en_passant_origins(square).next().map(|_| square)
    }

    /// Hands every legal move to the visitor, without a list.
    #[inline]
    pub(crate) fn for_each_legal(&self, mut visit: impl FnMut(Move)) {
        let _ = self.visit_legal(Selection::ALL, &mut |mv| {
            visit(mv);
            ControlFlow::Continue(())
        });
    }

    /// The legal moves as this file finds them, whatever back end the others use: their plain twin.
    pub(crate) fn walk_moves(&self) -> MoveList {
        self.walk(Selection::ALL)
    }

    /// The number of legal moves as this file finds them.
    pub(crate) fn walk_count(&self) -> usize {
        let mut count = 0;
        self.for_each_legal(|_| count += 1);
        count
    }

    fn walk(&self, selection: Selection) -> MoveList {
        let mut list = MoveList::new();
        let _ = self.visit_legal(selection, &mut |mv| {
            list.push(mv);
            ControlFlow::Continue(())
        });
        list
    }

    #[inline]
    fn visit_legal(&self, selection: Selection, visit: &mut impl FnMut(Move) -> Flow) -> Flow {
        Generator { position: self, safety: self.safety(), guarded: true }.visit(selection, visit)
    }
}

/// Whether a pawn of this colour promotes on arriving here.
#[inline]
pub(crate) fn promotes<R: Rules>(color: Color, to: Square) -> bool {
    color.relative_rank(to.rank()) >= R::PROMOTION_RANK
}

/// The squares from which a pawn of this colour captures on `target`: one step back, one to either side.
pub(crate) fn pawn_origins(color: Color, target: Square) -> impl Iterator<Item = Square> {
    let back = -(color.forward() as i8);
    [back + Direction::West as i8, back + Direction::East as i8].into_iter().filter_map(move |step| target.offset(step))
}

struct Generator<'a, R: Rules> {
    position: &'a Position<R>,
    safety: Safety,
    /// Whether king steps, castling and en passant look at who attacks.
    guarded: bool,
}

impl<R: Rules> Generator<'_, R> {
    #[inline]
    fn visit(&self, selection: Selection, visit: &mut impl FnMut(Move) -> Flow) -> Flow {
        let board = self.position.board();
        let us = self.position.turn();
        let targets = selection.to & self.safety.targets;
        for from in board.colored(us) & selection.from {
            let Some(piece) = board.piece_at(from) else { continue };
            match piece.role() {
                Role::King => self.king(from, selection, visit)?,
                // A double check leaves the others nothing to do.
                _ if targets.is_empty() => {}
                Role::Pawn => self.pawn(from, targets, visit)?,
                Role::Knight => self.leap(from, &KNIGHT_OFFSETS, targets, visit)?,
                Role::Bishop => self.slide(from, &Direction::DIAGONAL, targets, visit)?,
                Role::Rook => self.slide(from, &Direction::ORTHOGONAL, targets, visit)?,
                Role::Queen => self.slide(from, &Direction::ALL, targets, visit)?,
                Role::Met => self.leap(from, &MET_STEPS, targets, visit)?,
                Role::Khon => self.leap(from, &KHON_STEPS[us as usize], targets, visit)?,
            }
        }
        if let Some(square) = R::en_passant(self.position.state())
            && selection.to.contains(passed_pawn(us, square))
        {
            for from in self.en_passant_origins(square) {
                if selection.from.contains(from) && (!self.guarded || self.en_passant_is_safe(from, square)) {
                    visit(Move::new(from, square, MoveKind::EnPassant))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether a piece may take this step: any, unless it is pinned; then along the pin's line, to either side.
    #[inline]
    fn pin_allows(&self, from: Square, step: i8) -> bool {
        if !self.safety.pinned.contains(from) {
            return true;
        }
        let king = self.position.king(self.position.turn());
        king.direction_to(from).is_some_and(|line| line as i8 == step || line as i8 == -step)
    }

    #[inline]
    fn slide(
        &self,
        from: Square,
        directions: &[Direction],
        targets: SquareSet,
        visit: &mut impl FnMut(Move) -> Flow,
    ) -> Flow {
        let board = self.position.board();
        for &direction in directions {
            if !self.pin_allows(from, direction as i8) {
                continue;
            }
            for to in from.ray(direction) {
                let hit = board.piece_at(to);
                if targets.contains(to) {
                    self.arrive(from, to, hit, visit)?;
                }
                if hit.is_some() {
                    break;
                }
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn leap(&self, from: Square, steps: &[i8], targets: SquareSet, visit: &mut impl FnMut(Move) -> Flow) -> Flow {
        let board = self.position.board();
        for &step in steps {
            if let Some(to) = from.offset(step)
                && targets.contains(to)
                && self.pin_allows(from, step)
            {
                self.arrive(from, to, board.piece_at(to), visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// A move to a square where `hit` stands, unless it is an own piece.
    #[inline]
    fn arrive(&self, from: Square, to: Square, hit: Option<Piece>, visit: &mut impl FnMut(Move) -> Flow) -> Flow {
        match hit {
            None => visit(Move::new(from, to, MoveKind::Quiet)),
            Some(piece) if piece.color() != self.position.turn() => visit(Move::new(from, to, MoveKind::Capture)),
            Some(_) => ControlFlow::Continue(()),
        }
    }

    #[inline]
    fn pawn(&self, from: Square, targets: SquareSet, visit: &mut impl FnMut(Move) -> Flow) -> Flow {
        let board = self.position.board();
        let us = self.position.turn();
        let forward = us.forward() as i8;
        if let Some(one) = from.offset(forward)
            && board.piece_at(one).is_none()
            && self.pin_allows(from, forward)
        {
            if targets.contains(one) {
                Self::advance(us, from, one, false, visit)?;
            }
            if R::DOUBLE_STEP
                && us.relative_rank(from.rank()) == Rank::Second
                && let Some(two) = one.offset(forward)
                && board.piece_at(two).is_none()
                && targets.contains(two)
            {
                visit(Move::new(from, two, MoveKind::DoubleStep))?;
            }
        }
        for step in [forward + Direction::West as i8, forward + Direction::East as i8] {
            if let Some(to) = from.offset(step)
                && targets.contains(to)
                && board.piece_at(to).is_some_and(|piece| piece.color() != us)
                && self.pin_allows(from, step)
            {
                Self::advance(us, from, to, true, visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// A pawn arrives on a square, promoting where it must.
    #[inline]
    fn advance(us: Color, from: Square, to: Square, capture: bool, visit: &mut impl FnMut(Move) -> Flow) -> Flow {
        if promotes::<R>(us, to) {
            for &role in R::PROMOTIONS {
                visit(Move::promoting(from, to, role, capture))?;
            }
            return ControlFlow::Continue(());
        }
        visit(Move::new(from, to, if capture { MoveKind::Capture } else { MoveKind::Quiet }))
    }

    #[inline]
    fn king(&self, from: Square, selection: Selection, visit: &mut impl FnMut(Move) -> Flow) -> Flow {
        let board = self.position.board();
        let us = self.position.turn();
        for direction in Direction::ALL {
            if let Some(to) = from.offset(direction as i8)
                && selection.to.contains(to)
                && board.piece_at(to).is_none_or(|piece| piece.color() != us)
                && (!self.guarded || !attacks::is_attacked(board, to, !us, from.into()))
            {
                self.arrive(from, to, board.piece_at(to), visit)?;
            }
        }
        let rights = R::castling(self.position.state());
        if selection.castling && !rights.is_empty() {
            for rook in CastlingSide::ALL.into_iter().filter_map(|side| rights.rook(us, side)) {
                if self.may_castle(from, rook) {
                    visit(Move::new(from, rook, MoveKind::Castle))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether the path of king and rook is empty and, if anyone looks, no square of the king's way attacked.
    fn may_castle(&self, king: Square, rook: Square) -> bool {
        let board = self.position.board();
        let us = self.position.turn();
        if CastlingRights::path(king, rook).into_iter().any(|square| board.piece_at(square).is_some()) {
            return false;
        }
        if !self.guarded {
            return true;
        }
        // The rook counts as gone too: in Chess960 it may be what shields the king's new square. Its own new square
        // beside the king shields nothing, for whatever attacked along there would give check already.
        let (king_to, _) = CastlingSide::of(king, rook).targets(king.rank());
        let moving = SquareSet::from(king) | rook.into();
        self.safety.checkers.is_empty()
            && !span(king, king_to).into_iter().any(|square| attacks::is_attacked(board, square, !us, moving))
    }

    /// The squares of the pawns that can reach the en passant square by a capture.
    #[inline]
    fn en_passant_origins(&self, square: Square) -> impl Iterator<Item = Square> {
        let us = self.position.turn();
        let pawn = Some(Piece::new(us, Role::Pawn));
        let board = self.position.board();
        pawn_origins(us, square).filter(move |&from| board.piece_at(from) == pawn)
    }

    /// Whether an en passant capture leaves the king safe. It clears two squares and fills a third, so the board is
    /// asked again; that answers for pins along rank, file and diagonals and for check alike.
    fn en_passant_is_safe(&self, from: Square, square: Square) -> bool {
        let us = self.position.turn();
        let mut board = *self.position.board();
        board.set(square, board.piece_at(from));
        board.set(from, None);
        board.set(passed_pawn(us, square), None);
        !board.is_attacked(self.position.king(us), !us)
    }
}

const MET_STEPS: [i8; 4] =
    [Direction::NorthEast as i8, Direction::SouthEast as i8, Direction::SouthWest as i8, Direction::NorthWest as i8];

/// By colour: the Met's steps and one straight ahead.
const KHON_STEPS: [[i8; 5]; 2] = [khon_steps(Color::White), khon_steps(Color::Black)];

const fn khon_steps(color: Color) -> [i8; 5] {
    let [a, b, c, d] = MET_STEPS;
    [a, b, c, d, color.forward() as i8]
}

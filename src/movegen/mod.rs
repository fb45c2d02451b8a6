//! Move generation: the rules over sight.
//!
//! What attacks what is for [`attacks`](crate::attacks) to say. Here stands, once, what the rules make of it:
//!
//! ```text
//!    generate     the generator: castling, en passant, pins, promotion     pawns   what sets of pawns can do
//!    count        the same without a list
//!    legality     one move, with the reason why not                        gives_check, repetition, checked: what follows
//! ```
//!
//! Checks and pins are found once a position, so no move is ever tried out: a pinned piece keeps to the line the
//! difference table names; in check, pieces go only where the check is met; the king steps only where nobody attacks; and
//! an en passant capture, which takes two pawns off one rank, looks at the board without them. If the sight is that of a
//! king nobody need look after, the same generator gives *pseudo-legal* moves; the classical way then filters them by
//! [`leaves_king_safe`](Position::leaves_king_safe), and a test holds the two equal.
//!
//! Source: Chess Programming Wiki, "Move Generation", "Legal Move", "Checks and Pinned Pieces".

#![expect(clippy::inline_always, reason = "inside a function with target features, a call would lose them")]

mod checked;
mod count;
mod generate;
mod gives_check;
mod legality;
mod pawns;
mod repetition;
mod visit;

pub(crate) use count::{count, count_but_en_passant};
pub(crate) use generate::{PawnMove, Rights, Selection, Sink, Wanted, castles_with, generate, pawn_move};
pub use legality::IllegalMove;
pub(crate) use pawns::{Pawns, promotes, promotion_zone};

use core::marker::PhantomData;

use crate::attacks::lanes::Lanes;
use crate::attacks::lanes::scene::LaneSight;
use crate::attacks::sets::{bit_of, forward};
use crate::attacks::{Question, Sight, Walk, ask};
use crate::geometry::Square;
use crate::geometry::word::AMPLE;
use crate::moves::{Castling, Move, MoveKind, MoveList};
use crate::piece::{Color, Piece, Role};
use crate::position::Position;
use crate::rules::Rules;
use count::any;
use generate::List;

/// A question about the legal moves of a position, for any sight.
pub(crate) trait Asked<R: Rules> {
    type Answer;

    /// Implementations are `#[inline(always)]`, for the reason that [`Question::by_lanes`] has.
    fn by_lanes<L: Lanes>(self, sight: &LaneSight<L, R>, rights: Rights) -> Self::Answer;

    /// The plain answer: moves as they are found.
    fn by_walk(self, position: &Position<R>, sight: &Walk<'_, R>) -> Self::Answer;
}

/// A position and a question about its legal moves.
pub(crate) struct About<'a, R: Rules, A>(pub(crate) &'a Position<R>, pub(crate) A);

impl<R: Rules, A: Asked<R>> Question for About<'_, R, A> {
    type Answer = A::Answer;

    #[inline]
    fn by_walk(self) -> A::Answer {
        self.1.by_walk(self.0, &self.0.walk())
    }

    #[inline(always)]
    fn by_lanes<L: Lanes>(self, l: L) -> A::Answer {
        let planes = self.0.planes();
        let rights = self.0.rights();
        // One copy for each colour, which the compiler then knows.
        match self.0.turn() {
            Color::White => self.1.by_lanes(&LaneSight::<L, R>::of(l, &planes, Color::White), rights),
            Color::Black => self.1.by_lanes(&LaneSight::<L, R>::of(l, &planes, Color::Black), rights),
        }
    }
}

/// All moves of a position that are wanted, in a list.
pub(crate) struct Listed<'a, R: Rules>(pub(crate) &'a Position<R>, pub(crate) Selection, pub(crate) &'a mut MoveList);

impl<R: Rules> Listed<'_, R> {
    #[inline(always)]
    fn seen<S: Sight>(self, sight: &S) {
        let mut list = List { sight, moves: self.2, rules: PhantomData::<R> };
        generate::<R, _, _>(sight, self.0.rights(), self.1, &mut list);
    }
}

impl<R: Rules> Question for Listed<'_, R> {
    type Answer = ();

    #[inline]
    fn by_walk(self) {
        let position = self.0;
        // Where programs are meant to be small, one generator does for everybody who asks.
        if AMPLE {
            self.seen(&position.walk());
        } else {
            position.visit(self.1, &mut |mv| self.2.push(mv));
        }
    }

    #[inline(always)]
    fn by_lanes<L: Lanes>(self, l: L) {
        let (position, planes) = (self.0, self.0.planes());
        let by_lanes = if self.1.moves == Wanted::Any { L::LISTS_ALL } else { L::LISTS_SOME };
        match position.turn() {
            _ if !by_lanes => self.seen(&position.walk()),
            // One copy for each colour, which the compiler then knows.
            Color::White => self.seen(&LaneSight::<L, R>::of(l, &planes, Color::White)),
            Color::Black => self.seen(&LaneSight::<L, R>::of(l, &planes, Color::Black)),
        }
    }
}

/// How many moves there are.
pub(crate) struct Counted;

impl<R: Rules> Asked<R> for Counted {
    type Answer = u32;

    #[inline(always)]
    fn by_lanes<L: Lanes>(self, sight: &LaneSight<L, R>, rights: Rights) -> u32 {
        count(sight, rights)
    }

    #[inline]
    fn by_walk(self, position: &Position<R>, sight: &Walk<'_, R>) -> u32 {
        let mut count = 0;
        position.visit_groups(sight, Selection::ALL, &mut |group| count += group.len::<R>());
        count
    }
}

/// Whether there is a move.
pub(crate) struct AnyAtAll;

impl<R: Rules> Asked<R> for AnyAtAll {
    type Answer = bool;

    #[inline(always)]
    fn by_lanes<L: Lanes>(self, sight: &LaneSight<L, R>, rights: Rights) -> bool {
        any(sight, rights)
    }

    #[inline]
    fn by_walk(self, position: &Position<R>, sight: &Walk<'_, R>) -> bool {
        Asked::<R>::by_walk(Counted, position, sight) != 0
    }
}

impl<R: Rules> Position<R> {
    /// All legal moves, in no particular order.
    ///
    /// ```
    /// use chess0x88::Chess;
    /// let position: Chess = "7k/5Q2/8/8/8/8/8/K7 b - - 0 1".parse()?;
    /// assert!(position.legal_moves().is_empty() && !position.is_check()); // stalemate
    /// # Ok::<(), chess0x88::fen::FenError>(())
    /// ```
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        self.list(Selection::ALL)
    }

    /// [`legal_moves`](Position::legal_moves) put into a list that is there already, in place of what it held. A list is a
    /// kilobyte: who asks at every node of a search saves making one.
    ///
    /// ```
    /// use chess0x88::{Chess, MoveList};
    /// let mut moves = MoveList::default();
    /// Chess::startpos().legal_moves_into(&mut moves);
    /// assert_eq!(moves, Chess::startpos().legal_moves());
    /// ```
    #[inline]
    pub fn legal_moves_into(&self, list: &mut MoveList) {
        list.clear();
        self.fill(list, Selection::ALL);
    }

    /// The legal moves of the piece on one square; none if there is no piece of the side to move.
    ///
    /// ```
    /// use chess0x88::{Chess, Square};
    /// assert_eq!(Chess::startpos().legal_moves_from(Square::G1).len(), 2);
    /// ```
    #[must_use]
    pub fn legal_moves_from(&self, square: Square) -> MoveList {
        self.list_by_walk(Selection { from: bit_of(square), ..Selection::ALL })
    }

    /// The legal moves that capture, en passant and capturing promotions included.
    #[must_use]
    pub fn legal_captures(&self) -> MoveList {
        self.list(Selection::CAPTURES)
    }

    /// [`legal_captures`](Position::legal_captures) put into a list that is there already, in place of what it held.
    #[inline]
    pub fn legal_captures_into(&self, list: &mut MoveList) {
        list.clear();
        self.fill(list, Selection::CAPTURES);
    }

    /// The legal moves that capture nothing, castling and promotions included.
    #[must_use]
    pub fn legal_quiets(&self) -> MoveList {
        self.list(Selection { moves: Wanted::Quiets, ..Selection::ALL })
    }

    /// The legal moves that promote a pawn, capturing or not.
    #[must_use]
    pub fn legal_promotions(&self) -> MoveList {
        let us = self.turn();
        let pawns = self.board().squares_of(Piece::new(us, Role::Pawn)).bits();
        // Those whose next step promotes.
        let from = pawns & forward(!us, promotion_zone::<R>(us));
        self.list_by_walk(Selection { from, ..Selection::ALL })
    }

    /// How many legal moves there are, without listing them.
    ///
    /// ```
    /// use chess0x88::Chess;
    /// assert_eq!(Chess::startpos().legal_move_count(), 20);
    /// ```
    #[must_use]
    pub fn legal_move_count(&self) -> usize {
        ask(About(self, Counted)) as usize
    }

    /// Whether there is a legal move. Without one it is mate or stalemate.
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        ask(About(self, AnyAtAll))
    }

    /// All pseudo-legal moves: those the pieces can make if the king's safety is left out. Castling appears when right
    /// and path allow it, whatever attacks the king or its way.
    ///
    /// ```
    /// use chess0x88::Chess;
    /// let pinned: Chess = "4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1".parse()?;
    /// let pseudo = pinned.pseudo_legal_moves();
    /// assert_eq!(pseudo.len(), 10);
    /// assert_eq!(pseudo.iter().filter(|&&mv| pinned.leaves_king_safe(mv)).count(), 4);
    /// # Ok::<(), chess0x88::fen::FenError>(())
    /// ```
    #[must_use]
    pub fn pseudo_legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        let sight = Walk::<R>::unguarded(self.board(), self.turn(), self.king(self.turn()));
        self.visit_seen(&sight, Selection::ALL, &mut |mv| list.push(mv));
        list
    }

    /// The filter that makes legal moves of [pseudo-legal](Position::pseudo_legal_moves) ones: whether a pseudo-legal move
    /// leaves the king safe, found by trying it on a copy of the board. Of other moves it says nothing; for any move at
    /// all there is [`is_legal`](Position::is_legal).
    #[must_use]
    pub fn leaves_king_safe(&self, mv: Move) -> bool {
        let (us, king) = (self.turn(), self.king(self.turn()));
        if mv.kind() == MoveKind::Castle {
            let way = Castling::of(king, mv.to()).king_way();
            if way.into_iter().any(|square| self.board().is_attacked(square, !us)) {
                return false;
            }
        }
        let after = self.after_unchecked(mv);
        !after.board().is_attacked(after.king(us), !us)
    }

    /// What the board does not show.
    #[inline]
    pub(crate) fn rights(&self) -> Rights {
        Rights {
            castle: self.castling_rights().rooks().bits(),
            en_passant: R::en_passant(self.state()).map_or(0, bit_of),
        }
    }

    /// Lists the moves that are wanted, with the back end that is chosen.
    #[inline]
    fn list(&self, wanted: Selection) -> MoveList {
        // The list is handed on as a plain reference, and to a call: only so is it filled where the caller will have it,
        // and not copied there, a kilobyte at a time.
        let mut list = MoveList::new();
        self.fill(&mut list, wanted);
        list
    }

    #[inline(never)]
    fn fill(&self, list: &mut MoveList, wanted: Selection) {
        ask(Listed(self, wanted, list));
    }

    /// Lists a few moves.
    fn list_by_walk(&self, wanted: Selection) -> MoveList {
        let mut list = MoveList::new();
        Listed(self, wanted, &mut list).by_walk();
        list
    }
}

//! Moves as they are found, without a list, and the way the walk answers whatever is asked about them.
//!
//! The generator is compiled once for everybody who asks so: what is done with the moves stands behind a plain call. That
//! takes an instruction or two a move, and where programs are small it spares a copy of the generator for each question.

use core::marker::PhantomData;
use core::ops::ControlFlow;

use super::generate::{Selection, Sink, generate};
use super::pawns::{Pawns, behind, promotion_zone};
use crate::attacks::sets::{Bits, square_of};
use crate::attacks::{Sight, Walk};
use crate::geometry::{Square, word};
use crate::moves::{Move, MoveKind};
use crate::piece::Role;
use crate::position::Position;
use crate::rules::Rules;

/// Moves of one kind: from one square, or of pawns that all cross as many 0x88 indices.
pub(super) struct Group {
    from: From,
    to: u64,
    /// Captures are called quiet here: the board tells which is which.
    kind: MoveKind,
}

enum From {
    Square(u64),
    Behind(i16),
}

/// Hands groups to a plain call.
struct Groups<'a, R> {
    take: &'a mut dyn FnMut(&Group),
    rules: PhantomData<R>,
}

impl<R> Groups<'_, R> {
    #[inline]
    fn put(&mut self, from: u64, to: u64, kind: MoveKind) {
        (self.take)(&Group { from: From::Square(from), to, kind });
    }
}

impl<R: Rules, S: Sight> Sink<S> for Groups<'_, R> {
    fn slider(&mut self, from: u64, to: u64, _: Role, _: S::Rays) {
        self.put(from, to, MoveKind::Quiet);
    }
    fn stepper(&mut self, from: u64, to: u64, _: Role) {
        self.put(from, to, MoveKind::Quiet);
    }
    // Apart, so that what it keeps on the stack is gone when others are visited.
    #[inline(never)]
    fn pawns(&mut self, sight: &S, pawns: u64, targets: u64) {
        let color = sight.color();
        let zone = promotion_zone::<R>(color);
        for (set, step, kind) in Pawns::moves::<R>(sight, pawns, targets).by_step(color) {
            let kind = if kind == MoveKind::Capture { MoveKind::Quiet } else { kind };
            for (to, kind) in [(set & !zone, kind), (set & zone, MoveKind::Promotion)] {
                if to != 0 {
                    (self.take)(&Group { from: From::Behind(step), to, kind });
                }
            }
        }
    }
    fn en_passant(&mut self, from: u64, to: u64) {
        self.put(from, to, MoveKind::EnPassant);
    }
    fn castle(&mut self, king: u64, rook: u64) {
        self.put(king, rook, MoveKind::Castle);
    }
}

impl Group {
    /// How many moves these are: a pawn that promotes has a choice.
    pub(super) fn len<R: Rules>(&self) -> u32 {
        let choices = if self.kind == MoveKind::Promotion { R::PROMOTIONS.len() as u32 } else { 1 };
        word::count(self.to) * choices
    }

    /// Where the move to a square begins.
    fn from(&self, to: Square) -> Square {
        match self.from {
            From::Square(from) => square_of(from),
            From::Behind(step) => behind(to, step),
        }
    }
}

impl<R: Rules> Position<R> {
    /// Calls for every legal move, in no particular order, until it is told to stop: what [`legal_moves`](Position::legal_moves)
    /// lists, for those who would rather not have a kilobyte of list.
    ///
    /// ```
    /// use chess0x88::Chess;
    /// use core::ops::ControlFlow;
    /// let start = Chess::startpos();
    /// let mut count = 0;
    /// let capture = start.visit_legal_moves(|mv| {
    ///     count += 1;
    ///     if mv.is_capture() { ControlFlow::Break(mv) } else { ControlFlow::Continue(()) }
    /// });
    /// assert_eq!((count, capture), (20, ControlFlow::Continue(())));
    /// ```
    pub fn visit_legal_moves<B>(&self, mut visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        let mut flow = ControlFlow::Continue(());
        self.visit(Selection::ALL, &mut |mv| {
            if flow.is_continue() {
                flow = visit(mv);
            }
        });
        flow
    }

    /// Calls for every legal move that is wanted.
    pub(crate) fn visit(&self, wanted: Selection, visit: &mut dyn FnMut(Move)) {
        self.visit_seen(&self.walk(), wanted, visit);
    }

    /// Calls for every move that is wanted, as this sight has them.
    pub(super) fn visit_seen(&self, sight: &Walk<'_, R>, wanted: Selection, visit: &mut dyn FnMut(Move)) {
        let them = sight.them();
        self.visit_groups(sight, wanted, &mut |group| {
            for to in Bits(group.to) {
                let (capture, to) = (to & them != 0, square_of(to));
                let from = group.from(to);
                match group.kind {
                    MoveKind::Promotion => {
                        for &role in R::PROMOTIONS {
                            visit(Move::promoting(from, to, role, capture));
                        }
                    }
                    MoveKind::Quiet if capture => visit(Move::new(from, to, MoveKind::Capture)),
                    kind => visit(Move::new(from, to, kind)),
                }
            }
        });
    }

    #[inline(never)]
    pub(super) fn visit_groups(&self, sight: &Walk<'_, R>, wanted: Selection, visit: &mut dyn FnMut(&Group)) {
        generate::<R, _, _>(sight, self.rights(), wanted, &mut Groups::<R> { take: visit, rules: PhantomData });
    }
}

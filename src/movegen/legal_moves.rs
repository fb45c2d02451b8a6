//! The lists of moves that a program asks for, by the engine that the build has for each.

use core::ops::ControlFlow;

use super::mailbox::{Checks, SideToMove};
use super::{Wanted, any, count, lister};
use crate::attacks::bits::forward;
use crate::geometry::{Square, SquareMap, SquareSet};
use crate::moves::{Move, MoveList};
use crate::piece::{Color, Piece, Role};
use crate::position::Position;
use crate::rules::{PawnRules, Rules, promotion_zone};

/// # Moves
///
/// Lists come in no particular order.
impl<R: Rules> Position<R> {
    /// All legal moves, in no particular order.
    ///
    /// ```
    /// use chess0x88::Chess;
    /// let position: Chess = "7k/5Q2/8/8/8/8/8/K7 b - - 0 1".parse()?;
    /// assert!(position.legal_moves().is_empty() && !position.is_check()); // stalemate
    /// # Ok::<(), chess0x88::fen::FenError>(())
    /// ```
    #[doc(alias("generate_moves", "movegen", "MoveGen", "generate_legal_moves"))]
    #[inline]
    pub fn legal_moves(&self) -> MoveList {
        self.list(Wanted::Any)
    }

    /// [`legal_moves`](Position::legal_moves) put into a list that is there already, in place of what it held. The moves
    /// of a returned list are copied: a search that keeps one list a ply copies none.
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
        self.add_to(list, Wanted::Any);
    }

    /// The legal moves of the piece on one square; none if there is no piece of the side to move.
    ///
    /// ```
    /// use chess0x88::{Chess, Square};
    /// assert_eq!(Chess::startpos().legal_moves_from(Square::G1).len(), 2);
    /// ```
    #[doc(alias("moves_from", "dests"))]
    pub fn legal_moves_from(&self, square: Square) -> MoveList {
        let mut list = MoveList::new();
        self.list_pieces(SquareSet::from(square), &mut list);
        list
    }

    /// The squares that each piece of the side to move can go to, as boards on screens want them. Each pair of squares is a legal move
    /// by [`find_move`](Position::find_move), which asks what a pawn becomes.
    ///
    /// Castling goes to the square of the king; to the square of the rook where another move goes to the former, or the king stands there,
    /// as in Chess960 it can.
    ///
    /// ```
    /// use chess0x88::{Chess, Square};
    /// let position: Chess = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1".parse()?;
    /// let destinations = position.legal_destinations();
    /// assert_eq!(destinations[Square::E1].to_string(), "c1 d1 f1 g1 d2 e2 f2");
    /// assert!(destinations[Square::E8].is_empty());
    /// # Ok::<(), chess0x88::fen::FenError>(())
    /// ```
    #[doc(alias("all_dests", "chessground_dests"))]
    #[must_use]
    pub fn legal_destinations(&self) -> SquareMap<SquareSet> {
        let mut destinations = SquareMap::<SquareSet>::default();
        for mv in self.legal_moves() {
            let is_meant = !mv.is_castling() || self.find_move(mv.from(), mv.landing(), None) == Ok(mv);
            destinations[mv.from()].insert(if is_meant { mv.landing() } else { mv.to() });
        }
        destinations
    }

    /// The legal moves that capture, en passant and capturing promotions included.
    #[doc(alias("capture_moves", "generate_legal_captures", "noisy_moves"))]
    #[inline]
    pub fn legal_captures(&self) -> MoveList {
        self.list(Wanted::Captures)
    }

    /// [`legal_captures`](Position::legal_captures) put into a list that is there already, in place of what it held.
    #[inline]
    pub fn legal_captures_into(&self, list: &mut MoveList) {
        list.clear();
        self.add_to(list, Wanted::Captures);
    }

    /// The legal moves that capture nothing, castling and promotions included.
    #[inline]
    pub fn legal_quiets(&self) -> MoveList {
        self.list(Wanted::Quiets)
    }

    /// The legal moves that promote a pawn, capturing or not.
    #[doc(alias("promotion_moves"))]
    pub fn legal_promotions(&self) -> MoveList {
        let us = self.turn();
        let mut pawns = self.board().squares_of(Piece::new(us, Role::Pawn));
        // Those whose next step promotes.
        pawns &= SquareSet::from_bits(forward(!us, promotion_zone::<R>(us)));
        let mut list = MoveList::new();
        self.list_pieces(pawns, &mut list);
        list
    }

    /// Counts the legal moves without listing them.
    ///
    /// ```
    /// use chess0x88::Chess;
    /// assert_eq!(Chess::startpos().legal_move_count(), 20);
    /// ```
    #[doc(alias("count_legal_moves", "mobility"))]
    #[must_use]
    pub fn legal_move_count(&self) -> usize {
        count(self) as usize
    }

    /// Returns `true` if there is a legal move. Without one it is mate or stalemate.
    #[doc(alias("has_dests"))]
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        any(self)
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
    pub fn pseudo_legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        let _ = self.mailbox().visit_pseudo_legal(&mut |mv| {
            list.add(mv);
            ControlFlow::Continue(())
        });
        list
    }

    /// The filter that makes legal moves of [pseudo-legal](Position::pseudo_legal_moves) ones: whether a pseudo-legal move
    /// leaves the king safe, by the difference table. For other moves the result is unspecified; for any move
    /// there is [`is_legal`](Position::is_legal).
    #[doc(alias("is_into_check"))]
    #[must_use]
    pub fn leaves_king_safe(&self, mv: Move) -> bool {
        self.mailbox().leaves_king_safe(mv)
    }

    /// The pieces of a side that shield their king from a slider, and so may move along its line only. It need not be the
    /// side to move.
    ///
    /// ```
    /// use chess0x88::{Chess, Color};
    /// let position: Chess = "4k3/4p3/8/8/4r3/8/4N3/4K3 w - - 0 1".parse()?;
    /// assert_eq!(position.pinned(Color::White).to_string(), "e2");
    /// assert!(position.pinned(Color::Black).is_empty());
    /// # Ok::<(), chess0x88::fen::FenError>(())
    /// ```
    #[doc(alias("pins", "is_pinned", "absolute_pins"))]
    pub fn pinned(&self, color: Color) -> SquareSet {
        Checks::find(self.board(), color, self.king(color), Wanted::Any).pinned()
    }

    /// The side to move, as the 0x88 engine sees it.
    #[inline]
    pub(crate) fn mailbox(&self) -> SideToMove<'_> {
        SideToMove {
            board: self.board(),
            us: self.turn(),
            king: self.king(self.turn()),
            castling: self.castling_rights(),
            en_passant: R::en_passant(self.state()),
            pawn_rules: PawnRules::of::<R>(),
        }
    }

    /// Lists the moves that are wanted. The compiler builds no result in place if a call has filled it: it would copy the list with
    /// the room for all 386 moves. Of a clone the moves alone are copied, and it is built where the caller wants it.
    #[inline]
    fn list(&self, wanted: Wanted) -> MoveList {
        let mut list = MoveList::new();
        self.add_to(&mut list, wanted);
        list.clone()
    }

    #[inline]
    fn add_to(&self, list: &mut MoveList, wanted: Wanted) {
        lister::<R>(wanted)(&self.mailbox(), self.checkers(), list);
    }

    /// Adds the legal moves of the pieces on some squares to a list. A program may ask for each of the 64 squares: where there is
    /// no piece of the side to move, checks and pins are not looked for.
    fn list_pieces(&self, pieces: SquareSet, list: &mut MoveList) {
        let pieces = pieces & self.board().colored(self.turn());
        if !pieces.is_empty() {
            self.mailbox().list_legal_from(pieces, list);
        }
    }

    /// Calls a function with each legal move, in no particular order, until the function says to stop: what
    /// [`legal_moves`](Position::legal_moves) lists, without a list. Moves are made piece by piece, so that a visit that stops
    /// has made those of no further piece.
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
        let mut result = ControlFlow::Continue(());
        let _ = self.mailbox().visit_wanted(Wanted::Any, &mut |mv| {
            result = visit(mv);
            if result.is_break() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        result
    }
}

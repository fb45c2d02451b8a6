//! The lists of moves. Each list is made by the mailbox or by bitboards, as the build has it.

use core::ops::ControlFlow;

use super::mailbox::Checks;
use super::{Wanted, any, count, lister};
use crate::attacks::bits::forward;
use crate::geometry::{IS_FAST, Reach, Square, SquareMap, SquareSet};
use crate::moves::{Castling, CastlingSide, Move, MoveList, is_on_double_step_rank};
use crate::piece::{Color, Piece, Role};
use crate::position::Position;
use crate::rules::{Rules, promotion_zone};

/// # Moves
///
/// Lists come in no particular order.
impl<R: Rules> Position<R> {
    /// Returns all legal moves, in no particular order.
    ///
    /// ```
    /// use chess0x88::{Chess, Square};
    /// let position = Chess::startpos();
    /// let moves = position.legal_moves();
    /// assert_eq!(moves.len(), 20);
    /// let knights: Vec<_> = moves.iter().filter(|mv| mv.from() == Square::G1).collect();
    /// assert_eq!(knights.len(), 2);
    /// ```
    #[doc(alias("generate_moves", "movegen", "MoveGen", "generate_legal_moves"))]
    #[inline]
    pub fn legal_moves(&self) -> MoveList {
        self.list(Wanted::Any)
    }

    /// Replaces the content of a list by the [`legal_moves`](Position::legal_moves). A returned list is copied; a search that keeps
    /// one list per ply saves the copies.
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

    /// Returns the legal moves of the piece on one square: none if no piece of the side to move stands there.
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

    /// Returns the squares that each piece of the side to move can go to, in the form that boards on screens use.
    /// [`find_move`](Position::find_move) makes a legal move of each pair of squares; a pawn may also need the promotion piece.
    ///
    /// The target of castling is the king's new square. In Chess960 another move of the king may go to that square, or the king may
    /// stand there already: the target is then the rook's square.
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

    /// Returns the legal moves that capture, with captures en passant and capturing promotions.
    #[doc(alias("capture_moves", "generate_legal_captures", "noisy_moves"))]
    #[inline]
    pub fn legal_captures(&self) -> MoveList {
        self.list(Wanted::Captures)
    }

    /// Replaces the content of a list by the [`legal_captures`](Position::legal_captures).
    #[inline]
    pub fn legal_captures_into(&self, list: &mut MoveList) {
        list.clear();
        self.add_to(list, Wanted::Captures);
    }

    /// Returns the legal moves that capture nothing, with castling and promotions.
    #[inline]
    pub fn legal_quiets(&self) -> MoveList {
        self.list(Wanted::Quiets)
    }

    /// Returns the legal moves that promote a pawn, with or without a capture.
    #[doc(alias("promotion_moves"))]
    pub fn legal_promotions(&self) -> MoveList {
        let us = self.turn();
        let mut pawns = self.board().squares_of(Piece::new(us, Role::Pawn));
        // Only pawns one step before the promotion zone.
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

    /// Returns `true` if there is a legal move. Otherwise the position is mate or stalemate.
    #[doc(alias("has_dests"))]
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        any(self)
    }

    /// Returns all pseudo-legal moves: the moves of the pieces without regard to the king's safety. Castling needs its right and an
    /// empty path; attacks on the king's way are ignored.
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
        let _ = self.mover().visit_pseudo_legal(&mut |mv| {
            list.add(mv);
            ControlFlow::Continue(())
        });
        list
    }

    /// Returns `true` if a [pseudo-legal](Position::pseudo_legal_moves) move leaves the king safe: the filter that makes legal
    /// moves of pseudo-legal ones. The result for any other move is unspecified; [`is_legal`](Position::is_legal) takes any move.
    #[doc(alias("is_into_check"))]
    #[must_use]
    pub fn leaves_king_safe(&self, mv: Move) -> bool {
        // The legality of one move takes fewer questions than the checks and pins of all.
        if IS_FAST { self.is_legal(mv) } else { self.mover().leaves_king_safe(mv) }
    }

    /// Returns the pieces of a side that shield their king from a slider, and so may move only along its line. Either side may be
    /// asked for, whichever is to move.
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

    /// Lists the `wanted` moves. A compiler does not build a result in place that a call has filled: it would copy the room for all
    /// 386 moves. A clone copies only the moves, and is built in place.
    #[inline]
    fn list(&self, wanted: Wanted) -> MoveList {
        let mut list = MoveList::new();
        self.add_to(&mut list, wanted);
        list.clone()
    }

    #[inline]
    fn add_to(&self, list: &mut MoveList, wanted: Wanted) {
        lister::<R>(wanted)(&self.mover(), self.checkers(), list);
    }

    /// Adds the legal moves of the pieces on some squares to a list. A program may ask for each of the 64 squares, so a square
    /// without a piece of the side to move costs no search for checks and pins.
    fn list_pieces(&self, pieces: SquareSet, list: &mut MoveList) {
        let pieces = pieces & self.board().colored(self.turn());
        if !pieces.is_empty() {
            self.mover().list_legal_from(pieces, list);
        }
    }

    /// Calls a function with each legal move until the function breaks. The moves are those of
    /// [`legal_moves`](Position::legal_moves), in no particular order. Without the feature `bitboards` they are made piece by piece,
    /// without a list: after a break, no further piece is looked at.
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
        if IS_FAST {
            let mut list = MoveList::new();
            self.add_to(&mut list, Wanted::Any);
            return list.iter().copied().try_for_each(visit);
        }
        let mut result = ControlFlow::Continue(());
        let _ = self.mover().visit_wanted(Wanted::Any, &mut |mv| {
            result = visit(mv);
            if result.is_break() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        result
    }
}

/// # Premoves
impl<R: Rules> Position<R> {
    /// Returns the squares that a piece might go to on its side's next turn, whatever happens before: the *premoves* that a board
    /// on a screen offers. The set is empty if the square is empty.
    ///
    /// Other pieces on the board play no part: each may move away, be captured, or stand there to be recaptured. Checks and pins
    /// play no part either. So a slider crosses the whole board, and a pawn has its steps ahead and both captures. A king with the
    /// right to castle may go to its castling square or to the rook's. On its turn, [`find_move`](Position::find_move) says if the
    /// premove is legal.
    ///
    /// ```
    /// use chess0x88::{Chess, Square};
    /// let start = Chess::startpos();
    /// assert_eq!(start.premoves_from(Square::E7).to_string(), "e5 d6 e6 f6");
    /// assert_eq!(start.premoves_from(Square::E8).to_string(), "d7 e7 f7 a8 c8 d8 f8 g8 h8");
    /// assert_eq!(start.premoves_from(Square::A8).len(), 14);
    /// ```
    #[doc(alias("premove"))]
    pub fn premoves_from(&self, square: Square) -> SquareSet {
        let Some(piece) = self.board().piece_at(square) else { return SquareSet::EMPTY };
        let color = piece.color();
        let crosses = |&to: &Square| Reach::between(square, to).intersects(piece.reach());
        let mut squares: SquareSet = Square::ALL.into_iter().filter(crosses).collect();
        match piece.role() {
            Role::Pawn => {
                let has_double_step = R::DOUBLE_STEP && is_on_double_step_rank(color, square);
                squares.extend(square.ray(color.forward()).take(if has_double_step { 2 } else { 1 }));
            }
            Role::King => {
                let rooks = CastlingSide::ALL.into_iter().filter_map(|side| self.castling_rights().rook(color, side));
                let castlings = rooks.map(|rook| Castling::new(square, rook));
                squares.extend(castlings.flat_map(|castling| [castling.king_to, castling.rook]));
                // A king of Chess960 may castle without a step.
                squares.remove(square);
            }
            _ => {}
        }
        squares
    }
}

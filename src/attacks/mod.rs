//! Sight: who attacks this square, who gives check, who is pinned, where may this piece go?
//!
//! Each is a question about a board, and nothing else is known here: neither castling nor whose idea en passant was.
//! There are two ways to answer.
//!
//! ```text
//!    sets     sets of squares as 64-bit words, and how sets of pieces step
//!    lines    what a slider sees along a rank, a file, a diagonal
//!    walk     one piece at a time, and the difference table: the plain way, and the right one for small questions
//!    lanes    the whole board, eight directions at a time: plain Rust, or one vector instruction set or another
//! ```
//!
//! What is found for one side to move is a [`Sight`], and the rules are written once, over any sight. Which one answers a
//! question about the whole board is decided here and nowhere else: without the feature `vector` it is the walk; with it,
//! the lanes, in the fastest instruction set of the machine.

#[cfg(not(feature = "backends"))]
pub(crate) mod backend;
#[cfg(feature = "backends")]
pub mod backend;
#[cfg_attr(not(feature = "vector"), allow(dead_code, reason = "without the feature only the walk answers"))]
pub(crate) mod lanes;
mod lines;
pub(crate) mod sets;
mod walk;

use walk::destinations;
pub(crate) use walk::{Walk, attackers, attackers_by_sets, checks_given};

use crate::board::{Board0x88, Side};
use crate::geometry::{Square, SquareSet};
use crate::moves::MoveList;
use crate::piece::{AnyArmy, Color};
use lanes::Lanes;
use lanes::list::{extend, pawn_to_lowest, to_lowest};

/// What the side to move sees: where its pieces may go, and what its king has to look out for.
///
/// Squares and sets are 64-bit words, a single square being a set of one.
pub(crate) trait Sight {
    /// The rays in all eight directions from a square, for those who have a further use for them.
    type Rays: Copy;

    /// The side to move.
    fn color(&self) -> Color;
    /// Its pieces.
    fn us(&self) -> &Side;
    /// All enemy pieces.
    fn them(&self) -> u64;

    /// How many pieces give check. Two stand for any number beyond one.
    fn checks(&self) -> u32;
    /// Where pieces other than the king may go: anywhere but on their own, onto the line that answers a check, or nowhere
    /// in a double check.
    fn targets(&self) -> u64;
    /// Our pieces that shield the king from a slider: each may move along its line only.
    fn pinned(&self) -> u64;
    /// The pinned pieces whose line is a file, a diagonal that rises towards the h-file, one that falls.
    fn pin_axes(&self) -> [u64; 3];
    /// The squares of `within` that the enemy attacks once our king has left his own.
    fn danger(&self, within: u64) -> u64;
    /// Whether nobody attacks our king once some squares are empty and another is occupied.
    fn is_safe_after(&self, left: u64, arrived: u64) -> bool;

    /// Where a knight on a square goes.
    #[inline]
    fn jumps(&self, from: u64) -> u64 {
        sets::knight_attacks(from)
    }
    /// The squares around a square.
    #[inline]
    fn around(&self, square: u64) -> u64 {
        sets::king_attacks(square)
    }
    /// The rays from a square.
    fn rays(&self, from: u64) -> Self::Rays;
    /// What our slider on a square attacks.
    fn slides(&self, from: u64, rays: Self::Rays) -> u64;
    /// The line along which our pinned piece on a square may move, or a part of it that holds all its moves.
    fn line(&self, from: u64, rays: Self::Rays) -> u64;

    /// Adds the moves from one index to the squares of `to` to a list, captures of `them` marked.
    #[inline]
    fn list_targets(&self, list: &mut MoveList, from: u16, to: u64, them: u64) {
        extend(list, to, |to| to_lowest(from, to, them));
    }

    /// Adds the moves of pawns that cross `step` indices to reach the squares of `to`.
    #[inline]
    fn list_pawns(&self, list: &mut MoveList, to: u64, step: u16, flags: u16) {
        extend(list, to, |to| pawn_to_lowest(to, step, flags));
    }
}

/// A question about a whole board, for whichever back end is to answer.
pub(crate) trait Question {
    /// The answer.
    type Answer;

    /// Answers by walking.
    fn by_walk(self) -> Self::Answer;

    /// Answers with lanes. Implementations are `#[inline(always)]`, so that the body is compiled with the instructions
    /// of the back end that enters it.
    #[cfg_attr(not(feature = "vector"), expect(dead_code, reason = "without the lanes only the walk answers"))]
    fn by_lanes<L: Lanes>(self, l: L) -> Self::Answer;
}

/// Answers a question with the back end that is chosen.
#[inline]
pub(crate) fn ask<Q: Question>(question: Q) -> Q::Answer {
    backend::Backend::best().ask(question)
}

impl Board0x88 {
    /// Whether a piece of this colour attacks the square. A square is attacked whoever stands on it, and by pinned
    /// pieces too (FIDE article 3.1.2).
    #[must_use]
    pub fn is_attacked(&self, square: Square, by: Color) -> bool {
        !self.attackers(square, by).is_empty()
    }

    /// The squares that the piece on a square attacks: those it could capture on, whoever stands there and whoever is to
    /// move, the first piece of each line included. None if the square is empty. (A pawn's step ahead attacks nothing.)
    ///
    /// ```
    /// use chess0x88::{Chess, Square};
    /// let start = Chess::startpos();
    /// assert_eq!(start.board().attacks(Square::B1).to_string(), "d2 a3 c3");
    /// assert!(start.board().attacks(Square::E4).is_empty());
    /// ```
    #[must_use]
    pub fn attacks(&self, square: Square) -> SquareSet {
        self.attacks_through(square, self.occupied())
    }

    /// What the piece on a square would attack if just these squares were occupied: to look through pieces, or past one
    /// that has gone. Lines end at the first occupied square.
    ///
    /// ```
    /// use chess0x88::{Chess, Square};
    /// let start = Chess::startpos();
    /// let without_pawns = start.board().occupied() & !chess0x88::Rank::Second.squares();
    /// assert_eq!(start.board().attacks_through(Square::A1, without_pawns).to_string(), "b1 a2 a3 a4 a5 a6 a7");
    /// ```
    #[must_use]
    pub fn attacks_through(&self, square: Square, occupied: SquareSet) -> SquareSet {
        let Some(piece) = self.piece_at(square) else { return SquareSet::EMPTY };
        let side = self.planes().side::<AnyArmy>(piece.color());
        SquareSet::from_bits(destinations::<AnyArmy>(square, piece.color(), &side, occupied.bits()))
    }

    /// All squares that this colour attacks: [`is_attacked`](Board0x88::is_attacked) for all of them at once.
    ///
    /// ```
    /// use chess0x88::{Chess, Color};
    /// let attacked = Chess::startpos().board().attacked(Color::White);
    /// assert_eq!(attacked.len(), 22); // all of the first three ranks but a1 and h1
    /// ```
    #[must_use]
    pub fn attacked(&self, by: Color) -> SquareSet {
        self.each_attack(by).fold(SquareSet::EMPTY, |all, (_, attacks)| all | attacks)
    }

    /// Who of this colour attacks which square, for all squares at once: the entry of a square, by its
    /// [number](Square::number), holds its [`attackers`](Board0x88::attackers).
    ///
    /// ```
    /// use chess0x88::{Chess, Color, Square};
    /// let start = Chess::startpos();
    /// let attackers = start.board().all_attackers(Color::White);
    /// assert_eq!(attackers[usize::from(Square::F3.number())].to_string(), "g1 e2 g2");
    /// ```
    #[must_use]
    pub fn all_attackers(&self, by: Color) -> [SquareSet; 64] {
        let mut all = [SquareSet::EMPTY; 64];
        for (from, attacks) in self.each_attack(by) {
            for to in attacks {
                all[usize::from(to.number() & 63)].insert(from);
            }
        }
        all
    }

    /// What each piece of this colour attacks.
    #[inline]
    fn each_attack(&self, by: Color) -> impl Iterator<Item = (Square, SquareSet)> {
        let planes = self.planes();
        let (side, occupied) = (planes.side::<AnyArmy>(by), planes.occupied());
        SquareSet::from_bits(side.all)
            .into_iter()
            .map(move |from| (from, SquareSet::from_bits(destinations::<AnyArmy>(from, by, &side, occupied))))
    }

    /// The squares of the pieces of this colour that attack the square.
    ///
    /// ```
    /// use chess0x88::{Chess, Color, Square};
    /// let start = Chess::startpos();
    /// assert_eq!(start.board().attackers(Square::F3, Color::White).to_string(), "g1 e2 g2");
    /// ```
    #[must_use]
    pub fn attackers(&self, square: Square, by: Color) -> SquareSet {
        SquareSet::from_bits(attackers::<AnyArmy>(self, square, by, self.occupied().bits()))
    }

    /// The squares of the pieces of this colour that would attack the square if just these squares were occupied. A piece
    /// whose square is not among them is gone, and attacks nothing.
    ///
    /// ```
    /// use chess0x88::{Chess, Color, Square};
    /// let position: Chess = "3rk3/8/3q4/8/8/8/8/3K4 w - - 0 1".parse()?;
    /// let board = position.board();
    /// assert_eq!(board.attackers(Square::D2, Color::Black).to_string(), "d6");
    /// let without_queen = board.occupied() - Square::D6.into();
    /// assert_eq!(board.attackers_through(Square::D2, Color::Black, without_queen).to_string(), "d8");
    /// # Ok::<(), chess0x88::fen::FenError>(())
    /// ```
    #[must_use]
    pub fn attackers_through(&self, square: Square, by: Color, occupied: SquareSet) -> SquareSet {
        SquareSet::from_bits(attackers::<AnyArmy>(self, square, by, occupied.bits())) & occupied
    }
}

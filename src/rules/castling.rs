//! [`CastlingRights`]: the rooks that may still castle. A right is stored as the square of its rook.
//!
//! Source: FIDE Laws of Chess, article 3.8.2 and Guidelines II (Chess960).

use crate::board::Board0x88;
use crate::geometry::{Rank, Square};
use crate::moves::{CastlingSide, Move};
use crate::piece::{Color, Piece, Role};

/// The rooks that may still castle, by side of the board and colour.
///
/// ```
/// use chess0x88::{CastlingSide, Chess, Color, Square};
/// let rights = Chess::startpos().castling_rights();
/// assert_eq!(rights.rook(Color::Black, CastlingSide::Queen), Some(Square::A8));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CastlingRights {
    rooks: [[Option<Square>; 2]; 2],
}

impl CastlingRights {
    /// No right to castle.
    pub const NONE: CastlingRights = CastlingRights { rooks: [[None; 2]; 2] };

    /// The order of castling rights in FEN, `KQkq`.
    pub(crate) const SIDES: &'static [(Color, CastlingSide); 4] = &[
        (Color::White, CastlingSide::King),
        (Color::White, CastlingSide::Queen),
        (Color::Black, CastlingSide::King),
        (Color::Black, CastlingSide::Queen),
    ];

    /// The rook with which this colour may castle on this side.
    #[must_use]
    #[inline]
    pub const fn rook(&self, color: Color, side: CastlingSide) -> Option<Square> {
        self.rooks[color as usize][side as usize]
    }

    /// Returns `true` if this colour has the right to castle on this side: king and rook have not moved.
    ///
    /// ```
    /// use chess0x88::{CastlingSide, Chess, Color};
    /// let position: Chess = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1".parse()?;
    /// assert!(position.castling_rights().has(Color::White, CastlingSide::Queen));
    /// assert!(!position.castling_rights().has(Color::White, CastlingSide::King));
    /// # Ok::<(), chess0x88::fen::FenError>(())
    /// ```
    #[doc(alias("can_castle", "has_kingside_castling_rights", "has_queenside_castling_rights"))]
    #[must_use]
    #[inline]
    pub const fn has(&self, color: Color, side: CastlingSide) -> bool {
        self.rook(color, side).is_some()
    }

    /// Gives the right to the rook on this square, or removes the right with `None`.
    pub const fn set(&mut self, color: Color, side: CastlingSide, rook: Option<Square>) {
        self.rooks[color as usize][side as usize] = rook;
    }

    /// Returns `true` if neither side may castle.
    #[must_use]
    #[inline]
    pub const fn is_empty(&self) -> bool {
        matches!(self.rooks, [[None, None], [None, None]])
    }

    /// All rights: White's before Black's, the king's side before the queen's.
    pub fn iter(&self) -> impl Iterator<Item = (Color, CastlingSide, Square)> {
        let rights = *self;
        CastlingRights::SIDES.iter().filter_map(move |&(color, side)| Some((color, side, rights.rook(color, side)?)))
    }

    /// The rooks with which a colour may castle.
    pub(super) const fn of(self, color: Color) -> [Option<Square>; 2] {
        self.rooks[color as usize]
    }

    /// Removes the rights that a move loses: both rights of a moving king, and the right of a rook that leaves its square or is
    /// captured.
    #[inline]
    pub(crate) fn lose_by(&mut self, color: Color, mv: Move, moved: Option<Piece>, captured: Option<Piece>) {
        if !self.may_change(moved, captured) {
            return;
        }
        if moved.is_some_and(|piece| piece.role() == Role::King) {
            self.rooks[color as usize] = [None; 2];
        }
        for rook in self.rooks.as_flattened_mut() {
            if *rook == Some(mv.from()) || *rook == Some(mv.to()) {
                *rook = None;
            }
        }
    }

    /// Returns `true` if a move of one piece that captures another can lose rights.
    #[inline]
    pub(crate) fn may_change(self, moved: Option<Piece>, captured: Option<Piece>) -> bool {
        // One bit for each code replaces branches on the piece.
        const ROOKS: u32 = codes(Role::Rook);
        const KINGS_AND_ROOKS: u32 = ROOKS | codes(Role::King);
        let is_in = |codes: u32, piece| codes >> (Piece::code_of(piece) & 31);
        !self.is_empty() && (is_in(KINGS_AND_ROOKS, moved) | is_in(ROOKS, captured)) & 1 != 0
    }

    /// The rights as a number of one byte each. Different rights have different numbers.
    #[inline]
    pub(crate) const fn bits(self) -> u32 {
        const fn byte(rook: Option<Square>) -> u8 {
            match rook {
                Some(square) => square as u8 + 1,
                None => 0,
            }
        }
        let [[a, b], [c, d]] = self.rooks;
        u32::from_le_bytes([byte(a), byte(b), byte(c), byte(d)])
    }

    /// Returns `true` if the king and the rook of a right are [in place](CastlingRights::is_valid) on a board with these kings.
    #[inline]
    pub(super) const fn is_in_place(
        board: &Board0x88,
        kings: [Option<Square>; 2],
        (color, side, rook): (Color, CastlingSide, Square),
    ) -> bool {
        match kings[color as usize] {
            Some(king) => CastlingRights::is_valid(board, king, color, side, rook),
            None => false,
        }
    }

    /// Returns `true` if the king and rook of each right are [in place](CastlingRights::is_in_place).
    #[inline]
    pub(super) const fn are_in_place(self, board: &Board0x88, kings: [Option<Square>; 2]) -> bool {
        let mut n = 0;
        while n < CastlingRights::SIDES.len() {
            let (color, side) = CastlingRights::SIDES[n];
            if let Some(rook) = self.rook(color, side)
                && !CastlingRights::is_in_place(board, kings, (color, side, rook))
            {
                return false;
            }
            n += 1;
        }
        true
    }

    /// Returns `true` if king and rook of a right are in place: both on the first rank of their colour, and the rook on its side of
    /// the king.
    pub(crate) const fn is_valid(
        board: &Board0x88,
        king: Square,
        color: Color,
        side: CastlingSide,
        rook: Square,
    ) -> bool {
        let home = color.relative_rank(Rank::First) as u8;
        king.rank() as u8 == home
            && rook.rank() as u8 == home
            && CastlingSide::of(king, rook) as u8 == side as u8
            && board.holds(rook, Piece::new(color, Role::Rook))
    }
}

/// The codes of a role in both colours, as a set of numbers below 32.
const fn codes(role: Role) -> u32 {
    1 << Piece::new(Color::White, role).code() | 1 << Piece::new(Color::Black, role).code()
}

/// The rook nearest to the edge on one side of a colour's first rank, with the king on its inner side: the rook of X-FEN's `K` and
/// `Q`.
pub(crate) const fn outermost_rook(board: &Board0x88, color: Color, side: CastlingSide) -> Option<Square> {
    let mut at = Square::new(side.edge(), color.relative_rank(Rank::First));
    while !board.holds(at, Piece::new(color, Role::Rook)) {
        at = match at.checked_add(side.opposite().outward() as i8) {
            Some(next) if !board.holds(at, Piece::new(color, Role::King)) => next,
            _ => return None,
        };
    }
    Some(at)
}

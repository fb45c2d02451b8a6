//! Questions about the pieces and the state of a position.

use super::Position;
use crate::attacks;
use crate::board::{Bitboards, Board0x88};
use crate::geometry::{Square, SquareSet};
use crate::material::Material;
use crate::piece::{Color, Piece};
use crate::rules::{CastlingRights, Rules};

/// # Look
impl<R: Rules> Position<R> {
    /// The board with the pieces.
    #[must_use]
    #[inline]
    pub const fn board(&self) -> &Board0x88 {
        &self.board
    }

    /// The piece on a square.
    ///
    /// ```
    /// use chess0x88::{Chess, Color, Piece, Role, Square};
    /// assert_eq!(
    ///     Chess::startpos().piece_at(Square::E1),
    ///     Some(Piece::new(Color::White, Role::King))
    /// );
    /// ```
    #[doc(alias("piece_on", "get"))]
    #[must_use]
    #[inline]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board.piece_at(square)
    }

    /// The side to move.
    #[doc(alias("side_to_move", "stm", "active_color"))]
    #[must_use]
    #[inline]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// The state that the board does not show: castling rights and en passant square in chess, the count in Makruk.
    #[must_use]
    #[inline]
    pub(crate) const fn state(&self) -> &R::State {
        &self.state
    }

    /// The square of the king of this colour.
    #[doc(alias("king_square", "king_sq"))]
    #[must_use]
    #[inline]
    pub const fn king(&self, color: Color) -> Square {
        self.kings[color as usize]
    }

    /// The rooks that may still castle.
    #[doc(alias("castles", "castle_rights", "get_castling_rights"))]
    #[must_use]
    #[inline]
    pub fn castling_rights(&self) -> CastlingRights {
        R::castling(&self.state)
    }

    /// The half-move clock: plies since the last capture or pawn move (FIDE article 9.3). The number saturates.
    #[doc(alias("halfmoves", "rule50", "fifty_move_counter"))]
    #[must_use]
    #[inline]
    pub const fn halfmove_clock(&self) -> u32 {
        self.halfmove_clock
    }

    /// The number of the full move, from 1. The number saturates.
    #[doc(alias("fullmoves", "move_number"))]
    #[must_use]
    #[inline]
    pub const fn fullmove_number(&self) -> u32 {
        self.fullmove_number
    }

    /// The number of plies before this position, computed from the move number and the turn: 0 at the start, 1 after White's first
    /// move. The number saturates.
    ///
    /// ```
    /// use chess0x88::Chess;
    /// let position: Chess = "4k3/8/8/8/8/8/8/4K3 b - - 0 31".parse()?;
    /// assert_eq!(position.ply(), 61);
    /// # Ok::<(), chess0x88::fen::FenError>(())
    /// ```
    #[must_use]
    #[inline]
    pub const fn ply(&self) -> u32 {
        self.fullmove_number.saturating_sub(1).saturating_mul(2).saturating_add(self.turn as u32)
    }

    /// The pieces that give check to the side to move.
    ///
    /// ```
    /// use chess0x88::Chess;
    /// let position: Chess = "4k3/8/8/8/7b/8/4r3/4K3 w - - 0 1".parse()?;
    /// assert_eq!(position.checkers().to_string(), "e2 h4");
    /// # Ok::<(), chess0x88::fen::FenError>(())
    /// ```
    #[inline]
    pub const fn checkers(&self) -> SquareSet {
        self.checkers
    }

    /// Returns `true` if the side to move is in check.
    #[doc(alias("in_check"))]
    #[must_use]
    #[inline]
    pub const fn is_check(&self) -> bool {
        !self.checkers.is_empty()
    }

    /// The board in the form that the generators take.
    #[inline]
    pub(crate) fn bitboards(&self) -> Bitboards {
        self.board.bitboards()
    }

    /// The squares of the pieces of this colour that attack the square, pinned pieces included. The piece on the square and the
    /// side to move make no difference.
    ///
    /// ```
    /// use chess0x88::{Chess, Color, Square};
    /// let start = Chess::startpos();
    /// assert_eq!(start.attackers(Square::F3, Color::White).to_string(), "g1 e2 g2");
    /// ```
    pub fn attackers(&self, square: Square, by: Color) -> SquareSet {
        SquareSet::from_bits(attacks::attackers::<R>(self.board(), square, by, self.board().occupied().bits()))
    }

    /// Counts the pieces of each kind and side on the [board](Position::board).
    ///
    /// ```
    /// use chess0x88::Makruk;
    /// assert_eq!(Makruk::startpos().material().to_string(), "KRRNNSSMPPPPPPPP v KRRNNSSMPPPPPPPP");
    /// ```
    #[must_use]
    pub fn material(&self) -> Material {
        self.board().material()
    }
}

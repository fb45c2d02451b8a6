//! [`Setup`]: a position that need not be legal.

use super::{CastlingRights, ChessRules, Rules, outermost_rook};
use crate::board::Board0x88;
use crate::geometry::{File, Rank, Square};
use crate::moves::CastlingSide;
use crate::piece::{Color, Piece, Role};

/// All parts of a position. Each part may be wrong.
///
/// ```
/// use chess0x88::{ChessRules, Color, Piece, Role, Setup, Square, Violation};
/// let mut setup = Setup::<ChessRules>::empty();
/// setup.board.set(Square::E1, Some(Piece::new(Color::White, Role::King)));
/// setup.board.set(Square::E2, Some(Piece::new(Color::Black, Role::King)));
/// let violations = setup.to_position().unwrap_err();
/// assert!(violations.contains(Violation::OppositeCheck));
///
/// setup.board.set(Square::E2, None);
/// setup.board.set(Square::E8, Some(Piece::new(Color::Black, Role::King)));
/// assert_eq!(setup.to_position().unwrap().legal_moves().len(), 5);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setup<R: Rules = ChessRules> {
    /// The pieces on the squares.
    pub board: Board0x88,
    /// The side to move.
    pub turn: Color,
    /// The state that the board does not show: castling rights and en passant square in chess, the count in Makruk.
    pub state: R::State,
    /// The half-move clock: plies since the last capture or pawn move.
    pub halfmove_clock: u32,
    /// The number of the full move, from 1. A position reads 0 as 1.
    pub fullmove_number: u32,
}

/// A board with these pieces of White and of Black on their first ranks, and pawns on this relative rank.
pub(super) const fn arrayed(white: [Role; 8], black: [Role; 8], pawns: Rank) -> Board0x88 {
    let mut board = Board0x88::empty();
    let mut n = 0;
    while n < Color::COUNT * File::COUNT {
        let (color, file) = (Color::ALL[n / File::COUNT], File::ALL[n % File::COUNT]);
        let role = color.pick(white, black)[file.index()];
        board.set(Square::new(file, color.relative_rank(Rank::First)), Some(Piece::new(color, role)));
        board.set(Square::new(file, color.relative_rank(pawns)), Some(Piece::new(color, Role::Pawn)));
        n += 1;
    }
    board
}

impl<R: Rules> Setup<R> {
    /// Returns an empty board with White to move.
    #[doc(alias("clear"))]
    #[must_use]
    pub fn empty() -> Setup<R> {
        Setup {
            board: Board0x88::empty(),
            turn: Color::White,
            state: R::State::default(),
            halfmove_clock: 0,
            fullmove_number: 1,
        }
    }

    /// Gives or removes the right to castle on a side, and returns `true` if the right is there afterwards: the function for a
    /// check box in an editor.
    ///
    /// The right goes to the outermost rook on that side of the king. A right that is already there keeps its rook, which in
    /// Chess960 may be another rook; [`CastlingRights::set`](crate::CastlingRights::set) takes any rook. If king and rook are not
    /// on the first rank of their colour, the right is removed. Makruk has no castling.
    ///
    /// ```
    /// use chess0x88::{CastlingSide, ChessRules, Color, Setup};
    /// let mut setup: Setup<ChessRules> = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1".parse()?;
    /// assert!(setup.set_castling(Color::White, CastlingSide::Queen, true));
    /// // No rook stands there.
    /// assert!(!setup.set_castling(Color::White, CastlingSide::King, true));
    /// assert_eq!(setup.fen(), "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
    /// assert!(!setup.set_castling(Color::White, CastlingSide::Queen, false));
    /// assert_eq!(setup.fen(), "4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    /// # Ok::<(), chess0x88::fen::FenError>(())
    /// ```
    #[doc(alias("set_castling_rights", "set_castling_fen"))]
    pub fn set_castling(&mut self, color: Color, side: CastlingSide, may: bool) -> bool {
        let mut parts = R::parts(&self.state);
        let king = self.board.king(color);
        let is_valid =
            |&rook: &Square| king.is_some_and(|king| CastlingRights::is_valid(&self.board, king, color, side, rook));
        let rook = parts.castling.rook(color, side).filter(is_valid);
        let rook = rook.or_else(|| outermost_rook(&self.board, color, side).filter(is_valid));
        parts.castling.set(color, side, rook.filter(|_| may));
        self.state = R::from_parts(parts);
        R::castling(&self.state).rook(color, side).is_some()
    }

    /// Sets all castling rights at once. Makruk has none.
    ///
    /// ```
    /// use chess0x88::{Chess, ChessRules, Setup};
    /// let mut setup: Setup<ChessRules> = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1".parse()?;
    /// setup.set_castling_rights(
    ///     "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1".parse::<Chess>()?.castling_rights(),
    /// );
    /// assert_eq!(setup.fen(), "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
    /// # Ok::<(), chess0x88::fen::FenError>(())
    /// ```
    #[inline]
    pub fn set_castling_rights(&mut self, rights: CastlingRights) {
        self.state = R::from_parts(super::Parts { castling: rights, ..R::parts(&self.state) });
    }

    /// Sets the square that the last double step passed. Makruk has none.
    ///
    /// ```
    /// use chess0x88::{ChessRules, Setup, Square};
    /// let mut setup: Setup<ChessRules> = "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1".parse()?;
    /// setup.set_en_passant(Some(Square::E3));
    /// assert!(setup.to_position().is_ok());
    /// # Ok::<(), chess0x88::fen::FenError>(())
    /// ```
    #[inline]
    pub fn set_en_passant(&mut self, square: Option<Square>) {
        self.state = R::from_parts(super::Parts { en_passant: square, ..R::parts(&self.state) });
    }
}

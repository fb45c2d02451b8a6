//! [`Setup`]: a position that need not be legal, and the way to a legal one.

use super::{Position, Violation, Violations};
use crate::attacks;
use crate::board::Board0x88;
use crate::geometry::{Rank, Square, SquareSet};
use crate::piece::{Color, Piece, Role};
use crate::rules::Rules;

/// Everything a position consists of, each part free to be wrong.
///
/// ```
/// use chess0x88::{ChessRules, Color, Piece, Role, Setup, Square, Violation};
/// let mut setup = Setup::<ChessRules>::empty();
/// setup.board.set(Square::E1, Some(Piece::new(Color::White, Role::King)));
/// setup.board.set(Square::E2, Some(Piece::new(Color::Black, Role::King)));
/// let violations = setup.into_position().unwrap_err();
/// assert!(violations.contains(Violation::OppositeCheck));
///
/// setup.board.set(Square::E2, None);
/// setup.board.set(Square::E8, Some(Piece::new(Color::Black, Role::King)));
/// assert_eq!(setup.into_position().unwrap().legal_moves().len(), 5);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup<R: Rules> {
    /// The pieces on the squares.
    pub board: Board0x88,
    /// The side to move.
    pub turn: Color,
    /// What the game remembers besides: castling and en passant in chess.
    pub state: R::State,
    /// Plies since the last capture or pawn move.
    pub halfmove_clock: u32,
    /// The number of the full move, from 1; a position reads 0 as 1.
    pub fullmove_number: u32,
}

impl<R: Rules> Setup<R> {
    /// An empty board, White to move.
    #[must_use]
    pub fn empty() -> Setup<R> {
        Setup {
            board: Board0x88::EMPTY,
            turn: Color::White,
            state: R::State::default(),
            halfmove_clock: 0,
            fullmove_number: 1,
        }
    }

    /// Everything that keeps the setup from being a legal position.
    #[must_use]
    pub fn violations(&self) -> Violations {
        self.examine().0
    }

    /// The violations, and where the kings stand, which is the rest of what a position wants to know.
    #[inline]
    fn examine(&self) -> (Violations, [Option<Square>; 2]) {
        let board = &self.board;
        let planes = board.planes();
        let mut violations = Violations::NONE;
        if planes.occupied().is_empty() {
            violations |= Violation::Empty.into();
        }
        // A pawn never stands behind its start, nor where it would have promoted in a lifetime of moves.
        if !(planes.role(Role::Pawn) & (Rank::First.squares() | Rank::Eighth.squares())).is_empty() {
            violations |= Violation::PawnOnBackRank.into();
        }
        let own = R::ROLES.iter().fold(SquareSet::EMPTY, |own, &role| own | planes.role(role));
        if own != planes.occupied() {
            violations |= Violation::ForeignPiece.into();
        }
        let kings = Color::ALL.map(|color| planes.squares_of(Piece::new(color, Role::King)));
        for color in Color::ALL {
            match kings[color as usize].len() {
                0 => violations |= Violation::missing_king(color).into(),
                1 => {}
                _ => violations |= Violation::too_many_kings(color).into(),
            }
        }
        if let Some(king) = kings[!self.turn as usize].first()
            && !attacks::attackers_among(board, &planes, king, self.turn).is_empty()
        {
            violations |= Violation::OppositeCheck.into();
        }
        (violations | R::violations(self, &planes), kings.map(SquareSet::first))
    }

    /// The position that this setup describes.
    ///
    /// # Errors
    /// All [`violations`](Setup::violations), if there are any.
    pub fn into_position(self) -> Result<Position<R>, Violations> {
        self.into_position_with(Violations::NONE)
    }

    /// The position that this setup describes, though it may have the `tolerated` violations. Only those in
    /// [`Violations::TOLERABLE`] can be tolerated: too much material and checks that no game leads to.
    ///
    /// ```
    /// use chess0x88::{ChessRules, Setup, Violations};
    /// let ten_pawns: Setup<ChessRules> = "7k/PPPPPP2/PPPP4/8/8/8/8/K7 w - - 0 1".parse()?;
    /// assert!(ten_pawns.into_position().is_err());
    /// assert_eq!(ten_pawns.into_position_with(Violations::TOLERABLE).unwrap().promotions().len(), 24);
    /// # Ok::<(), chess0x88::FenError>(())
    /// ```
    ///
    /// # Errors
    /// All [`violations`](Setup::violations), if any of them is not tolerated.
    pub fn into_position_with(self, tolerated: Violations) -> Result<Position<R>, Violations> {
        let (violations, kings) = self.examine();
        match kings {
            [Some(white), Some(black)] if (violations & !(tolerated & Violations::TOLERABLE)).is_empty() => {
                Ok(Position::new(self, [white, black]))
            }
            _ => Err(violations),
        }
    }
}

impl<R: Rules> From<Position<R>> for Setup<R> {
    fn from(position: Position<R>) -> Setup<R> {
        position.into_setup()
    }
}

impl<R: Rules> TryFrom<Setup<R>> for Position<R> {
    type Error = Violations;

    fn try_from(setup: Setup<R>) -> Result<Position<R>, Violations> {
        setup.into_position()
    }
}

//! Constructors of positions: from a start of the game, or from a valid setup; and the way back.

use super::{Chess, Position};
use crate::geometry::{Square, SquareSet};
use crate::piece::Color;
use crate::rules::{Rules, Setup, Violations, chess960_number, chess960_start};

/// # Construct
///
/// [`from_fen`](Position::from_fen) or `parse` read a FEN. [`Setup::to_position`] turns a [`Setup`] into a position.
impl<R: Rules> Position<R> {
    /// The start position of the game. The function is `const`.
    ///
    /// ```
    /// use chess0x88::Chess;
    /// const START: Chess = Chess::startpos();
    /// assert_eq!(START.legal_moves().len(), 20);
    /// ```
    #[doc(alias("initial", "new", "starting_position", "START_FEN", "STARTING_FEN", "DEFAULT_POSITION"))]
    #[must_use]
    pub const fn startpos() -> Position<R> {
        const { Position::from_start(R::START) }
    }

    /// Builds a start position. Each start has one king per side and no check, as `from_valid` requires. A test validates all
    /// starts.
    const fn from_start(start: Setup<R>) -> Position<R> {
        let kings = match (start.board.king(Color::White), start.board.king(Color::Black)) {
            (Some(white), Some(black)) => [white, black],
            _ => [Square::E1, Square::E8],
        };
        Position::from_valid(start, kings, SquareSet::EMPTY)
    }

    /// Builds the position of a valid setup from the squares of the kings and the checkers.
    #[inline]
    pub(crate) const fn from_valid(setup: Setup<R>, kings: [Square; 2], checkers: SquareSet) -> Position<R> {
        // Move numbers start from 1.
        let fullmove_number = if setup.fullmove_number == 0 { 1 } else { setup.fullmove_number };
        Position {
            board: setup.board,
            checkers,
            kings,
            turn: setup.turn,
            state: setup.state,
            halfmove_clock: setup.halfmove_clock,
            fullmove_number,
        }
    }

    /// Returns the position as a setup, to edit and validate again.
    #[must_use]
    pub const fn to_setup(self) -> Setup<R> {
        Setup {
            board: self.board,
            turn: self.turn,
            state: self.state,
            halfmove_clock: self.halfmove_clock,
            fullmove_number: self.fullmove_number,
        }
    }
}

impl<R: Rules> Setup<R> {
    /// Validates the setup and returns its position.
    ///
    /// # Errors
    /// All [`violations`](Setup::violations) of the setup. [`ImpossibleDoubleStep`](crate::Violation::ImpossibleDoubleStep) alone
    /// is no error.
    #[doc(alias("position", "validate"))]
    pub fn to_position(self) -> Result<Position<R>, Violations> {
        self.to_position_with(Violations::NONE)
    }

    /// Validates the setup and returns its position, with the `tolerated` violations allowed. Only violations in
    /// [`Violations::TOLERABLE`] can be tolerated: too much material, and checks that no game leads to.
    ///
    /// ```
    /// use chess0x88::{ChessRules, Setup, Violations};
    /// let ten_pawns: Setup<ChessRules> = "7k/PPPPPP2/PPPP4/8/8/8/8/K7 w - - 0 1".parse()?;
    /// assert!(ten_pawns.to_position().is_err());
    /// assert_eq!(
    ///     ten_pawns.to_position_with(Violations::TOLERABLE).unwrap().legal_promotions().len(),
    ///     24
    /// );
    /// # Ok::<(), chess0x88::fen::FenError>(())
    /// ```
    ///
    /// # Errors
    /// All [`violations`](Setup::violations), if at least one is not tolerated.
    pub fn to_position_with(self, tolerated: Violations) -> Result<Position<R>, Violations> {
        let (kings, checkers) = self.examine().accept(tolerated)?;
        Ok(Position::from_valid(self, kings, checkers))
    }
}

impl<R: Rules> From<Position<R>> for Setup<R> {
    fn from(position: Position<R>) -> Setup<R> {
        position.to_setup()
    }
}

impl<R: Rules> TryFrom<Setup<R>> for Position<R> {
    type Error = Violations;

    fn try_from(setup: Setup<R>) -> Result<Position<R>, Violations> {
        setup.to_position()
    }
}

/// # Starts of Chess960
impl Chess {
    /// Returns the Chess960 start with this number, 0 to 959, in Reinhard Scharnagl's numbering. Number 518 is the standard start.
    ///
    /// ```
    /// use chess0x88::Chess;
    /// assert_eq!(Chess::chess960(518), Some(Chess::startpos()));
    /// assert_eq!(
    ///     Chess::chess960(0).unwrap().fen().as_str(),
    ///     "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1"
    /// );
    /// assert_eq!(Chess::chess960(960), None);
    /// ```
    #[doc(alias("from_chess960_pos", "chess960_startpos", "from_scharnagl"))]
    #[must_use]
    pub const fn chess960(number: u16) -> Option<Chess> {
        if number < 960 { Some(Position::from_start(chess960_start(number))) } else { None }
    }

    /// Returns the number of the Chess960 start that equals this position, with castling rights and without clocks; `None` for any
    /// other position.
    ///
    /// ```
    /// use chess0x88::Chess;
    /// let mut position = Chess::startpos();
    /// assert_eq!(position.chess960_number(), Some(518));
    /// position.play(position.parse_san("e4")?)?;
    /// assert_eq!(position.chess960_number(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn chess960_number(&self) -> Option<u16> {
        chess960_number(&self.board).filter(|&number| Chess::chess960(number) == Some(*self))
    }
}

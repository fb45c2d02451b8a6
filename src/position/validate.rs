//! From a setup to a position, and back.

use super::Position;
use crate::rules::{Rules, Setup, Violations};

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

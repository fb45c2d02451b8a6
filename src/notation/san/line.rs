//! Writing a line of moves: SAN with the numbers of the moves.

use core::fmt;

use crate::movegen::IllegalMove;
use crate::moves::Move;
use crate::piece::Color;
use crate::position::Position;
use crate::rules::Rules;

impl<R: Rules> Position<R> {
    /// Writes moves that follow this position in SAN, with their numbers as in PGN: an engine's line, the solution of a puzzle.
    ///
    /// ```
    /// use chess0x88::Chess;
    /// let mut position = Chess::startpos();
    /// let mut play = |san| position.play_san(san);
    /// let moves = [play("Nf3")?, play("Nc6")?, play("g3")?];
    /// assert_eq!(Chess::startpos().san_line(&moves)?.to_string(), "1. Nf3 Nc6 2. g3");
    /// let after = Chess::startpos().after(moves[0])?;
    /// assert_eq!(after.san_line(&moves[1..])?.to_string(), "1... Nc6 2. g3");
    /// assert!(after.san_line(&moves).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The first illegal move, and why it is illegal.
    #[doc(alias("variation_san"))]
    pub fn san_line<'a>(&self, moves: &'a [Move]) -> Result<impl fmt::Display + use<'a, R>, IllegalMove> {
        let mut position = *self;
        moves.iter().try_for_each(|&mv| position.play(mv))?;
        Ok(Line { start: *self, moves })
    }
}

/// Legal moves that follow a position.
struct Line<'a, R: Rules> {
    start: Position<R>,
    moves: &'a [Move],
}

impl<R: Rules> fmt::Display for Line<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut position = self.start;
        for (ply, &mv) in self.moves.iter().enumerate() {
            if ply > 0 {
                f.write_str(" ")?;
            }
            match position.turn() {
                Color::White => write!(f, "{}. ", position.fullmove_number())?,
                Color::Black if ply == 0 => write!(f, "{}... ", position.fullmove_number())?,
                Color::Black => {}
            }
            f.write_str(position.san(mv).as_str())?;
            position.play_unchecked(mv);
        }
        Ok(())
    }
}

//! The ends of a game by the rules, all in [`ending`] in their order. Players end a game in `record`, on the terms in `players`.

use crate::piece::Color;
use crate::position::Position;
use crate::rules::{DrawReason, Outcome, Rules, WinReason};

/// # The end of the game
impl<R: Rules> Position<R> {
    /// Returns `true` if the side to move is in check and has no legal move.
    #[must_use]
    pub fn is_checkmate(&self) -> bool {
        self.is_check() && !self.has_legal_move()
    }

    /// Returns `true` if the side to move is not in check and has no legal move.
    ///
    /// ```
    /// use chess0x88::Chess;
    /// let position: Chess = "7k/5Q2/8/8/8/8/8/K7 b - - 0 1".parse()?;
    /// assert!(position.is_stalemate() && !position.is_checkmate());
    /// # Ok::<(), chess0x88::fen::FenError>(())
    /// ```
    #[must_use]
    pub fn is_stalemate(&self) -> bool {
        !self.is_check() && !self.has_legal_move()
    }

    /// Returns `true` if a side could never mate with its pieces, even with the other side's help. This decides between a loss and
    /// a draw when the other side resigns or its flag falls (FIDE articles 5.1.2, 6.9).
    ///
    /// In chess the result is `true` for a bare king; for a lone knight against a bare king or a king with queens; and for bishops
    /// if all bishops of both sides stand on squares of one colour and there are no pawns and knights. Otherwise the squares of the
    /// pieces play no part: a side that is walled in by blocked pawns counts as able to mate.
    ///
    /// In Makruk the result is `true` for a bare Khun; and for a lone Ma, a lone Bia, or Met on squares of one colour, if no other
    /// piece is on the board to take a square from the other Khun. (Fairy-Stockfish has the same rule except for the Bia.)
    ///
    /// ```
    /// use chess0x88::{Chess, Color};
    /// let position: Chess = "4k1q1/8/8/8/8/8/8/4K1N1 w - - 0 1".parse()?;
    /// assert!(position.has_insufficient_material(Color::White));
    /// assert!(!position.has_insufficient_material(Color::Black));
    /// let two_knights: Chess = "4k3/8/8/8/8/8/8/4KNN1 w - - 0 1".parse()?;
    /// // A mate is possible, but cannot be forced.
    /// assert!(!two_knights.has_insufficient_material(Color::White));
    /// # Ok::<(), chess0x88::fen::FenError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn has_insufficient_material(&self, color: Color) -> bool {
        R::has_insufficient_material(self.board(), color)
    }

    /// Returns `true` if neither side has enough pieces to mate. A game of chess is then drawn at once (FIDE article 5.2.2). In
    /// Makruk the count and repetition decide.
    ///
    /// ```
    /// use chess0x88::Chess;
    /// let position: Chess = "4k3/8/8/8/8/8/8/4K1N1 w - - 0 1".parse()?;
    /// assert!(position.is_insufficient_material());
    /// # Ok::<(), chess0x88::fen::FenError>(())
    /// ```
    #[doc(alias("insufficient_material"))]
    #[must_use]
    #[inline]
    pub fn is_insufficient_material(&self) -> bool {
        Color::ALL.into_iter().all(|color| self.has_insufficient_material(color))
    }

    /// Returns the end of the game in this position, independent of earlier moves: checkmate, stalemate, insufficient material, or
    /// seventy-five moves, in this order. In Makruk the count replaces the last, and can turn a mate into a draw. `None` if the
    /// game goes on.
    ///
    /// Only a [`History`](crate::History) or a `Game` knows repetitions. Fifty moves and threefold repetition end a game only by a
    /// claim.
    ///
    /// ```
    /// use chess0x88::game::DrawReason;
    /// use chess0x88::{Chess, Outcome};
    /// assert_eq!(Chess::startpos().outcome(), None);
    /// let shuffled: Chess = "4k3/8/8/8/8/8/8/R3K3 w - - 150 100".parse()?;
    /// assert_eq!(shuffled.outcome(), Some(Outcome::Draw(DrawReason::SeventyFiveMoves)));
    /// # Ok::<(), chess0x88::fen::FenError>(())
    /// ```
    #[doc(alias("is_game_over", "is_over", "game_over", "is_draw", "is_end", "status", "result"))]
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        ending(self, 1, || false)
    }
}

/// Returns the end by the rules for a position that has occurred `repetitions` times. `is_dead` tests if neither side can mate,
/// beyond the pieces.
#[inline]
pub(super) fn ending<R: Rules>(
    position: &Position<R>,
    repetitions: u32,
    is_dead: impl FnOnce() -> bool,
) -> Option<Outcome> {
    let stuck = !position.has_legal_move();
    let mated = stuck && position.is_check();
    let special = R::special_outcome(position.board(), position.turn(), position.state(), mated);
    if special.is_some() {
        return special;
    } else if mated {
        return Some(Outcome::Win { winner: !position.turn(), by: WinReason::Checkmate });
    }
    let reached = |count, (limit, reason)| (count >= limit).then_some(reason);
    let draw = if stuck {
        Some(DrawReason::Stalemate)
    } else if R::MATERIAL_DRAWS && position.is_insufficient_material() {
        Some(DrawReason::InsufficientMaterial)
    } else {
        let moves = R::MOVE_LIMIT.and_then(|limit| reached(position.halfmove_clock(), limit));
        let limited = moves.or_else(|| reached(repetitions, R::RULES.repetition_limit));
        limited.or_else(|| (R::MATERIAL_DRAWS && is_dead()).then_some(DrawReason::DeadPosition))
    };
    draw.map(Outcome::Draw)
}

//! Whether a move gives check, without playing it.

use crate::attacks;
use crate::geometry::{Reach, Square, SquareSet, delta};
use crate::moves::{Move, MoveKind};
use crate::piece::Piece;
use crate::position::Position;
use crate::rules::Rules;

impl<R: Rules> Position<R> {
    /// Whether a legal move gives check, directly or by opening a line.
    ///
    /// ```
    /// use chess0x88::Chess;
    /// let position: Chess = "3k4/8/8/8/8/8/8/R3K2R w KQ - 0 1".parse()?;
    /// assert!(position.gives_check(position.parse_uci("e1c1")?)); // the rook, from d1
    /// assert!(!position.gives_check(position.parse_uci("e1g1")?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn gives_check(&self, mv: Move) -> bool {
        match mv.kind() {
            // Two pieces move or two pawns go: rare enough to try it.
            MoveKind::Castle | MoveKind::EnPassant => self.after_unchecked(mv).is_check(),
            _ => self.attacks_king_from(mv) || self.opens_line_to_king(mv),
        }
    }

    /// Whether the piece that moves attacks the enemy king from where it arrives.
    #[inline]
    fn attacks_king_from(&self, mv: Move) -> bool {
        let king = self.king(!self.turn());
        let arriving = match mv.promotion() {
            Some(role) => Some(Piece::new(self.turn(), role)),
            None => self.board().piece_at(mv.from()),
        };
        arriving.is_some_and(|piece| {
            Reach::between(mv.to(), king).intersects(piece.reach())
                && (!piece.is_slider() || self.is_clear(mv.to(), king, mv.from()))
        })
    }

    /// Whether leaving a square opens a line from one of our sliders to the enemy king.
    #[inline]
    fn opens_line_to_king(&self, mv: Move) -> bool {
        let (us, king) = (self.turn(), self.king(!self.turn()));
        let line = delta::step(king, mv.from());
        // A piece that stays on the line still stands in the way.
        if line == 0 || delta::step(king, mv.to()) == line {
            return false;
        }
        self.board().first_met(king, line).is_some_and(|(shield, _)| shield == mv.from())
            && self.board().first_met(mv.from(), line).is_some_and(|(at, piece)| {
                piece.color() == us && piece.is_slider() && Reach::between(at, king).intersects(piece.reach())
            })
    }

    /// Whether nothing stands strictly between two squares of a line, once a piece has left its square, which may have
    /// been the only thing in the way.
    fn is_clear(&self, from: Square, to: Square, left: Square) -> bool {
        let line = delta::step(from, to);
        let met = match self.board().first_met(from, line) {
            Some((at, _)) if at == left => self.board().first_met(left, line),
            met => met,
        };
        met.is_some_and(|(at, _)| at == to)
    }

    /// The first square on the way between two squares of a line where something stands, the `left` squares aside.
    pub(crate) fn blocker(&self, from: Square, to: Square, left: SquareSet) -> Option<Square> {
        let way = attacks::between(from, to) & !left;
        way.into_iter()
            .filter(|&square| self.board().piece_at(square).is_some())
            .min_by_key(|&square| from.distance(square))
    }
}

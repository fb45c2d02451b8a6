//! [`Outcome`] and [`Claim`], and what a position alone can say about them.

use core::fmt;

use crate::piece::Color;
use crate::position::Position;
use crate::rules::Rules;

/// How a game has ended.
///
/// ```
/// use chess0x88::{Chess, Color, Outcome, WinReason};
/// let mated: Chess = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3".parse()?;
/// let outcome = mated.outcome().unwrap();
/// assert_eq!(outcome, Outcome::Win { winner: Color::Black, by: WinReason::Checkmate });
/// assert_eq!(outcome.to_string(), "Black wins by checkmate");
/// assert_eq!(outcome.result(), "0-1");
/// # Ok::<(), chess0x88::FenError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// One side has won.
    Win {
        /// Which one.
        winner: Color,
        /// How.
        by: WinReason,
    },
    /// Nobody has won.
    Draw(DrawReason),
}

/// What a game was won by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WinReason {
    /// The king is attacked and nothing helps (FIDE article 5.1.1).
    Checkmate,
    /// The other side resigned (5.1.2).
    Resignation,
    /// The other side ran out of time (6.9).
    FlagFall,
}

/// What a game was drawn by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DrawReason {
    /// The side to move has no legal move and is not in check (FIDE article 5.2.1).
    Stalemate,
    /// Neither side has the pieces to mate with: the part of "dead position" that the material tells (5.2.2).
    InsufficientMaterial,
    /// The players agreed (5.2.3).
    Agreement,
    /// A side ran out of time, and the other has not the pieces to mate with (6.9).
    FlagFall,
    /// Claimed: the position occurred for the third time, or was about to (9.2). In Makruk it needs no claim.
    ThreefoldRepetition,
    /// Claimed: fifty moves of either side without a capture or pawn move (9.3).
    FiftyMoves,
    /// The position occurred for the fifth time (9.6.1).
    FivefoldRepetition,
    /// Seventy-five moves of either side without a capture or pawn move (9.6.2).
    SeventyFiveMoves,
    /// Makruk: the board's honour count passed its limit with nobody mated.
    BoardHonour,
    /// Makruk: the pieces' honour count passed its limit with nobody mated.
    PiecesHonour,
    /// Makruk: a side mated that was counting board's honour by its own choice.
    MateWhileCounting,
}

impl Outcome {
    /// The side that has won; `None` for a draw.
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self {
            Outcome::Win { winner, .. } => Some(winner),
            Outcome::Draw(_) => None,
        }
    }

    /// The result as score sheets have it: `1-0`, `0-1` or `1/2-1/2`.
    #[must_use]
    pub const fn result(self) -> &'static str {
        match self.winner() {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }
}

/// A sentence: `White wins by checkmate`, `draw by stalemate`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Win { winner, by } => write!(f, "{winner} wins by {by}"),
            Outcome::Draw(by) => write!(f, "draw by {by}"),
        }
    }
}

/// The reason in lower case: `checkmate`, `flag fall`.
impl fmt::Display for WinReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            WinReason::Checkmate => "checkmate",
            WinReason::Resignation => "resignation",
            WinReason::FlagFall => "flag fall",
        })
    }
}

/// The reason in lower case: `stalemate`, `fifty moves`.
impl fmt::Display for DrawReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            DrawReason::Stalemate => "stalemate",
            DrawReason::InsufficientMaterial => "insufficient material",
            DrawReason::Agreement => "agreement",
            DrawReason::FlagFall => "flag fall against insufficient material",
            DrawReason::ThreefoldRepetition => "threefold repetition",
            DrawReason::FiftyMoves => "fifty moves",
            DrawReason::FivefoldRepetition => "fivefold repetition",
            DrawReason::SeventyFiveMoves => "seventy-five moves",
            DrawReason::BoardHonour => "board's honour",
            DrawReason::PiecesHonour => "pieces' honour",
            DrawReason::MateWhileCounting => "mate by the side that was counting",
        })
    }
}

/// A draw that comes about only if a player asks for it. There are three questions, and the methods of
/// [`History`](crate::History) and `Game` keep them apart:
///
/// - `occurred`: is it so on the board, now?
/// - `claimable`: may the side to move claim it now, as it stands or by announcing a move?
/// - `claimable_with`: may the side to move claim it by announcing *this* move?
///
/// Nothing is claimable once the game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// Fifty moves of either side without a capture or pawn move (FIDE article 9.3).
    FiftyMoves,
    /// The same position for the third time (9.2).
    ThreefoldRepetition,
}

impl Claim {
    /// The plies, or the occurrences, that it takes.
    pub(super) const fn threshold(self) -> u32 {
        match self {
            Claim::FiftyMoves => 100,
            Claim::ThreefoldRepetition => 3,
        }
    }

    /// The draw that a claim granted leads to.
    pub(super) const fn draw(self) -> DrawReason {
        match self {
            Claim::FiftyMoves => DrawReason::FiftyMoves,
            Claim::ThreefoldRepetition => DrawReason::ThreefoldRepetition,
        }
    }
}

/// `fifty moves` or `threefold repetition`.
impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.draw().fmt(f)
    }
}

impl<R: Rules> Position<R> {
    /// Whether the side to move is in check and has no legal move.
    #[must_use]
    pub fn is_checkmate(&self) -> bool {
        self.is_check() && !self.has_legal_move()
    }

    /// Whether the side to move is not in check and has no legal move.
    ///
    /// ```
    /// use chess0x88::Chess;
    /// let position: Chess = "7k/5Q2/8/8/8/8/8/K7 b - - 0 1".parse()?;
    /// assert!(position.is_stalemate() && !position.is_checkmate());
    /// # Ok::<(), chess0x88::FenError>(())
    /// ```
    #[must_use]
    pub fn is_stalemate(&self) -> bool {
        !self.is_check() && !self.has_legal_move()
    }

    /// Whether a side has not the pieces to mate with, however badly the other plays: what decides between loss and draw
    /// when the other's flag falls (FIDE article 6.9).
    ///
    /// In chess that is a bare king; a knight against king and queens, or a bare king; and bishops when all bishops on
    /// the board, of both sides, stand on squares of one colour and there are no pawns and knights. The squares the
    /// pieces stand on are not looked at otherwise, so a side walled in by blocked pawns counts as able to mate.
    ///
    /// In Makruk it is a bare Khun; a lone Ma, or Met of one colour of squares on the whole board, when nothing else is
    /// there to take a square from the other Khun. (So it is for Fairy-Stockfish.)
    ///
    /// ```
    /// use chess0x88::{Chess, Color};
    /// let position: Chess = "4k1q1/8/8/8/8/8/8/4K1N1 w - - 0 1".parse()?;
    /// assert!(position.has_insufficient_material(Color::White));
    /// assert!(!position.has_insufficient_material(Color::Black));
    /// let two_knights: Chess = "4k3/8/8/8/8/8/8/4KNN1 w - - 0 1".parse()?;
    /// assert!(!two_knights.has_insufficient_material(Color::White)); // mate is possible, if not by force
    /// # Ok::<(), chess0x88::FenError>(())
    /// ```
    #[must_use]
    pub fn has_insufficient_material(&self, color: Color) -> bool {
        R::has_insufficient_material(self.board(), color)
    }

    /// Whether neither side has the pieces to mate with. A game of chess is drawn at once (FIDE article 5.2.2). In Makruk
    /// that is for the count and repetition to say.
    ///
    /// ```
    /// use chess0x88::Chess;
    /// let position: Chess = "4k3/8/8/8/8/8/8/4K1N1 w - - 0 1".parse()?;
    /// assert!(position.is_insufficient_material());
    /// # Ok::<(), chess0x88::FenError>(())
    /// ```
    #[must_use]
    pub fn is_insufficient_material(&self) -> bool {
        Color::ALL.into_iter().all(|color| self.has_insufficient_material(color))
    }

    /// How the game ends with this position, whatever moves led to it: checkmate, stalemate, insufficient material, or
    /// seventy-five moves, in this order. In Makruk the count takes the place of the last, and it may make a draw of a
    /// mate. `None` if the game goes on.
    ///
    /// Repetition takes a [`History`](crate::History) or a `Game` to see. Fifty moves and threefold repetition end
    /// nothing until they are claimed.
    ///
    /// ```
    /// use chess0x88::{Chess, DrawReason, Outcome};
    /// assert_eq!(Chess::startpos().outcome(), None);
    /// let shuffled: Chess = "4k3/8/8/8/8/8/8/R3K3 w - - 150 100".parse()?;
    /// assert_eq!(shuffled.outcome(), Some(Outcome::Draw(DrawReason::SeventyFiveMoves)));
    /// # Ok::<(), chess0x88::FenError>(())
    /// ```
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let stuck = !self.has_legal_move();
        let mated = stuck && self.is_check();
        let special = R::special_outcome(self.board(), self.turn(), self.state(), mated);
        if special.is_some() {
            special
        } else if mated {
            Some(Outcome::Win { winner: !self.turn(), by: WinReason::Checkmate })
        } else if stuck {
            Some(Outcome::Draw(DrawReason::Stalemate))
        } else if R::MATERIAL_DRAWS && self.is_insufficient_material() {
            Some(Outcome::Draw(DrawReason::InsufficientMaterial))
        } else if R::MOVE_LIMIT.is_some_and(|limit| self.halfmove_clock() >= limit) {
            Some(Outcome::Draw(DrawReason::SeventyFiveMoves))
        } else {
            None
        }
    }
}

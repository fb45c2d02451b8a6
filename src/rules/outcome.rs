//! [`Outcome`] and [`Claim`]: the ends that the rules know.

use core::fmt;
use core::str::FromStr;

use crate::name::{ParseNameError, by_name, named};
use crate::piece::Color;

/// The end of a game.
///
/// ```
/// use chess0x88::game::WinReason;
/// use chess0x88::{Chess, Color, Outcome};
/// let mated: Chess = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3".parse()?;
/// let outcome = mated.outcome().unwrap();
/// assert_eq!(outcome, Outcome::Win { winner: Color::Black, by: WinReason::Checkmate });
/// assert_eq!(outcome.to_string(), "Black wins by checkmate");
/// assert_eq!(outcome.result(), "0-1");
/// # Ok::<(), chess0x88::fen::FenError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Outcome {
    /// One side has won.
    Win {
        /// The side that has won.
        winner: Color,
        /// The reason.
        by: WinReason,
    },
    /// Neither side has won.
    Draw(DrawReason),
}

named! {
    /// The reason of a win.
    #[non_exhaustive]
    pub enum WinReason {
        /// The king is attacked and nothing helps (FIDE article 5.1.1).
        Checkmate = "checkmate",
        /// The other side resigned (5.1.2).
        Resignation = "resignation",
        /// The other side ran out of time (6.9).
        FlagFall = "flag fall",
    }
}

named! {
    /// The reason of a draw.
    #[non_exhaustive]
    pub enum DrawReason {
        /// The side to move has no legal move and is not in check (FIDE article 5.2.1).
        Stalemate = "stalemate",
        /// Neither side has the pieces to mate with: the part of "dead position" that the material tells (5.2.2).
        InsufficientMaterial = "insufficient material",
        /// Neither side can mate, whatever both play, though the material alone does not tell (5.2.2). A game ends
        /// so only if it is given a judge `with_dead_positions`.
        DeadPosition = "dead position",
        /// The players agreed (5.2.3).
        Agreement = "agreement",
        /// A side resigned, and the other cannot mate (5.1.2).
        Resignation = "resignation against insufficient material",
        /// A side ran out of time, and the other cannot mate (6.9).
        FlagFall = "flag fall against insufficient material",
        /// Claimed: the position occurred for the third time, or was about to (9.2). In Makruk it needs no claim.
        ThreefoldRepetition = "threefold repetition",
        /// Claimed: fifty moves of either side without a capture or pawn move (9.3).
        FiftyMoves = "fifty moves",
        /// The position occurred for the fifth time (9.6.1).
        FivefoldRepetition = "fivefold repetition",
        /// Seventy-five moves of either side without a capture or pawn move (9.6.2).
        SeventyFiveMoves = "seventy-five moves",
        /// Makruk: the board's honour count passed its limit without a mate.
        BoardHonour = "board's honour",
        /// Makruk: the pieces' honour count passed its limit without a mate.
        PiecesHonour = "pieces' honour",
        /// Makruk: a side mated that was counting board's honour by its own choice.
        MateWhileCounting = "mate by the side that was counting",
    }
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
    #[doc(alias("as_str"))]
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

/// Reads a sentence as `Display` writes it, to the letter.
///
/// ```
/// use chess0x88::game::DrawReason;
/// use chess0x88::Outcome;
/// assert_eq!("draw by stalemate".parse(), Ok(Outcome::Draw(DrawReason::Stalemate)));
/// assert_eq!(
///     "1-0".parse::<Outcome>().unwrap_err().to_string(),
///     "an outcome is a sentence such as White wins by checkmate or draw by agreement",
/// );
/// ```
impl FromStr for Outcome {
    type Err = ParseNameError;

    fn from_str(text: &str) -> Result<Outcome, ParseNameError> {
        let value = match text.split_once(" by ") {
            Some(("draw", by)) => by.parse().ok().map(Outcome::Draw),
            Some(("White wins", by)) => by.parse().ok().map(|by| Outcome::Win { winner: Color::White, by }),
            Some(("Black wins", by)) => by.parse().ok().map(|by| Outcome::Win { winner: Color::Black, by }),
            _ => None,
        };
        value
            .ok_or(ParseNameError::new("an outcome is a sentence such as White wins by checkmate or draw by agreement"))
    }
}

/// Reads a name as `Display` writes it.
impl FromStr for WinReason {
    type Err = ParseNameError;

    fn from_str(text: &str) -> Result<WinReason, ParseNameError> {
        let value = by_name(WinReason::VALUES, WinReason::name, text);
        value.ok_or(ParseNameError::new("a game is won by checkmate, resignation or flag fall"))
    }
}

/// Reads a name as `Display` writes it.
impl FromStr for DrawReason {
    type Err = ParseNameError;

    fn from_str(text: &str) -> Result<DrawReason, ParseNameError> {
        let value = by_name(DrawReason::VALUES, DrawReason::name, text);
        value.ok_or(ParseNameError::new("a game is drawn by stalemate, agreement, threefold repetition and the like"))
    }
}

named! {
    /// A draw that a player must claim. [`History`](crate::History) and `Game` answer three questions about it:
    ///
    /// - `occurred`: does the position on the board meet the condition now?
    /// - `claimable`: may the side to move claim the draw now, either for the position on the board or by announcing a move?
    /// - `claimable_with`: may the side to move claim the draw by announcing this one move?
    ///
    /// No draw is claimable once the game is over.
    #[non_exhaustive]
    pub enum Claim {
        /// Fifty moves of either side without a capture or pawn move (FIDE article 9.3).
        FiftyMoves = "fifty moves",
        /// The same position for the third time (9.2).
        ThreefoldRepetition = "threefold repetition",
    }
}

impl Claim {
    /// The plies or occurrences that it needs.
    pub(crate) const fn threshold(self) -> u32 {
        match self {
            Claim::FiftyMoves => 100,
            Claim::ThreefoldRepetition => 3,
        }
    }
}

/// Reads a name as `Display` writes it.
///
/// ```
/// use chess0x88::game::Claim;
/// assert_eq!("threefold repetition".parse(), Ok(Claim::ThreefoldRepetition));
/// let error = "stalemate".parse::<Claim>().unwrap_err();
/// assert_eq!(error.to_string(), "a player claims fifty moves or threefold repetition");
/// ```
impl FromStr for Claim {
    type Err = ParseNameError;

    fn from_str(text: &str) -> Result<Claim, ParseNameError> {
        let value = by_name(Claim::VALUES, Claim::name, text);
        value.ok_or(ParseNameError::new("a player claims fifty moves or threefold repetition"))
    }
}

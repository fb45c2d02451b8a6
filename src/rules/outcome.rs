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
    /// Drawn: half a point for each side.
    Draw(DrawReason),
    /// Neither side has won, and it is no draw: an arbiter has scored the game otherwise.
    ///
    /// ```
    /// use chess0x88::game::NoWinReason;
    /// use chess0x88::{Color, Game, Outcome};
    /// let mut game = Game::default();
    /// game.end(Outcome::NoWin { half: None, by: NoWinReason::Forfeit }, None)?;
    /// let outcome = game.outcome().unwrap();
    /// assert_eq!((outcome.result(), outcome.to_string().as_str()), ("0-0", "neither side wins by forfeit"));
    /// let half = Outcome::NoWin { half: Some(Color::White), by: NoWinReason::Adjudication };
    /// assert_eq!((half.result(), half.to_string().as_str()), ("1/2-0", "half a point for White alone by adjudication"));
    /// # Ok::<(), chess0x88::game::GameError>(())
    /// ```
    NoWin {
        /// The side that has half a point; `None` for `0-0`.
        half: Option<Color>,
        /// Why.
        by: NoWinReason,
    },
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
        /// The other side left the game: the rule of a server.
        Abandonment = "abandonment",
        /// The other side did not come to play (6.7.1).
        Forfeit = "forfeit",
        /// An arbiter, a judge or a program has decided.
        Adjudication = "adjudication",
        /// The other side broke the rules, those of fair play among them.
        RulesInfraction = "rules infraction",
        /// A reason that is not known: records often tell the result alone.
        Unknown = "unknown means",
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
        /// The players left the game: the rule of a server.
        Abandonment = "abandonment",
        /// Neither player came to play, and the tournament scores a draw.
        Forfeit = "forfeit",
        /// An arbiter, a judge or a program has decided.
        Adjudication = "adjudication",
        /// A side broke the rules, and an arbiter has drawn the game.
        RulesInfraction = "rules infraction",
        /// A reason that is not known: records often tell the result alone.
        Unknown = "unknown means",
    }
}

named! {
    /// What a game was ended by that neither side has won, and that is no draw.
    #[non_exhaustive]
    pub enum NoWinReason {
        /// Both players left the game.
        Abandonment = "abandonment",
        /// Neither player came to play (FIDE article 6.7.1).
        Forfeit = "forfeit",
        /// An arbiter has decided.
        Adjudication = "adjudication",
        /// Both players broke the rules (11.8), or one that the other could not mate.
        RulesInfraction = "rules infraction",
        /// A reason that is not known: records often tell the result alone.
        Unknown = "unknown means",
    }
}

impl Outcome {
    /// The side that has won; `None` for a draw, and where neither side has won.
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self {
            Outcome::Win { winner, .. } => Some(winner),
            Outcome::Draw(_) | Outcome::NoWin { .. } => None,
        }
    }

    /// The result as score sheets have it: `1-0`, `0-1`, `1/2-1/2`, and of arbiters `0-0`, `1/2-0` and `0-1/2`.
    #[doc(alias("as_str"))]
    #[must_use]
    pub const fn result(self) -> &'static str {
        match self {
            Outcome::Win { winner, .. } => winner.pick("1-0", "0-1"),
            Outcome::Draw(_) => "1/2-1/2",
            Outcome::NoWin { half: None, .. } => "0-0",
            Outcome::NoWin { half: Some(color), .. } => color.pick("1/2-0", "0-1/2"),
        }
    }
}

/// A sentence: `White wins by checkmate`, `draw by stalemate`, `neither side wins by forfeit`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (score, by) = match *self {
            Outcome::Win { winner, by } => (winner.pick(WHITE, BLACK), by.name()),
            Outcome::Draw(by) => (DRAW, by.name()),
            Outcome::NoWin { half: None, by } => (NEITHER, by.name()),
            Outcome::NoWin { half: Some(color), by } => (color.pick(WHITE_HALF, BLACK_HALF), by.name()),
        };
        write!(f, "{score} by {by}")
    }
}

const WHITE: &str = "White wins";
const BLACK: &str = "Black wins";
const DRAW: &str = "draw";
const NEITHER: &str = "neither side wins";
const WHITE_HALF: &str = "half a point for White alone";
const BLACK_HALF: &str = "half a point for Black alone";

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
        let (score, by) = text.split_once(" by ").unwrap_or_default();
        let win = |winner| by.parse().ok().map(|by| Outcome::Win { winner, by });
        let no_win = |half| by.parse().ok().map(|by| Outcome::NoWin { half, by });
        let value = match score {
            WHITE => win(Color::White),
            BLACK => win(Color::Black),
            DRAW => by.parse().ok().map(Outcome::Draw),
            NEITHER => no_win(None),
            WHITE_HALF => no_win(Some(Color::White)),
            BLACK_HALF => no_win(Some(Color::Black)),
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
        value.ok_or(ParseNameError::new("a game is won by checkmate, resignation, flag fall and the like"))
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

/// Reads a name as `Display` writes it.
impl FromStr for NoWinReason {
    type Err = ParseNameError;

    fn from_str(text: &str) -> Result<NoWinReason, ParseNameError> {
        let value = by_name(NoWinReason::VALUES, NoWinReason::name, text);
        value.ok_or(ParseNameError::new("neither side wins by forfeit, adjudication and the like"))
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

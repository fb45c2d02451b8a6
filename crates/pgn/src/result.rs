//! The result of a game, as PGN writes it.

use core::fmt;

use chess0x88::{Color, Outcome};

use super::{termination, token};

/// The token that ends a game.
///
/// # Examples
///
/// ```
/// use chess0x88_pgn::GameResult;
///
/// assert_eq!(GameResult::from_ascii(b"1/2-1/2"), Some(GameResult::Draw));
/// assert_eq!(GameResult::Unknown.to_string(), "*");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum GameResult {
    /// `1-0`
    WhiteWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
    /// `*`: still being played, abandoned, or not known.
    Unknown,
    /// `0-0`: a decision of an arbiter, with no points for either side.
    BothLose,
    /// `1/2-0`: a decision of an arbiter, with half a point for White alone.
    WhiteHalf,
    /// `0-1/2`: a decision of an arbiter, with half a point for Black alone.
    BlackHalf,
}

impl GameResult {
    pub(super) const ALL: [GameResult; 7] =
        [Self::WhiteWins, Self::BlackWins, Self::Draw, Self::Unknown, Self::BothLose, Self::WhiteHalf, Self::BlackHalf];

    /// Returns the result with exactly this spelling.
    #[must_use]
    pub fn from_ascii(token: &[u8]) -> Option<Self> {
        Self::ALL.into_iter().find(|result| result.as_str().as_bytes() == token)
    }

    /// Returns the result that a text names in any of the spellings that readers accept. A remark may follow.
    ///
    /// | part | spellings |
    /// |---|---|
    /// | a whole point, none | `1`, `0`; both with a fraction: `1.0`, `0.0`, `1,0`, `0,0` |
    /// | half a point | `1/2`, `½`, `0.5`, `0,5`; alone, that is a draw |
    /// | between them | a hyphen, any dash, `--`, a colon, each also with spaces or other [separators](chess0x88::san::is_separator) around it |
    /// | unknown | `*` |
    ///
    /// ```
    /// use chess0x88_pgn::GameResult;
    ///
    /// for text in ["1-0", "1:0", "1 – 0", "1.0-0.0", "1-0 (forfeit)"] {
    ///     assert_eq!(GameResult::parse_lenient(text.as_bytes()), Some(GameResult::WhiteWins));
    /// }
    /// assert_eq!(GameResult::parse_lenient("½ : ½".as_bytes()), Some(GameResult::Draw));
    /// assert_eq!(GameResult::parse_lenient(b"White"), None);
    /// ```
    #[must_use]
    pub fn parse_lenient(text: &[u8]) -> Option<Self> {
        token::named_result(text.trim_ascii()).map(|(result, _)| result)
    }

    /// The spelling.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::WhiteWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
            Self::BothLose => "0-0",
            Self::WhiteHalf => "1/2-0",
            Self::BlackHalf => "0-1/2",
        }
    }

    /// Returns the outcome for this result, with the reason that the value of the tag `Termination` gives; `None` for `*`.
    ///
    /// It knows the words of the PGN standard (`time forfeit`, `adjudication`), of lichess.org and chess.com (`Abandoned`, `Anna
    /// won on time`, `Game drawn by timeout vs insufficient material`), of match programs, and the reasons as the rules
    /// [print](chess0x88::game::WinReason) them. For any other text, an empty one and `Normal` the reason is unknown.
    ///
    /// ```
    /// use chess0x88_pgn::GameResult;
    ///
    /// let told = |result: GameResult, termination: &str| {
    ///     result.outcome(termination).unwrap().to_string()
    /// };
    /// assert_eq!(told(GameResult::WhiteWins, "Time forfeit"), "White wins by flag fall");
    /// assert_eq!(
    ///     told(GameResult::BlackWins, "Anna won - game abandoned"),
    ///     "Black wins by abandonment"
    /// );
    /// assert_eq!(told(GameResult::Draw, "Game drawn by 50-move rule"), "draw by fifty moves");
    /// assert_eq!(told(GameResult::BothLose, "forfeit"), "neither side wins by forfeit");
    /// assert_eq!(told(GameResult::WhiteWins, "Normal"), "White wins by unknown means");
    /// assert_eq!(GameResult::Unknown.outcome("Unterminated"), None);
    /// ```
    #[must_use]
    pub fn outcome(self, termination: &str) -> Option<Outcome> {
        termination::outcome(self, termination)
    }
}

/// Returns the result of an outcome, as on a score sheet.
///
/// ```
/// use chess0x88::game::{DrawReason, WinReason};
/// use chess0x88::{Color, Outcome};
/// use chess0x88_pgn::GameResult;
///
/// let mate = Outcome::Win { winner: Color::Black, by: WinReason::Checkmate };
/// assert_eq!(GameResult::from(mate), GameResult::BlackWins);
/// assert_eq!(GameResult::from(Outcome::Draw(DrawReason::Stalemate)), GameResult::Draw);
/// ```
impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Win { winner: Color::White, .. } => Self::WhiteWins,
            Outcome::Win { winner: Color::Black, .. } => Self::BlackWins,
            Outcome::Draw(_) => Self::Draw,
            Outcome::NoWin { half: None, .. } => Self::BothLose,
            Outcome::NoWin { half: Some(Color::White), .. } => Self::WhiteHalf,
            Outcome::NoWin { half: Some(Color::Black), .. } => Self::BlackHalf,
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

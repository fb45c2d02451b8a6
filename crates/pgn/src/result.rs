//! How a game ended, as PGN writes it.

use core::fmt;

use chess0x88::{Color, Outcome};

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
pub enum GameResult {
    /// `1-0`
    WhiteWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
    /// `*`: still being played, abandoned, or not known.
    Unknown,
}

impl GameResult {
    pub(super) const ALL: [GameResult; 4] = [Self::WhiteWins, Self::BlackWins, Self::Draw, Self::Unknown];

    /// The result with exactly this spelling.
    #[must_use]
    pub fn from_ascii(token: &[u8]) -> Option<Self> {
        Self::ALL.into_iter().find(|result| result.as_str().as_bytes() == token)
    }

    /// The spelling.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::WhiteWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
        }
    }
}

/// The result that score sheets have for an outcome.
///
/// ```
/// use chess0x88_pgn::GameResult;
/// use chess0x88::game::{DrawReason, WinReason};
/// use chess0x88::{Color, Outcome};
///
/// let mate = Outcome::Win { winner: Color::Black, by: WinReason::Checkmate };
/// assert_eq!(GameResult::from(mate), GameResult::BlackWins);
/// assert_eq!(GameResult::from(Outcome::Draw(DrawReason::Stalemate)), GameResult::Draw);
/// ```
impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> Self {
        match outcome.winner() {
            Some(Color::White) => Self::WhiteWins,
            Some(Color::Black) => Self::BlackWins,
            None => Self::Draw,
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

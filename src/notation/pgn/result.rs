//! How a game ended, as PGN writes it.

use crate::name::written;
use crate::piece::Color;
use crate::rules::{Outcome, result};

/// The token that ends a game.
///
/// # Examples
///
/// ```
/// use chess0x88::pgn::GameResult;
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
            Self::WhiteWins => result(Some(Color::White)),
            Self::BlackWins => result(Some(Color::Black)),
            Self::Draw => result(None),
            Self::Unknown => "*",
        }
    }
}

/// The result that score sheets have for an outcome.
///
/// ```
/// use chess0x88::pgn::GameResult;
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

written! {
    Display for GameResult: |result, f| f.pad(result.as_str());
}

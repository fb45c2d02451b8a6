//! Games: outcomes, claims, repetition, and a game from start to finish.
//!
//! ```
//! use chess0x88::game::Claim;
//! use chess0x88::{Chess, History};
//! let mut history = History::new(Chess::startpos());
//! for text in ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"] {
//!     history.play(history.position().parse_uci(text)?)?;
//! }
//! assert_eq!((history.repetitions(), history.outcome()), (3, None));
//! let outcome = history.claim(Claim::ThreefoldRepetition, None)?;
//! assert_eq!(outcome.to_string(), "draw by threefold repetition");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ```text
//!    decided by             ends the game                         allows a claim
//!    ─────────────────────  ────────────────────────────────────  ────────────────────
//!    the position alone     checkmate, stalemate,                 fifty moves
//!    (Position::outcome)    dead position, seventy-five moves
//!    the earlier moves      fivefold repetition                   threefold repetition
//!    (History, Game)
//!    the players (Game)     resignation, agreement, flag fall, a claim
//! ```
//!
//! The table is for chess. Makruk has no claims: the third repetition ends the game, and the count replaces fifty and seventy-five
//! moves. [`Rules`](crate::Rules) holds the differences.
//!
//! [`History`] serves machines without an allocator: it keeps a position and the moves since the last irreversible move. `Game`
//! (feature `alloc`) keeps every move, takes back and redoes.
//!
//! Methods of the same name mean the same on both, but for `play`: a `Game` is a record, and refuses a move after an end by the
//! players ([`GameError::Over`]). A history is also a board to think on: it plays on and forgets such an end, so an illegal move is its
//! only error.
//!
//! Repetition is counted as moves are played. Keys rule out nearly all earlier positions, and a walk back through the moves
//! confirms the rest, so the number is exact (see `span`). After more than 150 reversible plies in a row, a `Game` counts its
//! positions in a map (see `census`).
//!
//! A player whose flag falls loses, or draws if the other side cannot mate. A game looks at the pieces, now and after each move. The
//! judges that search further are in the package chess0x88-mate.
//!
//! Source: FIDE Laws of Chess (2023), articles 5.1, 5.2, 6.9, 9.2, 9.3, 9.6.

mod ending;
mod history;
#[cfg(feature = "alloc")]
mod judge;
mod players;
#[cfg(feature = "alloc")]
pub(crate) mod record;
mod span;

pub use crate::rules::{Claim, DrawReason, NoWinReason, WinReason};
pub use history::{History, HistoryUndo};
#[cfg(feature = "alloc")]
pub use judge::Judge;
pub use players::GameError;
#[cfg(feature = "alloc")]
pub use record::Game;

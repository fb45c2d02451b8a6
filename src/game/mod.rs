//! Games: outcomes, claims, repetition, and a game from start to finish.
//!
//! ```text
//!    what decides                    ends the game                          lets a player claim a draw
//!    ──────────────────────────────  ─────────────────────────────────────  ──────────────────────────────
//!    the position alone              checkmate, stalemate,                  fifty moves
//!    (Position::outcome)             dead position, seventy-five moves
//!    the moves that led to it        fivefold repetition                    threefold repetition
//!    (History, Game)
//!    the players (Game)              resignation, agreement, flag fall, a claim
//! ```
//!
//! The table is for chess. In Makruk there are no claims: the third repetition ends the game, and the count takes the place of fifty and
//! seventy-five moves. [`Rules`](crate::Rules) holds what differs.
//!
//! [`History`] is for machines without an allocator: a position and the moves since the last irreversible one. `Game` (feature
//! `alloc`) keeps every move, takes back and plays again.
//!
//! Repetition is counted as moves are played. Keys rule out nearly all earlier positions, and a walk back through the moves
//! confirms the others, so the count is exact; `span` says how. After more than 150 reversible plies in a row a `Game` counts
//! its positions in a map instead; `census` says why.
//!
//! A fallen flag loses the game, or draws it if the other side cannot mate. A [`Judge`] answers that by the pieces; the judges and
//! the ends of a game that look further stand in [`mate`](crate::mate).
//!
//! Source: FIDE Laws of Chess (2023), articles 5.1, 5.2, 6.9, 9.2, 9.3, 9.6.

mod ending;
mod history;
mod players;
#[cfg(feature = "alloc")]
pub(crate) mod record;
mod span;

pub use crate::rules::{Claim, DrawReason, NoWinReason, WinReason};
pub use history::{History, HistoryUndo};
pub use players::GameError;
#[cfg(feature = "alloc")]
pub use record::{Game, Judge};

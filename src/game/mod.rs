//! Games: outcomes, claims, repetition, and a game from start to finish.
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
mod players;
#[cfg(feature = "alloc")]
pub(crate) mod record;
mod span;

pub use crate::rules::{Claim, DrawReason, NoWinReason, WinReason};
pub use history::{History, HistoryUndo};
pub use players::GameError;
#[cfg(feature = "alloc")]
pub use record::{Game, Judge};

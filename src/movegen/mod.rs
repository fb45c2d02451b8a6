//! Move generation.
//!
//! ```text
//!    mailbox      the 0x88 engine: pseudo-legal moves by offsets, legality by the difference table; on every machine
//!    by_bitboards lists and counts with the feature `bitboards`; else those of the mailbox
//!    legality     one move, with the reason why it is illegal; playing it
//!    side_to_move the input of both
//!    of_move      what a move changes; repetition: what follows from it
//! ```
//!
//! The mailbox serves pseudo-legal moves, the legality of one move and the moves of one piece in every build. Lists and counts of
//! all legal moves use bitboards if the board has them. Tests hold both equal.
//!
//! Source: Chess Programming Wiki, "Move Generation", "Legal Move", "Checks and Pinned Pieces".

mod legal_moves;
mod legality;
mod of_move;
#[cfg(feature = "bitboards")]
pub(crate) mod by_bitboards;
pub(crate) mod mailbox;
pub(crate) mod repetition;
pub(crate) mod side_to_move;

#[cfg(feature = "bitboards")]
use by_bitboards::{any, count, lister};
pub use legality::{IllegalMove, Reason};
#[cfg(not(feature = "bitboards"))]
use mailbox::lister::{any, count, lister};

use crate::geometry::SquareSet;
use crate::moves::MoveList;

/// The kinds of moves that a search lists.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wanted {
    Any,
    /// Captures, en passant included.
    Captures,
    /// Moves that capture nothing, castling included.
    Quiets,
}

/// Adds moves to a list for a side that is in check from these checkers.
type Lister = fn(&side_to_move::SideToMove<'_>, SquareSet, &mut MoveList);

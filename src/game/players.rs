//! The ends of a game by claims and losses, and [`GameError`]: the reason why it does not end so.

use crate::movegen::IllegalMove;
use crate::name::errors;
use crate::piece::Color;
use crate::rules::{Claim, DrawReason, Outcome, WinReason};

errors! {
    /// Why something could not be done in a game.
    pub enum GameError {
        /// The move is illegal.
        Illegal from IllegalMove,
        /// The game is over. When a player has ended it, nothing more can be done. When a rule has, no player can end it again, and a
        /// `Game` that is set strict takes no move.
        Over(Outcome) => 160 ("the game is over: {0}"),
        /// The claim has no ground.
        NotClaimable {
            /// The claimed draw.
            claim: Claim,
            /// The plies without capture or pawn move, or the occurrences of the position, that count for it.
            found: u32,
            /// The number needed.
            needed: u32,
        } => 161 ("no draw by {claim}: {found} {}, {needed} needed", unit(*.claim, *.found)),
        /// A move of a record is illegal.
        IllegalAt {
            /// The number of moves before it in the record.
            ply: usize,
            /// Why it is illegal.
            error: IllegalMove,
        } => of error ("at ply {ply}: {error}"),
        /// The game cannot have ended here as a record says.
        NotSo(Outcome) => 162 ("the position does not allow this result: {0}"),
    }
}

const fn unit(claim: Claim, count: u32) -> &'static str {
    match (claim, count) {
        (Claim::FiftyMoves, 1) => "ply without capture or pawn move",
        (Claim::FiftyMoves, _) => "plies without capture or pawn move",
        (Claim::ThreefoldRepetition, 1) => "occurrence of the position",
        (Claim::ThreefoldRepetition, _) => "occurrences of the position",
    }
}

impl Claim {
    /// The draw that a claim granted leads to.
    pub(super) const fn draw(self) -> DrawReason {
        match self {
            Claim::FiftyMoves => DrawReason::FiftyMoves,
            Claim::ThreefoldRepetition => DrawReason::ThreefoldRepetition,
        }
    }
}

impl WinReason {
    /// The draw that takes the place of this win if the winner cannot mate; `None` where that does not count.
    pub(super) const fn or_draw(self) -> Option<DrawReason> {
        match self {
            WinReason::Resignation => Some(DrawReason::Resignation),
            WinReason::FlagFall => Some(DrawReason::FlagFall),
            WinReason::Checkmate
            | WinReason::Abandonment
            | WinReason::Forfeit
            | WinReason::Adjudication
            | WinReason::RulesInfraction
            | WinReason::Unknown => None,
        }
    }
}

/// Grants a claim for which so many plies or occurrences were found.
pub(super) const fn granted(claim: Claim, found: u32) -> Result<Outcome, GameError> {
    let needed = claim.threshold();
    if found >= needed {
        Ok(Outcome::Draw(claim.draw()))
    } else {
        Err(GameError::NotClaimable { claim, found, needed })
    }
}

/// Returns the outcome of a side's loss. `can_mate` tells whether the other side can.
pub(super) fn lost(color: Color, by: WinReason, can_mate: impl FnOnce(Color) -> bool) -> Result<Outcome, GameError> {
    let won = Outcome::Win { winner: !color, by };
    match by.or_draw() {
        None if by == WinReason::Checkmate => Err(GameError::NotSo(won)),
        Some(draw) if !can_mate(!color) => Ok(Outcome::Draw(draw)),
        _ => Ok(won),
    }
}

/// Requires a game that has not ended.
pub(super) fn still_on(outcome: Option<Outcome>) -> Result<(), GameError> {
    outcome.map_or(Ok(()), |outcome| Err(GameError::Over(outcome)))
}

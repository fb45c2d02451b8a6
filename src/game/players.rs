//! The ends of a game by claims and losses, and [`GameError`].

use core::ops::ControlFlow;

use crate::movegen::IllegalMove;
use crate::name::errors;
use crate::piece::Color;
use crate::position::Position;
use crate::rules::{Claim, DrawReason, Outcome, Rules, WinReason};

errors! {
    /// The error of an operation on a game.
    pub enum GameError {
        /// The move is illegal.
        Illegal from IllegalMove,
        /// The game is over. After an end by the players nothing more can be done. After an end by the rules no player can end the
        /// game again, and a strict `Game` takes no move.
        Over(Outcome) => 160 ("the game is over: {0}"),
        /// The claimed condition has not occurred.
        NotClaimable {
            /// The claimed draw.
            claim: Claim,
            /// The number of plies without capture or pawn move, or of occurrences of the position.
            found: u32,
            /// The number needed.
            needed: u32,
        } => 161 ("no draw by {claim}: {found} {}, {needed} needed", unit(*.claim, *.found)),
        /// A move in a record is illegal.
        IllegalAt {
            /// The number of moves before it in the record.
            ply: usize,
            /// The reason.
            error: IllegalMove,
        } => of error ("at ply {ply}: {error}"),
        /// The position does not allow the recorded end.
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
    /// The draw of a granted claim.
    pub(super) const fn draw(self) -> DrawReason {
        match self {
            Claim::FiftyMoves => DrawReason::FiftyMoves,
            Claim::ThreefoldRepetition => DrawReason::ThreefoldRepetition,
        }
    }
}

impl WinReason {
    /// The draw that replaces this win if the winner cannot mate; `None` for wins that need no mate.
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

/// Grants a claim if this number of plies or occurrences suffices.
pub(super) const fn granted(claim: Claim, found: u32) -> Result<Outcome, GameError> {
    let needed = claim.threshold();
    if found >= needed {
        Ok(Outcome::Draw(claim.draw()))
    } else {
        Err(GameError::NotClaimable { claim, found, needed })
    }
}

/// Returns the outcome of a side's loss. `can_mate` tests if the other side can mate. It is not called if the pieces exclude a mate.
pub(super) fn lost<R: Rules>(
    position: &Position<R>,
    color: Color,
    by: WinReason,
    can_mate: impl FnOnce(&Position<R>, Color) -> bool,
) -> Result<Outcome, GameError> {
    let won = Outcome::Win { winner: !color, by };
    match by.or_draw() {
        None if by == WinReason::Checkmate => Err(GameError::NotSo(won)),
        Some(draw) if position.has_insufficient_material(!color) || !can_mate(position, !color) => {
            Ok(Outcome::Draw(draw))
        }
        _ => Ok(won),
    }
}

/// Returns `true` if the pieces, now or after some legal move, do not exclude a mate by this side. A forced capture may leave too
/// little.
pub(super) fn may_mate<R: Rules>(position: &Position<R>, winner: Color) -> bool {
    let has_mated = |position: &Position<R>| position.turn() != winner && position.is_checkmate();
    let may = |position: &Position<R>| !position.has_insufficient_material(winner) || has_mated(position);
    let visit =
        |mv| if may(&position.after_unchecked(mv)) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    may(position) && (position.visit_legal_moves(visit).is_break() || has_mated(position))
}

/// Requires that the game goes on.
pub(super) fn still_on(outcome: Option<Outcome>) -> Result<(), GameError> {
    outcome.map_or(Ok(()), |outcome| Err(GameError::Over(outcome)))
}

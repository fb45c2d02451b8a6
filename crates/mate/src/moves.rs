//! [`moves`]: the moves of the pieces of a [`Compact`] board, without regard to checks.

use chess0x88::{Role, Rules};

use crate::compact::Compact;
use crate::sets::{attacks_of, bit_of, each, forward, pawn_attacks, second_step};

/// A move other than castling. No king is in danger yet, and a pawn on its last rank is still a pawn.
pub(crate) struct PieceMove {
    pub(crate) role: Role,
    pub(crate) from: u64,
    pub(crate) to: u64,
    pub(crate) captures: bool,
    pub(crate) en_passant: bool,
    /// The square that a double step passes, or none.
    pub(crate) passed: u64,
    /// The board after the move, without an en passant square.
    pub(crate) after: Compact,
}

/// The moves of the side to move. A king may seem capturable.
pub(crate) fn moves<R: Rules>(board: &Compact) -> impl Iterator<Item = PieceMove> {
    let (us, bitboards, next) = (board.turn(), *board.bitboards(), board.passed());
    let (open, enemies) = (!bitboards.occupied(), bitboards.colored(!us));
    let en_passant = board.en_passant().map_or(0, bit_of);
    let pieces = R::ROLES.iter().flat_map(move |&role| each(bitboards.squares_of(us, role)).map(move |at| (role, at)));
    pieces.flat_map(move |(role, from)| {
        let single = if role == Role::Pawn { forward(us, from) & open } else { 0 };
        let double = if R::DOUBLE_STEP { second_step(us, single) & open } else { 0 };
        let targets = match role {
            Role::Pawn => single | double | pawn_attacks(us, from) & (enemies | en_passant),
            _ => attacks_of(role, us, from, open) & (open | enemies),
        };
        each(targets).map(move |to| {
            let en_passant = role == Role::Pawn && to == en_passant;
            let victim = if en_passant { forward(!us, to) } else { to & enemies };
            let passed = if to == double { single } else { 0 };
            let after = next.without(victim).carried(from, to);
            PieceMove { role, from, to, captures: victim != 0, en_passant, passed, after }
        })
    })
}

/// The pawns that may capture on a square that a double step has passed, before regard to checks, each with the board after its
/// capture.
pub(crate) fn captures_on(passed: u64, board: &Compact) -> impl Iterator<Item = Compact> {
    let (us, next) = (board.turn(), board.passed());
    let pawns = pawn_attacks(!us, passed) & board.bitboards().squares_of(us, Role::Pawn);
    each(pawns).map(move |pawn| next.without(forward(!us, passed)).carried(pawn, passed))
}
